"""The desk of a game: what the page may ask, answered in plain values. It runs in the process of the game.

And what is beside the map: the turn track, the Cup with its chits, and boxes for counters that are not on the map.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from ibbprint.digits import are_digits
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.session import Opened
from ibbprint.engine.space import Grid
from ibbprint.materials import Kit
from ibbprint.playtest.saved import Head, saved_in
from ibbprint.press.inking import Inking
from ibbprint.problems import Report
from ibbprint.table.answering import Answering, Json, Refused
from ibbprint.table.art import Art, Artist
from ibbprint.table.match import Match, on_the_map
from ibbprint.table.outlook import outlook
from ibbprint.table.refusing import reason
from ibbprint.table.views import EVERYTHING, MASK, SideView, story, thrown

AT_ONCE_S = 0.15
"""Policies answer for so long at a time, so that a click in between is never kept waiting for a whole turn."""
MOST_FACES = 400
ELSE = "Start ibbprint table with that file."
ALL = "all"
"""What a page looks back with that sees everything."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a game at the table is opened with: its files, the head of its saved game, who plays, the moves so far."""

    DESK: ClassVar[str] = "match"

    scenario: str
    packs: tuple[str, ...]
    seed: str
    rules: Mapping[str, str]
    policies: Mapping[str, str]
    persons: tuple[str, ...]
    force: bool
    moves: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    ink: str = "full"
    palette: str = ""
    number: int = 0
    """The number of the game before, where the process is started again."""


@dataclass
class Sent:
    """What a page has been sent: the story as it has it, and the faces that it has seen named."""

    story: list[Json] = field(default_factory=list)
    faces: set[str] = field(default_factory=set)


