"""A whole game of Defend the Bridge in a real browser, by mouse and by keyboard."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT, SOAK
from tests.table.browsing import PATIENCE_MS, Table, middle, opened, settled, shown, until
from tests.table.test_region_editor import GAME, OUTLINES

pytestmark = pytest.mark.browser
MOST_CLICKS = 400


def played_to_the_end(page: Any, *, keys: bool) -> None:
    """Do what the hint says, by clicks or by keys, until the game is over."""
    for _ in range(MOST_CLICKS):
        if "over" in settled(page):
            return
        before = shown(page)
        if page.locator("#ask button").count() and page.locator("#ask").is_visible():
            button = page.locator("#ask button").first
        else:
            page.keyboard.press("h") if keys else page.click("#hint")
            until(page, lambda: page.evaluate("document.activeElement.dataset.choice !== undefined"))
            button = page.locator("[data-choice]:focus")
        page.keyboard.press("Enter") if keys else button.click()
        until(page, lambda: page.locator("#go").is_visible() or shown(page) != before)  # noqa: B023
        if page.locator("#go").is_visible():
            page.keyboard.press("Enter") if keys else page.click("#go")
            until(page, lambda: shown(page) != before)  # noqa: B023
    raise AssertionError("the game did not end")


KEYS = pytest.param(True, id="by keyboard", marks=pytest.mark.skipif(not SOAK, reason="in the long tests"))


@pytest.mark.parametrize("keys", [pytest.param(False, id="by mouse"), KEYS])
def test_a_whole_game_is_played_from_the_page_and_replays(
    browser: Any, lay: Callable[..., Table], tmp_path: Path, keys: bool
) -> None:
    faults: list[str] = []
    table = lay("defend-the-bridge", "--seed", "9" if keys else "5")
    page = opened(browser, table.links[0], faults)
    played_to_the_end(page, keys=keys)
    page.screenshot(path=str(tmp_path / "end.png"))
    page.close()
    saved = table.end()
    again = subprocess.run(
        [sys.executable, "-m", "ibbprint", "replay", str(table.file), "--brief"], capture_output=True, text=True
    )
    assert not faults
    assert "ends: " in saved
    assert again.returncode == 0


def test_a_refused_click_says_why_and_undo_takes_a_move_back(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    table = lay("defend-the-bridge", "--against", "person")
    page = opened(browser, table.links[1 + 1], faults)  # everybody, Tudwall, Rotwang
    assert "Rotwangi" in settled(page)
    cells = page.evaluate("[...document.querySelectorAll('.cell')].map((each) => each.dataset.cell)")
    assert cells == sorted(cells)  # read out column by column
    before = shown(page)
    page.get_by_role("button", name="Give the order").click()
    page.click("#go")  # its odds are shown first
    until(page, lambda: shown(page) != before)
    page.locator(".cell.able").first.click()
    page.wait_for_selector(".cell.goal")
    counted = page.locator("#choices summary")
    if counted.count():
        assert f" {page.locator('.cell.goal').count()} places" in counted.inner_text()
    page.locator('.cell[data-cell="0115"]').click()
    until(page, lambda: re.search(r"ibb:[A-Z][\w-]+", page.inner_text("#note")))
    page.locator(".cell.goal").first.click()
    page.wait_for_selector("#undo:not([disabled])")
    page.keyboard.press("u")
    page.wait_for_selector("#undo[disabled]")
    page.click("#replay")
    page.click("#first")
    until(page, lambda: page.inner_text("#move").startswith("move 0"))
    page.close()
    saved = table.end()
    assert "move" not in saved
    assert not faults


def test_the_hint_stays_marked_while_the_page_is_drawn_again(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("defend-the-bridge", "--side", "rotwang", "--seed", "41").links[0], faults)
    settled(page)
    before = shown(page)
    page.get_by_role("button", name="Give the order").click()
    page.click("#go")
    until(page, lambda: shown(page) != before)
    page.keyboard.press("h")
    page.wait_for_selector("button.hinted:focus")
    hinted = page.locator("button.hinted").get_attribute("data-choice")
    lit = page.locator(".cell.hinted, .counter.hinted").count()
    assert lit
    for again in ("Escape", "n", "n", "f", "Escape"):  # all choices, another counter: the page is drawn again
        page.keyboard.press(again)
        assert page.locator(".cell.hinted, .counter.hinted").count() == lit
    stack = page.locator('.cell[aria-label*="Tudwall"], .cell[aria-label*=", "]').first
    stack.click(force=True)  # a stack is fanned out
    assert page.locator(".cell.hinted, .counter.hinted").count() == lit
    page.keyboard.press("h")
    page.wait_for_selector(f'button.hinted[data-choice="{hinted}"]:focus')
    page.close()
    assert not faults


def test_the_lens_is_put_away_and_a_click_on_empty_ground_is_answered(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("stirling", "--side", "skatch", "--seed", "8").links[0], faults)
    assert "Set-up" in settled(page)
    assert not page.locator(".latest").count()  # nothing has happened yet
    assert page.locator("header").bounding_box()["height"] < 80  # under the longest shipped title
    stack = page.locator('.cell:not([aria-label*="empty"])').first.get_attribute("data-cell")
    page.click("#lens")
    page.mouse.move(*middle(page, stack))
    until(page, lambda: page.inner_text("#glass").strip())
    page.keyboard.press("l")
    assert page.locator("#glass").is_hidden()
    page.locator("#help").focus()
    page.keyboard.press("Tab")  # the map is one stop, and that is a cell
    stops = [page.evaluate("document.activeElement.dataset.cell")]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        stops.append(page.evaluate("document.activeElement.dataset.cell"))
    assert all(stops), stops
    assert len(set(stops[:3])) == 3
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "larger"
    page.mouse.click(*middle(page, "0101"))
    until(page, lambda: "Hex 0101: empty" in page.inner_text("#note"))
    page.close()
    assert not faults


def test_a_rule_says_what_it_is_and_a_counter_what_its_figures_are(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    page = opened(browser, lay("defend-the-bridge", "--side", "rotwang", "--seed", "41").links[0], faults)
    settled(page)
    page.locator("#story button.rules").last.click()
    until(page, lambda: len(page.inner_text("#note")) > 40)
    page.locator("#choices li button:not([data-choice])").first.click()
    until(page, lambda: "attack" in page.inner_text("#choices .facts"))
    assert "movement" in page.inner_text("#choices .facts")
    assert page.locator("#standing summary").inner_text().startswith("So far")
    page.close()
    assert not faults


def test_at_one_screen_nothing_of_a_side_is_shown_until_its_player_sits_down(
    browser: Any, lay: Callable[..., Table]
) -> None:
    faults: list[str] = []
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(lay("defend-the-bridge", "--against", "person").links[0])
    page.get_by_role("button", name="I am Rotwangi").wait_for(timeout=PATIENCE_MS)
    for id in ("choices", "beside", "story"):
        assert page.inner_text(f"#{id}") == ""
    assert page.locator(".counter").count() == 0
    page.get_by_role("button", name="I am Rotwangi").click()
    assert "You are Rotwangi" in settled(page)
    until(page, lambda: "Rotwang" in page.inner_text("#story"))
    page.close()
    assert not faults


def test_two_browsers_see_their_own_sides_and_each_others_moves(browser: Any, lay: Callable[..., Table]) -> None:
    faults: list[str] = []
    table = lay("defend-the-bridge", "--against", "person")
    tudwall, rotwang = (opened(browser, link, faults) for link in table.links[1:])
    assert "You are Tudwallish" in tudwall.inner_text("#moment")
    assert not tudwall.locator("#choices [data-choice]").count()
    before = shown(tudwall)
    settled(rotwang)
    rotwang.get_by_role("button", name="Give the order").click()
    rotwang.click("#go")
    until(tudwall, lambda: shown(tudwall) != before)
    tudwall.close()
    rotwang.close()
    assert "order" in table.end()
    assert not faults


def test_a_map_is_painted_with_the_mouse_and_the_keys_and_read_back(
    browser: Any, lay: Callable[..., Table], tmp_path: Path
) -> None:
    faults: list[str] = []
    file = Path(shutil.copytree(ROOT / "docs" / "examples" / "waterline", tmp_path / "game")) / "maps" / "polder.yaml"
    before = file.read_text(encoding="utf-8")
    page = opened(browser, lay("map", "edit", str(file)).links[0], faults)

    def stroked(was: str) -> str:
        """The file once a stroke has been written."""
        until(page, lambda: file.read_text(encoding="utf-8") != was)
        return file.read_text(encoding="utf-8")

    page.click('[data-tool="ground peat"]')
    page.mouse.move(*middle(page, "0304"))
    page.mouse.down()
    page.mouse.move(*middle(page, "0604"), steps=12)
    page.mouse.up()
    painted = stroked(before)
    page.click('[data-tool="side dike"]')
    page.locator('.cell[data-cell="0908"]').focus()
    page.keyboard.press("2")  # the second side: E
    drawn = stroked(painted)
    until(page, lambda: page.inner_text("#problems") == "Nothing is wrong with the map.")
    page.keyboard.press("u")
    assert stroked(drawn) == painted
    page.click("#revert")
    assert stroked(painted) == before
    page.close()
    assert '    - "..dddd......"' in painted
    assert '"H9 E"]' in drawn
    assert painted.replace('"..dddd......"', '"..ppp......."') == before
    assert not faults


def test_links_and_outlines_are_drawn_with_the_mouse(browser: Any, lay: Callable[..., Table], tmp_path: Path) -> None:
    faults: list[str] = []
    (tmp_path / "maps").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    file = tmp_path / "maps" / "farms.yaml"
    file.write_text(OUTLINES, encoding="utf-8")
    page = opened(browser, lay("map", "edit", str(file)).links[0], faults)
    upper, lower = middle(page, "0001"), middle(page, "0002")
    box = page.locator('.cell[data-cell="0001"]').bounding_box()

    def drag(tool: str, *stops: tuple[float, float]) -> str:
        """The file once a stroke over these places has been written."""
        before = file.read_text(encoding="utf-8")
        page.click(f'[data-tool="{tool}"]')
        page.mouse.move(*stops[0])
        page.mouse.down()
        for stop in stops[1:]:
            page.mouse.move(*stop, steps=6)
        page.mouse.up()
        if page.locator("#go").count() and page.locator("#go").is_visible():
            page.fill("#ask input", "Old Pond")
            page.click("#go")
        until(page, lambda: file.read_text(encoding="utf-8") != before)
        until(page, lambda: page.inner_text("#problems") == "Nothing is wrong with the map.")
        return file.read_text(encoding="utf-8")

    assert "{from: upper, to: lower, kind: road}" in drag("link road", upper, lower)
    corner = (box["x"] + box["width"], box["y"])
    moved = drag("corner", corner, (corner[0] + 20, corner[1] + 25))
    shared = set(re.findall(r"\[1[01][0-9.]*, [12][0-9.]*\]", moved))
    assert "[100, 10]" not in moved
    assert max(moved.count(each) for each in shared) == 2  # both areas have it still
    x, y = upper
    pond = drag("area", (x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30), (x - 30, y - 28))
    assert "id: old-pond, name: Old Pond, outline: [[" in pond
    page.keyboard.press("u")
    until(page, lambda: "pond" not in file.read_text(encoding="utf-8"))
    page.close()
    assert not faults


def test_a_saved_game_is_opened_from_the_page_at_one_screen(
    browser: Any, lay: Callable[..., Table], tmp_path: Path
) -> None:
    faults: list[str] = []
    file = tmp_path / "half.game"
    words = ["play", "the-long-road", "--seed", "page", "--save", str(file), "--brief"]
    subprocess.run([sys.executable, "-m", "ibbprint", *words], check=True, capture_output=True)
    head, *turns = file.read_text(encoding="utf-8").split("# turn")
    half = "# turn".join([head, *turns[:2]])
    file.write_text(half, encoding="utf-8")
    table = lay("the-long-road", "--against", "person")
    page = opened(browser, table.links[0], faults)
    page.set_input_files("#file", str(file))
    until(page, lambda: any(words in page.inner_text("body") for words in ("Turn 3", "Hand over the screen")))
    page.close()
    moves = [line for line in half.splitlines() if line.startswith(("move", "melee", "fire"))]
    assert [line for line in table.end().splitlines() if line in moves] == moves
    assert not faults


def test_a_message_goes_with_the_next_click_and_the_end_of_the_server_is_an_answer(
    browser: Any, lay: Callable[..., Table]
) -> None:
    faults: list[str] = []
    table = lay("defend-the-bridge", "--against", "person")
    page = opened(browser, table.links[1 + 1], faults)
    urls: list[str] = []
    answers: list[int] = []
    page.on("request", lambda request: urls.append(request.url))
    page.on("response", lambda response: answers.append(response.status))
    settled(page)
    before = shown(page)
    page.get_by_role("button", name="Give the order").click()
    page.click("#go")
    until(page, lambda: shown(page) != before)
    for end in ("click", "Escape"):
        page.locator(".cell.able").first.click()
        page.wait_for_selector(".cell.goal")
        page.locator('.cell[data-cell="0115"]').click()
        page.wait_for_selector("#note:visible .rules")
        page.locator("#note .rules").click()  # a click on the message itself looks its rule up
        until(page, lambda: len(page.inner_text("#note")) > 80)
        page.click("#choices h2") if end == "click" else page.keyboard.press("Escape")
        assert page.locator("#note").is_hidden()
        page.keyboard.press("Escape")
    table.process.send_signal(signal.SIGINT)
    until(page, lambda: "has ended" in page.inner_text("#moment"))
    urls.clear()
    page.wait_for_timeout(4000)  # longer than it waits between two tries
    page.click("#hint")
    page.wait_for_selector("#note:visible")
    assert "has ended" in page.inner_text("#note")
    page.close()
    assert not urls
    assert set(answers) == {200}
    assert not faults


def test_all_that_can_act_is_in_sight_with_what_is_still_open_and_a_fanned_counter_answers(
    browser: Any, lay: Callable[..., Table]
) -> None:
    """A formation of seven, of which one must rally, at 1024 by 768."""
    faults: list[str] = []
    page = opened(browser, lay("defend-the-bridge", "--side", "tudwall", "--seed", "trial-1").links[0], faults)
    listed = "[...document.querySelectorAll('#choices .units button')]"
    for _ in range(MOST_CLICKS):
        settled(page)
        if page.evaluate(f"{listed}.length") > 6:
            break
        before = shown(page)
        page.click("#hint")
        page.locator("button.hinted:focus").click()
        until(page, lambda: shown(page) != before or page.locator("#go").is_visible())  # noqa: B023
        if page.locator("#go").is_visible():
            page.click("#go")
            until(page, lambda: shown(page) != before)  # noqa: B023
    assert "Moving and fighting are open" in page.inner_text("#open-now")
    assert page.locator("#open-now .rules").count() == 2
    bottom = page.evaluate("document.getElementById('choices').getBoundingClientRect().bottom")
    assert page.evaluate(f"{listed}.every((each) => each.getBoundingClientRect().bottom <= {bottom})")
    assert page.locator("#choices .more").is_hidden()
    assert page.evaluate("document.getElementById('story').clientHeight") > 100
    page.locator('.cell[aria-label*="T2 "]').click()  # the king, who is not under these orders
    page.wait_for_selector("#note:visible")
    assert "not under the orders" in page.inner_text("#note")
    stack = page.locator('.cell[aria-label*="T3 "]')  # the siege engine and its engineers
    stack.click()
    for key, name in (("T3", "Siege Engine"), ("T4", "Engineers")):
        drawn = page.locator(".counter").filter(has_text=key).filter(has_text=name)
        box = drawn.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        until(page, lambda: f"{key} " in page.inner_text("#note"))  # noqa: B023
        assert name in page.inner_text("#choices .facts")
    page.close()
    assert not faults
