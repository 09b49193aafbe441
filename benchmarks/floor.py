"""The floor: counters as PDF operators written by hand, with no library and no checks.

`python benchmarks/floor.py UNITS.csv OUT.pdf` prints each row of a table of units as a two-sided counter with the marks
that ibbprint's counter has (ground, panel, band, stripe, symbol, ratings, quality, range, abilities, name, id, crop
marks, ruler, title). It shows the least that such sheets could take: no templates, no styles, no places of faults.
It imports nothing of ibbprint, and its marks are only alike, not the same: Helvetica, not embedded, for our own font.
"""

from __future__ import annotations

import sys
import zlib

MM = 72 / 25.4
SIZE = 15.9
COLUMNS, ROWS = 11, 15
LEFT, TOP = 17.55, 24.5
# Widths of Helvetica-Bold from the space on, in thousandths.
_W = (
    "278333474556556889722238333333389584278333278278556556556556556556556556556556333333584584584611975722722722722667"
    "611778722278556722611833722778667778722667611722667944667667611333278333584556278556611556611556333611611278278556"
    "278889611611611611389556333611556778556556500389280389584"
)
WIDTHS = dict(zip(map(chr, range(32, 127)), (int(_W[i : i + 3]) for i in range(0, len(_W), 3)), strict=False))
LIVERIES = ((".698 .227 .165", ".969 .89 .824", ".369 .086 .055"), (".612 .788 .91", ".933 .969 .992", ".07 .227 .36"))
QUALITIES = (".478 g", ".54 .353 0 rg", ".04 .36 .55 rg", ".55 .12 .353 rg", ".114 .42 .235 rg", "0 g")
CIRCLE = (
    "4.8 6.5 m 4.8 7.494 3.994 8.3 3 8.3 c 2.006 8.3 1.2 7.494 1.2 6.5 c "
    "1.2 5.506 2.006 4.7 3 4.7 c 3.994 4.7 4.8 5.506 4.8 6.5 c f"
)


def symbol(seed: int) -> str:
    """Some closed curves in a box of 100 x 100: as much ink and as many operators as a symbol of ours."""
    parts = []
    for ring in range(6):
        x, y, r = 50 + (ring * 37 + seed * 11) % 40 - 20, 50 + (ring * 53 + seed * 7) % 40 - 20, 12 + ring * 3
        parts.append(f"{x + r} {y} m")
        for dx, dy in ((0, r), (-r, 0), (0, -r), (r, 0)):
            parts.append(f"{x + r - ring} {y + dy / 2} {x + dx / 2} {y + r - ring} {x + dx} {y + dy} c")
        parts.append("h")
    return " ".join(parts) + " f"


def text(x: float, y: float, size: float, content: str, colour: str = "0 g", anchor: float = 0.5) -> str:
    width = sum(WIDTHS.get(c, 556) for c in content) * size / 1000
    escaped = content.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT {colour} /F {size:.3f} Tf 1 0 0 -1 {x - width * anchor:.3f} {y} Tm ({escaped}) Tj ET"


def use(number: int, x: float, y: float, size: float, colour: str) -> str:
    return f"q {size / 100} 0 0 {size / 100} {x} {y} cm {colour} /S{number} Do Q"


def front(index: int, row: dict[str, str], side: int) -> str:
    fill, panel, band = LIVERIES[side]
    parts = [
        f"{fill} rg -2.5 -2.5 20.9 20.9 re f",
        f"{panel} rg .9 4.45 14.1 8.05 re f",
        f"{band} rg -2.5 12.75 20.9 5.65 re f",
        f"{panel} rg -2.5 12.75 5.3 5.65 re f {panel} RG .45 w 3.35 12.75 m 3.35 18.4 l S",
        text(1.85, 14.95, 2.47, "ABC"[index % 3]),
        text(9.3, 14.9, 2.33, row["short"], "1 g"),
        text(7.95, 3.95, 3.88, f"{row['attack']}-{row['defence']}-{row['movement']}", "1 g" if side == 0 else "0 g"),
        use(index % 12, 4.85, 4.6, 6.2, "0 g"),
        text(7.95, 12.1, 1.76, f"{'RB'[side]}{index + 1}"),
        QUALITIES[int(row["quality"]) - 1],
        CIRCLE,
        text(3, 7.5, 2.82, row["quality"], "1 g"),
    ]
    if row["range"]:
        parts.append(use(12, 11.5, 4.3, 3.3, "0 g"))
        parts.append(text(13.15, 9, 2.29, row["range"] + (f"x{row['shots']}" if row["shots"] else "")))
    for number, name in enumerate(row["abilities"].replace(",", "").split()):
        parts.append(use(13 + len(name) % 4, 11.6, 4.75 + 3.8 * number, 3.1, "0 g"))
    return "\n".join(parts)


def back(side: int) -> str:
    fill = LIVERIES[side][0]
    ink = "1 g" if side == 0 else "0 g"
    device, question = use(17 + side, 3.45, 2.6, 9, ink), text(7.95, 14.3, 3.17, "?", ink)
    return f"{fill} rg -2.5 -2.5 20.9 20.9 re f\n{device}\n{question}"


