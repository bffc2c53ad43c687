"""Fields as a class body writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    IfStmt,
    MypyFile,
    NameExpr,
    TempNode,
    TypeInfo,
    Var,
)

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError
from jdc_spec.libraries import FIELD_FUNCTIONS
from jdc_spec.rules import ANNOTATION

from ..host.report import Diagnostic
from ..syntax.arguments import by_keyword
from ..syntax.imported_names import spelled
from .array_annotations import Names, annotates_array, array_annotation
from .classes import ENFORCED_MIXINS, PytreeField, has_base, is_kw_only_mark
from .field_calls import STANDARD_FIELD, field_metadata, marks, may_be_field, truth

if TYPE_CHECKING:
    from mypy.nodes import ClassDef


def read_fields(defn: ClassDef, module: MypyFile, names: Names) -> tuple[list[PytreeField], list[Diagnostic]]:
    """Read the fields that a class body writes, and report malformed array annotations where they stand."""
    fields: list[PytreeField] = []
    problems: list[Diagnostic] = []
    for name, statement in annotated_assignments(defn):
        if not _is_field(defn.info, name):
            continue
        written = statement.unanalyzed_type
        try:
            array = array_annotation(written, names)
        except MalformedAnnotationError as error:
            array = None
            if has_base(defn.info, ENFORCED_MIXINS) or annotates_array(written, names):
                message = f'field "{name}" of "{defn.name}": {error}'
                problems.append(Diagnostic(ANNOTATION, message, written or statement))
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
    written: Mapping[str, bool] | None = field_metadata(call, module) if call is not None else {}
    return PytreeField(
        name=name,
        owner=info.fullname,
        array=array,
        marked=marks(written or {}),
        opaque=written is None or (call is None and may_be_field(value, module)),
        init=call is None or truth(by_keyword(call, "init")) is not False,
        has_default=not absent and (call is None or _call_has_default(call, module)),
        line=statement.line,
    )


def _call_has_default(call: CallExpr, module: MypyFile) -> bool:
    name = spelled(call.callee, module)
    if name not in FIELD_FUNCTIONS and name != STANDARD_FIELD:
        return True
    return by_keyword(call, "default") is not None or by_keyword(call, "default_factory") is not None
