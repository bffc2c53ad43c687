"""Classes of other modules of the project that no module of it registers.

Any module may register a class of any other: the one that a rule looks at, one that it imports, or a third. So the
sources of all of them are read, as soon as an object of such a class meets a transformation. The module at hand is
checked again when an answer changes: see `host.outside_answers`. A daemon keeps the answer for each module in a
variable of that module, and checks whoever has asked again when the variable changes.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import (
    GDEF,
    CallExpr,
    ClassDef,
    MypyFile,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import UnboundType

from ..host.foundations import is_foundation, is_installed
from ..host.freshness import is_checking, looked_at_triggers
from ..host.modules import MODULES
from ..host.outside_answers import ANSWERS
from ..host.project_files import PROJECTS, ProjectFile, place_of
from ..host.sources import SOURCES
from ..libraries.registering.registered_elsewhere import is_question as is_of_registrations
from ..model.modules.classes_as_values import hands_out, hands_out_besides
from ..syntax import INDEX
from ..syntax.names.definitions import written_name
from ..syntax.names.scopes import names_bound
from ..syntax.parsing import as_written
from ..typefacts.leaves import OTHER_MODULES
from .meetings import Meeting
from .source_facts import SourceFacts, facts_of

_LISTING: Final = re.compile(
    r"__subclasses__|getmembers|attrgetter|\bvars\(|\bdir\(|\bglobals\(|__dict__|\bgetattr\("
)
"""Ways to come to classes without their names."""
_REGISTERING: Final = re.compile("regist|pytree", re.IGNORECASE)
_BY_TEXT: Final = re.compile(r"\bimport_module\(|\b__import__\(|\bsys\.modules\b")
"""Ways to come to a module by its name in a text."""
_BY_ANOTHER: Final = re.compile(rf"(?:{_BY_TEXT.pattern})(?!\[?__name__)")
"""The same, to a module that is not the one at hand."""
_WALKING: Final = re.compile(r"\b(iter_modules|walk_packages|iterdir|glob)\(")
"""Ways to come to all modules of a package."""
_OF_JAX: Final = re.compile("register_(dataclass|pytree|static)")
_OF_CALLER: Final = re.compile(r"\bf_globals\b")
"""The names of the module that calls, whichever it is."""
_STANDARD: Final = ("dataclasses.dataclass",)
_OF_ONE_CLASS: Final = (
    "jax.tree_util.register_pytree_node_class",
    "jax.tree_util.register_pytree_with_keys_class",
    "jax.tree_util.register_static",
)
"""Decorators that register the very class, and no subclass of it."""


class Uses(NamedTuple):
    """The uses of a class in sources."""

    may_register: bool = False
    """The class is a value there, as in ``register(Config)``, or classes are that have no name there."""
    may_register_below: bool = False
    """The same, but that calls of JAX which register the class do not count: they register no class below it."""
    others_may_register: bool = False
    """Another module may register it that imports the class's own, or names that in a text."""
    has_subclass: bool = False
    makes_objects: bool = False
    met: Sequence[Meeting] = ()
    """The transformations that its objects meet."""


class _Question(NamedTuple):
    """The class that is asked about, and where its module lies."""

    name: str
    module: str
    path: str
    is_package: bool


_NONE: Final = Uses()


def is_in_project(module: MypyFile) -> bool:
    """Return whether a module is one of a project, and not of a library or a stub."""
    return not is_foundation(module) and not is_installed(module)


def uses_of(info: TypeInfo) -> Uses | None:
    """Return what the modules of a project do with one of its classes; None where not all of them can be read."""
    question = _question(info)
    return None if question is None else ANSWERS.of(question, _answer)


def _question(info: TypeInfo) -> _Question | None:
    home = MODULES.get(info.module_name)
    if home is None or not is_in_project(home):
        return None
    return _Question(info.name, home.fullname, home.path, home.is_package_init_file())


