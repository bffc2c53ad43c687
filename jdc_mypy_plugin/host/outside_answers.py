"""Answers that rest on files of which mypy does not know that a module depends on them.

mypy takes a module from its cache as long as the modules that it imports are the same. So the questions that a rule
has asked of other files are kept beside the cache, a file for each module that has any, and are asked again before
mypy takes the module from there: if an answer is another one, the module is checked again.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from mypy.options import Options

from .daemon import is_daemon
from .freshness import is_settled, module_under_check

_FOLDER: Final = "jdc-answers"
_ENDING: Final = ".json"

_given: Final[dict[Hashable, Any]] = {}
"""The answers of this run, by the question."""
_noted: Final[defaultdict[str, dict[str, Any]]] = defaultdict(dict)
"""The answers that modules of this run rest on, by the module and the question."""

QuestionT = TypeVar("QuestionT", bound=tuple[Any, ...])
AnswerT = TypeVar("AnswerT")


def answered(question: QuestionT, ask: Callable[[QuestionT], AnswerT]) -> AnswerT:
    """Ask a question once in a run, and note that the module under check has asked it; JSON can keep both."""
    if question not in _given or not is_settled():
        _given[question] = ask(question)
    answer: AnswerT = _given[question]
    module = module_under_check()
    if module is not None:
        _noted[module][json.dumps(question)] = answer
    return answer


class OutsideAnswers:
    """The answers beside the cache of one run of mypy; a daemon depends on the files themselves."""

    def __init__(self, options: Options) -> None:
        _given.clear()
        _noted.clear()
        self._folder = Path(options.cache_dir) / _FOLDER
        self._kept: set[str] = set()
        if not is_daemon(options) and options.cache_dir != os.devnull:
            with contextlib.suppress(OSError):
                self._kept.update(name.removesuffix(_ENDING) for name in os.listdir(self._folder))  # noqa: PTH208

    def keep(self, module: str) -> None:
        """Keep the answers of a module that has been checked."""
        answers = _noted.pop(module, None)
        if answers is None and module not in self._kept:
            return
        file = self._folder / f"{module}{_ENDING}"
        with contextlib.suppress(OSError):  # a cache that cannot be written to is none
            if answers is None:
                file.unlink(missing_ok=True)
            else:
                self._folder.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(answers))

    def differ(self, module: str, ask: Callable[[Sequence[Any]], Any]) -> bool:
        """Return whether an answer that a module in the cache rests on is another one by now."""
        if module not in self._kept:
            return False
        try:
            answers = json.loads((self._folder / f"{module}{_ENDING}").read_text())
            return any(_plain(ask(json.loads(question))) != answer for question, answer in answers.items())
        except (OSError, ValueError, TypeError, AttributeError):
            return True


def _plain(answer: Any) -> Any:
    """Return an answer as JSON keeps it."""
    return json.loads(json.dumps(answer))
