"""The process that analyses a project: started when it is first asked, and again where it died."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jdc_check.live import frames
from jdc_spec.environment import VARIABLE


class WorkerDiedError(Exception):
    """The process ended in the middle of an answer. ``reason`` is what it said last."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Start:
    """The arguments of a process when it starts."""

    root: Path
    codes: frozenset[str]
    exclude: tuple[str, ...]
    cache_dir: Path
    executable: str
    batch: int = 0
    paths: tuple[str, ...] = (os.curdir,)
    directory: Path | None = None
    """The directory that it runs in, where ``paths`` start; None for the root."""
    force_exclude: bool = True
    notebooks: bool = False
    """True if notebooks are analysed that no editor has open."""

    def as_argument(self) -> str:
        """Return it as one argument of a command line."""
        told = {
            "root": str(self.root),
            "codes": sorted(self.codes),
            "exclude": self.exclude,
            "cache_dir": str(self.cache_dir),
            "executable": self.executable,
            "batch": self.batch,
            "paths": self.paths,
            "force_exclude": self.force_exclude,
            "notebooks": self.notebooks,
        }
        return json.dumps(told)


class Worker:
    """One process. Requests wait for one another."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Return whether there is a process to ask."""
        return self._process is not None and self._process.returncode is None

    @property
    def process_id(self) -> int | None:
        """Return the number of the process, for those who measure it or end it."""
        return None if self._process is None else self._process.pid

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request.

        Raises:
            WorkerDiedError: there is none.

        """
        async with self._turn:
            if not self.is_running:
                await self._run()
            try:
                answer = await self._exchange(request)
            except (OSError, asyncio.IncompleteReadError) as error:
                await self._end()
                raise WorkerDiedError("the analysis ended without an answer") from error
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for that of the next request
                raise
        if "fatal" in answer:
            await self._end()
            raise WorkerDiedError(answer["error"])
        return answer

    async def _run(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "jdc_check.live", self._start.as_argument()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=self._start.directory or self._start.root,
            env={**os.environ, VARIABLE: "1"},
            process_group=0 if os.name == "posix" else None,  # Ctrl-C is for who asks, who then ends this one
        )

    async def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(frames.packed(request))
        await self._process.stdin.drain()
        head = await self._process.stdout.readexactly(frames.LENGTH_BYTES)
        return frames.unpacked(await self._process.stdout.readexactly(frames.length_of(head)))

    async def close(self) -> None:
        """End the process, whatever it does."""
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # it unwinds, and takes along what it has started
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 3)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
