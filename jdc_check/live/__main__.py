"""The process: requests on standard input, answers on standard output, and the end when whoever asks is gone."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import IO, Any, Final

from jdc_check.errors import JdcError
from jdc_check.live import frames
from jdc_check.settings import Settings
from jdc_check.stopping import Stopped, stoppable

_PAUSE: Final = 0.5
"""Seconds without a request after which there is time to look for what is no longer needed."""
_MOST_LITTER: Final = 25
"""Answers after which there has to be."""
_GRACE: Final = 2.0
"""Seconds until a process that does not unwind ends all the same."""


def main() -> None:
    """Serve until standard input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what mypy or a library prints is no answer
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    code = 0
    try:
        with stoppable():
            threading.Thread(target=_receive, args=(sys.stdin.buffer, requests), daemon=True).start()
            _serve(Worker(json.loads(sys.argv[1])), requests, answers)
    except (Stopped, BrokenPipeError):  # whoever asks is gone
        pass
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:  # at its end Python would stop at the thread that reads, and take apart what mypy has in memory
        os._exit(code)


def _receive(stream: IO[bytes], requests: queue.Queue[dict[str, Any]]) -> None:
    """Hand on what is asked; at the end of the stream, unwind the main thread, which may be waiting for mypy."""
    while (request := frames.read(stream)) is not None:
        requests.put(request)
    last_resort = threading.Timer(_GRACE, os._exit, (0,))
    last_resort.daemon = True
    last_resort.start()
    os.kill(os.getpid(), signal.SIGTERM)


def _serve(worker: Worker, requests: queue.Queue[dict[str, Any]], answers: IO[bytes]) -> None:
    litter = 0
    while True:
        request = None
        if 0 < litter < _MOST_LITTER:
            with contextlib.suppress(queue.Empty):
                request = requests.get(timeout=_PAUSE)
        if request is None and litter:  # nobody waits now; within an answer it would double its time
            gc.collect()
            litter = 0
        request = request or requests.get()
        gc.disable()
        litter += 1
        try:
            answer = worker.answer(request)
        except JdcError as error:
            answer = {"error": str(error), "fatal": True}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}", "fatal": True}
        answers.write(frames.packed(answer))
        answers.flush()
        if "fatal" in answer:  # what mypy has in memory may be half changed
            return


class Worker:
    """Answers requests about one batch of one project."""

    def __init__(self, given: dict[str, Any]) -> None:
        from jdc_check.live.session import Session  # noqa: PLC0415 - mypy takes a while to load

        self._settings = Settings(
            paths=tuple(given["paths"]),
            packages=(),
            root=Path(given["root"]),
            codes=frozenset(given["codes"]),
            exclude=tuple(given["exclude"]),
            cache_dir=Path(given["cache_dir"]),
            python_executable=given["executable"],
            force_exclude=given["force_exclude"],
            notebooks=given["notebooks"],
        )
        self._executable: str = given["executable"]
        self._session = Session(self._settings, self._executable, given["batch"])

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to one request.

        Raises:
            InternalError: mypy failed.

        """
        match request:
            case {"do": "start"}:
                return self._session.start().as_json()
            case {"do": "update", "changes": changes, "look": look}:
                return self._session.update(changes, look_for_files=look).as_json()
            case {"do": "slow", "buffers": buffers}:
                from jdc_check.live.slow_answers import slow_answer  # noqa: PLC0415

                return slow_answer(self._settings, self._executable, buffers).as_json()
            case {"do": "ask", "question": question, **details}:
                from jdc_check.live.questions import ask  # noqa: PLC0415

                return {"answer": ask(self._session, question, details)}
            case _:
                return {"error": f"unknown request {request.get('do')}"}


if __name__ == "__main__":
    main()
