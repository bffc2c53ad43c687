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

LOGITS = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)
LABELS = np.array([0, 3, 1, 2, 3])
ONE_HOT = np.eye(4, dtype=np.float32)[LABELS]
LOG_P = np.asarray(jax.jit(jax.nn.log_softmax)(LOGITS))
cross_entropy = jax.jit(
    functional.softmax_cross_entropy, static_argnames=("axis", "ignore_index", "label_smoothing", "reduction")
)
accuracy = jax.jit(functional.accuracy, static_argnames="axis")
attention = jax.jit(functional.scaled_dot_product_attention, static_argnames=("is_causal", "scale"))


def close(a, b, tolerance=1e-5):
    np.testing.assert_allclose(np.asarray(a, np.float64), np.asarray(b, np.float64), rtol=tolerance, atol=tolerance)


class TestCrossEntropy:
    def test_integers(self):
        reference = np.asarray(jax.jit(optax.softmax_cross_entropy_with_integer_labels)(LOGITS, LABELS))
        close(cross_entropy(LOGITS, LABELS, reduction="none"), reference)
        close(cross_entropy(LOGITS, LABELS), reference.mean())
        close(cross_entropy(LOGITS, LABELS, reduction="sum"), reference.sum())

    def test_gradient(self):
        got = jax.jit(jax.grad(cross_entropy))(LOGITS, LABELS)
        close(got, (np.exp(LOG_P) - ONE_HOT) / 5)

    def test_probabilities_and_smoothing(self):
        targets = 0.8 * ONE_HOT + 0.2 / 4
        reference = np.mean(jax.jit(optax.softmax_cross_entropy)(LOGITS, targets))
        close(cross_entropy(LOGITS, targets), reference)
        close(cross_entropy(LOGITS, LABELS, label_smoothing=0.2), reference)
        close(cross_entropy(LOGITS, ONE_HOT, label_smoothing=0.2), reference)

    def test_class_axis(self):
        images = np.moveaxis(np.stack([LOGITS] * 2, axis=1), -1, 1)
        labels = np.stack([LABELS] * 2, axis=1)
        got = cross_entropy(images, labels, axis=1)
        close(got, cross_entropy(LOGITS, LABELS))
        close(accuracy(images, labels, axis=1), accuracy(LOGITS, LABELS))

    def test_ignored_labels_count_nowhere(self):
        labels = np.array([0, -100, 1, 2, 3])
        kept = [0, 2, 3, 4]
        close(
            cross_entropy(LOGITS, labels),
            cross_entropy(LOGITS[kept], LABELS[kept]),
        )
        close(jax.jit(jax.grad(cross_entropy))(LOGITS, labels)[1], np.zeros(4))
        close(
            cross_entropy(LOGITS, LABELS, ignore_index=3, label_smoothing=0.1),
            cross_entropy(LOGITS[[0, 2, 3]], np.array([0, 1, 2]), label_smoothing=0.1),
        )

    @pytest.mark.parametrize("label", [4, 99, -1])
    def test_a_label_outside_is_not_a_number(self, label):
        assert np.isnan(cross_entropy(LOGITS, np.array([label, 3, 1, 2, 3])))

    def test_weights(self):
        weight = np.array([1.0, 2.0, 0.5, 3.0], np.float32)
        losses = -LOG_P[range(5), LABELS] * weight[LABELS]
        close(cross_entropy(LOGITS, LABELS, weight=weight), losses.sum() / weight[LABELS].sum())

    def test_half_precision_is_computed_wide(self):
        loss = cross_entropy(LOGITS.astype(jnp.bfloat16), LABELS)
        assert loss.dtype == jnp.float32

    def test_wrong_arguments(self):
        with pytest.raises(TypeError, match=r"labels are bool, expected integers; write labels.astype\(jnp.int32\)"):
            cross_entropy(LOGITS, LABELS > 1)
        with pytest.raises(ValueError, match=r"integer labels have shape \(5, 4\), expected \(5,\)"):
            cross_entropy(LOGITS, np.zeros((5, 4), int))
        with pytest.raises(
            ValueError, match=r"labels given as probabilities must have the shape of the logits, \(5, 4\)"
        ):
            cross_entropy(LOGITS, np.zeros(5))
        with pytest.raises(ValueError, match=r"weight has shape \(3,\), expected \(4,\)"):
            cross_entropy(LOGITS, LABELS, weight=np.ones(3))
        with pytest.raises(ValueError, match="reduction is 'average', expected"):
            cross_entropy(LOGITS, LABELS, reduction="average")


def test_accuracy():
    logits = np.array([[2.0, 1.0], [0.0, 1.0], [3.0, 0.0], [0.0, 3.0]])
    assert accuracy(logits, np.array([0, 1, 1, 0])) == 0.5
    assert accuracy(logits, np.array([0, 1, 1, -100])) == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match=r"integer labels have shape \(3,\), expected \(4,\)"):
        accuracy(logits, np.array([0, 1, 1]))


