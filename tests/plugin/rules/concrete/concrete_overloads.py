"""Functions and methods under `typing.overload`: the implementation is the function that runs, its decorators count."""

import functools
from typing import Any, Literal, overload

import jax
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Limits:
    steps: jdc.Static[int]
    early: bool = True


@jdc.pytree_dataclass
class Solver:
    limits: Limits
    verbose: bool
    name: jdc.Static[str]

    @overload
    def solve(self, x: jax.Array, full: jdc.Static[Literal[True]]) -> tuple[jax.Array, int]: ...
    @overload
    def solve(self, x: jax.Array, full: jdc.Static[Literal[False]] = False) -> jax.Array: ...
    @jdc.jit
    def solve(self, x: jax.Array, full: jdc.Static[bool] = False) -> jax.Array | tuple[jax.Array, int]:
        if self.verbose:  # E: jdc-concrete
            print(self.name)
        if self.limits.early:  # E: jdc-concrete

            def goes_on(state: jax.Array) -> jax.Array:
                return state < 3 and state > 0  # E: jdc-concrete

            x = jax.lax.while_loop(goes_on, lambda state: state + 1, x)
        return (x, self.limits.steps) if full else x


class Plain:
    @property
    def factor(self) -> int:
        return self._factor

    @factor.setter
    def factor(self, value: int) -> None:
        self._factor = value

    @overload
    def scaled(self, x: jax.Array, how: int) -> int: ...
    @overload
    def scaled(self, x: jax.Array, how: str) -> str: ...
    @functools.partial(jax.jit, static_argnums=(0, 2))
    def scaled(self, x: jax.Array, how: Any) -> Any:
        if x > 0:  # E: jdc-concrete
            return x * self.factor
        return how if isinstance(how, str) else x

    @overload
    def told(self, x: int) -> int: ...
    @overload
    def told(self, x: jax.Array) -> jax.Array: ...
    def told(self, x: Any) -> Any:
        return -x if x < 0 else x


@overload
def pick(x: int, how: int) -> int: ...
@overload
def pick(x: jax.Array, how: str) -> jax.Array: ...
@functools.partial(jax.jit, static_argnames=("how",))
def pick(x: Any, how: Any) -> Any:
    if how == "first":
        return x[0]
    return x if x.sum() > 0 else -x  # E: jdc-concrete
