"""The outlook of a choice: everything that may come of it, with exact chances, before anybody commits to it.

The choice is played once for every way the dice can fall, on copies of the side's own view, by the code that plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import monotonic

from ibbprint.dice import Dice, chances
from ibbprint.engine.session import Playing
from ibbprint.engine.state import Action, Event
from ibbprint.reports.battle_report import Teller
from ibbprint.table.views import Json, Seen

MOST_S = 0.3
"""A choice whose dice fall in more ways than are tried in so long has no outlook: a click is to wait 0.4 s at most."""


class _TooMany(Exception):
    """The dice can fall in more ways than are tried."""


def outlook(seen: Seen, action: Action) -> Json:
    """The chances of everything that a choice may change, the likeliest first, and what is said in each case.

    Empty rows where nothing is left to chance, or where there are more than can be tried in `MOST_S`, which `many` says.
    """
    tried: list[int] = []
    until = monotonic() + MOST_S
    known = {text for text, _ in _said(seen, seen.view, ())}
    common: list[list[tuple[str, tuple[str, ...]]]] = []

    def play(dice: Dice) -> tuple[str, ...]:
        tried.append(1)
        if monotonic() > until:
            raise _TooMany
        game = seen.view.copy(0)
        game.state.dice = dice
        game.state.events = []
        occasion = game.occasion
        game.flow.do_while(game.state, action, lambda: game.occasion in (None, occasion))
        said = [each for each in _said(seen, game, game.events) if each[0] not in known]
        common[:] = [[each for each in common[0] if each in said]] if common else [said]
        return _changes(seen, game)

    try:
        result: dict[tuple[str, ...], Fraction] = chances(play)
    except _TooMany:
        return {"rows": [], "facts": [], "many": True}
    rows = sorted(result.items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "rows": [
            {"changes": list(changes) or ["nothing changes"], "chance": str(chance), "percent": _percent(chance)}
            for changes, chance in rows
        ]
        if len(tried) > 1
        else [],
        "facts": [{"text": text, "rules": list(rules)} for text, rules in (common[0] if common else [])],
        "many": False,
    }


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.1f}"


def _said(seen: Seen, game: Playing, events: Sequence[Event]) -> list[tuple[str, tuple[str, ...]]]:
    """The sentences of events, each in its first wording."""
    teller = Teller(seen.opened.telling, "outlook")
    return [(teller.sentence(item), item.rules) for item in game.told(events)]


def _changes(seen: Seen, game: Playing) -> tuple[str, ...]:
    """How counters differ from what they were: where they are, what lies on them; and what must be decided next."""
    before, after = seen.view.signs(), game.signs()
    result = []
    for old, new in zip(seen.state.counters, game.state.counters, strict=False):
        if new.hex != old.hex:
            place = seen.place(new.hex)
            result.append(f"{old.key} goes to {place}" if place else f"{old.key} leaves the map")
        fresh = [sign for sign in after.get(new.key, ()) if sign not in before.get(old.key, ())]
        gone = [sign for sign in before.get(old.key, ()) if sign not in after.get(new.key, ())]
        result += [f"{old.key}: {sign}" for sign in fresh] + [f"{old.key}: no longer {sign}" for sign in gone]
    for event in game.events:
        if isinstance(passed := event.values.get("passed"), bool):
            result.append(f"{event.kind.replace('-', ' ')}: {'passed' if passed else 'failed'}")
    if game.state.questions and not game.is_over:
        decides = seen.opened.sides.get(game.to_move or "", "")
        result.append(f"{decides} must decide {game.flow.questions[game.state.questions[0].kind].about}")
    return tuple(result)
