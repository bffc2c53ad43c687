"""jdc-carry: keys that the function of a loop adds in place, defaults of named tuples, arrays of a known object."""

from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class State:
    x: jax.Array
    v: jax.Array


class Kalman(NamedTuple):
    mean: jax.Array
    cov: jax.Array
    gain: jax.Array | None = None


def filtered(state: Kalman, y: jax.Array) -> tuple[Kalman, jax.Array]:
    gain = state.cov / (state.cov + 1)
    return state._replace(mean=state.mean + gain, gain=gain), y  # E: jdc-carry


def kept(state: Kalman, y: jax.Array) -> tuple[Kalman, jax.Array]:
    return state._replace(mean=state.mean + y), y


lax.scan(filtered, Kalman(jnp.zeros(()), jnp.ones(())), jnp.ones(4))
lax.scan(kept, Kalman(jnp.zeros(()), jnp.ones(())), jnp.ones(4))
lax.scan(kept, Kalman(jnp.zeros(()), jnp.ones(()), jnp.ones(())), jnp.ones(4))


def chosen() -> Any:
    s = State(jnp.ones(3), jnp.zeros(3))
    lax.switch(1, [lambda s: s.x, lambda s: s.v], s)
    return lax.switch(1, [lambda s: s.x, lambda s: s, lambda s: s.v], s)  # E: jdc-carry


def added(xs: jax.Array) -> Any:
    def body(carry: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], None]:
        carry["total"] = carry["total"] + x
        carry["last"] = x  # E: jdc-carry
        return carry, None

    return lax.scan(body, {"total": jnp.zeros(())}, xs)


def added_in_loop(n: int) -> Any:
    def body(i: Any, carry: Any) -> Any:
        carry["new"] = i  # E: jdc-carry
        return carry

    return lax.fori_loop(0, n, body, {"old": jnp.zeros(())})


def silent(xs: jax.Array, flag: bool, more: dict[str, jax.Array]) -> Any:
    def there(carry: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], None]:
        carry["total"] = carry["total"] + x
        return carry, None

    def taken_out(carry: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], jax.Array]:
        carry["last"] = x
        last = carry.pop("last")
        return carry, last

    def deleted(carry: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], None]:
        carry["last"] = x
        del carry["last"]
        return carry, None

    def at_times(carry: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], None]:
        if flag:
            carry["last"] = x
        return carry, None

    lax.scan(taken_out, {"total": jnp.zeros(())}, xs)
    lax.scan(deleted, {"total": jnp.zeros(())}, xs)
    lax.scan(at_times, {"total": jnp.zeros(())}, xs)
    lax.scan(there, more, xs)
    return lax.scan(there, {"total": jnp.zeros(())}, xs)
