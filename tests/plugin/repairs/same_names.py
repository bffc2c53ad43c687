"""A class of the name of its base, which the module imports: from there on the name means the class."""

from typing import assert_type

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import linen as nn
from flax import struct
from flax.training.train_state import TrainState


class Critic(nn.Module):
    """A layer."""

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        """Return values, (n, 1)."""
        y: jax.Array = nn.Dense(1)(x)
        return y


class TrainState(TrainState):
    """A state with the parameters of the target beside."""

    target_params: dict[str, jax.Array]
    updates: int = 0

    def counted(self) -> "TrainState":
        """Return the state after one more update."""
        return self.replace(updates=self.updates + 1)


@struct.dataclass
class Agent:
    """Two states."""

    actor: TrainState
    critic: TrainState


def start(key: jax.Array) -> TrainState:
    """Return a state."""
    critic = Critic()
    params = critic.init(key, jnp.zeros((1, 4)))
    return TrainState.create(apply_fn=critic.apply, params=params, target_params=params, tx=optax.adam(1e-3))


@jax.jit
def soft_update(agent: Agent, tau: float) -> Agent:
    """Return the agent with a target nearer to its parameters."""
    target = optax.incremental_update(agent.critic.params, agent.critic.target_params, tau)
    agent.critic.replace(target_params=target)  # E: jdc-discarded
    agent.critic.target_params = target  # E: jdc-frozen
    if agent.critic.updates > 3:  # E: jdc-concrete
        return agent
    return agent.replace(critic=agent.critic.replace(target_params=target).counted())


@jax.jit
def learn(state: TrainState, x: jax.Array) -> TrainState:
    """Return the state after a step."""

    def loss(params: dict[str, jax.Array]) -> jax.Array:
        y: jax.Array = state.apply_fn(params, x)
        return jnp.mean(y**2)

    grads = jax.grad(loss)(state.params)
    state = state.apply_gradients(grads=grads)
    state = state.replace(update=2)  # E: call-arg
    return state.replace(updates=state.updates + 1)


made = start(jax.random.PRNGKey(0))
assert_type(made, TrainState)
assert_type(made.updates, int)
made = soft_update(Agent(actor=made, critic=start(jax.random.PRNGKey(1))), 0.1).critic
