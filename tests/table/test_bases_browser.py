"""Tables without cells in a real browser: bases that can be read, odds before contact, the lens, one answer for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.browsing import Table, middle, opened, settled, shown, until

pytestmark = pytest.mark.browser
MOST_CLICKS = 80


def base(page: Any, key: str) -> Any:
    """The drawing of a base, by the key on the label above it: labels are in the order of the bases."""
    number = page.evaluate(
        "(key) => [...document.querySelectorAll('#map .free')].findIndex("
        "(each, n) => document.querySelectorAll('#map .key')[n].textContent === key)",
        key,
    )
    return page.locator("#map .free").nth(number)


def test_a_base_is_read_once_and_its_figures_stand_in_panel_and_lens(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("deep-delve", "--side", "Mire Host", "--seed", "trial-1").links[0], faults)
    assert "You are Mire Host" in settled(page)
    bases = page.locator("#map .free").count()
    assert page.locator("#map .key").count() == bases
    assert page.locator("#map .free .plain-key").all_inner_texts() == []  # no second label on it
    assert base(page, "A7").locator(".sign").count() == 1
    assert base(page, "A6").locator(".sign").count() == 0
    base(page, "A7").click(force=True)
    until(page, lambda: "300 paces in good going" in page.inner_text("#choices .facts"))
    assert page.inner_text("#choices .facts").endswith("general")  # the marker that lies on it
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    base(page, "D8").hover(force=True)
    until(page, lambda: "Artillery: bonus 4" in page.inner_text("#glass"))
    page.keyboard.press("?")
    assert "H-" in page.inner_text("#ask")
    assert "A-53" not in page.inner_text("#ask")
    page.close()
    assert not faults


def test_contact_shows_its_odds_and_the_last_move_says_that_it_ends_the_turn(
    browser: Any, lay: Callable[..., Table]
) -> None:
    faults: list[str] = []
    page = opened(browser, lay("deep-delve", "--side", "attacker", "--seed", "trial-1").links[0], faults)
    read = ""
    for _ in range(MOST_CLICKS):
        settled(page)
        before = shown(page)
        page.keyboard.press("h")
        until(page, lambda: page.evaluate("document.activeElement.dataset.choice !== undefined"))
        page.keyboard.press("Enter")
        until(page, lambda: page.locator("#go").is_visible() or shown(page) != before)  # noqa: B023
        if page.locator("#go").is_visible():
            text = page.inner_text("#ask")
            assert ("Nothing is left to do" in text) is ("end the turn" in page.inner_text("#go"))
            if "Move" in text:
                read += text
            if "Close combat" in read and "end the turn" in read:
                page.get_by_role("button", name="Cancel").click()
                assert shown(page) == before
                break
            page.click("#go")
            until(page, lambda: shown(page) != before)  # noqa: B023
    assert "Close combat" in read
    assert "end the turn" in read
    assert "%" in read
    page.close()
    assert not faults


def test_a_volley_has_its_chances_and_one_click_lets_all_others_wait(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    table = lay("the-moon-at-the-gate", "--seed", "trial-1")
    page = opened(browser, table.links[0], faults)
    settled(page)
    page.get_by_role("button", name="Shoot volleys").nth(1).click()
    page.wait_for_selector("#go")
    for words in ("2 of its 6 volleys", "A die hits and kills", "kills on average"):
        assert words in page.inner_text("#ask")
    page.get_by_role("button", name="Cancel").click()
    until(page, lambda: "B-07" in page.inner_text("#choices"))
    page.locator('[data-onward="wait"]').click()
    page.get_by_role("button", name="First", exact=True).first.click()
    page.locator('[data-onward="stay"]').click()
    page.wait_for_selector('[data-onward="keep"]')
    page.close()
    lines = table.end().splitlines()
    assert [line for line in lines if line.startswith("stay A")][-1] == "stay AH"
    assert sum(line.startswith("stay A") for line in lines) > 5
    assert not faults


def test_the_lens_tells_the_ground_of_an_empty_hex(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("defend-the-bridge", "--seed", "5").links[0], faults)
    settled(page)
    page.keyboard.press("l")
    page.mouse.move(*middle(page, "0115"))
    until(page, lambda: "to enter" in page.inner_text("#glass"))
    page.keyboard.press("l")
    assert page.locator("#glass").is_hidden()
    page.close()
    assert not faults
