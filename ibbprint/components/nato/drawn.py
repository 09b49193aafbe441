"""A NATO symbol by its name: its words looked up, and drawn as SVG on a square of 320, frame in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.nato.files import Lines, Modifier, NatoFiles, read_nato
from ibbprint.drawing.areas import Box, box_of
from ibbprint.drawing.colour import ink
from ibbprint.drawing.icons import Missing
from ibbprint.drawing.shapes import Segment
from ibbprint.materials.signs import LONGEST, PREFIX, is_sign
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.svg_path import path as segments_of

HALF = 160
"""Half the side of the square that a symbol is drawn on."""
FRAME_WIDE, STROKE_WIDE = 11, 10
"""Lines are 0.25 mm wide at a side of 8 mm, which laser printers hold."""
DASH = "26 16"
OUTSIDE = "currentColor"
"""The colour of the frame and of what is outside it; what is inside is black or white, as reads better."""
GAP = 16
"""Between the frame and the sign of a size."""
UNDER_BAR = 0.62
"""The size of a unit is drawn so much smaller under a bar over it: the highest sign is 40 high, the bar is at 32."""
LOWER_PART = 44
"""What a branch has below this is in the place of modifiers."""
LETTER_WIDE, LETTER_HIGH, LETTER_GAP = 40, 60, 15
LETTERS_HIGH, LETTERS_WIDE = 78, 170
SECTOR_HIGH, SECTOR_AT = 36, 66
"""How high letters are in the middle, and below or above it; how wide at most; how far from the middle."""
MOST_DEEP = 6
SEE = "ibbprint symbols nato"
_GROUPS = {"branch": "branches", "size": "sizes", "side": "affiliations", "mod": "modifiers"}
_CALLED = {"branch": "branch", "size": "size", "side": "affiliation", "mod": "modifier"}
_FILL = re.compile(r"#[0-9A-Fa-f]{6}|none")
DEFAULT_SIDE = "friend"
Point = tuple[float, float]
Move = Callable[[float, float], Point]


class Sign(NamedTuple):
    """A NATO symbol, its words as the file has them; `fill` is empty where the affiliation decides."""

    branch: str
    size: str = ""
    side: str = DEFAULT_SIDE
    mods: tuple[str, ...] = ()
    fill: str = ""
    said_side: str = ""
    """The affiliation as far as a word says it."""


class _Lacking(Exception):
    """A name that is no symbol's; `missing` says why."""

    def __init__(self, missing: Missing) -> None:
        super().__init__(missing.message)
        self.missing = missing