class Desk(Answering):
    """A game with its art, and the questions that a page may put to it."""

    def __init__(self, game: Game, opened: Opened[Any], sitting: Sitting, report: Report) -> None:
        self.game = game
        self.opened = opened
        head = Head(sitting.scenario, sitting.seed, sitting.packs, sitting.rules, dict(sitting.policies))
        self.match = Match(opened, head, sitting.persons, sitting.number)
        self.match.restore(sitting.moves)
        self.options = KitOptions(tuple(Path(pack) for pack in sitting.packs), sitting.rules, tabletop=True)
        kit = game.kit(sitting.scenario, self.options, report)
        inking = Inking(sitting.ink, sitting.palette)
        artist = Artist([Path(folder) for folder in sitting.folders], inking, report)
        self.board = board = self.match.game.board()
        self.grid = board.grid if board is not None and isinstance(board.grid, Grid) else None
        self.art: Art | None = artist.draw(kit, board, list(opened.sides))
        self.beside = Beside.of(kit)
        self._pieces = _pieces(kit, opened, head.seed)
        self.sent: dict[str, Sent] = {}
        self._views: dict[str, SideView] = {}
        self._viewed_at: tuple[Match, int] | None = None
        self.replay: Replay | None = None
        self.asks: Mapping[str, Callable[..., Json]] = {
            "table": self.table,
            "state": self.state,
            "faces": self.faces,
            "act": self.act,
            "answer": self.answer,
            "outlook": self.outlook,
            "why": self.why,
            "rule": self.rule,
            "undo": self.undo,
            "hint": self.hint,
            "save": self.save,
            "load": self.load,
            "past": self.past,
        }

    # --- what is shown ------------------------------------------------------------------------------------------

    def table(self) -> Json:
        """What never changes: titles, sides, the map and its cells."""
        art, game = self.art, self.match.game
        return {
            "title": self.opened.title,
            "game": self.game.title,
            "sides": [{"id": id, "name": name, "person": id in self.match.persons} for id, name in self._sides()],
            "colours": {} if art is None else dict(art.liveries),
            "cell": game.notation.rules.cell,
            "costs": game.COSTS[1],
            "map": "" if art is None else art.map,
            "size": [0, 0] if art is None else [art.sheet.width, art.sheet.height],
            "counter": 16 if art is None else art.counter_mm,
            "field": [0, 0, 1] if art is None else [*art.corner, art.scale],
            "cells": {} if art is None else art.cells,
            "grounds": self._grounds(),
            "passes": list(self.opened.watched.passes),
            "not_played": list(self.opened.not_played),
            "turns": self.beside.turns,
            "marker": "" if art is None else art.fronts.get(MARKER.upper(), ""),
            "boxes": list(self.beside.boxes),
        }

    def _sides(self) -> Sequence[tuple[str, str]]:
        return [*self.opened.sides.items()]

    def _grounds(self) -> Json:
        """What each kind of ground of the map does, in words; its name alone where the game says no more."""
        named = {} if self.board is None else {ground.id: f"{ground.name}." for ground in self.board.grounds}
        known = {id: fact.text for id, fact in self.opened.grounds.items()}
        return named | known

    def view(self, side: str) -> SideView:
        """The game as a side sees it now, the same until the game moves on."""
        now = (self.match, self.match.number)
        if self._viewed_at != now:
            self._views.clear()
            self._viewed_at = now
        if side not in self._views:
            self._views[side] = SideView(self.opened, self.match.game, side)
        return self._views[side]

    def state(self, side: str, page: str, have: int = 0) -> Json:
        """The game as a side sees it now; of the story what the page does not have yet."""
        match, view = self.match, self.view(side)
        return self._shown(view, page, have, match.been) | {
            "number": match.number,
            "can_undo": match.can_undo and match.game.to_move == side,
            "choices": view.choices(),
            "moves": len(match.moves),
            "open": view.still_open(),
        }

    def _shown(self, view: SideView, page: str, have: int, been: Collection[str]) -> Json:
        game = view.game
        sent = self.sent.setdefault(page, Sent())
        lines, standing = story(view, self.match.head.seed)
        old = sent.story if have == len(sent.story) else []
        keep = next((n for n, (a, b) in enumerate(zip(old, lines, strict=False)) if a != b), min(len(old), len(lines)))
        sent.story = lines
        counters, signs = view.counters(), self.art.signs if self.art else {}
        for counter in counters:
            known = view.present.get(counter["key"])
            counter["face"] = self._face(counter, "" if known is None else known.kind)
            counter["marks"] = [[sign, signs.get(sign, "")] for sign in counter["signs"]]
            if not counter["place"] and "spot" not in counter:
                counter["box"] = self.beside.box(counter["key"], counter["side"], game.turn, been)
            sent.faces.update(face for face in (counter["face"], *(mark[1] for mark in counter["marks"])) if face)
        lying = {
            place: [[sign, signs.get(sign, "")] for sign in signs_there]
            for place, signs_there in view.view.place_signs().items()
        }
        sent.faces.update(face for signs_there in lying.values() for _, face in signs_there if face)
        cup = chits(view, {} if self.art is None else self.art.fronts)
        sent.faces.update(chit["face"] for chit in cup or () if chit["face"])
        if self.art is not None:
            sent.faces.add(self.art.fronts.get(MARKER.upper(), ""))
        decides = game.to_move
        return {
            "cup": cup,
            "side": view.side,
            "turn": game.turn,
            "decides": decides,
            "decider": self.opened.sides.get(decides or "", ""),
            "over": game.is_over,
            "winner": self.opened.sides.get(game.result.winner or "", "") if game.is_over else "",
            "decided": list(game.decided()) if game.is_over else [],
            "standing": standing,
            "question": view.question(),
            "thinking": decides in self.match.policies,
            "counters": counters,
            "lying": lying,
            "story": {"keep": keep, "add": lines[keep:]},
            "dice": thrown(game.events),
        }

    def _face(self, counter: Json, kind: str) -> str:
        """The id of the face of a counter, else of its `kind`: copies of one piece are printed alike.

        Of one that a side cannot see it is the back that all of its army share.
        """
        if self.art is None:
            return ""
        if MASK in counter["key"]:
            return self.art.masks.get(counter["side"], "")
        known = self.art.fronts.get(counter["key"].upper()) or self.art.fronts.get(kind.upper())
        return known or self.art.fronts.get(self._pieces.get(counter["key"], ""), "")

    def faces(self, page: str, ids: Sequence[str]) -> Json:
        """The drawings of faces whose ids a page has been sent."""
        known = self.sent.setdefault(page, Sent()).faces
        faces, titles = ({}, {}) if self.art is None else (self.art.faces, self.art.titles)
        may = [id for id in ids[:MOST_FACES] if id in known and id in faces]
        return {"faces": {id: [faces[id], titles[id]] for id in may}}

    # --- what is done -------------------------------------------------------------------------------------------

    def act(self, side: str, choice: int, number: int, sure: int = 0, page: str = "", have: int = 0) -> Json:
        """Do what was chosen. A page has the game as it stands then at once, before any policy answers.

        A person who is `sure` has seen the odds of the attack that he declares: it is fought at once if nobody can
        join it.
        """
        match = self.match
        match.act(side, choice, number)
        if sure and match.game.to_move == side and match.only_settles():
            match.act(side, 0, match.number)
        return self._done(side, page, have)

    def undo(self, side: str, number: int, page: str = "", have: int = 0) -> Json:
        if self.match.game.to_move != side or number != self.match.number:
            raise Refused("The game has moved on since your click; the page shows it as it stands now.")
        self.match.undo()
        return self._done(side, page, have)

    def _done(self, side: str, page: str, have: int) -> Json:
        """The answer to what changed the game, with the new state for the page that asked."""
        return self.after() | ({"state": self.state(side, page, have)} if page else {})

    def answer(self) -> Json:
        """Let policies decide for a moment."""
        until = time.monotonic() + AT_ONCE_S
        while self.match.answer() and time.monotonic() < until:
            pass
        return self.after()

    def after(self) -> Json:
        match = self.match
        return {
            "number": match.number,
            "thinking": match.game.to_move in match.policies,
            "moves_made": list(match.moves),
            "saved": match.saved(),
            "seed": match.head.seed,
        }

    def load(self, text: str) -> Json:
        """Go on with a saved game of this table's scenario, played by the same rules. Refused for any other."""
        report = Report()
        saved = saved_in(text, "the file", report)
        if saved is None:
            raise Refused(str(next(iter(report))))
        mine = self.match.head
        head = Head(mine.scenario, saved.head.seed, mine.packs, mine.rules, mine.policies)
        match = Match(self.opened, head, self.match.persons, self.match.number)
        same = saved.earlier or saved.head.begins in ("", head.begins)
        if not same or dict(saved.head.rules) != dict(mine.rules):
            raise Refused(f"This is not a game of {self.opened.title} as it is laid here. {ELSE}")
        match.restore([line for line, _ in saved.actions])
        self.match, self.replay = match, None
        return self.after()

    # --- what is asked before -----------------------------------------------------------------------------------

    def outlook(self, side: str, choice: int, number: int) -> Json:
        """What may come of a choice, with exact chances."""
        action = self.match.choice(side, choice, number)
        return outlook(self.view(side), action)

    def why(self, side: str, counter: int, place: str) -> Json:
        """Why a counter cannot go to a place, or act on it, with the rule."""
        return reason(self.view(side), counter, place, self.grid)

    def rule(self, id: str) -> Json:
        """What a rule says, as the game prints it. Refused where the game has no such rule to look up."""
        rule = None
        if self.game.offers(Game.rule):
            rule = self.game.rule(id.rpartition(":")[2], self.match.head.scenario, self.options, Report())
        if rule is None:
            raise Refused(f"The text of {id} is not in the program.")
        return {"id": rule.id, "title": rule.title, "text": rule.text or " ".join(rule.statements)}

    def hint(self, side: str) -> Json:
        number, action = self.match.hint(side)
        return {"choice": number, "number": self.match.number, "action": self.view(side).choice(number, action)}

    def save(self) -> Json:
        return {"text": self.match.saved()}

    # --- looking back -------------------------------------------------------------------------------------------

    def past(self, side: str, page: str, at: int, have: int = 0, eyes: str = "") -> Json:
        """The game as it was after so many moves, as a side saw it.

        Once the game is over, anybody may look with the `eyes` of another side, or see everything. Refused before.
        """
        if eyes not in ("", side) and not self.match.game.is_over:
            raise Refused("Until the game is over, you look back with your own eyes only.")
        if eyes == ALL:
            side = EVERYTHING
        elif eyes:
            side = eyes if eyes in self.opened.sides else side
        if self.replay is None or self.replay.moves[: self.replay.at] != self.match.moves[: self.replay.at]:
            self.replay = Replay(self.opened, self.match.head.seed)
        game = self.replay.to(self.match.moves, at)
        return self._shown(SideView(self.opened, game, side), page, have, self.replay.been) | {"at": self.replay.at}


