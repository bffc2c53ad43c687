"""Losses over all dtypes and hard values, against the same sums in NumPy with float64."""

from contextlib import contextmanager

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdc_runtime.structure import functional

FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32, np.float64]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32]
REDUCTIONS = ["mean", "sum", "none"]


def reduced(losses, weights, reduction):
    with np.errstate(all="ignore"):
        return {
            "none": lambda: losses,
            "sum": lambda: losses.sum(),
            "mean": lambda: np.float64(losses.sum()) / np.sum(weights),
        }[reduction]()


def product(share, value):
    with np.errstate(all="ignore"):
        return np.where((share == 0) & np.isinf(value), 0, share * value)


def log_softmax(logits):
    shifted = logits - logits.max(-1, keepdims=True)
    with np.errstate(divide="ignore"):
        return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def cross_entropy(logits, labels, weight, ignore_index, smoothing, reduction):
    """Compute torch.nn.functional.cross_entropy class by class, with Python's own integers for labels."""
    log_p = log_softmax(np.asarray(logits, np.float64))
    weight = np.ones(log_p.shape[-1]) if weight is None else np.asarray(weight, np.float64)
    losses, weights = np.zeros(len(log_p)), np.zeros(len(log_p))
    for row, label in enumerate(map(int, labels)):
        if label == ignore_index:
            continue
        inside = 0 <= label < log_p.shape[-1]
        weights[row] = weight[label] if inside else np.nan
        losses[row] = -product(weights[row], log_p[row, label]) if inside else np.nan
        if smoothing:
            losses[row] = (1 - smoothing) * losses[row] - smoothing * product(weight, log_p[row]).mean()
    return reduced(losses, weights, reduction)


def close(got, expected):
    got = np.asarray(got, np.float64)
    assert got.shape == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=3e-5, atol=3e-5)


@st.composite
def batches(draw, dtypes=FLOATS):
    rows, classes = draw(st.integers(0, 4)), draw(st.sampled_from([1, 2, 5]))
    values = st.floats(-20, 20, width=16) | st.sampled_from([-3e4, 3e4, 0.0])
    logits = np.array(draw(st.lists(values, min_size=rows * classes, max_size=rows * classes)))
    return logits.reshape(rows, classes).astype(draw(st.sampled_from(dtypes)))


@settings(max_examples=50, deadline=None)
@given(st.data(), batches(), st.sampled_from(INTEGERS), st.sampled_from([0.0, 0.3, 1.0]), st.sampled_from(REDUCTIONS))
def test_cross_entropy_with_integer_labels(data, logits, dtype, smoothing, reduction):
    rows, classes = logits.shape
    info = np.iinfo(dtype)
    extremes = [value for value in (info.min, info.max, -100, -100 & info.max, 1) if info.min <= value <= info.max]
    extremes = [value for value in extremes if abs(value) < 2**31]
    choice = st.integers(0, classes - 1) | (st.sampled_from(extremes) if data.draw(st.booleans()) else st.nothing())
    labels = np.array(data.draw(st.lists(choice, min_size=rows, max_size=rows)), dtype)
    weight = data.draw(st.none() | st.lists(st.sampled_from([0.0, 0.5, 2.0]), min_size=classes, max_size=classes))
    weight = None if weight is None else np.array(weight, np.float32)
    ignored = data.draw(st.sampled_from([-100, 0, 255, 2**33]))
    impossible = data.draw(st.booleans())
    if impossible and classes > 1:
        logits[:, 0] = -np.inf
    options = {"label_smoothing": smoothing, "reduction": reduction, "ignore_index": ignored}
    got = functional.softmax_cross_entropy(logits, labels, weight=weight, **options)
    assert got.dtype == jnp.float32
    close(got, cross_entropy(logits, labels, weight, ignored, smoothing, reduction))


@settings(max_examples=25, deadline=None)
@given(st.data(), batches(), st.sampled_from(FLOATS), st.sampled_from([0.0, 0.3]), st.sampled_from(REDUCTIONS))
def test_cross_entropy_with_probabilities(data, logits, dtype, smoothing, reduction):
    rows, classes = logits.shape
    index = data.draw(st.lists(st.integers(0, classes - 1), min_size=rows, max_size=rows))
    labels = np.eye(classes)[np.array(index, int)].reshape(rows, classes).astype(dtype)
    if classes > 1 and rows:
        logits[:, 0] = np.where(labels[:, 0] == 0, -np.inf, logits[:, 0])
    got = functional.softmax_cross_entropy(logits, labels, label_smoothing=smoothing, reduction=reduction)
    shares = np.asarray(labels, np.float64) * (1 - smoothing) + smoothing / classes
    losses = -product(shares, log_softmax(np.asarray(logits, np.float64))).sum(-1)
    close(got, reduced(losses, np.ones(rows), reduction))


