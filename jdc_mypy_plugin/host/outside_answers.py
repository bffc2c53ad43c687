"""Answers that rest on files of which mypy does not know that a module depends on them.

mypy takes a module from its cache as long as the modules that it imports are the same. So the questions that a rule
has asked of other files are kept beside the cache, a file for each module that has any, and are asked again before
mypy takes the module from there: if an answer is another one, the module is checked again.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from mypy.nodes import MypyFile
from mypy.options import Options

from .daemon import is_daemon
from .freshness import Looks, look_again, module_under_check, recorded
from .project_files import PROJECTS, place_of

_FOLDER: Final = "jdc-answers"
_ENDING: Final = ".json"
_PLACE: Final = "path"
"""The key for the path of the module."""
_FILES: Final = "files"
"""The key for the state of the project in which the questions were asked; every other is a question."""
OF_ONE_FILE: Final = "the source of"
"""The first part of questions that one file answers; the files of a project answer the others."""

QuestionT = TypeVar("QuestionT", bound=tuple[Any, ...])
AnswerT = TypeVar("AnswerT")


class OutsideAnswers:
    """The answers of one run of mypy, and those beside its cache; a daemon keeps the questions alone."""

    def __init__(self) -> None:
        self._given: dict[Hashable, tuple[Any, Looks]] = {}
        """By the question, with what the answer rests on in a daemon."""
        self.asked: set[tuple[Any, ...]] = set()
        """All questions of a daemon."""
        self._noted: set[tuple[str, Hashable]] = set()
        """The questions of modules that are kept."""
        self._folder: Path | None = None
        """The folder beside the cache; None where nothing is kept."""
        self._former: frozenset[str] = frozenset()
        """The modules of which earlier runs have kept answers."""
        self.is_of_daemon = False

    def start(self, options: Options) -> None:
        """Begin a run."""
        PROJECTS.clear()
        self._given.clear()
        self.asked.clear()
        self._noted.clear()
        self._folder, self._former = None, frozenset()
        self.is_of_daemon = is_daemon(options)
        if not self.is_of_daemon and options.cache_dir != os.devnull:
            self._folder = Path(options.cache_dir) / _FOLDER
            with contextlib.suppress(OSError):
                names = os.listdir(self._folder)  # noqa: PTH208
                self._former = frozenset(name.removesuffix(_ENDING) for name in names)

    def parsed(self) -> None:
        """Forget the answers in a daemon, which has parsed a module that may have been edited."""
        if self.is_of_daemon:
            PROJECTS.clear()
            self._given.clear()

    def of(self, question: QuestionT, ask: Callable[[QuestionT], AnswerT], asker: MypyFile | None = None) -> AnswerT:
        """Ask a question once in a run, and keep for a module that it has asked; both fit in JSON.

        Without an ``asker`` it is the module under check.
        """
        if question not in self._given:
            if self.is_of_daemon:
                self.asked.add(question)
            with recorded() as looks:
                self._given[question] = ask(question), looks
        answer: AnswerT = self._given[question][0]
        look_again(self._given[question][1])
        module = asker or module_under_check()
        if module is not None and self._folder is not None and (module.fullname, question) not in self._noted:
            self._noted.add((module.fullname, question))
            state = _state(module.fullname, module.path)
            file = self._folder / f"{module.fullname}{_ENDING}"
            self._keep(file, module.path, state, json.dumps(question), answer)
        return answer

    def _keep(self, file: Path, path: str, state: str | None, question: str, answer: object) -> None:
        """Add an answer to those of a module, of which a worker may have checked another part."""
        with contextlib.suppress(OSError):  # a cache that cannot be written to is none
            file.parent.mkdir(parents=True, exist_ok=True)
            _write(file, {**_read(file, path), question: answer, _PLACE: place_of(path), _FILES: state})

    def differ(self, module: str, path: str, ask: Callable[[Sequence[Any]], object]) -> bool:
        """Return whether an answer that a module in the cache rests on is another one by now, and drop them then."""
        if self._folder is None or module not in self._former:
            return False
        file = self._folder / f"{module}{_ENDING}"
        answers, state = _read(file, path), _state(module, path)
        are_same = state is not None and answers.get(_FILES) == state
        try:
            asked = [(json.loads(each), answer) for each, answer in answers.items() if each not in (_PLACE, _FILES)]
            is_same = bool(answers) and all(
                _plain(ask(question)) == answer
                for question, answer in asked
                if question[0] == OF_ONE_FILE or not are_same
            )
        except (TypeError, ValueError):  # of another version
            is_same = False
        with contextlib.suppress(OSError):
            if not is_same:
                file.unlink()
            elif state is not None and not are_same:
                _write(file, {**answers, _FILES: state})
        return not is_same


def _read(file: Path, path: str) -> dict[str, object]:
    """Return the answers of a module at a place; none of one that has moved, away from its neighbours."""
    try:
        answers: object = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    known = cast("dict[str, object]", answers) if isinstance(answers, dict) else {}
    return known if known.get(_PLACE) == place_of(path) else {}


def _write(file: Path, answers: Mapping[str, object]) -> None:
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(answers))
    new.replace(file)


def _state(module: str, path: str) -> str | None:
    return PROJECTS.state(path, module, is_package=Path(path).stem == "__init__")


def _plain(answer: object) -> object:
    """Return an answer as JSON keeps it."""
    return json.loads(json.dumps(answer))


ANSWERS: Final = OutsideAnswers()