class Signs:
    """The NATO symbols of some template folders, read when the first is asked for."""

    def __init__(self, folders: Sequence[Path], report: Report) -> None:
        self.folders = folders
        self.report = report

    @cached_property
    def known(self) -> NatoFiles | None:
        """The contents of the NATO files; None where they are faulty, with the faults in the report."""
        return read_nato(self.folders, self.report)

    def names(self, group: str) -> list[str]:
        """The names of branches, sizes, affiliations or modifiers, in the order of the files."""
        return [] if self.known is None else list(getattr(self.known.nato, group))

    def aliases(self, group: str, name: str) -> list[str]:
        """The other names of a branch, size, affiliation or modifier."""
        return [] if self.known is None else list(getattr(self.known.nato, group)[name].aliases)

    def missing(self, name: str) -> Missing | None:
        """The reason why a symbol is missing; None where it exists, or where the files are faulty."""
        try:
            if self.known is not None:
                self._sign(name)
        except _Lacking as lacking:
            return lacking.missing
        return None

    def svg(self, name: str, colours: Mapping[str, str]) -> tuple[str, Where] | None:
        """The symbol as SVG, and where its branch is written; None where there is none, or where it is faulty.

        `colours` are those inside the frames, by affiliation.
        """
        if self.known is None:
            return None
        try:
            sign = self._sign(name)
            return self._svg(sign, sign.fill or colours.get(sign.side, "none")), self._where("branches", sign.branch)
        except _Lacking:
            return None

    # --- names --------------------------------------------------------------------------------------------------

    @cached_property
    def _by_key(self) -> Mapping[str, Mapping[str, str]]:
        """The names of each group by all that they are called."""
        result: dict[str, dict[str, str]] = {}
        for word, group in _GROUPS.items():
            names = self.names(group)
            also = {_key(alias): name for name in names for alias in self.aliases(group, name)}
            result[word] = also | {_key(name): name for name in names}
        return result

    def _sign(self, name: str) -> Sign:
        """A symbol by its name. Raises _Lacking where a word of it is unknown."""
        if not is_sign(name) or len(name) > LONGEST + len(PREFIX) + 1:
            raise _Lacking(Missing(f"a NATO symbol is written nato(branch, size, ...), not {name[:60]!r}.", ""))
        words = [word.strip() for word in name[len(PREFIX) : -1].split(",")]
        if not words[0]:
            hint = f"Write nato(infantry). See: {SEE}"
            raise _Lacking(Missing("the NATO symbol names no branch.", hint))
        sign = Sign("")
        for number, word in enumerate(filter(None, words)):
            key, equals, value = word.partition("=")
            kind = "branch" if number == 0 else ""
            if equals:
                kind, word = key.strip().lower(), value.strip()
            sign = self._with(sign, kind, word)
        self._check_places(sign)
        return sign

    def _check_places(self, sign: Sign) -> None:
        """Raise _Lacking for modifiers that would be printed over each other, or would not be seen at all."""
        assert self.known is not None
        nato = self.known.nato
        try:
            branches = [nato.branches[name] for name in self._branches(sign.branch)]
        except _Lacking:
            return  # told where the branch is written
        drawn = {stroke for part in branches for stroke in _strokes_of(part)}
        occupied: list[tuple[str, str, Box]] = []
        for part in branches:
            occupied += [("", group, box) for group, box in _places(part) if box[1] >= LOWER_PART]
        for name in sign.mods:
            modifier = nato.modifiers[name]
            strokes = _strokes_of(modifier)
            if strokes and strokes <= drawn:
                if self._names_itself(sign.branch, name):
                    continue
                message = f"{name} does not show on {sign.branch}, which has the same lines."
                raise _Lacking(Missing(message, "Leave it out, or use another branch.", name))
            for group, box in _places(modifier):
                rival = next(
                    (owner for owner, where, place in occupied if where == group and _overlap(box, place)), None
                )
                if rival is not None:
                    message = f"{name} and {rival or sign.branch} would be printed over each other."
                    raise _Lacking(Missing(message, "Leave one of them out.", name))
                occupied.append((name, group, box))

    def _with(self, sign: Sign, kind: str, word: str) -> Sign:
        """The symbol with one word more, of this kind or of any but a branch."""
        if kind in ("", "fill") and _FILL.fullmatch(word):
            return sign._replace(fill=word)
        if kind == "fill":
            raise _Lacking(Missing(f"the fill of a NATO symbol is #rrggbb or none, not {word!r}.", "", word))
        kinds = [kind] if kind else ["size", "side", "mod"]
        for group in kinds:
            if group not in _GROUPS:
                hint = did_you_mean(group, [*_GROUPS, "fill"])
                raise _Lacking(Missing(f"a NATO symbol has no {group!r}.", hint, group))
            match = self._by_key[group].get(_key(word))
            if match is None:
                continue
            if group == "mod":
                return sign._replace(mods=(*dict.fromkeys((*sign.mods, match)),))
            if group == "branch":
                return sign._replace(branch=match)
            before = sign.size if group == "size" else sign.said_side
            if before not in ("", match):
                message = f"a NATO symbol has one {_CALLED[group]}: {before} or {match}?"
                raise _Lacking(Missing(message, "Leave one of them out.", word))
            return sign._replace(size=match) if group == "size" else sign._replace(side=match, said_side=match)
        called = " or ".join(_CALLED[group] for group in kinds) if len(kinds) < 3 else "size, affiliation or modifier"
        near = nearest(_key(word), [name for group in kinds for name in self._by_key[group]])
        hint = f"Did you mean {near}?" if near else f"See: {SEE}"
        raise _Lacking(Missing(f"NATO symbols have no {called} {word!r}.", hint, word))

    def _names_itself(self, branch: str, modifier: str) -> bool:
        """Whether a branch says in its names what the modifier says: then it is written twice, and nothing is lost."""
        called = " ".join(map(_key, (branch, *self.aliases("branches", branch))))
        return any(_key(word) in called for word in (modifier, *self.aliases("modifiers", modifier)))

    # --- drawings -----------------------------------------------------------------------------------------------

    def _where(self, *path: str) -> Where:
        assert self.known is not None
        return self.known.where(*path)

    def _svg(self, sign: Sign, fill: str) -> str:
        """The elements in drawing order: frame filled, contents, frame over the ends of lines, marks outside."""
        assert self.known is not None
        nato = self.known.nato
        affiliation = nato.affiliations[sign.side]
        scale, down = affiliation.scale, affiliation.down
        mods = [(name, nato.modifiers[name]) for name in sign.mods]

        def placed(x: float, y: float) -> Point:
            return x * scale, y * scale + down

        def across(x: float, y: float) -> Point:
            return placed(*_on_frame(x, y, affiliation.corner, affiliation.side, affiliation.top))

        def above(x: float, y: float) -> Point:
            return placed(x, y - affiliation.top - GAP)

        frame = self._moved(affiliation.frame, placed, "affiliations", sign.side, "frame")
        lines: list[str] = []
        areas: list[str] = []

        def draw(group: str, name: str, part: Lines, letters: tuple[float, float]) -> None:
            for field, move, to in (("across", across, lines), ("strokes", placed, lines), ("filled", placed, areas)):
                data = getattr(part, field)
                if data is not None:
                    to.append(self._moved(data, move, group, name, field))
            if part.letters is not None:
                lines.extend(self._lettered(part.letters, *letters, placed))

        for name in self._branches(sign.branch):
            draw("branches", name, nato.branches[name], (LETTERS_HIGH, 0))
        for name, modifier in mods:
            draw("modifiers", name, modifier, (SECTOR_HIGH, SECTOR_AT if modifier.sector == "bottom" else -SECTOR_AT))
        over = [
            self._moved(mod.above, above, "modifiers", name, "above") for name, mod in mods if mod.above is not None
        ]
        dots = ""
        if sign.size:
            size = nato.sizes[sign.size]
            high = UNDER_BAR if any(mod.above and _spans_middle(mod.above) for _, mod in mods) else 1.0

            def signed(x: float, y: float) -> Point:
                return above(x * high, y * high)

            over += [self._moved(size.strokes, signed, "sizes", sign.size, "strokes")] if size.strokes else []
            dots = self._moved(size.filled, signed, "sizes", sign.size, "filled") if size.filled else ""
        if any(mod.staff for _, mod in mods):
            x, y = placed(*affiliation.staff)
            over.append(f"M{_number(x)} {_number(y)}V{HALF - 2}")
        dashed = f' stroke-dasharray="{DASH}"' if any(mod.dashed for _, mod in mods) else ""
        within = OUTSIDE if fill == "none" else ink(fill)
        drawn = [f'<path fill="{fill}" d="{frame}"/>']
        drawn += [_stroked(" ".join(lines), STROKE_WIDE, within)] if lines else []
        drawn += [_filled(" ".join(areas), within)] if areas else []
        drawn.append(_stroked(frame, FRAME_WIDE, OUTSIDE, dashed))
        drawn += [_stroked(" ".join(over), FRAME_WIDE, OUTSIDE)] if over else []
        drawn += [_filled(dots, OUTSIDE)] if dots else []
        box = f"{-HALF} {-HALF} {2 * HALF} {2 * HALF}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n' + "\n".join(drawn) + "\n</svg>\n"

    def _branches(self, name: str, before: tuple[str, ...] = ()) -> Iterator[str]:
        """A branch, after all that are drawn with it. Raises _Lacking for one that is not there, or has no end."""
        assert self.known is not None
        branch = self.known.nato.branches[name]
        where = self._where("branches", name, "of")
        for included in branch.of:
            if included not in self.known.nato.branches:
                hint = did_you_mean(included, self.names("branches"), see=SEE)
                self._fault(where, f"there is no branch {included!r}.", hint)
            if included in (*before, name) or len(before) >= MOST_DEEP:
                self._fault(where, f"the branch {name!r} is drawn with itself.", "Leave one of them out.")
            yield from self._branches(included, (*before, name))
        yield name

    def _lettered(self, words: str, high: float, y: float, move: Move) -> Iterator[str]:
        """Letters about the middle, their middle at `y`."""
        assert self.known is not None
        scale = high / LETTER_HIGH
        wide = (len(words) * (LETTER_WIDE + LETTER_GAP) - LETTER_GAP) * scale
        narrow = min(1.0, LETTERS_WIDE / wide)
        for number, letter in enumerate(words):
            data = self.known.nato.letters.get(letter)
            if data is None:
                self._fault(self._where("branches"), f"there is no letter {letter!r}.", "Add it under letters.")
            left = -wide / 2 + number * (LETTER_WIDE + LETTER_GAP) * scale

            def placed(u: float, v: float, left: float = left) -> Point:
                return move((left + u * scale) * narrow, y + (v * scale - high / 2) * narrow)

            yield self._moved(data or "", placed, "letters", letter)

    def _moved(self, data: str, move: Move, *path: str) -> str:
        """Path data with every point moved. Raises _Lacking for data that is broken."""
        try:
            return "".join(_written(segment, move) for segment in segments_of(data))
        except ValueError as wrong:
            self._fault(self._where(*path), f"{path[-1]}: {wrong}.", "")
            raise AssertionError from wrong

    def _fault(self, where: Where, message: str, hint: str) -> None:
        self.report.error(where, "draw:value", message, hint)
        raise _Lacking(Missing(message, hint))


