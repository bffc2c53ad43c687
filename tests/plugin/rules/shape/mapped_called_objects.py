"""``jax.vmap(policy)`` of an object whose ``__call__`` says what it gives back, several arrays too."""

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


@flax.struct.dataclass
class Policy:
    actor: Float[Array, "9 4"]
    critic: Float[Array, "9 1"]

    def __call__(self, seen: Float[Array, "9"]) -> tuple[Float[Array, "4"], Float[Array, ""]]:
        return seen @ self.actor, (seen @ self.critic).squeeze(-1)

    def step(self, seen: Float[Array, "9"]) -> Float[Array, "4"]:
        return seen @ self.actor


def both(x: Float[Array, "n"], k: Int[Array, ""]) -> tuple[Float[Array, "n n"], Float[Array, "n"]]:
    return jnp.outer(x, x), x * k


def loss(policy: Policy, seen: Float[Array, "b 9"], old: Float[Array, "b"]) -> Float[Array, ""]:
    logits, values = jax.vmap(policy)(seen)
    print(values - old, logits[:, 0] - old)
    print(logits - old)  # E: jdc-shape
    return ((values - old) ** 2).mean()


def values_of(policy: Policy, seen: Float[Array, "b 9"]) -> Float[Array, "b 1"]:
    _, values = jax.vmap(policy)(seen)
    return values  # E: jdc-shape


def steps(policy: Policy, seen: Float[Array, "5 9"]) -> Array:
    moved = jax.vmap(policy.step)(seen)
    return moved @ jnp.ones(4) + moved @ jnp.ones(5)  # E: jdc-shape


def outers() -> Array:
    squares, rows = jax.vmap(both, in_axes=(0, None))(jnp.ones((5, 3)), jnp.array(2))
    return squares @ jnp.ones(3) + rows + squares @ jnp.ones(5)  # E: jdc-shape


def run() -> None:
    policy = Policy(jnp.ones((9, 4)), jnp.ones((9, 1)))
    loss(policy, jnp.ones((5, 9)), jnp.ones(5))
    jax.vmap(policy)(jnp.ones((7, 9)))[0] @ jnp.ones(4)
    jax.vmap(policy)(jnp.ones((7, 9)))[1] @ jnp.ones(4)  # E: jdc-shape
