"""Arrays whose buffers JAX does not take though a call donates them: others look at the same memory.

On the CPU the results of ``np.asarray(x)`` and ``jax.device_get(x)`` share the memory of ``x``, which stays for as
long as they do. Nothing is donated either while `jax.debug_nans` or `jax.disable_jit` is on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from jdc_operations.values import ArrayValue, Text

from .thing_values import inside
from .things import Class, Initial, Layer, Made, Method, Named, Own, Partly, Thing

_FOLLOWED: Final = Class | Layer | Made | Method | Own | Partly
_COPYING: Final = ("jax", "flax", "optax", "equinox", "chex", "builtins", "math", "functools", "itertools")
"""Packages whose functions keep no array of NumPy."""
_LOOKING: Final = ("jax.device_get", "jax.dlpack.to_dlpack", "builtins.memoryview")
_SWITCHES: Final = ("jax.debug_nans", "jax.disable_jit")
_SETTING: Final = (*_SWITCHES, "jax.default_", "jax.enable_", "jax.experimental.enable_", "jax.numpy_", "jax.check")
"""Context managers beside which JAX traces functions anew."""
_SWITCHING: Final = ("jax_debug_nans", "jax_disable_jit")


_ARRAYS: Final = ArrayValue | Initial


class KeptBuffers:
    """The arrays that functions outside of JAX have been given."""

    def __init__(self) -> None:
        self.are_all = False
        """True once nothing is donated any more."""
        self.are_changed = False
        """True once the program has changed how JAX runs functions."""
        self._seen: dict[int, Thing] = {}

    def called(self, callee: Thing, given: Iterable[Thing]) -> None:
        """Take note of a call that may look at arrays, or that switches donation off."""
        if isinstance(callee, _FOLLOWED):
            return
        name = callee.name if isinstance(callee, Named) else ""
        self.are_all = self.are_all or name in _SWITCHES
        self.are_changed |= name.startswith(_SETTING) or name.endswith("config.update")
        if _copies(name):
            is_switch = name.endswith("config.update")
            self.are_all |= is_switch and any(isinstance(each, Text) and each.value in _SWITCHING for each in given)
            if not any(isinstance(each, Named) and not _copies(each.name) for each in given):
                return
        for each in given:
            self._seen.update((id(part), part) for part in inside(each) if isinstance(part, _ARRAYS))

    def has_any(self, arrays: Iterable[Thing]) -> bool:
        """Return whether somebody may look at one of some arrays."""
        return any(id(each) in self._seen for each in arrays)


def _copies(function: str) -> bool:
    """Return whether a function of a library keeps no memory of the arrays that it is given."""
    return function.partition(".")[0] in _COPYING and function not in _LOOKING
