"""Classes of a project that another of its modules registers.

The sources of the project say so, those that mypy is not given too. Whoever asks is read again when an answer
changes: see `host.outside_answers`. A daemon keeps a digest of what registers classes in a module, or takes objects
apart, in a variable of that module, for each question that it has to do with.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.types import UnboundType

from ...host.foundations import is_foundation, is_installed
from ...host.freshness import is_checking, looked_at_triggers
from ...host.modules import MODULES
from ...host.outside_answers import ANSWERS
from ...host.project_files import PROJECTS, ProjectFile, place_of
from ...host.sources import SOURCES
from ..definition import Definition
from ..library import Decision
from .registering_statements import digest_of
from .registrations_of_project import Registration, registering_for, registers_around, registrations_in

_OF_MODULE: Final = "-registrations"
_OF_CLASS: Final = "-registers "
"""The first items of questions, of which the second goes on with the full name of a class."""
_VARIABLE: Final = "-jdc-registers@"
"""The name of a variable, which no program can spell. A daemon drops names without ``@``."""
_CLASS: Final = re.compile(r"^class[ \t]+(\w+)", re.MULTILINE)


class _Question(NamedTuple):
    """The module whose classes are asked about, or from which they are."""

    kind: str
    module: str
    path: str
    is_package: bool


def registered_elsewhere(info: TypeInfo, module: MypyFile, asker: MypyFile | None = None) -> Registration | None:
    """Return how a module of the project registers a class of a module of it; None of one that none does.

    The ``asker`` is read again when the answer changes, or else the module that is being checked.
    """
    if is_foundation(module) or is_installed(module):
        return None
    if _WAITING and is_checking():
        _keep_waiting()
    question = _Question(_OF_MODULE, module.fullname, module.path, module.is_package_init_file())
    answer = ANSWERS.of(question, _answer, asker)
    found = answer.get(info.fullname.removeprefix(f"{module.fullname}."))
    return None if found is None else Registration(*found)


def is_registered_in_project(name: str, module: MypyFile) -> bool:
    """Return whether a module of the project of the one at hand registers a class, one of a library say."""
    if is_foundation(module) or is_installed(module):
        return False
    question = _Question(f"{_OF_CLASS}{name}", module.fullname, module.path, module.is_package_init_file())
    return ANSWERS.of(question, _is_registered)


def _is_registered(question: _Question) -> bool:
    files, name = _files(question), question.kind.removeprefix(_OF_CLASS)
    return files is not None and registers_around(files, question.module, place_of(question.path), name)


def is_question(question: Sequence[Any]) -> bool:
    """Return whether a question of those that are kept is one of this module; no name of a class begins so."""
    return str(question[0]).startswith("-")


def decision_elsewhere(definition: Definition) -> Decision:
    """Read a class that its own module does not register; nothing is known where a decorator of the project does."""
    found = registered_elsewhere(definition.cls.info, definition.module, definition.module)
    frozen = {"frozen": definition.flag("frozen", default=False) is True}
    if found is None:
        return Decision({}, frozen)
    return Decision(found.roles, {**frozen, **({"unlisted": found.unlisted} if found.unlisted else {})})


def _answer(question: _Question) -> dict[str, Any]:
    files = _files(question)
    return {} if files is None else registrations_in(files, question.module, place_of(question.path))


def _files(question: _Question) -> Mapping[str, ProjectFile] | None:
    """Return the files of a project; a daemon asks again when what they register changes."""
    files = PROJECTS.of(question.path, question.module, is_package=question.is_package)
    if ANSWERS.is_of_daemon and files is not None:
        _WORDS[question] = _words(question)
        _WAITING[question] = files
        if is_checking():
            _keep_waiting()
        looked_at_triggers(_variables(question, files))
    return files


_WORDS: Final[dict[_Question, re.Pattern[str]]] = {}
"""The words of which a module has one that has to do with a question, in a daemon."""
_WAITING: Final[dict[_Question, Mapping[str, ProjectFile]]] = {}
"""The files in which digests have to be kept, once mypy checks: it goes through the names of a module before."""


def _keep_waiting() -> None:
    for question, files in _WAITING.items():
        for file in files.values():
            module = MODULES.get(file.module)
            if module is not None and place_of(module.path) == file.path:
                _keep(module, file.text, (question,))
    _WAITING.clear()


def _words(question: _Question) -> re.Pattern[str]:
    words = [question.kind.rpartition(".")[2]]
    if question.kind == _OF_MODULE:
        words = [question.module.rpartition(".")[2], *_CLASS.findall(SOURCES.text(question.path))]
    return re.compile("|".join(map(re.escape, words)))


def _variable(question: _Question) -> str:
    return f"-jdc-registers-{hashlib.sha256(repr(question).encode()).hexdigest()[:16]}@"


def _variables(question: _Question, files: Mapping[str, ProjectFile]) -> Iterator[str]:
    """Yield the variables that a daemon sees a change of the answer by; the module's own source says the rest."""
    home = place_of(question.path)
    own = _variable(question)
    yield from (f"{file.module}.{own}" for file in files.values() if file.path != home)
    registering = registering_for(files, question.module, home) if question.kind == _OF_MODULE else ()
    yield from (f"{file.module}.{_VARIABLE}" for file in registering if file.path != home)


def answer_anew(question: Sequence[Any]) -> object:
    """Return the answer to a question that has been kept beside mypy's cache."""
    asked = _Question(*question)
    return _answer(asked) if asked.kind == _OF_MODULE else _is_registered(asked)


def variables_asked(module: MypyFile) -> Iterator[str]:
    """Yield the variables by which a daemon sees that a class of a module may be registered otherwise."""
    if is_foundation(module) or is_installed(module):
        return
    question = _Question(_OF_MODULE, module.fullname, module.path, module.is_package_init_file())
    files = _files(question)
    yield from () if files is None else _variables(question, files)


def note_registering(module: MypyFile) -> None:
    """Keep a digest of a module that a daemon has parsed, if it may register classes that have been asked about."""
    _keep(module, SOURCES.text(module.path), _WORDS)


def _keep(module: MypyFile, text: str, questions: Iterable[_Question]) -> None:
    digest = digest_of(text)
    if digest is None:
        return
    concerned = (_variable(each) for each in questions if _WORDS[each].search(text))
    for variable in (_VARIABLE, *concerned):
        var = Var(variable, UnboundType(digest))
        var._fullname = f"{module.fullname}.{variable}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[variable] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)
