"""The server of a table answers its own page and nobody else."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("starlette", reason="the extra ibbprint[table] is not installed")

from ibbprint.jobs.tables import TableOrder, table_laid
from ibbprint.problems import Report
from ibbprint.table import server
from ibbprint.table.__main__ import opened
from ibbprint.table.desk import Desk
from ibbprint.table.engine_process import LIMIT_S, EngineProcess, Overrun
from ibbprint.table.safety import MOST_BYTES, Seat
from ibbprint.table.server import PAGE, Table, application
from tests.helpers import ROOT, SOAK

PORT = 4711
GOOD, OTHER = "token-of-blue", "token-of-red"
SEATS = {GOOD: Seat("Blue", ("blue",)), OTHER: Seat("Red", ("red",))}


class Client:
    """Asks an application as a browser would, header by header, on a loop that lives as long as the test."""

    def __init__(self, table: Table) -> None:
        self.app = application(table)
        self.runner = asyncio.Runner()

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        return self.runner.run(self._ask(method, path, body, headers or {}))

    async def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Any:
        lines = {"host": f"127.0.0.1:{PORT}", **headers}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in lines.items() if value],
            "scheme": "http",
            "server": ("127.0.0.1", PORT),
        }
        parts = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(dict(message))

        await self.app(scope, receive, send)
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], answered, b"".join(part.get("body", b"") for part in sent[1:])

    def post(self, name: str, body: Any = None, **changed: str) -> tuple[int, dict[str, Any]]:
        headers = {
            "origin": f"http://127.0.0.1:{PORT}",
            "content-type": "application/json",
            "x-ibbprint-token": GOOD,
            **{key.replace("_", "-"): value for key, value in changed.items()},
        }
        data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        status, _, answer = self.ask("POST", f"/api/{name}", data, headers)
        return status, json.loads(answer)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    laid = table_laid(TableOrder("the-long-road", against="person", no_browser=True), Report())
    table = Table(EngineProcess(laid.game, laid.sitting), SEATS, PORT)
    client = Client(table)
    client.runner.run(table.begin())
    yield client
    client.runner.run(table.end())
    client.runner.close()


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1:1", "", "127.0.0.1.nip.io:4711"])
def test_another_host_gets_neither_page_nor_answer(client: Client, host: str) -> None:
    assert client.ask("GET", "/", headers={"host": host})[0] == 421
    assert client.post("state", host=host)[0] == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", f"https://127.0.0.1:{PORT}", "http://127.0.0.1"])
def test_another_origin_gets_no_answer(client: Client, origin: str) -> None:
    assert client.post("state", origin=origin)[0] == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_gets_no_answer(client: Client, kind: str) -> None:
    assert client.post("state", content_type=kind)[0] == 415


@pytest.mark.parametrize("token", ["", "wrong", GOOD[:-1], GOOD + "x", "é"])
def test_a_token_that_is_missing_or_wrong_gets_no_answer(client: Client, token: str) -> None:
    assert client.post("state", x_ibbprint_token=token)[0] == 401


def test_a_link_sees_no_other_side(client: Client) -> None:
    assert client.post("state", {"seat": 0, "have": 0})[1]["side"] == "blue"
    assert client.post("state", {"seat": 0, "have": 0}, x_ibbprint_token=OTHER)[1]["side"] == "red"
    assert client.post("state", {"seat": 1, "have": 0})[0] == 403


@pytest.mark.parametrize("declared", ["", str(MOST_BYTES + 1), "9" * 400])
def test_a_body_of_more_than_64_kb_is_refused(client: Client, declared: str) -> None:
    body = json.dumps({"have": 0, "junk": "x" * 10_000_000}).encode()
    assert client.post("state", body, content_length=declared)[0] == 413


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_no_object_is_refused(client: Client, body: bytes) -> None:
    assert client.post("state", body)[0] == 400


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/fonts/../__init__.py", "/fonts/%2e%2e/__init__.py", "//etc/passwd", "/server.py", "/page"],
)
def test_a_path_that_is_no_file_of_the_page_is_not_found(client: Client, path: str) -> None:
    assert client.ask("GET", path)[0] == 404


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("faces", {"ids": ["../../secret"]}),
        ("faces", {"ids": "f000000000000"}),
        ("act", {"choice": -1, "number": 1}),
        ("act", {"choice": "0", "number": 1}),
        ("act", {"choice": True, "number": 1}),
        ("why", {"counter": 0, "place": "/etc/passwd"}),
        ("past", {"at": 10**9, "have": 0}),
    ],
)
def test_what_the_page_never_sends_is_refused(client: Client, name: str, body: dict[str, Any]) -> None:
    assert client.post(name, body)[0] == 400


@pytest.mark.parametrize("name", ["answer", "__class__", "state/../act", "open", ""])
def test_a_question_that_there_is_not_has_no_answer(client: Client, name: str) -> None:
    assert client.ask("POST", f"/api/{name}", b"{}", {"origin": f"http://127.0.0.1:{PORT}"})[0] in (403, 404, 405, 415)


def test_no_script_can_run_that_is_not_a_file_of_the_page(client: Client) -> None:
    status, headers, page = client.ask("GET", "/")
    policy = headers["content-security-policy"]
    assert status == 200
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert b"<script>" not in page
    assert b"onclick" not in page
    assert headers["x-content-type-options"] == "nosniff"


BAD_REQUESTS = 10_000 if SOAK else 300


def test_many_bad_requests_change_nothing(client: Client) -> None:
    before = client.post("state", {"have": 0})[1]["number"]
    for _ in range(BAD_REQUESTS):
        assert client.post("state", x_ibbprint_token="guess")[0] == 401
    assert client.post("state", {"have": 0})[1]["number"] == before


def test_an_engine_that_takes_too_long_is_started_again_where_the_game_stood() -> None:
    laid = table_laid(TableOrder("the-long-road", against="person", no_browser=True), Report())
    engine = EngineProcess(laid.game, laid.sitting)

    async def played() -> tuple[str, str, str]:
        await engine.start()
        mover = (await engine.ask("state", {"side": "blue", "page": "p", "have": 0}))["decides"]
        state = await engine.ask("state", {"side": mover, "page": "p", "have": 0})
        await engine.ask("act", {"side": mover, "choice": 0, "number": state["number"]})
        before = engine.saved
        with pytest.raises(Overrun):
            await engine.ask("state", {"side": mover, "page": "p", "have": 0}, 0.000001)
        text = (await engine.ask("save", {}))["text"]
        await engine.stop()
        return state["choices"][0]["text"], before, text

    move, before, after = asyncio.run(played())
    assert move in before
    assert after == before


def test_pages_look_again_once_when_the_engine_was_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "WAIT_S", 0.05)
    laid = table_laid(TableOrder("the-long-road", against="person", no_browser=True), Report())
    table = Table(EngineProcess(laid.game, laid.sitting), SEATS, PORT)

    async def numbers() -> list[int]:
        await table.begin()
        asking = {"side": "blue", "page": "p", "have": 0}
        first = (await table.ask("state", asking))["number"]
        table.engine.limit = 0.000001
        with pytest.raises(Overrun):
            await table.ask("state", asking)
        table.engine.limit = LIMIT_S
        woken = (await table.wait(first))["number"]  # at once: it is another one
        text = (await table.ask("state", asking))["number"]
        waited = (await table.wait(text))["number"]  # the page waits now, and asks no more
        await table.end()
        return [first, woken, text, waited]

    first, woken, text, waited = asyncio.run(numbers())
    assert first < woken <= text
    assert waited == text


def test_pages_are_told_that_the_table_ends_and_no_question_is_cut_off_without_an_answer() -> None:
    laid = table_laid(TableOrder("the-long-road", against="person", no_browser=True), Report())
    table = Table(EngineProcess(laid.game, laid.sitting), SEATS, PORT)
    client = Client(table)

    async def ended() -> tuple[dict[str, Any], Any]:
        await table.begin()
        waiting = asyncio.create_task(table.wait(table.engine.number))
        await asyncio.sleep(0)
        async with table.engine._lock:  # a question that waits for a policy
            body = json.dumps({"have": 0}).encode()
            headers = {
                "origin": f"http://127.0.0.1:{PORT}",
                "content-type": "application/json",
                "x-ibbprint-token": GOOD,
            }
            late = asyncio.create_task(client._ask("POST", "/api/state", body, headers))
            await asyncio.sleep(0.05)
            await table.close()
            late.cancel()  # as the server does with what takes too long
            answers = await waiting, await late
        await table.end()
        return answers

    output, (status, _, body) = client.runner.run(ended())
    assert output["ended"] == server.ENDED
    assert status == 503
    assert json.loads(body)["denied"] == server.ENDED
    assert client.post("state", {"have": 0}) == (503, {"denied": server.ENDED})
    client.runner.close()


def test_a_sitting_goes_to_the_engine_as_plain_values() -> None:
    laid = table_laid(TableOrder("the-long-road", no_browser=True), Report())
    assert json.loads(json.dumps(dataclasses.asdict(laid.sitting)))["scenario"] == "the-long-road"


SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
EVIL_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10" onload="alert(3)">'
    '<script>alert(4)</script><foreignObject><body onload="alert(5)"/></foreignObject>'
    '<a href="javascript:alert(6)"><rect width="10" height="10"/></a><image href="http://evil.example/x.png"/></svg>'
)


def _evil(folder: Path, *, drawn: bool) -> Path:
    """A pack with script in the names of its units and map, and in a drawing that its faces use."""
    pack = Path(shutil.copytree(ROOT / "docs" / "examples" / "salt-marsh", folder / "evil"))
    scenario = pack / "scenarios" / "low-tide.yaml"
    text = scenario.read_text(encoding="utf-8")
    assert "Old Sedge" in text
    scenario.write_text(text.replace("Old Sedge", SCRIPT), encoding="utf-8")
    if drawn:
        (pack / "symbols").mkdir(exist_ok=True)
        for symbol in ("archers", "axemen", "captain"):
            (pack / "symbols" / f"{symbol}.svg").write_text(EVIL_SVG, encoding="utf-8")
    return pack


def test_script_in_the_names_of_a_pack_goes_out_as_text(tmp_path: Path) -> None:
    order = TableOrder("low-tide", against="person", no_browser=True, packs=(_evil(tmp_path, drawn=False),), force=True)
    laid = table_laid(order, Report())
    desk = opened({"game": laid.game, "desk": laid.sitting.DESK, "sitting": dataclasses.asdict(laid.sitting)}, Report())
    assert isinstance(desk, Desk)
    side = desk.match.game.to_move or ""
    state = desk.ask("state", {"side": side, "page": "p", "have": 0})
    drawn = [desk.ask("table", {})["map"], *(desk.art.faces.values() if desk.art is not None else ())]
    assert SCRIPT in json.dumps(state, ensure_ascii=False)  # it is there, as the words of a name
    for svg in drawn:
        tree = ElementTree.fromstring(svg)
        tags = {element.tag.rpartition("}")[2].lower() for element in tree.iter()}
        names = {name.rpartition("}")[2].lower() for element in tree.iter() for name in element.attrib}
        links = [value for element in tree.iter() for name, value in element.attrib.items() if name.endswith("href")]
        assert tags.isdisjoint({"script", "foreignobject", "iframe", "a", "img"})
        assert not [name for name in names if name.startswith("on")]
        assert all(link.startswith(("#", "data:image/")) for link in links)
    page = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.js"))
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert way not in page


def test_a_drawing_with_script_in_it_is_refused_by_our_own_reader(tmp_path: Path) -> None:
    report = Report()
    order = TableOrder("low-tide", against="person", no_browser=True, packs=(_evil(tmp_path, drawn=True),), force=True)
    laid = table_laid(order, report)
    desk = opened({"game": laid.game, "desk": laid.sitting.DESK, "sitting": dataclasses.asdict(laid.sitting)}, report)
    assert desk is None or isinstance(desk, Desk)
    assert desk is None or desk.art is None or not report.ok
    assert "<script>" in " ".join(map(str, report))
    sent = "" if desk is None or desk.art is None else json.dumps([desk.art.map, dict(desk.art.faces)])
    for sign in ("alert(", "evil.example", "javascript:", "onload"):
        assert sign not in sent.replace(SCRIPT, "").replace(json.dumps(SCRIPT)[1:-1], "")
