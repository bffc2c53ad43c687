"""Arrays that are read from fields, as the annotations of the fields say: ``obj.image``.

A string of jaxtyping says every axis of one object. But `jax.vmap` and `jax.lax.scan` make objects with more axes in
front of every field, and hand over objects with fewer, and the class stays the same. So every axis is known only of
classes whose objects the module does not map: in methods, and of what a function is given where the module stacks no
objects either and makes one by a call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncItem, MemberExpr, NameExpr, TypeInfo, Var

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import Shape, ShapePattern

from ...model.annotations.annotated_variables import field_annotation
from ...model.classes import PytreeClass, model_of, pytree_bases
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.functions import class_named
from ..objects.instances import instance_of, may_be_none
from ..objects.mapped_objects import is_related, mapped_classes
from ..objects.mutable_copies import copied_object, is_of_copy
from ..objects.stacked_objects import maps, stacks
from ..scope import ModuleScope
from ..value import UNKNOWN, ArrayValue, Origin
from .declarations import scope_of, sizes_by_name


class FieldReads:
    """Reads fields in one module, while mypy checks it."""

    def __init__(self, scope: ModuleScope, evaluate: Callable[[Expression], ArrayValue], api: TypeChecker) -> None:
        self._scope = scope
        self._evaluate = evaluate
        self._api = api
        self._made: frozenset[TypeInfo] | None = None
        """The classes of which the module makes one object at a time."""

    def value(self, read: MemberExpr) -> ArrayValue:
        """Return what is known of the array that an attribute reads."""
        instance = instance_of(read.expr, self._api)
        if instance is None:
            return UNKNOWN
        model = pytree_model(instance.type)
        said = self._plain(read, instance.type) if model is None else _declared(model, read.name)
        if said is None:
            return UNKNOWN
        shape = None if said.shape is None else self._exact(read, said.shape, instance.type)
        known = said.shape.of_a_value() if shape is None and said.shape is not None else shape
        origin = Origin.DECLARED if shape is None else Origin.ARRAY
        return ArrayValue(known, None if said.dtype is None else said.dtype.name, origin)

    @functools.cached_property
    def _mapped(self) -> frozenset[TypeInfo] | None:
        return mapped_classes(self._api.tree) if maps(self._api.tree) else frozenset()

    def may_be_mapped(self, info: TypeInfo) -> bool:
        """Return whether the module maps functions over objects of a class, or may do so."""
        return self._mapped is None or is_related(info, self._mapped)

    @functools.cached_property
    def _stacks(self) -> bool:
        return stacks(self._api.tree)

    def _plain(self, read: MemberExpr, info: TypeInfo) -> ArrayAnnotation | None:
        """Return the annotation of a field of a named tuple, or of a dataclass that is not a pytree."""
        owner = next((base for base in info.mro if read.name in base.names), None)
        if owner is None or not (owner.is_named_tuple or "dataclass" in owner.metadata):
            return None
        declared = owner.names[read.name].node
        is_optional = may_be_none(declared.type if isinstance(declared, Var) else None)
        return None if is_optional else field_annotation(owner, read.name, self._api)

    def _exact(self, read: MemberExpr, pattern: ShapePattern, info: TypeInfo) -> Shape | ShapePattern | None:
        """Return every axis, or the names of those that are not counted; None if others may be in front, or fewer.

        Fields of a mutable copy get their new sizes one after the other, where the sizes have names.
        """
        has_names = pattern.variadic is not None or not all(isinstance(size, int) for size in pattern.prefix)
        if has_names and is_of_copy(read.expr, self._api.tree):
            return None
        scope = None if pattern.text is None else self.scope_of_object(read.expr, info)
        if scope is None or (pattern.variadic is not None and pattern.variadic.name is None):
            return None
        return sizes_by_name(scoped(pattern, scope))

    def scope_of_object(self, owner: Expression, info: TypeInfo) -> str | None:
        """Return the scope of the names of sizes in an object whose fields have the annotated axes and no others.

        The gradient along an object has the sizes of the object.
        """
        if isinstance(owner, MemberExpr):
            return self._scope_of_held(owner, info)
        if isinstance(owner, NameExpr) and self._scope.value_of(owner) is not None:
            owner = self._differentiated(owner) or owner
        copied = copied_object(owner, self._api.tree) if isinstance(owner, NameExpr) else None
        if copied is not None:
            return self.scope_of_object(copied, info)
        function = self._scope.parameter_of(owner) if isinstance(owner, NameExpr) else None
        if function is None or not isinstance(owner, NameExpr):
            return None
        if self.may_be_mapped(info):
            return None
        is_method = bool(function.info) and not function.is_static
        is_own = is_method and function.arguments[0].variable is owner.node
        if not is_own and self._may_be_a_row(info):
            return None
        return object_scope(owner.name, function)

    def _scope_of_held(self, read: MemberExpr, info: TypeInfo) -> str | None:
        """Return the scope of the names of sizes in an object that a field of another object holds."""
        holder = instance_of(read.expr, self._api)
        model = None if holder is None else pytree_model(holder.type)
        if holder is None or model is None or read.name not in model.fields or may_be_none(model.type_of(read.name)):
            return None
        if self.may_be_mapped(info) or self._may_be_a_row(info):
            return None
        scope = self.scope_of_object(read.expr, holder.type)
        return None if scope is None else f"{read.name} of {scope}"

    def _differentiated(self, gradient: NameExpr) -> Expression | None:
        from ..calls.gradients import differentiated_along  # noqa: PLC0415 - loads the rules of operations

        return differentiated_along(gradient, self._scope)

    def _may_be_a_row(self, info: TypeInfo) -> bool:
        """Return whether what is called an object may be a row of them, with an axis in front that nothing annotates.

        If every annotation starts with ``*batch``, a row is an object with one more of these axes. A loss that
        takes a ``Transition`` may be given a row of them; where it stands, none are made one by one.
        """
        return self._stacks or not (self._has_batch_axes_alone(info) or self._makes_one(info))

    def _has_batch_axes_alone(self, info: TypeInfo) -> bool:
        said = [each.shape for each in self._fields_of(info).values() if each is not None and each.shape is not None]
        return bool(said) and all(each.variadic is not None and not each.prefix for each in said)

    def _makes_one(self, info: TypeInfo) -> bool:
        """Return whether the module makes an object of a class with arrays of the annotated number of axes."""
        if self._made is None:
            self._made = frozenset()  # an argument may read a field itself
            calls = INDEX.of(self._api.tree).body.expressions_of(CallExpr)
            made = ((class_named(call.callee), call) for call in calls)
            self._made = frozenset(each for each, call in made if each is not None and self._is_one(each, call))
        return info in self._made

    def _is_one(self, info: TypeInfo, call: CallExpr) -> bool:
        fields = self._fields_of(info)
        given = [(fields.get(name or ""), self._evaluate(value)) for value, name in bound(call, list(fields))]
        ranks = [
            (len(said.shape.prefix), len(value.sizes))
            for said, value in given
            if said is not None and said.shape is not None and said.shape.variadic is None and value.sizes is not None
        ]
        return bool(ranks) and all(expected == found for expected, found in ranks)

    def _fields_of(self, info: TypeInfo) -> Mapping[str, ArrayAnnotation | None]:
        model = pytree_model(info)
        if model is not None:
            return {name: field.array for name, field in model.fields.items()}
        return {name: field_annotation(info, name, self._api) for name in _fields_in_order(info)}


def _fields_in_order(info: TypeInfo) -> Sequence[str]:
    """Return the fields of a named tuple or a dataclass; the names of a class from mypy's cache are sorted."""
    if info.is_named_tuple and "namedtuple" in info.metadata:
        return [str(name) for name in info.metadata["namedtuple"]["fields"]]
    if "dataclass" in info.metadata:
        return [str(field["name"]) for field in info.metadata["dataclass"]["attributes"]]
    return list(info.names)


def object_scope(parameter: str, function: FuncItem) -> str:
    """Return the scope of the names of sizes in an object that a function is given."""
    return f"{parameter} of {scope_of(function)}"


def pytree_model(info: TypeInfo) -> PytreeClass | None:
    """Return the pytree dataclass that a class is, or inherits from first."""
    base = next(pytree_bases(info), None)
    return None if base is None else model_of(base)


def _declared(model: PytreeClass, name: str) -> ArrayAnnotation | None:
    field = None if may_be_none(model.type_of(name)) else model.fields.get(name)
    return None if field is None else field.array
