"""Needs of layers in a call of ``apply`` of `flax.linen`: params, collections that may change, and random keys.

https://flax.readthedocs.io/en/latest/api_reference/flax.errors.html
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from jdc_operations.nn.layers import told
from jdc_operations.values import NONE, ArrayValue, Failure, Scalar, Text

from ..thing_values import plain, truth
from ..things import Initial, Layer, Row, Table, Thing

_WITH_PARAMS: Final = ("flax.linen.Dense", "flax.linen.Conv", "flax.linen.Embed")
_BATCH_NORM: Final = "flax.linen.BatchNorm"
_STATISTICS: Final = "batch_stats"
_DROPOUTS: Final[Mapping[str, tuple[str, str]]] = {
    "flax.linen.Dropout": ("rate", "deterministic"),
    "equinox.nn.Dropout": ("p", "inference"),
}
"""Layers that need a random key, each with its rate and what turns it off."""


class _Call(NamedTuple):
    """The arguments of one call of ``apply``, by names; None of what is not known."""

    collections: frozenset[str] | None
    mutable: frozenset[str] | None
    keys: frozenset[str] | None


class AppliedModules:
    """The call of ``apply`` that is under way."""

    def __init__(self) -> None:
        self._call: _Call | None = None

    @contextmanager
    def of(self, variables: Thing | None, keywords: Mapping[str, Thing]) -> Generator[None]:
        """Follow ``apply`` with some variables, or ``init``, which has none."""
        before = self._call
        no = Scalar("bool", value=False)
        keys = keywords.get("rngs", NONE)
        self._call = (
            None
            if variables is None
            else _Call(_collections(variables), _mutable(keywords.get("mutable", no)), _keys(keys))
        )
        try:
            yield
        finally:
            self._call = before

    def refused(self, layer: Layer, given: list[Thing], keywords: Mapping[str, Thing]) -> Failure | None:
        """Return why the call of a layer raises; None where it may not."""
        if layer.made is None:
            return None
        arguments = [plain(each) for each in given], {key: plain(each) for key, each in keywords.items()}
        if layer.name in _DROPOUTS:
            rate, option = _DROPOUTS[layer.name]
            rate_of = told(layer.name, layer.made, arguments, rate)
            is_off = told(layer.name, layer.made, arguments, option)
            is_on = is_off is not NONE and truth(is_off) is False
            is_some = isinstance(rate_of, Scalar) and isinstance(rate_of.value, int | float) and rate_of.value > 0
            return self._without_key(layer, arguments[1]) if is_on and is_some else None
        if self._call is None:
            return None
        if layer.name == _BATCH_NORM:
            choice = told(layer.name, layer.made, arguments, "use_running_average")
            is_over = None if choice is NONE else truth(choice)
            return None if is_over is None else _without_statistics(self._call, is_changing=not is_over)
        return _without_params(self._call, layer) if layer.name in _WITH_PARAMS else None

    def _without_key(self, layer: Layer, keywords: Mapping[str, Thing]) -> Failure | None:
        if layer.name.startswith("equinox."):
            has_none = keywords.get("key", NONE) is NONE
            needed = "Dropout needs key=... unless inference is True: it raises a RuntimeError"
            return Failure(needed) if has_none else None
        keys = None if self._call is None else self._call.keys
        if keys is None or not keys.isdisjoint(("dropout", "params")) or keywords.get("rng", NONE) is not NONE:
            return None
        return Failure(
            "Dropout needs a random key, and apply is given none: it raises an InvalidRngError; "
            'add rngs={"dropout": key}'
        )


def _without_statistics(call: _Call, *, is_changing: bool) -> Failure | None:
    """Return why a layer raises that reads averages, and changes them where it trains."""
    if call.mutable is None or _STATISTICS in call.mutable:
        return None
    if is_changing:
        return Failure(
            "BatchNorm changes batch_stats, and apply lets nothing change: it raises a ModifyScopeVariableError; "
            'write y, updates = model.apply(..., mutable=["batch_stats"])'
        )
    if call.collections is None or _STATISTICS in call.collections:
        return None
    return Failure('BatchNorm reads batch_stats, which apply is not given; add "batch_stats" to {"params": params}')


def _without_params(call: _Call, layer: Layer) -> Failure | None:
    if call.collections is None or call.mutable is None or "params" in call.collections | call.mutable:
        return None
    name = layer.name.rpartition(".")[2]
    return Failure(f'{name} finds no params in what apply is given; write model.apply({{"params": params}}, x)')


def _collections(variables: Thing) -> frozenset[str] | None:
    """Return the collections of variables by their names, without params that are not themselves the params."""
    if isinstance(variables, Initial):
        return frozenset() if variables.part == "params" else None
    entries = variables.entries if isinstance(variables, Table) else None
    if entries is None or not all(isinstance(each, str) for each in entries):
        return None
    params = entries.get("params")
    is_whole = isinstance(params, Initial) and params.part == ""
    return frozenset(str(each) for each in entries if each != "params" or not is_whole)


def _mutable(thing: Thing) -> frozenset[str] | None:
    if isinstance(thing, Text):
        return None if thing.value is None else frozenset((thing.value,))
    if isinstance(thing, Row):
        names = [each.value for each in thing.items or () if isinstance(each, Text) and each.value is not None]
        return frozenset(names) if thing.items is not None and len(names) == len(thing.items) else None
    return frozenset() if truth(thing) is False else None


def _keys(thing: Thing) -> frozenset[str] | None:
    """Return the names of random keys; a key alone is that of params."""
    if thing is NONE:
        return frozenset()
    if isinstance(thing, ArrayValue):
        return frozenset(("params",))
    entries = thing.entries if isinstance(thing, Table) else None
    if entries is None or not all(isinstance(each, str) for each in entries):
        return None
    return frozenset(map(str, entries))
