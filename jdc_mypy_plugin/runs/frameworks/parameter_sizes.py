"""The sizes for which ``init`` makes the parameters of layers of `flax.linen`, and what ``apply`` gives them.

https://flax.readthedocs.io/en/latest/api_reference/flax.errors.html#flax.errors.ScopeParamShapeError
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import Expression

from jdc_operations.values import ArrayValue, Failure, show

from ..things import Initial, Layer, Object, Regions, Table, Thing

_OF_LAST_AXIS: Final = ("flax.linen.Dense", "flax.linen.Conv")
"""Layers whose parameters have the size of the last axis of the input."""


@dataclass(eq=False)
class _Calls:
    """The calls of layers in one run of a module, in their order, with the size that each is given."""

    owner: Object
    regions: Regions
    """The parts of the run in which ``init`` or ``apply`` is called."""
    calls: list[tuple[Expression, int | None]] = field(default_factory=list[tuple[Expression, int | None]])
    is_over: bool = False
    """True once a layer has been called that may not be."""


class ParameterSizes:
    """Compares the calls of layers under ``apply`` with those under the calls of ``init`` before it."""

    def __init__(self) -> None:
        self._made: list[_Calls] = []
        self._under_way: _Calls | None = None
        self._alike: list[_Calls] = []
        """The calls of ``init`` that have gone through the same layers so far, under ``apply``."""
        self._is_over = False

    def stop(self) -> None:
        """Compare nothing any more: somebody may have put other parameters in the place of those of ``init``."""
        self._is_over = True

    @contextmanager
    def of(self, owner: Object, variables: Thing | None, regions: Regions) -> Generator[None]:
        """Follow ``init``, or ``apply`` with some variables, of a module."""
        before = self._under_way, self._alike
        self._under_way = _Calls(owner, regions)
        made = [each for each in self._made if each.owner is owner]
        is_certain = all(each.regions <= regions for each in made) and _are_of_init(variables, owner)
        self._alike = made if is_certain and not self._is_over else []
        try:
            yield
        finally:
            if variables is None:
                self._made.append(self._under_way)
            self._under_way, self._alike = before

    def mismatch(self, layer: Layer, x: Thing, at: Expression | None, regions: Regions) -> Failure | None:
        """Note the call of a layer; return why it raises if its parameters are for another size."""
        run = self._under_way
        if run is None or at is None or run.is_over or run.regions != regions:
            if run is not None:
                run.is_over = True
            return None
        shape = x.shape if layer.name in _OF_LAST_AXIS and isinstance(x, ArrayValue) else None
        size = shape[-1] if shape else None
        place = len(run.calls)
        run.calls.append((at, size if isinstance(size, int) else None))
        self._alike = [each for each in self._alike if place < len(each.calls) and each.calls[place][0] is at]
        known = {each.calls[place][1] for each in self._alike}
        if not isinstance(size, int) or not known or None in known or size in known:
            return None
        name, (first, *_) = layer.name.rpartition(".")[2], known
        ending = f"{show(shape or ())} ends in {size}"
        return Failure(f"init made the parameters of this {name} for inputs that end in {first}; {ending}")


def _are_of_init(variables: Thing | None, owner: Object) -> bool:
    """Return whether variables are what ``init`` has given for a module."""
    given = (variables.entries or {}).get("params") if isinstance(variables, Table) else variables
    return isinstance(given, Initial) and given.owner == owner.number
