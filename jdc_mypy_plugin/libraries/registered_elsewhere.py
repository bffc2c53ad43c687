"""Classes of a project that another of its modules registers.

The sources of the project say so, those that mypy is not given too. Whoever asks is read again when an answer
changes: see `host.outside_answers`. A daemon keeps a digest of each module that registers classes, or takes objects
apart, in a variable of that module.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.types import UnboundType

from ..host.foundations import is_foundation, is_installed
from ..host.freshness import looked_at_triggers
from ..host.modules import MODULES
from ..host.outside_answers import ANSWERS
from ..host.project_files import PROJECTS, place_of
from ..host.sources import SOURCES
from .definition import Definition
from .library import Decision
from .registrations_of_project import Registration, registrations_in

QUESTION: Final = "-registrations"
"""The first item of each question, which is no name of a class."""
_VARIABLE: Final = "-jdc-registers@"
"""The name of a variable, which no program can spell. A daemon drops names without ``@``."""
_TELLING: Final = re.compile(r"\bregister_(?:dataclass|pytree)|def \w*flatten|\bregister\w*\(", re.IGNORECASE)


class _Question(NamedTuple):
    """The module whose classes are asked about."""

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
    question = _Question(QUESTION, module.fullname, module.path, module.is_package_init_file())
    answer = ANSWERS.of(question, _answer, asker)
    found = answer.get(info.fullname.removeprefix(f"{module.fullname}."))
    return None if found is None else Registration(*found)


def decision_elsewhere(definition: Definition) -> Decision:
    """Read a class that its own module does not register; nothing is known where a decorator of the project does."""
    found = registered_elsewhere(definition.cls.info, definition.module, definition.module)
    frozen = {"frozen": definition.flag("frozen", default=False) is True}
    if found is None:
        return Decision({}, frozen)
    return Decision(found.roles, {**frozen, **({"unlisted": found.unlisted} if found.unlisted else {})})


def _answer(question: _Question) -> dict[str, Any]:
    files = PROJECTS.of(question.path, question.module, is_package=question.is_package)
    if files is None:
        return {}
    if ANSWERS.is_of_daemon:
        for file in files.values():
            module = MODULES.get(file.module)
            if module is not None and place_of(module.path) == file.path:
                _keep(module, file.text)
        looked_at_triggers(f"{file.module}.{_VARIABLE}" for file in files.values())
    return registrations_in(files, question.module, question.path)


def answer_anew(question: Sequence[Any]) -> dict[str, Any]:
    """Return the answer to a question that has been kept beside mypy's cache."""
    return _answer(_Question(*question))


def variables_asked(module: MypyFile) -> Iterator[str]:
    """Yield the variables by which a daemon sees that a class of a module may be registered otherwise."""
    if is_foundation(module) or is_installed(module):
        return
    files = PROJECTS.of(module.path, module.fullname, is_package=module.is_package_init_file())
    for file in () if files is None else files.values():
        yield f"{file.module}.{_VARIABLE}"


def note_registering(module: MypyFile) -> None:
    """Keep the digest of a module that a daemon has parsed, if it may register classes."""
    _keep(module, SOURCES.text(module.path))


def _keep(module: MypyFile, text: str) -> None:
    if _TELLING.search(text):
        var = Var(_VARIABLE, UnboundType(hashlib.sha256(text.encode()).hexdigest()[:24]))
        var._fullname = f"{module.fullname}.{_VARIABLE}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[_VARIABLE] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)