def test_labels_of_small_dtypes_are_not_the_ignored_one():
    logits = np.zeros((2, 300), np.float32)
    for dtype, label in ((np.uint8, 156), (np.uint16, 65436), (np.uint32, 2**32 - 100)):
        losses = functional.softmax_cross_entropy(logits, np.array([label, 0], dtype), reduction="none")
        close(losses, [np.log(300) if label < 300 else np.nan, np.log(300)])
    assert functional.accuracy(np.eye(300, dtype=np.float32)[[156, 0]], np.array([156, 0], np.uint8)) == 1


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
def test_more_classes_than_the_dtype_of_labels_has_values(dtype):
    logits = np.random.default_rng(0).normal(size=(3, 300)).astype(np.float32)
    labels = np.array([0, 100, 127], dtype)
    got = functional.softmax_cross_entropy(logits, labels, reduction="none")
    close(got, -log_softmax(logits.astype(float))[range(3), labels.astype(int)])
    assert np.isfinite(functional.accuracy(logits, labels))


def test_labels_that_jax_would_wrap_are_refused():
    with pytest.raises(OverflowError, match="an array of int64 holds 4294967296, of which JAX keeps 0, its 32 bits"):
        functional.softmax_cross_entropy(np.zeros((1, 3)), np.array([2**32]))
    with pytest.raises(OverflowError, match="int64 holds -4294967296"):
        functional.mse_loss(np.zeros(1), np.array([-(2**32)]))


REGRESSION = {
    "mse": (functional.mse_loss, np.square),
    "l1": (functional.l1_loss, np.abs),
    "huber": (
        functional.huber_loss,
        lambda x: np.where(np.abs(x) < 1, x**2 / 2, np.abs(x) - 0.5),
    ),
}


@pytest.mark.parametrize("name", REGRESSION)
@pytest.mark.parametrize("dtype", [np.bool_, *INTEGERS, *FLOATS], ids=lambda dtype: np.dtype(dtype).name)
@settings(max_examples=5, deadline=None)
@given(st.data(), st.sampled_from(REDUCTIONS))
def test_regression(name, dtype, data, reduction):
    loss, formula = REGRESSION[name]
    size = data.draw(st.integers(0, 4))
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        extremes = st.sampled_from([max(info.min, -(2**31)), min(info.max, 2**31 - 1)])
        values = st.integers(max(info.min, -9), 9) | extremes
    else:
        values = st.booleans() if dtype is np.bool_ else st.floats(-200, 200, width=16)
    one, other = (np.array(data.draw(st.lists(values, min_size=size, max_size=size)), dtype) for _ in range(2))
    got = loss(one, other, reduction=reduction)
    assert got.dtype == jnp.float32
    expected = formula(np.asarray(one, np.float64) - np.asarray(other, np.float64))
    close(got, reduced(expected, np.ones(size), reduction))


def test_neighbours_of_32_bits_differ_by_one():
    ones = np.array([2**24 + 1, 2**31 - 1], np.int32), np.array([2**24, 2**31 - 2], np.int32)
    assert functional.l1_loss(*ones) == 1
    close(functional.l1_loss(np.array([2**32 - 1], np.uint32), np.array([0], np.uint32)), 2.0**32)
    extremes = np.array([2**31 - 1], np.int32), np.array([-(2**31)], np.int32)
    close(functional.l1_loss(*extremes), 2.0**32)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16], ids=lambda dtype: np.dtype(dtype).name)
def test_many_elements_of_half_precision(dtype):
    ones, zeros = np.ones(70_000, dtype), np.zeros(70_000, dtype)
    for loss in (functional.mse_loss, functional.l1_loss):
        assert loss(ones, zeros) == 1
        assert loss(ones, zeros, reduction="sum") == 70_000
    assert functional.huber_loss(ones, zeros) == 0.5
    close(functional.binary_cross_entropy_with_logits(zeros, ones), np.log(2))
    close(functional.softmax_cross_entropy(np.zeros((70_000, 2), dtype), np.zeros(70_000, np.uint8)), np.log(2))
    assert functional.mse_loss(np.array([1000], dtype), np.zeros(1, dtype)) == 1e6
    assert functional.accuracy(np.ones((70_000, 1), dtype), np.zeros(70_000, np.int8)) == 1


@settings(max_examples=30, deadline=None)
@given(st.data(), batches(), st.sampled_from([np.bool_, *INTEGERS, *FLOATS]), st.sampled_from(REDUCTIONS))
def test_binary_cross_entropy(data, logits, dtype, reduction):
    labels = np.array(data.draw(st.lists(st.booleans(), min_size=logits.size, max_size=logits.size)), dtype)
    labels = labels.reshape(logits.shape)
    weight = data.draw(st.sampled_from([None, 0.0, 3]))
    if data.draw(st.booleans()):
        logits = np.where(labels.astype(bool), np.inf, -np.inf).astype(logits.dtype)
    got = functional.binary_cross_entropy_with_logits(logits, labels, pos_weight=weight, reduction=reduction)
    assert got.dtype == jnp.float32
    wide, shares = np.asarray(logits, np.float64), np.asarray(labels, np.float64)
    positive, negative = np.logaddexp(0, -wide), np.logaddexp(0, wide)
    losses = product(shares, positive if weight is None else product(np.float64(weight), positive))
    losses = losses + product(1 - shares, negative)
    close(got, reduced(losses, np.ones(losses.shape), reduction))


