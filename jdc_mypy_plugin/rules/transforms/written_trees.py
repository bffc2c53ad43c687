"""The trees of what goes around a loop or comes out of a branch, as far as the source writes them out.

From what is written alone: mypy may check the call before the function, and a daemon the call alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    ComparisonExpr,
    DictExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)
from mypy.types import TupleType

from ...evaluate import evaluator_of
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import PytreeClass, model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...model.fields import annotated_assignments
from ...model.functions.function_notes import none_items
from ...model.functions.pure_methods import TREE_MAPS
from ...objects.unsaid_tuples import may_be_other
from ...syntax import INDEX
from ...syntax.arguments import argument, bound, has_stars
from ...syntax.functions import class_named, only_result
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.references import REFERENCES
from ...syntax.values.kept_dicts import is_kept
from ...syntax.values.single_uses import is_first_use
from ...traced.tracer_operations import ARRAY_METHODS
from ...typefacts.arrays import is_certainly_array
from ...typefacts.instances import sole_instance
from .changed_copies import makes_copy, own_names, set_at, what_is_replaced, writes_replace
from .counted_statics import with_counts
from .declared_trees import declared_part, declared_tree, tree_of_type
from .given_arguments import arguments_given
from .given_statics import default_statics, statics_given
from .noted_results import copied_elsewhere, owner_of
from .own_calls import called_function
from .trees import Key, Known, Tree, common, lasting, placed
from .written_dicts import is_written_dict, items_of
from .written_parts import begun_with, origins, place_of, returns_array

_MAKERS: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.")
"""Modules whose functions make arrays."""
_CREATORS: Final = frozenset(
    f"jax.numpy.{name}"
    for name in (
        *("arange", "array", "asarray", "empty", "eye", "full", "full_like", "linspace", "ones", "ones_like"),
        *("stack", "zeros", "zeros_like", "concatenate"),
    )
)
"""Functions that make one array."""
_DELETE: Final = "delete"
"""The only method of an array that gives back None."""
_IS_LEAF: Final = "is_leaf"
_DEPTH: Final = 3
"""How many calls are followed."""

Receivers = Mapping[SymbolNode, TypeInfo]
"""The classes that the first parameters of class methods are."""


class TreeReader:
    """Reads the trees of expressions of one module."""

    def __init__(
        self,
        api: TypeChecker,
        known: Known = MappingProxyType({}),
        depth: int = _DEPTH,
        receivers: Receivers = MappingProxyType({}),
        ended: Known = MappingProxyType({}),
    ) -> None:
        self._api = api
        self._module = api.tree
        self._evaluator = evaluator_of(api)
        self._known = known
        self._depth = depth
        self._receivers = receivers
        self._ended = ended
        """The trees of dicts at the end of a function that changes their keys in place."""
        self._trees: dict[Expression, Tree | None] = {}
        """The trees that have been read: nested calls ask for the same parts again and again."""

    def read(self, value: Expression) -> Tree | None:
        """Return the tree of a value; None where nothing is known of it."""
        if isinstance(value, NameExpr) and value.node is not None and value.node in self._ended:
            return self._ended[value.node]
        if value not in self._trees:
            self._trees[value] = None  # a name may be bound to an expression that mentions it
            tree = self._read(value, self._source(value))
            self._trees[value] = None if tree is None else tree._replace(at=value)
        return self._trees[value]

    def _source(self, value: Expression) -> Expression:
        """Return the expression that a name stands for, one that is bound several times where the order says so."""
        source = self._evaluator.source(value)
        held = FLOW.of(self._module).value_at(source) if isinstance(source, NameExpr) else None
        return held if isinstance(held, CallExpr) else source

    def read_given(self, value: Expression) -> Tree | None:
        """Return the tree of what a loop is given; of what is not written out, an object or an array, by its type."""
        tree = self.read(value)
        kind = self._api.lookup_type_or_none(value) if tree is None else None
        if kind is not None and is_certainly_array(kind):
            return Tree("array", value)
        if isinstance(known_type(kind), TupleType):
            return None if may_be_other(value, self._api) else tree_of_type(kind, value)
        instance = sole_instance(kind)
        if instance is None or model_of(instance.type) is None:
            return tree
        return None if may_be_other(value, self._api) else Tree("object", value, info=instance.type)

    def _read(self, value: Expression, written: Expression) -> Tree | None:
        if is_none(written):
            return Tree("None", written)
        if isinstance(written, TupleExpr):
            return self._row("tuple", written, written.items)
        if isinstance(written, ListExpr) or is_written_dict(written):
            held = self._container(written) if self._is_unchanged(value, written) else None
            return held or Tree("value", written)
        if isinstance(written, CallExpr) and not has_stars(written):
            made = self._named_tuple(written) or self._constructed(written) or self._copied(written)
            if made is not None:
                is_new = written is value or is_first_use(value, written, self._module)
                return made if is_new else lasting(made)
        begun = begun_with(written)
        if begun is not None:
            tree = self.read(begun)
            return None if tree is None else lasting(tree)
        return self._part(written) or self._computed(written)

    def _is_unchanged(self, value: Expression, written: Expression) -> bool:
        return written is value or (isinstance(value, NameExpr) and is_kept(value, written, self._module))

    def _container(self, written: Expression) -> Tree | None:
        if isinstance(written, ListExpr):
            return self._row("list", written, written.items)
        return self._dict(written) if is_written_dict(written) else None

    def _row(self, what: Literal["tuple", "list"], row: Expression, items: Sequence[Expression]) -> Tree | None:
        if any(isinstance(item, StarExpr) for item in items):
            return None
        return Tree(what, row, {position: self.read(item) for position, item in enumerate(items)})

    def _dict(self, display: DictExpr | CallExpr) -> Tree | None:
        parts: dict[Key, Tree | None] = {}
        for key, value in items_of(display):
            spread = self._spread(value) if key is None else None
            if isinstance(key, StrExpr | str):
                parts[key if isinstance(key, str) else key.value] = self.read(value)
            elif spread is not None:
                parts.update(spread.parts)
            else:
                return None
        return Tree("dict", display, parts)

    def _spread(self, value: Expression) -> Tree | None:
        """Return the dict in ``{**value}``, a parameter that the function only reads or spreads."""
        if not isinstance(value, NameExpr) or value.node is None or not self._holds_argument(value):
            return None
        tree = self._known.get(value.node)
        if tree is None or tree.what != "dict":
            return None
        return tree if all(map(self._is_reading, REFERENCES.of(self._module).get(value.node, ()))) else None

    def _is_reading(self, name: NameExpr) -> bool:
        index = INDEX.of(self._module)
        parent = index.parent(name)
        return is_written_dict(parent) or (isinstance(parent, IndexExpr) and not index.is_written(parent))

    def _named_tuple(self, call: CallExpr) -> Tree | None:
        info = class_named(call.callee)
        if info is None or not info.is_named_tuple or "__new__" in own_names(info):
            return None
        names = info.metadata.get("namedtuple", {}).get("fields", ())
        given = {name: value for value, name in bound(call, names) if name is not None}
        left = self._defaults(info, call)
        parts = {name: self.read(given[name]) if name in given else left.get(name) for name in names}
        return Tree("tuple", call, parts, info)

    def _defaults(self, info: TypeInfo, at: Expression) -> Mapping[str, Tree]:
        """Return the items of a named tuple that are None where a call does not give them."""
        classes = [each for each in INDEX.of(self._module).body.statements_of(ClassDef) if each.info is info]
        written = [found for each in classes for found in annotated_assignments(each)]
        here = {name: Tree("None", statement.rvalue) for name, statement in written if is_none(statement.rvalue)}
        return here if classes else {name: Tree("None", at) for name in none_items(info)}

    def _constructed(self, call: CallExpr) -> Tree | None:
        info = class_named(call.callee)
        if isinstance(call.callee, NameExpr) and call.callee.node is not None:
            info = self._receivers.get(call.callee.node, info)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return None
        given = arguments_of(call, info)
        parts = self._data(model, given)
        for name, field in model.fields.items():
            if name not in given and field.init and field.is_none_by_default and model.role_of(name) == "data":
                parts[name] = Tree("None", call)
        return Tree("object", call, parts, info, {**default_statics(model), **statics_given(model, given)})

    def _copied(self, call: CallExpr) -> Tree | None:
        """Return what a call makes of an object: a copy with other fields, or what a function of the module makes."""
        return self._replaced(call) or self._set_at(call) or self._called(call)

    def _set_at(self, call: CallExpr) -> Tree | None:
        """Return ``eqx.tree_at(lambda o: o.field, obj, value)``."""
        written = set_at(call)
        old = None if written is None else self.read(written.owner)
        model = None if old is None or old.info is None else model_of(old.info)
        if written is None or old is None or model is None or old.what != "object":
            return None
        return old._replace(at=call, parts={**old.parts, **self._data(model, written.values)})

    def _called(self, call: CallExpr) -> Tree | None:
        """Return what a function or a method of the module gives back, where it returns once."""
        owner = owner_of(call.callee, self.read, self._api) if self._depth else None
        found = called_function(call, None if owner is None else owner.info, self._api) if self._depth else None
        returned = None if found is None or found.function.is_generator else only_result(found.function)
        if found is None and self._depth:
            return copied_elsewhere(call, owner, self.read, self._api)
        if found is None or returned is None:
            return None
        known: dict[SymbolNode, Tree] = {}
        if found.receiver is not None and owner is not None:
            known[found.receiver] = owner
        taken = {each.name: each for each in found.rest}
        for value, name in bound(call, list(taken)):
            tree = self.read(value)
            if tree is not None and name in taken:
                known[taken[name]] = tree
        receivers: dict[SymbolNode, TypeInfo] = {}
        if found.by_class is not None:
            receivers[found.by_class[0]] = found.by_class[1]
        made = TreeReader(self._api, known, self._depth - 1, receivers).read(returned)
        return None if made is None else placed(with_counts(made, known), call)

    def _given(self, name: NameExpr) -> Tree | None:
        """Return what all calls of the module give a parameter."""
        reader = TreeReader(self._api, depth=self._depth - 1)
        trees = [reader.read(each) for each in arguments_given(name, self._module)] if self._depth else []
        same = None if not trees or None in trees else common([tree for tree in trees if tree is not None])
        return None if same is None else placed(same, name)

    def _replaced(self, call: CallExpr) -> Tree | None:
        """Return ``obj.replace(...)`` and the like, where the object is known."""
        replaced = what_is_replaced(call)
        old = None if replaced is None else self.read(replaced)
        if old is None or old.info is None or writes_replace(old.info, call):
            return None
        given = {name: value for name, value in zip(call.arg_names, call.args, strict=True) if name is not None}
        model = model_of(old.info)
        if model is None:
            new: dict[Key, Tree | None] = {name: self.read(value) for name, value in given.items()}
            return old._replace(at=call, parts={**old.parts, **new}) if old.what == "tuple" else None
        left, data = old.without(given), self._data(model, given)
        statics = {**left.statics, **statics_given(model, given)}
        return left._replace(at=call, parts={**left.parts, **data}, statics=statics)

    def _data(self, model: PytreeClass, given: Mapping[str, Expression]) -> dict[Key, Tree | None]:
        named = {name: value for name, value in given.items() if name in model.fields}
        return {name: self.read(value) for name, value in named.items() if model.role_of(name) == "data"}

    def _part(self, written: Expression) -> Tree | None:
        """Return the tree of a parameter, or of a part of one; nothing of what a function may change in place."""
        if isinstance(written, NameExpr) and written.node is not None and written.node in self._known:
            return lasting(self._known[written.node]) if self._holds_argument(written) else None
        if isinstance(written, NameExpr):
            given = self._given(written)
            return declared_tree(written, self._module) if given is None else lasting(given)
        key, owner = place_of(written)
        whole = None if owner is None else self.read(owner)
        if whole is None:
            return None
        part = whole.part_at(key)
        if part is None or part.what == "value":
            return declared_part(whole, key, written) or part
        return lasting(part)

    def _holds_argument(self, name: NameExpr) -> bool:
        flow = FLOW.of(self._module)
        return not flow.variables.writes_of(name.node).positions or isinstance(flow.value_at(name), Parameter)

    def _computed(self, written: Expression) -> Tree | None:
        """Return something for arithmetic, a number, and what an array or a function that makes arrays gives back."""
        callee = written.callee if isinstance(written, CallExpr) else None
        is_created = isinstance(callee, RefExpr) and callee.fullname in _CREATORS
        if is_created or isinstance(written, IntExpr | FloatExpr) or (_makes_array(callee) and returns_array(callee)):
            return Tree("array", written)
        if isinstance(written, OpExpr) and written.op not in ("and", "or"):
            parts = [self.read(each) for each in (written.left, written.right)]
            is_array = all(part is not None and part.what == "array" for part in parts)
            return Tree("array" if is_array else "value", written)
        is_made = _makes_array(callee) or self._is_reduction(callee) or makes_copy(written)
        if isinstance(written, ComparisonExpr | UnaryExpr) or is_made:
            return Tree("value", written)
        if isinstance(callee, MemberExpr) and callee.name == _DELETE:
            return None
        if isinstance(callee, RefExpr) and callee.fullname in TREE_MAPS and isinstance(written, CallExpr):
            return self._mapped(written)
        trees = (self.read(origin) for origin in origins(written))
        return Tree("value", written) if any(tree is not None and tree.what == "array" for tree in trees) else None

    def _is_reduction(self, callee: Expression | None) -> bool:
        """Return whether a callee is ``x.sum`` of something that is not None, which only arrays have."""
        owner = self.read(callee.expr) if isinstance(callee, MemberExpr) and callee.name in ARRAY_METHODS else None
        return owner is not None and owner.what in ("value", "array")

    def _mapped(self, call: CallExpr) -> Tree | None:
        """Return the tree of ``jax.tree.map(f, tree)``: an object of other leaves, or anything but None."""
        function, mapped = argument(call, 0, "f"), argument(call, 1, "tree")
        tree = None if mapped is None else self.read(mapped)
        if tree is not None and tree.what == "object" and _IS_LEAF not in call.arg_names:
            return tree._replace(at=call, parts={})
        result = function.expr() if isinstance(function, LambdaExpr) else None
        is_some = not is_none(result) if result is not None else _makes_array(function)
        return None if tree is None or tree.what == "None" or not is_some else Tree("value", call)


def _makes_array(callee: Expression | None) -> bool:
    return isinstance(callee, RefExpr) and callee.fullname.startswith(_MAKERS)
