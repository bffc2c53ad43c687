"""Objects, functions and dicts, followed from where a function uses them to where the module writes them.

A function that is given ``Net(dense(4, 16), dense(16, 2))`` may call it, read its fields, and hand it on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
)

from jdc_operations.registry import OPERATIONS
from jdc_operations.values import UNKNOWN, Value

from ...libraries.definition import PARTIAL
from ...syntax.arguments import after_self, bound, has_stars
from ...syntax.functions import class_named
from ...syntax.values.kept_dicts import entry, is_dict
from ...typefacts.mutable import is_frozen
from ..constants import unfold
from ..declared.declared_numbers import number_of_field
from ..dict_entries import entry_of
from ..objects.made_fields import given_to_field
from ..scope import ModuleScope
from ..substitution import putting
from .gradients import differentiated_along
from .helpers import Helper
from .tracing import Traced, given

_DEEPEST: Final = 20
"""Steps beyond which nothing is followed."""


class CallRead:
    """One call of a function, of which the body is read."""

    scope: ModuleScope
    given: Mapping[SymbolNode, Value]
    """The values of the parameters."""
    handed: Mapping[SymbolNode, Written]
    """The arguments for parameters that hold no arrays."""

    _number: int | None = None

    @property
    def number(self) -> int:
        """A number that tells what the parameters hold and stand for from everything else that they may."""
        if self._number is None:
            held = (*self.given.values(), *(each.key for each in self.handed.values()))
            self._number = self.scope.numbers.setdefault(held, len(self.scope.numbers))
        return self._number


class FollowingReader(Protocol):
    """Reads the expressions of a function for one call of it."""

    scope: ModuleScope
    given: Mapping[SymbolNode, Value]
    """The values of the parameters."""
    handed: Mapping[SymbolNode, Written]
    """The arguments for parameters that hold no arrays."""

    @property
    def number(self) -> int:
        """A number that tells the arguments from all others."""
        ...

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression."""
        ...

    def made_by(self, call: CallExpr) -> Written | None:
        """Return what a function of the module returns, for this call of it."""
        ...


class Written(NamedTuple):
    """An expression, and what reads it for one call of the function that it is in."""

    expression: Expression
    reader: FollowingReader
    is_traced: bool = False
    """True if it came through `jax.jit`, to which its numbers may be arrays, or has the place of its gradient."""

    @property
    def key(self) -> tuple[object, ...]:
        """A key that tells it from others."""
        return (self.expression, self.is_traced, self.reader.number)

    def value(self) -> Value:
        """Return the value of the expression."""
        held = self.reader.value(self.expression)
        return _WITHOUT_WEAK(given(held, Traced.MAYBE_SCALARS)) if self.is_traced else held

    def at(self, expression: Expression) -> Written:
        """Return another expression that is read as this one is."""
        return self._replace(expression=expression)


NOTHING: Final[Mapping[SymbolNode, Written]] = MappingProxyType({})
_WITHOUT_WEAK: Final = putting(lambda array: dataclasses.replace(array, weak=None))


def followed(expression: Expression, reader: FollowingReader) -> Written:
    """Follow names, parameters, fields of frozen objects, items of dicts and calls of the module's functions."""
    found = Written(expression, reader)
    for _ in range(_DEEPEST):
        found = found.at(unfold(found.expression, found.reader.scope))
        step = _step(found.expression, found.reader)
        if step is None:
            return found
        found = step._replace(is_traced=step.is_traced or found.is_traced)
    return found


def _step(source: Expression, reader: FollowingReader) -> Written | None:
    if isinstance(source, NameExpr):
        held = None if source.node is None else reader.handed.get(source.node)
        return held if held is not None and reader.scope.holds_argument(source) else None
    if isinstance(source, MemberExpr):
        owner = followed(source.expr, reader) if isinstance(source.expr, _OWNERS) else None
        if owner is None or class_made(owner.expression) is None:
            return None
        kept = given_to_field(owner.expression, source.name, owner.reader.scope)
        return None if kept is None else owner.at(kept)
    if isinstance(source, IndexExpr) and isinstance(source.index, StrExpr):
        return _item(source, source.index.value, reader)
    along = differentiated_along(source, reader.scope)
    if along is not None:
        held = handed_by(along, reader)
        return None if held is None else held._replace(is_traced=True)
    return reader.made_by(source) if isinstance(source, CallExpr) and class_made(source) is None else None


