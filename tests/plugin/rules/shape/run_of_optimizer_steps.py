"""jdc-shape: steps of optimizers with arguments in the place of others, where only the run shows what they are."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import nnx
from flax.training.train_state import TrainState


def loss(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


def step_of(tx):
    @jax.jit
    def step(params, state, batch):
        value, grads = jax.value_and_grad(loss)(params, batch)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    return step


def exchanged(tx, params, batch):
    state = tx.init(params)
    grads = jax.grad(loss)(params, batch)
    tx.update(state, grads, params)  # E: jdc-shape


def params_for_state(tx, params, batch):
    grads = jax.grad(loss)(params, batch)
    tx.update(grads, params)  # E: jdc-shape


def without_params(tx, params, batch):
    grads = jax.grad(loss)(params, batch)
    tx.update(grads, tx.init(params))  # E: jdc-shape


def no_params_needed(tx, params, batch):
    grads = jax.grad(loss)(params, batch)
    updates, _ = tx.update(grads, tx.init(params))
    return optax.apply_updates(params, updates)


def state_for_updates(tx, params, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = tx.update(grads, tx.init(params), params)
    wrong = optax.apply_updates(params, state)  # E: jdc-shape
    return wrong, optax.apply_updates(params=params, updates=updates)


def restored(tx, params, batch, state):
    updates, state = tx.update(jax.grad(loss)(params, batch), state, params)
    return updates, jax.tree.leaves(state)


def main():
    params = {"w": jnp.zeros((3, 1)), "b": jnp.zeros(1)}
    batch = (jnp.ones((5, 3)), jnp.ones((5, 1)))
    tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-2))
    step, state = step_of(tx), tx.init(params)
    for _ in range(2):
        params, state, value = step(params, state, batch)
    for each in (optax.adam(1e-3), optax.sgd(0.1), optax.sgd(0.1, momentum=0.9)):
        params, _, value = step_of(each)(params, each.init(params), batch)
        no_params_needed(each, params, batch)
    exchanged(tx, params, batch)
    params_for_state(optax.adam(1e-2), params, batch)
    without_params(tx, params, batch)
    state_for_updates(optax.adam(1e-3), params, batch)
    schedule = optax.cosine_decay_schedule(1e-2, 10)
    every = optax.MultiSteps(optax.adam(schedule), 2)
    step_of(every)(params, every.init(params), batch)
    labelled = optax.multi_transform({"a": optax.adam(1e-2), "b": optax.set_to_zero()}, {"w": "a", "b": "b"})
    step_of(labelled)(params, labelled.init(params), batch)
    averaged = optax.incremental_update(params, params, 0.1)
    restored(optax.adam(1e-2), averaged, batch, optax.adam(1e-2).init(averaged))
    params, value = step(params, state, batch)  # E: jdc-shape
    return value


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


class Agent:
    def __init__(self):
        self.net = Classifier()
        self.params = self.net.init(jax.random.key(0), jnp.zeros((1, 4)))

    def act(self, x):
        return self.net.apply(self.params, x[None]).argmax(axis=-1)[0]

    def confused(self, x):
        return self.net.apply(x[None], self.params)  # E: jdc-shape


def of_states():
    net = Classifier()
    params = net.init(jax.random.key(0), jnp.ones((1, 4)))["params"]
    state = TrainState.create(apply_fn=net.apply, params=params, tx=optax.adam(1e-3))
    grads = jax.grad(lambda p: net.apply({"params": p}, jnp.ones((2, 4))).sum())(state.params)
    state = state.apply_gradients(grads=grads)
    state = state.replace(step=0, params=params)
    counted = state.apply_gradients(grads=grads, step=3)  # E: jdc-shape
    return counted, by_position(state, grads)


def by_position(state, grads):
    return state.apply_gradients(grads)  # E: jdc-shape


class Net(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(2, 3, rngs=rngs)

    def __call__(self, x):
        return self.layer(x)


def made(model, tx):
    return nnx.Optimizer(tx, model, wrt=nnx.Param)  # E: jdc-shape


@nnx.jit
def train(model, optimizer, x):
    grads = nnx.grad(lambda m: m(x).sum())(model)
    optimizer.update(model, grads)


@nnx.jit
def train_nothing(model, optimizer, x):
    grads = nnx.grad(lambda m: m(x).sum())(model)
    optimizer.update(grads, model)  # E: jdc-shape


@nnx.jit
def train_as_before(model, optimizer, x):
    grads = nnx.grad(lambda m: m(x).sum())(model)
    optimizer.update(grads)  # E: jdc-shape


def of_nnx():
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    train(model, optimizer, jnp.ones((4, 2)))
    train_nothing(model, optimizer, jnp.ones((5, 2)))
    train_as_before(model, optimizer, jnp.ones((6, 2)))
    nnx.Optimizer(optax.adam(1e-3), model, wrt=nnx.Param)  # E: jdc-transform-input
    made(model, optax.adam(1e-3))
    old = nnx.ModelAndOptimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    old.update(nnx.grad(lambda m: m(jnp.ones((4, 2))).sum())(model))
    model(jnp.ones((7, 2))).argmax(axis=-1)
    model(jnp.ones((7, 2))).argmax(axis=2)  # E: jdc-shape


main()
agent = Agent()
agent.act(jnp.zeros(4))
agent.confused(jnp.zeros(4))
of_states()
of_nnx()