class TestRegression:
    targets = LOGITS[::-1] * 2

    def test_against_optax(self):
        def ours(x):
            mse, l1 = functional.mse_loss(x, self.targets), functional.l1_loss(x, self.targets)
            huber = functional.huber_loss(x, self.targets, delta=0.7, reduction="none")
            return mse, l1, huber, jax.grad(lambda x: functional.huber_loss(x, self.targets, delta=0.7))(x)

        def theirs(x):
            huber = optax.huber_loss(x, self.targets, delta=0.7)
            gradient = jax.grad(lambda x: optax.huber_loss(x, self.targets, delta=0.7).mean())(x)
            return 2 * optax.l2_loss(x, self.targets).mean(), jnp.abs(x - self.targets).mean(), huber, gradient

        for got, expected in zip(jax.jit(ours)(LOGITS), jax.jit(theirs)(LOGITS), strict=True):
            close(got, expected)

    def test_binary(self):
        labels = np.array([[0.0, 1.0, 1.0, 0.3]] * 5, np.float32)
        loss = jax.jit(functional.binary_cross_entropy_with_logits, static_argnames="reduction")
        reference = np.asarray(jax.jit(optax.sigmoid_binary_cross_entropy)(LOGITS, labels))
        close(loss(LOGITS, labels), reference.mean())
        doubled = -2 * labels * np.log(1 / (1 + np.exp(-LOGITS))) - (1 - labels) * np.log(1 / (1 + np.exp(LOGITS)))
        close(loss(LOGITS, labels, pos_weight=2.0, reduction="none"), doubled)
        assert np.isfinite(loss(np.array([1e4, -1e4], np.float32), np.array([0.0, 1.0])))

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
            loss(np.zeros((5, 1)), np.zeros(5))


