"""The outlook of a choice: everything that may come of it, with exact chances, before anybody commits to it.

The choice is played once for every way the dice can fall, on copies of the side's own view, by the code that plays.
Nothing is guessed: where a counter that the side cannot name takes part, there are no chances; where the enemy hides
anything else, the page says that it is not in them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from time import process_time

from ibbprint.dice import Dice, chances
from ibbprint.engine.api.odds import OddsAnswer
from ibbprint.engine.session import Playing
from ibbprint.engine.state import Action
from ibbprint.engine.verbs import AIM
from ibbprint.phrases import signed
from ibbprint.reports.battle_report import Teller
from ibbprint.table.answering import Json
from ibbprint.table.views import MASK, SideView

MOST_S = 0.3
"""A choice whose dice fall in more ways than are tried in so long, of processor time, has no outlook: a click is to
wait 0.4 s at most."""


HOPELESS_S = MOST_S / 3
"""After so long a choice is given up whose ways so far have less than half of the chance that they should have by then
to be all tried in `MOST_S`: such as the end of a turn, after which nearly everything is left to dice."""


MOST_ROLLS = 12
"""No combat of a shipped game throws more dice in a row; an initiative that is thrown until somebody wins may."""


MOST_LISTED = 8
"""The most rows of a game’s odds that are listed separately."""

_NOTHING: Json = {
    "rows": [],
    "facts": [],
    "odds": [],
    "ends": False,
    "many": False,
    "masked": False,
    "partial": False,
    "settled": False,
}
"""The outlook of a choice that has none."""


_Sentences = list[tuple[str, tuple[str, ...]]]
"""Sentences with their rules."""
_Outcome = tuple[tuple[str, ...], tuple[str, ...]]
"""What changes, and the codes of the table of results where no counter does."""


class _Bounded:
    """Dice that fall in a bounded time: a throw more than `MOST_ROLLS`, or too late, raises _TooMany."""

    def __init__(self, dice: Dice, until: float) -> None:
        self._dice, self._until, self._remaining = dice, until, MOST_ROLLS

    def _count(self) -> None:
        self._remaining -= 1
        if self._remaining < 0 or process_time() > self._until:
            raise _TooMany

    @property
    def untouched(self) -> bool:
        return self._remaining == MOST_ROLLS

    def roll(self, faces: int) -> int:
        self._count()
        return self._dice.roll(faces)

    def successes(self, number: int, chance: Fraction) -> int:
        self._count()
        return self._dice.successes(number, chance)

    def copy(self) -> Dice:
        return self._dice.copy()


class _TooMany(Exception):
    """The dice can fall in more ways than are tried."""


def outlook(side_view: SideView, action: Action) -> Json:
    """The chances of everything that a choice may change, the likeliest first, and what is said in each case.

    Empty rows where nothing is left to chance, or where more can come than is tried in `MOST_S`: `many` says so.
    None at all where a counter takes part that the side cannot name: `masked` says so. `partial`: the enemy hides
    something else, such as orders or spells, that may bear on them. An attack that is declared first and fought later
    has the chances of fighting it as it is declared then: `settled`. What is fought later, or in too many ways to go
    through, has the `odds` of the game instead, and `ends` says that the turn goes on by itself after a move.
    """
    partial = side_view.is_partial
    if any(MASK in word for word in (side_view.view.text(action), action.word)):
        return _masked()
    odds = side_view.view.odds(action)
    ends = _ends(side_view, action)
    if odds or ends:
        return _NOTHING | {"odds": [_table(answer) for answer in odds], "ends": ends, "partial": partial}
    verbs = side_view.game.notation.verbs
    aims = action.verb in verbs and verbs[action.verb].hexes == AIM
    settled: list[bool] = []
    tried: list[int] = []
    begun = process_time()
    until = begun + MOST_S
    frame = {item.kind for item in side_view.view.passages(())}
    common: list[_Sentences] = []

    def play(dice: Dice) -> _Outcome:
        tried.append(1)
        if process_time() > until:
            raise _TooMany
        game = side_view.view.copy(0)
        game.state.dice = _Bounded(dice, until)
        game.state.events = []
        occasion, turn = game.occasion, game.turn

        def goes_on() -> bool:
            return game.turn == turn and _goes_on(game, occasion)

        dice_before = game.state.dice
        game.flow.do_while(game.state, action, goes_on)
        if aims and dice_before.untouched and not game.is_over and game.to_move == side_view.side:
            fought = next((entry for entry in game.candidates() if verbs[entry.verb].settles), None)
            if fought is not None:
                settled.append(True)
                game.flow.do_while(game.state, fought, goes_on)
        sentences = [*_throws(game), *_sentences(side_view, game, frame)]
        common[:] = [[entry for entry in common[0] if entry in sentences]] if common else [sentences]
        changes = _changes(side_view, game)
        if changes or not (codes := _codes(game)):
            return changes, ()
        return _land(side_view, game, frame), codes

    def watch(covered: Fraction) -> None:
        spent = process_time() - begun
        if spent > HOPELESS_S and covered < spent / MOST_S / 2:
            raise _TooMany

    text, rules = side_view.view.about(action)
    about = [{"text": text, "rules": list(rules)}] if text else []
    try:
        outcomes: dict[_Outcome, Fraction] = chances(play, watch)
    except _TooMany:
        return _NOTHING | {"facts": about, "many": True, "partial": partial}
    facts = _without_echoes(common[0]) if common else []
    result = _merged(outcomes)
    if any(MASK in text for text, _ in facts) or any(MASK in text for changes in result for text in changes):
        return _masked()
    rows = sorted(result.items(), key=lambda pair: (-pair[1], pair[0]))
    return _NOTHING | {
        "rows": [
            {"changes": list(changes) or ["nothing changes"], "chance": str(chance), "percent": _percent(chance)}
            for changes, chance in rows
        ]
        if len(tried) > 1
        else [],
        "facts": [*about, *({"text": text, "rules": list(rules)} for text, rules in facts)],
        "partial": partial and len(tried) > 1,
        "settled": bool(settled),
    }


def _masked() -> Json:
    return _NOTHING | {"masked": True, "partial": True}


def _ends(side_view: SideView, action: Action) -> bool:
    """Whether a move is the last thing to be done: the turn goes on from it by itself, and no undo leads back."""
    if side_view.state.questions or side_view.view.cost(action) is None:
        return False
    game = side_view.view.copy(0)
    game.state.events = []
    dice = game.state.dice.copy()
    game.flow.do_while(game.state, action, lambda: False)
    if not game.state.dice.same(dice):
        return False
    game.flow.settle(game.state)
    return game.is_over or game.to_move != side_view.side or not game.state.dice.same(dice)


def _table(answer: OddsAnswer) -> Json:
    """An answer of the odds of a game: its facts and modifiers, and its rows, those far behind as one."""
    facts = [{"text": fact.text, "rules": list(fact.rules)} for fact in answer.facts]
    facts += [
        {"text": f"{modifier.name} {signed(modifier.amount)}", "rules": list(modifier.rules)}
        for modifier in answer.modifiers
    ]
    facts += [{"text": fact.text, "rules": list(fact.rules)} for fact in answer.notes]
    rows = [row for row in answer.rows if row.chance]
    shown = rows[:MOST_LISTED]
    chances = [(row.name, row.chance) for row in (*answer.sums, *shown)]
    if rest := sum((row.chance for row in rows[MOST_LISTED:]), Fraction(0)):
        chances.append((f"More: {rows[MOST_LISTED].name} to {rows[-1].name}", rest))
    rows_shown = [{"changes": [name], "chance": str(part), "percent": _percent(part)} for name, part in chances]
    return {"title": answer.title, "facts": facts, "rows": rows_shown}


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.1f}"


def _goes_on(game: Playing, occasion: object) -> bool:
    """Whether what follows still belongs to the choice: nobody decides in between, and it is the same occasion."""
    return game.flow.phases[game.state.phase].side is None or game.occasion in (None, occasion)


def _throws(game: Playing) -> _Sentences:
    """What each throw needs, with its modifiers and rules; what depends on an earlier die differs from case to case."""
    narration = game.narration(game.events)
    if narration is None:
        return []
    return [(text, event.rules) for event in game.events if (text := narration.throw(event))]


def _without_echoes(facts: _Sentences) -> _Sentences:
    """The facts without a throw whose modifiers a sentence has as well, as that of the odds does."""
    texts = [text for text, _ in facts]
    return [
        (text, rules)
        for text, rules in facts
        if not any(other != text and text.partition(": ")[2].rstrip(".") in other for other in texts)
        or ": " not in text
    ]


def _sentences(side_view: SideView, game: Playing, frame: Collection[str]) -> _Sentences:
    """The sentences of what happened, each in its first wording; `frame` are the kinds that every story has."""
    teller = Teller(side_view.opened.telling, "outlook")
    return [(teller.sentence(item), item.rules) for item in game.passages(game.events) if item.kind not in frame]


def _changes(side_view: SideView, game: Playing) -> tuple[str, ...]:
    """How counters differ from what they were: where they are, what lies on them; and what must be decided next."""
    before, after = side_view.view.signs(), game.signs()
    result = []
    for old, new in zip(side_view.state.counters, game.state.counters, strict=False):
        if new.hex != old.hex:
            place = side_view.place(new.hex)
            result.append(f"{old.key} goes to {place}" if place else f"{old.key} leaves the map")
            if not place:
                continue  # what lay on it goes with it
        fresh = [sign for sign in after.get(new.key, ()) if sign not in before.get(old.key, ())]
        gone = [sign for sign in before.get(old.key, ()) if sign not in after.get(new.key, ())]
        result += [f"{old.key}: {sign}" for sign in fresh] + [f"{old.key}: no longer {sign}" for sign in gone]
    for event in game.events:
        if isinstance(passed := event.values.get("passed"), bool):
            unit = event.values.get("unit")
            whose = f"{unit} " if isinstance(unit, str) else ""
            result.append(f"{whose}{event.kind.replace('-', ' ')}: {'passed' if passed else 'failed'}")
    if game.state.questions and not game.is_over:
        decides = side_view.opened.sides.get(game.sides[game.state.questions[0].side], "")
        result.append(f"{decides} must decide {game.flow.questions[game.state.questions[0].kind].about}")
    return tuple(result)


def _land(side_view: SideView, game: Playing, frame: Collection[str]) -> tuple[str, ...]:
    """What happened where no counter changed, such as the fall of a bridge: the sentences without dice."""
    teller = Teller(side_view.opened.telling, "outlook")
    quiet = [
        event for event in game.events if not any(name in event.values for name in ("die", "dice", "roll", "rolls"))
    ]
    return tuple(teller.sentence(item) for item in game.passages(quiet) if item.kind not in frame)


def _codes(game: Playing) -> tuple[str, ...]:
    """The results of the table by their codes, for those that nothing on the map tells apart."""
    codes = (event.values.get("effect", event.values.get("result")) for event in game.events)
    return tuple(f"result {code}" for code in codes if isinstance(code, str) and code.strip("-–"))


def _merged(outcomes: Mapping[_Outcome, Fraction]) -> dict[tuple[str, ...], Fraction]:
    """The chance of each outcome; without codes where the land itself shows what matters, as when a bridge falls."""
    shown = any(changes and codes for changes, codes in outcomes)
    result: dict[tuple[str, ...], Fraction] = {}
    for (changes, codes), chance in outcomes.items():
        row = changes or (() if shown else codes)
        result[row] = result.get(row, Fraction(0)) + chance
    return result
