"""Scenarios made up: a map, two armies and a reason to fight (G-49, G-66), as the folder of a pack."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ibbprint.catalogue.writing import template
from ibbprint.dice import SeededDice, drawn_seed
from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer, RollMade, seed_slug, stream
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.lists.files import slug
from ibbprint.engine.words import themes_taken
from ibbprint.problems import Report, Where
from ibbprint.showing import on_one_line
from ibbprint.systems.ibb.catalogue import DATA, GAME, Catalogue
from ibbprint.systems.ibb.generating import kinds
from ibbprint.systems.ibb.generating.armies import Raised, raise_army
from ibbprint.systems.ibb.generating.land import Land, has_water, lands
from ibbprint.systems.ibb.generating.looking import Look, as_sentence, looked_at
from ibbprint.systems.ibb.generating.making import MadeUp, ScenarioMaking, ScenarioOrder
from ibbprint.systems.ibb.generating.wishes import OPTIONS, Wish, wish_of
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.models.army_themes import ArmyTheme

OFFER = Offer(
    "Make up a scenario: a map, two armies and a reason to fight.",
    OPTIONS,
    folder=True,
    rerolled=({"keep": "map"}, "anew"),
)
MOST_ARMIES = 6
"""The most pairs of armies that are tried on a map before another map is made."""
MOST_LOOKS = 24
"""The most scenarios that are compared before generating ends without a result."""


def generate(request: GenerateRequest, catalogue: Catalogue, options: KitOptions, report: Report) -> Generated | None:
    """A scenario as a pack, or None with the reason in the report; BadRequest for a wish that cannot be met."""
    checker = Checker(catalogue, options)
    wish = wish_of(request, catalogue, checker)
    return _Search(wish, request, catalogue, options, checker, report).search()


class _Lot(NamedTuple):
    """A theme, and the die that chose it; none for one that was asked for."""

    theme: ArmyTheme
    dice: str = ""
    faces: tuple[int, ...] = ()


class _Draft(NamedTuple):
    """A scenario with all that it was made of."""

    made: MadeUp
    land: Land
    armies: tuple[Raised, Raised]
    files: dict[str, bytes]
    pair: int
    """Which pair of armies of the seed it was."""

    @property
    def names(self) -> dict[str, str]:
        """The name of each side, by its id."""
        return dict(zip(self.made.sides, [raised.people for raised in self.armies], strict=True))


class _Search:
    """Looks for a scenario that can be made, and that the look does not throw away."""

    def __init__(
        self,
        wish: Wish,
        request: GenerateRequest,
        catalogue: Catalogue,
        options: KitOptions,
        checker: Checker,
        report: Report,
    ) -> None:
        self.wish = wish
        self.request = request
        self.catalogue = catalogue
        self.options = options
        self.checker = checker
        self.report = report
        self.anew = wish.anew if wish.anew is not None else drawn_seed() if wish.keep else request.seed
        self.map_seed = request.seed if wish.keep != "armies" else self.anew
        self.army_seed = request.seed if wish.keep != "map" else self.anew
        self.kind, self.kind_roll = self._kind()
        same = self.anew if wish.keep else request.seed
        self.id = f"{self.kind}-{seed_slug(same)}"
        self.failed = Report()
        self.too_slow = 0
        self.thrown: list[str] = []

    def search(self) -> Generated | None:
        pairs: list[int] | None = None
        if self.wish.keep == "armies":
            first = self.request._replace(options={**self.request.options, "keep": "", "anew": None})
            original = _Search(
                self.wish._replace(keep="", anew=None), first, self.catalogue, self.options, self.checker, self.report
            ).best()
            if original is None:
                return None
            pairs = [original[0].pair]
        best = self.best(pairs)
        return None if best is None else self._generated(*best)

    def best(self, pairs: list[int] | None = None) -> tuple[_Draft, Look | None] | None:
        """The first scenario that is not thrown away, with what was seen of it."""
        for draft in self._drafts(pairs):
            if self.request.games is None or not self.wish.look:
                return draft, None
            look = looked_at(draft.files, self.request.games, self.wish.look, self.wish.evening, draft.names)
            if not look.reason:
                return draft, look
            self.thrown.append(look.reason)
            if len(self.thrown) == MOST_LOOKS:
                break
        self._give_up()
        return None

    def _kind(self) -> tuple[str, RollMade]:
        """The kind of battle: that of the wish, or one by lot that the ground is fit for."""
        kind, dice = self.wish.kind, ""
        faces: tuple[int, ...] = ()
        if not kind:
            packs = tuple(self.options.packs)
            fit = [
                item for item in kinds.KINDS if item != kinds.CROSSING or has_water(self.wish, self.catalogue, packs)
            ]
            die = stream(self.request.seed, "kind").roll(len(fit))
            kind, dice, faces = fit[die - 1], f"d{len(fit)}", (die,)
        rules = ("G-66",) if kind in (kinds.CROSSING, kinds.BREAKTHROUGH) else ("G-49",)
        return kind, RollMade("Battle", dice, faces, "kinds", kind, kinds.WORDS[kind], rules=rules)

    def _drafts(self, pairs: list[int] | None) -> Iterator[_Draft]:
        packs = tuple(self.options.packs)
        for at, land in enumerate(lands(self.wish, self.kind, self.map_seed, self.catalogue, packs, self.report)):
            for pair in range(MOST_ARMIES) if pairs is None else pairs:
                armies = self._armies(pair)
                if armies is None:
                    continue
                draft_seed = f"{self.anew}:{at}:{pair}"
                outline = ScenarioOrder(self.id, self.kind, draft_seed, self.wish.turns, self._command())
                making = ScenarioMaking(outline, armies, land.map, self.catalogue, self.checker, self.failed)
                result = making.scenario()
                self.too_slow = self.too_slow or making.too_slow
                if result is not None:
                    yield _Draft(result, land, armies, self._files(result, land, armies), pair)
                elif making.too_slow:  # no other armies march as much faster as that would take
                    break

    # --- armies ---------------------------------------------------------------------------------------------------

    def _armies(self, pair: int) -> tuple[Raised, Raised] | None:
        roles = ("attacker", "defender") if self.kind in kinds.WITH_ROLES else ("", "")
        themes = self._themes(pair)
        seed = f"{self.army_seed}:{pair}"
        first = raise_army(themes[0].theme, self.wish.budget, roles[0], f"{seed}:1", (), self.checker)
        if first is None:
            return None
        names = [
            first.people,
            *(entry.written.name for entry in first.army.entries if entry.written.name),
            *(formation.name for formation in first.army.formations),
        ]
        second = raise_army(themes[1].theme, self.wish.budget, roles[1], f"{seed}:2", names, self.checker)
        return None if second is None else (first, second)

    def _themes(self, pair: int) -> tuple[_Lot, _Lot]:
        """The themes of a pair of armies: those of the wish, else by lot, not twice the same."""
        theme, second = self.wish.themes
        dice = stream(f"{self.army_seed}:{pair}", "themes")
        first = _Lot(theme) if theme is not None else self._by_lot(dice, second)
        return first, _Lot(second) if second is not None else self._by_lot(dice, first.theme)

    def _by_lot(self, dice: SeededDice, not_this: ArmyTheme | None) -> _Lot:
        shelf = self.catalogue.army_themes
        weighted = [theme for theme in shelf if theme is not not_this or len(shelf) == 1 for _ in range(theme.weight)]
        die = dice.roll(len(weighted)) if len(weighted) > 1 else 1
        return _Lot(weighted[die - 1], f"d{len(weighted)}", (die,))

    # --- what is written ------------------------------------------------------------------------------------------

    def _files(self, result: MadeUp, land: Land, armies: tuple[Raised, Raised]) -> dict[str, bytes]:
        pack = template(DATA / "generated-pack.yaml.j2").render(
            {"id": self.id, "title": result.title, "game": GAME, "packs": [pack.name for pack in self.options.packs]}
        )
        files = {"pack.yaml": pack.encode(), f"scenarios/{self.id}.yaml": result.text.encode()}
        if land.data is not None:
            files[f"maps/{land.map.model.id}.yaml"] = land.data
        for raised in armies:
            files[f"{slug(raised.people, GAME)}.txt"] = raised.text.encode()
        return files

    def _command(self) -> str:
        """The command that makes the same again."""
        words = ["ibbprint", "generate", GAME]
        for name, value in self.request.options.items():
            if name != "anew":
                words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        words += [f"--anew={self.anew}"] if self.wish.keep else []
        words += [word for pack in self.options.packs for word in ("--pack", str(pack))]
        words += [word for name, value in self.options.rules.items() for word in ("--rule", f"{name}={value}")]
        return on_one_line(shlex.join([*words, f"--seed={self.request.seed}"]))

    def _generated(self, draft: _Draft, look: Look | None) -> Generated:
        result = draft.made
        armies = [
            RollMade("Army", lot.dice, lot.faces, "army-themes", lot.theme.id, f"The {raised.people}: {lot.theme.text}")
            for lot, raised in zip(self._themes(draft.pair), draft.armies, strict=True)
        ]
        notes = themes_taken(self.catalogue, str(self.request.options.get("theme", "")).split(","))
        notes += [f"{result.turns} turns to fight for {', '.join(result.places)} on {draft.land.map.model.title}."]
        if self.wish.keep:
            notes.append(f"To make it again: {self._command()}")
        if self.thrown:
            count = "one scenario was" if len(self.thrown) == 1 else f"{len(self.thrown)} scenarios were"
            notes.append(f"First, {count} thrown away: {self._reasons()}.")
        if look is not None:
            notes.append(as_sentence(look, draft.names))
        return Generated(
            self.request.seed,
            self.id,
            result.title,
            draft.files,
            (self.kind_roll, *draft.land.rolls, *armies),
            notes,
            with_kit=self.wish.evening,
        )

    def _reasons(self) -> str:
        """The reasons for which scenarios were thrown away, each once."""
        counts = Counter(self.thrown)
        return "; ".join(f"{reason} ({number} times)" if number > 1 else reason for reason, number in counts.items())

    def _give_up(self) -> None:
        """Say why there is no scenario."""
        if not self.report.ok:
            return
        seed, turns = on_one_line(self.request.seed), self.wish.turns
        if self.thrown:
            message = f"none of {len(self.thrown)} scenarios was worth playing: {self._reasons()}."
            hint = "Try another seed or other armies, or --look 0."
            self.report.error(Where(f"--seed {seed}"), "generate:look", message, hint)
        elif self.too_slow and turns is not None:
            message = f"the march to the battle takes {self.too_slow} turns, but there are only {turns}."
            hint = f"Use --turns {self.too_slow + 2}, or leave it out."
            self.report.error(Where(f"--turns {turns}"), "generate:turns", message, hint)
        elif self.failed.errors:
            self.report.add(self.failed.errors[-1])
        else:
            message = f"no armies of these themes are possible for {self.wish.budget} gold."
            self.report.error(Where(f"--budget {self.wish.budget}"), "generate:armies", message, "Try another budget.")
