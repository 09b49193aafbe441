"""The commands that write files, each with what it needs beside it, in a game small enough to be printed often."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

GAME = {
    "game.yaml": "game: {id: mill, title: The Mill, counter: 15, hex: 20}\n"
    "sides: [{id: red, name: Red, livery: red}, {id: blue, name: Blue, livery: blue}]\n"
    "parts: [{id: counters, pieces: units, group: side, face: unit}]\n",
    "style.yaml": "style:\n  liveries:\n"
    '    red: {fill: "#a3262a", panel: "#f7e3d2", band: "#5a1210", device: device-oak}\n'
    '    blue: {fill: "#2a46a3", panel: "#d2e3f7", band: "#10225a", device: device-crown}\n',
    "units.csv": "id,name,side,strength,count\nfoot,Foot,red,3,2\nhorse,Horse,blue,4,1\n",
    "faces/unit.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15">'
    '<rect x="-4" y="-4" width="23" height="23" fill="{{ style.liveries[side.livery].fill }}"/>'
    '<text x="7.5" y="9" font-size="5" text-anchor="middle" fill="{{ ink(style.liveries[side.livery].fill) }}">'
    "{{ strength }}</text></svg>\n",
}
"""A game of two kinds of counter."""


@dataclass(frozen=True)
class Case:
    """A command that writes files into `out`, called where `mill`, `a.txt` and `b.txt` are."""

    name: str
    command: tuple[str, ...]
    fresh: bool = False
    """It refuses to write over what is there, so yesterday there was nothing."""
    log: str = ""
    """A file that grows while the command runs; it may end anywhere, and the command goes on from there."""
    ends_after: str = ""
    """The command runs until Ctrl-C; it is pressed once this has been said."""
    stopped: frozenset[int] = frozenset({130})
    """The exit codes after Ctrl-C."""
    together: bool = True
    """Its files are new together or not at all."""
    moments: bool = True
    """Its calls come in the same order each time, so Ctrl-C can strike at any of them."""


_PLAY = ("two-villages", "--policy", "random", "--seed", "3")
_TEN = ("playtest", *_PLAY, "--games", "10", "--log", "out/games.log")

CASES = (
    Case("kit", ("kit", "mill", "--svg", "-o", "out")),
    Case("kit of two", ("kit", "mill", "two-villages", "--only", "counters", "-o", "out"), together=False),
    Case("faces", ("faces", "mill", "--as", "svg", "-o", "out")),
    Case("preview", ("preview", "foot", "-s", "mill", "-o", "out/foot.png")),
    Case("new", ("new", "out/own", "--game", "printed"), fresh=True),
    Case(
        "watch",
        ("watch", "mill", "-o", "out"),
        ends_after="edition",
        stopped=frozenset({0, 130}),
        together=False,
        moments=False,
    ),
    Case("units", ("units", "--csv", "-o", "out/units.csv"), fresh=True),
    Case("generate a file", ("generate", "microbattle", "--seed", "7", "-o", "out/battle.yaml", "--force")),
    Case("generate a pack", ("generate", "ayrenes-woods", "--seed", "7", "-o", "out/woods"), fresh=True),
    Case("generate, forced", ("generate", "ayrenes-woods", "--seed", "7", "-o", "out/woods", "--force")),
    Case("battle", ("battle", "a.txt", "b.txt", "-o", "out/battle.yaml", "--force")),
    Case("roster", ("roster", "a.txt", "-o", "out")),
    Case("map new", ("map", "new", "--seed", "7", "--size", "12x10", "-o", "out/map.yaml", "--force")),
    Case("map show", ("map", "show", "forest-map-one", "-o", "out/map.svg")),
    Case("dice", ("dice", "2d6", "-o", "out/dice.pdf")),
    Case("calibrate", ("calibrate", "-o", "out")),
    Case("printer", ("printer", "office", "--scale", "99.6")),
    Case("play", ("play", *_PLAY, "--save", "out/game.txt", "--map-every-turn", "out/maps"), together=False),
    Case("playtest", (*_TEN, "--jobs", "1", "-o", "out/report.pdf"), log="out/games.log", together=False),
    Case(
        "playtest markers",
        ("playtest", *_PLAY, "--games", "5", "--jobs", "1", "--write-markers", "out/markers"),
        fresh=True,
    ),
    Case("playtest on two", (*_TEN, "--jobs", "2"), log="out/games.log", moments=False),
)
TINY = ("faces", "printer")
"""The cases that the tests run."""


def lay_out(folder: Path, lists: tuple[str, str]) -> None:
    """Put what the commands need into a folder."""
    for name, text in GAME.items():
        path = folder / "mill" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, text in zip(("a.txt", "b.txt"), lists, strict=True):
        (folder / name).write_text(text, encoding="utf-8")


def comparable(name: str, data: bytes) -> bytes:
    """The bytes of a file; of the state of a page, which changes as the page is drawn, whether it is whole."""
    if name.endswith("state.js") and data.startswith(b"state({") and data.endswith(b"});\n"):
        json.loads(data[len(b"state(") : -len(b");\n")])
        return b"a whole state"
    return data