class TestPooling:
    x = np.random.default_rng(1).normal(size=(2, 3, 9, 8)).astype(np.float32)

    @pytest.mark.parametrize("padding", ["SAME", "VALID", ((1, 0), (0, 1))])
    @pytest.mark.parametrize("stride", [None, (2, 1)])
    def test_against_flax(self, padding, stride):
        def ours(x):
            options = {"stride": stride, "padding": padding}
            yield functional.max_pool(x, (3, 2), **options)
            for counts in (True, False):
                yield functional.avg_pool(x, (3, 2), **options, count_include_pad=counts)

        def theirs(x):
            last = jnp.moveaxis(x, 1, -1)
            yield jnp.moveaxis(linen.max_pool(last, (3, 2), stride or (3, 2), padding), -1, 1)
            for counts in (True, False):
                pooled = linen.avg_pool(last, (3, 2), stride or (3, 2), padding, count_include_pad=counts)
                yield jnp.moveaxis(pooled, -1, 1)

        for got, expected in jax.jit(lambda x: list(zip(ours(x), theirs(x), strict=True)))(self.x):
            close(got, expected)

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
        assert functional.avg_pool(jnp.asarray(self.x, jnp.bfloat16), 2).dtype == jnp.bfloat16

    @pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "uint32", "float16", "bfloat16", "float32"])
    def test_all_dtypes(self, dtype):
        x = np.random.default_rng(0).integers(0, 2 if dtype == "bool" else 100, (2, 1, 9)).astype(jnp.dtype(dtype))
        windows = np.stack([x[..., start : start + 3] for start in range(7)], axis=-2).astype(float)
        got = functional.max_pool(x, 3, stride=1)
        assert got.dtype == jnp.dtype(dtype)
        close(got, windows.max(-1))
        got = functional.avg_pool(x, 3, stride=1)
        assert got.dtype == (jnp.dtype(dtype) if dtype[-3:] == "t16" or dtype[-2:] == "16" else jnp.float32)
        close(got, windows.mean(-1), 1e-5 if got.dtype == jnp.float32 else 1e-2)

    def test_sums_of_half_precision(self):
        assert functional.avg_pool(jnp.ones((1, 1, 40, 40), jnp.bfloat16), 40) == 1
        assert functional.avg_pool(jnp.full((1, 1, 4), 6e4, jnp.float16), 4) == jnp.float16(6e4)

    def test_windows_without_elements(self):
        with pytest.raises(ValueError, match=r"a window of \(7,\) does not fit x of shape \(1, 1, 4\): it is larger"):
            functional.max_pool(jnp.zeros((1, 1, 4)), 7)
        with pytest.raises(ValueError, match=r"it is larger"):
            functional.avg_pool(jnp.zeros((1, 1, 0)), 2)
        alone = jnp.ones((1, 1, 4))
        close(functional.max_pool(alone, 2, padding=2)[0, 0], [-np.inf, 1, 1, -np.inf])
        close(functional.avg_pool(alone, 2, padding=2)[0, 0], [0, 1, 1, 0])
        close(functional.avg_pool(alone, 2, padding=2, count_include_pad=False)[0, 0], [np.nan, 1, 1, np.nan])
        assert functional.max_pool(jnp.zeros((0, 1, 4)), 2).shape == (0, 1, 2)
        assert functional.max_pool(jnp.ones((1, 1, 3)), 1, stride=5, padding="SAME").shape == (1, 1, 1)

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
    query, key, value = (
        np.random.default_rng(number).normal(size=(2, 4, time, 8)).astype(np.float32)
        for number, time in enumerate((5, 6, 6))
    )

    def reference(self, query, key, value, allowed=True, bias=0.0, scale=None):
        scores = np.einsum("...td,...sd->...ts", query, key) * (scale or query.shape[-1] ** -0.5) + bias
        scores = np.where(allowed, scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return np.einsum("...ts,...sd->...td", weights / weights.sum(-1, keepdims=True), value)

    def test_against_numpy(self):
        arrays = self.query, self.key, self.value
        mask = np.random.default_rng(3).random((2, 1, 5, 6)) < 0.6
        mask[..., 0] = True
        bias = np.random.default_rng(4).normal(size=(5, 6)).astype(np.float32)
        close(attention(*arrays), self.reference(*arrays))
        close(attention(*arrays, mask), self.reference(*arrays, mask))
        close(attention(*arrays, bias=bias, scale=0.3), self.reference(*arrays, bias=bias, scale=0.3))
        close(attention(*arrays, is_causal=True), self.reference(*arrays, np.tri(5, 6, dtype=bool)))

    def test_leading_axes(self):
        arrays = self.query, self.key, self.value
        whole = np.asarray(attention(*arrays))
        close(attention(*(x[1] for x in arrays)), whole[1])
        stacked = attention(*(np.stack([x, x[::-1]]) for x in arrays))
        close(stacked[1], whole[::-1])

    def test_sizes_of_zero(self):
        arrays = self.query, self.key, self.value
        assert attention(*(x[:0] for x in arrays)).shape == (0, 4, 5, 8)
        assert attention(self.query[:, :, :0], *arrays[1:]).shape == (2, 4, 0, 8)
        with pytest.raises(ValueError, match=r"key and value of shape \(2, 4, 0, 8\) have no time to attend to"):
            attention(self.query, *(x[:, :, :0] for x in arrays[1:]))
        with pytest.raises(ValueError, match=r"key \(2, 0, 6, 8\) do not fit"):
            attention(self.query, *(x[:, :0] for x in arrays[1:]))

    @pytest.mark.parametrize("dtypes", [("float32", "bfloat16", "bfloat16"), ("float16", "float32", "float32")])
    def test_dtypes_are_promoted(self, dtypes):
        arrays = [x.astype(jnp.dtype(d)) for x, d in zip((self.query, self.key, self.value), dtypes, strict=True)]
        got = attention(*arrays)
        assert got.dtype == jnp.float32
        close(got, self.reference(*(x.astype(np.float32) for x in arrays)), 1e-3)
        whole = attention(*(np.round(4 * x).astype(np.int8) for x in (self.query, self.key, self.value)))
        close(whole, self.reference(*(np.round(4 * x).astype(float) for x in (self.query, self.key, self.value))))

    @pytest.mark.parametrize("least", [-np.inf, np.finfo(np.float32).min, -np.finfo(np.float32).max / 1.5])
    def test_a_bias_that_masks(self, least):
        arrays = self.query, self.key, self.value
        allowed = np.random.default_rng(3).random((5, 6)) < 0.6
        allowed[:, 0] = True
        bias = np.where(allowed, 0.5, least).astype(np.float32)
        close(attention(*arrays, bias=bias), self.reference(*arrays, allowed))
        gradient = jax.jit(jax.grad(lambda bias: attention(*arrays, bias=bias).sum()))(bias)
        assert np.isfinite(gradient).all()
        half = np.arange(6) < 3
        both = attention(*arrays, half, bias=np.where(half & (np.arange(6) > 0), least, 0.0).astype(np.float32))
        close(both, self.reference(*arrays, np.arange(6) == 0))

    @pytest.mark.parametrize("way", ["mask", "bias", "both"])
    def test_rows_that_see_nothing(self, way):
        arrays = self.query, self.key, self.value
        mask = None if way == "bias" else np.zeros((5, 6), bool) | (way == "both")
        bias = None if way == "mask" else np.full((5, 6), -np.inf, np.float32)
        got = attention(*arrays, mask, bias=bias)
        close(got, np.broadcast_to(self.value.mean(2, keepdims=True), got.shape))

    def test_shared_heads(self):
        shared = [x[:, :2] for x in (self.key, self.value)]
        repeated = [np.repeat(x, 2, axis=1) for x in shared]
        close(attention(self.query, *shared), attention(self.query, *repeated))

    def test_wrong_arguments(self):
        with pytest.raises(TypeError, match=r"mask is float32, expected bool, where True takes part; .* go to bias="):
            attention(self.query, self.key, self.value, np.zeros((5, 6), np.float32))
        with pytest.raises(TypeError, match=r"bias is bool, expected numbers to add; .* go to mask="):
            attention(self.query, self.key, self.value, bias=np.ones((5, 6), bool))
        with pytest.raises(ValueError, match=r"mask of shape \(6, 5\) does not broadcast to \(2, 4, 5, 6\)"):
            attention(self.query, self.key, self.value, np.ones((6, 5), bool))
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


class TestPool:
    x = np.random.default_rng(2).normal(size=(2, 3, 9, 8)).astype(np.float32)
    options = {"stride": (2, 1), "padding": ((1, 0), (0, 2)), "dilation": (1, 2)}

    def test_is_what_the_others_are_made_of(self):
        close(functional.pool(self.x, (3, 2), jax.lax.max, -jnp.inf), functional.max_pool(self.x, (3, 2)))
        largest = functional.max_pool(self.x, (3, 2), **self.options)
        close(functional.pool(self.x, (3, 2), jax.lax.max, -jnp.inf, **self.options), largest)
        close(functional.pool(self.x, 2, jax.lax.add, 0.0) / 4, functional.avg_pool(self.x, 2))

    def test_other_reductions(self):
        line = jnp.array([[[3, -1, 4, -1, 5]]])
        close(functional.pool(line, 2, jax.lax.min, 9, stride=1)[0, 0], [-1, -1, -1, -1])
        close(functional.pool(line, 3, jax.lax.mul, 1, stride=2)[0, 0], [-12, -20])
        close(functional.pool(line, 3, jax.lax.mul, 1, stride=2, padding="SAME")[0, 0], [-3, 4, -5])
        assert functional.pool(line > 0, 2, jax.lax.bitwise_and, True).tolist() == [[[False, False]]]

    @pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16, jnp.int8, jnp.uint8])
    def test_dtypes(self, dtype):
        pooled = functional.pool(jnp.ones((1, 1, 4), dtype), 2, jax.lax.add, 0)
        assert pooled.dtype == dtype
        close(pooled[0, 0], [2, 2])

    def test_under_jit_and_grad(self):
        total = jax.jit(jax.grad(lambda x: functional.pool(x, 2, jax.lax.add, 0.0).sum()))
        close(total(jnp.ones((1, 1, 4))), jnp.ones((1, 1, 4)))

    def test_wrong_arguments(self):
        integers = jnp.ones((1, 1, 4), jnp.int32)
        with pytest.raises(TypeError, match="start is -inf, of float, which x of int32 cannot hold"):
            functional.pool(integers, 2, jax.lax.max, -jnp.inf)
        with pytest.raises(TypeError, match="start is 0.5"):
            functional.pool(integers, 2, jax.lax.add, 0.5)
        with pytest.raises(ValueError, match=r"a window of 2 does not fit x of shape \(4,\)"):
            functional.pool(jnp.ones(4), 2, jax.lax.add, 0.0)