def _pieces(kit: Kit | None, opened: Opened[Any], seed: str) -> dict[str, str]:
    """On a table without cells, the id of the piece of each counter, by where both begin."""
    table = None if kit is None else kit.tabletop
    if table is None or not any(start.spot for start in table.starts):
        return {}
    pieces = {
        start.spot[:2]: start.piece.rpartition("/")[2].upper() for start in table.starts if start.spot is not None
    }
    return {key: pieces[spot[:2]] for key, spot in opened.start(seed).spots().items() if spot[:2] in pieces}


class Replay:
    """A game played again as far as it is looked at."""

    def __init__(self, opened: Opened[Any], seed: str) -> None:
        self.opened, self.seed = opened, seed
        self.game = opened.start(seed, listen=True)
        self.been = on_the_map(self.game)
        self.at = 0
        self.moves: list[str] = []

    def to(self, moves: Sequence[str], at: int) -> Any:
        """The game after so many moves; one that is behind is begun again."""
        at = max(0, min(at, len(moves)))
        if at < self.at:
            self.game, self.at = self.opened.start(self.seed, listen=True), 0
            self.been = on_the_map(self.game)
        for line in moves[self.at : at]:
            self.game.play(self.game.parse(line))
            self.been |= on_the_map(self.game)
        self.at, self.moves = at, list(moves)
        return self.game


