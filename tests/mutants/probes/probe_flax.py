"""Layers of flax, called as a user calls them."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx


class Perceptron(nn.Module):
    @nn.compact
    def __call__(self, values: jax.Array) -> jax.Array:
        values = nn.relu(nn.Dense(5)(values))
        return nn.LayerNorm()(nn.Dense(2)(values))


def _ran(module: nn.Module, *given: jax.Array) -> jax.Array:
    variables = module.init(jax.random.key(0), *given)
    out: jax.Array = module.apply(variables, *given)
    return out


def test_dense() -> None:
    assert _ran(Perceptron(), jnp.ones((7, 3))).shape == (7, 2)
    assert _ran(nn.DenseGeneral((2, 3), axis=(-2, -1)), jnp.ones((7, 4, 5))).shape == (7, 2, 3)
    assert _ran(nn.Einsum((4, 5), "bj,jk->bk"), jnp.ones((3, 4))).shape == (3, 5)


def test_convolutions() -> None:
    image = jnp.ones((2, 8, 8, 3))
    assert _ran(nn.Conv(6, (3, 3)), image).shape == (2, 8, 8, 6)
    assert _ran(nn.Conv(6, (3, 3), strides=2, padding="VALID"), image).shape == (2, 3, 3, 6)
    assert _ran(nn.Conv(6, (3,), padding="CAUSAL"), jnp.ones((2, 9, 4))).shape == (2, 9, 6)
    assert _ran(nn.ConvTranspose(4, (2, 2), strides=(2, 2)), image).shape == (2, 16, 16, 4)


def test_pools() -> None:
    image = jnp.ones((2, 8, 8, 3))
    assert nn.max_pool(image, (2, 2), strides=(2, 2)).shape == (2, 4, 4, 3)
    assert nn.avg_pool(image, (2, 2), strides=(2, 2)).shape == (2, 4, 4, 3)


def test_norms() -> None:
    values = jnp.ones((2, 5, 4))
    assert _ran(nn.LayerNorm(), values).shape == (2, 5, 4)
    assert _ran(nn.GroupNorm(2), values).shape == (2, 5, 4)
    assert _ran(nn.RMSNorm(), values).shape == (2, 5, 4)


def test_attention() -> None:
    sequence = jnp.ones((2, 5, 8))
    assert _ran(nn.MultiHeadDotProductAttention(num_heads=2), sequence, sequence).shape == (2, 5, 8)
    assert _ran(nn.SelfAttention(num_heads=4), sequence).shape == (2, 5, 8)
    mask = nn.make_causal_mask(jnp.ones((2, 5)))
    assert mask.shape == (2, 1, 5, 5)
    heads = jnp.ones((2, 5, 4, 3))
    assert nn.dot_product_attention(heads, heads, heads, mask=mask).shape == (2, 5, 4, 3)


def test_recurrent() -> None:
    values = jnp.ones((2, 6, 3))
    assert _ran(nn.RNN(nn.LSTMCell(4)), values).shape == (2, 6, 4)
    assert _ran(nn.RNN(nn.GRUCell(4)), values).shape == (2, 6, 4)
    assert _ran(nn.RNN(nn.SimpleCell(4)), values).shape == (2, 6, 4)
    assert _ran(nn.RNN(nn.ConvLSTMCell(4, (3,))), jnp.ones((2, 6, 5, 3))).shape == (2, 6, 5, 4)


def test_embedding() -> None:
    assert _ran(nn.Embed(10, 4), jnp.zeros((2, 3), jnp.int32)).shape == (2, 3, 4)


def test_nnx_layers() -> None:
    rngs = nnx.Rngs(0)
    assert nnx.Linear(3, 4, rngs=rngs)(jnp.ones((2, 3))).shape == (2, 4)
    assert nnx.LinearGeneral((3, 2), (4, 5), axis=(-2, -1), rngs=rngs)(jnp.ones((7, 3, 2))).shape == (7, 4, 5)
    assert nnx.Conv(3, 6, (3, 3), rngs=rngs)(jnp.ones((2, 8, 8, 3))).shape == (2, 8, 8, 6)
    assert nnx.Embed(10, 4, rngs=rngs)(jnp.zeros(3, jnp.int32)).shape == (3, 4)
    assert nnx.LayerNorm(4, rngs=rngs)(jnp.ones((3, 4))).shape == (3, 4)
    assert nnx.GroupNorm(4, 2, rngs=rngs)(jnp.ones((3, 5, 4))).shape == (3, 5, 4)
    assert nnx.BatchNorm(4, rngs=rngs)(jnp.ones((3, 4))).shape == (3, 4)


def test_nnx_attention() -> None:
    layer = nnx.MultiHeadAttention(2, 8, decode=False, rngs=nnx.Rngs(0))
    assert layer(jnp.ones((2, 5, 8))).shape == (2, 5, 8)


def test_nnx_recurrent() -> None:
    rngs = nnx.Rngs(0)
    assert nnx.RNN(nnx.LSTMCell(3, 4, rngs=rngs), rngs=rngs)(jnp.ones((2, 6, 3))).shape == (2, 6, 4)
    assert nnx.RNN(nnx.GRUCell(3, 4, rngs=rngs), rngs=rngs)(jnp.ones((2, 6, 3))).shape == (2, 6, 4)
