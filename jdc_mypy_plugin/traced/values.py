"""Expressions of a traced function that are certain to be tracers: parameters, data fields, what is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StrExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, TupleType, Type

from ..host.known_types import known_type
from ..libraries.definition import is_none
from ..syntax.body import Body
from ..syntax.names.imported_names import spelled
from ..syntax.ranges import Position
from ..typefacts.hashes import compares_leaves
from .captures import captured
from .chosen_functions import chosen_function
from .functions import TracedFunction
from .handed_on_writes import handed_on_writes
from .names import (
    NEVER,
    ORDERED,
    assigned_values,
    bindings_of,
    counters,
    is_number,
    parts_of_parameters,
    rows_of_parameters,
)
from .replaced_parameters import new_values
from .staged_results import staged_tree
from .staged_values import mapped_place, staged
from .tracer_operations import (
    ARITHMETIC,
    ARRAY_METHODS,
    COMPARISONS,
    EQUALS,
    OF_NUMBERS_ALONE,
    ORDERINGS,
    PARTS,
    SAME_KIND,
    SIGNS,
    array_made_of,
    arrays_given,
)
from .typed_values import TypedValues
from .types import model_besides_none
from .written_fields import written_fields


class TracedValues(TypedValues):
    """Tells which expressions of a traced function are tracers."""

    def __init__(self, site: TracedFunction) -> None:
        super().__init__(site)
        bindings = dict(bindings_of(site.body))
        parts = list(parts_of_parameters(site.body, self._traced, bindings))
        for part in parts:
            self._traced[part.variable] = part.type
            bindings[part.variable] = list(part.others)
        self._until = {variable: min(bindings[variable]) for variable in self._traced if bindings.get(variable)}
        self._counters = {each for each in counters(site.body) if len(bindings.get(each, ())) == 1}
        self._has_trees = not site.only_arrays and not ORDERED.of(site.api.tree)
        """True if what a tree of tracers cannot do tells that a parameter of unknown type is none."""
        self._traced.update(rows_of_parameters(site.body, self._type_of, bindings, site.api.tree))
        self._traced.update(captured(site.body, self._type_of, bindings, site.api.tree))
        self._keep_arrays(assigned_values(site.body, {part.name for part in parts}))
        self._new_values, self._receivers = new_values(site.body, self._traced, bindings, site.api)
        self._lost = self._find_lost()
        self._known = {}
        self.written.update(dict.fromkeys(handed_on_writes(site, self._type_of), (0, 0)))
        self._known = {}
        self._forget()
        self._find_written(site.body)
        self._forget()

    def _forget(self) -> None:
        """Drop the answers that were given before what is a tracer changed."""

    def _keep_arrays(self, values: Mapping[Var, Sequence[Expression]]) -> None:
        """Take variables for tracers wherever they are read, whose every new value is made of tracers.

        A variable may be made of itself, ``x = x @ w``, so all are taken for tracers until one turns out to be none.
        """
        kind = next(filter(self._is_array, self._traced.values()), None)
        kept: dict[Var, tuple[Type | None, Position | None]] = {}
        for variable, written in values.items():
            declared = self._traced.get(variable)
            held = declared if declared is not None else kind if len(written) > 1 else None
            if held is not None and self.is_leaf(held):
                kept[variable] = declared, self._until.pop(variable, None)
                self._traced[variable] = held
        self._forget()
        is_changed = True
        while is_changed:
            is_changed = False
            for variable in list(kept):
                made = self.array if self._is_array(self._traced[variable]) else self.path
                if any(made(value) is None for value in values[variable]):
                    self._give_up(variable, *kept.pop(variable))
                    is_changed = True

    def _give_up(self, variable: Var, declared: Type | None, until: Position | None) -> None:
        if declared is None:
            del self._traced[variable]
        if until is not None:
            self._until[variable] = until
        self._forget()

    def __bool__(self) -> bool:
        return bool(self._traced)

    def _find_lost(self) -> Mapping[Var, set[str]]:
        """Return the fields that copies of a parameter give values which are not made of tracers."""
        lost: dict[Var, set[str]] = {variable: set() for variable in self._new_values}
        self._lost = lost
        self._forget()
        is_changed = True
        while is_changed:  # a value may be made of a field that turns out to be lost
            is_changed = False
            for variable, values in self._new_values.items():
                for field, value in values:
                    if field not in lost[variable] and self.path(value) is None:
                        lost[variable].add(field)
                        self._forget()
                        is_changed = True
        return lost

    def _find_written(self, body: Body) -> None:
        """Note the fields that are given values which are not made of tracers, with where that is first so."""
        written = list(written_fields(body))
        is_changed = True
        while is_changed:  # a value may be made of a field that turns out to be written
            is_changed = False
            for name, value, after in written:
                is_tracer = value is not None and bool(self.path(value) or self.tree(value) or self.array(value))
                if not is_tracer and after < self.written.get(name, NEVER):
                    self.written[name] = after
                    self._known = {}
                    self._forget()
                    is_changed = True

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is or is made of; None where it may be concrete."""
        value = self._source(expression)
        if (found := self.leaf(expression)) is not None:
            return found[0]
        if isinstance(value, OpExpr) and value.op in ARITHMETIC:
            return self.path(value.left) or self.path(value.right)
        if isinstance(value, UnaryExpr) and value.op in SIGNS:
            return self.path(value.expr)
        if isinstance(value, ComparisonExpr) and value.operators[0] in COMPARISONS:
            return self._compared(value)
        if isinstance(value, IndexExpr):
            return self.array(value.base)
        return self._called(value) if isinstance(value, CallExpr) else None

    def sizes(self, expression: Expression) -> str | None:
        """Return how to write a tuple of tracers."""
        found = self.typed(expression) if isinstance(self._source(expression), NameExpr | MemberExpr) else None
        kind = None if found is None else known_type(found[1])
        is_row = isinstance(kind, TupleType) and any(map(self.is_leaf, kind.items))
        return found[0] if found is not None and is_row else None

    def _compared(self, value: ComparisonExpr) -> str | None:
        """Return the tracer in a comparison with something that is a number or an array too.

        Of ``a < b < c`` Python takes the first comparison for a bool, and the others after it.
        """
        one, other = value.operands[:2]
        if any(isinstance(each, StrExpr) or is_none(each) for each in (one, other)):
            return None
        found = self.path(one) or self.path(other) or self._compared_leaves(value)
        if found is not None:
            return found
        trees = [self.tree(each) for each in (one, other)]
        numbers = any(is_number(each, self._counters, self._api) for each in (one, other))
        if value.operators[0] in ORDERINGS:
            return trees[0] or trees[1] if numbers or all(trees) else None
        calculated = any(isinstance(each, OpExpr) and each.op in OF_NUMBERS_ALONE for each in (one, other))
        return trees[0] or trees[1] if numbers and calculated else None

    def _compared_leaves(self, value: ComparisonExpr) -> str | None:
        """Return the object of equinox in ``a == b`` of two of one class, which compares leaf by leaf."""
        objects = [self.object(each) for each in value.operands[:2]] if value.operators[0] in EQUALS else []
        models = [None if each is None else model_besides_none(each[1]) for each in objects]
        if not objects or not all(each is not None and compares_leaves(each.info) for each in models):
            return None
        is_one_class = len({each.info for each in models if each is not None}) == 1
        return objects[0][0] if objects[0] is not None and is_one_class else None

    def tree(self, expression: Expression) -> str | None:
        """Return how to write a tree of tracers of unknown type that an expression is or is made of.

        It is a tracer or a tree of them: None, a dict and a tuple are neither numbers nor ordered among numbers.
        """
        if not self._has_trees:
            return None
        value = self._source(expression)
        found = self._made_of_tree(value) or staged_tree(value, self._site, self._is_tracer)
        return expression.name if found is not None and isinstance(expression, NameExpr) else found

    def function(self, callee: Expression) -> Expression:
        """Return the name of the function that is called, or the lambda."""
        return chosen_function(callee, self._site)

    def _is_tracer(self, value: Expression) -> bool:
        return bool(self.path(value) or self.array(value) or self.tree(value))

    def _made_of_tree(self, value: Expression) -> str | None:
        if isinstance(value, OpExpr) and value.op in ARITHMETIC:
            return self.tree(value.left) or self.tree(value.right)
        if isinstance(value, UnaryExpr) and value.op in ("-", "+"):
            return self.tree(value.expr)
        if isinstance(value, IndexExpr) and not isinstance(value.index, SliceExpr):
            owner = self.tree(value.base)
            return None if owner is None else f"{owner}[...]"
        if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in SAME_KIND:
            return self.tree(value.args[0]) if value.args else None
        found = self.typed(value) if isinstance(value, NameExpr | MemberExpr) else None
        return found[0] if found is not None and isinstance(known_type(found[1]), AnyType) else None

    def _called(self, call: CallExpr) -> str | None:
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name in ARRAY_METHODS:
            owner = self.path(callee.expr) or self.array(callee.expr) or self.tree(callee.expr)
            if owner is not None:
                return owner
        if isinstance(callee, RefExpr) and callee.fullname in SAME_KIND and call.args:
            return self.path(call.args[0])
        made_of = array_made_of(call)
        found = (None if made_of is None else self.array(made_of)) or self._computed(call)
        return found or mapped_place(call, self._site)

    def _computed(self, call: CallExpr) -> str | None:
        """Return the tracer of which a function of `jax.numpy` makes an array."""
        given = arrays_given(call, spelled(call.callee, self._api.tree))
        found = next(filter(None, map(self.path, given)), None)
        return found or (self.tree(given[0]) or staged(call, self._site) if given else None)

    def array(self, expression: Expression) -> str | None:
        """Return how to write the traced array that an expression is or is made of; None of everything else."""
        value = self._source(expression)
        if isinstance(value, ComparisonExpr) and len(value.operators) == 1 and value.operators[0] in COMPARISONS:
            sides = value.operands
            return None if self._compared(value) is None else self.array(sides[0]) or self.array(sides[1])
        if isinstance(value, OpExpr) and value.op in ARITHMETIC:
            return self.array(value.left) or self.array(value.right)
        if isinstance(value, UnaryExpr) and value.op in SIGNS:
            return self.array(value.expr)
        if isinstance(value, CallExpr):
            made_of = array_made_of(value)
            return (None if made_of is None else self.array(made_of)) or self._computed(value)
        if isinstance(value, MemberExpr) and value.name in PARTS and (part := self.array(value.expr)) is not None:
            return part
        found = self.typed(value)
        return found[0] if found is not None and self._is_array(found[1]) else None
