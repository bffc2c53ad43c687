"""``jax.random``: samples whose shape is given or follows from the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast, broadcast_to
from ..dtypes import FLOAT, INT, kind_of
from ..promotion import promoted_arrays
from ..sizes import differ, normal_axis
from ..values import (
    NONE,
    ArrayValue,
    Dim,
    DType,
    DTypeMistakeError,
    MistakeError,
    Scalar,
    Shape,
    UnclearError,
    Value,
    show,
)
from .keys import KEYS, check_key


def _sample_dtype(call: Call, default: DType) -> DType | None:
    return call.dtype("dtype", default) if "dtype" in call.values else default


def _real(call: Call, default: DType) -> DType | None:
    dtype = _sample_dtype(call, default)
    found = kind_of(dtype)
    if (
        found is not None
        and found != "float"
        and default == FLOAT
        and not (found == "complex" and call.name in ("normal", "lognormal"))
    ):
        raise DTypeMistakeError(f"{call.name} makes floating numbers; dtype is {found}")
    return dtype


def plain(default: DType, *parameters: str) -> Rule:
    """Return the rule of a sampler whose shape is ``()`` where none is given; ``parameters`` must broadcast to it."""

    def rule(call: Call) -> Value:
        call.without("mode", "out_sharding")
        check_key(call)
        shape, arrays = call.sizes("shape"), [call.array(name) for name in parameters]
        broadcast(*(array.shape for array in arrays))
        for name, array in zip(parameters, arrays, strict=True):
            if call.name == "uniform" and _may_be_larger(array, shape, is_upper=name == "maxval"):
                raise UnclearError
            _broadcasts(array, shape)
        return call.result(shape, _real(call, default))

    return rule


def _may_be_larger(bound: ArrayValue, shape: Shape | None, *, is_upper: bool) -> bool:
    """Return whether a bound of ``uniform`` is larger than the sample, and JAX may broadcast them."""
    if shape is None:
        return False
    if bound.shape is None:
        return not is_upper and (not shape or 1 in shape)
    if broadcast(bound.shape, shape) == shape:
        return False
    return is_upper or not shape or len(bound.shape) <= len(shape)


def _weibull(call: Call) -> Value:
    """Return the result of ``weibull_min``, which multiplies samples of the shape with its parameters."""
    call.without("mode", "out_sharding")
    check_key(call)
    shape = broadcast(call.sizes("shape"), call.array("scale").shape, call.array("concentration").shape)
    if not all(isinstance(call.values[name], Scalar) for name in ("scale", "concentration")):
        return ArrayValue(shape, None, None, "jax")  # it has the dtype of the product
    return call.result(shape, _real(call, FLOAT))


def _broadcasts(array: ArrayValue, shape: Shape | None) -> None:
    if array.shape is None or shape is None:
        return
    if len(array.shape) > len(shape) and not any(differ(size, 1) for size in array.shape):
        raise UnclearError  # uniform gives a sample more axes then, if they have the size 1
    broadcast_to(array.shape, shape)


def parametric(default: DType, *parameters: str, core: int = 0) -> Rule:
    """Return the rule of a sampler whose shape is that of its parameters where none is given.

    ``core`` axes at the end of the parameters are not batch axes, and are there in the result.
    """

    def rule(call: Call) -> Value:
        call.without("mode", "out_sharding")
        check_key(call)
        arrays = [call.array(name) for name in parameters]
        shapes = [array.shape for array in arrays]
        if core and any(shape is not None and len(shape) < core for shape in shapes):
            raise MistakeError(f"{call.name} takes parameters of at least {core} axis")
        own = broadcast(*(None if shape is None else shape[: len(shape) - core] for shape in shapes))
        shape = own if call.values["shape"] is NONE else call.sizes("shape")
        if own is not None and shape is not None:
            broadcast_to(own, shape)
        if core and shape is not None:
            tail = shapes[0]
            shape = None if tail is None else (*shape, *tail[len(tail) - core :])
        return call.result(shape, _real(call, default))

    return rule


def student(call: Call) -> Value:
    """``t(key, df, shape)``: what no shape means differs between versions of JAX."""
    if "shape" not in call.given:
        check_key(call)
        return call.result(None, _real(call, FLOAT))
    return parametric(FLOAT, "df")(call)


def orthogonal(call: Call) -> Value:
    """``orthogonal(key, n, shape)``: matrices of ``n`` rows."""
    call.without("m")
    check_key(call)
    shape, size = call.sizes("shape"), call.size("n")
    return call.result(None if shape is None else (*shape, size, size), _sample_dtype(call, FLOAT))


def ball(call: Call) -> Value:
    """``ball(key, d, p, shape)``: points of ``d`` numbers."""
    check_key(call)
    shape, size = call.sizes("shape"), call.size("d")
    return call.result(None if shape is None else (*shape, size), _real(call, FLOAT))


def bernoulli(call: Call) -> Value:
    """``bernoulli(key, p, shape)``."""
    call.without("mode")
    check_key(call)
    chance = call.array("p")
    shape = chance.shape if call.values["shape"] is NONE else call.sizes("shape")
    _broadcasts(chance, shape)
    return call.result(shape, "bool")


def categorical(call: Call) -> Value:
    """``categorical(key, logits, axis, shape)``: the axis of the categories goes."""
    call.without("replace", "mode")
    check_key(call)
    logits, axis = call.array("logits"), call.integer("axis")
    own: Shape | None = None
    if logits.shape is not None and axis is not None:
        where = normal_axis(axis, logits.shape)
        own = (*logits.shape[:where], *logits.shape[where + 1 :])
    shape = own if call.values["shape"] is NONE else call.sizes("shape")
    if own is not None and shape is not None:
        broadcast_to(own, shape)
    return call.result(shape, "signedinteger", None)


def permutation(call: Call) -> Value:
    """``permutation(key, x, axis)``: a number stands for ``arange``."""
    check_key(call)
    value = call.values["x"]
    if isinstance(value, Scalar):
        return call.result((call.size("x"),), INT)
    array = call.array("x")
    if array.shape == ():
        raise UnclearError
    axis = call.integer("axis")
    if array.shape is not None and axis is not None:
        normal_axis(axis, array.shape)
    return call.result(array.shape, array.dtype, False if array.weak is False else None)


def randint(call: Call) -> Value:
    """``randint(key, shape, minval, maxval, dtype)``."""
    found = kind_of(call.dtype("dtype", INT))
    if found not in ("int", None):
        raise DTypeMistakeError(f"randint makes whole numbers; dtype is {found}")
    return plain(INT, "minval", "maxval")(call)


def _check_chances(call: Call, size: Dim, drawn: Shape | None) -> None:
    """Raise a MistakeError where the chances of a choice are not one for each thing to choose.

    JAX does not look at them where nothing is drawn.
    """
    if drawn is None or {0, None}.intersection(drawn):
        return
    shape = None if call.values["p"] is NONE else call.array("p").shape
    if shape is not None and (len(shape) != 1 or differ(shape[0], size)):
        raise MistakeError(f"choice among {size} takes p of shape {show((size,))}, not {show(shape)}")


def choice(call: Call) -> Value:
    """``choice(key, a, shape, p)``."""
    call.without("mode")
    check_key(call)
    shape, value = call.sizes("shape"), call.values["a"]
    if isinstance(value, Scalar):
        _check_chances(call, call.size("a"), shape)
        return call.result(shape, INT)
    array, axis = call.array("a"), call.integer("axis")
    if array.shape == () or axis is None or array.shape is None:
        return call.result(None, None, None)
    where = normal_axis(axis, array.shape)
    _check_chances(call, array.shape[where], shape)
    plain = shape is not None and not {0, None}.intersection(shape)
    whole = (*array.shape[:where], *shape, *array.shape[where + 1 :]) if shape is not None else None
    if len(array.shape) > 1 and not plain:
        whole = None
    return call.result(whole, array.dtype, False if array.weak is False else None)


def multivariate_normal(call: Call) -> Value:
    """``multivariate_normal(key, mean, cov, shape)``."""
    call.without("method")
    check_key(call)
    mean, cov = call.array("mean"), call.array("cov")
    if mean.shape == ():
        raise MistakeError("multivariate_normal takes a mean of at least one axis, not ()")
    if cov.shape is not None and len(cov.shape) < 2:
        raise MistakeError(f"multivariate_normal takes a cov of at least two axes, not {show(cov.shape)}")
    if mean.shape is None or cov.shape is None:
        return call.result(None, None, None)
    size = mean.shape[-1]
    for other in cov.shape[-2:]:
        if isinstance(size, int) and isinstance(other, int) and size != other:
            raise MistakeError(
                f"multivariate_normal of {show(mean.shape)} with {show(cov.shape)}: {size} and {other}"
            )
    own = broadcast(mean.shape[:-1], cov.shape[:-2])
    shape = own if call.values["shape"] is NONE else call.sizes("shape")
    if own is not None and shape is not None:
        broadcast_to(own, shape)
    dtype, _ = promoted_arrays((mean, cov))
    known = call.values["dtype"] is not NONE or kind_of(dtype) == "float"
    return call.result(
        None if shape is None else (*shape, size), call.dtype("dtype", dtype) if known else None, weak=False
    )


_SHAPE: Final = "key, shape=(), dtype=None, *, out_sharding=None, mode=None"
_OF: Final = ", shape=None, dtype=None"

RANDOM: Final[Mapping[str, tuple[str, Rule]]] = {
    **KEYS,
    **dict.fromkeys(("normal", "gumbel", "exponential", "laplace", "logistic", "cauchy"), (_SHAPE, plain(FLOAT))),
    "uniform": (
        "key, shape=(), dtype=None, minval=0.0, maxval=1.0, *, out_sharding=None",
        plain(FLOAT, "minval", "maxval"),
    ),
    "randint": ("key, shape, minval, maxval, dtype=None, *, out_sharding=None", randint),
    "rademacher": ("key, shape=(), dtype=None", plain(INT)),
    "truncated_normal": (
        "key, lower, upper, shape=None, dtype=None, *, out_sharding=None",
        parametric(FLOAT, "lower", "upper"),
    ),
    "gamma": (f"key, a{_OF}", parametric(FLOAT, "a")),
    "loggamma": (f"key, a{_OF}", parametric(FLOAT, "a")),
    "beta": (f"key, a, b{_OF}", parametric(FLOAT, "a", "b")),
    "chisquare": (f"key, df{_OF}", parametric(FLOAT, "df")),
    "f": (f"key, dfnum, dfden{_OF}", parametric(FLOAT, "dfnum", "dfden")),
    "maxwell": ("key, shape=(), dtype=None", plain(FLOAT)),
    "lognormal": ("key, sigma=1.0, shape=None, dtype=None", parametric(FLOAT, "sigma")),
    "triangular": ("key, left, mode, right, shape=None, dtype=None", parametric(FLOAT, "left", "mode", "right")),
    "weibull_min": ("key, scale, concentration, shape=(), dtype=None", _weibull),
    "generalized_normal": ("key, p, shape=(), dtype=None", plain(FLOAT)),
    "wald": ("key, mean, shape=None, dtype=None", parametric(FLOAT, "mean")),
    "orthogonal": ("key, n, shape=(), dtype=None, *, m=None", orthogonal),
    "ball": ("key, d, p=2, shape=(), dtype=None", ball),
    "binomial": ("key, n, p, shape=None, dtype=None", parametric(FLOAT, "n", "p")),
    "t": ("key, df, shape=None, dtype=None", student),
    "pareto": (f"key, b{_OF}", parametric(FLOAT, "b")),
    "rayleigh": (f"key, scale{_OF}", parametric(FLOAT, "scale")),
    "dirichlet": (f"key, alpha{_OF}", parametric(FLOAT, "alpha", core=1)),
    "poisson": (f"key, lam{_OF}", parametric(INT, "lam")),
    "geometric": (f"key, p{_OF}", parametric(INT, "p")),
    "bernoulli": ("key, p=0.5, shape=None, mode='low'", bernoulli),
    "categorical": ("key, logits, axis=-1, shape=None, replace=True, mode=None", categorical),
    "permutation": ("key, x, axis=0, independent=False, *, out_sharding=None", permutation),
    "choice": ("key, a, shape=(), replace=True, p=None, axis=0, mode=None", choice),
    "multivariate_normal": ("key, mean, cov, shape=None, dtype=None, method='cholesky'", multivariate_normal),
}
"""Functions of `jax.random`, each with its signature."""
