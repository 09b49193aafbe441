"""The sentences of a playtest: the same on the terminal, on paper and for a forum. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from shlex import quote

from ibbprint.digits import are_digits
from ibbprint.engine.api.leaning import Leaning
from ibbprint.phrases import capital, games_of, listed, side_inside
from ibbprint.playtest.beside import PLANNING
from ibbprint.playtest.commander import AS_USUAL, Plan
from ibbprint.playtest.findings import Comparison, Finding, findings
from ibbprint.playtest.nearness import Near, nearness
from ibbprint.playtest.outcome import RULES, Outcome, seed_of_game
from ibbprint.playtest.recording import spell_key
from ibbprint.playtest.statistics import CONFIDENCE, Interval, share
from ibbprint.playtest.tally import Tally, quantile
from ibbprint.playtest.tournament import Duel, duels, hopeless
from ibbprint.reports.playtest_findings import called, standing_out
from ibbprint.reports.playtest_nearness import conditions, easier_threshold, no_threshold

EVEN = (0.4, 0.6)
"""A share of wins between these asks for no change."""
POLICIES: Mapping[str, str] = {
    "greedy": "greedy takes the action that looks best by a rule of thumb; it plans nothing",
    "planner": "planner plans a whole activation where its side needs strength in a place, and is greedy otherwise",
    "random": "random takes any legal action",
    "commander": "commander tries out several plans before the battle and fights by the best if it surely beats greedy",
}
"""What each policy does, by its name without its effort."""
LIMITS = f"A figure is followed by its limits: they hold the true value {100 * CONFIDENCE:.0f} times in 100."


def _leaning(leaning: Leaning) -> str:
    """The words for a leaning, after the player's name."""
    weights = {"its gains": leaning.bold, "its progress": leaning.haste, "danger": leaning.care}
    counted = [f"{label} {weight:g} times" for label, weight in weights.items() if weight != 1]
    does = ["keeps everybody where he is"] if leaning.stands else []
    does += ["attacks nobody"] if leaning.holds else []
    does += [f"counts {listed(counted)} as much as greedy play does"] if counted else []
    return listed(does) or "plays greedily"


