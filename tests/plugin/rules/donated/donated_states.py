"""jdc-donated in training loops of flax, and the uses that need the values of an array."""

import functools
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]
from flax.training import train_state

grown = jax.jit(lambda x: x + 1, donate_argnums=0)


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(8)(x))
        return nn.Dense(1)(nn.relu(x))


class Plain(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


class State(train_state.TrainState):
    batch_stats: dict


@functools.partial(jax.jit, donate_argnums=(0,))
def train_step(state, batch):
    def loss_of(params):
        variables = {"params": params, "batch_stats": state.batch_stats}
        made, changed = state.apply_fn(variables, batch["x"], mutable=["batch_stats"])
        return jnp.mean((made - batch["y"]) ** 2), changed

    (loss, changed), slopes = jax.value_and_grad(loss_of, has_aux=True)(state.params)
    state = state.apply_gradients(grads=slopes)
    return state.replace(batch_stats=changed["batch_stats"]), {"loss": loss}


@functools.partial(jax.jit, donate_argnums=(0,))
def plain_step(state, x):
    slopes = jax.grad(lambda params: jnp.mean(state.apply_fn(params, x) ** 2))(state.params)
    return state.apply_gradients(grads=slopes), x.sum()


def created():
    net = Net()
    variables = net.init(jax.random.key(0), jnp.ones((1, 4)))
    return State.create(
        apply_fn=net.apply, params=variables["params"], tx=optax.adam(1e-3), batch_stats=variables["batch_stats"]
    )


def plain_state():
    dense = Plain()
    params = dense.init(jax.random.key(0), jnp.ones((1, 3)))
    return train_state.TrainState.create(apply_fn=dense.apply, params=params, tx=optax.adam(1e-3))


class Trainer:
    def __init__(self):
        self.state = created()
        self.history = []

    def fit(self, count, batch):
        for _ in range(count):
            self.state, metrics = train_step(self.state, batch)
            self.history.append(float(metrics["loss"]))
        return self.state.params

    def fit_in_variable(self, count, batch):
        state = self.state
        for _ in range(count):
            state, metrics = train_step(state, batch)
        self.state = state
        return self.state.params


def main():
    batch = {"x": jnp.ones((2, 4)), "y": jnp.ones((2, 1))}
    state, losses = created(), []
    best: list[Any] = []
    for _epoch in range(3):
        for _ in range(2):
            state, metrics = train_step(state, batch)
            losses.append(metrics)
        if not best or metrics["loss"] < best[0]:
            best = [metrics["loss"], jax.tree.map(jnp.copy, state.params)]
    print(best[0], jax.tree.map(jnp.shape, best[1]), losses[0]["loss"])
    host = jax.device_get(state)
    after, _ = train_step(state, batch)
    print(host.step, after.step, state.tx)
    state = after
    average = jax.tree.map(jnp.copy, state.params)
    for _ in range(3):
        state, metrics = train_step(state, batch)
        average = jax.tree.map(lambda e, p: 0.9 * e + 0.1 * p, average, state.params)
    trainer = Trainer()
    print(trainer.fit(2, batch))
    print(trainer.fit_in_variable(2, batch), trainer.state.step)


def loses_state():
    state, x = plain_state(), jnp.ones((2, 3))
    for _ in range(3):
        after, _loss = plain_step(state, x)  # E: jdc-donated
    return after


def compares_params():
    state, x = plain_state(), jnp.ones((2, 3))
    after, _loss = plain_step(state, x)
    return jax.tree.map(lambda a, b: a - b, after.params, state.params)  # E: jdc-donated


def shows():
    x = jnp.ones(3)
    y = grown(x)
    print(f"{x}", y)  # E: jdc-donated


def writes():
    x = jnp.ones(3)
    y = grown(x)
    return y, x.at[0].set(2.0)  # E: jdc-donated


def adds():
    x = jnp.ones(3)
    y = grown(x)
    x += 1  # E: jdc-donated
    return x, y


def waits():
    x = jnp.ones(3)
    y = grown(x)
    x.block_until_ready()  # E: jdc-donated
    return y


def tests():
    x = jnp.ones(3)
    y = grown(x)
    np.testing.assert_allclose(x, y)  # E: jdc-donated


def again():
    x = jnp.ones(3)
    grown(x)
    grown(x)  # E: jdc-donated


if __name__ == "__main__":
    main()
    loses_state()
    compares_params()
    shows()
    writes()
    adds()
    waits()
    tests()
    again()
