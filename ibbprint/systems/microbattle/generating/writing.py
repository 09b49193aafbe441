"""A rolled battle as a scenario file, as tidy as one that was written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import dedent

from ibbprint.dice import SeededDice
from ibbprint.phrases import listed, small
from ibbprint.showing import on_one_line
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue
from ibbprint.systems.microbattle.generating.line_up import line_up
from ibbprint.systems.microbattle.generating.rolling import Rolled
from ibbprint.systems.microbattle.scenarios import ARMIES

LONGEST_SEED = 80
RULES = ("M-36", "M-37")
"""The rulings that a rolled battle applies."""


def title_of(rolled: Rolled, catalogue: Catalogue) -> str:
    """A title by the kind of battle and a place of its ground, both by lot from the seed: `Escape from the Gorse`.

    A pack whose kinds or grounds have no names gets what there is: `Clash: hill and woods`.
    """
    grounds = dict.fromkeys(ground.id for _, ground, squares in rolled.quarters if squares)
    features = [ground for ground in catalogue.ground if ground.id in grounds]
    features = features or [ground for ground in catalogue.ground if ground.shape == "none"]
    places = [place for ground in features for place in ground.places]
    titles = rolled.kind.titles
    if not places or not titles:
        return f"{rolled.kind.name}: {listed([small(ground.name) for ground in features]) or 'open ground'}"
    dice = SeededDice(f"title of {rolled.seed}")
    title, place = (chosen[dice.roll(len(chosen)) - 1] for chosen in (titles, places))
    return title.format(place=place)


def as_file(rolled: Rolled, id: str, catalogue: Catalogue, command: str, rules: Mapping[str, str]) -> str:
    """The text of the file; `command` is the one that makes it, `rules` the switches that it is played with."""
    kind = rolled.kind
    head = [f"id: {id}", f"title: {_text(title_of(rolled, catalogue))}", f"game: {GAME}", f"kind: {kind.id}"]
    if 0 < len(rolled.seed) <= LONGEST_SEED and rolled.seed.isprintable():
        head.append(f"seed: {_text(rolled.seed)}")
    head += [f"point: {_text(rolled.point)}"] if rolled.point else []
    head += [f"prepared: {_list(kind.prepared)}"] if kind.prepared else []
    head += [f"rules: {{{', '.join(f'{name}: {_text(value)}' for name, value in rules.items())}}}"] if rules else []
    head.append(f"applies: [{', '.join(RULES)}]")
    ground = [
        f"- {{quarter: {quarter.id}, ground: {ground.id}" + (f", squares: {_list(squares)}}}" if squares else "}")
        for quarter, ground, squares in rolled.quarters
    ]
    armies = [line for side in range(2) for line in _army(rolled, side, catalogue)]
    parts = ["scenario:", *_in(head), "", "terrain:", *_in(ground), "", "armies:", *_in(armies)]
    return "\n".join([*_comment(command).splitlines(), *parts]) + "\n"


def _comment(command: str) -> str:
    return dedent(f"""\
        # Made by: {on_one_line(command)}
        #
        # You can edit this file with any text editor, and move the units within their rows. A square is column, comma,
        # row, in quotes: "1,1" is the lower left corner of the board, seen from the base line of the first army.""")


def _army(rolled: Rolled, side: int, catalogue: Catalogue) -> Iterator[str]:
    army, (id, name, letter, livery) = rolled.armies[side], ARMIES[side]
    begins = line_up(rolled, side, catalogue)
    yield f"- id: {id}"
    yield f"  name: {name}"
    yield f"  letter: {letter}"
    yield f"  livery: {livery}"
    square = f", square: {_text(begins.commander)}" if begins.commander else ""
    yield f"  commander: {{quality: {army.quality}{square}}}"
    if army.levelled:
        yield f"  levelled: {army.levelled}"
    yield "  units:"
    for unit in army.units:
        places = [f"squares: {_list(begins.squares[unit])}"] if unit in begins.squares else []
        places += [f"reserve: {begins.reserve[unit]}"] if unit in begins.reserve else []
        yield f"    - {{unit: {unit}, {', '.join(places)}}}"


def _in(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _list(squares: object) -> str:
    return json.dumps(list(squares))  # type: ignore[call-overload]


def _text(text: str) -> str:
    """A text in quotes; what JSON writes, YAML reads."""
    return json.dumps(text, ensure_ascii=False)
