"""``jdc-frozen`` on arrays: ``x[0] = 1``, which arrays of JAX refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    AwaitExpr,
    CallExpr,
    Decorator,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    StarExpr,
    Statement,
    TupleExpr,
    YieldExpr,
    YieldFromExpr,
)
from mypy.types import Instance, LiteralType, ProperType, TupleType, UnionType

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import FROZEN

from ...evaluate.declared.given_arrays import may_hold_numpy
from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_tried
from ...syntax.names.refilled import is_refilled
from ..places import ITEM_WRITE, ItemWrite, asked
from ..reassignment import is_own, is_read_below

_UPDATES: Final = {"+": "add", "-": "add", "*": "multiply", "/": "divide", "**": "power"}
"""The method of ``x.at[...]`` for each augmented assignment; ``-=`` adds the negative."""

_INDICES: Final = frozenset(f"builtins.{name}" for name in ("int", "bool", "slice", "tuple", "ellipsis")) | {
    "types.EllipsisType",
    "numpy.ndarray",
    *JAX_ARRAYS,
}
"""Classes of what may stand between the brackets behind an array, where it need not be one; arrays are no keys."""

_PALLAS: Final = "jax.experimental.pallas"
_NOT_AN_ARGUMENT: Final = (TupleExpr, YieldExpr, YieldFromExpr, AwaitExpr, StarExpr)
"""Expressions that mean something else between the parentheses of a call."""


@asked(FROZEN, at=ITEM_WRITE)
def check(site: ItemWrite) -> Iterator[Diagnostic]:
    """Report an assignment to an item of an array, with the edit where the array is a local variable."""
    base, module = site.node.base, site.api.tree
    if may_change(base, module) or _may_be_dict(site) or is_refilled(base, module):
        return
    if is_tried(site.node, module, "TypeError") or may_hold_numpy(base, site.api):
        return
    statement = INDEX.of(module).parent(site.node)
    yield Diagnostic(FROZEN, sentence(site.node, statement), site.node, tuple(_fixes(site, statement)))


def sentence(item: IndexExpr, statement: object) -> str:
    """Word an assignment to an item of an array by a statement."""
    name = _name(item.base)
    target = "an item of an array" if name is None else f'an item of "{name}"'
    method, sign = _method(statement)
    return (
        f"cannot assign to {target}: arrays of JAX never change, and this raises a TypeError; make a new array, "
        f"{name or 'x'}.at[...].{method}({sign}...)"
    )


def _may_be_dict(site: ItemWrite) -> bool:
    """Return whether what is declared an array may be a dict: of batches it is often said that all items are arrays.

    No array has strings or members of an enumeration for indices.
    An item, ``batch["label"]``, has to be given what is evidently the index of one, and not what a loop goes over:
    that may be the keys of such a dict.
    """
    key = known_type(site.key)
    options = [known_type(item) for item in key.items] if isinstance(key, UnionType) else [key]
    if any(map(_is_key, options)):
        return True
    if not isinstance(site.node.base, IndexExpr):
        return False
    return _is_of_loop(site) or not all(_class_of(each) in _INDICES for each in options)


def _is_of_loop(site: ItemWrite) -> bool:
    """Return whether the key is the variable of a ``for``, and an array for mypy, as what an array yields is."""
    key, of = site.node.index, known_type(site.key)
    if not isinstance(key, NameExpr) or _class_of(of) not in JAX_ARRAYS:
        return False
    loops = (each.index for each in INDEX.of(site.api.tree).body.statements_of(ForStmt))
    return any(isinstance(each, NameExpr) and each.node is key.node for each in loops)


def _is_key(key: ProperType) -> bool:
    """Return whether a value is a key of a dict, and no index of an array."""
    value = key.fallback if isinstance(key, LiteralType) else key
    if not isinstance(value, Instance):
        return False
    return value.type.has_base("builtins.str") or (value.type.is_enum and not value.type.has_base("builtins.int"))


def _class_of(key: ProperType) -> str:
    if isinstance(key, LiteralType | TupleType):
        return key.fallback.type.fullname if isinstance(key, LiteralType) else "builtins.tuple"
    return key.type.fullname if isinstance(key, Instance) else ""


def _method(statement: object) -> tuple[str, str]:
    if not isinstance(statement, OperatorAssignmentStmt):
        return "set", ""
    return _UPDATES.get(statement.op, "set"), "-" if statement.op == "-" else ""


def _fixes(site: ItemWrite, statement: object) -> Iterator[Fix]:
    """Yield the edit that gives the name of the array a new array, where all the code that uses the name sees it."""
    base, name = site.node.base, _name(site.node.base)
    if not isinstance(base, NameExpr) or name is None or not isinstance(statement, Statement):
        return
    if not is_own(base, site.api) or not is_read_below(base, statement, site.api):
        return
    if isinstance(statement, AssignmentStmt):
        if len(statement.lvalues) != 1 or statement.lvalues[0] is not site.node or statement.unanalyzed_type:
            return
    elif not isinstance(statement, OperatorAssignmentStmt) or statement.op not in _UPDATES:
        return
    method, sign = _method(statement)
    edits = _edits(statement, site.node, statement.rvalue, f"{name} = ", f".{method}({sign}")
    if edits is not None:
        yield Fix(f'Give "{name}" the new array', edits)


def _edits(
    statement: AssignmentStmt | OperatorAssignmentStmt, target: IndexExpr, value: Expression, before: str, call: str
) -> tuple[Edit, ...] | None:
    whole, written, array, given = span(statement), span(target), span(target.base), span(value)
    ends = (given.end_line, given.end_column) == (whole.end_line, whole.end_column)
    if not ends or isinstance(value, _NOT_AN_ARGUMENT) or (call.endswith("-") and not _binds_tightly(value)):
        return None
    return (
        Edit(Span(whole.line, whole.column, whole.line, whole.column), before),
        Edit(Span(array.end_line, array.end_column, array.end_line, array.end_column), ".at"),
        Edit(Span(written.end_line, written.end_column, given.line, given.column), call),
        Edit(Span(whole.end_line, whole.end_column, whole.end_line, whole.end_column), ")"),
    )


def _binds_tightly(value: Expression) -> bool:
    """Return whether ``-`` before an expression is the negative of all of it."""
    return isinstance(value, NameExpr | MemberExpr | CallExpr | IndexExpr | IntExpr | FloatExpr)


def _name(base: Expression) -> str | None:
    """Return a variable or an attribute of one as it is written."""
    if isinstance(base, NameExpr):
        return base.name
    owner = _name(base.expr) if isinstance(base, MemberExpr) else None
    return None if owner is None or not isinstance(base, MemberExpr) else f"{owner}.{base.name}"


def may_change(base: Expression, module: MypyFile) -> bool:
    """Return whether something may be a reference of Pallas, which can be written to."""
    return _may_be_reference(base) or _may_be_kernels(base, module)


def _may_be_reference(base: Expression) -> bool:
    """Return whether something is named as the references of a Pallas kernel are, which can be written to.

    A dataclass under such a name holds references in the place of its arrays.
    """
    name = base.name if isinstance(base, NameExpr | MemberExpr) else ""
    if name in ("ref", "refs") or name.endswith(("_ref", "_refs")) or name.startswith("ref_"):
        return True
    return isinstance(base, MemberExpr) and _may_be_reference(base.expr)


def _may_be_kernels(base: Expression, module: MypyFile) -> bool:
    """Return whether something is a parameter, or in one, in a module that imports Pallas.

    Kernels are often annotated as if they were given arrays.
    """
    while isinstance(base, MemberExpr | IndexExpr):
        base = base.expr if isinstance(base, MemberExpr) else base.base
    index, variable = INDEX.of(module), base.node if isinstance(base, NameExpr) else None
    if variable is None or not any(name.startswith(_PALLAS) for name in index.imports.modules):
        return False
    decorated = (each.func for each in index.body.statements_of(Decorator))
    functions = (*index.body.statements_of(FuncDef), *decorated)
    return any(argument.variable is variable for each in functions for argument in each.arguments)
