"""The card of combat results: table, key, procedure, segments, modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibbprint.engine.kit_parts import Printable
from ibbprint.materials.booklets import CardFigure
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.phrases import modifiers
from ibbprint.systems.ibb.models.tables import ResultTable
from ibbprint.systems.ibb.results import ELIMINATED, NOTHING, Effect, effect_of

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
    table = {
        "crt": table_values(crt),
        "width": TABLE_MM,
        "height": round(height, 3),
        "bar": BAR_MM,
        "odds_tall": ODDS_MM,
        "tall": RESULT_MM,
        "key_tall": KEY_MM,
        "key_columns": KEY_COLUMNS,
    }
    return CardFigure(bill.face("crt-table"), table, (TABLE_MM, round(height, 3)))


def table_values(crt: ResultTable) -> dict[str, Any]:
    """The table as templates know it, each code with whom it strikes and how pale its tint is."""
    does = {code.id: effect_of(code) or Effect() for code in crt.codes}
    codes = [{**code.model_dump(), **_tint(does[code.id])} for code in crt.codes]
    return {**crt.model_dump(), "codes": codes}


def _tint(effect: Effect) -> dict[str, Any]:
    """The colour of an effect: full for the side that is eliminated, pale for one that is disorganised."""
    struck = [side for side, fate in effect._asdict().items() if fate != NOTHING]
    strikes = "nobody" if not struck else struck[0] if len(struck) == 1 else "both"
    return {**effect._asdict(), "strikes": strikes, "pale": 0.0 if ELIMINATED in effect else PALE}


def combat_table(bill: Bill) -> Iterator[Printable]:
    """The card, with the modifiers that the switches leave in force."""
    catalogue = bill.catalogue
    if catalogue.crt is None:
        return
    card = {
        "crt": table_values(catalogue.crt),
        "modifiers": modifiers(bill)["combat"],
        "segments": [bill.filled(entry) for entry in catalogue.segments.entries.values()],
        "procedure": [bill.filled(entry) for entry in catalogue.procedure.entries.values()],
    }
    yield Printable("crt", card)
