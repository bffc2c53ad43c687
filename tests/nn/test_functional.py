"""`jdc_runtime.structure.functional` against optax, flax and numpy."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import linen
from hypothesis import given, settings
from hypothesis import strategies as st

from jdc_runtime.structure import functional

LOGITS = jnp.asarray(np.random.default_rng(0).normal(size=(5, 4)), jnp.float32)
LABELS = jnp.array([0, 3, 1, 2, 3])
cross_entropy = jax.jit(
    functional.softmax_cross_entropy, static_argnames=("axis", "ignore_index", "label_smoothing", "reduction")
)
attention = jax.jit(functional.scaled_dot_product_attention, static_argnames=("is_causal", "scale"))


def close(a, b, tolerance=1e-5):
    np.testing.assert_allclose(np.asarray(a, np.float64), np.asarray(b, np.float64), rtol=tolerance, atol=tolerance)


class TestCrossEntropy:
    def test_integers(self):
        reference = optax.softmax_cross_entropy_with_integer_labels(LOGITS, LABELS)
        close(cross_entropy(LOGITS, LABELS, reduction="none"), reference)
        close(cross_entropy(LOGITS, LABELS), reference.mean())
        close(cross_entropy(LOGITS, LABELS, reduction="sum"), reference.sum())

    def test_gradient(self):
        got = jax.grad(cross_entropy)(LOGITS, LABELS)
        close(got, (jax.nn.softmax(LOGITS) - jax.nn.one_hot(LABELS, 4)) / 5)

    def test_probabilities_and_smoothing(self):
        targets = optax.smooth_labels(jax.nn.one_hot(LABELS, 4), 0.2)
        reference = optax.softmax_cross_entropy(LOGITS, targets).mean()
        close(cross_entropy(LOGITS, targets), reference)
        close(cross_entropy(LOGITS, LABELS, label_smoothing=0.2), reference)
        one_hot = jax.nn.one_hot(LABELS, 4)
        close(cross_entropy(LOGITS, one_hot, label_smoothing=0.2), reference)

    def test_class_axis(self):
        images = jnp.moveaxis(jnp.stack([LOGITS] * 2, axis=1), -1, 1)
        labels = jnp.stack([LABELS] * 2, axis=1)
        got = cross_entropy(images, labels, axis=1)
        close(got, cross_entropy(LOGITS, LABELS))
        close(functional.accuracy(images, labels, axis=1), functional.accuracy(LOGITS, LABELS))

    def test_ignored_labels_count_nowhere(self):
        labels = LABELS.at[1].set(-100)
        kept = jnp.array([0, 2, 3, 4])
        close(
            cross_entropy(LOGITS, labels),
            cross_entropy(LOGITS[kept], LABELS[kept]),
        )
        close(jax.grad(cross_entropy)(LOGITS, labels)[1], jnp.zeros(4))
        close(
            cross_entropy(LOGITS, LABELS, ignore_index=3, label_smoothing=0.1),
            cross_entropy(LOGITS[jnp.array([0, 2, 3])], jnp.array([0, 1, 2]), label_smoothing=0.1),
        )

    @pytest.mark.parametrize("label", [4, 99, -1])
    def test_a_label_outside_is_not_a_number(self, label):
        assert jnp.isnan(cross_entropy(LOGITS, LABELS.at[0].set(label)))

    def test_weights(self):
        weight = jnp.array([1.0, 2.0, 0.5, 3.0])
        losses = optax.softmax_cross_entropy_with_integer_labels(LOGITS, LABELS) * weight[LABELS]
        close(cross_entropy(LOGITS, LABELS, weight=weight), losses.sum() / weight[LABELS].sum())

    def test_half_precision_is_computed_wide(self):
        loss = cross_entropy(LOGITS.astype(jnp.bfloat16), LABELS)
        assert loss.dtype == jnp.float32

    def test_wrong_arguments(self):
        with pytest.raises(TypeError, match=r"labels are bool, expected integers; write labels.astype\(jnp.int32\)"):
            cross_entropy(LOGITS, LABELS > 1)
        with pytest.raises(ValueError, match=r"integer labels have shape \(5, 4\), expected \(5,\)"):
            cross_entropy(LOGITS, jnp.zeros((5, 4), int))
        with pytest.raises(
            ValueError, match=r"labels given as probabilities must have the shape of the logits, \(5, 4\)"
        ):
            cross_entropy(LOGITS, jnp.zeros(5))
        with pytest.raises(ValueError, match=r"weight has shape \(3,\), expected \(4,\)"):
            cross_entropy(LOGITS, LABELS, weight=jnp.ones(3))
        with pytest.raises(ValueError, match="reduction is 'average', expected"):
            cross_entropy(LOGITS, LABELS, reduction="average")


def test_accuracy():
    logits = jnp.array([[2.0, 1.0], [0.0, 1.0], [3.0, 0.0], [0.0, 3.0]])
    assert functional.accuracy(logits, jnp.array([0, 1, 1, 0])) == 0.5
    assert functional.accuracy(logits, jnp.array([0, 1, 1, -100])) == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match=r"integer labels have shape \(3,\), expected \(4,\)"):
        functional.accuracy(logits, jnp.array([0, 1, 1]))


class TestRegression:
    targets = LOGITS[::-1] * 2

    def test_against_optax(self):
        close(functional.mse_loss(LOGITS, self.targets), 2 * optax.l2_loss(LOGITS, self.targets).mean())
        close(functional.l1_loss(LOGITS, self.targets), jnp.abs(LOGITS - self.targets).mean())
        reference = optax.huber_loss(LOGITS, self.targets, delta=0.7)
        close(functional.huber_loss(LOGITS, self.targets, delta=0.7, reduction="none"), reference)
        gradient = jax.grad(lambda x: optax.huber_loss(x, self.targets, delta=0.7).mean())(LOGITS)
        close(jax.grad(lambda x: functional.huber_loss(x, self.targets, delta=0.7))(LOGITS), gradient)

    def test_binary(self):
        labels = jnp.array([[0.0, 1.0, 1.0, 0.3]] * 5)
        reference = optax.sigmoid_binary_cross_entropy(LOGITS, labels)
        close(functional.binary_cross_entropy_with_logits(LOGITS, labels), reference.mean())
        weighted = -2 * labels * jax.nn.log_sigmoid(LOGITS) - (1 - labels) * jax.nn.log_sigmoid(-LOGITS)
        got = functional.binary_cross_entropy_with_logits(LOGITS, labels, pos_weight=2.0, reduction="none")
        close(got, weighted)
        assert jnp.isfinite(
            functional.binary_cross_entropy_with_logits(jnp.array([1e4, -1e4]), jnp.array([0.0, 1.0]))
        )

    @pytest.mark.parametrize(
        "loss",
        [
            functional.mse_loss,
            functional.l1_loss,
            functional.huber_loss,
            functional.binary_cross_entropy_with_logits,
        ],
    )
    def test_nothing_is_broadcast(self, loss):
        with pytest.raises(ValueError, match=r"must have the shape of the \w+, \(5, 1\), but have \(5,\)"):
            loss(jnp.zeros((5, 1)), jnp.zeros(5))


class TestPooling:
    x = jax.random.normal(jax.random.key(1), (2, 3, 9, 8))

    @pytest.mark.parametrize("padding", ["SAME", "VALID", ((1, 0), (0, 1))])
    @pytest.mark.parametrize("stride", [None, (2, 1)])
    def test_against_flax(self, padding, stride):
        last = jnp.moveaxis(self.x, 1, -1)
        strides = stride or (3, 2)
        reference = linen.max_pool(last, (3, 2), strides, padding)
        close(functional.max_pool(self.x, (3, 2), stride=stride, padding=padding), jnp.moveaxis(reference, -1, 1))
        for counts in (True, False):
            reference = linen.avg_pool(last, (3, 2), strides, padding, count_include_pad=counts)
            got = functional.avg_pool(self.x, (3, 2), stride=stride, padding=padding, count_include_pad=counts)
            close(got, jnp.moveaxis(reference, -1, 1))

    def test_one_and_three_axes(self):
        line = jnp.arange(8.0).reshape(1, 1, 8)
        close(functional.max_pool(line, 2)[0, 0], [1, 3, 5, 7])
        close(functional.avg_pool(line, 2)[0, 0], [0.5, 2.5, 4.5, 6.5])
        assert functional.max_pool(jnp.zeros((1, 2, 4, 4, 4)), 2).shape == (1, 2, 2, 2, 2)
        assert functional.avg_pool(jnp.zeros((4, 4)), (2, 2)).shape == (2, 2)

    def test_dilation_and_integers(self):
        close(functional.max_pool(jnp.arange(6).reshape(1, 1, 6), 2, stride=1, dilation=3)[0, 0], [3, 4, 5])
        assert functional.max_pool(-jnp.ones((1, 1, 3), jnp.int8), 3, padding=1).dtype == jnp.int8
        close(functional.avg_pool(jnp.arange(4).reshape(1, 1, 4), 2)[0, 0], [0.5, 2.5])

    def test_gradients_and_dtype(self):
        close(jax.grad(lambda x: functional.avg_pool(x, 2).sum())(jnp.ones((1, 1, 4))), jnp.full((1, 1, 4), 0.5))
        close(
            jax.grad(lambda x: functional.max_pool(x, 2).sum())(jnp.arange(4.0).reshape(1, 1, 4))[0, 0], [0, 1, 0, 1]
        )
        assert functional.avg_pool(self.x.astype(jnp.bfloat16), 2).dtype == jnp.bfloat16

    def test_wrong_arguments(self):
        with pytest.raises(ValueError, match=r"a window of 2 does not fit x of shape \(4, 4\)"):
            functional.max_pool(jnp.zeros((4, 4)), 2)
        with pytest.raises(
            ValueError, match=r"stride is \(1, 1, 1\), expected an integer of at least 1, or 2 of them"
        ):
            functional.max_pool(self.x, 2, stride=(1, 1, 1))
        with pytest.raises(ValueError, match="padding is 'FULL', expected \"SAME\""):
            functional.max_pool(self.x, 2, padding="FULL")
        with pytest.raises(ValueError, match="padding is -1, expected an integer or, for each of 2 axes"):
            functional.avg_pool(self.x, 2, padding=-1)


@settings(max_examples=15, deadline=None)
@given(
    st.integers(5, 9), st.integers(1, 3), st.integers(1, 3), st.integers(0, 2), st.integers(0, 2), st.integers(1, 2)
)
def test_max_pool_is_the_largest_of_each_window(size, window, stride, before, after, dilation):
    x = np.random.default_rng(size).permutation(size).astype(np.float32)
    padded = np.concatenate([np.full(before, -np.inf), x, np.full(after, -np.inf)])
    reach = (window - 1) * dilation + 1
    expected = [padded[i : i + reach : dilation].max() for i in range(0, len(padded) - reach + 1, stride)]
    got = functional.max_pool(
        jnp.asarray(x)[None, None], window, stride=stride, padding=((before, after),), dilation=dilation
    )
    np.testing.assert_array_equal(got[0, 0], np.float32(expected))


class TestAttention:
    keys = jax.random.split(jax.random.key(2), 3)
    query = jax.random.normal(keys[0], (2, 4, 5, 8))
    key = jax.random.normal(keys[1], (2, 4, 6, 8))
    value = jax.random.normal(keys[2], (2, 4, 6, 8))

    def reference(self, query, key, value, allowed=True, bias=0.0, scale=None):
        scores = np.einsum("...td,...sd->...ts", query, key) * (scale or query.shape[-1] ** -0.5) + bias
        scores = np.where(allowed, scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return np.einsum("...ts,...sd->...td", weights / weights.sum(-1, keepdims=True), value)

    def test_against_numpy(self):
        arrays = self.query, self.key, self.value
        mask = jax.random.bernoulli(jax.random.key(3), 0.6, (2, 1, 5, 6)).at[..., 0].set(True)
        bias = jax.random.normal(jax.random.key(4), (5, 6))
        close(attention(*arrays), self.reference(*arrays))
        close(attention(*arrays, mask), self.reference(*arrays, mask))
        close(attention(*arrays, bias=bias, scale=0.3), self.reference(*arrays, bias=bias, scale=0.3))
        close(attention(*arrays, is_causal=True), self.reference(*arrays, np.tri(5, 6, dtype=bool)))

    def test_leading_axes(self):
        arrays = self.query, self.key, self.value
        whole = attention(*arrays)
        close(attention(*(x[1] for x in arrays)), whole[1])
        stacked = attention(*(jnp.stack([x, x[::-1]]) for x in arrays))
        close(stacked[1], whole[::-1])

    def test_shared_heads(self):
        shared = [x[:, :2] for x in (self.key, self.value)]
        repeated = [jnp.repeat(x, 2, axis=1) for x in shared]
        close(attention(self.query, *shared), attention(self.query, *repeated))

    def test_wrong_arguments(self):
        with pytest.raises(TypeError, match=r"mask is float32, expected bool, where True takes part; .* go to bias="):
            attention(self.query, self.key, self.value, jnp.zeros((5, 6)))
        with pytest.raises(ValueError, match=r"mask of shape \(6, 5\) does not broadcast to \(2, 4, 5, 6\)"):
            attention(self.query, self.key, self.value, jnp.ones((6, 5), bool))
        with pytest.raises(ValueError, match="key and value differ in shape"):
            attention(self.query, self.key, self.query)
        with pytest.raises(ValueError, match=r"query \(2, 4, 5, 8\) and key \(2, 4, 6, 4\) do not fit"):
            attention(self.query, self.key[..., :4], self.value[..., :4])
        with pytest.raises(ValueError, match=r"query has shape \(5, 8\), expected \(..., heads, time, size\)"):
            attention(self.query[0, 0], self.key, self.value)


def test_activations_are_those_of_jax():
    for name in ("relu", "gelu", "silu", "softmax", "log_softmax", "softplus", "leaky_relu", "sigmoid"):
        assert getattr(functional, name) is getattr(jax.nn, name)
    assert functional.tanh is jnp.tanh
    assert all(hasattr(functional, name) for name in functional.__all__)
