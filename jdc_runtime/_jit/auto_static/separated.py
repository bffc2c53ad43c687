"""The functions that `auto_static` returns: they split each call, so that the wrapper gets the traced leaves."""

from __future__ import annotations

import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, cast

import jax

from .call_plan import Plans
from .constants import Array, TracedArrays, check_nested, forget_all, register, without_stale
from .jax_trees import flatten, map_leaves, unflatten
from .returns import GivenValues, Returned, Separator, Static, is_static
from .stages import Call, Lowered, Traced
from .stand_in_names import Name, add
from .static_cases import Case, Plan
from .versions import Code, Vector, adopt, check_code, uses, versions
from .wrapped_function import Function

Arguments = tuple[Any, ...]
Keywords = dict[str, Any]
_STAGES: Final = ("lower", "trace", "eval_shape", "clear_cache")


class Separated(ABC):
    """A wrapped function. Subclasses say how its calls are handed to the wrapper."""

    def __init__(self, plans: Plans, wrapped: Any) -> None:
        self._plans = plans
        self._stages = [stage for stage in _STAGES if hasattr(wrapped, stage)]
        register(self)

    @abstractmethod
    def forget(self, arrays: list[Array]) -> None:
        """Drop all programs if one was traced with one of the arrays."""

    def function(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Return what replaces ``fun``: a plain function, which is called fastest and binds as a method."""
        call = self.caller()
        for stage in self._stages:
            setattr(call, stage, getattr(self, stage))
        return functools.update_wrapper(call, fun, updated=())  # the attributes of ``fun`` may be such stages

    def caller(self) -> Callable[..., Any]:
        """Return the function that is called."""

        def call(*args: Any, **kwargs: Any) -> Any:
            call = self.separate(args, kwargs)
            return self.restore(call.wrapped(*call.args, **call.kwargs), call.given)

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
        return Lowered(self, call, call.wrapped.lower(*call.args, **call.kwargs))

    def trace(self, /, *args: Any, **kwargs: Any) -> Traced:
        """See `jax.stages.Wrapped.trace`."""
        call = self.separate(args, kwargs)
        return Traced(self, call, call.wrapped.trace(*call.args, **call.kwargs))

    def eval_shape(self, /, *args: Any, **kwargs: Any) -> Any:
        """Return what the function does, with `jax.ShapeDtypeStruct` in place of arrays."""
        call = self.separate(args, kwargs)
        return self.restore(call.wrapped.eval_shape(*call.args, **call.kwargs), call.given)

    @abstractmethod
    def clear_cache(self) -> None:
        """Forget all that was traced and compiled."""


class FlatJit(Separated):
    """Hands `jax.jit` a name for all that is static, and the other leaves without structure: the shortest way."""

    def __init__(self, function: Function, plans: Plans, separator: Separator, options: Keywords) -> None:
        fun = function.fun

        def run(name: Name[Case], kept: Sequence[Any], donated: Sequence[Any] = ()) -> Any:
            case = name.content
            opaque = without_stale(case.opaque)
            args, kwargs = case.layout.merge(case.atoms, opaque, kept, donated)
            value = fun(*args, **kwargs)
            adopt(case.codes, case.vector)
            return separator.flat(value, opaque, case.atoms)

        run.__name__ = run.__qualname__ = function.name
        shown: Any = (
            run  # errors of JAX show where the function is, but its own parameters must not be taken for ours
        )
        shown.__signature__, shown.__wrapped__ = inspect.signature(run), fun
        donated = {"donate_argnums": 2} if plans.donates else {}
        self._wrapped = cast("Any", jax).jit(run, static_argnums=0, **donated, **options)
        super().__init__(plans, self._wrapped)

    def caller(self) -> Callable[..., Any]:
        """See `Separated.caller`."""
        plans, wrapped, opaque_case = self._plans, self._wrapped, self._opaque_case
        known, look_closer, donates, orders = plans.known, plans.look_closer, plans.donates, plans.orders

        def call(*args: Any, **kwargs: Any) -> Any:
            if orders:
                args, kwargs = plans.order(args, kwargs)
            leaves, treedef = flatten((args, kwargs))
            plan = known.get((treedef, tuple(map(type, leaves)))) or look_closer(args, kwargs, leaves, treedef)
            if (case := plan.only) is not None:
                if case.codes:
                    case = case.now()
                returned = wrapped(case.name, leaves)
                return returned.name.content.restore(returned.leaves, ()) if type(returned) is Returned else returned
            opaque = plan.take_opaque(leaves)
            if opaque:
                case = opaque_case(plan, leaves, args, kwargs)
            else:
                atoms = plan.take_atoms(leaves)
                case = plan.known.get(atoms) or plan.add_case(atoms)
            if case.codes:
                case = case.now()
            if donates:
                returned = wrapped(case.name, plan.take_kept(leaves), plan.take_donated(leaves))
            else:
                returned = wrapped(case.name, plan.take_kept(leaves))
            return returned.name.content.restore(returned.leaves, opaque) if type(returned) is Returned else returned

        return call

    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """See `Separated.separate`."""
        args, kwargs = self._plans.order(args, kwargs)
        leaves, plan = self._plans.find(args, kwargs)
        opaque = plan.take_opaque(leaves)
        case = self._opaque_case(plan, leaves, args, kwargs) if opaque else plan.add_case(plan.take_atoms(leaves))
        case = case.now() if case.codes else case
        if plan.only is not None:
            return Call(self._wrapped, (case.name, leaves), {}, (), 1, case)
        dynamic = (plan.take_kept(leaves), plan.take_donated(leaves))
        return Call(self._wrapped, (case.name, *dynamic[: 1 + self._plans.donates]), {}, opaque, 1, case)

    def _opaque_case(self, plan: Plan, leaves: Sequence[Any], args: Arguments, kwargs: Keywords) -> Case:
        opaque = plan.take_opaque(leaves)
        read = self._plans.read(plan.layout.opaque, opaque, args, kwargs)
        return plan.opaque_case(plan.take_atoms(leaves), opaque, read)

    def forget(self, arrays: list[Array]) -> None:
        """See `Separated.forget`."""
        if self._plans.forget(arrays):
            self._wrapped.clear_cache()

    def clear_cache(self) -> None:
        """See `Separated.clear_cache`."""
        self._plans.clear()
        self._wrapped.clear_cache()

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""
        return value.name.content.restore(value.leaves, given) if type(value) is Returned else value


def in_place(function: Function, separator: Separator, own: tuple[Code, ...], vector: Vector) -> Callable[..., Any]:
    """Return the function for `InPlace` to wrap, in one state of its ``own`` code."""
    fun = function.fun

    @functools.wraps(fun)
    def run(*args: Any, **kwargs: Any) -> Any:
        leaves, treedef = flatten((args, kwargs), is_leaf=is_static)
        static: GivenValues | None = next((leaf.name.content for leaf in leaves if is_static(leaf)), None)
        given: Sequence[Any] = () if static is None else without_stale(static.values)
        merged = [given[leaf.index] if is_static(leaf) else leaf for leaf in leaves]
        args, kwargs = unflatten(treedef, merged)
        value = fun(*args, **kwargs)
        adopt(own, vector)
        if static is not None:
            adopt(static.codes, static.vector)
        return separator.in_place(value, given)

    return run


class InPlace(Separated):
    """Hands a wrapper trees of the same structure, a node without leaves in place of each static leaf.

    So whatever the wrapper takes per argument, or as a tree, is what it is without `auto_static`.
    """

    def __init__(self, plans: Plans, wrap: Callable[[Vector], Any]) -> None:
        self._wrap = wrap
        self._given: dict[Hashable, GivenValues] = {}
        vector = versions(plans.codes.own)
        self._by_vector: dict[Vector, Any] = {vector: wrap(vector)}
        super().__init__(plans, self._by_vector[vector])

    def _now(self) -> Any:
        """Return what is wrapped, in the present state of the function."""
        vector = versions(self._plans.codes.own)
        wrapped = self._by_vector.get(vector)
        if wrapped is None:
            check_code(self._plans.codes.own)
            wrapped = add(self._by_vector, vector, self._wrap(vector))
        return wrapped

    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """See `Separated.separate`."""
        leaves, plan = self._plans.find(args, kwargs)
        given = [leaves[index] for index in plan.layout.static]
        read = self._plans.read(plan.layout.static, given, args, kwargs)
        codes = self._plans.codes.of(read.codes)
        vector = versions(codes)
        contents = (plan.layout.keys, read.contents, vector)
        static = self._given.get(contents)
        if static is not None and (changed := static.arrays.changed(read.arrays)):
            forget_all(changed)
            static = None
        if static is None:
            check_nested(read.arrays, given)
            check_code(codes)
            static = add(self._given, contents, GivenValues(TracedArrays(read.arrays), codes, vector))
        static.values = given
        for number, index in enumerate(plan.layout.static):
            leaves[index] = Static(static.name, number)
        taken_args, taken_kwargs = unflatten(plan.layout.treedef, leaves)
        return Call(self._now(), taken_args, taken_kwargs, given, 0, static)

    def forget(self, arrays: list[Array]) -> None:
        """See `Separated.forget`."""
        own = uses(self._plans.codes.own, arrays)
        if own or any(static.uses(arrays) for static in list(self._given.values())):
            self._given.clear()
            self._by_vector.clear()  # not every wrapper has a way to forget

    def clear_cache(self) -> None:
        """See `Separated.clear_cache`."""
        self._plans.clear()
        for wrapped in self._by_vector.values():
            wrapped.clear_cache()

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""

        def restored(leaf: Any) -> Any:
            return leaf.get(given) if is_static(leaf) else leaf

        return map_leaves(restored, value, is_leaf=is_static)
