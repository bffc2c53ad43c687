"""The attributes of a class below `flax.nnx.Pytree` that are static, because what they are given is no data.

From flax 0.12 on a list, tuple or dict is static unless `nnx.data`, an annotation or `nnx.List` says otherwise. An
attribute that anything else may have made data is not among these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    TempNode,
    TupleExpr,
    TypeInfo,
)
from mypy.types import UnboundType

from ...evaluate import Evaluator, Origin, evaluator_of
from ...libraries.nnx import PYTREE
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.targets import targets, unpacked
from ..sites import NnxClass

_OBJECT: Final = "flax.nnx.pytreelib.Object"
_MADE_BY: Final = (PYTREE, "flax.nnx.module.Module", "builtins.object")
"""The classes whose ``__init_subclass__`` lets objects refuse data in static attributes."""
_VARIABLE: Final = "flax.nnx.variablelib.Variable"
_CHECKING: Final = "_check_value"
"""The method that refuses data in static attributes, which older releases do not have."""
_CONTAINERS: Final = ("list", "List", "tuple", "Tuple", "dict", "Dict", "Sequence", "Mapping")
_MAKERS: Final = {f"builtins.{name}": name for name in ("list", "tuple", "dict")}
_DISPLAYS: Final[Mapping[type[Expression] | tuple[type[Expression], ...], str]] = {
    (ListExpr, ListComprehension): "list",
    TupleExpr: "tuple",
    (DictExpr, DictionaryComprehension): "dict",
}

Attributes = Mapping[str, Sequence[tuple[Statement, Expression | None]]]
"""The statements that assign each attribute, with what it is given."""


def is_checked(site: NnxClass) -> bool:
    """Return whether objects of a class refuse data in their static attributes."""
    pytree = next((base for base in site.info.mro if base.fullname == PYTREE), None)
    setter = site.info.get_containing_type_info("__setattr__")
    is_own = setter is not None and not setter.fullname.startswith(("flax.", "builtins."))
    maker = site.info.get_containing_type_info("__init_subclass__")
    is_made = maker is not None and maker.fullname not in _MADE_BY
    is_other = is_made or "pytree" in site.node.keywords or site.info.has_base(_OBJECT) or site.info.fallback_to_any
    return pytree is not None and _CHECKING in pytree.names and not is_own and not is_other


def static_containers(site: NnxClass) -> Attributes:
    """Return the attributes of ``self`` that are given nothing but containers in the class, and None."""
    evaluator = evaluator_of(site.api, is_ahead=True)
    return {
        name: written
        for name, written in _written(site).items()
        if not any(name in base.names for base in site.info.mro[1:])
        and _is_plain(site.node, name)
        and all(value is not None and _is_static(evaluator.source(value)) for _, value in written)
    }


def _written(site: NnxClass) -> Attributes:
    found: dict[str, list[tuple[Statement, Expression | None]]] = defaultdict(list)
    for statement in INDEX.of(site.api.tree).inside(site.node).statements:
        for target in targets(statement):
            for part in unpacked(target.expression):
                if isinstance(part, MemberExpr) and isinstance(part.expr, NameExpr) and part.expr.name == "self":
                    is_whole = part is target.expression and isinstance(statement, AssignmentStmt)
                    found[part.name].append((statement, target.value if is_whole else None))
    return found


def _is_plain(node: ClassDef, name: str) -> bool:
    """Return whether a class body says nothing of an attribute, or no more than that it is a container."""
    for statement in node.defs.body:
        for target in statement.lvalues if isinstance(statement, AssignmentStmt) else ():
            if isinstance(target, NameExpr) and target.name == name and isinstance(statement, AssignmentStmt):
                annotation = statement.unanalyzed_type
                is_known = isinstance(annotation, UnboundType) and annotation.name in _CONTAINERS
                return is_known and isinstance(statement.rvalue, TempNode)
    return True


def kind_of(value: Expression) -> str | None:
    """Return the name of the container that an expression makes; None where it makes none that is known."""
    if isinstance(value, OpExpr):
        return (kind_of(value.left) or kind_of(value.right)) if value.op in ("+", "*") else None
    if isinstance(value, CallExpr):
        return _MAKERS.get(value.callee.fullname) if isinstance(value.callee, RefExpr) else None
    return next((name for kinds, name in _DISPLAYS.items() if isinstance(value, kinds)), None)


def _is_static(value: Expression) -> bool:
    """Return whether an expression makes a container, or is None."""
    is_none = isinstance(value, NameExpr) and value.fullname == "builtins.None"
    return is_none or kind_of(value) is not None


def held(value: Expression) -> Iterator[Expression]:
    """Yield the items of a container that an expression makes, those of containers in it too."""
    for item in items(value):
        yield from held(item) if kind_of(item) is not None else (item,)


def items(value: Expression) -> Iterator[Expression]:
    """Yield the items of a container that an expression makes, one of all that a comprehension makes."""
    if isinstance(value, ListExpr | TupleExpr):
        yield from value.items
    elif isinstance(value, DictExpr):
        yield from (item for _, item in value.items)
    elif isinstance(value, ListComprehension):
        yield value.generator.left_expr
    elif isinstance(value, DictionaryComprehension):
        yield value.value
    elif isinstance(value, OpExpr):
        yield from (each for each in (value.left, value.right) if kind_of(each) is not None)
    elif isinstance(value, CallExpr):
        yield from (each.left_expr for each in value.args[:1] if isinstance(each, GeneratorExpr))


def is_data(value: Expression, evaluator: Evaluator) -> bool:
    """Return whether an expression makes what is data in every object: a module, a variable, an array."""
    source = evaluator.source(value)
    made = source.callee if isinstance(source, CallExpr) else None
    named = None if made is None else class_named(made)
    if named is not None:
        return _is_data_class(named)
    is_of_jax = isinstance(made, RefExpr) and made.fullname.startswith("jax.")  # NumPy makes scalars too
    return is_of_jax and evaluator.evaluate(source).origin is Origin.ARRAY


def _is_data_class(info: TypeInfo) -> bool:
    return info.has_base(PYTREE) or info.has_base(_VARIABLE)
