"""Shape patterns: what they accept, which axes are batch axes, and how a disagreement is worded."""

import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import given

from jdc_spec.shapes import ShapePattern, agree, show, starts_with

SIZES = st.integers(0, 3)
KNOWN = st.lists(SIZES, max_size=4).map(tuple)
PATTERNS = st.builds(ShapePattern, st.lists(SIZES, max_size=2).map(tuple), st.lists(SIZES, max_size=2).map(tuple))
IMAGE = ShapePattern((), (28, 28))


@pytest.mark.parametrize(
    ("shape", "text"), [((), "()"), ((3,), "(3,)"), ((3, None), "(3, ?)"), ((None,), "(?,)"), ([1, 2], "(1, 2)")]
)
def test_show(shape, text):
    assert show(shape) == text


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (ShapePattern((), ()), "(...,)"),
        (ShapePattern((), (28, 28)), "(..., 28, 28)"),
        (ShapePattern((3,), (4,)), "(3, ..., 4)"),
        (ShapePattern((3,), ()), "(3, ...)"),
    ],
)
def test_patterns_are_shown_as_they_are_written(pattern, text):
    assert str(pattern) == text
    assert eval(text) == (*pattern.prefix, ..., *pattern.suffix)


@pytest.mark.parametrize(
    ("shape", "where"),
    [
        ((28, 28), None),
        ((5, 7, 28, 28), None),
        ((None, 28), None),
        ((28,), "it has 1 axis, at least 2 expected"),
        ((), "it has 0 axes, at least 2 expected"),
        ((28, 27), "axis -1 is 27, expected 28"),
        ((27, 28), "axis -2 is 27, expected 28"),
        ((None, 27), "axis -1 is 27, expected 28"),
    ],
)
def test_disagreement(shape, where):
    assert IMAGE.disagreement(shape) == where


def test_disagreement_counts_the_prefix_from_the_front():
    pattern = ShapePattern((3,), (4,))
    assert pattern.disagreement((2, 9, 4)) == "axis 0 is 2, expected 3"
    assert pattern.disagreement((3,)) == "it has 1 axis, at least 2 expected"
    assert pattern.disagreement((3, 4)) is None


def matches(pattern, shape):
    """Match the slow way: some number of batch axes makes the pattern the shape."""
    batch = len(shape) - len(pattern.prefix) - len(pattern.suffix)
    return batch >= 0 and any(
        (*pattern.prefix, *axes, *pattern.suffix) == shape for axes in itertools.product(range(4), repeat=batch)
    )


@given(PATTERNS, KNOWN)
def test_disagreement_against_enumeration(pattern, shape):
    assert (pattern.disagreement(shape) is None) == matches(pattern, shape)


@given(PATTERNS, KNOWN)
def test_batch_axes_are_what_the_ellipsis_stands_for(pattern, axes):
    shape = (*pattern.prefix, *axes, *pattern.suffix)
    assert pattern.disagreement(shape) is None
    assert pattern.batch_axes(shape) == axes


@given(PATTERNS, KNOWN, st.data())
def test_an_unknown_size_never_disagrees(pattern, axes, data):
    shape = [*pattern.prefix, *axes, *pattern.suffix]
    for index in data.draw(st.sets(st.integers(0, max(0, len(shape) - 1)))) if shape else ():
        shape[index] = None
    assert pattern.disagreement(tuple(shape)) is None


@given(PATTERNS, PATTERNS)
def test_patterns_conflict_where_no_shape_matches_both(one, other):
    common = any(
        matches(one, shape) and matches(other, shape)
        for length in range(5)
        for shape in itertools.product(range(4), repeat=length)
    )
    assert (one.conflict(other) is None) == (other.conflict(one) is None)
    assert (one.conflict(other) is None) >= common


@given(KNOWN, KNOWN)
def test_agree_and_starts_with(one, other):
    assert agree(one, other) == (one == other)
    assert starts_with(one, other) == (one[: len(other)] == other)
    assert starts_with((*one, *other), one)
    assert agree((*one, None), (*one, 3))
    assert starts_with((None, *other), (7,))
