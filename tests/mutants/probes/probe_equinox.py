"""Layers of equinox, called as a user calls them."""

import equinox as eqx
import jax
import jax.numpy as jnp


def test_linear() -> None:
    layer = eqx.nn.Linear(3, 4, key=jax.random.key(0))
    assert layer(jnp.ones(3)).shape == (4,)
    one = eqx.nn.Linear("scalar", "scalar", key=jax.random.key(0))
    assert one(jnp.ones(())).shape == ()


def test_mlp() -> None:
    model = eqx.nn.MLP(2, 3, width_size=5, depth=2, key=jax.random.key(0))
    assert jax.vmap(model)(jnp.ones((7, 2))).shape == (7, 3)
    deep = eqx.nn.MLP(2, "scalar", 5, 1, use_final_bias=False, key=jax.random.key(1))
    assert deep(jnp.ones(2)).shape == ()


def test_convolutions() -> None:
    image = jnp.ones((3, 8, 8))
    layer = eqx.nn.Conv2d(3, 6, kernel_size=3, padding=1, key=jax.random.key(0))
    assert layer(image).shape == (6, 8, 8)
    line = eqx.nn.Conv1d(2, 4, 3, stride=2, key=jax.random.key(0))
    assert line(jnp.ones((2, 9))).shape == (4, 4)
    same = eqx.nn.Conv2d(3, 6, 3, padding="SAME", groups=3, key=jax.random.key(0))
    assert same(image).shape == (6, 8, 8)


def test_transposed_convolution() -> None:
    layer = eqx.nn.ConvTranspose2d(3, 2, kernel_size=3, stride=2, key=jax.random.key(0))
    assert layer(jnp.ones((3, 4, 4))).shape == (2, 9, 9)


def test_pools() -> None:
    image = jnp.arange(3.0 * 8 * 8).reshape(3, 8, 8)
    assert eqx.nn.MaxPool2d(2, 2)(image).shape == (3, 4, 4)
    assert eqx.nn.AvgPool2d(2, 2, padding=1)(image).shape == (3, 5, 5)
    assert eqx.nn.AdaptiveAvgPool2d((3, 5))(image).shape == (3, 3, 5)
    assert eqx.nn.MaxPool1d(3, 2, use_ceil=True)(jnp.ones((2, 8))).shape == (2, 4)


def test_norms() -> None:
    values = jnp.arange(12.0).reshape(4, 3)
    assert eqx.nn.LayerNorm((4, 3))(values).shape == (4, 3)
    assert eqx.nn.GroupNorm(2, 4)(values).shape == (4, 3)
    assert jax.vmap(eqx.nn.RMSNorm(3))(values).shape == (4, 3)


def test_batch_norm() -> None:
    layer, state = eqx.nn.make_with_state(eqx.nn.BatchNorm)(3, "batch", mode="ema")
    run = jax.vmap(layer, axis_name="batch", in_axes=(0, None), out_axes=(0, None))
    out, state = run(jnp.ones((5, 3, 2)), state)
    assert out.shape == (5, 3, 2)


def test_attention() -> None:
    layer = eqx.nn.MultiheadAttention(2, 8, key=jax.random.key(0))
    sequence = jnp.ones((5, 8))
    assert layer(sequence, sequence, sequence).shape == (5, 8)
    other = jnp.ones((7, 8))
    mask = jnp.ones((5, 7), bool)
    assert layer(sequence, other, other, mask=mask).shape == (5, 8)


def test_rotary_embedding() -> None:
    rotary = eqx.nn.RotaryPositionalEmbedding(4)
    assert rotary(jnp.ones((5, 4))).shape == (5, 4)


def test_cells() -> None:
    values = jnp.ones(3)
    gru = eqx.nn.GRUCell(3, 4, key=jax.random.key(0))
    assert gru(values, jnp.zeros(4)).shape == (4,)
    lstm = eqx.nn.LSTMCell(3, 4, key=jax.random.key(0))
    hidden, cell = lstm(values, (jnp.zeros(4), jnp.zeros(4)))
    assert hidden.shape == cell.shape == (4,)


def test_recurrent_run() -> None:
    cell = eqx.nn.GRUCell(2, 3, key=jax.random.key(0))

    def step(state: jax.Array, entry: jax.Array) -> tuple[jax.Array, jax.Array]:
        after = cell(entry, state)
        return after, after

    _, states = jax.lax.scan(step, jnp.zeros(3), jnp.ones((6, 2)))
    assert states.shape == (6, 3)


def test_embedding_and_dropout() -> None:
    table = eqx.nn.Embedding(10, 4, key=jax.random.key(0))
    assert jax.vmap(table)(jnp.arange(5)).shape == (5, 4)
    dropout = eqx.nn.Dropout(0.5)
    assert dropout(jnp.ones((3, 4)), key=jax.random.key(0)).shape == (3, 4)


def test_prelu_and_sequential() -> None:
    model = eqx.nn.Sequential(
        [eqx.nn.Linear(3, 4, key=jax.random.key(0)), eqx.nn.Lambda(jnp.tanh), eqx.nn.Identity()]
    )
    assert eqx.nn.PReLU()(model(jnp.ones(3))).shape == (4,)


def test_weight_norm() -> None:
    layer = eqx.nn.WeightNorm(eqx.nn.Linear(3, 4, key=jax.random.key(0)))
    assert layer(jnp.ones(3)).shape == (4,)


def test_spectral_norm() -> None:
    linear = eqx.nn.Linear(3, 4, key=jax.random.key(0))
    layer, state = eqx.nn.make_with_state(eqx.nn.SpectralNorm)(linear, "weight", key=jax.random.key(1))
    out, state = layer(jnp.ones(3), state)
    assert out.shape == (4,)
