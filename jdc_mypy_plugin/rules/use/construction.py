"""Functions that may run while an object is constructed, when some libraries let its frozen fields be assigned."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ClassDef, Decorator, FakeInfo, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo

from ...libraries.registry import base_classes
from ...model.subclasses_in_sight import by_base
from ...syntax import INDEX
from ...syntax.per_module import PerModule

_CONSTRUCTORS: Final = frozenset(("__new__", "__init__", "__post_init__"))
_SETTING_UP: Final = ("build", "init", "setup", "set_up")


class _Mentions:
    """The functions of a module, and the names that each mentions."""

    def __init__(self, tree: MypyFile) -> None:
        body = INDEX.of(tree).body
        self._inside = INDEX.of(tree).inside
        self.mentioned = frozenset(_name(each) for each in body.references)
        self.of_others = frozenset(_name(each) for each in body.references if not _is_of_self(each))
        self._by_name: dict[str, list[FuncDef]] = defaultdict(list)
        self._constructors_of: dict[TypeInfo, list[FuncDef]] = defaultdict(list)
        for function in (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator))):
            self._by_name[function.name].append(function)
            if function.name in _CONSTRUCTORS and function.info:
                self._constructors_of[function.info].append(function)
        self._classes: dict[str, list[TypeInfo]] = defaultdict(list)
        for definition in body.statements_of(ClassDef):
            if not isinstance(definition.info, FakeInfo):  # as of code that is never reached
                self._classes[definition.name].append(definition.info)
        self._reached: dict[TypeInfo, frozenset[FuncDef]] = {}

    def in_construction(self, info: TypeInfo) -> frozenset[FuncDef]:
        """Return the functions that the constructors of a class, its bases and its subclasses may call."""
        if info not in self._reached:
            self._reached[info] = frozenset(self._from(self._constructors([*info.mro, *self._below.get(info, ())])))
        return self._reached[info]

    @functools.cached_property
    def _below(self) -> Mapping[TypeInfo, Sequence[TypeInfo]]:
        return by_base(each for named in self._classes.values() for each in named)

    def _from(self, found: set[FuncDef]) -> set[FuncDef]:
        """Return functions with those that they mention by name alone, constructors of classes too."""
        pending = list(found)
        while pending:
            for each in self._inside(pending.pop()).references:
                new = self._mentioned(each) - found
                found |= new
                pending.extend(new)
        return found

    def _mentioned(self, reference: NameExpr | MemberExpr) -> set[FuncDef]:
        """Return the functions that a name may stand for, or the methods that an attribute may."""
        if reference.name in _CONSTRUCTORS:
            return set()
        is_attribute = isinstance(reference, MemberExpr)
        functions = {each for each in self._by_name.get(reference.name, ()) if bool(each.info) is is_attribute}
        return functions | self._constructors(self._classes.get(reference.name, ()))

    def _constructors(self, classes: Iterable[TypeInfo]) -> set[FuncDef]:
        return {each for owner in classes for each in self._constructors_of[owner]}


def _name(reference: NameExpr | MemberExpr) -> str:
    return reference.name


_MENTIONS: Final = PerModule(_Mentions)


def may_run_in_construction(api: TypeChecker, info: TypeInfo) -> bool:
    """Return whether the function under check may be one that a constructor of a class calls."""
    enclosing = (each for each in api.scope.stack if isinstance(each, FuncDef))
    return any(may_be_called_by_constructor(each, api.tree, info) for each in enclosing)


def may_be_called_by_constructor(function: FuncDef, tree: MypyFile, info: TypeInfo) -> bool:
    """Return whether a function of a module may be one that a constructor of a class calls, or is.

    A private method that its module never mentions may be there for the constructors of subclasses, and so may one
    whose name says that it sets objects up, where the module calls it on ``self`` alone.
    """
    mentions = _MENTIONS.of(tree)
    if function in mentions.in_construction(info):
        return True
    is_unused = _is_private(function.name) and function.name not in mentions.mentioned
    is_for_others = _sets_up(function) and function.name not in mentions.of_others
    return is_unused or is_for_others or _may_be_called_elsewhere(function, tree)


def _may_be_called_elsewhere(function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a method overrides one of a class in another module, whose constructor may call it."""
    if not function.info:
        return False
    others = [base for base in function.info.mro[1:-1] if base.module_name != tree.fullname]
    return any(function.name in base.names for base in others) and any(map(_has_constructor, others))


def _has_constructor(info: TypeInfo) -> bool:
    """Return whether a class of a program writes a constructor; libraries have theirs."""
    if info.fullname in base_classes():
        return False
    written = (info.names.get(name) for name in _CONSTRUCTORS)
    return any(each is not None and not each.plugin_generated for each in written)


def _is_of_self(reference: NameExpr | MemberExpr) -> bool:
    owner = reference.expr if isinstance(reference, MemberExpr) else None
    return isinstance(owner, NameExpr) and owner.name == "self"


def _sets_up(function: FuncDef) -> bool:
    return bool(function.info) and function.name.strip("_").startswith(_SETTING_UP)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")
