"""jdc-static-state: methods of other classes that a loop or a transformation is given, ``self.step``."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Train:
    params: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)


class Runner:
    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.compiled = jax.jit(self.updated)

    def scanned(self, state: Train, x: jax.Array) -> tuple[Train, jax.Array]:
        loss = jnp.sum(state.params * x)
        state = state.replace(
            params=state.params - self.rate * x,
            step=state.step + 1,  # E: jdc-static-state
        )
        return state, loss

    def looped(self, i: int, state: Train) -> Train:
        return state.replace(params=state.params + i, step=state.step + 1)  # E: jdc-static-state

    def updated(self, state: Train) -> Train:
        return state.replace(params=state.params * self.rate, step=state.step + 1)  # E: jdc-static-state

    def updated_by_hand(self, state: Train) -> Train:
        return state.replace(params=state.params * self.rate, step=state.step + 1)

    def called_too(self, state: Train) -> Train:
        return state.replace(params=state.params * self.rate, step=state.step + 1)

    def of_any(self, state: Train) -> Train:
        return state.replace(params=state.params * self.rate, step=state.step + 1)

    def run(self, state: Train, xs: jax.Array) -> Train:
        state, _ = jax.lax.scan(self.scanned, state, xs)
        state = jax.lax.fori_loop(0, 3, self.looped, state)

        def again(state: Train, xs: jax.Array) -> Train:
            return jax.lax.scan(self.nested, state, xs)[0]

        return self.updated_by_hand(again(state, xs))

    def nested(self, state: Train, x: jax.Array) -> tuple[Train, None]:
        return state.replace(params=state.params - x, step=state.step + 1), None  # E: jdc-static-state

    def jits(self, state: Train, other: Any) -> Train:
        state = self.called_too(jax.jit(self.called_too)(state))
        return other.of_any(jax.jit(self.of_any)(state))
