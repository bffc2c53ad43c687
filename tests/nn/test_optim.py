"""The bridge to optax: only params move, the numbers are optax's, and what does not fit is named."""

import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from jdc_runtime import random
from jdc_runtime.structure import bind_module, filter_keys, functional, nn, optim, value_and_grad

CONFIG = {"train_mode": True}


def model():
    with random.keys(0):
        return nn.Sequential(nn.Linear(3, 4), nn.BatchNorm(4), jax.nn.relu, nn.Dropout(0.5), nn.Linear(4, 1))[0]


def gradients_of(tree, number=0):
    """Some gradients, in the tree's own shape."""
    return jax.tree.map(lambda p: np.cos(np.asarray(p) * 10 + number), filter_keys(tree, "params"))


def equal(a, b):
    for pair in zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True):
        got, expected = (jax.random.key_data(x) if jnp.issubdtype(x.dtype, jax.dtypes.prng_key) else x for x in pair)
        np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (lambda: optim.sgd(0.1), lambda: optax.sgd(0.1)),
        (lambda: optim.sgd(0.1, momentum=0.9, nesterov=True), lambda: optax.sgd(0.1, 0.9, nesterov=True)),
        (
            lambda: optim.sgd(0.1, momentum=0.9, weight_decay=0.01),
            lambda: optax.chain(optax.add_decayed_weights(0.01), optax.sgd(0.1, 0.9)),
        ),
        (lambda: optim.adamw(1e-2), lambda: optax.adamw(1e-2, weight_decay=1e-2)),
        (
            lambda: optim.adamw(1e-2, b1=0.8, eps=1e-3, mask=decays),
            lambda: optax.adamw(1e-2, b1=0.8, eps=1e-3, weight_decay=1e-2, mask=decays),
        ),
        (
            lambda: optim.sgd(optax.linear_schedule(0.1, 0.0, 3)),
            lambda: optax.sgd(optax.linear_schedule(0.1, 0.0, 3)),
        ),
        (lambda: optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-2)),) * 2,
    ],
)
def test_against_optax(ours, theirs):
    tree = model()
    params = filter_keys(tree, "params")
    optimizer, reference = ours(), theirs()
    state, expected_state = optim.init(optimizer, tree), reference.init(params)

    @jax.jit
    def step(params, state, expected, expected_state, gradients):
        params, state = optim.update(optimizer, gradients, state, params)
        steps, expected_state = reference.update(gradients, expected_state, expected)
        return params, state, optax.apply_updates(expected, steps), expected_state

    both = params, state, params, expected_state
    for number in range(3):
        both = step(*both, gradients_of(tree, number))
    equal(both[0], both[2])


def decays(params):
    return jax.tree.map(lambda p: p.ndim > 1, params)


def test_only_params_move():
    tree = model()
    before = jax.tree.map(lambda x: x, filter_keys(tree, "params", "buffers"))
    optimizer = optim.sgd(0.1)
    new, _ = optim.update(optimizer, gradients_of(tree), optim.init(optimizer, tree), tree)
    assert new["apply"] is tree["apply"]
    assert new["submodules"]["1"]["aux"] == tree["submodules"]["1"]["aux"]
    equal(filter_keys(new, "buffers"), filter_keys(before, "buffers"))
    equal(filter_keys(tree, "params"), filter_keys(before, "params"))
    moved = jax.tree.map(
        lambda x, y: (np.asarray(x) != np.asarray(y)).any(), *(filter_keys(t, "params") for t in (new, tree))
    )
    assert all(jax.tree.leaves(moved))


def test_inside_jit_it_learns():
    state, bound = bind_module(model(), CONFIG)
    x = np.random.default_rng(0).normal(size=(64, 3)).astype(np.float32)
    y = x[:, :1] - 2 * x[:, 1:2]
    optimizer = optim.adamw(3e-2)

    def loss_of(state):
        state, out = bound(state, x)
        return state, functional.mse_loss(out, y)

    @jax.jit
    def step(state, optimizer_state):
        (state, loss), gradients = value_and_grad(loss_of)(state)
        state, optimizer_state = optim.update(optimizer, gradients, optimizer_state, state)
        return state, optimizer_state, loss

    optimizer_state = optim.init(optimizer, state)
    losses = []
    for _ in range(60):
        state, optimizer_state, loss = step(state, optimizer_state)
        losses.append(float(loss))
    assert np.mean(losses[-20:]) < 0.75 * losses[0]
    assert state["submodules"]["1"]["buffers"]["num_batches_tracked"] == 60
    assert step._cache_size() == 1


def test_extra_arguments_reach_the_optimizer():
    tree = model()
    optimizer = optax.chain(optax.sgd(0.1), optax.contrib.reduce_on_plateau(patience=0, cooldown=0))
    state = optim.init(optimizer, tree)
    for value in (1.0, 1.0, 1.0):
        _, state = optim.update(optimizer, gradients_of(tree), state, tree, value=jnp.array(value))
    assert state[1].scale < 1


def test_gradients_of_another_tree_are_named():
    tree = model()
    with random.keys(0):
        other = nn.Sequential(
            nn.Linear(3, 4, bias=False), nn.Identity(), nn.Identity(), nn.Identity(), nn.Linear(4, 1)
        )[0]
    optimizer = optim.sgd(0.1)
    with pytest.raises(ValueError, match="the gradients are not those of the tree's params:") as caught:
        optim.update(optimizer, gradients_of(other), optim.init(optimizer, tree), tree)
    assert "\n  no gradient for ['submodules']['0']['params']['bias']" in str(caught.value)
    with pytest.raises(
        ValueError, match=r"a gradient for \['submodules'\]\['0'\]\['params'\]\['bias'\], which the tree"
    ):
        optim.update(optimizer, gradients_of(tree), optim.init(optimizer, other), other)


@pytest.mark.parametrize("shape", [(), (3, 1), (1,)])
def test_gradients_of_another_shape_are_named(shape):
    tree = {"params": {"w": jnp.ones(3)}, "submodules": {}}
    optimizer = optim.sgd(0.1)
    gradients = {"params": {"w": jnp.ones(shape)}, "submodules": {}}
    with pytest.raises(ValueError) as caught:
        optim.update(optimizer, gradients, optim.init(optimizer, tree), tree)
    assert f"a gradient of shape {shape} for ['params']['w'], whose shape is (3,)" in str(caught.value)


def test_integers_are_not_trained():
    tree = {"params": {"w": jnp.ones(3, int)}, "submodules": {}}
    optimizer = optim.sgd(0.1)
    gradients = {"params": {"w": jnp.ones(3)}, "submodules": {}}
    with pytest.raises(ValueError, match=r"\['params'\]\['w'\] is int32, which a step would round; use floats"):
        optim.update(optimizer, gradients, optim.init(optimizer, tree), tree)


def test_optax_is_imported_when_used_and_the_error_says_what_to_install():
    code = """
import sys
from jdc_runtime.structure import functional, nn, optim
assert not {"optax", "torch", "flax"} & set(sys.modules), sorted(sys.modules)
sys.modules["optax"] = None
try:
    optim.sgd(0.1)
except ModuleNotFoundError as error:
    assert "pip install optax" in str(error), error
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)
