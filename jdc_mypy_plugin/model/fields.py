"""Fields as a class body writes them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    Expression,
    FloatExpr,
    IfStmt,
    IntExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.types import Type, UnboundType

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError
from jdc_spec.markers import STATIC_KEY

from ..libraries.definition import is_none, truth
from ..libraries.own.names import own_field
from ..libraries.registry import FIELD_FUNCTIONS
from ..syntax.arguments import by_keyword
from .annotations.annotation_names import Names
from .annotations.array_annotations import Malformed, annotates_array, array_annotation, is_plain
from .annotations.local_aliases import may_hide_marker
from .classes import ENFORCED_MIXINS, Literal, PytreeField, has_base, is_kw_only_mark
from .field_calls import STANDARD_FIELD, field_function_name, field_metadata, marks, may_be_field

if TYPE_CHECKING:
    from mypy.nodes import ClassDef


def read_fields(defn: ClassDef, module: MypyFile, names: Names) -> tuple[list[PytreeField], list[Malformed]]:
    """Read the fields that a class body writes, and which of them have a malformed array annotation."""
    fields: list[PytreeField] = []
    malformed: list[Malformed] = []
    for name, statement in annotated_assignments(defn):
        written = statement.unanalyzed_type
        if not _is_field(defn.info, name) or is_unknown_class_variable(written):
            continue
        try:
            array = None if is_plain(written) else array_annotation(written, names)
        except MalformedAnnotationError as error:
            array = None
            if has_base(defn.info, ENFORCED_MIXINS) or annotates_array(written, names):
                where = f'field "{name}" of "{defn.name}"'
                malformed.append(Malformed(where, str(error), written or statement))
        field = _field(defn.info, name, statement, array, module)
        is_open = not is_plain(written) and may_hide_marker(written, _declared(defn.info, name), names)
        fields.append(field._replace(opaque=True) if is_open else field)
    return fields, malformed


@functools.lru_cache(maxsize=1)
def annotated_assignments(defn: ClassDef) -> Sequence[tuple[str, AssignmentStmt]]:
    """Return the ``name: annotation`` statements of a class body, those under a reachable ``if`` too.

    Several ask for those of one class in turn.
    """
    found: list[tuple[str, AssignmentStmt]] = []
    _collect_annotated(defn.defs, found)
    return found


def _collect_annotated(block: Block, found: list[tuple[str, AssignmentStmt]]) -> None:
    for statement in block.body if not block.is_unreachable else ():
        if isinstance(statement, AssignmentStmt):
            target = statement.lvalues[0]
            if statement.new_syntax and isinstance(target, NameExpr):
                found.append((target.name, statement))
        elif isinstance(statement, IfStmt):
            for branch in (*statement.body, *([statement.else_body] if statement.else_body else [])):
                _collect_annotated(branch, found)


def _is_field(info: TypeInfo, name: str) -> bool:
    symbol = info.names.get(name)
    return (
        symbol is not None
        and isinstance(symbol.node, Var)
        and not symbol.node.is_classvar
        and not is_kw_only_mark(symbol)
    )


def _declared(info: TypeInfo, name: str) -> Type | None:
    node = info.names[name].node
    return node.type if isinstance(node, Var) else None


def is_unknown_class_variable(written: Type | None) -> bool:
    """Return whether an annotation is a ``ClassVar`` that mypy does not know, of a library that is not installed."""
    return isinstance(written, UnboundType) and written.name.rpartition(".")[2] == "ClassVar"


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
        is_marked_data=(written or {}).get(STATIC_KEY) is False,
        opaque=written is None or (call is None and may_be_field(value, module)),
        init=call is None or truth(by_keyword(call, "init")) is not False,
        has_default=not absent and (call is None or _call_has_default(call, module)),
        is_none_by_default=_is_none(default_of(value, module)),
        has_factory=call is not None and _field_function(call, module) and _has_factory(call),
        literal=_literal(default_of(value, module)),
        line=statement.line,
    )


def _is_none(value: Expression | None) -> bool:
    return value is not None and is_none(value)


def _literal(value: Expression | None) -> Literal:
    if isinstance(value, IntExpr | FloatExpr | StrExpr):
        return value.value
    return truth(value)


def default_of(value: Expression, module: MypyFile) -> Expression | None:
    """Return the default that is written for a field, in a call of a library's field function too."""
    if not isinstance(value, CallExpr):
        return value
    return by_keyword(value, "default") if _field_function(value, module) else None


def _field_function(call: CallExpr, module: MypyFile) -> bool:
    name = field_function_name(call.callee, module)
    return name in FIELD_FUNCTIONS or name == STANDARD_FIELD


def _call_has_default(call: CallExpr, module: MypyFile) -> bool:
    own = own_field(call.callee, module)
    if own is not None:
        return own.has_default(call)
    if not _field_function(call, module):
        return True
    return by_keyword(call, "default") is not None or _has_factory(call)


def _has_factory(call: CallExpr) -> bool:
    return by_keyword(call, "default_factory") is not None
