"""The sentences of what stands out in a playtest. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ibbprint.engine.session import Opened
from ibbprint.phrases import capital, listed, side_inside
from ibbprint.playtest.findings import Finding
from ibbprint.playtest.recording import spell_key
from ibbprint.playtest.tally import Tally


def standing_out(findings: Sequence[Finding], tally: Tally, opened: Opened[Any]) -> list[str]:
    """The findings as sentences: counters of one name share one, and so do the spells of a side."""

    def subject(item: Finding) -> tuple[str, ...]:
        present = tally.roll.get(item.who)
        if present is not None:
            return item.kind, present.name, present.side
        return (item.kind, item.who.partition("/")[0]) if item.kind == "hardly-cast" else (item.kind, item.who)

    return [_sentence(list(group), tally, opened) for _, group in groupby(findings, subject)]


def called(tally: Tally, opened: Opened[Any], keys: Sequence[str]) -> str:
    """Counters of one name and side with their ids: `Wagons B1 and B2 of the Reds`."""
    present = tally.roll.get(keys[0])
    return f"{present.name} {listed(keys)} of {_side(opened, present.side)}" if present else listed(keys)


def _side(opened: Opened[Any], id: str) -> str:
    return side_inside(opened.sides.get(id, id))


def _sentence(group: Sequence[Finding], tally: Tally, opened: Opened[Any]) -> str:
    first = group[0]
    games = f"{first.games} of {first.of} games"
    if first.kind == "draws":
        return f"{games} are drawn. Lower what the first level of victory asks for, or add a turn."
    if first.kind == "cannot-win":
        side = capital(_side(opened, first.who))
        return f"{side} cannot win: {games} won. Start with what victory asks of that side."
    if first.kind == "one-sided":
        return f"Victory nearly always goes to {_side(opened, first.who)}: {games}."
    if first.kind == "hardly-cast":
        return _hardly_cast(group, opened)
    name = called(tally, opened, [item.who for item in group])
    if first.kind == "never-acts":
        return f"{name} did nothing at all in {_parts(group, 'games')}. Is there anything to do there?"
    if first.kind == "idle":
        return f"{name} did nothing in {_parts(group, 'turns')}. Is there anything to do there?"
    if first.kind == "no-effect":
        return _no_effect(name, group, tally)
    return f"{name} fell on turn 1 in {_parts(group, 'games')}. Set up further back."


def _no_effect(name: str, group: Sequence[Finding], tally: Tally) -> str:
    attacks = sum(item.of for item in group) / len(group) / tally.games
    kills = sum(item.games for item in group)
    attack_word = "shots" if tally.roll[group[0].who].role == "engine" else "attacks"
    nobody = "nobody" if not kills else f"{kills} enem{'y' if kills == 1 else 'ies'}"
    of_each = " each" if len(group) > 1 else ""
    return f"{name} made {attacks:.1f} {attack_word} a game{of_each} and eliminated {nobody} in {tally.games} games."


def _hardly_cast(group: Sequence[Finding], opened: Opened[Any]) -> str:
    spells = {spell_key(spell.side, spell.id): spell for spell in opened.spells}
    side = _side(opened, spells[group[0].who].side)
    items = [f"{spells[item.who].name} ({item.games or 'none'})" for item in group]
    return f"Spells that {side} hardly cast, and the games of {group[0].of} that saw them: {listed(items)}."


def _parts(group: Sequence[Finding], unit: str) -> str:
    """`59 of 60 games`; of several findings `92 to 98 of 100 games`."""
    if len(group) == 1:
        return f"{group[0].games} of {group[0].of} {unit}"
    least, highest = (f"{100 * pick(item.games / item.of for item in group):.0f}" for pick in (min, max))
    return f"{least} of 100 {unit} each" if least == highest else f"{least} to {highest} of 100 {unit}"
