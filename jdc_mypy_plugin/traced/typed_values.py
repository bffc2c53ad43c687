"""The parameters of a traced function, their parts and copies of them, as far as their types are known."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import Expression, IndexExpr, MemberExpr, NameExpr, Var
from mypy.types import TupleType, Type

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..model.replacing import adds_replace
from ..objects.item_types import item_type, named_item, shown_key
from ..syntax.ranges import Position
from ..syntax.values.kept_dicts import is_kept
from ..typefacts.arrays import is_certainly_array
from .functions import TracedFunction
from .names import NEVER, is_changed
from .replaced_parameters import copy_made
from .types import data_type, holds_tracers, is_traced_array, is_traced_leaf, model_besides_none


class TypedValues:
    """Tells the types of what a traced function is given."""

    def __init__(self, site: TracedFunction) -> None:
        self._api, self._site = site.api, site
        self._steps: int = 0
        """How many objects are followed by now that are made of one another."""
        self._evaluator = Evaluator(site.api)
        self.is_leaf = is_certainly_array if site.only_arrays else is_traced_leaf
        self._is_array = is_certainly_array if site.only_arrays else is_traced_array
        self._traced = dict(site.traced)
        self._until: dict[Var, Position] = {}
        """The place where each parameter is bound again first: before that it is what the function was given."""
        self._lost: Mapping[Var, set[str]] = {}
        """Fields that a copy under the name of the parameter may hold something else in, by the parameter."""
        self._receivers: Mapping[Var, Var] = {}
        self.written: dict[str, Position] = {}
        """The place where the function first writes something else than a tracer into each field."""
        self._known: dict[tuple[Expression, int], tuple[str, Type] | None] | None = None
        """The types found so far, by expression and steps; None while more gets known of the function."""

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is; None where it may be concrete."""
        found = self.leaf(expression)
        return None if found is None else found[0]

    def leaf(self, expression: Expression) -> tuple[str, Type] | None:
        """Return how to write the number or the array that a name, a field or an item is, with its type."""
        found = self.typed(expression)
        return found if found is not None and self.is_leaf(found[1]) else None

    def object(self, expression: Expression) -> tuple[str, Type] | None:
        """Return how to write an object that holds tracers in fields which are known, and its type."""
        found = self.typed(expression)
        return found if found is not None and holds_tracers(found[1]) else None

    def owner(self, read: MemberExpr) -> tuple[str, Type] | None:
        """Return the object that an attribute is read of, which may be a copy that keeps the attribute."""
        found = self._owner(read.expr, read.name)
        return None if found is None or not holds_tracers(found[1]) else found

    def _source(self, expression: Expression) -> Expression:
        if isinstance(expression, NameExpr) and self._given(expression) is not None:
            return expression
        return self._evaluator.source(expression)

    def _type_of(self, expression: Expression) -> Type | None:
        return (self.typed(expression) or (None, None))[1]

    def typed(self, expression: Expression) -> tuple[str, Type] | None:
        """Return the way to a parameter, to an item or a data field of one, and its declared type."""
        known, asked = {} if self._known is None else self._known, (expression, self._steps)
        if asked not in known:
            known[asked] = self._typed(expression)
        return known[asked]

    def _typed(self, expression: Expression) -> tuple[str, Type] | None:
        value = self._source(expression)
        if isinstance(value, NameExpr):
            return self._given(value)
        if isinstance(value, IndexExpr):
            return self._item_at(value)
        owner = self._owner(value.expr, value.name) if isinstance(value, MemberExpr) else None
        if owner is None or not isinstance(value, MemberExpr):
            return None
        item = named_item(owner[1], value.name)
        if item is not None:
            return f"{owner[0]}.{value.name}", item
        is_given = (value.line, value.column) < self.written.get(value.name, NEVER)
        declared = data_type(owner[1], value.name, value.line, self._api.tree) if is_given else None
        return None if declared is None else (f"{owner[0]}.{value.name}", declared)

    def _given(self, name: NameExpr) -> tuple[str, Type] | None:
        """Return a parameter, or what one is unpacked into, where its name still stands for it."""
        variable = name.node
        if not isinstance(variable, Var) or variable not in self._traced:
            return None
        is_given = (name.line, name.column) < self._until.get(variable, NEVER)
        return (name.name, self._traced[variable]) if is_given else None

    def _item_at(self, read: IndexExpr) -> tuple[str, Type] | None:
        """Return the way to an item of a tuple, or of a list or a dict that the function does not change.

        The list or the dict may be a field.
        """
        owner = self.typed(read.base)
        item = None if owner is None else item_type(owner[1], read.index)
        if owner is None or item is None:
            return None
        is_named = isinstance(read.base, NameExpr) and is_kept(read.base, None, self._api.tree)
        is_field = isinstance(read.base, MemberExpr) and not is_changed(read.base.name, self._site.body)
        is_same = is_named or is_field or isinstance(known_type(owner[1]), TupleType)
        return (f"{owner[0]}[{shown_key(read.index)}]", item) if is_same else None

    def _owner(self, owner: Expression, field: str) -> tuple[str, Type] | None:
        """Return the object whose attribute is read, if that is one of the tracers that the object was given with."""
        return self.typed(owner) or self._kept(owner, field) or self._copied(owner, field)

    def _kept(self, owner: Expression, field: str) -> tuple[str, Type] | None:
        """Return the parameter of a field that no copy of it loses; its name may stand for a copy."""
        variable = owner.node if isinstance(owner, NameExpr) else None
        variable = self._receivers.get(variable, variable) if isinstance(variable, Var) else None
        if variable is None or field in self._lost.get(variable, {field}):
            return None
        return variable.name, self._traced[variable]

    def _copied(self, name: Expression, field: str) -> tuple[str, Type] | None:
        """Return the copy under a name of its own, ``new = state.replace(x=x)``, that keeps a tracer in a field."""
        copy = copy_made(self._source(name)) if isinstance(name, NameExpr) else None
        if copy is None or not isinstance(name, NameExpr) or field in self.written:
            return None
        owner = self.typed(copy.copied) or self._kept(copy.copied, field)
        model = None if owner is None else model_besides_none(owner[1])
        if owner is None or model is None or not (copy.is_function or adds_replace(model.info)):
            return None
        new = [each.value for each in copy.values if each.field == field]
        return (name.name, owner[1]) if all(self.path(each) is not None for each in new) else None
