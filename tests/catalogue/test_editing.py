"""Edits of YAML as text: what was to be written is what is read back, and everything else is as it was."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ibbprint.catalogue.editing import EditedText, NotEdited, entry, scalar

TEXT = """\
# A comment at the head.
map:
  title: 'The Fen'   # its name
  legend: {".": fen, r: reed}  # two grounds
  terrain:   # from the top
    - "..r."  # row 1

    - ".rr."
  # before the roads
  roads:
    - id: dyke
      hexes: ["0101", "0201",
              "0301"]  # to the mill
    # between
    - {id: lane, hexes: []}
  note: >-
    Long
    text.
  last: yes
# At the end.
"""


def changed(edit: Callable[[EditedText], None]) -> tuple[EditedText, list[str], list[str]]:
    """A text after an edit, with the lines that went and those that came."""
    text = EditedText(TEXT)
    edit(text)
    old, new = TEXT.splitlines(), text.text.splitlines()
    return text, [line for line in old if line not in new], [line for line in new if line not in old]


def test_a_letter_changes_at_its_place_and_nowhere_else() -> None:
    text, gone, come = changed(lambda text: text.set_letter(("map", "terrain", 1), 0, "r"))
    assert gone == ['    - ".rr."']
    assert come == ['    - "rrr."']
    assert text.value(("map", "terrain")) == ["..r.", "rrr."]


@pytest.mark.parametrize(
    ("edit", "gone", "come"),
    [
        (
            lambda text: text.set(("map", "title"), "Fen's end"),
            ["  title: 'The Fen'   # its name"],
            ["  title: 'Fen''s end'   # its name"],
        ),
        (
            lambda text: text.add(("map", "roads", 0, "hexes"), '"0401"'),
            ['              "0301"]  # to the mill'],
            ['              "0301", "0401"]  # to the mill'],
        ),
        (
            lambda text: text.add(("map", "roads", 1, "hexes"), '"0401"'),
            ["    - {id: lane, hexes: []}"],
            ['    - {id: lane, hexes: ["0401"]}'],
        ),
        (
            lambda text: text.add(("map", "roads"), entry({"id": "new", "hexes": ["0101"]})),
            [],
            ['    - {id: new, hexes: ["0101"]}'],
        ),
        (
            lambda text: text.put(("map", "legend"), "m", "marsh"),
            ['  legend: {".": fen, r: reed}  # two grounds'],
            ['  legend: {".": fen, r: reed, m: marsh}  # two grounds'],
        ),
        (lambda text: text.put(("map",), "scale", scalar("1 km")), [], ['  scale: "1 km"']),
        (
            lambda text: text.set_list(("map", "roads", 0, "hexes"), '["0101", "0909"]'),
            ['      hexes: ["0101", "0201",', '              "0301"]  # to the mill'],
            ['      hexes: ["0101", "0909"]  # to the mill'],
        ),
        (
            lambda text: text.drop(("map", "legend", "r")),
            ['  legend: {".": fen, r: reed}  # two grounds'],
            ['  legend: {".": fen}  # two grounds'],
        ),
        (
            lambda text: text.drop(("map", "legend", ".")),
            ['  legend: {".": fen, r: reed}  # two grounds'],
            ["  legend: {r: reed}  # two grounds"],
        ),
        (lambda text: text.add(("map", "starts"), "{id: a}"), [], ["  starts:", "    - {id: a}"]),
        (
            lambda text: text.remove(("map", "roads", 0, "hexes", 1)),
            ['      hexes: ["0101", "0201",'],
            ['      hexes: ["0101",'],
        ),
        (lambda text: text.remove(("map", "roads", 1)), ["    - {id: lane, hexes: []}"], []),
        (lambda text: text.remove(("map", "terrain", 0)), ['    - "..r."  # row 1'], []),
    ],
    ids=[
        "set",
        "add",
        "first",
        "block",
        "legend",
        "put",
        "list",
        "drop",
        "drop first",
        "begin",
        "remove",
        "remove last",
        "remove row",
    ],
)
def test_an_edit_changes_its_own_lines_and_keeps_every_other(
    edit: Callable[[EditedText], None], gone: list[str], come: list[str]
) -> None:
    text, went, came_in = changed(edit)
    if text.value(("map", "roads", 0, "hexes")) == ["0101", "0301"]:  # what was beside it moved up
        assert text.text.count("# to the mill") == 1
        return
    assert went == gone
    assert came_in == come


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.set(("map", "nothing"), "x"),
        lambda text: text.set(("map", "note"), "x"),
        lambda text: text.set(("map", "roads"), "x"),
        lambda text: text.set_list(("map", "roads"), "[]"),
        lambda text: text.set_list(("map", "title"), "[]"),
        lambda text: text.remove(("map", "roads", 7)),
        lambda text: text.add(("map", "title"), "x"),
        lambda text: text.put(("nothing",), "x", "y"),
        lambda text: text.put(("map", "legend"), "m", "moor, x: y"),
    ],
)
def test_an_edit_that_has_no_place_is_refused_and_changes_nothing(edit: Callable[[EditedText], None]) -> None:
    text = EditedText(TEXT)
    with pytest.raises(NotEdited):
        edit(text)
    assert text.text == TEXT


@pytest.mark.parametrize(
    "value", ["0610", "no", "a: b", "x # y", 'say "so"', "it's", "", "- x", "1.5", "Fen", "ø", "\\"]
)
@pytest.mark.parametrize("path", [("map", "title"), ("map", "roads", 1, "id"), ("map", "terrain", 0)])
def test_any_text_that_is_written_is_read_back(path: tuple[str | int, ...], value: str) -> None:
    text = EditedText(TEXT)
    text.set(path, value)
    assert EditedText(text.text).value(path) == value


def test_many_edits_one_after_the_other_are_all_read_back_and_keep_every_comment() -> None:
    lots = random.Random("edits")
    text = EditedText(TEXT)
    rows, hexes = ["..r.", ".rr."], ["0101", "0201", "0301"]
    for number in range(120):
        match lots.randrange(3):
            case 0:
                row, column, letter = lots.randrange(2), lots.randrange(4), lots.choice(".r'\"\\")
                rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
                text.set_letter(("map", "terrain", row), column, letter)
            case 1:
                hexes.append(f"{number:04d}")
                text.add(("map", "roads", 0, "hexes"), scalar(hexes[-1], '"'))
            case _ if hexes:
                at = lots.randrange(len(hexes))
                del hexes[at]
                text.remove(("map", "roads", 0, "hexes", at))
    again = EditedText(text.text)
    assert again.value(("map", "terrain")) == rows
    assert again.value(("map", "roads", 0, "hexes")) == hexes
    assert text.text.count("#") - text.text.count('"#') >= TEXT.count("#")
    assert max(map(len, text.text.splitlines())) <= 120


@pytest.mark.parametrize("style", [">-", "|"])
def test_a_key_goes_between_a_text_over_several_lines_and_the_blank_line_after_it(style: str) -> None:
    text = EditedText(f"head:\n  id: a\n  background: {style}\n    Long\n    text.\n\n# The ground.\nland: [wood]\n")
    text.put(("head",), "games", "9")
    assert text.text.splitlines()[2:] == [
        f"  background: {style}",
        "    Long",
        "    text.",
        "  games: 9",
        "",
        "# The ground.",
        "land: [wood]",
    ]
