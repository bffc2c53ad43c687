"""`EnforcedAnnotationsMixin`: objects that check their arrays against the annotations of their fields."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Final, NamedTuple, cast

from jdc_spec import sentences
from jdc_spec.dtypes import DType, takes_scalar
from jdc_spec.shapes import Shape, ShapePattern, agree, starts_with

from .._dataclass.layout import layout_of
from .array_annotations import Reading, read_class
from .dtypes import fits, scalar_name, show
from .named_shapes import NamedShapes

_READINGS: Final = "__jdc_annotations__"
_SCALARS: Final = (bool, int, float, complex)


class AnnotationError(AssertionError):
    """An array whose shape, dtype or batch axes its annotation excludes."""


class EnforcedAnnotationsMixin:
    """Base class of pytree dataclasses whose arrays are checked when an object is constructed.

    ``image: Annotated[jax.Array, (..., 28, 28), jnp.float32]``: shape and dtype, each optional, in either
    order. ``...`` stands for batch axes, which lead where it is not written; all fields of an object share
    them, and the batch axes of an object in a field begin with them. The dtype may be abstract
    (``jnp.floating``), and covers what `jax.numpy.issubdtype` says; NumPy arrays that JAX cannot hold (objects, text,
    dates, records, long doubles, the other byte order) match none. Static fields and values that are not arrays
    (``None``) are passed over.

    Annotations of jaxtyping are read too: ``image: Float32[Array, "batch 28 28"]``. There a name has one size in all
    fields of an object, and a shape without ``*`` or ``...`` has exactly the axes that it writes: such a field has
    no batch axes.

    Construction, ``.replace`` and leaving `copy_and_mutate` check; transformations of JAX never do. A class
    that defines ``__post_init__`` calls ``super().__post_init__()`` to be checked.

    Raises:
        AnnotationError: when an object is constructed.
        MalformedAnnotationError: when a class is defined, for metadata that contradicts itself.

    """

    __slots__ = ()
    __jdc_checks__: ClassVar[_Checks | None] = None
    """Compiled when the first object is constructed; each class has its own."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for base in cls.__mro__[1:]:
            _readings_of(base)
        setattr(cls, _READINGS, read_class(cls))
        cls.__jdc_checks__ = None

    def __post_init__(self) -> None:
        check(self)

    def get_batch_axes(self) -> tuple[int, ...]:
        """Return the sizes that ``...`` stands for in every field, of the arrays that are there now.

        Raises:
            AnnotationError: arrays, as after `jax.tree.map`, no longer match or disagree; or no field with a
                shape annotation holds an array.

        """
        shared = _shared_axes(self, (self.__jdc_checks__ or _compile(type(self))).shaped)
        if shared is None:
            raise AnnotationError(sentences.no_batch_axes(type(self).__name__))
        return cast("tuple[int, ...]", shared[1])


