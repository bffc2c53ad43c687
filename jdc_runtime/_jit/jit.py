"""`jit`: `jax.jit` that reads which arguments are static from their annotations."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any, Final, cast

import jax

from .._dataclass.name_scope import Scope
from .._dataclass.static_markers import Marker, find_marker
from .parameters import parameters_of, rewrap, same_arguments

_VARIADIC: Final = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def jit(fun: Callable[..., Any] | None = None, *, auto_static: bool = False, **options: Any) -> Any:
    """`jax.jit`, with arguments annotated ``Static[...]`` as static ones: ``@jdc.jit`` or with keywords.

    ``def f(x: jax.Array, n: jdc.Static[int])``. The keywords are those of `jax.jit`; ``static_argnums`` and
    ``static_argnames`` add to the annotations. The result is what `jax.jit` returns, so it is dispatched as
    fast, binds as a method, and has ``lower``, ``trace``, ``eval_shape`` and ``clear_cache``.

    With ``auto_static=True`` everything else that cannot be traced is static too, see `auto_static`.

    Raises:
        TypeError: ``Static[...]`` inside another annotation, on ``*args`` or ``**kwargs``, or under a name that
            does not exist at run time.

    """
    if fun is None:
        return functools.partial(jit, auto_static=auto_static, **options)
    return rewrap(fun, lambda inner: _jitted(inner, auto_static, options))


def _jitted(fun: Callable[..., Any], separates: bool, options: dict[str, Any]) -> Any:
    static = _static_parameters(fun)
    merged = _merge(fun, static, options) if static else options
    wrapper: Any = cast("Any", jax).jit
    if separates:
        from .auto_static import auto_static  # noqa: PLC0415 - thirty modules that few programs need

        wrapper = auto_static(wrapper)
    return wrapper(fun, **merged)


def _static_parameters(fun: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that are annotated as static."""
    scope = Scope.of_function(_innermost(fun))
    return [p.name for p in parameters_of(fun) if _is_static(fun, p, scope)]


def _innermost(fun: Any) -> Any:
    """Return the function whose module the annotations are written in."""
    fun = inspect.unwrap(fun)
    if isinstance(fun, functools.partial):
        return _innermost(cast("Any", fun).func)
    if inspect.ismethod(fun):
        return _innermost(fun.__func__)
    if isinstance(fun, type):
        return inspect.unwrap(cast("Any", fun).__init__)
    return fun if inspect.isfunction(fun) else getattr(cast("type[object]", type(fun)), "__call__", fun)  # noqa: B004


def _is_static(fun: Callable[..., Any], parameter: Parameter, scope: Scope) -> bool:
    if parameter.annotation is Parameter.empty:
        return False
    marker = find_marker(parameter.annotation, scope)
    where = f'parameter "{parameter.name}" of "{getattr(fun, "__qualname__", repr(fun))}"'
    if marker is Marker.NESTED:
        raise TypeError(
            f"{where}: Static[...] has no effect inside another annotation; put it outermost, as in "
            f"`{parameter.name}: jdc.Static[int | None]`"
        )
    if marker is Marker.UNRESOLVED:
        raise TypeError(
            f"{where}: the static marker cannot be resolved when the function is defined; import Static, and aliases "
            "of it, outside of `if TYPE_CHECKING:`, define aliases above the function, or write "
            f'jdc.jit(static_argnames="{parameter.name}")'
        )
    if marker is Marker.STATIC and parameter.kind in _VARIADIC:
        stars = "*" if parameter.kind is Parameter.VAR_POSITIONAL else "**"
        raise TypeError(
            f"{where}: jax.jit cannot make all of `{stars}{parameter.name}` static; take one parameter, "
            f"`{parameter.name}: jdc.Static[tuple[...]]`, or name the positions with static_argnums"
        )
    return marker is Marker.STATIC


def _merge(fun: Callable[..., Any], static: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """Add static parameters to the options of `jax.jit`.

    Positions and names both: where only one is given, `jax.jit` infers the other, but not where both are.
    """
    names = options.get("static_argnames")
    given = () if names is None else (names,) if isinstance(names, str) else names
    numbers, names = same_arguments(parameters_of(fun), options.get("static_argnums"), (*given, *static))
    return {**options, "static_argnums": tuple(numbers), "static_argnames": tuple(names)}
