"""A table without cells in a text: its note, its size, and the pieces on it."""

from __future__ import annotations

from ibbprint.components.figures.boards import small_map
from ibbprint.components.maps.counters import Counters
from ibbprint.drawing.shapes import Drawing, Path
from ibbprint.engine.lattice import Rect
from ibbprint.engine.lattice_board import board, stand_mark
from ibbprint.materials.boards import Board, Ground, Layer
from tests.components.maps.test_names_and_joints import STYLE
from tests.components.maps.test_set_up_counters import symbol, texts

GROUNDS = (Ground("reeds", "Tall reeds", "brush", "T"), Ground("ditch", "Ditch", "rubble", ""))
REEDS = [("ditch", Rect(2, 2, 9, 3)), ("reeds", Rect(12, 12, 16, 15)), ("reeds", Rect(1, 14, 4, 18))]
TABLE = Rect(0, 0, 20, 20)
POST = stand_mark([8, 8, 9, 9, "north"], "P1", "SD", "Post", "crimson", TABLE, 4)
SHED = stand_mark([9, 8, 15, 9, "north"], "P2", "", "Shed", "crimson", TABLE, 4)
MOUND = stand_mark([8, 15, 11, 18, "south"], "M", "", "Mound", "azure", TABLE, 4, has_front=False)
LAYER = Layer("now", "Now", stands=(POST, SHED, MOUND))


def marsh(pieces: list[tuple[str, Rect]]) -> Board:
    """A table of 20 ells with these pieces of terrain."""
    drawn = board("Marsh", "A note.", TABLE, cell_mm=4, base=4, units=("ell", "ells"), grounds=GROUNDS, pieces=pieces)
    return drawn._replace(layers=(LAYER,))


def test_the_note_of_a_table_explains_the_letters_on_it() -> None:
    """Each kind of ground with a letter once; what has none is not named, and a bare table needs no words."""
    assert marsh(REEDS).note == "A note. Terrain: T tall reeds."
    assert marsh([]).note == "A note."


def test_a_small_picture_of_a_table_fills_its_width_and_hides_no_id() -> None:
    """There is no room for numbers of columns, and a small piece is drawn over the large one beside it."""
    drawn = small_map(marsh(REEDS), "now", STYLE, symbol, (40.0, 60.0), "atlas", lambda _: Drawing(80, 80, []))
    assert (drawn.width, drawn.height) == (40.0, 40.0)
    ids = [text.content for text in texts(drawn.items) if text.content[0] in "PM"]
    assert ids == ["M", "P2", "P1·SD"]


def test_only_a_piece_with_a_front_has_an_arrow() -> None:
    counters = Counters(LAYER, STYLE, symbol)
    drawn = []
    for mark in (SHED, MOUND):
        assert mark.spot is not None
        paths = [item for item in counters.tile(mark, mark.spot, 1.0, (0.0, 0.0)).items if isinstance(item, Path)]
        drawn.append(len(paths))
    assert drawn == [3, 2]
