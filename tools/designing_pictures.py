"""Make the pictures of docs/designing.md from the example pack: `make pictures`.

Like those of the README they are pages and faces as they are printed, cut to what they show.
Two are of the page that `ibbprint watch` shows, and are made again by hand: screenshots in any browser, 900 pixels by
560, of a copy of the example. For salt-marsh-watch-changed.png the defence of the Abbey Pikes in units.csv is 6 in
place of 5, for salt-marsh-watch-fault.png their attack is the word `four`.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from ibbprint.cli.typer_calls import application
from tools.ink_pictures import below, beside
from tools.kit_pages import MARKS_MM, Box, Printed, around, first_row, upper_left
from tools.pictures import FOLDER

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"
COLOURS = 96

PANEL, PANEL_MM = "Morale, rout, berserk", (95.0, 31.4)
"""The head, and the width and height, of the panel of the player aid that a switch changes."""


def run(*arguments: str) -> None:
    """A command of ibbprint, which must end well."""
    result = CliRunner().invoke(application(), arguments)
    if result.exit_code:
        raise SystemExit(result.output)


def save(image: Image.Image, name: str) -> None:
    image.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png: {image.size[0]} x {image.size[1]}")


def preview(what: str, pack: Path, *options: str, dpi: int = 200) -> Image.Image:
    """A face as `ibbprint preview` draws it."""
    with tempfile.TemporaryDirectory() as name:
        face = Path(name) / "face.png"
        run("preview", what, "-s", "low-tide", "--pack", str(pack), *options, "--dpi", str(dpi), "-o", str(face))
        with Image.open(face) as image:
            return image.convert("RGB")


def only(pack: Path, folder: Path, part: str) -> Printed:
    """A part of the example's kit, by itself."""
    run("kit", "low-tide", "--pack", str(pack), "-o", str(folder), "--only", part)
    return Printed(folder / f"low-tide-{part}.pdf")


def example(pack: Path, folder: Path) -> None:
    """The example as it is, and the counters of a new pack."""
    run("kit", "low-tide", "--pack", str(pack), "-o", str(folder))
    save(only(pack, folder, "counters").group("Counters", 110), "salt-marsh-counters")
    sheets = only(pack, folder, "map")
    number = sheets.headed("The Salt Marsh, sheet A1 (1 of 2)")
    left, top = upper_left(sheets.pieces(number))
    save(sheets.picture(number, 80, (left - 1.5, top + 1, left + 93.5, top + 93)), "salt-marsh-map")
    save(preview("lamp-bearers-q2", pack), "salt-marsh-lamp-bearers-q2")
    save(preview("brine-lash-wardens", pack, dpi=110), "salt-marsh-brine-lash-wardens")
    save(preview("M2", pack, "--back"), "salt-marsh-M2-back")
    run("new", str(folder / "my-pack"))
    run("kit", "goose-common", "--pack", str(folder / "my-pack"), "-o", str(folder), "--only", "counters")
    save(Printed(folder / "goose-common-counters.pdf").group("Counters", 90), "new-pack-counters")


def table(pack: Path, folder: Path) -> None:
    """A unit of the shipped list, and the same from a table with one line of it, as a spreadsheet saves it."""
    run("units", "--csv", "-o", str(folder / "all-units.csv"))
    with (folder / "all-units.csv").open(encoding="utf-8-sig", newline="") as lines:
        row = next(row for row in csv.DictReader(lines) if row["id"] == "crossbowmen-q3")
    row |= {"defence": "3", "range": "4"}
    upper = folder / "upper"
    upper.mkdir()
    (upper / "pack.yaml").write_text("pack: {id: upper, title: Longer Bows, game: ibb}\n", encoding="utf-8")
    with (upper / "units.csv").open("w", encoding="utf-16", newline="") as file:
        writer = csv.DictWriter(file, list(row), delimiter="\t")
        writer.writeheader()
        writer.writerow(row)
    save(beside([preview("V4", pack), preview("V4", pack, "--pack", str(upper))]), "salt-marsh-table")


def own_face(pack: Path, folder: Path) -> None:
    """A unit with the shipped face, and with the one of the pack."""
    plain = folder / "plain"
    shutil.copytree(pack, plain)
    (plain / "templates" / "ibb" / "unit.svg.j2").unlink()
    save(beside([preview(name, of) for name in ("M2", "V5") for of in (plain, pack)]), "salt-marsh-own-face")


def changes(pack: Path, folder: Path) -> None:
    """What `--changed-since` prints when a defence was changed."""
    changed = folder / "changed"
    shutil.copytree(pack, changed)
    units = changed / "units.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("heavy,4,5,3,4", "heavy,4,6,3,4"), encoding="utf-8")
    before = (folder / "low-tide.pdf").rename(folder / "before.pdf")
    kit = ("kit", "low-tide", "--pack", str(changed), "-o", str(folder))
    run(*kit, "--only", "counters", "--changed-since", str(before))
    printed = Printed(folder / "low-tide-counters-changes.pdf")
    number = printed.headed("What has changed")
    last = printed.words(number, "defence 6")[3]
    sheet = printed.picture(number, 80, (5, 5, 205, last + 14))
    save(sheet, "salt-marsh-changes")
    save(printed.group("Counters", 90), "salt-marsh-changed-counters")


def not_played(pack: Path, folder: Path) -> None:
    """Where it is told that nobody plays the lantern: over the counters and on the scenario sheet."""
    counters = only(pack, folder, "counters")
    number = counters.headed("Counters")
    row = around(first_row(counters.pieces(number)), below=4.5)
    words, kit = "Printed here, but not played by", Printed(folder / "low-tide.pdf")
    sheet = kit.headed("Scenario sheet", words)
    left, top, _, bottom = kit.words(sheet, words)
    left -= MARKS_MM
    noted = kit.picture(sheet, 90, (left, top - 11.5, left + row[2] - row[0], bottom + 2))
    save(below([counters.picture(number, 90, row), noted]), "salt-marsh-not-played")


def other_rules(pack: Path, folder: Path) -> None:
    """The area template and a part of the player aid by the usual rules and by others."""
    results: list[tuple[Image.Image, Image.Image]] = []
    for name, rules in (("usual", ()), ("other", ("--rule", "ball_radius=number", "--rule", "morale_failure=any"))):
        into = folder / name
        run("kit", "low-tide", "--pack", str(pack), "-o", str(into), "--only", "templates,crib", *rules)
        printed = Printed(next(into.glob("*.pdf")))
        number = printed.headed("Player aid", PANEL)
        left, top, _, _ = printed.words(number, PANEL)
        panel: Box = (left - 1.5, top - 2, left - 1.5 + PANEL_MM[0], top - 2 + PANEL_MM[1])
        results.append((printed.group("Area templates", 60), printed.picture(number, 90, panel)))
    save(beside([template for template, _ in results]), "salt-marsh-rule-template")
    save(beside([item for _, item in results]), "salt-marsh-rule-crib")


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pack = folder / "salt-marsh"
        shutil.copytree(EXAMPLE, pack)
        example(pack, folder)
        table(pack, folder)
        own_face(pack, folder)
        not_played(pack, folder)
        other_rules(pack, folder)
        changes(pack, folder)


if __name__ == "__main__":
    main()
