"""``jdc-data-leaf`` where an object meets a transformation: then what can never be a leaf is certain to raise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type_by_instance
from mypy.messages import format_type_bare
from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    NameExpr,
    TypeInfo,
    Var,
)
from mypy.typeops import map_type_from_supertype
from mypy.types import Instance, NoneType, Type, UnionType

from jdc_spec.facts import Related
from jdc_spec.rules import DATA_LEAF

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import PytreeClass, is_only_dataclass, is_unregistered, model_of
from ...model.constructors import keeps_arguments
from ...model.converters import converters
from ...model.initializers import may_leave_unset
from ...objects.optimizers import makes_optimizer
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row
from ...traced.functions import TracedFunction
from ...transformed.filtered_classes import uses_filters
from ...transformed.filtered_objects import construction, construction_of, may_be_filtered
from ...transformed.plain_classes import is_made, is_plain, is_plain_attrs
from ...transformed.transform_arguments import Object, TransformArgument, objects
from ...typefacts.arrays import held_array
from ...typefacts.instances import sole_instance
from ...typefacts.leaves import ITEMS, never_leaf
from ...typefacts.mutable import is_frozen
from ..construction.unregistered import is_bare_subclass
from ..construction.unregistered_objects import certain_class, why_no_pytree, written_parts
from ..places import TRACED_FUNCTION, TRANSFORM_ARGUMENT, asked
from ..related_places import annotated_at
from ..sites import class_site, values_of
from ..transforms.changed_copies import what_is_replaced, writes_replace
from .data_leaf import is_reported_at_class
from .evident_values import dtypes_by_default, what_is_no_leaf
from .given_function import given_function
from .initial_functions import initial_function
from .marker import problem_of
from .registered_leaves import is_registered_here

_FILTERED: Final = {
    "jax.jit": "equinox.filter_jit",
    "jax.grad": "equinox.filter_grad",
    "jax.value_and_grad": "equinox.filter_value_and_grad",
    "jax.vmap": "equinox.filter_vmap",
    "jax.checkpoint": "equinox.filter_checkpoint",
}
"""The functions of equinox in place of transformations of JAX, which look at arrays alone."""


class _Refused(NamedTuple):
    """The value of a field that JAX refuses."""

    sentence: str
    made_of: TypeInfo | None = None
    """Its class, where that could be a pytree and nothing makes it one."""


class Wrong(NamedTuple):
    """The sentence about a field that JAX refuses, and the place of its annotation."""

    sentence: str
    related: tuple[Related, ...]


class Leaf(NamedTuple):
    """A data field whose value can never be a leaf, or a tree of leaves."""

    path: str
    """How to reach the field from the object that is handed over."""
    name: str
    owner: PytreeClass
    declared: Type
    refused: _Refused

    def worded(self, api: TypeChecker) -> Wrong:
        """Word what is wrong with the field, and what to do."""
        sentence = f'its data field "{self.path}" {self.refused.sentence}; {_mend(self, api)}'
        return Wrong(sentence, annotated_at(self.owner.fields[self.name], api))


@asked(DATA_LEAF, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report an object with a field that the transformation refuses, if nothing at its class says so already."""
    model, made = site.object.model, construction(site)
    is_said = (
        site.argument is not None
        and (made is None or not uses_filters(site.api.tree, model.info))
        and _is_declared(site)
    )
    if site.is_inside or is_said or may_be_filtered(site):
        return
    wrong = refused(site.object, made, site.transformation, site.api)
    if wrong is None and (leaf := _in_all_made(site) or _in_copy(site)) is not None:
        wrong = leaf.worded(site.api)
    if wrong is not None:
        given = f'{site.transformation} is given an object of "{model.info.name}"'
        message = f"{given}, and raises a TypeError: {wrong.sentence}"
        yield Diagnostic(DATA_LEAF, message, site.node, related=wrong.related)


