"""Tracers that a function, a method or a property of the module returns: ``if state.is_done:``, ``if far(x):``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    NameExpr,
    Var,
)
from mypy.types import AnyType, Type
from mypy.typevars import fill_typevars

from ...host.known_types import known_type
from ...model.constructors import arguments_of
from ...model.replacing import adds_replace
from ...syntax.functions import always_ends, returned_by
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row
from ...traced.applied_models import applied_result
from ...traced.called_functions import run_by
from ...traced.functions import ReadOnce, TracedFunction
from ...traced.replaced_parameters import copy_made
from ...traced.staged_calls import staged_result
from ...traced.staged_values import is_staged, stages
from ...traced.types import model_besides_none
from ...traced.values import TracedValues
from .derived_values import differentiated_by, is_derivative, is_value
from .making_calls import class_kept, item_of, may_make, named, shown
from .noted_tracers import made_elsewhere
from .skipped_code import possibly_concrete

_DEPTH: Final = 3
"""How many calls are followed."""
_MOST: Final = 300
"""Readings of functions for one that is traced, beyond which nothing is known of what calls give back."""
_STEPS: Final = 6
"""How many objects are followed that each are made of another, ``state = step(state)``."""
_STAGING: Final = ("jit", "pmap", "lax.scan", "lax.while_loop", "lax.fori_loop")
"""How the names end of what makes a tracer of the result of every operation."""
_ROOT: Final = re.compile(r"\w+")
_Asked = tuple[Expression, int]
"""An expression, and how many objects were followed to it."""
_Answers = tuple[dict[_Asked, str | None], dict[_Asked, str | None], dict[_Asked, tuple[str, Type] | None]]
"""The tracers, traced arrays and objects with some that expressions are found to be."""
_T = TypeVar("_T")
_Made = tuple[FuncDef, tuple[tuple[Var, Type, str], ...]]
"""A function that a call runs, and its parameters that are given tracers: their types and how they are written."""


class ReturnedTracers(TracedValues):
    """Tells which expressions of a traced function are tracers, results of functions of the module among them."""

    def __init__(self, site: TracedFunction, left: Iterator[int] | None = None) -> None:
        self._site = site
        self.left = iter(range(_MOST)) if left is None else left
        """Gives a number for each function that may yet be read, for all that the same transformation calls."""
        self._results: dict[Expression, _Result | None] | None = None
        self._made: dict[_Made, _Result] = {}
        """The results of functions, by what they are given: many calls give the same, each call again and again."""
        self._answers: _Answers | None = None
        super().__init__(site)

    def _forget(self) -> None:
        self._results, self._answers = {}, ({}, {}, {})

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is or is made of; None where it may be concrete."""
        return self._once(None if self._answers is None else self._answers[0], expression, self._path)

    def _path(self, expression: Expression) -> str | None:
        found = super().path(expression)
        return found or self._returned(*item_of(self._source(expression))) or self._derived(expression)

    def array(self, expression: Expression) -> str | None:
        """Return how to write the traced array that an expression is or is made of; None of everything else."""
        return self._once(None if self._answers is None else self._answers[1], expression, self._array)

    def _array(self, expression: Expression) -> str | None:
        found = super().array(expression)
        found = found or self._returned(*item_of(self._source(expression))) or self._derived(expression)
        if found is not None or not isinstance(self._source(expression), CallExpr):
            return found
        staged = self.typed(expression)
        return staged[0] if staged is not None and self._is_array(staged[1]) else None

    def sizes(self, expression: Expression) -> str | None:
        """Return how to write a tuple of tracers, or a tracer in one that a call or a property gives back."""
        return super().sizes(expression) or self._returned(self._source(expression), in_row=True)

    def object(self, expression: Expression) -> tuple[str, Type] | None:
        """Return how to write an object of a pytree dataclass that holds tracers, and its type."""
        return self._once(None if self._answers is None else self._answers[2], expression, self._object)

    def _object(self, expression: Expression) -> tuple[str, Type] | None:
        return super().object(expression) or self._made_whole(expression)

    def tree(self, expression: Expression) -> str | None:
        """Return how to write a tree of tracers of unknown type, one that a jitted function gives back too."""
        found, source = super().tree(expression), self._source(expression)
        call, item = item_of(source)
        if found is not None or not self._has_trees or not isinstance(call, CallExpr):
            return found
        staged = self.typed(expression) if call is source else None
        if staged is not None:
            return staged[0] if isinstance(known_type(staged[1]), AnyType) else None
        return self._returned_tree(call, item)

    def _returned_tree(self, call: Expression, item: int | None) -> str | None:
        """Return the tree of tracers that a function of the module makes of what it is given, ``x @ w`` say."""
        result = self._result_of(call)
        found = [] if result is None else [result.values.tree(each) for each in result.items(item)]
        if result is None or not found or found[0] is None or None in found or result.possibly_concrete():
            return None
        return result.of_caller(found[0])

    def _typed(self, expression: Expression) -> tuple[str, Type] | None:
        """Return the way to a tracer with its type; of what a jitted function gives back in a trace, too."""
        found = super()._typed(expression)
        value = None if found is not None else self._source(expression)
        if not isinstance(value, CallExpr):
            return found
        kind = staged_result(value, self._site) or applied_result(value, self._source, self._site)
        if kind is None:
            return None
        return (expression.name if isinstance(expression, NameExpr) else f"{shown(value.callee)}(...)"), kind

    def _once(self, answers: dict[_Asked, _T] | None, expression: Expression, ask: Callable[[Expression], _T]) -> _T:
        """Return an answer that is found once for each expression: one is asked about again for all made of it."""
        if answers is None:
            return ask(expression)
        asked = expression, self._steps
        if asked not in answers:
            answers[asked] = ask(expression)
        return answers[asked]

    def _derived(self, expression: Expression) -> str | None:
        """Return the name of what a derivative gives back, a loss or the gradient of an array.

        If jit or a loop traces the function, every operation in it makes a tracer.
        """
        if not self._site.by.endswith(_STAGING):
            return None
        value = FLOW.of(self._api.tree).value_at(expression) if isinstance(expression, NameExpr) else expression
        if not isinstance(value, Expression):
            return None
        name = named(expression)
        if name and is_value(value, self._api.tree):
            return name
        given = differentiated_by(value, self._api.tree)
        path = None if given is None else super().array(given)
        return None if path is None else name or path

    def _returned(self, value: Expression, item: int | None = None, *, in_row: bool = False) -> str | None:
        """Return the tracer of the caller that a call or a property gives back, or makes its result of.

        ``item`` is the place in a tuple that a function writes out where it returns it.
        """
        result = self._result_of(value)
        if result is None:
            return None if in_row else made_elsewhere(value, item, self, self._api)
        paths: list[str | None] = []
        for returned in result.returned:
            items = row(returned) if in_row or item is not None else [returned]
            items = items if item is None else items[item : item + 1]
            paths.append(next(filter(None, map(result.values.path, items)), None))
        concrete = result.possibly_concrete()
        first, is_any = paths[0], any(each is None or each in concrete for each in paths)
        return None if first is None or is_any else result.of_caller(first)

    def _result_of(self, value: Expression) -> _Result | None:
        if self._results is None:
            return self._read_result(value)
        if value not in self._results:
            self._results[value] = self._read_result(value)
        return self._results[value]

    def _read_result(self, value: Expression) -> _Result | None:
        """Return what a call or a property of the module returns, if it always returns something."""
        if is_derivative(value, self._api.tree):
            return None
        definition, given = run_by(value, self, self._site)
        callers = (*self._site.callers, self._site.definition)
        if definition is None or definition in callers or len(callers) > _DEPTH:
            return None
        if not given and not self._is_staged_by(value, definition):
            return None
        results = returned_by(definition.body.body)
        returned = [each for each in results if each is not None]
        if not returned or len(returned) < len(results) or not always_ends(definition.body):
            return None
        made = definition, tuple(given)
        if made not in self._made:
            if next(self.left, None) is None:
                return None
            traced = {variable: kind for variable, kind, _ in given}
            inner = self._site._replace(definition=definition, traced=traced, passed={}, callers=callers)
            ways = {variable.name: way for variable, _, way in given}
            self._made[made] = _Result(returned, ReturnedTracers(inner, self.left), inner, ways)
        return self._made[made]

    def _is_staged_by(self, value: Expression, definition: FuncDef) -> bool:
        """Return whether a call runs a function in a trace that makes tracers, whatever the function is given."""
        is_called = isinstance(value, CallExpr) and is_staged(value, self._site)
        return is_called and stages(definition, self._site)

    def _owner(self, owner: Expression, field: str) -> tuple[str, Type] | None:
        """Return the object whose attribute is read, if that is a tracer: one that a call makes too."""
        found = super()._owner(owner, field)
        value = None if found is not None or self._steps >= _STEPS else self._making(owner)
        if value is None:
            return found
        self._steps += 1
        kind, way = self._kind_made(value), self._way_to(value, field)
        self._steps -= 1
        if kind is None or way is None:
            return None
        return (owner.name if isinstance(owner, NameExpr) and not self._site.callers else way), kind

    def _making(self, owner: Expression) -> Expression | None:
        """Return the call that makes an object, ``f(x)``, ``f(x)[0]``, or what holds it under another name."""
        if not isinstance(owner, NameExpr):
            return owner if may_make(owner) else None
        flow = FLOW.of(self._api.tree)
        if not any(map(may_make, flow.variables.writes_of(owner.node).values)):
            return None
        held = flow.value_at(owner)
        return held if isinstance(held, Expression) and may_make(held) else None

    def _kind_made(self, value: Expression) -> Type | None:
        """Return the type of an object of a pytree dataclass that a call makes."""
        call, item = item_of(value)
        copy, info = copy_made(call), class_kept(call)
        if info is not None:
            return fill_typevars(info) if item is None else None
        if copy is not None and item is None:
            kind = self._kind_of(copy.copied)
            model = None if kind is None else model_besides_none(kind)
            if model is not None and (copy.is_function or adds_replace(model.info)):
                return kind
        result = self._result_of(call)
        kinds = [] if result is None else [result.values._kind_of(each) for each in result.items(item)]
        return kinds[0] if kinds and all(each == kinds[0] for each in kinds) else None

    def _kind_of(self, expression: Expression) -> Type | None:
        """Return the type of an object that holds some tracers, as far as the source tells."""
        variable = expression.node if isinstance(expression, NameExpr) else None
        kept = self._traced[variable] if isinstance(variable, Var) and variable in self._lost else None
        kind = self._type_of(expression) or kept
        making = None if kind is not None or self._steps >= _STEPS else self._making(expression)
        if making is None:
            return kind
        self._steps += 1
        kind = self._kind_made(making)
        self._steps -= 1
        return kind

    def _way_to(self, value: Expression, field: str) -> str | None:
        """Return how to write the tracer, or the object with it, that a field of a made object comes from."""
        call, item = item_of(value)
        copy, info = copy_made(call), class_kept(call)
        if info is not None and isinstance(call, CallExpr):
            given = arguments_of(call, info).get(field)
            return None if given is None else self._tracer(given)
        result = self._result_of(call)
        if result is None and copy is not None:
            new = [each.value for each in copy.values if each.field == field]
            if new:
                return self._tracer(new[0])
            old = self._owner(copy.copied, field)
            return None if old is None else old[0]
        if result is None or result.possibly_concrete():
            return None
        found = [result.values._owner(each, field) for each in result.items(item)]
        return result.of_caller(found[0][0]) if found and found[0] is not None and None not in found else None

    def _tracer(self, value: Expression) -> str | None:
        """Return how to write the tracer, or the object with some, that an expression is."""
        found = self.path(value) or self.array(value) or self.tree(value)
        whole = self.object(value) if found is None else None
        return found if whole is None else whole[0]

    def _made_whole(self, expression: Expression) -> tuple[str, Type] | None:
        """Return an object that a call makes, if all that it holds are tracers."""
        kind = None if self._making(expression) is None else self._kind_of(expression)
        model = None if kind is None else model_besides_none(kind)
        if kind is None or model is None:
            return None
        held = [self._owner(expression, name) for name in model.fields if model.role_of(name) == "data"]
        return (held[0][0], kind) if held and held[0] is not None and None not in held else None


RETURNED_TRACERS: Final = ReadOnce(ReturnedTracers)


class _Result(NamedTuple):
    """The values that a function of the module returns to a traced function."""

    returned: Sequence[Expression]
    """At least one, in the order of the code."""
    values: ReturnedTracers
    site: TracedFunction
    ways: Mapping[str, str]
    """How the caller writes what the parameters are given."""

    def items(self, number: int | None) -> Sequence[Expression]:
        """Return an item of each tuple that is returned, or what is returned; nothing where one is no tuple."""
        if number is None:
            return self.returned
        found = [each for value in self.returned for each in row(value)[number : number + 1]]
        return found if len(found) == len(self.returned) else []

    def possibly_concrete(self) -> set[str]:
        """Return the tracers of which the function asks whether they are any."""
        return possibly_concrete(self.site, self.values)

    def of_caller(self, path: str) -> str:
        """Return the way to a tracer as the caller writes it, which has no name for the variables of the function."""
        root = _ROOT.match(path)
        if root is None or root[0] not in self.ways:
            return f"{self.site.definition.name}(...)"
        return self.ways[root[0]] + path[root.end() :]
