"""The table by fingers, and what is pointed at: the slider of what was, the sentences of the story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.table.browsing import Table, middle, opened, settled, shown, until

pytestmark = pytest.mark.browser
STEPS = 6


def box_of(page: Any) -> list[float]:
    """The part of the map that is seen, mm: left, top, width, height."""
    return [float(each) for each in page.locator("#map").get_attribute("viewBox").split()]


def fingers(page: Any, *ways: Sequence[tuple[float, float]]) -> None:
    """Put a finger down at the first place of each way, draw all of them along their ways at once, and lift them."""
    tools = page.context.new_cdp_session(page)

    def send(kind: str, places: Sequence[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", [way[0] for way in ways])
    for places in list(zip(*ways, strict=True))[1:]:
        send("touchMove", places)
    send("touchEnd", [])


def line(start: tuple[float, float], dx: float, dy: float) -> list[tuple[float, float]]:
    """The way of a finger that is drawn so far over the screen, in px."""
    return [(start[0] + dx * step / STEPS, start[1] + dy * step / STEPS) for step in range(STEPS + 1)]


def test_a_game_is_played_by_taps(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(
        browser, lay("defend-the-bridge", "--side", "rotwang", "--seed", "41").links[0], faults, has_touch=True
    )
    settled(page)
    before = shown(page)
    page.get_by_role("button", name="Give the order").tap()
    page.wait_for_selector("#go:visible")
    assert "or less on the die" in page.inner_text("#ask")
    page.locator("#go").tap()
    until(page, lambda: shown(page) != before)
    page.locator(".cell.able").first.tap()
    page.wait_for_selector(".cell.goal")
    before = shown(page)
    page.locator(".cell.goal").first.tap()
    page.wait_for_selector("#undo:not([disabled])")
    assert shown(page) != before
    page.locator("#undo").tap()
    page.wait_for_selector("#undo[disabled]")
    assert page.locator("#look button, nav button, #choices button:not(.rules)").evaluate_all(
        "(all) => all.every((each) => each.getBoundingClientRect().height >= 36)"
    )
    page.close()
    assert not faults


def test_fingers_move_and_enlarge_the_map_and_pick_nothing(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(
        browser, lay("defend-the-bridge", "--side", "rotwang", "--seed", "41").links[0], faults, has_touch=True
    )
    settled(page)
    heading = page.locator("#choices h2").inner_text()
    whole = box_of(page)
    x, y = middle(page, "1008")
    fingers(page, line((x - 40, y), -80, -20), line((x + 40, y), 80, 20))
    until(page, lambda: box_of(page)[2] < whole[2] * 0.7)
    near = box_of(page)
    fingers(page, line((x, y), 90, 60))
    until(page, lambda: box_of(page)[0] < near[0] - 5 and box_of(page)[1] < near[1] - 5)
    assert box_of(page)[2] == near[2]
    assert page.locator("#choices h2").inner_text() == heading
    assert page.locator("#note").is_hidden()
    page.locator("#fit").tap()
    assert box_of(page) == whole
    assert page.locator("#ground").get_attribute("viewBox") == page.locator("#map").get_attribute("viewBox")
    page.locator("#lens").tap()
    page.locator('.cell:not([aria-label*="empty"])').first.tap()
    until(page, lambda: page.locator("#glass .facts:visible").count())
    page.close()
    assert not faults


def test_the_slider_is_dragged_and_a_sentence_lights_its_hexes(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("defend-the-bridge", "--side", "rotwang", "--seed", "41").links[0], faults)
    settled(page)
    for _ in range(3):
        before = shown(page)
        page.click("#hint")
        page.locator("button.hinted:focus").click()
        until(page, lambda: shown(page) != before or page.locator("#go").is_visible())  # noqa: B023
        if page.locator("#go").is_visible():
            page.click("#go")
            until(page, lambda: shown(page) != before)  # noqa: B023
        settled(page)
    number, letters = shown(page)
    sentence = page.locator("#story [data-places]").last
    sentence.scroll_into_view_if_needed()
    sentence.hover()
    places = sentence.get_attribute("data-places").split()
    lit = "[...document.querySelectorAll('.cell.told')].map((each) => each.dataset.cell)"
    assert sorted(page.evaluate(lit)) == sorted(places)
    page.mouse.move(5, 5)
    until(page, lambda: not page.evaluate(lit))
    page.click("#replay")
    until(page, lambda: page.inner_text("#move").startswith("move "))
    last = int(page.locator("#at").get_attribute("max"))
    assert last > 2
    box = page.locator("#at").bounding_box()
    level = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 9, level)
    page.mouse.down()
    for part in (0.8, 0.5, 0.25, 0.0):
        page.mouse.move(box["x"] + 4 + part * (box["width"] - 8), level)
    page.mouse.up()
    until(page, lambda: page.inner_text("#move") == f"move 0 of {last}")
    until(page, lambda: shown(page)[1] < letters)
    page.keyboard.press(".")
    until(page, lambda: page.inner_text("#move") == f"move 1 of {last}")
    page.click("#now")
    until(page, lambda: shown(page) == (number, letters))
    page.close()
    assert not faults
