"""Other modules of the project whose functions and classes a run comes to, followed from their sources.

mypy has no bodies of what it takes from its cache. So the source is parsed again, in every case, and bound to the
classes that mypy knows.
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    FuncDef,
    FuncItem,
    IfStmt,
    ImportAll,
    MypyFile,
    NamedTupleExpr,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    SuperExpr,
    SymbolNode,
    TypeInfo,
)
from mypy.util import correct_relative_import

from jdc_operations.values import UNKNOWN

from ..host.modules import MODULES
from ..model.modules.module_sources import is_of_project, source_of
from ..model.modules.outside_changes import ANYTHING, changing
from ..model.modules.outside_writes import changed_from_outside, written_from_outside
from ..syntax import INDEX
from ..syntax.parsing import parsed
from ..syntax.scripts import is_of_script
from ..syntax.walk import expressions_in
from .attributes import attribute
from .bounds import EndedError
from .homes import Home
from .libraries import PURE
from .things import Class, Frame, Held, Thing

if TYPE_CHECKING:
    from .machine import Machine

_MOST: Final = 20
"""Modules beyond which those that others import are not followed."""
_BUILTINS: Final = frozenset(dir(builtins))
_KEPT: Final = 32


class _Parsed(NamedTuple):
    """The syntax of a module."""

    text: str
    """Its source."""
    tree: MypyFile
    supers: Mapping[ClassDef, Sequence[SuperExpr]]
    """The calls of ``super()`` in each class at its top."""


_PARSED: Final[dict[str, _Parsed]] = {}
"""The last modules that have been parsed, by name."""


class Modules:
    """The modules that one run has come to."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._frames: dict[str, Frame | None] = {machine.home.tree.fullname: None}
        self._under_way = 0
        """The modules that have not run to their end, but for the one under check."""

    def named(self, fullname: str) -> Thing | None:
        """Return what a module of the project has under a full name; None of another, and of what is not known."""
        module, rest = fullname, list[str]()
        while module and MODULES.get(module) is None:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
        if not module or not rest:
            return None
        thing = self._variable(module, rest[0])
        for name in rest[1:]:
            thing = None if thing is None else attribute(thing, name, self._machine)
        return None if thing is UNKNOWN else thing

    def forget(self, module: str, name: str = "") -> None:
        """Know nothing any more of a variable of a module that somebody writes to from outside, or of all of them."""
        if is_installed(module) or MODULES.get(module) is None:
            return
        frame = self._frame(module)
        if frame is None:
            return
        for each in list(frame.variables):
            if name in ("", each):
                self._machine.changes.forget(frame.variables[each])
                frame.variables[each] = UNKNOWN

    def _variable(self, module: str, name: str) -> Thing | None:
        frame = self._frame(module)
        if frame is None or frame.home is None:
            return None
        index = INDEX.of(frame.home.tree)
        if self._under_way and index.rebinding.binds_again(name):
            return None  # where modules import each other, the one that runs may read the former value
        if name in frame.variables:
            return frame.variables[name]
        if "__getattr__" in frame.variables:
            return None  # what it imports for type checkers may be another thing
        imports = index.imports
        sources = {each.fullname for each in imports.of(name)}
        if not sources and len(imports.from_all) == 1:
            sources = {f"{_module_of(imports.from_all[0], frame.home.tree)}.{name}"}
        source = next(iter(sources)) if len(sources) == 1 else ""
        if not source or source == f"{module}.{name}" or is_installed(source):
            return None
        return self.named(source)

    def _frame(self, module: str) -> Frame | None:
        """Return the variables of a module, which has run from its start to its end."""
        if module in self._frames or len(self._machine.modules_followed) > _MOST:
            return self._frames.get(module)
        self._frames[module] = None
        tree = _parsed(module)
        if tree is None:
            return None
        home = Home(tree)
        frame = Frame(frozenset(), home=home, shared=home.names.shared)
        self._machine.adopt(home)
        self._under_way += 1
        try:
            with self._machine.at(frame), self._machine.changes.anew():
                self._machine.statements.block(tree.defs, frame)
        except EndedError:
            return None
        finally:
            self._under_way -= 1
        for name, each in frame.variables.items():
            if isinstance(each, Held) and not self._stays(module, frame, name):
                self._machine.changes.forget(each)  # other modules may have changed it
        self._frames[module] = frame
        self._forget_written(module, frame)
        return frame

    def _stays(self, module: str, frame: Frame, name: str) -> bool:
        """Return whether no other module but that under check, a script, changes what a variable holds."""
        text, tree = source_of(module), self._machine.scope.tree
        if text is None or frame.home is None or not _is_script(tree):
            return False
        changed = changed_from_outside(tree, module)
        names = None if ANYTHING in changed else changing(frame.home.tree, text, name)
        return names is not None and not names & changed

    def let_go(self) -> None:
        """Know nothing any more of the lists, dicts and objects of other modules, which others may change by now."""
        for frame in self._frames.values():
            for each in () if frame is None else frame.variables.values():
                if isinstance(each, Held):
                    self._machine.changes.forget(each)

    def _forget_written(self, module: str, frame: Frame) -> None:
        """Know nothing of what other modules give another value when they are imported."""
        for name in self.written:
            self.forget(module, name)
            for each in frame.variables.values():
                if isinstance(each, Class) and each.info.module_name == module and each.info.get(name) is not None:
                    each.attributes[name] = UNKNOWN

    @functools.cached_property
    def written(self) -> frozenset[str]:
        """The names that modules write into others, of those that the module under check imports."""
        return written_from_outside(self._machine.scope.tree)