def _strokes_of(lines: Lines) -> set[str]:
    """The strokes of a branch or modifier one by one, to tell whether two draw the same."""
    return {
        f"{field} {stroke}".strip()
        for field in ("across", "strokes", "filled")
        for stroke in (getattr(lines, field) or "").split("M")
        if stroke.strip()
    }


def _places(lines: Lines) -> Iterator[tuple[str, Box]]:
    """The boxes that a branch or modifier takes up, in the frame or above it; lines across the frame take none."""
    data = " ".join(filter(None, (lines.strokes, lines.filled)))
    if data:
        yield "in", _box_of(data)
    if lines.letters is not None and isinstance(lines, Modifier):
        middle = SECTOR_AT if lines.sector == "bottom" else -SECTOR_AT
        wide = len(lines.letters) * (LETTER_WIDE + LETTER_GAP) * SECTOR_HIGH / LETTER_HIGH
        yield "in", (-wide / 2, middle - SECTOR_HIGH / 2, wide / 2, middle + SECTOR_HIGH / 2)
    if isinstance(lines, Modifier) and lines.above is not None:
        left, top, right, bottom = _box_of(lines.above)
        if _spans_middle(lines.above):  # a bar from side to side: what stands under it has room
            yield "over", (left, top, right, top)
        else:
            yield "over", (left, top, right, bottom)