class TestWeightedAccuracy:
    weight = np.array([1.0, 2.0, 3.0, 0.5], np.float32)

    def test_is_the_share_of_the_weights(self):
        correct = LOGITS.argmax(-1) == LABELS
        expected = (correct * self.weight[LABELS]).sum() / self.weight[LABELS].sum()
        close(accuracy(LOGITS, LABELS, weight=self.weight), expected)
        close(accuracy(LOGITS, LABELS, weight=np.ones(4)), accuracy(LOGITS, LABELS))

    def test_ignored_labels_and_other_axes(self):
        labels = np.array([0, -100, 1, 2, -100])
        kept = [0, 2, 3]
        expected = accuracy(LOGITS[kept], LABELS[kept], weight=self.weight)
        close(accuracy(LOGITS, np.where(labels < 0, labels, LABELS), weight=self.weight), expected)
        close(accuracy(LOGITS.T, LABELS, axis=0, weight=self.weight), accuracy(LOGITS, LABELS, weight=self.weight))

    def test_wrong_weights(self):
        with pytest.raises(ValueError, match=r"weight has shape \(3,\), expected \(4,\)"):
            accuracy(LOGITS, LABELS, weight=np.ones(3))
        assert np.isnan(accuracy(LOGITS, np.array([4, 3, 1, 2, 3]), weight=self.weight))