def _is_script(tree: MypyFile) -> bool:
    """Return whether nothing is likely to import a module: it is in no package, or says what to do as a script."""
    blocks = INDEX.of(tree).body.statements_of(IfStmt)
    return "." not in tree.fullname or any(map(is_of_script, blocks))


def is_installed(fullname: str) -> bool:
    """Return whether a name is of a library that is followed only where it is the project itself."""
    package = fullname.partition(".")[0]
    return package in PURE and not is_of_project(package)


def _module_of(everything: ImportAll, tree: MypyFile) -> str:
    """Return the module of ``from module import *``."""
    is_init = tree.is_package_init_file()
    return correct_relative_import(tree.fullname, everything.relative, everything.id, is_init)[0]


def _parsed(name: str) -> MypyFile | None:
    """Return the syntax of a module of the project, with its classes."""
    text, known = source_of(name), MODULES.get(name)
    if text is None or known is None:
        return None
    kept = _PARSED.get(name)
    if kept is None or kept.text != text:
        tree = parsed(text, known.path, known.fullname)
        if tree is None:
            return None
        if len(_PARSED) >= _KEPT:
            del _PARSED[next(iter(_PARSED))]
        classes = [each for each in tree.defs if isinstance(each, ClassDef)]
        kept = _PARSED[name] = _Parsed(text, tree, {each: _supers(each) for each in classes})
    _bind(kept, known)
    return kept.tree


def _supers(definition: ClassDef) -> Sequence[SuperExpr]:
    return [each for each in expressions_in(definition.defs.body) if isinstance(each, SuperExpr)]


def _bind(kept: _Parsed, known: MypyFile) -> None:
    """Give the classes of a module that has been parsed what mypy knows of them."""
    for statement in kept.tree.defs:
        if isinstance(statement, AssignmentStmt):
            _bind_named_tuple(statement, known)
        symbol = known.names.get(statement.name) if isinstance(statement, ClassDef) else None
        info = symbol.node if symbol is not None else None
        if not isinstance(statement, ClassDef) or not isinstance(info, TypeInfo):
            continue
        if info.fullname != f"{known.fullname}.{statement.name}":
            continue
        statement.info = info
        for each in kept.supers[statement]:
            each.info = info


def _bind_named_tuple(statement: AssignmentStmt, known: MypyFile) -> None:
    """Give ``Pair = namedtuple("Pair", ["x", "y"])`` the class that mypy knows."""
    target, made = statement.lvalues[0], statement.rvalue
    symbol = known.names.get(target.name) if isinstance(target, NameExpr) and isinstance(made, CallExpr) else None
    info = None if symbol is None else symbol.node
    if not isinstance(info, TypeInfo) or not info.is_named_tuple or not isinstance(made, CallExpr):
        return
    if isinstance(target, NameExpr) and info.fullname == f"{known.fullname}.{target.name}":
        made.analyzed = NamedTupleExpr(info)


def known_functions(statement: Statement, info: TypeInfo) -> Iterator[tuple[FuncItem, FuncItem]]:
    """Yield the functions that a statement of a class defines, each with the one that mypy knows for it."""
    if isinstance(statement, OverloadedFuncDef):
        known = _node(info, statement.name)
        items = known.items if isinstance(known, OverloadedFuncDef) else []
        for mine, its in zip(statement.items, items, strict=False):
            yield from _pairs(mine, its)
    elif isinstance(statement, FuncDef | Decorator):
        yield from _pairs(statement, _node(info, statement.name))


def _pairs(mine: Statement, its: SymbolNode | None) -> Iterator[tuple[FuncItem, FuncItem]]:
    if isinstance(mine, Decorator) and isinstance(its, Decorator):
        yield mine.func, its.func
    elif isinstance(mine, FuncDef) and isinstance(its, FuncDef):
        yield mine, its


def _node(info: TypeInfo, name: str) -> SymbolNode | None:
    symbol = info.names.get(name)
    return None if symbol is None else symbol.node


def name_in_python(name: NameExpr, home: Home) -> str:
    """Return the full name of a function of Python, also where mypy has bound no name."""
    if name.fullname:
        return name.fullname if name.fullname.startswith("builtins.") else ""
    imports = INDEX.of(home.tree).imports
    is_bound = home.scope is not None or name.name in home.names.bound or imports.of(name.name) or imports.from_all
    return f"builtins.{name.name}" if name.name in _BUILTINS and not is_bound else ""
