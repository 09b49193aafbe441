"""The legend of a map shows each ground as it is on the map."""

from __future__ import annotations

import pytest

from ibbprint.components.maps.legend import SWATCH
from tests.pdf import Box, Page, Renderer, Run
from tests.sheets import whole_kit

DPI = 150
NAMES = ("River", "Stream", "Clear")
BLUER = 15
"""How much bluer than red water is drawn, of 255, and no land."""


def wet_share(renderer: Renderer, page: Page, name: Run) -> float:
    """How much of the sample to the left of its name in the legend is water."""
    right, middle = name.box.left - 1.5, name.box.centre[1]
    inside = Box(right - 0.8 * SWATCH, middle - 0.35 * SWATCH, right - 0.2 * SWATCH, middle + 0.35 * SWATCH)
    data = renderer.part(page.number, inside, DPI).convert("RGB").tobytes()
    return sum(blue > red + BLUER for red, blue in zip(data[::3], data[2::3], strict=True)) / (len(data) // 3)


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings"])
def test_a_river_and_a_stream_run_through_land_in_the_legend_as_on_the_map(scenario: str) -> None:
    """The river as a wide band and the stream as a narrow one: neither fills its hex."""
    document = whole_kit(scenario)
    output = [
        (page, names)
        for page in document.pages
        if "Forest Map One" in page.head
        and len(names := {run.text: run for run in page.runs if run.text in NAMES}) == len(NAMES)
        and all(run.box.inside(page.media) for run in names.values())
    ]
    ((page, names),) = output
    with Renderer(document.data) as renderer:
        river, stream, clear = (wet_share(renderer, page, names[name]) for name in NAMES)
    assert clear == 0
    assert 0.1 < stream < 0.6 * river
    assert river < 0.6
