"""Trees as the source writes them, and what an object has that the source makes, copies or declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StrExpr,
    SymbolNode,
    TypeInfo,
)
from mypy.types import Instance

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...libraries.registry import REPLACE_FUNCTIONS, base_classes
from ...model.classes import PytreeClass, model_of
from ...model.fields import annotated_assignments
from ...syntax.arguments import bound, by_keyword
from ...syntax.flow import FLOW, Parameter
from ...syntax.functions import returned_by
from ...syntax.targets import row
from ...typefacts.mutable import is_frozen

_REPLACING: Final = ("replace", "_replace")
_LEAVES: Final = JAX_ARRAYS | {"numpy.ndarray", "builtins.float", "builtins.int", "builtins.complex", "builtins.bool"}
_CONTAINERS: Final = ("builtins.dict", "builtins.list")
_DEFAULT: Final = "default"
_TREE_AT: Final = ("where", "pytree", "replace")
"""The parameters of `equinox.tree_at`."""

What = Literal["None", "value", "array", "tuple", "list", "dict", "object"]
"""What a tree is; a ``value`` is anything but None."""
Key = int | str


class Tree(NamedTuple):
    """A tree, with the expression that shows it."""

    what: What
    at: Expression
    parts: Mapping[Key, Tree | None] = MappingProxyType({})
    """The items of a container, each with None where it is unknown; of an object those that are evident."""
    info: TypeInfo | None = None
    """The class of an object, or of a named tuple."""
    statics: Mapping[str, Expression] = MappingProxyType({})
    """What the static fields of an object are given."""


Known = Mapping[SymbolNode, Tree]
"""The trees that parameters of a function hold."""


def placed(tree: Tree, at: Expression) -> Tree:
    """Return a tree that an expression shows, with all its parts."""
    parts = {key: None if part is None else placed(part, at) for key, part in tree.parts.items()}
    return tree._replace(at=at, parts=parts)


def common(trees: Sequence[Tree]) -> Tree | None:
    """Return what several trees have in common; None where they are of different kinds."""
    first = trees[0]
    if {each.what for each in trees} == {"array", "value"}:
        return Tree("value", first.at)
    if any(each.what != first.what or each.info is not first.info for each in trees):
        return None
    if first.what != "object" and any(each.parts.keys() != first.parts.keys() for each in trees):
        return None
    parts: dict[Key, Tree | None] = {}
    for key in first.parts:
        same = [part for each in trees if (part := each.parts.get(key)) is not None]
        parts[key] = common(same) if len(same) == len(trees) else None
    return Tree(first.what, first.at, parts, first.info)


class SetAt(NamedTuple):
    """``eqx.tree_at(lambda o: o.field, obj, value)``."""

    owner: Expression
    values: Mapping[str, Expression]
    """The new values by the names of the fields."""


def set_at(call: CallExpr) -> SetAt | None:
    """Return what a call of `equinox.tree_at` changes, where that are fields of the object itself."""
    given = {name: value for value, name in bound(call, _TREE_AT)}
    where, owner, new = (given.get(name) for name in _TREE_AT)
    if not isinstance(call.callee, RefExpr) or call.callee.fullname != "equinox._tree.tree_at":
        return None
    if not isinstance(where, LambdaExpr) or len(where.arguments) != 1 or owner is None or new is None:
        return None
    chosen = returned_by(where.body.body)[0]
    fields, values = (row(each) or [each] for each in (chosen, new)) if chosen is not None else ([], [])
    names = [
        each.name
        for each in fields
        if isinstance(each, MemberExpr)
        and isinstance(each.expr, NameExpr)
        and each.expr.node is where.arguments[0].variable
    ]
    is_clear = len(names) == len(fields) == len(values)
    return SetAt(owner, dict(zip(names, values, strict=True))) if is_clear else None


def result_of(function: FuncItem) -> Expression | None:
    """Return the only value that a function gives back; None where it returns in several places."""
    last = function.body.body[-1] if function.body.body else None
    is_only = isinstance(last, ReturnStmt) and len(returned_by(function.body.body)) == 1
    return last.expr if is_only and isinstance(last, ReturnStmt) else None


def own_names(info: TypeInfo) -> frozenset[str]:
    """Return the names that the body of a class defines itself."""
    return frozenset(name for name, symbol in info.names.items() if not symbol.plugin_generated)


def writes_replace(info: TypeInfo) -> bool:
    """Return whether a class of a program has a method of its own under the name of the one that copies."""
    owners = (base for base in info.mro if _REPLACING[0] in own_names(base))
    return any(base.fullname not in base_classes() for base in owners)


def what_is_replaced(call: CallExpr) -> Expression | None:
    """Return the object that ``obj.replace(...)`` or ``dataclasses.replace(obj, ...)`` copies."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS and call.args:
        return call.args[0]
    return callee.expr if isinstance(callee, MemberExpr) and callee.name in _REPLACING else None


