"""Decorators that hand an organizer to functions which make modules, and to functions which apply them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import jax

from jdc_runtime.random._context import as_key, keys, split

from ._errors import StructureError
from ._organizer import StateOrganizer, apply_organizer
from ._tree import Config, Module, StructureTree

_P = ParamSpec("_P")
_R = TypeVar("_R")
_RNG = "rng"


def organized_init(init: Callable[Concatenate[StateOrganizer, _P], None]) -> Callable[_P, Module]:
    """Make a function that fills an organizer one that returns a module.

    ``def Layer(organizer, width): ...`` becomes ``Layer(width) -> (tree, global_config)``.

    Raises:
        StructureError: when called, if the function returns something.

    """

    @functools.wraps(init)
    def make(*args: _P.args, **kwargs: _P.kwargs) -> Module:
        organizer = StateOrganizer()
        _returns_nothing(init, cast("Any", init)(organizer, *args, **kwargs))
        return organizer.create_module()

    return _without_organizer(make, init, [])


def organized_init_with_rng(init: Callable[Concatenate[StateOrganizer, _P], None]) -> Callable[_P, Module]:
    """`organized_init` for functions with a parameter ``rng``; layers that are made in them need no key.

    ``rng`` is a key or a seed. Without it, or with None, the key is taken from the block of `random.keys` around.
    The function runs in a block of its own, and gets a key that is independent of those that the block hands out.

    Raises:
        TypeError: the function has no parameter ``rng``.
        KeyContextError: when called, if there is no ``rng`` and no block of `random.keys` around.

    """
    signature = inspect.signature(init)
    if _RNG not in signature.parameters:
        raise TypeError(
            f'"{_name(init)}" has no parameter `rng`; add `rng: jax.Array | int | None = None`, or use '
            "organized_init for a module that needs no random keys"
        )

    @functools.wraps(init)
    def make(*args: _P.args, **kwargs: _P.kwargs) -> Module:
        organizer = StateOrganizer()
        bound = signature.bind_partial(organizer, *args, **kwargs)
        given = bound.arguments.get(_RNG)
        own, inner = jax.random.split(split() if given is None else as_key(given))
        bound.arguments[_RNG] = own
        with keys(inner):
            _returns_nothing(init, cast("Any", init)(*bound.args, **bound.kwargs))
        return organizer.create_module()

    return _without_organizer(make, init, [])


def organized_apply(
    function: Callable[Concatenate[StateOrganizer, _P], _R],
) -> Callable[Concatenate[StructureTree, Config, _P], tuple[StructureTree, _R]]:
    """Make ``def apply(organizer, x)`` an ``apply(tree, global_config, x) -> (tree, output)``.

    The tree that is returned has the state that the function, and the submodules it called, left in the organizer.
    Values can be renewed in it; new names cannot be made.
    """

    @functools.wraps(function)
    def apply(
        tree: StructureTree, global_config: Config, /, *args: _P.args, **kwargs: _P.kwargs
    ) -> tuple[StructureTree, _R]:
        organizer = apply_organizer(tree, global_config)
        output = function(organizer, *args, **kwargs)
        return organizer.get_state(), output

    return _without_organizer(apply, function, ["tree", "global_config"])


def _without_organizer(
    wrapper: Callable[_P, _R], function: Callable[..., Any], leading: list[str]
) -> Callable[_P, _R]:
    """Describe a wrapper by the signature of its function, with other leading parameters."""
    described: Any = wrapper
    del described.__wrapped__
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    if not parameters:
        name = _name(function)
        raise TypeError(f'"{name}" has no parameter for the organizer; write `def {name}(organizer)`')
    first = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in leading]
    described.__signature__ = signature.replace(
        parameters=[*first, *parameters[1:]], return_annotation=inspect.Signature.empty
    )
    return wrapper


def _returns_nothing(init: Callable[..., Any], returned: object) -> None:
    if returned is not None:
        raise StructureError(
            f'"{_name(init)}" returned a {type(returned).__name__}; a function under organized_init fills the '
            "organizer and returns nothing, the module is made of it"
        )


def _name(function: object) -> str:
    return getattr(function, "__name__", None) or repr(function)