class Words:
    """The sentences of one playtest."""

    def __init__(self, outcome: Outcome) -> None:
        self.made = outcome
        self.opened = outcome.opened
        self.tally = outcome.tally

    def level_name(self, name: str) -> str:
        """A level of victory in words; games that count them give numbers."""
        names = self.opened.level_names
        return names[int(name)] if are_digits(name) and int(name) < len(names) else name

    def side_name(self, id: str) -> str:
        """A side by itself, in a table."""
        return self.opened.sides.get(id, id)

    def side(self, id: str) -> str:
        """A side in the middle of a sentence."""
        return side_inside(self.opened.sides.get(id, id))

    def who_played(self) -> str:
        """The policies: `greedy plays greedy`."""
        names = list(self.made.policies.values())
        if len(set(names)) == 1:
            return f"{names[0]} plays {names[0]}"
        return " and ".join(f"{name} plays {self.side(side)}" for side, name in self.made.policies.items())

    @property
    def best(self) -> str:
        """The side that wins most."""
        return max(self.tally.sides, key=lambda side: self.tally.winners[side])

    def verdict(self) -> str:
        """The first sentence: in a tournament who plays better, then who wins."""
        tally = self.tally
        first = f"{self.strengths()} ".lstrip()
        if tally.winners[None] > tally.games / 2:
            won = in_100(share_of(tally, None))
            return f"{first}Nobody wins: {won} are drawn when {self.who_played()}."
        won = in_100(share_of(tally, self.best))
        sentence = f"Victory goes to {self.side(self.best)} in {won} when {self.who_played()}"
        mirrors = [
            pairing for pairing in self.made.pairings if pairing.first == pairing.second and pairing.tally.games
        ][1:]
        if mirrors:
            shares = [
                f"{100 * share_of(item.tally, self.best).value:.0f} when {item.first} plays itself" for item in mirrors
            ]
            sentence += f"; {listed(shares)}"
        return f"{first}{sentence}."

    def rest(self) -> str:
        """The games won by each side, and the draws."""
        tally = self.tally
        if tally.games == 1:
            return ""
        if tally.winners[None] == tally.games:
            return f"All {tally.games} games were drawn."
        order = sorted(tally.sides, key=lambda side: side != self.best)
        wins = listed([f"{tally.winners[side] or 'none'} to {self.side(side)}" for side in order])
        return f"The {tally.games} games went {wins}, with {tally.winners[None] or 'none'} drawn."

    def played(self) -> str:
        """The number of games, the seeds, and the length of the games."""
        tally, seed = self.tally, self.made.seed
        turns = sorted(tally.lengths)
        if tally.games == 1:
            return f"1 game, seed {seed_of_game(seed, 0)}; it ends on turn {turns[0]}."
        if len(turns) == 1:
            ends = f"all end on turn {turns[0]}"
        else:
            half = f"half of them by turn {quantile(tally.lengths, 0.5):.0f}"
            ends = f"they end on turn {turns[0]} to turn {turns[-1]}, {half}"
        return (
            f"{tally.games} games{' until you stopped them' if self.made.stopped else ''}, seeds "
            f"{seed_of_game(seed, 0)} to {seed_of_game(seed, tally.games - 1)}; {ends}."
        )

    def fair(self) -> str:
        """Whether it is fair, where that was asked; else nothing."""
        width, tally = self.made.length.fair, self.tally
        if width is None:
            return ""
        score = sum(tally.scores) / tally.games
        verdict = RULES[width].verdict(tally.games, score)
        ahead, even = tally.sides[score < 0.5], f"{50 + 100 * RULES[width].slack:.0f}"
        limits = RULES[width].interval(tally.games, score)
        early = (
            f" Although playing stopped when that was clear, these limits hold: {self.side(tally.sides[0])} takes "
            f"{in_100(limits, brief=True)} of the games, a draw counted as half a win."
        )
        words = {
            "fair": f"It is fair within {width} points.{early}",
            "unfair": f"It is not even: victory goes to {self.side(ahead)} in more than {even} games of 100.{early}",
            "open": f"These games cannot tell whether it is fair within {width} points.",
        }
        return words[verdict or "open"]

    def surprising(self) -> tuple[str, str] | None:
        """The interest of a surprising game, and the command that shows it."""
        items = []
        for side in self.tally.sides:
            extreme = self.tally.extremes[side]
            if side != self.best and extreme.seed:
                won, best = f"{self.side(side)} win", f"the best result of {self.side(side)}"
                interest = won if self.tally.winners[side] else best
                items.append((interest, self.replayed(extreme.seed)))
        return items[0] if items else None

    def replayed(self, seed: str) -> str:
        """The command that plays one of the games."""
        options = (*self.made.given, f"--seed {quote(seed)}", *self._players())
        return " ".join(["ibbprint play", quote(self.made.scenario), *options])

    def counter(self, key: str) -> str:
        """A counter with its id and whose it is."""
        return called(self.tally, self.opened, [key])

    @cached_property
    def standouts(self) -> list[Finding]:
        """All findings."""
        return findings(self.tally, self.opened.spells)

    def standing_out(self) -> list[str]:
        """The findings as sentences: counters of one name share one, and so do the spells of a side."""
        return standing_out(self.standouts, self.tally, self.opened)

    def comparison(self, change: Comparison) -> str:
        """A comparison as a sentence."""
        first = self.side(self.tally.sides[0])
        if not change.games:
            return f"{change.label}: no game was played."
        if change.never:
            return f"{change.label} never came into play: {games_of(change.games)} went exactly alike."
        measures = [
            (change.wins, "wins in 100 games", 100, 0),
            (change.margin, "levels of victory", 1, 2),
            (change.balance, "counters left, minus the enemy’s", 1, 1),
        ]
        if change.refusals.differing:
            measures.append((change.refusals, "orders refused to either side", 1, 1))
        clear, unseen = [], []
        for difference, unit, scale, digits in measures:
            value, low, high = (scale * number for number in difference.interval)
            if difference.seen:
                direction = "more" if value > 0 else "fewer"
                least, highest = sorted((abs(low), abs(high)))
                clear.append(
                    f"{abs(value):.{digits}f} {direction} {unit} (between {least:.{digits}f} and {highest:.{digits}f})"
                )
            else:
                unseen.append(f"in {unit}, at most {scale * difference.at_most:.{digits}f}")
        start = f"for {first} {'; '.join(clear)}. No" if clear else "no"
        ending = f"{start} difference seen {'; '.join(unseen)}." if unseen else f"for {first} {'; '.join(clear)}."
        return f"{change.label}: {ending} {change.games - change.alike} of {games_of(change.games)} went another way."

    @cached_property
    def contests(self) -> list[Duel]:
        """Every two policies of a tournament, the one ahead first; none until every pairing has been played."""
        played = all(pairing.tally.games for pairing in self.made.pairings)
        return list(duels(self.made.pairings)) if played else []

    def duels(self) -> Iterator[tuple[str, list[str]]]:
        """The better policy of each pair, and its gain in the place of each side."""
        for duel in self.contests:
            ahead = f"{levels(duel.margin)} levels ahead over both sides of the same seeds"
            yield f"{self.better(duel)}: {ahead}.", list(self._places(duel))

    def better(self, duel: Duel) -> str:
        """Whether the one policy plays better than the other."""
        return f"{duel.one} {'plays better than' if duel.beats else 'is not surely better than'} {duel.other}"

    def strengths(self) -> str:
        """The ranking of the policies in one sentence; empty where that was not asked for."""
        if len(self.made.pairings) > 1 and not self.contests:
            return "There are too few games yet to say who plays better."
        if len(self.contests) > 1 and not any(duel.beats for duel in self.contests):
            return "No player is surely better than another."
        sentences = []
        for loser in dict.fromkeys(duel.other for duel in self.contests):
            better = [duel.one for duel in self.contests if duel.other == loser and duel.beats]
            if better:
                sentences.append(f"{listed(better)} {'play' if len(better) > 1 else 'plays'} better than {loser}")
        for item in dict.fromkeys(duel.one for duel in self.contests):
            equals = [duel.other for duel in self.contests if duel.one == item and not duel.beats]
            if equals:
                sentences.append(f"{item} is not surely better than {listed(equals, 'or')}")
        return f"{capital('; '.join(sentences))}." if sentences else ""

    def _places(self, duel: Duel) -> Iterator[str]:
        for place in (*duel.places, *duel.harder):
            text = f"As {self.side(place.side)} against {place.enemy} it ends {levels(place.margin)} levels ahead, "
            if place.alike:
                yield f"{text}as {duel.other} does in every game there."
            elif place.easy:
                yield f"{text}where {duel.other} wins nearly always: there is little to gain."
            else:
                yield f"{text}{levels(place.gain.interval)} more than {duel.other} there."

    def seats(self) -> Iterator[str]:
        """The sides that hardly win in the hands of any policy of a tournament, with limits."""
        for seat in hopeless(self.made.pairings) if self.contests else ():
            won = f"{in_100(seat.won)}, {seat.games} played"
            yield f"Hopeless for these players: {self.side(seat.side)} against {seat.enemy}. Best {seat.policy}: {won}."

    def whose_doing(self) -> str:
        """Whether the players or the scenario decide who wins, by what each policy makes of it against itself."""
        mirrors = [pairing for pairing in self.made.pairings if pairing.first == pairing.second]
        if not self.contests:
            return ""
        first = self.tally.sides[0]
        won = [pairing.tally.won(first) for pairing in mirrors]
        differ = max(part.low for part in won) > min(part.high for part in won)
        shares = [
            f"{in_100(part, brief=True)} when {pairing.first} plays itself"
            for part, pairing in zip(won, mirrors, strict=True)
        ]
        decider = "the players decide" if differ else "the scenario decides, as far as these games show"
        return f"Who wins here, {decider}: {self.side(first)} takes {listed(shares)}, a draw counted as half a win."

    def on_average(self) -> str:
        """The margin of the first side; empty for fewer than two games."""
        if self.tally.games < 2:
            return ""
        first, (value, low, high) = self.side(self.tally.sides[0]), self.tally.average()
        if low * high > 0:
            least, highest = sorted((abs(low), abs(high)))
            limits = f"between {least:.2f} and {highest:.2f}"
        else:
            limits = f"between {abs(low):.2f} behind and {high:.2f} ahead"
        if f"{abs(value):.2f}" == "0.00":
            return f"On average a game leaves neither side ahead ({first} {limits})."
        position = "ahead" if value > 0 else "behind"
        return f"On average a game leaves {first} {abs(value):.2f} levels {position} ({limits})."

    def next_change(self) -> tuple[str, str]:
        """A change worth trying next, and the command for it, which may be empty."""
        tally = self.tally
        better = self._best_change()
        if better:
            return better, ""
        result = self.standouts
        sides = [item for item in result if item.kind in ("draws", "cannot-win", "one-sided")]
        copied = self._changed("--vs YOUR-COPY.yaml")
        loser = min(tally.sides, key=lambda side: tally.winners[side])
        easier = easier_threshold(self.near, loser, self.side)
        if easier and (sides or not tally.won(tally.sides[0]).low <= 0.5 <= tally.won(tally.sides[0]).high):
            return easier, copied
        if sides and sides[0].kind == "draws":
            return "Copy the scenario, lower what its first level of victory asks for, and compare.", copied
        if sides:
            why = no_threshold(self.near, loser)
            if not why:
                return f"Copy the scenario, ask less of {self.side(loser)} or add a turn, and compare.", copied
            advice = f"bring {self.side(loser)} nearer, add a turn or troops, and compare"
            return f"{why} Copy the scenario, {advice}.", copied
        if result:
            who = result[0].who
            if result[0].kind == "hardly-cast":
                return "Copy the scenario, leave out what is hardly cast, and compare.", copied
            return f"Copy the scenario, move or replace {self.counter(who)}, and compare.", copied
        if EVEN[0] <= tally.won(tally.sides[0]).value <= EVEN[1]:
            return "The sides are even enough that nothing calls for a change. Try other players.", ""
        busiest = max(
            (key for key, item in tally.careers.items() if key in tally.roll and tally.roll[key].side == self.best),
            key=lambda key: tally.careers[key].kills,
            default="",
        )
        if not busiest or not tally.careers[busiest].kills:
            return "Nothing stands out that calls for a change. Try other players.", ""
        kills = tally.careers[busiest].kills / tally.games
        busiest_kills = f"{self.counter(busiest)} eliminated the most enemies, {kills:.1f} a game."
        field, value = self._weaker(tally.roll[busiest].kind)
        if not field:
            return f"{busiest_kills} Copy the scenario, weaken that counter, and compare.", copied
        return f"{busiest_kills} Lower the {field.rpartition('.')[2]} of its kind, and compare.", self._changed(
            f"--vary {quote(f'{field}={value}')}"
        )

    @cached_property
    def near(self) -> list[Near]:
        """The conditions of victory with their figures."""
        return nearness(self.tally, self.opened.gauges)

    def nearness(self) -> list[tuple[str, list[str]]]:
        """The figures of each condition of victory, with its thresholds and the course of the games."""
        return list(conditions(self.near, self.side, self.made.hands))

    def _weaker(self, kind: str) -> tuple[str, int]:
        """A field of a kind of unit in the catalogue and a lower value of it; an empty field where there is none."""
        pair = self.opened.catalogue.entry(kind)
        if pair is None:
            return "", 0
        for field in self.opened.watched.weakens:
            value = getattr(pair[1], field, None)
            if isinstance(value, int) and value > 1:
                return f"{kind}.{field}", value - 1
        return "", 0

    def playtested(self, *options: str) -> str:
        """The command of this playtest with something more."""
        return " ".join(["ibbprint playtest", quote(self.made.scenario), *self.made.given, *options])

    def _changed(self, change: str) -> str:
        """The command that tries a change, with the same players on the same seeds."""
        seed = [] if self.made.seed == "1" else [f"--seed {quote(self.made.seed)}"]
        return self.playtested(*self._players(), *seed, change)

    def _players(self) -> list[str]:
        """The players as an option; empty where all play greedily, the default."""
        names = self.made.policies
        return [] if set(names.values()) == {"greedy"} else [f"--policy {_by_side(names)}"]

    def _best_change(self) -> str:
        """The change among those tried that brings the sides nearest to even, if any does."""
        current = abs(self.tally.won(self.tally.sides[0]).value - 0.5)
        tried = [comparison for comparison in self.made.comparisons if comparison.games and comparison.wins.seen]
        nearest = min(tried, key=lambda item: abs(item.tally.won(self.tally.sides[0]).value - 0.5), default=None)
        if nearest is None:
            return ""
        part = nearest.tally.won(self.tally.sides[0]).value
        if abs(part - 0.5) >= current:
            return ""
        return (
            f"{nearest.label} brings {self.side(self.tally.sides[0])} to {100 * part:.0f} wins in 100. Keep it, and "
            "play it with other players."
        )

    def who(self) -> str:
        """The descriptions of the policies that played."""
        names = [*self.made.policies.values(), *(pairing.first for pairing in self.made.pairings)]
        names += [PLANNING for _ in self.made.besides]
        plain = dict.fromkeys(name.partition(":")[0] for name in names)
        items = [POLICIES[name] for name in plain if name in POLICIES]
        sentences = [f"Who played: {'; '.join(items)}."] if items else []
        return " ".join([*sentences, *(self._plan(*who, plan) for who, plan in self.made.plans.items())])

    def _plan(self, side: str, policy: str, plan: Plan) -> str:
        """The plan that a commander fights by."""
        player = f"As {self.side(side)} {policy}"
        if plan == AS_USUAL:
            return f"{player} found no plan that surely beats greedy play, so it plays greedily."
        if plan.until < 2:
            return f"{player} {_leaning(plan.main)}."
        return f"{player} {_leaning(plan.opening)} before turn {plan.until}, and {_leaning(plan.main)} from then on."

    def not_modelled(self) -> list[str]:
        """The parts that the engine ignores."""
        items = [f"Not played: {text}." for text in self.opened.not_played]
        return items or ["The program plays everything that is printed for this scenario."]

    def cannot_tell(self) -> str:
        """The limits of what the games show."""
        return (
            "These are games between programs. They say how the scenario treats such players; people plan further "
            "ahead, hold reserves and bluff."
        )

    def decided(self) -> list[str]:
        """The conditions that were met at the end, the most frequent first."""
        games = self.tally.games
        return [
            f"{capital(text).rstrip('.')} ({number} of {games_of(games)})."
            for text, number in self.tally.decided.most_common()
        ]

    def never_happened(self) -> list[str]:
        """The events of no game: kinds of events, spells never cast, engines that never fired, counters that never
        acted.
        """
        tally = self.tally
        kinds = [words for kind, words in self.opened.watched.notable.items() if not tally.happened[kind]]
        uncast = [spell for spell in self.opened.spells if spell_key(spell.side, spell.id) not in tally.spells]
        spells = [
            f"{self.side(side)} casting {listed([item.name for item in uncast if item.side == side], 'or')}"
            for side in dict.fromkeys(spell.side for spell in uncast)
        ]
        present = [(key, career) for key, career in tally.careers.items() if career.games and key in tally.roll]
        engines = [
            f"a shot by {self.counter(key)}"
            for key, career in present
            if tally.roll[key].role == "engine" and career.harmless == career.games
        ]
        idle = [f"anything done by {self.counter(key)}" for key, career in present if career.never == career.games]
        return [*kinds, *spells, *engines, *idle]

    def never(self) -> str:
        """The events that never happened as a sentence; empty where all of them did."""
        items = self.never_happened()
        return (
            f"No game saw {listed(items, 'or')}."
            if 0 < len(items) < 3
            else (f"No game saw any of these: {'; '.join(items)}." if items else "")
        )

    def tallies(self) -> list[tuple[str, Tally]]:
        """The games with who played them: of a tournament every pairing, else those of the only one, unnamed."""
        if not self.made.pairings:
            return [("", self.tally)]
        sides = [self.side(side) for side in self.tally.sides]
        return [
            (f"{capital(pairing.first)} plays {sides[0]}, {pairing.second} plays {sides[1]}", pairing.tally)
            for pairing in self.made.pairings
            if pairing.tally.games
        ]

    def forum(self) -> str:
        """A paragraph for pasting into a forum, with all that is needed to judge it and to play it again."""
        tally = self.tally
        stands = self.standing_out()[:3]
        command = self.playtested(*self.made.compared, f"--games {tally.games} --seed {quote(self.made.seed)}")
        return " ".join(
            filter(
                None,
                [
                    f"{self.opened.title}, {games_of(tally.games)}.",
                    self.verdict(),
                    self.rest(),
                    self.fair(),
                    *stands,
                    self.cannot_tell(),
                    f"Repeat it: {command}",
                ],
            )
        )


def share_of(tally: Tally, winner: str | None) -> Interval:
    """The share of games that a side won, or of draws."""
    return share(tally.winners[winner], tally.games)


def _by_side(names: Mapping[str, str]) -> str:
    """Policies as `--policy` takes them."""
    return ",".join(f"{side}={name}" for side, name in names.items())


def in_100(part: Interval, *, brief: bool = False) -> str:
    """`71 games of 100 (between 68 and 74)`, or `71% (68 to 74)`."""
    value, low, high = (f"{100 * number:.0f}" for number in part)
    return f"{value}% ({low} to {high})" if brief else f"{value} games of 100 (between {low} and {high})"


def levels(interval: Interval) -> str:
    """`+0.42 (+0.10 to +0.74)`."""
    return f"{interval.value:+.2f} ({interval.low:+.2f} to {interval.high:+.2f})"
