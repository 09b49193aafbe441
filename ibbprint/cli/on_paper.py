"""The options of how things are put on paper, and with which ink."""

from __future__ import annotations

from typing import Annotated

import typer

PaperName = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="NAME|WxH",
        help="a3, a4, a5, letter, legal, tabloid, a2, a1, a0, arch-a to arch-e, or a size such as 210x330mm.",
        show_default="a4",
    ),
]
Orientation = Annotated[str, typer.Option("--orientation", metavar="WAY", help="portrait or landscape.")]
CounterSize = Annotated[
    str,
    typer.Option(
        "--counter-size",
        metavar="MM",
        help="12.7, 15, 15.9, 19 or any size from 8 to 100; hexes scale to match.",
        show_default="15.9, or as the game says",
    ),
]
DuplexWay = Annotated[
    str,
    typer.Option("--duplex", metavar="WAY", help="long-edge, short-edge, fold, fronts-then-backs or none."),
]
PrinterName = Annotated[
    str, typer.Option("--printer", metavar="NAME", help="Correct for this printer (see: ibbprint printer).")
]
BleedMm = Annotated[
    float | None, typer.Option("--bleed", metavar="MM", help="How far colour runs past the cut line.", show_default="2")
]
GutterMm = Annotated[
    float | None,
    typer.Option(
        "--gutter", metavar="MM", help="Gap between pieces; 0 means neighbours share a cut.", show_default="0"
    ),
]
MarksWay = Annotated[str, typer.Option("--marks", metavar="WAY", help="crop, lines, both or none.")]
CornerRadius = Annotated[
    float, typer.Option("--corner-radius", metavar="MM", help="Round the corners and print a cut line.")
]
LayoutName = Annotated[
    str,
    typer.Option(
        "--layout", metavar="NAME|FILE", help="Place pieces for a die cutter or label sheet (see: schema layout)."
    ),
]
CutFiles = Annotated[
    bool, typer.Option("--cut-files", help="Write cut lines as SVG and DXF, and print registration marks.")
]
BaseWidth = Annotated[
    float | None,
    typer.Option(
        "--base", metavar="MM", help="The width of a base, in games of elements: 25 to 60.", show_default="40"
    ),
]
InkName = Annotated[str, typer.Option("--ink", metavar="HOW", help="full, low (pale areas) or grey (black ink only).")]
Backs = Annotated[
    str,
    typer.Option(
        "--backs", metavar="HOW", help="white (a badge in a frame, to save ink) or full.", show_default="white"
    ),
]
MapStyle = Annotated[str, typer.Option("--map-style", help="The look of the map: atlas, or schematic to save ink.")]
PaletteName = Annotated[
    str,
    typer.Option(
        "--palette", metavar="NAME", help="Other colours: antique, bright, contrast, or a palette from a pack."
    ),
]
ForPress = Annotated[bool, typer.Option("--press", help="Make a file for a print shop: CMYK, PDF/X-1a, 3 mm bleed.")]
Spares = Annotated[int, typer.Option("--spares", metavar="N", help="Print N spares of every counter and marker.")]
