"""The messages of layers for arguments and inputs that do not fit, with the place of the layer."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime.structure import nn

KEY = jax.random.key(0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: nn.Linear(0, 3, rng=KEY), "Linear: in_features is 0, expected an integer of at least 1"),
        (lambda: nn.Embedding(3, -1, rng=KEY), "Embedding: embedding_dim is -1"),
        (lambda: nn.Conv(4, 6, 3, groups=4, rng=KEY), "Conv: groups=4 must divide in_channels=4 and out_channels=6"),
        (
            lambda: nn.Conv(4, 6, (1, 1, 1, 1), rng=KEY),
            r"kernel_size is \(1, 1, 1, 1\), expected one to three numbers",
        ),
        (lambda: nn.Conv(4, 6, 3, stride=(1,), rng=KEY), r"stride is \(1,\), expected .* or 2 of them"),
        (lambda: nn.Conv(4, 6, 3, padding="CAUSAL", rng=KEY), "padding is 'CAUSAL', expected"),
        (lambda: nn.LayerNorm(()), "LayerNorm: normalized_shape is empty"),
        (lambda: nn.GroupNorm(4, 6), "GroupNorm: num_groups=4 must divide num_channels=6"),
        (lambda: nn.BatchNorm(4, momentum=10), "BatchNorm: momentum is 10, expected a number from 0 to 1"),
        (lambda: nn.BatchNorm(4, eps=-1e-5), "BatchNorm: eps is -1e-05, expected a number from 0 to inf"),
        (lambda: nn.LayerNorm(4, eps=-1), "LayerNorm: eps is -1, expected a number from 0"),
        (lambda: nn.GroupNorm(2, 4, eps=float("nan")), "GroupNorm: eps is nan, expected a number from 0"),
        (lambda: nn.Dropout(50, rng=KEY), "Dropout: rate is 50, expected a probability, 0 to 1"),
        (lambda: nn.MultiHeadAttention(6, 4, rng=KEY), "num_heads=4 must divide embed_dim=6"),
    ],
)
def test_arguments(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "shape", "message"),
    [
        (
            lambda: nn.Linear(4, 2, rng=KEY),
            (2, 3),
            "Linear: x of shape (2, 3) has size 3 on axis -1, expected 4 (in_features)",
        ),
        (lambda: nn.Linear(4, 2, rng=KEY), (), "Linear: x of shape () has no axes, expected 4 (in_features)"),
        (
            lambda: nn.Conv(3, 2, 3, rng=KEY),
            (1, 8, 8, 3),
            "Conv: x of shape (1, 8, 8, 3) has size 8 on axis 1, expected 3 (in_channels)",
        ),
        (
            lambda: nn.Conv(3, 2, 3, rng=KEY),
            (3, 8, 8),
            "Conv: x of shape (3, 8, 8) has 3 axes, expected 4: batch, channels and 2 spatial, since kernel_size is (3, 3)",
        ),
        (lambda: nn.LayerNorm((2, 3)), (5, 3), "LayerNorm: x has shape (5, 3), expected (..., 2, 3)"),
        (lambda: nn.LayerNorm(4), (5, 3), "LayerNorm: x has shape (5, 3), expected (..., 4)"),
        (
            lambda: nn.GroupNorm(2, 4),
            (5, 2),
            "GroupNorm: x of shape (5, 2) has size 2 on axis 1, expected 4 (num_channels)",
        ),
        (lambda: nn.GroupNorm(2, 4), (4,), "GroupNorm: x has shape (4,), expected (batch, 4, ...)"),
        (
            lambda: nn.BatchNorm(4),
            (5, 2),
            "BatchNorm: x of shape (5, 2) has size 2 on axis 1, expected 4 (num_features)",
        ),
        (lambda: nn.BatchNorm(4), (4,), "BatchNorm: x of shape (4,) has no batch axis beside axis 1"),
        (lambda: nn.BatchNorm(4), (1, 4), "BatchNorm: x of shape (1, 4) has one value for each feature"),
        (
            lambda: nn.MultiHeadAttention(4, 2, rng=KEY),
            (5, 3),
            "MultiHeadAttention: query of shape (5, 3) has size 3 on axis -1, expected 4 (embed_dim)",
        ),
        (lambda: nn.MultiHeadAttention(4, 2, rng=KEY), (4,), "query has shape (4,), expected (..., time, embed_dim)"),
    ],
)
def test_inputs(make, shape, message):
    with pytest.raises(nn.LayerInputError, match=re.escape(message)):
        apply(make, shape)


def apply(make, shape):
    """Trace a layer; nothing is compiled."""

    def traced(x):
        tree, config = make()
        return tree["apply"](tree, config, x)[1]

    return jax.eval_shape(traced, jax.ShapeDtypeStruct(shape, jnp.float32))


def test_attention_names_the_input_that_is_wrong():
    with pytest.raises(nn.LayerInputError, match=r"key of shape \(5, 4\) has size 4 on axis -1, expected 3 \(kdim\)"):
        apply(lambda: nn.MultiHeadAttention(4, 2, kdim=3, rng=KEY), (5, 4))


def test_embedding_wants_integers():
    with pytest.raises(TypeError, match=r"indices are float32, expected integers; write indices.astype\(jnp.int32\)"):
        apply(lambda: nn.Embedding(4, 2, rng=KEY), (3,))


def test_the_mode_is_no_array():
    tree, config = nn.BatchNorm(4)
    traced = jax.jit(lambda config: tree["apply"](tree, config, jnp.ones((2, 4)))[1])
    with pytest.raises(
        TypeError, match=r'is an array, .* jdc.jit\(auto_static=True, static_argnames="global_config"\)'
    ):
        traced(config)


@pytest.mark.parametrize("layer", ["Dropout", "BatchNorm"])
def test_the_mode_is_needed(layer):
    tree, _ = nn.BatchNorm(4) if layer == "BatchNorm" else nn.Dropout(0.5, rng=KEY)
    x = jnp.ones((2, 4))
    with pytest.raises(TypeError, match=rf'{layer}: global_config\["train_mode"\] is missing; give apply'):
        tree["apply"](tree, {}, x)
    with pytest.raises(TypeError, match=rf'{layer}: global_config\["train_mode"\] is 1, expected True or False'):
        tree["apply"](tree, {"train_mode": 1}, x)


def test_the_place_is_noted_once_as_a_path():
    def make():
        inner = nn.Sequential(jax.nn.relu, nn.Linear(3, 4, rng=KEY), nn.Linear(3, 4, rng=KEY))
        return nn.Sequential(nn.Identity(), nn.Sequential(inner))

    with pytest.raises(nn.LayerInputError, match="expected 3") as caught:
        apply(make, (2, 3))
    assert [note for note in caught.value.__notes__ if "submodule" in note] == ['in submodule "1.0.2"']


def test_sequential_takes_modules_and_functions():
    with pytest.raises(TypeError, match=r"Sequential: layer 1 is 'relu', expected a module, which is a pair"):
        nn.Sequential(nn.Identity(), "relu")
    with pytest.raises(TypeError, match=r"Sequential: layer 0 is \{.*, expected a module, which is a pair"):
        nn.Sequential({"relu": jax.nn.relu})
    with pytest.raises(TypeError, match=r"a function of one argument; write Sequential\(\*layers\) for a list"):
        nn.Sequential([nn.Identity(), jax.nn.relu])


@pytest.mark.parametrize(
    ("make", "shape", "result"),
    [
        (lambda: nn.GroupNorm(2, 4), (0, 4, 3), (0, 4, 3)),
        (lambda: nn.GroupNorm(2, 4), (2, 4, 0), (2, 4, 0)),
        (lambda: nn.LayerNorm(4), (0, 4), (0, 4)),
        (lambda: nn.Conv(3, 2, 3, rng=KEY), (0, 3, 8, 8), (0, 2, 6, 6)),
        (lambda: nn.Linear(4, 2, rng=KEY), (0, 4), (0, 2)),
        (lambda: nn.Dropout(0.5, rng=KEY), (0, 4), (0, 4)),
        (lambda: nn.MultiHeadAttention(4, 2, rng=KEY), (0, 3, 4), (0, 3, 4)),
        (lambda: nn.Sequential(nn.Linear(4, 2, rng=KEY), jax.nn.relu), (0, 4), (0, 2)),
    ],
)
def test_empty_batches(make, shape, result):
    assert apply(make, shape).shape == result


def test_batch_norm_of_an_empty_batch():
    tree, _ = nn.BatchNorm(4)
    assert tree["apply"](tree, {"train_mode": False}, jnp.zeros((0, 4)))[1].shape == (0, 4)
    with pytest.raises(nn.LayerInputError, match=r"x of shape \(0, 4\) has no value for each feature"):
        apply(lambda: nn.BatchNorm(4), (0, 4))


def test_what_has_no_room_for_a_kernel():
    with pytest.raises(
        nn.LayerInputError, match=r"x of shape \(1, 3, 2, 8\) is smaller, with its padding, than a ker"
    ):
        apply(lambda: nn.Conv(3, 2, 3, rng=KEY), (1, 3, 2, 8))
    with pytest.raises(ValueError, match=r"key and value of shape \(2, 0, 2\) have no time to attend to"):
        apply(lambda: nn.MultiHeadAttention(4, 2, rng=KEY), (0, 4))


def test_indices_of_small_dtypes():
    tree, config = nn.Embedding(300, 1, rng=KEY)
    weight = tree["params"]["weight"]
    for dtype, index, row in (
        ("int8", 100, 100),
        ("int8", -1, None),
        ("uint8", 255, 255),
        ("uint32", 2**32 - 1, None),
    ):
        got = tree["apply"](tree, config, jnp.array([index], dtype))[1]
        assert got[0, 0] == weight[row, 0] if row is not None else jnp.isnan(got).all()
    with pytest.raises(OverflowError, match="an array of int64 holds 4294967296, of which JAX keeps 0"):
        tree["apply"](tree, config, np.array([2**32]))


@pytest.mark.parametrize(
    "layer", [nn.BatchNorm, nn.LayerNorm, lambda size, dtype: nn.GroupNorm(1, size, dtype=dtype)]
)
def test_norms_have_no_integers(layer):
    with pytest.raises(TypeError, match="Norm: dtype is int32, expected a floating one, such as jnp.float32"):
        layer(2, dtype=jnp.int32)
