"""The process of a game or a map, as the server sees it: questions with a time limit, a fresh start when overrun."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ibbprint.table.desk import Sitting
from ibbprint.table.map_desk import MapSitting

LIMIT_S = 30.0
"""No answer takes longer, but for one that a commander thinks about."""
THINKING_S = 300.0
LONGEST = 64 * 1024 * 1024
"""Bytes of the longest answer: a map of a picture has 10 MB."""


class Overrun(Exception):
    """The engine did not answer in time, or ended; the game goes on from its last move."""


@dataclass
class EngineProcess:
    """A game, or a map, in a process that can be ended at any time; its `sitting` is what it goes on from then."""

    game: str
    sitting: Sitting | MapSitting
    limit: float = LIMIT_S
    saved: str = ""
    _process: asyncio.subprocess.Process | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Begin the game, or go on with it. Raises Overrun where it cannot be opened."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ibbprint.table",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            start_new_session=True,  # Ctrl-C is for the server, which saves the game and then ends this
        )
        first = {"game": self.game, "desk": self.sitting.DESK, "sitting": asdict(self.sitting)}
        answer = await self._answer(first, THINKING_S)
        if not answer.get("open"):
            await self.stop()
            raise Overrun("\n".join(answer.get("problems", ())) or "The game could not be opened.")
        self.saved = answer.get("saved", "")
        self._note(answer)

    @property
    def number(self) -> int:
        """The number of the game as it was answered last; another one after every change, and after an overrun."""
        return self.sitting.number

    async def ask(self, name: str, values: Mapping[str, Any], limit: float | None = None) -> dict[str, Any]:
        """The answer to a question. Raises Overrun, with the game ready to go on, where none comes in time."""
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                await self.start()
            try:
                answer = await self._answer({"ask": name, **values}, limit or self.limit)
            except (TimeoutError, Overrun) as late:
                await self.stop()
                self._note({"number": self.number + 1})
                raise Overrun("The engine took too long and was started again; the game stands as it did.") from late
            if "moves_made" in answer and isinstance(self.sitting, Sitting):
                moves, seed = tuple(answer.pop("moves_made")), answer.pop("seed")
                self.sitting = replace(self.sitting, moves=moves, seed=seed)
                self.saved = answer.pop("saved")
            self._note(answer)
            return answer

    def _note(self, answer: Mapping[str, Any]) -> None:
        if "number" in answer:
            self.sitting = replace(self.sitting, number=answer["number"])

    async def _answer(self, question: Mapping[str, Any], limit: float) -> dict[str, Any]:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readline(), limit)
        except (BrokenPipeError, ConnectionResetError) as ended:
            raise Overrun("The engine has ended.") from ended
        if not line:
            raise Overrun("The engine has ended.")
        result: dict[str, Any] = json.loads(line)
        return result

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
