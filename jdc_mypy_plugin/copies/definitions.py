"""Functions, as they are wherever they are called: what each opens, makes and returns, and its ``self``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import Decorator, FuncDef, LambdaExpr, MemberExpr, OverloadedFuncDef, Statement

from ..syntax.body import Body
from ..syntax.functions import parameters, returned_by
from ..syntax.names.targets import members, targets
from ..syntax.walk import blocks, descendants
from .keys import NOTHING, Keys, key, own
from .names import Names

Definition = FuncDef | Decorator | OverloadedFuncDef


class Function(NamedTuple):
    """A function, the overloads of one, or a property with its setter."""

    body: Body
    parameters: Keys
    selves: Keys
    """The first parameter of each method."""
    setters: Keys
    """``self`` of each setter: a frozen object refuses before it runs, only a copy gets there."""
    opened: Keys
    """Names that its with statements make writable."""
    made: Keys
    """Names that it binds to a call of ``copy_and_mutate``."""
    results: tuple[Keys, ...]
    """The names in each of its results, functions left out."""
    has_functions: bool


def read_function(statement: Definition, names: Names, *, has_maker: bool) -> Function:
    """Read a function; ``has_maker`` says that its module names ``copy_and_mutate``."""
    body = names.body.inside(statement)
    functions = list(_functions(statement))
    returned = returned_by([inner for block in blocks(statement) for inner in block.body])
    return Function(
        body,
        parameters=NOTHING.union(*(own(parameters(function)) for function in functions)),
        selves=NOTHING.union(*(_self(function) for function in functions if function.info)),
        setters=NOTHING.union(*(_self(setter.func) for setter in setters(statement))),
        opened=names.opened_in(body),
        made=names.made_in(body) if has_maker else NOTHING,
        results=tuple(
            names.mentions.of(result)
            for result in returned
            if result is not None and not any(isinstance(part, LambdaExpr) for part in descendants(result))
        ),
        has_functions=bool(body.statements_of(FuncDef) or body.statements_of(Decorator)),
    )


def setters(statement: Statement) -> Iterator[Decorator]:
    """Yield the setters of a property."""
    for item in statement.unanalyzed_items if isinstance(statement, OverloadedFuncDef) else ():
        if isinstance(item, Decorator) and any(_is_setter(part) for part in item.original_decorators):
            yield item


def setter_writes(body: Body) -> dict[str, frozenset[str]]:
    """Return the attributes of ``self`` that the setter of each property assigns to, by the property's full name."""
    found: dict[str, frozenset[str]] = {}
    for statement in body.statements_of(OverloadedFuncDef):
        for setter in setters(statement):
            if setter.func.arguments:
                found[statement.fullname] = frozenset(_assigned_by(setter.func))
    return found


def _assigned_by(setter: FuncDef) -> Iterator[str]:
    """Yield the attributes of ``self`` that are certain to be written: outside of blocks."""
    for inner in setter.body.body:
        for target in targets(inner):
            yield from (to.name for to in members(target.expression) if key(to.expr) in _self(setter))


def _functions(statement: Definition) -> Iterator[FuncDef]:
    for item in statement.unanalyzed_items if isinstance(statement, OverloadedFuncDef) else [statement]:
        yield item.func if isinstance(item, Decorator) else item


def _self(function: FuncDef) -> Keys:
    return own(argument.variable for argument in function.arguments[:1])


def _is_setter(decorator: object) -> bool:
    return isinstance(decorator, MemberExpr) and decorator.name == "setter"
