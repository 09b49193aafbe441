"""What can be asked of the odds of a game made of files; `rules.odds` has the answers, and is imported for one."""

from __future__ import annotations

from typing import Any

from ibbprint.engine.api.odds import AskOption, OddsAnswer, Subject
from ibbprint.systems.printed.rules import EXAMPLE


def _attack(query: Any) -> OddsAnswer:
    from ibbprint.systems.printed.rules.odds import attack

    return attack(query)


def _recover(query: Any) -> OddsAnswer:
    from ibbprint.systems.printed.rules.odds import recover

    return recover(query)


WHERE = (
    AskOption("scenario", "The scenario on whose map it happens, if there are several.", metavar="ID"),
    AskOption("turn", "The turn, for its weather and the like; the first if not given.", "number", "N"),
)
ATTACK = (
    *WHERE,
    AskOption("at", "The hex of the defenders on the map.", metavar="HEX"),
    AskOption(
        "from", "The hex of the attackers, or one for each; a unit may also have its own: bombard@0505.", "texts", "HEX"
    ),
    AskOption("terrain", "The ground that the defenders are on, where no hex is named.", metavar="TERRAIN"),
    AskOption("across", "A hexside that all adjacent attackers attack across.", "texts", "HEXSIDE"),
    AskOption("place", "A place in the hex of the defenders.", metavar="PLACE"),
    AskOption("distance", "How far away the attackers are, in hexes; 1 if not given.", "number", "N"),
    AskOption("state", "A state that the defenders are in.", metavar="STATE"),
    AskOption("shift", "Columns to the right; to the left with a minus sign.", "number", "N"),
    AskOption("die", "A modifier of the die.", "number", "N"),
    AskOption("combat", "Which combat, in a game with several.", metavar="COMBAT"),
    AskOption("table", "The table that is used; without units, all columns of it.", metavar="TABLE"),
    AskOption("grid", "This unit against every unit of the enemy.", metavar="UNIT"),
)

SUBJECTS = (
    Subject(
        "attack",
        "The results of an attack.",
        _attack,
        "[UNITS vs UNITS]",
        "Attackers and defenders, or two strengths: 7 vs 3.",
        ATTACK,
        EXAMPLE,
    ),
    Subject(
        "recover",
        "Whether a unit recovers from a state.",
        _recover,
        "UNIT",
        "The unit.",
        (
            *WHERE,
            AskOption("state", "The state; the first that is rolled for if not given.", metavar="STATE"),
            AskOption("led", "A leader is in its hex.", "flag"),
        ),
    ),
)
