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

    return [_sentence(list(alike), tally, opened) for _, alike in groupby(findings, subject)]


def called(tally: Tally, opened: Opened[Any], keys: Sequence[str]) -> str:
    """Counters of one name and side with their ids: `Wagons B1 and B2 of the Reds`."""
    present = tally.roll.get(keys[0])
    return f"{present.name} {listed(keys)} of {_side(opened, present.side)}" if present else listed(keys)


def _side(opened: Opened[Any], id: str) -> str:
    return side_inside(opened.sides.get(id, id))


def _sentence(alike: Sequence[Finding], tally: Tally, opened: Opened[Any]) -> str:
    first = alike[0]
    games = f"{first.games} of {first.of} games"
    if first.kind == "draws":
        return f"{games} are drawn. Lower what the first level of victory asks for, or add a turn."
    if first.kind == "cannot-win":
        who = capital(_side(opened, first.who))
        return f"{who} cannot win: {games} won. Start with what victory asks of that side."
    if first.kind == "one-sided":
        return f"Victory nearly always goes to {_side(opened, first.who)}: {games}."
    if first.kind == "hardly-cast":
        return _hardly_cast(alike, opened)
    name = called(tally, opened, [item.who for item in alike])
    if first.kind == "never-acts":
        return f"{name} did nothing at all in {_parts(alike, 'games')}. Is there anything to do there?"
    if first.kind == "idle":
        return f"{name} did nothing in {_parts(alike, 'turns')}. Is there anything to do there?"
    if first.kind == "no-effect":
        return _no_effect(name, alike, tally)
    return f"{name} fell on turn 1 in {_parts(alike, 'games')}. Set up further back."


def _no_effect(name: str, alike: Sequence[Finding], tally: Tally) -> str:
    attacks = sum(item.of for item in alike) / len(alike) / tally.games
    kills = sum(item.games for item in alike)
    what = "shots" if tally.roll[alike[0].who].role == "engine" else "attacks"
    nobody = "nobody" if not kills else f"{kills} enem{'y' if kills == 1 else 'ies'}"
    each = " each" if len(alike) > 1 else ""
    return f"{name} made {attacks:.1f} {what} a game{each} and eliminated {nobody} in {tally.games} games."


def _hardly_cast(alike: Sequence[Finding], opened: Opened[Any]) -> str:
    spells = {spell_key(spell.side, spell.id): spell for spell in opened.spells}
    side = _side(opened, spells[alike[0].who].side)
    items = [f"{spells[item.who].name} ({item.games or 'none'})" for item in alike]
    return f"Spells that {side} hardly cast, and the games of {alike[0].of} that saw them: {listed(items)}."


def _parts(alike: Sequence[Finding], of: str) -> str:
    """`59 of 60 games`; of several findings `92 to 98 of 100 games`."""
    if len(alike) == 1:
        return f"{alike[0].games} of {alike[0].of} {of}"
    least, most = (f"{100 * pick(item.games / item.of for item in alike):.0f}" for pick in (min, max))
    return f"{least} of 100 {of} each" if least == most else f"{least} to {most} of 100 {of}"