def statics_given(model: PytreeClass, given: Mapping[str, Expression]) -> Mapping[str, Expression]:
    """Return what static fields are given."""
    return {name: value for name, value in given.items() if name in model.fields and _is_static(model, name)}


def default_statics(model: PytreeClass) -> Mapping[str, Expression]:
    """Return the defaults that the class body writes for static fields."""
    written = {name: statement.rvalue for name, statement in annotated_assignments(model.info.defn)}
    statics = {name: value for name, value in written.items() if name in model.fields and _is_static(model, name)}
    given = {
        name: by_keyword(value, _DEFAULT) if isinstance(value, CallExpr) else value for name, value in statics.items()
    }
    return {name: value for name, value in given.items() if value is not None}


def _is_static(model: PytreeClass, name: str) -> bool:
    return model.role_of(name) == "static"


def lasting(tree: Tree) -> Tree:
    """Return what is sure to stay of a tree that the program may change in place meanwhile."""
    if tree.what in ("list", "dict"):
        return Tree("value", tree.at)
    is_mutable = tree.what == "object" and tree.info is not None and not is_frozen(tree.info)
    return Tree("object", tree.at, info=tree.info) if is_mutable else tree


def place_of(written: Expression) -> tuple[Key, Expression | None]:
    """Return the key of a part, and what it is a part of."""
    if isinstance(written, IndexExpr) and isinstance(written.index, IntExpr | StrExpr):
        return written.index.value, written.base
    return (written.name, written.expr) if isinstance(written, MemberExpr) else ("", None)


def declared_part(whole: Tree, key: Key, at: Expression) -> Tree | None:
    """Return the tree of a data field that is annotated as an array, a number or something else but None."""
    model = model_of(whole.info) if whole.what == "object" and whole.info is not None else None
    if model is None or not isinstance(key, str) or key not in model.fields or model.role_of(key) != "data":
        return None
    kind = known_type(model.type_of(key))
    if isinstance(kind, Instance) and kind.type.fullname in _LEAVES:
        return Tree("array", at)
    return Tree("value", at) if isinstance(kind, Instance) and kind.type.fullname in _CONTAINERS else None


def is_arithmetic(written: Expression) -> bool:
    """Return whether an expression is an operation with numbers."""
    return isinstance(written, OpExpr) and written.op not in ("and", "or")


def origins_of(written: Expression) -> Iterator[Expression]:
    """Yield what ``state.x.at[0].set(1).T`` is made of: each part that it begins with, down to the name."""
    while True:
        if isinstance(written, CallExpr) and isinstance(written.callee, MemberExpr):
            written = written.callee.expr
        elif isinstance(written, MemberExpr):
            written = written.expr
        elif isinstance(written, IndexExpr):
            written = written.base
        else:
            return
        yield written


def declared_tree(name: NameExpr, module: MypyFile) -> Tree | None:
    """Return the tree of a parameter without default that is annotated as an array, a number or an object."""
    flow = FLOW.of(module)
    function = None if name.node is None else flow.variables.functions.get(name.node)
    filled = () if function is None else (each for each in function.arguments if each.variable is name.node)
    kinds = [known_type(each.variable.type) for each in filled if each.initializer is None]
    for kind in kinds:
        if isinstance(kind, Instance) and kind.type.fullname in _LEAVES:
            return Tree("array", name)
        if isinstance(kind, Instance) and model_of(kind.type) is not None and is_frozen(kind.type):
            return Tree("object", name, info=kind.type) if isinstance(flow.value_at(name), Parameter) else None
    return None