def may_be_registered(info: TypeInfo, module: MypyFile, *, below: bool = False) -> bool:
    """Return whether the module at hand or another of the project may register a class of it, or, ``below``, others.

    That is so of every class of another project than the module's, which nobody has read.
    """
    question = _question(info)
    files = None if question is None else _files(question)
    if files is None or place_of(module.path) not in files:
        return True
    hands = hands_out_besides if below else hands_out
    if any(hands(each, module) for each in (info.name, *_aliases(module, info.name))):
        return True
    uses = uses_of(info)
    return uses is None or (uses.may_register_below if below else uses.may_register)


def others_may_register(info: TypeInfo) -> bool:
    """Return whether a module of the project that imports the class's own may register it."""
    uses = uses_of(info)
    return uses is not None and uses.others_may_register


def _may_be_registered_for(info: TypeInfo, module: str) -> bool:
    at_hand = MODULES.get(module)
    return at_hand is None or may_be_registered(info, at_hand)


OTHER_MODULES.set(_may_be_registered_for)


def answer_anew(question: Sequence[Any]) -> Uses | None:
    """Return the answer to a question that has been kept beside mypy's cache."""
    return _answer(_Question(*question))


def _answer(question: _Question) -> Uses | None:
    files = _files(question)
    if files is None:
        return None
    found = [_uses(each, question) for each in files.values()]
    if ANSWERS.is_of_daemon:
        variable = _variable(question)
        for file, uses in zip(files.values(), found, strict=True):
            module = MODULES.get(file.module)
            if module is not None and place_of(module.path) == file.path and is_checking():
                _keep(module, variable, uses)
        looked_at_triggers(f"{file.module}.{variable}" for file in files.values())
    return Uses(
        any(each.may_register for each in found),
        any(each.may_register_below for each in found),
        any(each.others_may_register for each in found),
        any(each.has_subclass for each in found),
        any(each.makes_objects for each in found),
        sorted({meeting for each in found for meeting in each.met}),
    )


def note_uses(module: MypyFile) -> None:
    """Keep what a module that a daemon has parsed does with the classes that have been asked about."""
    file = ProjectFile(place_of(module.path), module.fullname, SOURCES.text(module.path))
    for question in (_Question(*asked) for asked in ANSWERS.asked if not is_of_registrations(asked)):
        _keep(module, _variable(question), _uses(file, question))


def _variable(question: _Question) -> str:
    """Return the name of a variable, which no program can spell. A daemon drops names without ``@``."""
    return f"-jdc-uses-{hashlib.sha256(repr(question).encode()).hexdigest()[:16]}@"


def _keep(module: MypyFile, variable: str, uses: Uses) -> None:
    if uses == _NONE:
        return
    var = Var(variable, UnboundType(repr(tuple(uses))))
    var._fullname = f"{module.fullname}.{variable}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    module.names[variable] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def _files(question: _Question) -> Mapping[str, ProjectFile] | None:
    return PROJECTS.of(question.path, question.module, is_package=question.is_package)


def definition_of(info: TypeInfo) -> tuple[ClassDef, MypyFile] | None:
    """Return the only definition of a class at the top level of a module of the project, and the module's syntax."""
    home = MODULES.get(info.module_name)
    if home is None or is_foundation(home) or info.fullname != f"{home.fullname}.{info.name}":
        return None
    tree = as_written(SOURCES.text(home.path), home.path, home.fullname)
    if tree is None or [*names_bound(tree.defs)].count(info.name) != 1:
        return None
    found = (each for each in tree.defs if isinstance(each, ClassDef) and each.name == info.name)
    return next(((each, tree) for each in found), None)


def is_undecorated(info: TypeInfo, *, as_base: bool = False) -> bool:
    """Return whether no decorator of a class of the project registers it, nor, ``as_base``, a subclass of it."""
    found = definition_of(info)
    if found is None:
        return False
    definition, tree = found
    harmless = (*_STANDARD, *_OF_ONE_CLASS) if as_base else _STANDARD
    written = (each.callee if isinstance(each, CallExpr) else each for each in definition.decorators)
    return all(written_name(each, tree) in harmless for each in written)


