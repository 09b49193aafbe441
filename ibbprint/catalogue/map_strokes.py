"""Strokes on a map file: ground painted, things drawn along hexsides and through hexes, names, starts, areas.

Each is a few edits of the text (`editing`). What a stroke means is decided on the map as it is read, in CCRR; what it
writes is in the numbers of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_letters

from ibbprint.catalogue.editing import EditedText, NotEdited, entry, scalar
from ibbprint.catalogue.map_lines import side_pairs
from ibbprint.catalogue.maps import CellMap
from ibbprint.catalogue.models.maps import NO_HEX

Step = str | int
NAMED: Mapping[str, str] = {
    "waters": "name",
    "bridges": "name",
    "roads": "name",
    "areas": "name",
    "hexside_waters": "name",
    "starts": "title",
    "points": "name",
}
"""The lists of a map whose entries have ids, each with the field that is the name of an entry."""
WAYS = ("roads", "waters")
"""The lists whose entries run through hexes in order."""
GROUPS = ("starts", "areas")
"""The lists whose entries are sets of hexes."""


class CellStrokes:
    """Strokes on a map of hexes or squares: on its text, as the map was read from it."""

    def __init__(self, text: EditedText, map: CellMap) -> None:
        self.text = text
        self.map = map
        self.model = map.model

    # --- ground

    def ground(self, cells: Sequence[str], kind: str) -> None:
        """Paint hexes with a ground, which gets a letter of the legend where it has none."""
        if not self.model.terrain:
            raise NotEdited("the picture of this map shows its ground: there are no letters to paint.")
        letter: str = next((key for key, value in self.model.legend.items() if value == kind), "")
        if not letter:
            letter = self._letter(kind)
            self.text.put(("map", "legend"), letter, scalar(kind))
        places = list(self.map.grid.places)
        for cell in cells:
            row, column = divmod(places.index(cell), self.model.columns)
            path = ("map", "terrain", row)
            if str(self.text.value(path))[column] != letter:
                self.text.set_letter(path, column, letter)

    def _letter(self, kind: str) -> str:
        """A letter that the legend does not have: one of the name, or any."""
        if kind == NO_HEX:
            raise NotEdited("the legend has no letter for a gap in the map: add one by hand.")
        of_name = [letter for name in (kind, kind.upper()) for letter in name if letter in ascii_letters]
        letters: list[str] = [*of_name, *ascii_letters]
        for letter in letters:
            if letter not in self.model.legend:
                return letter
        raise NotEdited("every letter of the legend is taken.")

    # --- hexsides

    def sides(self, list_: str, kind: str, sides: Sequence[tuple[str, str]], *, on: bool) -> None:
        """Draw along sides, each a hex and a direction, or take away what runs there."""
        for cell, direction in sides:
            pair = frozenset((cell, self.map.grid.outside(cell, direction)))
            at = next(iter(self._side(list_, kind, pair)), None)
            if on and at is None:
                self._add_side(list_, kind, cell, direction)
            while not on and at is not None:
                self._drop_side(*at)
                at = next(iter(self._side(list_, kind, pair)), None)

    def _side(self, list_: str, kind: str, pair: frozenset[str | None]) -> Iterator[tuple[tuple[Step, ...], int]]:
        """The texts that name a side, with the number of the word in each."""
        path = self._sides_of(list_, kind)
        for index, text in enumerate(self.text.value(path) or ()):
            name, *words = text.split()
            for number, word in enumerate(words, start=1):
                sides = side_pairs(self.map.grid, f"{self._cell(name)} {self._cell(word)}")
                if any(frozenset(side) == pair for side in sides):
                    yield (*path, index), number

    def _sides_of(self, list_: str, kind: str) -> tuple[Step, ...]:
        return ("map", list_, kind) if list_ == "hexsides" else (*self.entry(list_, kind), "sides")

    def _add_side(self, list_: str, kind: str, cell: str, direction: str) -> None:
        number = self.map.printed_name(cell)
        path = self._sides_of(list_, kind)
        texts = self.text.value(path)
        if list_ == "hexsides":
            if texts is None:
                self._begin("hexsides", kind, f"{number} {direction}")
                return
            last = texts[-1].split() if texts else []
            if last and last[0] == number:  # one text for each hex, as people write them
                self.text.set((*path, len(texts) - 1), f"{texts[-1]} {direction}")
                return
        self.text.add(path, scalar(f"{number} {direction}", '"'))

    def _begin(self, list_: str, kind: str, text: str) -> None:
        """The first of a kind on a map."""
        written = f"[{scalar(text, chr(34))}]"
        if self.text.value(("map", list_)):
            self.text.put(("map", list_), kind, written)
        else:
            self.text.put(("map",), list_, f"\n{kind}: {written}")

    def _drop_side(self, path: tuple[Step, ...], number: int) -> None:
        words = str(self.text.value(path)).split()
        del words[number]
        if len(words) == 1:
            self.text.remove(path)
        else:
            self.text.set(path, " ".join(words))

    # --- lines through hexes

    def line(self, list_: str, kind: str, cells: Sequence[str]) -> None:
        """Draw a line through hexes in order: one more of a kind, or of `WAYS` an entry that goes on or begins."""
        for start, end in pairwise(cells):
            if self.map.grid.distance(start, end) != 1:
                raise NotEdited(f"{self.map.printed_name(end)} is not adjacent to {self.map.printed_name(start)}.")
        if len(cells) < 2:
            raise NotEdited("draw a line over two hexes or more.")
        numbers = [self.map.printed_name(cell) for cell in cells]
        if list_ == "lines":
            path = ("map", "lines", kind)
            if self.text.value(path) is None:
                self._begin("lines", kind, " ".join(numbers))
            else:
                self.text.add(path, scalar(" ".join(numbers), '"'))
            return
        names = [record["id"] for record in self.text.value(("map", list_)) or ()]
        if kind in names:
            hexes_path = (*self.entry(list_, kind), "hexes")
            if self._cell(str(self.text.value(hexes_path)[-1])) == cells[0]:
                for number in numbers[1:]:
                    self.text.add(hexes_path, scalar(number, '"'))
                return
        ids = (f"{list_[:-1]}-{n}" for n in range(1, len(names) + 2))
        id = next(id for id in ids if id not in names)
        self.text.add(("map", list_), entry({"id": id, "name": id.replace("-", " ").capitalize(), "hexes": numbers}))

    def erase(self, cell: str) -> None:
        """Remove the last line through a hex, else the place in it, else its bridge."""
        for list_ in WAYS:
            for index, record in reversed(list(enumerate(self.text.value(("map", list_)) or ()))):
                if cell in map(self._cell, record["hexes"]):
                    self.text.remove(("map", list_, index))
                    return
        for list_ in ("lines", "places"):
            for kind, texts in (self.text.value(("map", list_)) or {}).items():
                for index, text in reversed(list(enumerate(texts))):
                    words = text.split() if list_ == "lines" else text.split()[:1]
                    if cell in map(self._cell, words):
                        self.text.remove(("map", list_, kind, index))
                        return
        for index, record in enumerate(self.text.value(("map", "bridges")) or ()):
            if self._cell(record["hex"]) == cell:
                self.text.remove(("map", "bridges", index))
                return
        raise NotEdited("there is no line, place or bridge here.")

    # --- places, starts, areas

    def place(self, kind: str, cell: str, name: str) -> None:
        """Mark a hex with a place, with or without a name; a bridge is one."""
        hex = self.map.printed_name(cell)
        if kind == "bridges":
            number = len(self.text.value(("map", "bridges")) or ()) + 1
            bridge = {"id": f"bridge-{number}", "name": name or f"Bridge {number}", "hex": hex}
            self.text.add(("map", "bridges"), entry(bridge))
            return
        text = f"{hex} {name}".strip()
        if self.text.value(("map", "places", kind)) is None:
            self._begin("places", kind, text)
        else:
            self.text.add(("map", "places", kind), scalar(text, '"'))

    def toggle_member(self, list_: str, id: str, cell: str) -> None:
        """Add a hex to a start or an area, or remove it."""
        path = (*self.entry(list_, id), "hexes")
        cells = [self._cell(number) for number in self.text.value(path) or ()]
        if cell not in cells:
            self.text.add(path, scalar(self.map.printed_name(cell), '"'))
        elif len(cells) == 1:
            raise NotEdited("the last hex stays: delete the whole entry in the file.")
        else:
            self.text.remove((*path, cells.index(cell)))

    def entry(self, list_: str, id: str) -> tuple[Step, ...]:
        return entry_path(self.text, list_, id)

    def _cell(self, word: str) -> str:
        """A word of the file in CCRR; one that is no hex as it is."""
        return self.map.cell(word) or word


# --- every map ----------------------------------------------------------------------------------------------------


def entry_path(text: EditedText, list_: str, id: str) -> tuple[Step, ...]:
    """The path to the entry of an id. NotEdited where there is none."""
    for index, record in enumerate(text.value(("map", list_)) or ()):
        if record.get("id") == id:
            return "map", list_, index
    raise NotEdited(f"the map has no {list_} {id!r}.")


def rename(text: EditedText, list_: str, id: str, name: str) -> None:
    """Give an entry another name; the map itself where the list is `map`."""
    if list_ == "map":
        text.set(("map", "title"), name)
    elif list_ in NAMED:
        path = entry_path(text, list_, id)
        field = NAMED[list_]
        if text.value((*path, field)) is None:
            text.put(path, field, scalar(name))
        else:
            text.set((*path, field), name)
    else:
        raise NotEdited(f"nothing is named in {list_}.")