def test_masks_of_0_and_255_are_no_labels():
    losses = functional.binary_cross_entropy_with_logits(
        np.zeros(4, np.float32), np.array([0, 1, 255, 2], np.uint8), reduction="none"
    )
    np.testing.assert_array_equal(np.isnan(losses), [False, False, True, True])


def test_gradients_beside_impossible_classes():
    logits = np.array([[-np.inf, 1.0, 2.0], [0.0, 1.0, 2.0], [np.nan, np.inf, 0.0]], np.float32)
    labels = np.array([2, 0, -100])
    got = jax.jit(jax.grad(functional.softmax_cross_entropy))(logits, labels)
    softmax = np.exp(log_softmax(logits[:2].astype(float)))
    close(got, np.concatenate([(softmax - np.eye(3)[[2, 0]]) / 2, np.zeros((1, 3))]))
    hot = np.eye(3, dtype=np.float32)[[2, 0]]
    close(jax.jit(jax.grad(functional.softmax_cross_entropy))(logits[:2], hot), (softmax - hot) / 2)
    by_labels = jax.jit(jax.grad(functional.softmax_cross_entropy, argnums=1))(logits[1:2], hot[1:2])
    close(by_labels, -log_softmax(logits[1:2].astype(float)))
    infinite = np.array([np.inf, -np.inf, 0.0], np.float32), np.array([1.0, 0.0, 1.0], np.float32)
    close(jax.jit(jax.grad(functional.binary_cross_entropy_with_logits))(*infinite), [0, 0, -1 / 6])


@contextmanager
def x64():
    jax.config.update("jax_enable_x64", True)
    try:
        yield
    finally:
        jax.config.update("jax_enable_x64", False)


def test_double_precision_is_kept():
    with x64():
        rng = np.random.default_rng(0)
        logits, labels = rng.normal(size=(4, 3)), np.array([0, 1, 2**40, -100])
        got = functional.softmax_cross_entropy(logits, labels, reduction="none")
        expected = cross_entropy(logits, labels, None, -100, 0.0, "none")
        np.testing.assert_allclose(got, expected, rtol=1e-13)
        shares = rng.uniform(size=(4, 3))
        got = functional.binary_cross_entropy_with_logits(logits, shares, reduction="none")
        np.testing.assert_allclose(
            got, shares * np.logaddexp(0, -logits) + (1 - shares) * np.logaddexp(0, logits), rtol=1e-13
        )
        assert functional.l1_loss(np.array([2**53 + 1]), np.array([2**53])) == 1
        assert functional.mse_loss(np.array([1.5]), np.array([1])).dtype == jnp.float64


def test_arguments_without_sense():
    logits, labels = np.zeros((2, 3), np.float32), np.array([0, 1])
    with pytest.raises(ValueError, match="label_smoothing is 10, expected a share, 0 to 1"):
        functional.softmax_cross_entropy(logits, labels, label_smoothing=10)
    with pytest.raises(ValueError, match="delta is -1.0, expected a number above 0"):
        functional.huber_loss(logits, logits, delta=-1.0)
    with pytest.raises(ValueError, match=r"pos_weight of shape \(4, 1, 1\) does not broadcast to \(2, 3\)"):
        functional.binary_cross_entropy_with_logits(logits, logits, pos_weight=np.ones((4, 1, 1)))
    with pytest.raises(TypeError, match="logits are complex64, expected real numbers"):
        functional.softmax_cross_entropy(logits.astype(np.complex64), labels)
    with pytest.raises(TypeError, match="predictions are complex64, targets float32, expected real numbers"):
        functional.mse_loss(logits.astype(np.complex64), logits)


def test_no_classes_at_all():
    for function in (functional.softmax_cross_entropy, functional.accuracy):
        with pytest.raises(ValueError, match="the logits have no classes: their axis has size 0"):
            function(np.zeros((2, 0), np.float32), np.array([0, 1]))


def test_nothing_is_the_largest_among_nan():
    logits = np.array([[np.nan, np.nan], [0, np.nan], [1, 0]], np.float32)
    assert functional.accuracy(logits, np.array([0, 1, 0])) == pytest.approx(1 / 3)


def test_the_ignored_label_may_be_traced():
    logits, labels = np.zeros((2, 3), np.float32), np.array([0, 1], np.uint8)
    got = jax.jit(lambda i: functional.softmax_cross_entropy(logits, labels, ignore_index=i, reduction="none"))(1)
    close(got, [np.log(3), 0])