def _uses(file: ProjectFile, question: _Question) -> Uses:
    text, home = file.text, question.module
    names_home = home.rpartition(".")[2] in text
    is_listing = (names_home or _walks(text)) and _registers_listed(text)
    may_give = names_home and bool(_REGISTERING.search(text))
    is_called_back = _lists_caller(text) and file.module.rpartition(".")[2] in SOURCES.text(question.path)
    if not (is_listing or may_give or is_called_back or question.name in text):
        return _NONE
    facts = facts_of(file, home if file.path == place_of(question.path) else file.module)
    if facts is None:
        return _NONE._replace(may_register=True, may_register_below=True)
    names = {question.name, *facts.bound.get(question.name, ())}
    full_names = {f"{module}.{question.name}" for module in _with_packages(home)}
    may_list = is_listing and (_imports(facts, home) or bool(_BY_TEXT.search(text)))
    gives = may_give and _gives_module(facts, text, home)
    may_list = may_list or is_called_back or gives
    hands_all, hands_one = facts.hands_out_all, not names.isdisjoint(facts.values)
    may_reach = is_called_back or (is_listing and (_imports(facts, home) or _imports_by_text(text, home)))
    may_hand = bool(_REGISTERING.search(text)) and _imports(facts, home) and (hands_all or hands_one)
    return Uses(
        may_list or hands_all or hands_one,
        may_list or hands_all or not names.isdisjoint(facts.besides),
        file.path != place_of(question.path) and (may_reach or gives or may_hand),
        not names.isdisjoint(facts.bases),
        not full_names.isdisjoint(facts.called),
        sorted({meeting for name in full_names for meeting in facts.met.get(name, ())}),
    )


@functools.lru_cache(maxsize=4096)
def _registers_listed(text: str) -> bool:
    """Return whether a source comes to classes without their names, and may register them."""
    return bool(_LISTING.search(text) and _REGISTERING.search(text))


@functools.lru_cache(maxsize=4096)
def _walks(text: str) -> bool:
    """Return whether a source imports all modules of a package, whatever their names, and registers classes."""
    return bool(_WALKING.search(text) and _BY_TEXT.search(text) and _OF_JAX.search(text))


@functools.lru_cache(maxsize=4096)
def _lists_caller(text: str) -> bool:
    """Return whether a source registers the classes of whoever calls it."""
    return bool(_OF_CALLER.search(text) and _OF_JAX.search(text))


def _gives_module(facts: SourceFacts, text: str, home: str) -> bool:
    """Return whether a module hands on another, or its full name, as in ``register_all(states)``."""
    last = home.rpartition(".")[2]
    names = {last, *facts.bound.get(last, ())}
    is_value = not names.isdisjoint(facts.values) and _imports(facts, home)
    before = "" if "." in home else r"(?:regist|pytree)\w*\([^()]*"
    return is_value or bool(re.search(rf"""{before}["']{re.escape(home)}["']""", text, re.IGNORECASE))


def _imports_by_text(text: str, home: str) -> bool:
    """Return whether a source imports modules by texts, and the last part of a module's name ends one."""
    last = re.escape(home.rpartition(".")[2])
    return bool(_BY_ANOTHER.search(text) and re.search(rf"""["'.]{last}["']""", text))


def _with_packages(module: str) -> Iterator[str]:
    """Yield a module and the packages that it is in, which may import the class for others."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def _imports(facts: SourceFacts, home: str) -> bool:
    """Return whether a module imports another, or something of it, or everything of any.

    ``import states.points`` gives it the package, and all modules of that.
    """
    return facts.imports_all or any(_is_one_in_other(each, home) for each in facts.imported)


def _is_one_in_other(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _aliases(tree: MypyFile, name: str) -> Iterator[str]:
    """Yield the names that a module may have for a class, or for another of the same name."""
    imports = INDEX.of(tree).imports
    for bound in imports.names:
        if any(each.fullname.rpartition(".")[2] == name for each in imports.of(bound)):
            yield bound