_OWNERS: Final = (NameExpr, MemberExpr, CallExpr, IndexExpr)


def _item(source: IndexExpr, key: str, reader: FollowingReader) -> Written | None:
    """Return what ``params["w"]`` reads, of a dict that nobody has changed since it was written."""
    here = entry_of(source, reader.scope)
    if here is not None:
        return Written(here, reader)
    whole = followed(source.base, reader) if isinstance(source.base, NameExpr) else None
    found = None if whole is None else entry(whole.expression, key)
    if whole is None or found is None or not isinstance(source.base, NameExpr):
        return None
    if is_dict(found) or isinstance(found, ListExpr | TupleExpr):
        return None
    return whole.at(found) if reader.scope.is_kept(source.base, whole.expression) else None


def field_value(owner: Expression, name: str, reader: FollowingReader) -> Value:
    """Return the value of a field of an object that the function around is given, or that another one makes."""
    whole = followed(owner, reader)
    info = class_made(whole.expression)
    if info is None:
        return UNKNOWN
    kept = given_to_field(whole.expression, name, whole.reader.scope)
    if kept is not None:
        return whole.at(kept).value()
    number = None if whole.is_traced or is_given(whole.expression, name) else number_of_field(info, name)
    return UNKNOWN if number is None or not is_frozen(info) else number


def is_given(call: Expression, name: str) -> bool:
    """Return whether a constructor call may give a field a value of its own."""
    if not isinstance(call, CallExpr) or has_stars(call):
        return True
    info = class_made(call)
    made = None if info is None else info.get_method("__init__")
    names = after_self(made) if isinstance(made, FuncDef) else ()
    return name not in names or any(parameter == name for _, parameter in bound(call, names))


def item_value(expression: IndexExpr, reader: FollowingReader) -> Value:
    """Return the value of an item of a dict that the function around is given, or that another one makes."""
    found = followed(expression, reader) if isinstance(expression.index, StrExpr) else None
    return UNKNOWN if found is None or found.expression is expression else found.value()


def class_made(expression: Expression) -> TypeInfo | None:
    """Return the class whose constructor an expression calls."""
    if not isinstance(expression, CallExpr):
        return None
    return class_named(expression.callee.base if isinstance(expression.callee, IndexExpr) else expression.callee)


def handed_by(argument: Expression, reader: FollowingReader) -> Written | None:
    """Return what an argument hands to a function: an object, a function, or a dict that nobody has changed."""
    found = followed(argument, reader)
    source = found.expression
    if is_dict(source):
        is_new = isinstance(argument, DictExpr | CallExpr)
        is_kept = is_new or (isinstance(argument, NameExpr) and reader.scope.is_kept(argument, source))
        return found if is_kept else None
    if isinstance(source, LambdaExpr) or class_made(source) is not None or _is_function(source, found.reader):
        return found
    return None


def all_handed(
    helper: Helper, written: Sequence[Expression], values: Sequence[Value], reader: FollowingReader
) -> Mapping[SymbolNode, Written]:
    """Return what the parameters of a function stand for in a call, where that is no array."""
    found = {
        variable: handed_by(each, reader)
        for (variable, _), each, value in zip(helper.parameters, written, values, strict=True)
        if value is UNKNOWN
    }
    is_traced = helper.traced is not Traced.NOTHING
    return {
        variable: each._replace(is_traced=is_traced or each.is_traced)
        for variable, each in found.items()
        if each is not None
    }


def _is_function(source: Expression, reader: FollowingReader) -> bool:
    """Return whether an expression names a function, or is what a transformation of JAX makes of one."""
    if isinstance(source, CallExpr):
        callee = source.callee
        is_made = isinstance(callee, RefExpr) and (callee.fullname.startswith("jax.") or callee.fullname == PARTIAL)
        return is_made and bool(source.args)
    if not isinstance(source, NameExpr | MemberExpr):
        return False
    return isinstance(source.node, FuncDef | Decorator) or reader.scope.imported(source) in OPERATIONS
