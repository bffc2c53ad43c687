"""The sentences for a violated annotation, the same before running and at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jdc_spec.shapes import show

if TYPE_CHECKING:
    from collections.abc import Collection

    from jdc_spec.bindings import Bindings
    from jdc_spec.dtypes import DType
    from jdc_spec.shapes import Shape, ShapePattern


def shape_mismatch(
    owner: str, field: str, pattern: ShapePattern, shape: Shape, bindings: Bindings | None = None
) -> str | None:
    """Word a shape that cannot match; None where it can. ``owner`` is the class's name."""
    where = pattern.disagreement(shape, bindings)
    if where is None and bindings is not None:
        where = bindings.disagreement_of_order(pattern, shape)
    if where is None:
        return None
    return f'shape {show(shape)} does not match {pattern} of field "{field}" of "{owner}": {where}'


def dtype_mismatch(owner: str, field: str, expected: DType, found: str) -> str:
    """Word a dtype outside the annotated one."""
    return f'dtype {found} does not match {expected} of field "{field}" of "{owner}"'


def pattern_mismatch(owner: str, field: str, pattern: ShapePattern, shape: ShapePattern) -> str | None:
    """Word a shape of which only the fixed axes are known and cannot match; None where it can."""
    where = pattern.conflict(shape)
    if where is None:
        return None
    return f'shape {shape} does not match {pattern} of field "{field}" of "{owner}": {where}'


def batch_mismatch(owner: str, field: str, axes: Shape, other: str, other_axes: Shape) -> str:
    """Word two fields of one object whose batch axes differ."""
    return (
        f'batch axes {show(axes)} of field "{field}" of "{owner}" differ from {show(other_axes)} of field "{other}"'
    )


def child_batch_mismatch(owner: str, field: str, child_axes: Shape, other: str, axes: Shape) -> str:
    """Word a nested object whose batch axes do not begin with those of its parent."""
    return (
        f'batch axes {show(child_axes)} of the object in field "{field}" of "{owner}" do not begin with '
        f'{show(axes)}, the batch axes of field "{other}"'
    )


def no_batch_axes(owner: str) -> str:
    """Word an object that has no batch axes because no field says anything of shapes."""
    return (
        f'"{owner}" has no batch axes: no field with a shape annotation holds an array; annotate one, '
        "as in `x: Annotated[jax.Array, (..., 3)]`"
    )


REPLACE: Final = "replace"
COPY: Final = "copy_and_mutate"
"""Means to make a changed object of a frozen one."""


def frozen_write(
    action: str, owner: str, field: str, *, ways: Collection[str] = (REPLACE, COPY), maker: str | None = None
) -> str:
    """Word a write to a field of a frozen object. ``action`` is ``assign to`` or ``delete``.

    ``ways`` are the means that the class or its library has to make a changed object, besides `dataclasses.replace`:
    `REPLACE`, `COPY`, or a call of the library's own with ``{field}`` for the field.
    ``maker`` is the method that makes the object, where the write stands in it: ``__init__`` or ``__post_init__``.
    """
    if maker is not None:
        return (
            f'cannot {action} field "{field}" of "{owner}" in {maker}: pytree dataclasses are frozen from the start; '
            f'write `object.__setattr__(self, "{field}", ...)` there, or compute the value in a classmethod that '
            "calls the class"
        )
    changed = f".replace({field}=...)" if REPLACE in ways else f"dataclasses.replace(obj, {field}=...)"
    changed = next((way.format(field=field) for way in ways if "{field}" in way), changed)
    copied = ", or change a copy inside `with jdc.copy_and_mutate(...) as copy:`" if COPY in ways else ""
    return (
        f'cannot {action} field "{field}" of "{owner}": pytree dataclasses are frozen; make a new object with '
        f"{changed}{copied}"
    )


def frozen_attribute(action: str, owner: str, name: str) -> str:
    """Word a write to an undeclared attribute of a frozen object. ``action`` is ``assign to`` or ``delete``."""
    return (
        f'cannot {action} "{name}" of "{owner}": pytree dataclasses are frozen, and "{owner}" has no field "{name}"'
    )


def added_attribute(owner: str, name: str) -> str:
    """Word the assignment of a new attribute to a mutable copy."""
    return f'"{owner}" has no field "{name}", and a copy_and_mutate block may change fields, not add attributes'


def foreign_write(owner: str, field: str, library: str, copier: str) -> str:
    """Word a write to an object of one library inside a mutable copy that another library's function made."""
    return (
        f'cannot assign to field "{field}" of "{owner}": it is a class of {library}, which stays frozen in a copy '
        f"made by {copier}; put a changed object in its place, made with dataclasses.replace(obj, {field}=...)"
    )


MAKERS: Final = ("__init__", "__post_init__")
"""The methods that make an object."""


def field_deletion(owner: str, field: str) -> str:
    """Word the deletion of a field, which no object allows, frozen or not."""
    return (
        f'cannot delete "{field}" of "{owner}": every field of a pytree dataclass has a value; '
        "assign None where the field's type allows it"
    )
