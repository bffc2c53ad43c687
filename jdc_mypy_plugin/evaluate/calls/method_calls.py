"""Calls of methods of an object that a function is given, such as ``self``.

The names of sizes in the annotations of a method are its own. The arrays that its body makes of the fields have the
sizes of the object, and those are the same for whoever calls the method.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, MypyFile, SymbolNode, TypeInfo

from jdc_operations.values import ArrayValue, Items, Value
from jdc_spec.scoped_names import ScopedName
from jdc_spec.sizes import Derived, Linear

from ...syntax import INDEX
from ...syntax.per_module import PerModule
from ..declared.field_reads import FieldReads, object_scope
from ..objects.instances import instance_of
from .handed import NOTHING, Written

Outward = Callable[[Value | None], Value | None]
"""Gives the value of a field the names of sizes that whoever asks for it has."""


def unchanged(value: Value | None) -> Value | None:
    """Return a value as it is."""
    return value


class Inside(NamedTuple):
    """The call of a function whose body is read."""

    given: Mapping[SymbolNode, Value] = MappingProxyType({})
    """The values of the parameters."""
    depth: int = 0
    outward: Outward = unchanged
    handed: Mapping[SymbolNode, Written] = NOTHING
    """The arguments for parameters that hold no arrays."""


class Method(NamedTuple):
    """A method that is called on an object."""

    function: FuncDef
    inside: str
    """The scope of the object's sizes in the method."""
    outside: str
    """Their scope in the function around the call."""

    def seen_outside(self, value: Value | None) -> Value | None:
        """Return a value with the names that the function around the call has for the object's sizes."""
        if isinstance(value, Items):
            items = [self.seen_outside(each) for each in value.items]
            return dataclasses.replace(value, items=tuple(each for each in items if each is not None))
        if not isinstance(value, ArrayValue) or value.shape is None:
            return value
        sizes = (self._renamed(size) if isinstance(size, Linear) else size for size in value.shape)
        return dataclasses.replace(value, shape=tuple(sizes))

    def _renamed(self, size: Linear) -> Linear | None:
        names = [name for name, _ in size.terms]
        if any(isinstance(name, Derived) for name in names):
            return None
        terms = ((self._name(name), factor) for name, factor in size.terms)
        return Linear(size.constant, tuple(sorted(terms)))

    def _name(self, name: str) -> str:
        is_its = isinstance(name, ScopedName) and name.is_of(self.inside)
        return ScopedName(str(name), self.outside) if is_its else name


def method_called(callee: MemberExpr, fields: FieldReads, api: TypeChecker) -> Method | None:
    """Return the method of an object whose sizes are known that a callee names; None where it may be another."""
    owner = instance_of(callee.expr, api)
    outside = None if owner is None else fields.scope_of_object(callee.expr, owner.type)
    symbol = None if owner is None else owner.type.names.get(callee.name)
    function = None if symbol is None else symbol.node
    if owner is None or outside is None or not isinstance(function, FuncDef) or _is_base(owner.type, api.tree):
        return None
    if function.is_static or function.is_class or owner.type.is_abstract or not function.arguments:
        return None
    inside = object_scope(function.arguments[0].variable.name, function)
    return Method(function, inside, outside)


def _is_base(info: TypeInfo, module: MypyFile) -> bool:
    return info.module_name != module.fullname or info in _BASES.of(module)


def _bases(module: MypyFile) -> frozenset[TypeInfo]:
    """Return the classes that others of the module inherit from."""
    return frozenset(base for each in INDEX.of(module).classes() for base in each.mro[1:])


_BASES: Final = PerModule(_bases)
