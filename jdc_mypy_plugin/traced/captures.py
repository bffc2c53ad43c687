"""The names that the patterns of a ``match`` bind to parts of a tracer: ``case State(x=x):``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from mypy.nodes import Expression, MatchStmt, MypyFile, TupleExpr, TypeInfo, Var
from mypy.patterns import AsPattern, ClassPattern, Pattern, SequencePattern, StarredPattern
from mypy.types import AnyType, Instance, LiteralType, TupleType, Type, UnionType
from mypy.typevars import fill_typevars_with_any

from ..host.known_types import known_type
from ..syntax.body import Body
from ..syntax.functions import class_named
from ..syntax.ranges import Position
from ..typefacts.instances import sole_instance
from .types import data_type


def captured(
    body: Body,
    type_of: Callable[[Expression], Type | None],
    bindings: Mapping[object, list[Position]],
    tree: MypyFile,
) -> Iterator[tuple[Var, Type]]:
    """Yield the names that patterns bind to parts of tracers, and nothing else binds, each with its type."""
    found: defaultdict[Var, list[Type]] = defaultdict(list)
    for statement in body.statements_of(MatchStmt):
        for pattern in statement.patterns:
            for variable, kind in _within(pattern, statement.subject, type_of, tree):
                found[variable].append(kind)
    yield from ((variable, kinds[0]) for variable, kinds in found.items() if len(kinds) == len(bindings[variable]))


def _within(
    pattern: Pattern, subject: Expression, type_of: Callable[[Expression], Type | None], tree: MypyFile
) -> Iterator[tuple[Var, Type]]:
    """Yield what a pattern binds of a subject, which may be a tuple that is written out."""
    if isinstance(subject, TupleExpr):
        if isinstance(pattern, SequencePattern) and _is_row(pattern, len(subject.items)):
            for part, item in zip(pattern.patterns, subject.items, strict=True):
                yield from _within(part, item, type_of, tree)
        return
    declared = type_of(subject)
    if declared is not None:
        yield from _bound(pattern, declared, tree)


def _bound(pattern: Pattern, declared: Type, tree: MypyFile) -> Iterator[tuple[Var, Type]]:
    """Yield what a pattern binds of a value of a type."""
    if isinstance(pattern, AsPattern):
        if pattern.name is not None and isinstance(pattern.name.node, Var):
            yield pattern.name.node, declared
        if pattern.pattern is not None:
            yield from _bound(pattern.pattern, declared, tree)
    elif isinstance(pattern, ClassPattern):
        owner = _matched(pattern, declared)
        for name, part in _fields(pattern) if owner is not None else ():
            kind = None if owner is None else data_type(owner, name, pattern.line, tree)
            if kind is not None:
                yield from _bound(part, kind, tree)
    elif isinstance(pattern, SequencePattern):
        kind = known_type(declared)
        items: Sequence[Type] = kind.items if isinstance(kind, TupleType) else []
        for part, item in zip(pattern.patterns, items, strict=True) if _is_row(pattern, len(items)) else ():
            yield from _bound(part, item, tree)


def _is_row(pattern: SequencePattern, length: int) -> bool:
    has_star = any(isinstance(each, StarredPattern) for each in pattern.patterns)
    return not has_star and len(pattern.patterns) == length


def _matched(pattern: ClassPattern, declared: Type) -> Type | None:
    """Return the type of an object that a class pattern matches; None where a value of the type is no such object."""
    info = class_named(pattern.class_ref)
    if info is None:
        return None
    kind = known_type(declared)
    if isinstance(kind, AnyType):
        return known_type(fill_typevars_with_any(info))
    fitting = [
        each
        for each in (kind.items if isinstance(kind, UnionType) else [declared])
        if (instance := sole_instance(each)) is not None and (info in instance.type.mro or instance.type in info.mro)
    ]
    return fitting[0] if len(fitting) == 1 else next((each for each in fitting if _is_of(each, info)), None)


def _is_of(kind: Type, info: TypeInfo) -> bool:
    instance = sole_instance(kind)
    return instance is not None and instance.type is info


def _fields(pattern: ClassPattern) -> Iterator[tuple[str, Pattern]]:
    """Yield the attributes that a class pattern takes, each with the pattern for it."""
    yield from zip(pattern.keyword_keys, pattern.keyword_values, strict=True)
    info = class_named(pattern.class_ref)
    yield from zip(() if info is None else _match_args(info), pattern.positionals, strict=False)


def _match_args(info: TypeInfo) -> list[str]:
    """Return the attributes that a class says to be matched by position."""
    symbol = info.get("__match_args__")
    declared = known_type(symbol.node.type) if symbol is not None and isinstance(symbol.node, Var) else None
    items = [known_type(each) for each in declared.items] if isinstance(declared, TupleType) else []
    literals = [each.last_known_value if isinstance(each, Instance) else each for each in items]
    names = [each.value for each in literals if isinstance(each, LiteralType) and isinstance(each.value, str)]
    return names if len(names) == len(items) else []
