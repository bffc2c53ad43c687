"""What `auto_static` returns: functions that take their calls apart, for a wrapper to take what is traced."""

from __future__ import annotations

import functools
import inspect
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, cast
from weakref import WeakSet

import jax

from ._constants import Array, TracedArrays, check_constants, without_stale
from ._function import Function
from ._names import Name, add
from ._plan import Case, Plan, Plans
from ._returns import GivenValues, Returned, Separator, Static, is_static
from ._stages import Call, Lowered, Traced
from ._trees import flatten, map_leaves, unflatten

Arguments = tuple[Any, ...]
Keywords = dict[str, Any]
_STAGES: Final = ("lower", "trace", "eval_shape", "clear_cache")


_adding: Final = threading.Lock()
_all: Final[WeakSet[Separated]] = WeakSet()


def forget_all(arrays: list[Array]) -> None:
    """Drop the programs of all functions that were traced with one of the arrays."""
    with _adding:
        functions = list(_all)
    for function in functions:
        function.forget(arrays)


class Separated(ABC):
    """A wrapped function. Subclasses say how its calls are handed to the wrapper."""

    def __init__(self, plans: Plans, wrapped: Any) -> None:
        self._plans = plans
        self._wrapped = wrapped
        with _adding:
            _all.add(self)

    @abstractmethod
    def forget(self, arrays: list[Array]) -> None:
        """Drop all programs if one was traced with one of the arrays."""

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
    """Hands `jax.jit` a name for all that is static, and the other leaves without structure: the shortest way."""

    def __init__(self, function: Function, plans: Plans, separator: Separator, options: Keywords) -> None:
        fun = function.fun

        def run(name: Name[Case], kept: Sequence[Any], donated: Sequence[Any] = ()) -> Any:
            case = name.content
            opaque = without_stale(case.opaque)
            args, kwargs = case.layout.merge(case.atoms, opaque, kept, donated)
            return separator.flat(fun(*args, **kwargs), opaque, case.atoms)

        run.__name__ = run.__qualname__ = function.name
        shown: Any = (
            run  # errors of JAX show where the function is, but its own parameters must not be taken for ours
        )
        shown.__signature__, shown.__wrapped__ = inspect.signature(run), fun
        donated = {"donate_argnums": 2} if plans.donates else {}
        super().__init__(plans, cast("Any", jax).jit(run, static_argnums=0, **donated, **options))

    def caller(self) -> Callable[..., Any]:
        """See `Separated.caller`."""
        plans, wrapped, opaque_case = self._plans, self._wrapped, self._opaque_case
        known, look_closer, donates, orders = plans.known, plans.look_closer, plans.donates, plans.orders

        def call(*args: Any, **kwargs: Any) -> Any:
            if orders:
                args, kwargs = plans.order(args, kwargs)
            leaves, treedef = flatten((args, kwargs))
            plan = known.get((treedef, tuple(map(type, leaves)))) or look_closer(args, kwargs, leaves, treedef)
            opaque = plan.take_opaque(leaves)
            if opaque:
                case = opaque_case(plan, leaves, args, kwargs)
            else:
                atoms = plan.take_atoms(leaves)
                case = plan.known.get(atoms) or plan.add_case(atoms)
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
        dynamic = (plan.take_kept(leaves), plan.take_donated(leaves))
        return Call((case.name, *dynamic[: 1 + self._plans.donates]), {}, opaque, 1, case)

    def _opaque_case(self, plan: Plan, leaves: Sequence[Any], args: Arguments, kwargs: Keywords) -> Case:
        opaque = plan.take_opaque(leaves)
        read = self._plans.read(plan.layout.opaque, opaque, args, kwargs)
        return plan.opaque_case(plan.take_atoms(leaves), opaque, read, forget_all)

    def forget(self, arrays: list[Array]) -> None:
        """See `Separated.forget`."""
        if self._plans.forget(arrays):
            self._wrapped.clear_cache()

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""
        return value.name.content.restore(value.leaves, given) if type(value) is Returned else value


def in_place(function: Function, separator: Separator) -> Callable[..., Any]:
    """Return the function for `InPlace` to wrap."""
    fun = function.fun

    @functools.wraps(fun)
    def run(*args: Any, **kwargs: Any) -> Any:
        leaves, treedef = flatten((args, kwargs), is_leaf=is_static)
        given: Sequence[Any] = next((leaf.name.content.values for leaf in leaves if is_static(leaf)), ())
        merged = [given[leaf.index] if is_static(leaf) else leaf for leaf in leaves]
        args, kwargs = unflatten(treedef, merged)
        return separator.in_place(fun(*args, **kwargs), given)

    return run


class InPlace(Separated):
    """Hands a wrapper trees of the same structure, a node without leaves in place of each static leaf.

    So whatever the wrapper takes per argument, or as a tree, is what it is without `auto_static`.
    """

    def __init__(self, plans: Plans, wrap: Callable[[], Any]) -> None:
        super().__init__(plans, wrap())
        self._wrap = wrap
        self._given: dict[Hashable, GivenValues] = {}

    def separate(self, args: Arguments, kwargs: Keywords) -> Call:
        """See `Separated.separate`."""
        leaves, plan = self._plans.find(args, kwargs)
        given = [leaves[index] for index in plan.layout.static]
        read = self._plans.read(plan.layout.static, given, args, kwargs)
        contents = (plan.layout.keys, read.contents)
        static = self._given.get(contents)
        if static is not None and (changed := static.arrays.changed(read.arrays)):
            forget_all(changed)
            static = None
        if static is None:
            check_constants(read.arrays, forget_all)
            static = add(self._given, contents, GivenValues(TracedArrays(read.arrays)))
        static.values = given
        for number, index in enumerate(plan.layout.static):
            leaves[index] = Static(static.name, number)
        taken_args, taken_kwargs = unflatten(plan.layout.treedef, leaves)
        return Call(taken_args, taken_kwargs, given, 0, static)

    def forget(self, arrays: list[Array]) -> None:
        """See `Separated.forget`."""
        if any(static.arrays.any_of(arrays) for static in list(self._given.values())):
            self._given.clear()
            self._wrapped = self._wrap()  # not every wrapper has a way to forget

    def restore(self, value: Any, given: Sequence[Any]) -> Any:
        """See `Separated.restore`."""

        def restored(leaf: Any) -> Any:
            return leaf.get(given) if is_static(leaf) else leaf

        return map_leaves(restored, value, is_leaf=is_static)
