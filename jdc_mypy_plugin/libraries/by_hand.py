"""Dataclasses that functions of the program's own flatten: ``register_pytree_node`` and its relatives.

The function that flattens says which fields are leaves, and which are auxiliary data, that is static; where it is not
simple enough to read, their roles are unknown. The code that unflattening runs is not known either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    GDEF,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MypyFile,
    RefExpr,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import UnboundType

from jdc_spec.libraries import BY_HAND as NAMES

from ..host.foundations import is_foundation
from ..host.freshness import looked_at_variable
from ..host.modules import MODULES
from ..syntax import INDEX
from ..syntax.per_module import CYCLE, PerModule
from ..syntax.values.parts import attributes_in
from ..syntax.values.whole_calls import WHOLE_CALLS
from .definition import Definition
from .facts import Facts, Role
from .flattening import flattened
from .library import Decision, Library
from .registering.registered_elsewhere import decision_elsewhere, registered_elsewhere
from .registering.registered_in_loops import classes_given
from .registering.registering_functions import class_argument, flattening_given

_MODULES: Final = ("jax.tree_util.", "jax._src.tree_util.")
_METHODS: Final = {
    "register_pytree_node_class": "tree_flatten",
    "register_pytree_with_keys_class": "tree_flatten_with_keys",
}
"""The decorators, with the method that flattens."""
_CALLS: Final = ("register_pytree_node", "register_pytree_with_keys")
_KEYS: Final = "with_keys"
STORED: Final = "-jdc-children@"
"""The name of a variable, which no program can spell. A daemon that checks again drops names without ``@``."""


class _Registration(NamedTuple):
    """How a class is registered."""

    flatten: FuncItem | None
    """None where that is not a function of the module."""
    has_keys: bool


def _named(function: Expression) -> str:
    """Return the name of one of the functions of JAX; "" for any other."""
    name = function.fullname if isinstance(function, RefExpr) else ""
    return name.rpartition(".")[2] if name.startswith(_MODULES) else ""


def _registrations(definition: Definition) -> Iterator[_Registration]:
    for decorator in definition.cls.decorators:
        name = _named(decorator)
        if name in _METHODS:
            yield _Registration(_method(definition, _METHODS[name]), _KEYS in name)
    for call in _CALLS_OF.of(definition.module):
        if definition.cls.info in classes_given(call, class_argument(call), definition.module):
            yield _Registration(flattening_given(call, definition.module), _KEYS in _named(call.callee))


def _calls(tree: MypyFile) -> list[CallExpr]:
    return [call for call in WHOLE_CALLS.of(tree) if _named(call.callee) in _CALLS]


_CALLS_OF: Final = PerModule(_calls)


def _method(definition: Definition, name: str) -> FuncItem | None:
    symbol = definition.cls.info.names.get(name)
    node = None if symbol is None else symbol.node
    method = node.func if isinstance(node, Decorator) else node
    return method if isinstance(method, FuncDef) else None


def _registers(definition: Definition) -> bool:
    return any(True for _ in _registrations(definition))


def _read(definition: Definition) -> Decision:
    """Read a class; it may be that the body of a project's own decorator registers it."""
    found = list(_registrations(definition))
    frozen = definition.flag("frozen", default=False) is True
    flatten = found[0].flatten if len(found) == 1 else None
    pair = None if flatten is None else flattened(flatten, with_keys=found[0].has_keys)
    if pair is None and len(found) < 2:
        return decision_elsewhere(definition)
    roles: dict[str, Role] = {}
    if pair is not None:
        roles = {
            **dict.fromkeys(attributes_in(pair.aux), "static"),
            **dict.fromkeys(attributes_in(pair.children), "data"),
        }
    return Decision(roles, {"frozen": frozen})


def children_of(info: TypeInfo) -> frozenset[str]:
    """Return the attributes that become leaves of a class without a model; none where flattening is not simple."""
    home = MODULES.get(info.module_name)
    if home is None or is_foundation(home):
        return frozenset()
    looked_at_variable(f"{home.fullname}.{STORED}", home.fullname)
    children = _CHILDREN.of(home) if home.defs else _stored(home)
    if info.fullname in children:
        return frozenset(children[info.fullname])
    elsewhere = registered_elsewhere(info, home)
    roles = {} if elsewhere is None or not elsewhere.by_hand else elsewhere.roles or {}
    return frozenset(name for name, role in roles.items() if role == "data")


def note_children(tree: MypyFile) -> None:
    """Keep the same of the classes of a module that has been checked, for the modules that import it."""
    children = _CHILDREN.of(tree)
    if children and not is_foundation(tree):
        var = Var(STORED, UnboundType(json.dumps(children)))
        var._fullname = f"{tree.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        tree.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def _stored(tree: MypyFile) -> Mapping[str, Sequence[str]]:
    symbol = tree.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    children: Mapping[str, Sequence[str]] = json.loads(kept.name) if isinstance(kept, UnboundType) else {}
    return children


def _all_children(tree: MypyFile) -> dict[str, Sequence[str]]:
    if not any(each.partition(".")[0] == "jax" for each in INDEX.of(tree).imports.modules):
        return {}
    classes = {each.info: each for each in INDEX.of(tree).body.statements_of(ClassDef) if each.info}
    found = {info.fullname: sorted(_children(Definition(each, None, tree))) for info, each in classes.items()}
    return {name: children for name, children in found.items() if children}


_CHILDREN: Final = PerModule(_all_children, keep=CYCLE)


def _children(definition: Definition) -> frozenset[str]:
    found = list(_registrations(definition))
    flatten = found[0].flatten if len(found) == 1 else None
    pair = None if flatten is None else flattened(flatten, with_keys=found[0].has_keys)
    return frozenset() if pair is None else frozenset(attributes_in(pair.children)) - {*attributes_in(pair.aux)}


BY_HAND: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@dataclasses.dataclass",
        static_advice=None,
        misplaced_marker="the function that flattens decides which fields are data",
        annotation_markers=frozenset(),
        static_keys=frozenset(),
        frozen=False,
        adds_replace=False,
        unflattens_through_init=False,
        unlisted="unknown",
        inherits_lists=False,
        is_registered_by_hand=True,
        is_flattened_by_hand=True,
        keeps_attributes=True,
    ),
    _read,
    registers=_registers,
)
