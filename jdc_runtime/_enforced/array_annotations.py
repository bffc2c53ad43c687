"""The array annotations of a class, read from the hints of its fields."""

from __future__ import annotations

import ast
import inspect
from types import NoneType, UnionType
from typing import Annotated, Any, Final, ForwardRef, NamedTuple, Optional, Union, cast, get_args, get_origin

import numpy as np

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError, read_metadata
from jdc_spec.dtypes import DType, canonical, spelled

from .._dataclass.name_scope import Scope
from .jaxtyping_classes import annotation_of_class, annotation_of_union, annotation_of_words

_PYTHON_SCALARS: Final = (bool, int, float, complex)


class Reading(NamedTuple):
    """One annotation, as far as it could be read."""

    annotation: ArrayAnnotation | None
    is_complete: bool
    """False where a name did not exist yet, so that a later reading may find more."""


def read_class(cls: type) -> dict[str, Reading]:
    """Read the annotations in the body of a class.

    Raises:
        MalformedAnnotationError: array metadata that contradicts itself; names class and field.

    """
    hints = inspect.get_annotations(cls)
    scope = Scope.of_class(cls) if hints else None
    return {name: _read(cls, name, hint, scope) for name, hint in hints.items() if scope is not None}


def _read(cls: type, name: str, hint: object, scope: Scope) -> Reading:
    hints = _Hints(scope)
    try:
        metadata = hints.metadata(hint)
        return Reading(read_metadata(map(_as_dtype, metadata)), hints.is_complete)
    except MalformedAnnotationError as error:
        raise MalformedAnnotationError(f'field "{name}" of "{cls.__name__}": {error}') from None


class _Hints:
    """Finds the metadata of ``Annotated`` at the top of a hint, also inside ``Static``, ``Final`` and ``| None``.

    An annotation of jaxtyping counts as metadata.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.is_complete = True

    def metadata(self, hint: object) -> tuple[object, ...]:
        if isinstance(hint, ForwardRef):
            hint = hint.__forward_arg__
        if isinstance(hint, str):
            return self._in_text(hint)
        origin = get_origin(hint)
        if origin is Annotated:
            annotated = cast("Any", hint)
            return (*self.metadata(annotated.__origin__), *annotated.__metadata__)
        if origin is Final:
            return self.metadata(get_args(hint)[0])
        if origin is Union or origin is UnionType:
            return self._in_optional([part for part in get_args(hint) if part is not NoneType])
        whole = annotation_of_class(hint)
        if whole is not None:
            return (whole,)
        with self._scope.entering(id(hint)) as entered:
            value = getattr(hint, "__value__", None) if entered and not isinstance(hint, type) else None
            return () if value is None else self.metadata(value)

    def _in_optional(self, parts: list[object]) -> tuple[object, ...]:
        if len(parts) == 1:
            return self.metadata(parts[0])
        whole = annotation_of_union(parts)
        return () if whole is None else (whole,)

    def _in_text(self, text: str) -> tuple[object, ...]:
        try:
            expression = ast.parse(text.strip(), mode="eval").body
        except SyntaxError:
            return ()
        with self._scope.entering(text) as entered:
            return self._in_expression(expression) if entered else ()

    def _in_expression(self, node: ast.expr) -> tuple[object, ...]:
        try:
            return self.metadata(self._scope.evaluate(ast.unparse(node)))
        except MalformedAnnotationError:
            raise
        except Exception:  # a name that does not exist yet; the metadata may not need it
            self.is_complete = False
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            sides = [side for side in (node.left, node.right) if ast.unparse(side) != "None"]
            return self._in_expression(sides[0]) if len(sides) == 1 else ()
        return self._in_subscript(node) if isinstance(node, ast.Subscript) else ()

    def _in_subscript(self, node: ast.Subscript) -> tuple[object, ...]:
        base = self._value(node.value)
        if base is Annotated and isinstance(node.slice, ast.Tuple):
            first, *items = node.slice.elts
            return (*self._in_expression(first), *map(self._value, items))
        if base is Final or base is Optional:
            return self._in_expression(node.slice)
        whole = annotation_of_words(base, node.slice, lambda array: next(iter(self._in_expression(array)), None))
        if whole is not None:
            return (whole,)
        if get_origin(base) is Annotated:  # Static[...]
            return (*self._in_expression(node.slice), *cast("Any", base).__metadata__)
        return ()

    def _value(self, node: ast.expr) -> object:
        try:
            return self._scope.evaluate(ast.unparse(node))
        except Exception:  # counts as metadata of another library until it can be read
            return None


def _as_dtype(item: object) -> object:
    """Turn a dtype as it may stand in metadata into its name; everything else stays."""
    name = _dtype_name(item)
    return item if name is None else DType(name)


def _dtype_name(item: object) -> str | None:
    if isinstance(item, str):
        return spelled(item)
    if isinstance(item, type):
        if item in _PYTHON_SCALARS:
            return item.__name__
        if issubclass(item, np.generic):
            return canonical(item.__name__) or canonical(np.dtype(cast("Any", item)).name)
        item = getattr(cast("object", item), "dtype", None)  # jnp.float32 is not a NumPy type, but has a dtype
    if isinstance(item, np.dtype) or hasattr(item, "itemsize"):
        return canonical(str(cast("Any", item).name))
    return None
