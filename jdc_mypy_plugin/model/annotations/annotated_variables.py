"""The shape and dtype that the annotation of a variable says: ``x: Float[Array, "3 4"] = load()``.

mypy keeps the array class alone, so what was read is kept as that of an alias is, by a variable beside it whose type
says it: by the line of the statement, and by name where a module or the body of a class has one such statement.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    ClassDef,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolTableNode,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.types import Instance, LiteralType, Type, UnboundType

from jdc_spec.arrays import ArrayAnnotation

from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule
from . import stored_annotations
from .array_annotations import is_plain
from .signatures import depend_on

_SUFFIX: Final = "-jdc-variable"


class Annotated(NamedTuple):
    """A statement that annotates a variable, an attribute or a field."""

    statement: AssignmentStmt
    written: Type
    owner: ClassDef | None
    """The class whose body it stands in."""


def annotated_at(line: int, module: MypyFile) -> Annotated | None:
    """Return the statement whose annotation covers a line of a module, or None."""
    return _BY_LINE.of(module).get(line)


def store_variable(module: MypyFile, found: Annotated, said: ArrayAnnotation | None, text_type: Instance) -> None:
    """Keep what an annotation says, or that it says nothing; ``text_type`` is `str`."""
    for name in _stored_names(found, module):
        module.names.pop(name, None)
        if said is not None:
            var = Var(name, LiteralType(json.dumps(stored_annotations.dump(said)), text_type))
            var._fullname = f"{module.fullname}.{name}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
            module.names[name] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def has_annotated_variables(module: MypyFile) -> bool:
    """Return whether any variable of a module has an array annotation."""
    return any(name.endswith(_SUFFIX) for name in module.names)


def annotation_of(statement: AssignmentStmt, module: MypyFile) -> ArrayAnnotation | None:
    """Return what a statement of a module under check says of the variable that it annotates."""
    target = statement.lvalues[0]
    if statement.unanalyzed_type is None or not isinstance(target, NameExpr | MemberExpr):
        return None
    return _load(module.names.get(_by_line(target.name, statement.line)))


def declaration(statement: AssignmentStmt, api: TypeChecker) -> AssignmentStmt | None:
    """Return ``x: Float[Array, "3"]``, without a value, of the variable that a statement assigns to.

    It stands in the same function, or with the statement in the module itself. That of ``self.x = ...`` stands in
    the body of the class.
    """
    target = statement.lvalues[0]
    function = FLOW.of(api.tree).function_around(statement)
    if len(statement.lvalues) != 1 or not isinstance(target, NameExpr | MemberExpr):
        return None
    if isinstance(target, NameExpr):
        return _BARE.of(api.tree).get((function, target.name))
    receiver = (
        function.arguments[0].variable if function is not None and function.info and function.arguments else None
    )
    is_own = receiver is not None and isinstance(target.expr, NameExpr) and target.expr.node is receiver
    return _BARE.of(api.tree).get((function.info.defn, target.name)) if is_own and function is not None else None


def has_fields_of(info: TypeInfo, find: Callable[[str], SymbolTableNode | None]) -> bool:
    """Return whether the body of a class annotates arrays; ``find`` looks up a full name."""
    return any(
        find(f"{info.module_name}.{_in_class(_own_name(info.fullname, info.module_name), name)}") is not None
        for name in info.names
    )


def field_annotation(info: TypeInfo, name: str, api: TypeChecker) -> ArrayAnnotation | None:
    """Return what the body of a class says of a field."""
    module = api.modules.get(info.module_name)
    if module is None:
        return None
    stored = _in_class(_own_name(info.fullname, info.module_name), name)
    depend_on(f"{module.fullname}.{stored}", module.fullname, api)
    return _load(module.names.get(stored))


def _load(symbol: SymbolTableNode | None) -> ArrayAnnotation | None:
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return stored_annotations.load(json.loads(str(kept.value))) if isinstance(kept, LiteralType) else None


def _stored_names(found: Annotated, module: MypyFile) -> list[str]:
    """Return names that no program can spell."""
    target = found.statement.lvalues[0]
    if not isinstance(target, NameExpr | MemberExpr):
        return []
    return [
        _by_line(target.name, found.statement.line),
        *([] if found.owner is None else [_in_class(_own_name(found.owner.fullname, module.fullname), target.name)]),
    ]


def _by_line(name: str, line: int) -> str:
    return f"{name}@{line}{_SUFFIX}"


def _in_class(owner: str, name: str) -> str:
    return f"{owner}-{name}".replace(".", "-") + _SUFFIX


def _own_name(fullname: str, module: str) -> str:
    return fullname.removeprefix(f"{module}.")


def _annotated(module: MypyFile) -> dict[int, Annotated]:
    body = INDEX.of(module).body
    found: dict[int, Annotated] = {}
    for position, statement in zip(body.range, body.statements, strict=True):
        written = _written(statement) if isinstance(statement, AssignmentStmt) else None
        if isinstance(statement, AssignmentStmt) and written is not None and not is_plain(written):
            said = Annotated(statement, written, _class_around(body, position))
            end = max(statement.line, written.end_line or written.line)  # an annotation in quotes may begin at line 1
            found.update(dict.fromkeys(range(statement.line, end + 1), said))
    return found


def _written(statement: AssignmentStmt) -> Type | None:
    """Return an annotation, for ``Final[T]`` and ``ClassVar[T]`` that of ``T``; None for that of an alias."""
    written = statement.unanalyzed_type
    if isinstance(written, UnboundType) and written.name.rpartition(".")[2] == "TypeAlias":
        return None
    if isinstance(written, UnboundType) and written.name.rpartition(".")[2] in ("Final", "ClassVar"):
        return written.args[0] if len(written.args) == 1 else None
    return written


def _class_around(body: Body, position: int) -> ClassDef | None:
    owner = body.owner_at(position)
    around = body.statements[owner] if owner >= 0 else None
    return around if isinstance(around, ClassDef) else None


def _bare(module: MypyFile) -> dict[tuple[FuncDef | ClassDef | None, str], AssignmentStmt]:
    found: dict[tuple[FuncDef | ClassDef | None, str], AssignmentStmt] = {}
    index, flow = INDEX.of(module), FLOW.of(module)
    for statement in {each.statement for each in _BY_LINE.of(module).values()}:
        target, position = statement.lvalues[0], index.position(statement)
        owner = -1 if position is None else index.body.owner_at(position)
        around = index.body.statements[owner] if owner >= 0 else None
        if isinstance(target, NameExpr) and isinstance(statement.rvalue, TempNode):
            inside = around if isinstance(around, ClassDef) else flow.function_around(statement)
            found[inside, target.name] = statement
    return found


_BARE: Final = PerModule(_bare)
_BY_LINE: Final = PerModule(_annotated)
