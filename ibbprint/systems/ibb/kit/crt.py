"""The card of combat results: table, key, procedure, segments, modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ibbprint.engine.sections import CRT
from ibbprint.materials import Fields, Values
from ibbprint.materials.booklets import CardFigure
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.phrases import modifiers
from ibbprint.systems.ibb.models.tables import ResultTable
from ibbprint.systems.ibb.results import ELIMINATED, NOTHING, Effect, effect_of


@dataclass(frozen=True, slots=True)
class CrtCard(Fields):
    """The card of combat results: the table, the modifiers of combat, the segments of a turn, the procedure."""

    crt: Values
    modifiers: Sequence[Values]
    segments: Sequence[Values]
    procedure: Sequence[Values]


@dataclass(frozen=True, slots=True)
class CrtTable(Fields):
    """The table by itself, for the player aid: it is `width` and `height` mm large, its rows are so tall."""

    crt: Values
    width: float
    height: float
    bar: float
    odds_tall: float
    tall: float
    key_tall: float
    key_columns: int


BAR_MM, ODDS_MM, RESULT_MM, KEY_MM = 4.2, 4.6, 6.4, 4.5
"""How tall the bars over the two parts of the table are, a row of each, and a line of the key."""
KEY_COLUMNS = 3
PALE = 0.76
"""How much white is in the tint of a result that eliminates nobody."""
TABLE_MM = 124.5
"""The width of the table on the player aid."""


def crt_figure(bill: Bill) -> CardFigure | None:
    """The table as the player aid prints it: odds by terrain, results tinted by whom they strike, what they mean."""
    crt = bill.catalogue.crt
    if crt is None:
        return None
    key = -(-len(crt.codes) // KEY_COLUMNS)
    height = 2 * BAR_MM + len(crt.rows) * ODDS_MM + len(crt.results) * RESULT_MM + 1.2 + key * KEY_MM
    table = CrtTable(
        table_values(crt), TABLE_MM, round(height, 3), BAR_MM, ODDS_MM, RESULT_MM, KEY_MM, KEY_COLUMNS
    )  # fmt: skip
    return CardFigure(bill.template("crt-table.svg.j2"), table, (TABLE_MM, table.height))


def table_values(crt: ResultTable) -> dict[str, Any]:
    """The table as templates know it, each code with whom it strikes and how pale its tint is."""
    does = {code.id: effect_of(code) or Effect() for code in crt.codes}
    codes = [{**code.model_dump(), **_tint(does[code.id])} for code in crt.codes]
    return {**crt.model_dump(), "codes": codes}


def _tint(effect: Effect) -> dict[str, Any]:
    """What is eliminated has the full colour of whom it strikes, what is disorganised a pale one."""
    struck = [side for side, fate in effect._asdict().items() if fate != NOTHING]
    strikes = "nobody" if not struck else struck[0] if len(struck) == 1 else "both"
    return {**effect._asdict(), "strikes": strikes, "pale": 0.0 if ELIMINATED in effect else PALE}


def add_crt(bill: Bill) -> None:
    """The card, with the modifiers that the switches leave in force."""
    catalogue = bill.catalogue
    crt = catalogue.crt
    if crt is None:
        return
    card = CrtCard(
        crt=table_values(crt),
        modifiers=modifiers(bill)["combat"],
        segments=[bill.filled(entry) for entry in catalogue.segments.entries.values()],
        procedure=[bill.filled(entry) for entry in catalogue.procedure.entries.values()],
    )
    bill.sections.append(CRT)
    bill.add_card(CRT, "crt", "crt-card", card, back="crt-card-back")
