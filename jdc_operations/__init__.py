"""Rules of array operations: abstract values in, an abstract value or an error in plain English out.

`evaluate` answers for a function by its full public name (``jax.numpy.concatenate``), `evaluate_method` and
`evaluate_property` for those of an array, `evaluate_operator` for an operator and `evaluate_index` for ``x[...]``;
`evaluate_in_place` and `evaluate_assignment` for ``x += y`` and ``x[...] = y``.
Nothing here imports JAX or NumPy; the tests compare every rule with them.
"""

from .evaluation import (
    evaluate,
    evaluate_assignment,
    evaluate_in_place,
    evaluate_index,
    evaluate_method,
    evaluate_operator,
    evaluate_property,
)
from .registry import OPERATIONS
from .values import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    ArrayValue,
    DTypeValue,
    Failure,
    Items,
    ModePair,
    Scalar,
    SliceValue,
    Text,
    Value,
)

__all__ = [
    "ELLIPSIS",
    "NONE",
    "OPERATIONS",
    "UNKNOWN",
    "ArrayValue",
    "DTypeValue",
    "Failure",
    "Items",
    "ModePair",
    "Scalar",
    "SliceValue",
    "Text",
    "Value",
    "evaluate",
    "evaluate_assignment",
    "evaluate_in_place",
    "evaluate_index",
    "evaluate_method",
    "evaluate_operator",
    "evaluate_property",
]
