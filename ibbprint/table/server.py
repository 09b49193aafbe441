"""The server of a table: the files of the page, and its questions, which the process of the game answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ibbprint.fonts import FACES, font_path
from ibbprint.table import safety
from ibbprint.table.asking import ASKS, Asks, values_of
from ibbprint.table.engine_process import THINKING_S, EngineProcess, Overrun
from ibbprint.table.safety import Denied, Seat

PAGE = Path(__file__).with_name("page")
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
WAIT_S = 25.0
"""A page that waits for the others is answered after so long in any case, and asks again."""
FONTS_CSS = "fonts.css"
ENDED = "The server has ended; start ibbprint table again with the saved game."
"""What a page is told after Ctrl-C."""
MOST_WAITING = 40
"""The most pages that may wait at once."""


CHANGES = ("act", "undo", "load", "stroke", "revert")
"""The questions that change the game or the map: all pages look again."""


@dataclass
class Table:
    """A table: its game, its seats by their tokens, and the pages that wait for a change."""

    engine: EngineProcess
    seats: Mapping[str, Seat]
    port: int
    asks: Asks = field(default_factory=lambda: ASKS)
    first: str = "/index.html"
    """The file of the page that is at `/`."""
    fault: str = ""
    """What went wrong while a policy thought, until somebody reads it."""
    ended: bool = False
    """Whether it is about to end: nobody waits any more, and no question is answered."""
    _thinking: bool = False
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _answering: asyncio.Task[None] | None = None
    _waiting: int = 0

    # --- the game -----------------------------------------------------------------------------------------------

    async def ask(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of the game. What changes it wakes the pages that wait, and lets policies answer.

        Raises Denied once the table ends.
        """
        if self.ended:
            raise Denied(503, ENDED)
        try:
            answer = await self.engine.ask(name, values)
        except Overrun:
            await self._wake()
            raise
        if name in CHANGES and "number" in answer:
            await self._wake()
            self._let_think(thinking=bool(answer.get("thinking")))
        return answer

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _let_think(self, *, thinking: bool) -> None:
        """Let policies decide, unless they do already."""
        self._thinking = thinking
        if thinking and (self._answering is None or self._answering.done()):
            self._answering = asyncio.create_task(self._answer())

    async def _answer(self) -> None:
        """Let policies decide until a person must."""
        while self._thinking:
            try:
                answer = await self.engine.ask("answer", {}, THINKING_S)
            except Overrun as late:
                self.fault = str(late)
                await self._wake()
                return
            self._thinking = bool(answer.get("thinking"))
            await self._wake()

    async def begin(self) -> None:
        """Open the game, and let policies make the first moves if theirs is the first turn."""
        await self.engine.start()
        self._let_think(thinking=True)

    async def wait(self, number: int) -> dict[str, Any]:
        """The number of the game once it differs from the one that a page has, or after `WAIT_S`.

        With what went wrong while a policy thought; it begins to think once more then.
        """
        if self._waiting >= MOST_WAITING:
            raise Denied(429, "Too many pages wait for this table.")
        self._waiting += 1
        try:
            async with self._changed:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait_for(lambda: self._has_news(number)), WAIT_S)
        finally:
            self._waiting -= 1
        if self.ended:
            return {"number": self.engine.number, "ended": ENDED}
        fault, self.fault = self.fault, ""
        self._let_think(thinking=self._thinking)
        return {"number": self.engine.number, "fault": fault}

    def _has_news(self, number: int) -> bool:
        return self.ended or self.engine.number != number

    async def close(self) -> None:
        """Tell the pages that wait that the table ends, while the server can still answer them."""
        self.ended = True
        await self._wake()

    async def end(self) -> None:
        if self._answering is not None:
            self._answering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._answering
        await self.engine.stop()


def fonts_css() -> str:
    """The fonts of the press, as a page names them."""
    return "".join(
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};font-style:{face.slant};"
        f"src:url('/fonts/{style}.ttf')}}\n"
        for style, face in FACES.items()
    )


def page_files(first: str) -> dict[str, tuple[str, bytes]]:
    """Every file that the page is made of, by its path, with `first` at `/`: nothing else is ever served."""
    files = {
        f"/{path.name}": (KINDS[path.suffix], path.read_bytes())
        for path in sorted(PAGE.iterdir())
        if path.suffix in KINDS
    }
    files["/"] = files[first]
    files = {path: file for path, file in files.items() if not path.endswith(".html")}
    files[f"/{FONTS_CSS}"] = KINDS[".css"], fonts_css().encode()
    for style in FACES:
        files[f"/fonts/{style}.ttf"] = "font/ttf", font_path(style).read_bytes()
    return files


def application(table: Table) -> Starlette:
    """The application of a table. Every answer has the headers of `safety`."""
    files = page_files(table.first)

    def denied(why: Denied) -> Response:
        return JSONResponse({"denied": str(why)}, why.status, safety.HEADERS)

    async def file(request: Request) -> Response:
        try:
            safety.check_host(request, table.port)
        except Denied as why:
            return denied(why)
        known = files.get(request.scope["path"])
        if known is None:
            return denied(Denied(404, "There is no such file."))
        return Response(known[1], 200, safety.HEADERS, known[0])

    async def ask(request: Request) -> Response:
        try:
            safety.check_host(request, table.port)
            safety.check_origin(request)
            token, seat = safety.seat_of(request, table.seats)
            body = await safety.body_of(request)
            name = request.path_params["name"]
            if name == "wait":
                number = body.get("number")
                answer = await table.wait(number if isinstance(number, int) else -1)
            else:
                answer = await table.ask(name, values_of(table.asks, name, body, token, seat))
                if name == "table":
                    answer |= {"seats": list(seat.sides), "most_bytes": safety.MOST_BYTES}
        except Denied as why:
            return denied(why)
        except asyncio.CancelledError:
            if not table.ended:
                raise
            return denied(Denied(503, ENDED))  # the server cuts off what takes too long at its end
        except Overrun as late:
            return JSONResponse({"refused": str(late)}, 503, safety.HEADERS)
        return JSONResponse(answer, 200, safety.HEADERS)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await table.begin()
            yield
        finally:
            await table.end()

    routes = [Route("/api/{name:str}", ask, methods=["POST"]), Route("/{path:path}", file, methods=["GET"])]
    result = Starlette(routes=routes, lifespan=lifespan)
    result.add_middleware(GZipMiddleware, minimum_size=1000)
    return result