def _spans_middle(data: str) -> bool:
    """Whether a sign above the frame goes from one side to the other, over that of the size."""
    left, _, right, _ = _box_of(data)
    return left < 0 < right


def _box_of(data: str) -> Box:
    try:
        return box_of(segments_of(data))
    except ValueError:  # which is told where it is drawn
        return (0.0, 0.0, 0.0, 0.0)


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _key(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace("_", " ").split())


def _on_frame(x: float, y: float, corner: Sequence[float], side: float, top: float) -> Point:
    """A point of a square of 200, on the frame: its corners on the corners, the middles of its sides on the middles."""
    far = max(abs(x), abs(y))
    if far == 0:
        return 0.0, 0.0
    share = min(abs(x), abs(y)) / far
    middle = (side, 0.0) if abs(x) >= abs(y) else (0.0, top)
    u = middle[0] + (corner[0] - middle[0]) * share
    v = middle[1] + (corner[1] - middle[1]) * share
    by = far / 100
    return u * by * (1 if x >= 0 else -1), v * by * (1 if y >= 0 else -1)


def _written(segment: Segment, move: Move) -> str:
    letter, values = segment
    points = [move(*pair) for pair in zip(values[::2], values[1::2], strict=True)]
    return letter + " ".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{round(value, 1):g}"


def _stroked(data: str, wide: float, colour: str, attributes: str = "") -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{wide}"{attributes} d="{data}"/>'


def _filled(data: str, colour: str) -> str:
    return f'<path fill="{colour}" d="{data}"/>'
