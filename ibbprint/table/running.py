"""Serving a table until Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping

import uvicorn

from ibbprint.problems import BadRequest
from ibbprint.table.asking import ASKS, MAP_ASKS
from ibbprint.table.desk import Sitting
from ibbprint.table.engine_process import EngineProcess
from ibbprint.table.map_desk import MapSitting
from ibbprint.table.safety import ADDRESS, Seat
from ibbprint.table.server import Table, application
from ibbprint.undisturbed import go_on

CONNECTIONS = 200
"""More at once are answered by 503."""
GRACE_S = 1
"""Pages that wait are cut off so long after Ctrl-C."""


class _Server(uvicorn.Server):
    """A server that says when it is ready, and tells the pages of its table when it ends."""

    def __init__(self, config: uvicorn.Config, table: Table, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._table = table
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._table.close()
        await super().shutdown(sockets)


def serve(
    game: str, sitting: Sitting | MapSitting, seats: Mapping[str, Seat], port: int, ready: Callable[[int], None]
) -> str:
    """Serve a table, or the map editor, until Ctrl-C; the saved game as it stands then, empty for a map.

    `ready` is called with the port as soon as the page can be opened. Raises BadRequest where the port is taken.
    """
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((ADDRESS, port))
        except OSError:
            hint = "Name another one, or leave --port out: ibbprint takes a free one."
            raise BadRequest(f"port {port} is taken.", hint, "--port") from None
        number = listening.getsockname()[1]
        asks, first = (MAP_ASKS, "/map.html") if isinstance(sitting, MapSitting) else (ASKS, "/index.html")
        table = Table(EngineProcess(game, sitting), seats, number, asks, first)
        config = uvicorn.Config(
            application(table),
            log_level="critical",
            access_log=False,
            lifespan="on",
            server_header=False,
            ws="none",
            limit_concurrency=CONNECTIONS,
            timeout_graceful_shutdown=GRACE_S,
        )
        try:
            _Server(config, table, lambda: ready(number)).run(sockets=[listening])
        except KeyboardInterrupt:
            go_on()  # the game is saved now
    return table.engine.saved