class _FieldCheck:
    """The compiled annotation of one field."""

    __slots__ = ("accepted", "after", "before", "dtype", "name", "pattern", "prefix", "suffix")

    def __init__(self, name: str, pattern: ShapePattern | None, dtype: DType | None) -> None:
        self.name = name
        self.dtype = dtype
        self.accepted: set[Any] = set()
        """The dtypes that have matched before."""
        self.pattern = pattern
        self.prefix, self.suffix = ((), ()) if pattern is None else (pattern.prefix, pattern.suffix)
        self.before, self.after = len(self.prefix), len(self.suffix)

    def check_dtype(self, owner: object, value: Any, dtype: Any) -> None:
        """Raise where the dtype of a value is excluded; it is None for what is not an array."""
        assert self.dtype is not None
        if isinstance(value, type):  # a dtype itself, such as jnp.float32, is not an array
            return
        if dtype is None:
            found = scalar_name(value)
            agrees = found is None or takes_scalar(self.dtype.name, found)
        else:
            found = show(dtype)
            agrees = fits(dtype, self.dtype.name)
        if not agrees:
            raise AnnotationError(sentences.dtype_mismatch(type(owner).__name__, self.name, self.dtype, str(found)))
        if dtype is not None:
            self.accepted.add(dtype)

    def batch_axes(self, owner: object, shape: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the batch axes of a shape; raise where it cannot match."""
        before, last = self.before, len(shape) - self.after
        if shape[last:] != self.suffix or last < before or (before and shape[:before] != self.prefix):
            assert self.pattern is not None
            problem = sentences.shape_mismatch(type(owner).__name__, self.name, self.pattern, _known(shape))
            if problem is not None:
                raise AnnotationError(problem)
        return shape[before:last]


class _Checks(NamedTuple):
    """The checks of the objects of one class."""

    typed: tuple[_FieldCheck, ...]
    """Fields with an annotated dtype."""
    shaped: tuple[_FieldCheck, ...]
    """Fields with an annotated shape that has batch axes."""
    named: NamedShapes | None
    """Fields with a shape of jaxtyping."""
    others: tuple[str, ...]
    """Fields that may hold an object with batch axes of its own."""


def check(owner: EnforcedAnnotationsMixin) -> None:
    """Check the arrays of an object against the annotations of its class.

    Raises:
        AnnotationError: one of them is excluded.

    """
    checks = owner.__jdc_checks__ or _compile(type(owner))
    for field in checks.typed:
        value = getattr(owner, field.name, None)
        dtype = getattr(value, "dtype", None)
        if dtype not in field.accepted:
            field.check_dtype(owner, value, dtype)
    if checks.named is not None:
        _check_named(owner, checks.named)
    shared = _shared_axes(owner, checks.shaped)
    if shared is not None:
        for name in checks.others:
            value = getattr(owner, name, None)
            if isinstance(value, EnforcedAnnotationsMixin):
                _check_child(owner, name, value, *shared)


def _check_named(owner: object, named: NamedShapes) -> None:
    """Raise where the arrays of an object do not have the shapes that strings of jaxtyping give them."""
    values = [getattr(owner, name, None) for name in named.fields]
    shapes = tuple(None if shape is None else _known(shape) for shape in map(_unusual_shape, values))
    problem = named.problem(type(owner).__name__, shapes)
    if problem is not None:
        raise AnnotationError(problem)


def _shared_axes(owner: object, shaped: tuple[_FieldCheck, ...]) -> tuple[str, tuple[Any, ...]] | None:
    """Return a field that has batch axes, and these, which all fields share; None without any array."""
    shared: tuple[str, tuple[Any, ...]] | None = None
    for field in shaped:
        value = getattr(owner, field.name, None)
        shape: tuple[Any, ...] | None = getattr(value, "shape", None)
        if type(shape) is not tuple:
            shape = _unusual_shape(value)
            if shape is None:
                continue
        axes = field.batch_axes(owner, shape)  # pyright: ignore[reportUnknownArgumentType]
        if shared is None:
            shared = field.name, axes
        elif axes != shared[1] and not agree(_known(axes), _known(shared[1])):
            raise AnnotationError(
                sentences.batch_mismatch(type(owner).__name__, field.name, _known(axes), shared[0], _known(shared[1]))
            )
    return shared


def _check_child(
    owner: object, name: str, child: EnforcedAnnotationsMixin, other: str, axes: tuple[Any, ...]
) -> None:
    """Raise where the batch axes of a child do not begin with ``axes``, those of field ``other`` beside it.

    The child was checked when it was constructed, so that its first array speaks for all of them.
    """
    for field in (child.__jdc_checks__ or _compile(type(child))).shaped:
        value = getattr(child, field.name, None)
        shape: tuple[Any, ...] | None = getattr(value, "shape", None)
        if type(shape) is not tuple:
            shape = _unusual_shape(value)
        if shape is not None:
            break
    else:
        return
    end = field.before + len(axes)
    if shape[field.before : end] == axes and end + field.after <= len(shape):
        return
    try:
        found = field.batch_axes(child, shape)  # pyright: ignore[reportUnknownArgumentType]
    except AnnotationError:  # the child comes from a transformation and has no batch axes to compare
        return
    if not starts_with(_known(found), _known(axes)):
        raise AnnotationError(
            sentences.child_batch_mismatch(type(owner).__name__, name, _known(found), other, _known(axes))
        )


def _unusual_shape(value: Any) -> tuple[Any, ...] | None:
    """Return the shape of what has none of its own, or one of a subclass of tuple; None for what is not an array."""
    shape: tuple[Any, ...] | None = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return tuple(shape)
    return () if isinstance(value, _SCALARS) else None


def _known(shape: tuple[Any, ...]) -> Shape:
    """Replace symbolic sizes, as under `jax.export`, by None."""
    return tuple(size if isinstance(size, int) else None for size in shape)


def _compile(cls: type[EnforcedAnnotationsMixin]) -> _Checks:
    """Compile the checks of a class when its first object is constructed: by now it is a dataclass."""
    if not hasattr(cls, "__dataclass_fields__"):
        raise TypeError(
            f'"{cls.__name__}" has EnforcedAnnotationsMixin, but is not a dataclass: add @jdc.pytree_dataclass'
        )
    readings: dict[str, Reading] = {}
    for base in reversed(cls.__mro__):
        readings |= _readings_of(base)
    layout = layout_of(cls)
    names = [f.name for f in dataclasses.fields(cast("Any", cls)) if layout is None or f.name not in layout.static]
    annotated = {name: readings[name].annotation for name in names if name in readings}
    fields = [_FieldCheck(name, a.shape, a.dtype) for name, a in annotated.items() if a is not None]
    checks = _Checks(
        typed=tuple(field for field in fields if field.dtype is not None),
        shaped=tuple(field for field in fields if field.pattern is not None and field.pattern.has_batch_axes),
        named=NamedShapes.of({name: a.shape for name, a in annotated.items() if a is not None}),
        others=tuple(name for name in names if annotated.get(name) is None),
    )
    cls.__jdc_checks__ = checks
    return checks


def _readings_of(base: type) -> dict[str, Reading]:
    readings: dict[str, Reading] | None = base.__dict__.get(_READINGS)
    if readings is None or not all(reading.is_complete for reading in readings.values()):
        return read_class(base) | {n: r for n, r in (readings or {}).items() if r.is_complete}
    return readings