def furniture(title: str, page: int, pages: int) -> str:
    parts = [
        text(7.5, 9.7, 2.96, title, anchor=0),
        text(202.5, 9.7, 2.47, f"page {page} of {pages}", anchor=1),
        ".5 w 7.5 11.1 m 202.5 11.1 l S 7.5 289.3 m 107.5 289.3 l S",
        *(f"{7.5 + 10 * tick} {287.9 - (tick % 5 == 0)} m {7.5 + 10 * tick} 289.3 l S" for tick in range(11)),
        text(109.5, 289.3, 2.47, "This bar is 100 mm long when the sheet is printed at actual size.", anchor=0),
    ]
    return "\n".join(parts)


def crop_marks() -> str:
    right, bottom = LEFT + COLUMNS * SIZE, TOP + ROWS * SIZE
    parts = [".088 w"]
    for column in range(COLUMNS + 1):
        x = LEFT + column * SIZE
        parts.append(
            f"{x:.2f} {TOP - 5.6:.2f} m {x:.2f} {TOP - 2.6:.2f} l S "
            f"{x:.2f} {bottom + 2.6:.2f} m {x:.2f} {bottom + 5.6:.2f} l S"
        )
    for row in range(ROWS + 1):
        y = TOP + row * SIZE
        parts.append(
            f"{LEFT - 5.6:.2f} {y:.2f} m {LEFT - 2.6:.2f} {y:.2f} l S "
            f"{right + 2.6:.2f} {y:.2f} m {right + 5.6:.2f} {y:.2f} l S"
        )
    return "\n".join(parts)


def rows_of(path: str) -> list[dict[str, str]]:
    """The rows of a table whose quoted cells hold no quotes."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  # pathlib alone takes a tenth of the time
        head, *lines = file.read().split("\n")
    names = head.strip().split(",")
    rows = []
    for line in lines:
        if line:
            cells = line.strip().split('"')
            for i in range(1, len(cells), 2):
                cells[i] = cells[i].replace(",", "")
            rows.append(dict(zip(names, "".join(cells).split(","), strict=True)))
    return rows


def sheets(rows: list[dict[str, str]]) -> bytes:
    """The whole file."""
    each = COLUMNS * ROWS
    half = (len(rows) + 1) // 2
    leaves = (len(rows) + each - 1) // each
    backs = [back(0), back(1)]
    contents: list[str] = []
    for leaf in range(leaves):
        fronts, behind = [furniture("Bench", 2 * leaf + 1, 2 * leaves), crop_marks()], []
        behind.append(furniture("Bench: backs", 2 * leaf + 2, 2 * leaves))
        for index in range(leaf * each, min(len(rows), (leaf + 1) * each)):
            y, x = divmod(index - leaf * each, COLUMNS)
            side = int(index >= half)
            clip = f"{-2 * (x == 0)} {-2 * (y == 0)} {SIZE + 2 * (x == 0)} {SIZE + 2 * (y == 0)} re W n"
            at, turned = LEFT + x * SIZE, 210 - LEFT - (x + 1) * SIZE
            down = TOP + y * SIZE
            fronts.append(f"q 1 0 0 1 {at:.2f} {down:.2f} cm {clip}\n{front(index, rows[index], side)}\nQ")
            behind.append(f"q 1 0 0 1 {turned:.2f} {down:.2f} cm {clip}\n{backs[side]}\nQ")
        contents += ["\n".join(fronts), "\n".join(behind)]
    return pdf(contents)


def pdf(contents: list[str]) -> bytes:
    """Pages, one font and nineteen symbols as a file with its table of objects."""
    symbols = 19
    first_page = 4 + symbols
    kids = " ".join(f"{first_page + 2 * i} 0 R" for i in range(len(contents)))
    names = " ".join(f"/S{i} {4 + i} 0 R" for i in range(symbols))
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(contents)}>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    ]
    form = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]"
    bodies += [stream(form, symbol(number)) for number in range(symbols)]
    for i, content in enumerate(contents):
        resources = f"/Resources<</Font<</F 3 0 R>>/XObject<<{names}>>>>"
        box = f"/MediaBox[0 0 {210 * MM:.3f} {297 * MM:.3f}]"
        bodies.append(f"<</Type/Page/Parent 2 0 R{box}{resources}/Contents {first_page + 2 * i + 1} 0 R>>".encode())
        bodies.append(stream("", f"{MM:.6f} 0 0 -{MM:.6f} 0 {297 * MM:.3f} cm\n{content}"))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, table)
    return bytes(out)


def stream(head: str, content: str) -> bytes:
    packed = zlib.compress(content.encode("latin-1"))
    return b"<<%b/Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (head.encode(), len(packed), packed)


if __name__ == "__main__":
    made = sheets(rows_of(sys.argv[1]))
    with open(sys.argv[2], "wb") as target:  # noqa: PTH123
        target.write(made)
