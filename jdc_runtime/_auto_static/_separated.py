"""What `auto_static` returns: functions that take their calls apart, for a wrapper to take what is traced."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import jax
from jax.tree_util import tree_flatten, tree_map, tree_unflatten

from ._function import Function
from ._plan import Key, Plans, Values
from ._returns import Given, Returned, Separator, Static, is_static
from ._stages import Call, Lowered, Traced

Arguments = tuple[Any, ...]
Keywords = dict[str, Any]
_STAGES: Final = ("lower", "trace", "eval_shape", "clear_cache")


class Separated(ABC):
    """A wrapped function. Subclasses say how its calls are handed to the wrapper."""

    def __init__(self, plans: Plans, wrapped: Any) -> None:
        self._plans = plans
        self._wrapped = wrapped

    def function(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Return what replaces ``fun``: a plain function, which is called fastest and binds as a method."""
        call = self.caller()
        for stage in _STAGES:
            if hasattr(self._wrapped, stage):
                setattr(call, stage, getattr(self, stage))
        return functools.update_wrapper(call, fun, updated=())  # the attributes of ``fun`` may be such stages

    def caller(self) -> Callable[..., Any]:
        """Return the function that is called."""

        def call(*args: Any, **kwargs: Any) -> Any:
            call = self.separate(args, kwargs)
            return self.restore(self._wrapped(*call.args, **call.kwargs), call.given)

        return call

    @abstractmethod
    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """Return what the wrapper is called with for a call of the function."""

    @abstractmethod
    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """Return the value of the function for what the wrapper returned."""

    def lower(self, /, *args: Any, **kwargs: Any) -> Lowered:
        """See `jax.stages.Wrapped.lower`; what it compiles takes the arguments of the function, static ones too."""
        call = self.separate(args, kwargs)
        return Lowered(self, call, self._wrapped.lower(*call.args, **call.kwargs))

    def trace(self, /, *args: Any, **kwargs: Any) -> Traced:
        """See `jax.stages.Wrapped.trace`."""
        call = self.separate(args, kwargs)
        return Traced(self, call, self._wrapped.trace(*call.args, **call.kwargs))

    def eval_shape(self, /, *args: Any, **kwargs: Any) -> Any:
        """Return what the function does, with `jax.ShapeDtypeStruct` in place of arrays."""
        call = self.separate(args, kwargs)
        return self.restore(self._wrapped.eval_shape(*call.args, **call.kwargs), call.given)

    def clear_cache(self) -> None:
        """Forget all that was traced and compiled."""
        self._plans.clear()
        self._wrapped.clear_cache()


class FlatJit(Separated):
    """Hands `jax.jit` a static key and the other leaves, without structure: the shortest way.

    `jax.jit` finds the program by the key, and bounds and frees what it keeps by its own rules.
    """

    def __init__(self, function: Function, plans: Plans, separator: Separator, options: Keywords) -> None:
        fun = function.fun

        def run(key: Key, kept: Sequence[Any], donated: Sequence[Any] = ()) -> Any:
            layout, atoms, *compared = key
            values: Values | None = compared[1] if compared else None
            opaque = () if values is None else values.values
            args, kwargs = layout.merge(atoms, opaque, kept, donated)
            return separator.flat(fun(*args, **kwargs), opaque)

        run.__name__ = run.__qualname__ = function.name
        donated = {"donate_argnums": 2} if plans.donates else {}
        super().__init__(plans, cast("Any", jax).jit(run, static_argnums=0, **donated, **options))

    def caller(self) -> Callable[..., Any]:
        """See `Separated.caller`."""
        with_opaque, plans, wrapped = super().caller(), self._plans, self._wrapped
        known, look_closer, donates = plans.known, plans.look_closer, plans.donates

        def call(*args: Any, **kwargs: Any) -> Any:
            leaves, treedef = tree_flatten((args, kwargs))
            plan = known.get((treedef, tuple(map(type, leaves)))) or look_closer(args, kwargs, leaves, treedef)
            if plan.layout.opaque:
                return with_opaque(*args, **kwargs)
            key = (plan.layout, plan.take_atoms(leaves))
            if donates:
                returned = wrapped(key, plan.take_kept(leaves), plan.take_donated(leaves))
            else:
                returned = wrapped(key, plan.take_kept(leaves))
            return returned.spec.restore(returned.leaves, ()) if type(returned) is Returned else returned

        return call

    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """See `Separated.separate`."""
        leaves, plan = self._plans.find(args, kwargs)
        opaque = plan.take_opaque(leaves)
        key: Key = (plan.layout, plan.take_atoms(leaves))
        if opaque:
            key = (*key, self._plans.snapshots(plan.layout.opaque, opaque, args, kwargs), Values(opaque))
        dynamic = (plan.take_kept(leaves), plan.take_donated(leaves))
        return Call((key, *dynamic[: 1 + self._plans.donates]), {}, opaque, static=1)

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""
        return value.spec.restore(value.leaves, given) if type(value) is Returned else value


def in_place(function: Function, separator: Separator) -> Callable[..., Any]:
    """Return the function for `InPlace` to wrap."""
    fun = function.fun

    @functools.wraps(fun)
    def run(*args: Any, **kwargs: Any) -> Any:
        leaves, treedef = tree_flatten((args, kwargs), is_leaf=is_static)
        values = {leaf.part.index: leaf.value for leaf in leaves if is_static(leaf)}
        given = [values.get(index) for index in range(max(values, default=-1) + 1)]
        merged = [leaf.value if is_static(leaf) else leaf for leaf in leaves]
        args, kwargs = tree_unflatten(treedef, merged)
        return separator.in_place(fun(*args, **kwargs), given)

    return run


class InPlace(Separated):
    """Hands a wrapper trees of the same structure, a node without leaves in place of each static leaf.

    So whatever the wrapper takes per argument, or as a tree, is what it is without `auto_static`.
    """

    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """See `Separated.separate`."""
        leaves, plan = self._plans.find(args, kwargs)
        given = [leaves[index] for index in plan.layout.static]
        contents = self._plans.snapshots(plan.layout.static, given, args, kwargs)
        for number, (index, content) in enumerate(zip(plan.layout.static, contents, strict=True)):
            leaves[index] = Static(Given(number), content, leaves[index])
        taken_args, taken_kwargs = tree_unflatten(plan.layout.treedef, leaves)
        return Call(taken_args, taken_kwargs, given, static=0)

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""
        return tree_map(lambda leaf: leaf.part.get(given) if is_static(leaf) else leaf, value, is_leaf=is_static)