CHIT = "cup-"
"""Chits are pieces whose ids begin so, with the key of the counter after it."""
MARKER = "turn"
"""The piece that stands on the turn track."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The boxes and the track of a kit. `begins` has the box in which each counter that begins in one does."""

    turns: int = 0
    boxes: tuple[Json, ...] = ()
    begins: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kit: Kit | None) -> Beside:
        """What is beside the map of a kit; nothing where it has no tabletop."""
        table = None if kit is None else kit.tabletop
        if table is None:
            return cls()
        boxes = tuple({"id": box.id, "name": box.name, "kind": box.kind, "note": box.note} for box in table.places)
        begins = {start.piece.rpartition("/")[2].upper(): start.box for start in table.starts if start.box}
        return cls(table.turns, boxes, begins)

    def box(self, key: str, side: str, turn: int, been: Collection[str]) -> str:
        """The id of the box of a counter that is not on the map; `been` are the keys of those that have been on it."""
        begins = self.begins.get(key.upper(), "")
        if key in been:
            return f"lost-{side}"
        digits = begins.rpartition("-")[2]
        late = begins.startswith("turn-") and are_digits(digits) and int(digits) < turn
        return "" if MASK in key or late else begins


def chits(side_view: SideView, fronts: Mapping[str, str]) -> list[Json] | None:
    """The chits in the cup with their faces, as a side knows them; None for a game without a cup."""
    keys = side_view.view.cup()
    if keys is None:
        return None
    return [{"key": key, "face": fronts.get(f"{CHIT}{key.partition('+')[0]}".upper(), "")} for key in keys]
