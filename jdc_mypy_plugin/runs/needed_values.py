"""Functions that need the values of the arrays they are given: they raise an error where JAX has deleted one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import FuncDef, LambdaExpr

from jdc_operations.methods import FUNCTIONS
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import ArrayValue, AtView, Text

from ..model.functions.pure_methods import TREE_MAPS, calculates
from ..syntax.values.deleted import is_about_shapes
from ..syntax.values.read_parts import is_read
from .things import Made, Method, Named, Object, Own, Partly, Thing

_SHOWING: Final = ("builtins.print", "builtins.str", "builtins.repr")
_TAKING: Final = ("builtins.float", "builtins.int", "builtins.bool", "numpy.asarray", "numpy.array", "jax.device_get")
_ARRAYS: Final = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.", "numpy.")
_COMPARING: Final = "numpy.testing.assert_"
_CALLED: Final = ("jax.jit", "jax.grad", "jax.value_and_grad")
_MAY_STAY: Final = frozenset(
    (
        *("asarray", "astype", "reshape", "broadcast_to", "transpose", "diagonal", "diag", "resize", "collapse"),
        *("stop_gradient", "convert_element_type", "imag", "isreal", "iscomplex", "array_equal", "array_equiv"),
        *("gradient", "lexsort", "piecewise", "histogram_bin_edges", "matrix_power", "linspace", "logspace"),
        *(
            "tril_indices_from",
            "triu_indices_from",
            "dtype",
            "zeros",
            "ones",
            "concatenate",
            "expand_dims",
            "squeeze",
        ),
    )
)
"""Operations that give back the array itself, or never look at it, for some arguments."""
_METHODS: Final = (FUNCTIONS.keys() | {"copy", "item", "tolist", "block_until_ready"}) - _MAY_STAY


def is_used(function: Thing, key: int | str, parts: frozenset[str] = frozenset()) -> bool:
    """Return whether a function reads a parameter, or these parts of it, for else `jax.jit` drops them."""
    if not isinstance(function, Own):
        return False
    written = function.function
    place = key + (function.receiver is not None) if isinstance(key, int) else None
    variables = [
        each.variable for at, each in enumerate(written.arguments) if at == place or each.variable.name == key
    ]
    return any(is_read(written, each, parts) for each in variables)


def needs_value(callee: Thing, key: int | str, thing: Thing) -> bool:
    """Return whether a function reads an argument: all arrays in it, or one of them."""
    if isinstance(callee, Partly):
        at = key + len(callee.arguments) if isinstance(key, int) else key
        return needs_value(callee.function, at, thing)
    if isinstance(callee, Made):
        return callee.by in _CALLED and is_used(callee.function, key)
    name = callee.name if isinstance(callee, Named) else ""
    if isinstance(callee, Method) and isinstance(callee.receiver, Text) and callee.name == "format":
        return not isinstance(thing, Object)
    if name in _SHOWING:
        return not isinstance(thing, Object)  # which may be shown without its arrays
    if name in _TAKING or name.startswith(_COMPARING):
        return True
    short = name.rpartition(".")[2]
    is_operation = name in OPERATIONS and name.startswith(_ARRAYS)
    return is_operation and not is_about_shapes(short) and short not in _MAY_STAY and isinstance(thing, ArrayValue)


def is_calculated_with(callee: Thing, place: int, arguments: Sequence[Thing]) -> bool:
    """Return whether `jax.tree.map` gives each leaf of an argument to a function that does arithmetic with it."""
    is_map = isinstance(callee, Named) and callee.name in TREE_MAPS and place > 0
    function = arguments[0] if is_map else None
    written = function.function if isinstance(function, Own) else None
    if function is None or not isinstance(written, LambdaExpr | FuncDef) or not calculates(written):
        return False
    return is_used(function, place - 1)


def needed_receiver(callee: Thing) -> ArrayValue | None:
    """Return the array that a method reads all of, as ``x.sum()`` and ``x.at[0].set(1)`` do."""
    receiver = callee.receiver if isinstance(callee, Method) else None
    if isinstance(receiver, AtView):
        return receiver.array
    return (
        receiver
        if isinstance(callee, Method) and isinstance(receiver, ArrayValue) and callee.name in _METHODS
        else None
    )
