"""Boxes to be folded: as large as what they hold, art on every face, one outline round all, refused if too large."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ibbprint.materials import PANELS, Carton, CartonKind
from ibbprint.press.cartons import PLAY, Net, net_of
from tests.helpers import ROOT, call_cli
from tests.pdf import read_pdf
from tests.pictured import GAME as GAME_YAML
from tests.pictured import face, game

GAME = ROOT / "tests" / "corpus" / "printed" / "sedge-line"
SIZES = [(63.0, 88.0, 17.5), (44.0, 67.0, 6.0), (120.0, 80.0, 20.0), (15.0, 15.0, 4.0), (70.0, 120.0, 40.0)]


def net(kind: CartonKind, size: tuple[float, float, float]) -> Net:
    return net_of(Carton("x", "x", "X", kind, size, 0.4, {}))


def inside(point: tuple[float, float], flat: Net) -> bool:
    """Whether a point is inside the outline, its curves taken for their chords."""
    corners = [values[-2:] for letter, values in flat.outline if letter != "Z"]
    result = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y1 > point[1]) != (y2 > point[1]) and point[0] < (x2 - x1) * (point[1] - y1) / (y2 - y1) + x1:
            result = not result
    return result


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["tuck", "lid"])
def test_faces_close_round_what_a_box_holds_and_lie_within_its_outline(
    kind: CartonKind, size: tuple[float, ...]
) -> None:
    """Opposite faces are of one size, each is a little larger than what is in it, and nothing leaves the sheet."""
    flat = net(kind, size)
    of_face = {each.name: each.size for each in flat.faces}
    assert set(of_face) == set(PANELS[kind])
    for item, other in (("left", "right"), ("front", "back")):
        assert of_face[item] == of_face[other]
    wide, high = of_face["front" if kind == "tuck" else "top"]
    assert (wide, high) == pytest.approx((size[0] + PLAY + 0.4, size[1] + PLAY + 0.4))
    deep = min(of_face["left"]) if kind == "lid" else of_face["left"][0]
    assert size[2] < deep < size[2] + 2
    for each in flat.faces:
        x, y, across, down = each.box
        for u in (0.02, 0.98):
            for v in (0.15, 0.98):  # the thumb hole is in the upper edge of the front
                assert inside((x + u * across, y + v * down), flat), each.name
    points = [(u, v) for _, values in flat.outline for u, v in zip(values[::2], values[1::2], strict=True)]
    assert all(-1e-6 <= x <= flat.width + 1e-6 and -1e-6 <= y <= flat.height + 1e-6 for x, y in points)
    for flap in flat.glued:
        middle = (sum(x for x, _ in flap) / len(flap), sum(y for _, y in flap) / len(flap))
        assert inside(middle, flat)
        assert not any(
            each.box.x < middle[0] < each.box.right and each.box.y < middle[1] < each.box.bottom for each in flat.faces
        )


def test_a_kit_prints_its_boxes_with_art_on_every_face_and_as_deep_as_the_deck(tmp_path: Path) -> None:
    target = tmp_path / "boxes.pdf"
    result = call_cli("kit", str(GAME), "--only", "order-box,tray-lid", "-o", str(target))
    assert (result.returncode, result.stderr) == (0, "")
    tuck, back, lid = read_pdf(target.read_bytes()).pages
    assert not back.text
    assert tuck.text.count("54 inside") == 2
    for name in ("left", "right", "top", "bottom"):
        assert f"The Sedge Line: {name}" in tuck.text
    for name in ("top", "front", "back", "left", "right"):
        assert f"The Sedge Line: {name}" in lid.text
    assert "Score and fold" in tuck.text


def test_nothing_that_is_cut_out_is_on_the_back_of_a_box(tmp_path: Path) -> None:
    """Counters without backs fill one side of a sheet, and the box after them begins on the next."""
    parts = "  - {id: box, title: Crate, box: lid, size: [60, 40, 15], face: crate}\n"
    folder = game(
        tmp_path, {"game.yaml": GAME_YAML.format(id="motor", title="Motor") + parts, "faces/crate.svg.j2": face("", 60)}
    )
    target = tmp_path / "kit.pdf"
    result = call_cli("kit", str(folder), "-o", str(target))
    assert result.returncode == 0, result.stderr
    titles = [page.text for page in read_pdf(target.read_bytes()).pages]
    (crate,) = [number for number, text in enumerate(titles) if "Score and fold" in text]
    (counters,) = [number for number, text in enumerate(titles) if "Motor: Counters" in text]
    assert (counters % 2, crate, titles[counters + 1]) == (0, counters + 2, "")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("holds: orders", "holds: order", "there are no pieces or cards in a part 'order'. Did you mean orders?"),
        ("holds: orders, ", "", "this box has neither a size nor a part that it holds."),
        ("holds: orders", "holds: orders, size: [63, 88, 20]", "this box has a size and holds a part."),
        ("holds: orders", "size: [200, 88, 20]", "It fits on A2: write paper: a2 there."),
        ("holds: orders", "size: [400, 400, 300]", "Make it smaller."),
        ("box: tuck, holds: orders", "box: tucks, holds: orders", "box must be tuck or lid, not 'tucks'."),
        ("face: box}", "faces: {lid: box}}", "a tuck box has no face 'lid'."),
        ("face: box}", "face: boxes}", "boxes.svg.j2"),
        ("face: box}", "face: box, paper: a55}", "there is no paper 'a55'. Did you mean a5?"),
    ],
)
def test_a_box_that_cannot_be_made_is_an_error_at_its_part(tmp_path: Path, old: str, new: str, message: str) -> None:
    folder = Path(shutil.copytree(GAME, tmp_path / "game"))
    head = (folder / "game.yaml").read_text(encoding="utf-8")
    assert old in head
    (folder / "game.yaml").write_text(head.replace(old, new, 1), encoding="utf-8")
    result = call_cli("kit", str(folder), "--only", "order-box", "-o", str(tmp_path / "box.pdf"))
    assert result.returncode == 1
    line = next(number for number, text in enumerate(head.splitlines(), start=1) if "order-box" in text)
    assert f"game.yaml:{line}:" in result.stderr
    assert message in " ".join(result.stderr.split())


def test_a_box_has_paper_of_its_own(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(GAME, tmp_path / "game"))
    head = (folder / "game.yaml").read_text(encoding="utf-8")
    new = "size: [200, 88, 20], paper: a2"
    (folder / "game.yaml").write_text(head.replace("holds: orders", new, 1), encoding="utf-8")
    target = tmp_path / "boxes.pdf"
    result = call_cli("kit", str(folder), "--only", "order-box,tray-lid", "-o", str(target))
    assert result.returncode == 0, result.stderr
    tuck, _, lid = read_pdf(target.read_bytes()).pages
    assert [round(side) for side in sorted((tuck.width, tuck.height))] == [420, 594]
    assert [round(side) for side in sorted((lid.width, lid.height))] != [420, 594]