@asked(DATA_LEAF, at=TRACED_FUNCTION)
def check_union(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report a parameter for objects of several classes, each of which the transformation refuses."""
    for variable, declared in site.traced.items() if not site.callers and not site.only_arrays else ():
        value = known_type(declared)
        kinds = [known_type(each) for each in value.items] if isinstance(value, UnionType) else []
        several = [each for each in kinds if not isinstance(each, NoneType)]
        found = [next(map(_Leaves(site.api).of, objects(each)), None) for each in several]
        leaves = [None if each is None else next(each, None) for each in found]
        if len(leaves) > 1 and leaves[0] is not None and all(leaves):
            message = f'"{variable.name}" of "{site.definition.name}" may be objects of several classes'
            wrong = leaves[0].worded(site.api)
            sentence = f'{message}, and {site.by} raises a TypeError for each: of "{leaves[0].owner.info.name}" '
            at = variable if isinstance(site.at, Decorator) else site.at
            yield Diagnostic(DATA_LEAF, sentence + wrong.sentence, at, related=wrong.related)


def _in_all_made(site: TransformArgument) -> Leaf | None:
    """Return the field that JAX refuses in all objects that the module makes, where it leaves the call to others."""
    if site.argument is not None or site.function is None or site.object.where:
        return None
    body = INDEX.of(site.api.tree).body
    if any(each.fullname == site.function.fullname for each in body.references):
        return None
    made = [call for call in body.expressions_of(CallExpr) if class_named(call.callee) is site.object.model.info]
    leaves = [next(_Leaves(site.api).of(site.object, call), None) for call in made]
    return leaves[0] if leaves and all(leaves) else None


def _in_copy(site: TransformArgument) -> Leaf | None:
    """Return the field that JAX refuses of those that ``state.replace(tag="a")`` gives another value."""
    info, argument = site.object.model.info, None if site.object.where else site.argument
    source = None if argument is None else Evaluator(site.api).source(argument)
    held = FLOW.of(site.api.tree).value_at(source) if isinstance(source, NameExpr) else source
    if not isinstance(held, CallExpr) or (held is not argument and not is_frozen(info)) or writes_replace(info, held):
        return None
    old = what_is_replaced(held)
    copied = None if old is None else sole_instance(site.api.lookup_type_or_none(old))
    if copied is None or copied.type is not info:
        return None
    given = {name: value for name, value in zip(held.arg_names, held.args, strict=True) if name is not None}
    return next(_Leaves(site.api).of(site.object, given=given), None)


def _mend(leaf: Leaf, api: TypeChecker) -> str:
    """Word what to write: a static field must not hold arrays, which have no single truth value."""
    made_of = leaf.refused.made_of
    if made_of is not None and any(held_array(each) is not None for each in _declared_in(made_of)):
        with_what = "jax.tree_util.register_dataclass" if is_only_dataclass(made_of) else "jax.tree_util"
        return f'it holds arrays, so make "{made_of.name}" a pytree with {with_what}'
    written = leaf.owner.written_static(leaf.name, format_type_bare(leaf.declared, api.options))
    return "pass it by itself, outside of the object" if written is None else f"make it static, {written}"


def _declared_in(info: TypeInfo) -> Iterator[Type]:
    """Yield the types of the attributes of a class and its bases."""
    nodes = (symbol.node for base in info.mro for symbol in base.names.values())
    return (node.type for node in nodes if isinstance(node, Var) and node.type is not None)


def refused(found: Object, made: CallExpr | None, transformation: str, api: TypeChecker) -> Wrong | None:
    """Word what of an object a transformation refuses; ``made`` is the call of its class, where that is known."""
    leaf = next(_Leaves(api).of(found, made), None)
    if leaf is not None:
        return leaf.worded(api)
    path = None if made is None or found.model.facts.is_strict else initial_function(made, found.model.info, api)
    return None if path is None else _function_worded(found.model, path, transformation, api)


def _function_worded(model: PytreeClass, path: str, transformation: str, api: TypeChecker) -> Wrong:
    """Word that construction puts a function into the data of an object, and what to do."""
    declared = model.type_of(path) if path in model.fields else None
    filtered = _FILTERED.get(transformation)
    written = None
    if declared is not None and not model.info.module_name.startswith("equinox."):
        written = model.written_static(path, format_type_bare(declared, api.options))
    mend = "pass it by itself, outside of the object" if written is None else f"make it static, {written}"
    if model.facts.filters_leaves and filtered is not None:
        mend = f"use {filtered}" if written is None else f"{mend}, or use {filtered}"
    related = annotated_at(model.fields[path], api) if path in model.fields else ()
    return Wrong(f'its data field "{path}" holds a function, which is not a JAX leaf; {mend}', related)


def _is_declared(site: TransformArgument) -> bool:
    """Return whether the annotation of the parameter that gets the argument says it already."""
    declared = None if site.parameter is None else site.parameter.type
    objects_there = [each for each in objects(declared) if each.model.info is site.object.model.info]
    return any(True for each in objects_there for _ in _Leaves(site.api).of(each))


@dataclass(frozen=True, slots=True)
class _Leaves:
    """Finds the fields of objects that can never be leaves, but for those that are reported at their class.

    Who asks takes the first.
    """

    api: TypeChecker
    _without: set[Instance] = field(default_factory=set[Instance])
    """Objects that hold none by their annotations: classes that hold each other are met on many ways."""

    def of(
        self,
        found: Object,
        made: CallExpr | None = None,
        path: str = "",
        seen: frozenset[str] = frozenset(),
        given: Mapping[str, Expression] = MappingProxyType({}),
    ) -> Iterator[Leaf]:
        """Yield those of an object, and of the objects in it.

        ``made`` is the call that makes the object, ``given`` what a call puts into it that copies it.
        """
        model = found.model
        if model.info.fullname in seen or (made is None and model.facts.filters_leaves):
            return
        is_declared = made is None and not given
        if is_declared and found.instance in self._without:
            return
        seen |= {model.info.fullname}
        if made is not None:
            given = {**dtypes_by_default(model.info, self.api.tree), **values_of(made, model.info, self.api.tree)}
        for name in model.fields:
            declared = _field_type(found.instance, name)
            is_no_leaf = _is_none(given.get(name)) or _may_be_missing(model, name)
            if declared is None or model.role_of(name) != "data" or is_no_leaf:
                continue
            where = f"{path}{found.where}.{name}" if path else name
            value = None if name in converters(model.info) else given.get(name)
            refused = self._refused(model, declared, value)
            if refused is not None and not self._is_marked(model, name):
                yield Leaf(where, name, model, declared, refused)
            for inner in objects(declared):
                yield from self.of(inner, construction_of(inner, given.get(name), self.api), where, seen)
        if is_declared:
            self._without.add(found.instance)

    def _is_marked(self, model: PytreeClass, name: str) -> bool:
        """Return whether a field has a marker that its library does not read, which is reported in its place."""
        if model.info.module_name != self.api.tree.fullname or name not in model.own:
            return False
        site = class_site(model.info, self.api)
        fields = () if site is None else site.own_fields
        return site is not None and any(each.name == name and problem_of(site, each) for each in fields)

    def _refused(self, model: PytreeClass, declared: Type, given: Expression | None) -> _Refused | None:
        module = model.info.module_name
        culprit = never_leaf(declared, module)
        is_nothing = _may_be_empty(declared) and (given is None or not self._is_something(given))
        is_told = culprit is not None and is_reported_at_class(model, declared)
        if culprit is not None and (is_told or is_nothing or is_registered_here(culprit, self.api.tree)):
            return None
        if culprit is not None:
            return _Refused(f"can never be a JAX leaf ({format_type_bare(culprit, self.api.options)})")
        plain = known_type(declared)
        if isinstance(plain, Instance) and self._is_no_pytree(plain.type):
            return _Refused(f'is an object of "{plain.type.name}", which is not a pytree', plain.type)
        if given is None or not keeps_arguments(model.info):
            return None
        if given_function(declared, given, self.api) is not None:
            return None if model.facts.is_strict else _Refused("is given a function, which is not a JAX leaf")
        return next(filter(None, map(self._opaque, written_parts(given))), None)

    def _is_no_pytree(self, info: TypeInfo) -> bool:
        """Return whether nothing registers a class; another module may do so where this makes no object of it."""
        tree = self.api.tree
        if is_unregistered(info, tree.fullname) or is_plain_attrs(info, tree) or is_bare_subclass(info, tree):
            return True
        return is_plain(info, tree) and is_made(info, tree)

    def _opaque(self, given: Expression) -> _Refused | None:
        """Return a part of what a field is given, where that is an object JAX refuses."""
        info = certain_class(given, self.api)
        if info is not None and why_no_pytree(info, self.api) is not None:
            return _Refused(f'is given an object of "{info.name}", which is not a pytree', info)
        source = Evaluator(self.api).source(given)
        if isinstance(source, CallExpr) and makes_optimizer(source, self.api):
            return _Refused("is given an optimizer of optax, a pair of functions, which are not JAX leaves")
        evident = what_is_no_leaf(source, self.api.tree)
        return None if evident is None else _Refused(f"is given {evident}, which is not a JAX leaf")

    def _is_something(self, given: Expression) -> bool:
        """Return whether a value is certain to be no None, and no empty container."""
        source = Evaluator(self.api).source(given)
        if isinstance(source, DictExpr):
            return any(key is not None for key, _ in source.items)
        if row(source):
            return True
        if isinstance(source, CallExpr) and class_named(source.callee) is not None:
            return True
        if what_is_no_leaf(source, self.api.tree) is not None:
            return True
        kind = known_type(self.api.lookup_type_or_none(given))
        return isinstance(kind, Instance) and never_leaf(kind, self.api.tree.fullname) is not None


def _is_none(given: Expression | None) -> bool:
    return isinstance(given, NameExpr) and given.fullname == "builtins.None"


def _may_be_missing(model: PytreeClass, name: str) -> bool:
    """Return whether objects may have no field of this name: equinox passes over a default of the class."""
    has_default = model.fields[name].has_default and model.facts.filters_leaves
    return has_default and may_leave_unset(model.info, name)


def _field_type(found: Instance, name: str) -> Type | None:
    """Return the declared type of a field as the type arguments of an object make it."""
    owner = next((base for base in found.type.mro if name in base.names), None)
    model = model_of(found.type)
    declared = None if model is None else model.type_of(name)
    if owner is None or declared is None:
        return None
    return expand_type_by_instance(map_type_from_supertype(declared, found.type, owner), found)


def _may_be_empty(declared: Type) -> bool:
    """Return whether a value may have no leaves at all: None, or an empty container."""
    value = known_type(declared)
    if isinstance(value, UnionType):
        return any(_may_be_empty(item) for item in value.items)
    return isinstance(value, NoneType) or (isinstance(value, Instance) and value.type.fullname in ITEMS)
