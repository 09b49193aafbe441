"""The tables: modifiers, steps of procedures, chances; and the words of the game."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, Numbers, Phrases, Played, RuleIds, Sentences, Text, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list


class Term(Model):
    """A word of the game and the other words for the same thing (R-04)."""

    id: Id
    name: Title
    aliases: Phrases = Field(default_factory=empty_list)
    rules: RuleIds = Field(default_factory=empty_list)


class Modifier(Model):
    """A line of a list of modifiers.

    `to` is the roll or sum it changes, `amount` how much (never negative), `favours` whom (R-74).
    A die goes down for `attacker` and `roller`, up for `defender` and `nobody`; `owner` is the side that has the thing.
    `when` limits it to one value of a switch. `needs` is a formula over the facts of a scenario: where it comes to 0,
    nothing there can bring the modifier about, and the player aid leaves it out.
    """

    id: Id
    to: Literal["combat", "activation", "fizzle", "accuracy", "morale", "balk"]
    changes: Literal["die", "attack", "defence", "column"] = "die"
    amount: int = Field(ge=0, le=9)
    favours: Literal["attacker", "defender", "owner", "roller", "nobody"]
    name: Title
    text: Line
    when: dict[str, str] = Field(default_factory=empty_dict)
    needs: Annotated[str, Text(min_length=1, max_length=200)] = "1"
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
    play: Played = "full"


class Step(Model):
    """A step of a procedure, in order."""

    id: Id
    number: int = Field(ge=1, le=20)
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"


class ExampleStep(Model):
    """The actions on one chit in the turn that the booklet plays through.

    The counter that `chit` names is on it; `throws` are the dice until the next chit is drawn.
    """

    id: Id
    chit: Title
    throws: Numbers = Field(default_factory=empty_list)
    actions: Sentences = Field(default_factory=empty_list)


class ScatterResult(Model):
    """The direction of a spell that misses: steps clockwise from forward (G-11)."""

    roll: int = Field(ge=1, le=6)
    turn: int = Field(ge=-3, le=3)
    name: Title
    rules: RuleIds = Field(default_factory=empty_list)


class PetardResult(Model):
    """The result of the two dice of a petard (A-105): the faces of the engineer's and of the owner's die."""

    id: Id
    engineer: Numbers = Field(min_length=1)
    owner: Numbers = Field(min_length=1)
    structure_destroyed: bool
    engineer_lost: bool
    petard_spent: bool
    steps_back: int = Field(default=0, ge=0, le=6)
    wait_turns: int = Field(default=0, ge=0, le=9)
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class ScoutChance(Model):
    """The lowest die that reveals the formation, or the scout, at one range (A-19)."""

    range: int = Field(ge=1, le=9)
    formation_from: int = Field(ge=1, le=7)
    scout_from: int = Field(ge=1, le=7)
    rules: RuleIds = Field(default_factory=empty_list)


class ResultRow(Model):
    """A terrain row of a combat results table: the printed odds from the first column on."""

    id: Id
    name: Title
    odds: list[Annotated[str, Text(pattern=r"^[1-9][0-9]{0,3}-[1-9][0-9]{0,3}$")]] = Field(min_length=1)


class ResultCode(Model):
    """A result: its code in the table, its words, and the fate of all who attack and defend.

    One with neither `attacker` nor `defender` does what the shipped code of its id does.
    """

    id: Annotated[str, Text(min_length=1, max_length=6)]
    name: Title
    text: Line
    attacker: Literal["nothing", "disorganised", "eliminated"] | None = Field(default=None, exclude=True)
    defender: Literal["nothing", "disorganised", "eliminated"] | None = Field(default=None, exclude=True)
    play: Played = "full"


class ResultTable(Model):
    """A combat results table: odds by terrain pick a column, the die picks the row.

    Every row of `results` (one a face of the die, from 1 up) has as many entries as there are columns.
    """

    title: Title
    columns: int = Field(ge=1, le=40)
    rows: list[ResultRow] = Field(min_length=1)
    results: list[list[str]] = Field(min_length=2)
    codes: list[ResultCode] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)
