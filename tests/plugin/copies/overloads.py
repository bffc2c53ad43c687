"""Implementations of overloaded functions: the body that runs is checked like any other."""

from typing import overload

import jax
import pytest

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    n: int = 0
    w: float = 0.0

    @overload
    def moved(self, by: int) -> None: ...
    @overload
    def moved(self, by: str) -> None: ...
    def moved(self, by: int | str) -> None:
        self.n = 1  # E: jdc-frozen
        setattr(self, "n", 2)  # E: jdc-frozen

    @overload
    def reset(self, to: int) -> None: ...
    @overload
    def reset(self, to: str) -> None: ...
    def reset(self, to: int | str) -> None:
        self.n = 0


@overload
def changed(state: State, by: int) -> State: ...
@overload
def changed(state: State, by: str) -> State: ...
def changed(state: State, by: int | str) -> State:
    with jdc.copy_and_mutate(state) as new:
        new.n = 1
        new.reset(1)
        helped(new, 1)
    state.n = 2  # E: jdc-frozen
    state.replace(n=3)  # E: jdc-discarded
    with pytest.raises(AttributeError):
        state.n = 4
    del state.n  # E: jdc-frozen
    return new


@overload
def helped(state: State, by: int) -> None: ...
@overload
def helped(state: State, by: str) -> None: ...
def helped(state: State, by: int | str) -> None:
    state.n = 1


@overload
def shown(x: jax.Array, by: int) -> None: ...
@overload
def shown(x: jax.Array, by: str) -> None: ...
def shown(x: jax.Array, by: int | str) -> None:
    x.at[0].set(1.0)  # E: jdc-discarded
