"""The arguments of one call, as rules read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from . import literals
from .dtypes import JAX_SCALARS, KINDS, NUMPY_SCALARS, adopted
from .signatures import Signature, signature
from .sizes import normal_axes
from .values import (
    NONE,
    ArrayValue,
    Dim,
    DType,
    DTypeMistakeError,
    DTypeValue,
    Items,
    Library,
    Scalar,
    Shape,
    Text,
    UnclearError,
    Value,
)

_INDIFFERENT: Final = frozenset(("device", "out_sharding", "copy", "order", "precision"))
"""Arguments that change neither shape nor dtype."""


_TAKES_LISTS: Final = frozenset(
    (
        *KINDS,
        *("atleast_1d", "atleast_2d", "atleast_3d", "argwhere", "array_equal", "array_equiv", "einsum"),
        *("zeros_like", "ones_like", "empty_like", "full_like", "tril_indices_from", "triu_indices_from"),
        *("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "one_hot", "dot_product_attention", "key"),
        *("log_ndtr", "ndtr"),
        *("map_coordinates", "detrend"),
    )
)
"""Functions that some versions of JAX call with lists, None or strings without an error."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its arguments bound. Methods return None for what is unknown."""

    name: str
    """The name without its module."""
    values: Mapping[str, Value]
    given: frozenset[str]
    library: Library

    def given_other_than_none(self, name: str) -> bool:
        """Return whether an argument is given that is not, or may not be, None."""
        return name in self.given and self.values[name] is not NONE

    def only(self, *names: str) -> None:
        """Give up where an argument that is not in ``names`` is given: the rule does not know it."""
        others = self.given.difference(names, _INDIFFERENT)
        if any(self.values[name] is not NONE for name in others):
            raise UnclearError

    def without(self, *names: str) -> None:
        """Give up where one of these arguments is given and may be other than None."""
        if any(self.given_other_than_none(name) for name in names):
            raise UnclearError

    def having(self, name: str, value: Value) -> Call:
        """Return the call with another value for an argument."""
        return replace(self, values={**self.values, name: value})

    def array(self, name: str) -> ArrayValue:
        """Return an argument as an array; scalars of Python are arrays of shape ``()``.

        Raises:
            MistakeError: it is something that cannot be an array.

        """
        return self.as_array(self.values[name])

    def as_array(self, value: Value) -> ArrayValue:
        """Return a value as an array."""
        if isinstance(value, ArrayValue):
            return literals.adopted_array(value, self.library)
        if isinstance(value, Scalar):
            return literals.scalar_array(value, self.library)
        if isinstance(value, Items) and self.library == "numpy":
            return literals.nested(value, self.library)
        if isinstance(value, Items | Text) or value is NONE:
            if self.name in _TAKES_LISTS or self.library == "numpy":
                raise UnclearError
            kind = (
                "None" if value is NONE else "a string" if isinstance(value, Text) else literals.sequence_name(value)
            )
            raise DTypeMistakeError(f"{self.name} takes arrays, not {kind}")
        return ArrayValue(None, None, None, self.library)

    def arrays(self, name: str) -> list[ArrayValue] | None:
        """Return an argument that is a sequence of arrays."""
        value = self.values[name]
        if isinstance(value, Items):
            return [self.as_array(item) for item in value.items]
        if isinstance(value, ArrayValue) and value.shape:
            count = value.shape[0]
            inner = ArrayValue(value.shape[1:], value.dtype, value.weak, value.library)
            return [self.as_array(inner)] * count if isinstance(count, int) and count <= 64 else None
        return None

    def integer(self, name: str) -> int | None:
        """Return a whole number.

        Raises:
            UnclearError: it is something other than a number.

        """
        return literals.integer(self.values[name])

    def size(self, name: str) -> Dim:
        """Return a size: a number that is not negative, a symbol or None."""
        return literals.size(self.values[name])

    def one_size(self, name: str) -> Dim:
        """Return a size where several numbers are a mistake."""
        return literals.one_size(self.values[name])

    def sizes(self, name: str) -> Shape | None:
        """Return a shape: a tuple, a list or one size."""
        return literals.sizes(self.values[name])

    def integers(self, name: str) -> tuple[int, ...] | None:
        """Return several whole numbers, or one."""
        return literals.integers(self.values[name])

    def flag(self, name: str) -> bool | None:
        """Return a truth value."""
        value = self.values[name]
        return value.value if isinstance(value, Scalar) and isinstance(value.value, bool) else None

    def text(self, name: str) -> str | None:
        """Return a string."""
        value = self.values[name]
        return value.value if isinstance(value, Text) else None

    def dtype(self, name: str, default: DType | None) -> DType | None:
        """Return the dtype that is requested, or the default where it is None."""
        value = self.values[name]
        if value is NONE:
            return default
        text = value.value if isinstance(value, Text) else None
        if isinstance(value, DTypeValue) or text is not None:
            wanted = value.name if isinstance(value, DTypeValue) else literals.spelled(text)
            return None if wanted is None else adopted(wanted, self.library)
        return None

    def weakness(self, name: str, default: bool | None) -> bool | None:
        """Return whether the result is weak where a dtype that is requested makes it strong."""
        value = self.values[name]
        if value is NONE:
            return default
        return False if isinstance(value, DTypeValue | Text) else None

    def default_dtype(self, python: str) -> DType:
        """Return the dtype that arrays of a type of Python have."""
        return (NUMPY_SCALARS if self.library == "numpy" else JAX_SCALARS)[python]

    def axes(self, name: str, shape: Shape) -> tuple[int, ...] | None:
        """Return axes counted from the front; all of them where the argument is None."""
        if self.values[name] is NONE:
            return tuple(range(len(shape)))
        axes = self.integers(name)
        return None if axes is None else normal_axes(axes, shape)

    def result(self, shape: Shape | None, dtype: DType | None, weak: bool | None = False) -> ArrayValue:
        """Return an array of the library that the function belongs to."""
        return ArrayValue(shape, dtype, False if self.library == "numpy" else weak, self.library)

    def like(self, array: ArrayValue, shape: Shape | None) -> ArrayValue:
        """Return an array with another shape and the dtype of ``array``."""
        return self.result(shape, array.dtype, array.weak)


Rule = Callable[[Call], Value]


@dataclass(frozen=True, slots=True)
class Operation:
    """A function: its signature and what it does to shapes and dtypes."""

    name: str
    form: str
    """Its parameters as Python writes them: ``"a, axis=None, *, keepdims=False"``."""
    rule: Rule
    library: Library = "jax"

    @property
    def signature(self) -> Signature:
        """Its parameters; read when the operation is first asked for."""
        return signature(self.form)
