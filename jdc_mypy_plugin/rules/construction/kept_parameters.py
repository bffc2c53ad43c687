"""The parameters of a constructor that an object keeps as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mypy.nodes import (
    ArgKind,
    Argument,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    FuncDef,
    IfStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, CallableType, UnboundType, get_proper_type

from ...host.known_types import known_type
from ...libraries.definition import is_none, truth
from ...model.fields import annotated_assignments, is_unknown_class_variable
from ...model.modules.written_elsewhere import class_as_written
from ...syntax.arguments import by_keyword
from ...syntax.names.targets import paired, targets, unpacked
from ...syntax.walk import statements


def kept_parameters(info: TypeInfo, tree: MypyFile) -> Mapping[str, str | None] | None:
    """Return the parameters of the constructor with the attribute that each becomes; None where that is unclear.

    ``tree`` is the module at hand; of classes of other modules the sources are read.
    """
    for base in info.mro[:-1]:
        written = _written(base, tree)
        if written is None:
            return None
        if "dataclass" in base.metadata and "__init__" not in written:
            attributes = base.metadata["dataclass"]["attributes"]
            names = [each["name"] for each in attributes if each["is_in_init"]]
            no_fields = _class_variables(info, tree)
            memories = _memories(info, tree)
            return {name: None if name in memories else name for name in names if name not in no_fields}
        method = written.get("__init__")
        if method is not None:
            return _of_method(method)
    return None


def _memories(info: TypeInfo, tree: MypyFile) -> frozenset[str]:
    """Return the fields that nothing needs to keep: those of any type that begin as None, a cache say."""
    found: set[str] = set()
    for base in info.mro:
        for name, statement in _annotated(base, tree):
            symbol = base.names.get(name)
            declared = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
            if is_none(statement.rvalue) and isinstance(known_type(declared), AnyType):
                found.add(name)
    return frozenset(found)


def is_made_on_demand(parameter: str, attribute: str, info: TypeInfo, tree: MypyFile) -> bool:
    """Return whether a method makes an attribute again where it is None, as it is without the argument."""
    constructor = info.get("__init__")
    declared = get_proper_type(constructor.type) if constructor is not None else None
    if not isinstance(declared, CallableType) or parameter not in declared.arg_names:
        return False
    is_optional = declared.arg_kinds[declared.arg_names.index(parameter)].is_optional()
    written = (method for base in info.mro[:-1] for method in (_written(base, tree) or {}).values())
    methods = (method for method in written if method.name != "__init__")
    return is_optional and any(_fills(method, attribute) for method in methods)


def is_cache(attribute: str, info: TypeInfo) -> bool:
    """Return whether a field says that it is left out of ``==`` and has a default, as a cache is."""
    for name, statement in annotated_assignments(info.defn):
        call = statement.rvalue
        if name == attribute and isinstance(call, CallExpr):
            has_default = any(by_keyword(call, each) is not None for each in ("default", "default_factory"))
            return has_default and truth(by_keyword(call, "compare")) is False
    return False


def _fills(method: FuncDef, attribute: str) -> bool:
    tests = (each for each in statements(method.body.body) if isinstance(each, IfStmt))
    return any(
        _asks_for_none(condition, attribute) and any(_assigns(each, attribute) for each in statements(block.body))
        for test in tests
        for condition, block in zip(test.expr, test.body, strict=True)
    )


def _asks_for_none(condition: Expression, attribute: str) -> bool:
    if not isinstance(condition, ComparisonExpr) or condition.operators != ["is"]:
        return False
    asked, other = condition.operands
    return isinstance(asked, MemberExpr) and asked.name == attribute and is_none(other)


def _assigns(statement: Statement, attribute: str) -> bool:
    parts = (part for target in targets(statement) for part in unpacked(target.expression))
    return any(isinstance(part, MemberExpr) and part.name == attribute for part in parts)


def _class_variables(info: TypeInfo, tree: MypyFile) -> frozenset[str]:
    """Return the class variables that mypy takes for fields, as it does not know the library of their annotation."""
    written = (each for base in info.mro for each in _annotated(base, tree))
    return frozenset(name for name, each in written if is_unknown_class_variable(each.unanalyzed_type))


def _annotated(info: TypeInfo, tree: MypyFile) -> Sequence[tuple[str, AssignmentStmt]]:
    definition = class_as_written(info, tree)
    return () if definition is None else annotated_assignments(definition)


def _written(info: TypeInfo, tree: MypyFile) -> Mapping[str, FuncDef] | None:
    """Return the methods that the body of a class writes; None where they cannot be read."""
    if info.module_name != tree.fullname:
        definition = class_as_written(info, tree)
        body = None if definition is None else definition.defs.body
        return None if body is None else {each.name: each for each in body if isinstance(each, FuncDef)}
    symbols = {name: symbol for name, symbol in info.names.items() if not symbol.plugin_generated}
    return {name: symbol.node for name, symbol in symbols.items() if isinstance(symbol.node, FuncDef)}


def _of_method(method: FuncDef) -> Mapping[str, str | None] | None:
    if any(kind in (ArgKind.ARG_STAR, ArgKind.ARG_STAR2) for kind in method.arg_kinds):
        return None
    names: Sequence[str] = [argument.variable.name for argument in method.arguments[1:]]
    found: dict[str, str | None] = dict.fromkeys(names)
    memories = {each.variable.name for each in method.arguments[1:] if _is_memory(each)}
    bound = [
        part
        for statement in statements(method.body.body)
        for target in targets(statement)
        for part in unpacked(target.expression)
    ]
    written = Counter(each.name for each in bound if isinstance(each, MemberExpr))
    unchanged = found.keys() - {each.name for each in bound if isinstance(each, NameExpr)}
    for statement in method.body.body:
        for target in statement.lvalues if isinstance(statement, AssignmentStmt) else ():
            value = statement.rvalue if isinstance(statement, AssignmentStmt) else target
            for each, given in paired(target, value) or [(target, value)]:
                is_kept = isinstance(given, NameExpr) and given.name in unchanged
                if isinstance(each, MemberExpr) and isinstance(given, NameExpr) and is_kept:
                    found[given.name] = each.name if written[each.name] == 1 else None
    return {name: None if name in memories else attribute for name, attribute in found.items()}


def _is_memory(argument: Argument) -> bool:
    declared = argument.type_annotation
    is_named_any = isinstance(declared, UnboundType) and declared.name.rpartition(".")[2] == "Any"
    is_any = declared is None or is_named_any or isinstance(known_type(argument.variable.type), AnyType)
    return is_any and argument.initializer is not None and is_none(argument.initializer)
