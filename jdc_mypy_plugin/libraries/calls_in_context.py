"""A call that runs many times: in a loop over what is written out, or in a function that other calls run.

``for cls in (State, Params): register(cls)`` with ``def register(cls): register_dataclass(cls, ...)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    DictExpr,
    EllipsisExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    SetExpr,
    Statement,
    StrExpr,
    TupleExpr,
)

from ..syntax import INDEX
from ..syntax.names.definitions import bound_names
from ..syntax.walk import descendants
from .project_sources import ProjectSources, Written, value_of

Setting = Mapping[str, Written]
"""The values of the names around a call."""

_DEEPEST: Final = 3
"""Functions that a call may be in, each called by the next."""
_COPIES: Final = ("list", "tuple", "sorted", "set")


def settings_of(call: CallExpr, tree: MypyFile, sources: ProjectSources, *, depth: int = 0) -> Iterator[Setting]:
    """Yield the values of the names around a call, for each time that it runs as far as this is written out."""
    loops, function = _around(call, tree)
    used = {each.name for each in _names_in(call, loops)}
    nothing: Setting = {}
    outer: Iterator[Setting] = iter((nothing,))
    if function is not None and any(argument.variable.name in used for argument in function.arguments):
        outer = _given(function, tree, sources, depth) if depth < _DEEPEST else iter(())
    own = {} if function is None else _local_values(function, tree)
    for setting in outer:
        yield from _turns(loops, {**setting, **own}, tree)


def _local_values(function: FuncDef, tree: MypyFile) -> dict[str, Written]:
    """Return the values of the variables of a function; those that are bound in a block, or again, have none."""
    body = function.body.body
    counts = Counter(bound_names(body))
    assigned = {
        each.lvalues[0].name: each.rvalue
        for each in body
        if isinstance(each, AssignmentStmt) and len(each.lvalues) == 1 and isinstance(each.lvalues[0], NameExpr)
    }
    parameters = {argument.variable.name for argument in function.arguments}
    known = {name for name, count in counts.items() if count == 1 and name in assigned and name not in parameters}
    return {name: Written(assigned[name] if name in known else EllipsisExpr(), tree) for name in counts}


def runs_on_import(call: CallExpr, tree: MypyFile) -> bool:
    """Return whether a call runs whenever its module is imported: it stands at the top, or in a loop there."""
    index = INDEX.of(tree)
    position = index.position_of(call)
    while position is not None and position >= 0:
        owner = index.body.owner_at(position)
        if owner >= 0 and not isinstance(index.body.statements[owner], ForStmt):
            return False
        position = owner
    return position is not None


def _names_in(call: CallExpr, loops: Sequence[tuple[Expression, Expression]]) -> Iterator[NameExpr]:
    for whole in (*call.args, *(over for _, over in loops)):
        yield from (each for each in descendants(whole) if isinstance(each, NameExpr))


def _around(call: CallExpr, tree: MypyFile) -> tuple[list[tuple[Expression, Expression]], FuncDef | None]:
    """Return the targets of the loops around a call and what they go over, and the function that these are in."""
    index = INDEX.of(tree)
    loops: list[tuple[Expression, Expression]] = []
    node: Node | None = call
    while isinstance(node, Expression):
        if isinstance(node, GeneratorExpr):
            loops[:0] = zip(node.indices, node.sequences, strict=True)
        node = index.parent(node)
    position = index.position(node) if isinstance(node, Statement) else None
    while position is not None and position >= 0:
        statement = index.body.statements[position]
        if isinstance(statement, FuncDef):
            return loops, statement
        if isinstance(statement, ForStmt) and node is not statement:
            loops.insert(0, (statement.index, statement.expr))
        position = index.body.owner_at(position)
    return loops, None


def _turns(loops: Sequence[tuple[Expression, Expression]], setting: Setting, tree: MypyFile) -> Iterator[Setting]:
    if not loops:
        yield setting
        return
    target, over = loops[0]
    for item in items_of(Written(over, tree), setting):
        bound = dict(_bound(target, item))
        yield from _turns(loops[1:], {**setting, **bound}, tree)


def _bound(target: Expression, item: Written) -> Iterator[tuple[str, Written]]:
    if isinstance(target, NameExpr):
        yield target.name, item
        return
    targets, values = _row(target), _row(item.expression)
    if len(targets) == len(values):
        for each, value in zip(targets, values, strict=True):
            yield from _bound(each, Written(value, item.tree))


def _row(expression: Expression) -> Sequence[Expression]:
    return expression.items if isinstance(expression, TupleExpr | ListExpr) else ()


def items_of(written: Written, setting: Setting) -> Sequence[Written]:
    """Return the items of a list, a tuple or a dict that is written out, also as the value of a variable."""
    value, tree = settled(written, setting)
    if isinstance(value, ListExpr | TupleExpr | SetExpr):
        return [Written(each, tree) for each in value.items]
    if isinstance(value, DictExpr):
        return [Written(key, tree) for key, _ in _entries(value)]
    if not isinstance(value, CallExpr):
        return ()
    if _copies(value):
        return items_of(Written(value.args[0], tree), setting)
    return _of_method(value, tree, setting)


def _of_method(call: CallExpr, tree: MypyFile, setting: Setting) -> Sequence[Written]:
    """Return what ``items()``, ``keys()`` or ``values()`` of a dict gives."""
    callee = call.callee if isinstance(call.callee, MemberExpr) and not call.args else None
    if callee is None:
        return ()
    owner, tree = settled(Written(callee.expr, tree), setting)
    entries = _entries(owner) if isinstance(owner, DictExpr) else []
    if callee.name == "items":
        return [Written(TupleExpr(list(each)), tree) for each in entries]
    place = ("keys", "values").index(callee.name) if callee.name in ("keys", "values") else None
    return () if place is None else [Written(each[place], tree) for each in entries]


def _entries(written: DictExpr) -> list[tuple[Expression, Expression]]:
    return [(key, value) for key, value in written.items if key is not None]


def _copies(call: CallExpr) -> bool:
    return isinstance(call.callee, NameExpr) and call.callee.name in _COPIES and len(call.args) == 1


def settled(written: Written, setting: Setting) -> Written:
    """Return what an expression stands for where it is the name of a loop, a parameter or a variable."""
    expression, tree = written
    if isinstance(expression, NameExpr):
        if expression.name in setting:
            return setting[expression.name]
        value = value_of(expression.name, tree)
        if value is not None:
            return Written(value, tree)
    return written


def _given(function: FuncDef, tree: MypyFile, sources: ProjectSources, depth: int) -> Iterator[Setting]:
    """Yield the arguments of each call of a function at the top of a module, which may be a decorator."""
    name = f"{tree.fullname}.{function.name}"
    if sources.function(name) is None:
        return
    for module in sources.calling(function.name):
        for call in INDEX.of(module).body.expressions_of(CallExpr):
            if sources.name_of(call.callee, module) == name:
                for around in settings_of(call, module, sources, depth=depth + 1):
                    yield _arguments(call, function, module, tree, around)
        for definition in module.defs:
            decorators = definition.decorators if isinstance(definition, ClassDef) else ()
            if isinstance(definition, ClassDef) and name in (sources.name_of(each, module) for each in decorators):
                call = CallExpr(NameExpr(name), [NameExpr(definition.name)], [ArgKind.ARG_POS], [None])
                yield _arguments(call, function, module, tree, {})


def _arguments(
    call: CallExpr, function: FuncDef, module: MypyFile, tree: MypyFile, around: Setting
) -> dict[str, Written]:
    """Return the values of the parameters of a function that a call gives them, or their defaults."""
    found: dict[str, Written] = {}
    positional = [settled(Written(value, module), around) for value, kind in _pairs(call) if kind.is_positional()]
    for argument in function.arguments:
        name, kind = argument.variable.name, argument.kind
        if kind is ArgKind.ARG_STAR:
            rest = TupleExpr([each.expression for each in positional])
            found[name], positional = Written(rest, module), []
        elif kind.is_positional() and positional:
            found[name] = positional.pop(0)
        elif argument.initializer is not None:
            found[name] = Written(argument.initializer, tree)
    for keyword, (value, _) in zip(call.arg_names, _pairs(call), strict=True):
        if keyword is not None:
            found[keyword] = settled(Written(value, module), around)
    return found


def _pairs(call: CallExpr) -> list[tuple[Expression, ArgKind]]:
    return list(zip(call.args, call.arg_kinds, strict=True))


def names_in_list(written: Written, setting: Setting) -> list[str] | None:
    """Return the strings of a list that is written out; None of any other expression."""
    value, tree = settled(written, setting)
    if isinstance(value, CallExpr) and _copies(value):
        return names_in_list(Written(value.args[0], tree), setting)
    if not isinstance(value, ListExpr | TupleExpr | SetExpr):
        return None
    names = [each.value for each in value.items if isinstance(each, StrExpr)]
    return names if len(names) == len(value.items) else None
