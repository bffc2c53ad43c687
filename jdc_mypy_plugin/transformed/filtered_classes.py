"""Classes of whose objects a module takes leaves by the filters of equinox.

`equinox.partition`, `filter` and `tree_at` return objects of the same class with None for some leaves. `tree_at`
takes nothing away where an array comes in the place of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, CallableType, TupleType, Type, TypeVarType, UnionType

from ..host.known_types import known_type
from ..model.classes import model_of
from ..objects.made_objects import class_made
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..syntax.names.flow import FLOW
from ..syntax.names.targets import unpacked
from ..syntax.per_module import PerModule
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance
from ..typefacts.shown_types import classes_in

_FILTERED: Final[Mapping[str, Sequence[int]]] = {
    "filter": (0,),
    "partition": (0,),
    "tree_at": (1,),
    "combine": (0, 1),
}
"""The filters, and which of their arguments are objects that have, or may have, lost leaves."""
_TAKING: Final = ("init", "update")
"""Methods of optimizers of optax, which make no objects of the class."""
_TREE_AT: Final = ("where", "pytree", "replace")
_ARITHMETIC: Final = ("+", "-", "*", "/", "//", "%", "**", "@")
_ARRAY_FUNCTIONS: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.")
_ANYTHING: Final = "builtins.object"


def uses_filters(tree: MypyFile, info: TypeInfo | None = None) -> bool:
    """Return whether a module takes leaves out of objects by a filter of equinox: of a class, or of any.

    Objects of the class lose leaves where those of their fields do, and where objects do that may hold them.
    """
    filtered = _CLASSES.of(tree)
    if info is None or not filtered:
        return bool(filtered)
    parts = _parts(info)
    return any(each is None or _meet(each, parts) for each in filtered)


def _meet(filtered: TypeInfo, parts: set[TypeInfo | None]) -> bool:
    """Return whether an object with these parts may be, hold, or be held by one that lost leaves."""
    of_filtered = _parts(filtered)
    known = [each for each in parts if each is not None]
    return None in of_filtered or any(
        one is not None and (one in other.mro or other in one.mro) for one in of_filtered for other in known
    )


def _parts(info: TypeInfo) -> set[TypeInfo | None]:
    """Return the pytree dataclasses in an object of one, with its own; None among them if it may hold others."""
    found: set[TypeInfo | None] = {info}
    ahead = [info]
    while ahead:
        model = model_of(ahead.pop())
        for declared in () if model is None else map(model.type_of, model.fields):
            if _is_open(declared):
                found.add(None)
            new = {each for each in classes_in(declared) if model_of(each) is not None} - found
            found |= new
            ahead += new
    return found


def _is_open(declared: Type | None) -> bool:
    """Return whether a field may hold objects of classes that its annotation does not name."""
    value = known_type(declared)
    if isinstance(value, UnionType | TupleType):
        return any(map(_is_open, value.items))
    if declared is None or isinstance(value, AnyType | TypeVarType | CallableType):
        return True
    instance = sole_instance(value)
    is_any = any(each.is_protocol or each.fullname == _ANYTHING for each in classes_in(value))
    return is_any or (instance is not None and any(map(_is_open, instance.args)))


def _classes(tree: MypyFile) -> Sequence[TypeInfo | None]:
    """Return the classes of the objects that a module filters, None for each that is unknown."""
    filters = [
        each
        for each in INDEX.of(tree).body.references
        if each.name in _FILTERED and each.fullname.startswith("equinox.")
        if not _is_for_optimizer(each, tree) and not _puts_arrays(each, tree)
    ]
    return [found for each in filters for found in _classes_filtered(each, tree)]


def _classes_filtered(function: NameExpr | MemberExpr, tree: MypyFile) -> Iterator[TypeInfo | None]:
    call = INDEX.of(tree).parent(function)
    if not isinstance(call, CallExpr) or call.callee is not function:
        yield None
        return
    for place in _FILTERED[function.name]:
        is_given = place < len(call.args) and all(kind.is_positional() for kind in call.arg_kinds[: place + 1])
        value = call.args[place] if is_given else None
        if function.name != "combine" or not _is_partition(value, tree):
            yield _class_of(value, tree)


def _class_of(value: Expression | None, tree: MypyFile) -> TypeInfo | None:
    """Return the class of an object by the annotation of its variable, or by the call that makes it."""
    if isinstance(value, NameExpr) and isinstance(value.node, Var) and not value.node.is_inferred:
        declared = sole_instance(value.node.type)
        if declared is not None and declared.type.fullname != _ANYTHING:
            return declared.type
    return class_made(value, tree)


def _is_partition(value: Expression | None, tree: MypyFile) -> bool:
    """Return whether a variable gets its only value from ``partition``, whose own object counts."""
    writes = FLOW.of(tree).variables.writes_of(value.node) if isinstance(value, NameExpr) and value.node else None
    if writes is None or len(writes.positions) != 1 or not isinstance(value, NameExpr):
        return False
    bound_at = INDEX.of(tree).body.statements[writes.positions[0]]
    made = bound_at.rvalue if isinstance(bound_at, AssignmentStmt) else None
    callee = made.callee if isinstance(made, CallExpr) else None
    is_parted = isinstance(callee, NameExpr | MemberExpr) and callee.fullname.startswith("equinox.")
    names = [each for target in getattr(bound_at, "lvalues", ()) for each in unpacked(target)]
    return is_parted and any(isinstance(each, NameExpr) and each.node is value.node for each in names)


def _is_for_optimizer(function: Expression, tree: MypyFile) -> bool:
    """Return whether an optimizer is given what a filter leaves, ``opt.init(eqx.filter(net, eqx.is_array))``."""
    filtering = INDEX.of(tree).parent(function)
    taking = INDEX.of(tree).parent(filtering) if isinstance(filtering, CallExpr) else None
    is_given = isinstance(taking, CallExpr) and isinstance(taking.callee, MemberExpr) and filtering in taking.args
    return is_given and isinstance(taking, CallExpr) and getattr(taking.callee, "name", "") in _TAKING


def _puts_arrays(function: NameExpr | MemberExpr, tree: MypyFile) -> bool:
    """Return whether ``tree_at`` puts arrays in the places of arrays, ``tree_at(where, net, net.w * 2)``."""
    call = INDEX.of(tree).parent(function)
    if function.name != "tree_at" or not isinstance(call, CallExpr) or call.callee is not function:
        return False
    given = {name: value for value, name in bound(call, _TREE_AT)}
    return given.keys() == {*_TREE_AT} and _is_array(given["replace"])


def _is_array(value: Expression) -> bool:
    """Return whether a value is an array as it is written, or a row of them: nothing that is None, and no number."""
    if isinstance(value, TupleExpr | ListExpr):
        return all(map(_is_array, value.items))
    if isinstance(value, NameExpr):
        declared = value.node.type if isinstance(value.node, Var) and not value.node.is_inferred else None
        return declared is not None and is_certainly_array(declared)
    if isinstance(value, OpExpr) and value.op in _ARITHMETIC:
        return any(isinstance(each, MemberExpr) or _is_array(each) for each in (value.left, value.right))
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_FUNCTIONS)


_CLASSES: Final = PerModule(_classes)
