"""Calls of layers that a library makes: ``eqx.nn.Linear(3, 4, key=key)(x)``, and ``self.head(x)`` in a module.

An attribute of ``self`` counts where one method of the class assigns a layer to it, and nothing else in the module
may give it another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TypeInfo,
    Var,
)

from jdc_operations.layers import LAYERS, evaluate_layer
from jdc_operations.values import UNKNOWN, Failure, Items, Scalar, Value

from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.per_module import PerModule
from ..syntax.targets import members
from ..syntax.walk import descendants
from .batched import applied
from .call_arguments import Arguments, arguments_of
from .handed import FollowingReader, Written, followed
from .scope import ModuleScope
from .substitution import put_into

_ANY: Final = "*"
"""Stands for attributes of any name."""
_SETTERS: Final = ("setattr", "__setattr__")
_LIBRARIES: Final = frozenset(("equinox", "flax"))


class MadeLayer(NamedTuple):
    """A layer that is called."""

    name: str
    """The full name of its class."""
    made: Arguments
    """The arguments of its constructor."""

    def of(self, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Value | Failure:
        """Return what a call of the layer gives, or why it raises."""
        return applied(
            lambda put: evaluate_layer(self.name, self.made, put_into(put, positional, keywords)),
            (*positional, *keywords.values()),
        )

    def called(self, call: CallExpr, read: Callable[[Expression], Value]) -> Value | Failure:
        """Return what a call gives whose arguments are written out."""
        given = arguments_of(call, read)
        return UNKNOWN if given is None else self.of(*given)


def layer_of(callee: Expression, reader: FollowingReader) -> MadeLayer | None:
    """Return the layer that a callee is; None where it may be anything else."""
    if not _HAS_LAYERS.of(reader.scope.tree):
        return None
    found = followed(callee, reader)
    if isinstance(found.expression, MemberExpr):
        held = held_attribute(found.expression, found.reader.scope)
        found = found if held is None else found.at(held)
    call = found.expression
    name = found.reader.scope.imported(call.callee) if isinstance(call, CallExpr) else ""
    if name not in LAYERS or not isinstance(call, CallExpr):
        return None
    made = _made(found, call)
    return None if made is None else MadeLayer(name, made)


def _made(found: Written, call: CallExpr) -> Arguments | None:
    """Return what a constructor is given, without the sizes that only its function has names for."""
    given = arguments_of(call, found.reader.value)
    if given is None:
        return None
    return tuple(map(_number, given[0])), {name: _number(value) for name, value in given[1].items()}


def _number(value: Value) -> Value:
    if isinstance(value, Items):
        return Items(tuple(map(_number, value.items)), value.is_list)
    is_other = isinstance(value, Scalar) and not isinstance(value.value, int | float | bool)
    return Scalar(value.kind) if is_other and isinstance(value, Scalar) else value


def held_attribute(read: MemberExpr, scope: ModuleScope) -> Expression | None:
    """Return the only value that an attribute of ``self`` ever has in the methods of its class."""
    if not isinstance(read.expr, NameExpr):
        return None
    function = scope.parameter_of(read.expr) or FLOW.of(scope.tree).function_over(read)
    if function is None or not function.info:
        return None
    if not function.arguments or function.arguments[0].variable is not read.expr.node:
        return None
    attributes = _ATTRIBUTES.of(scope.tree)
    written = (*attributes.get(read.name, ()), *attributes.get(_ANY, ()))
    its = [each for each in written if each.owner is None or _are_related(each.owner, function.info)]
    return its[0].value if len(its) == 1 and its[0].owner is not None else None


def _are_related(one: TypeInfo, other: TypeInfo) -> bool:
    return one in other.mro or other in one.mro


class _AttributeWrite(NamedTuple):
    owner: TypeInfo | None
    """The class whose method writes to its ``self``; None of a write to any other object."""
    value: Expression


def _attributes(module: MypyFile) -> Mapping[str, Sequence[_AttributeWrite]]:
    """Return what a module assigns to attributes, by their names, and what calls may replace."""
    body, found = INDEX.of(module).body, defaultdict[str, list[_AttributeWrite]](list)
    owners = {
        each.arguments[0].variable: each.info
        for each in (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator)))
        if each.info and each.arguments and not each.is_static
    }
    for statement in body.statements_of(AssignmentStmt):
        for target in statement.lvalues:
            for member in members(target):
                node = member.expr.node if isinstance(member.expr, NameExpr) else None
                owner = owners.get(node) if isinstance(node, Var) and member is target else None
                found[member.name].append(_AttributeWrite(owner, statement.rvalue))
    for call in body.expressions_of(CallExpr):
        for name in _replaced_by(call):
            found[name].append(_AttributeWrite(None, call))
    return found


def _replaced_by(call: CallExpr) -> Iterator[str]:
    """Yield the attributes that ``tree_at`` or ``setattr`` may give another value."""
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    if name == "tree_at":
        where = call.args[0] if call.args and call.arg_kinds[0].is_positional() else None
        yield from (each.name for each in descendants(call) if isinstance(each, MemberExpr))
        if not isinstance(where, LambdaExpr):
            yield _ANY
    elif name in _SETTERS:
        texts = [each.value for each in call.args if isinstance(each, StrExpr)]
        yield from texts or [_ANY]


_HAS_LAYERS: Final = PerModule(
    lambda module: any(name.partition(".")[0] in _LIBRARIES for name in INDEX.of(module).imports.modules)
)
"""Modules that import a library of layers."""
_ATTRIBUTES: Final = PerModule(_attributes)
