"""The public function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final, cast

import jax

from ..parameters import rewrap
from .call_plan import Plans
from .returns import Separator
from .separated import FlatJit, InPlace, Separated, in_place
from .shared import shared
from .snapshot import snapshot
from .static_leaves import Named
from .traced_leaves import class_of
from .wrapped_function import Function

_JIT: Final[Any] = cast("Any", jax).jit
_OF_STRUCTURE: Final = ("in_shardings", "out_shardings", "abstracted_axes")
"""Options of `jax.jit` that follow the structure of the arguments or the return value."""


def auto_static(wrapper: Callable[..., Any], /) -> Callable[..., Any]:
    """Return a wrapper like ``wrapper`` whose functions take and return anything: what cannot be traced is static.

    ``jit = jdc.auto_static(jax.jit)``, then ``@jit`` or ``jit(fun, donate_argnums=0)``. Works for `jax.jit`,
    `jax.vmap`, `jax.pmap`, `jax.checkpoint`, `jax.grad`, a `functools.partial` of one, and whatever else takes a
    function first and returns one.

    Arguments are taken apart into leaves. Arrays, numbers and whatever else JAX accepts are traced; strings,
    functions, enums, dtypes and all other objects are static, and so is all under ``apply`` and ``aux`` of a
    structure tree. A static value is compared by type, state and ``==``, so that one changed in place is noticed, and
    so are changes of what the function is bound to, and of plain data in the variables that it encloses.
    Static leaves of the return value come back as they are. ``docs/auto_static.md`` has the rules.

    The wrapper that is returned takes the options of ``wrapper``, and:

    - ``static_argnums``, ``static_argnames``: arguments that are static wholly, numbers and arrays as well.
    - ``static_returns``: one or more indices of a returned tuple that are static wholly.

    A function wrapped with `jax.jit` has ``lower``, ``trace``, ``eval_shape`` and ``clear_cache``.

    Raises:
        TypeError: a generator function or `async def` is wrapped; or in a call: a static argument holds a tracer,
            or a static return value depends on one.
        ValueError: an option names an argument or a return value that the function does not have; a static
            object that the function made was changed in place and would now be returned; or a 64-bit NumPy array
            in a static object was, while another function keeps JAX's constant of it.

    """
    base, defaults = _innermost(wrapper)
    if "auto_static" in _parameters(base):  # jdc.jit, which adds what annotations say
        return functools.partial(wrapper, auto_static=True)

    def wrap(fun: Any = None, /, *positional: Any, **options: Any) -> Any:
        if fun is None:
            return functools.partial(wrap, **options)
        return rewrap(fun, lambda inner: _separated(base, inner, positional, {**defaults, **options}))

    return functools.wraps(wrapper)(wrap) if hasattr(wrapper, "__name__") else wrap


def _innermost(wrapper: Any) -> tuple[Callable[..., Any], dict[str, Any]]:
    """Return what a partial wraps, and its options."""
    if not issubclass(class_of(wrapper), functools.partial) or wrapper.args:
        return wrapper, {}
    base, options = _innermost(wrapper.func)
    return base, {**options, **wrapper.keywords}


def _parameters(wrapper: Callable[..., Any]) -> Iterable[str]:
    try:
        return inspect.signature(wrapper).parameters
    except (TypeError, ValueError):
        return ()


def _separated(
    wrapper: Callable[..., Any], fun: Callable[..., Any], positional: tuple[Any, ...], options: dict[str, Any]
) -> Callable[..., Any]:
    function = Function(fun)
    function.check_returns()
    broadcasted = options.pop("static_broadcasted_argnums", None)  # what jax.pmap calls them
    numbers = options.pop("static_argnums", broadcasted)
    static = function.arguments("static", numbers, options.pop("static_argnames", None))
    returns = options.pop("static_returns", ())
    indices = (returns,) if isinstance(returns, int) else tuple(returns)
    separator = Separator(function.name, indices)
    donated = Named()
    is_flat = wrapper is _JIT and not any(name in options for name in _OF_STRUCTURE)
    if is_flat:
        donated = function.arguments(
            "donate", options.pop("donate_argnums", None), options.pop("donate_argnames", None)
        )

    def make() -> Separated:
        plans = Plans(function, static, donated)
        if is_flat:
            return FlatJit(function, plans, separator, options)
        if "in_shardings" in options:
            options["in_shardings"] = function.with_static(options["in_shardings"], static)
        return InPlace(
            plans,
            lambda vector: wrapper(in_place(function, separator, plans.codes.own, vector), *positional, **options),
        )

    if getattr(wrapper, "__module__", "").partition(".")[0] != "jax":  # may do something else each time
        return make().function(fun)
    named = [sorted(part) for part in (*static, *donated)]
    key = snapshot([wrapper, indices, named, positional, sorted(options.items())])
    return shared(fun, key, make).function(fun)
