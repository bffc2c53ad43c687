"""Trees that types promise: annotations of parameters and fields, and what functions declare to return."""

from __future__ import annotations

from typing import Final

from mypy.nodes import Expression, MypyFile, NameExpr, TypeInfo
from mypy.types import AnyType, Instance, NoneType, ProperType, TupleType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ...host.analysed_types import is_marked_array
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax.names.flow import FLOW, Parameter
from ...typefacts.arrays import is_certainly_array
from ...typefacts.instances import sole_instance
from ...typefacts.mutable import is_frozen
from .trees import Key, Tree, What

_LEAVES: Final = JAX_ARRAYS | {"numpy.ndarray", "builtins.float", "builtins.int", "builtins.complex", "builtins.bool"}
_OPEN: Final[dict[str, What]] = {"builtins.list": "list", "builtins.dict": "dict"}
"""Containers whose types do not say what they hold."""


def declared_tree(name: NameExpr, module: MypyFile) -> Tree | None:
    """Return the tree of a parameter without default that is annotated as an array, a number or an object."""
    flow = FLOW.of(module)
    function = None if name.node is None else flow.variables.functions.get(name.node)
    filled = () if function is None else (each for each in function.arguments if each.variable is name.node)
    kinds = [known_type(each.variable.type) for each in filled if each.initializer is None]
    for kind in kinds:
        if _is_leaf(kind):
            return Tree("array", name)
        if isinstance(kind, Instance) and model_of(kind.type) is not None and is_frozen(kind.type):
            is_given = isinstance(flow.value_at(name), Parameter) or not flow.variables.writes_of(name.node).positions
            return Tree("object", name, info=kind.type) if is_given else None
    return None


def declared_part(whole: Tree, key: Key, at: Expression) -> Tree | None:
    """Return the tree of a data field that is annotated as an array, a number or a container."""
    model = model_of(whole.info) if whole.what == "object" and whole.info is not None else None
    if model is None or not isinstance(key, str) or key not in model.fields or model.role_of(key) != "data":
        return None
    kind = known_type(model.type_of(key))
    if _is_leaf(kind):
        return Tree("array", at)
    return Tree("value", at) if isinstance(kind, Instance) and kind.type.fullname in _OPEN else None


def tree_of_type(declared: Type | None, at: Expression) -> Tree | None:
    """Return the tree of all values of a type, as far as it tells."""
    kind = known_type(declared)
    if kind is None:
        return None
    if isinstance(kind, TupleType):
        named = kind.partial_fallback.type
        return _row(kind, named if named.is_named_tuple else None, at)
    if is_certainly_array(kind):
        return Tree("array", at)
    instance = sole_instance(kind)
    if instance is not None and model_of(instance.type) is not None:
        return Tree("object", at, info=instance.type)
    what = _OPEN.get(kind.type.fullname) if isinstance(kind, Instance) else None
    return None if what is None else Tree(what, at)


def _row(kind: TupleType, named: TypeInfo | None, at: Expression) -> Tree | None:
    """Return the tree of a tuple; None of one whose items are not counted."""
    if any(not isinstance(known_type(item), Instance | TupleType | NoneType | AnyType) for item in kind.items):
        return None
    names: list[str] = [] if named is None else list(named.metadata.get("namedtuple", {}).get("fields", ()))
    keys: list[Key] = [*(names or range(len(kind.items)))]
    parts = {key: tree_of_type(item, at) for key, item in zip(keys, kind.items, strict=False)}
    return Tree("tuple", at, parts, named)


def _is_leaf(kind: ProperType | None) -> bool:
    if is_marked_array(kind):
        return True
    return isinstance(kind, Instance) and kind.type.fullname in _LEAVES
