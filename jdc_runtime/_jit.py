"""`jit`: `jax.jit` that reads which arguments are static from their annotations."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from inspect import Parameter
from typing import Any, Final, cast

import jax

from ._hints import Marker, find_marker
from ._scope import Scope

_POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_BY_KEYWORD: Final = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
_VARIADIC: Final = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def jit(fun: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """`jax.jit`, with arguments annotated ``Static[...]`` as static ones: ``@jdc.jit`` or with keywords.

    ``def f(x: jax.Array, n: jdc.Static[int])``. The keywords are those of `jax.jit`; ``static_argnums`` and
    ``static_argnames`` add to the annotations. The result is what `jax.jit` returns, so it is dispatched as
    fast, binds as a method, and has ``lower``, ``trace``, ``eval_shape`` and ``clear_cache``.

    Raises:
        TypeError: ``Static[...]`` inside another annotation, on ``*args`` or ``**kwargs``, or under a name that
            does not exist at run time.

    """
    if fun is None:
        return functools.partial(jit, **options)
    if isinstance(fun, classmethod | staticmethod):
        inner = cast("classmethod[Any, ..., Any] | staticmethod[..., Any]", fun)
        return type(inner)(jit(inner.__func__, **options))
    static = _static_parameters(fun)
    return cast("Any", jax).jit(fun, **(_merge(fun, static, options) if static else options))


def _static_parameters(fun: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that are annotated as static."""
    scope = Scope.of_function(_innermost(fun))
    return [p.name for p in _parameters(fun) if _is_static(fun, p, scope)]


def _parameters(fun: Callable[..., Any]) -> list[Parameter]:
    try:
        return list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):  # not written in Python, or no callable, which jax.jit words itself
        return []


def _innermost(fun: Any) -> Any:
    """Return the function whose module the annotations are written in."""
    fun = inspect.unwrap(fun)
    if isinstance(fun, functools.partial):
        return _innermost(cast("Any", fun).func)
    if inspect.ismethod(fun):
        return _innermost(fun.__func__)
    if isinstance(fun, type):
        return cast("Any", fun).__init__
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
            f"{where}: the static marker cannot be resolved when the function is defined; import Static outside of "
            f'`if TYPE_CHECKING:`, or write jdc.jit(static_argnames="{parameter.name}")'
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
    parameters = _parameters(fun)
    positional = [p.name for p in parameters if p.kind in _POSITIONAL]
    by_keyword = {p.name for p in parameters if p.kind in _BY_KEYWORD}
    numbers = set(_numbers(options.get("static_argnums"), len(positional)))
    names = set(_names(options.get("static_argnames"))) | set(static)
    names |= {positional[number] for number in numbers if 0 <= number < len(positional)}
    numbers |= {index for index, name in enumerate(positional) if name in names}
    unknown = names.difference(positional)
    return {
        **options,
        "static_argnums": tuple(sorted(numbers)),
        "static_argnames": tuple(sorted((names & by_keyword) | unknown)),
    }


def _numbers(given: int | Iterable[int] | None, count: int) -> Iterable[int]:
    numbers = () if given is None else (given,) if isinstance(given, int) else given
    return (number + count if -count <= number < 0 else number for number in numbers)


def _names(given: str | Iterable[str] | None) -> Iterable[str]:
    return () if given is None else (given,) if isinstance(given, str) else given
