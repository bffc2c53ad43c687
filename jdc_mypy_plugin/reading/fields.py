"""Fields as a class body writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    DictExpr,
    Expression,
    IfStmt,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TempNode,
    TypeInfo,
    Var,
)

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError
from jdc_spec.libraries import FIELD_FUNCTIONS, FieldFunction
from jdc_spec.markers import JAX_DATACLASSES_STATIC, PYTREE_NODE_KEY, STATIC_KEY
from jdc_spec.rules import ANNOTATION

from ..model import PytreeField, is_kw_only_mark
from ..report import Diagnostic
from ..spelling import spelled
from .metadata import Resolve, array_annotation

if TYPE_CHECKING:
    from mypy.nodes import ClassDef

STANDARD_FIELD: Final = "dataclasses.field"
_STATIC_WHEN: Final = {STATIC_KEY: True, PYTREE_NODE_KEY: False, JAX_DATACLASSES_STATIC: True}
"""The value of each metadata key that means static."""


def read_fields(defn: ClassDef, module: MypyFile, resolve: Resolve) -> tuple[list[PytreeField], list[Diagnostic]]:
    """Read the fields that a class body writes, and report malformed array annotations where they stand."""
    fields: list[PytreeField] = []
    problems: list[Diagnostic] = []
    for name, statement in annotated_assignments(defn):
        if not _is_field(defn.info, name):
            continue
        try:
            array = array_annotation(statement.unanalyzed_type, resolve)
        except MalformedAnnotationError as error:
            array = None
            message = f'{error} (field "{name}" of "{defn.name}")'
            problems.append(Diagnostic(ANNOTATION, message, statement.unanalyzed_type or statement))
        fields.append(_field(defn.info, name, statement, array, module))
    return fields, problems


def annotated_assignments(defn: ClassDef) -> Iterator[tuple[str, AssignmentStmt]]:
    """Yield ``name: annotation`` statements of a class body, those under a reachable ``if`` too."""
    yield from _annotated(defn.defs)


def _annotated(block: Block) -> Iterator[tuple[str, AssignmentStmt]]:
    for statement in block.body if not block.is_unreachable else ():
        if isinstance(statement, AssignmentStmt) and statement.new_syntax:
            target = statement.lvalues[0]
            if isinstance(target, NameExpr):
                yield target.name, statement
        elif isinstance(statement, IfStmt):
            for branch in (*statement.body, *([statement.else_body] if statement.else_body else [])):
                yield from _annotated(branch)


def _is_field(info: TypeInfo, name: str) -> bool:
    symbol = info.names.get(name)
    return (
        symbol is not None
        and isinstance(symbol.node, Var)
        and not symbol.node.is_classvar
        and not is_kw_only_mark(symbol)
    )


def _field(
    info: TypeInfo, name: str, statement: AssignmentStmt, array: ArrayAnnotation | None, module: MypyFile
) -> PytreeField:
    value = statement.rvalue
    absent = isinstance(value, TempNode)
    call = value if isinstance(value, CallExpr) else None
    marked = marks(call, module) if call is not None else frozenset[str]()
    return PytreeField(
        name=name,
        owner=info.fullname,
        array=array,
        marked=marked or frozenset(),
        opaque=marked is None,
        init=call is None or not _is_false(argument(call, "init")),
        has_default=not absent and (call is None or _call_has_default(call, module)),
        line=statement.line,
    )


def marks(call: CallExpr, module: MypyFile) -> frozenset[str] | None:
    """Return the metadata keys through which a field call marks a field static; None where it cannot be read.

    A call of a function that is no field function may make any field, a helper around `dataclasses.field` say.
    """
    name = spelled(call.callee, module)
    function = FIELD_FUNCTIONS.get(name)
    resolved = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    if function is None and STANDARD_FIELD not in (name, resolved):
        return None
    if any(kind.is_star() for kind in call.arg_kinds):
        return None
    keys = _metadata_keys(argument(call, "metadata"))
    if keys is None or function is None:
        return keys
    own = _function_mark(function, call)
    return None if own is None else keys | own


def _function_mark(function: FieldFunction, call: CallExpr) -> frozenset[str] | None:
    if function.keyword is None:
        return frozenset((function.key,))
    value = argument(call, function.keyword)
    if value is None:
        return frozenset()
    truth = _truth(value)
    if truth is None:
        return None
    return frozenset((function.key,)) if truth is function.static_when else frozenset()


def _metadata_keys(metadata: Expression | None) -> frozenset[str] | None:
    """Read ``metadata={"static": True}`` or ``metadata=dict(static=True)``; None where it is anything else."""
    if metadata is None:
        return frozenset()
    keys: set[str] = set()
    for key, value in _items(metadata) or [("", None)]:
        truth = _truth(value) if value is not None else None
        if key is None or (truth is None and (key in _STATIC_WHEN or value is None)):
            return None
        if key in _STATIC_WHEN and truth is _STATIC_WHEN[key]:
            keys.add(key)
    return frozenset(keys)


def _items(metadata: Expression) -> list[tuple[str | None, Expression | None]] | None:
    if isinstance(metadata, DictExpr):
        return [(key.value if isinstance(key, StrExpr) else None, value) for key, value in metadata.items]
    if not isinstance(metadata, CallExpr) or not isinstance(metadata.callee, RefExpr):
        return None
    if metadata.callee.fullname != "builtins.dict":
        return None
    return list(zip(metadata.arg_names, metadata.args, strict=True))


def argument(call: CallExpr, name: str) -> Expression | None:
    """Return the value of a keyword argument, or None."""
    return next((value for key, value in zip(call.arg_names, call.args, strict=True) if key == name), None)


def _call_has_default(call: CallExpr, module: MypyFile) -> bool:
    name = spelled(call.callee, module)
    if name not in FIELD_FUNCTIONS and name != STANDARD_FIELD:
        return True
    return argument(call, "default") is not None or argument(call, "default_factory") is not None


def _truth(value: Expression) -> bool | None:
    if isinstance(value, NameExpr) and value.fullname in ("builtins.True", "builtins.False"):
        return value.fullname == "builtins.True"
    return None


def _is_false(value: Expression | None) -> bool:
    return value is not None and _truth(value) is False
