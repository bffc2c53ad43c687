"""Shape patterns against the definition: a pattern matches what some batch axes make of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jdc_spec.shapes import Shape, ShapePattern, agree, starts_with

axes = st.lists(st.integers(0, 3), max_size=3).map(tuple)
patterns = st.builds(ShapePattern, axes, axes)


@given(patterns, axes)
def test_what_batch_axes_make_of_a_pattern_matches_it(pattern: ShapePattern, batch: tuple[int, ...]) -> None:
    shape = (*pattern.prefix, *batch, *pattern.suffix)
    assert pattern.disagreement(shape) is None
    assert pattern.batch_axes(shape) == batch


@given(patterns, st.lists(st.integers(0, 3), max_size=7).map(tuple))
def test_a_disagreement_is_a_shape_that_no_batch_axes_make(pattern: ShapePattern, shape: tuple[int, ...]) -> None:
    made = len(shape) >= len(pattern.prefix) + len(pattern.suffix) and shape == (
        *pattern.prefix,
        *pattern.batch_axes(shape),
        *pattern.suffix,
    )
    assert (pattern.disagreement(shape) is None) == made


@given(patterns, st.lists(st.integers(0, 3), max_size=7).map(tuple), st.data())
def test_an_unknown_size_never_adds_a_disagreement(
    pattern: ShapePattern, shape: tuple[int, ...], data: st.DataObject
) -> None:
    hidden: Shape = tuple(None if data.draw(st.booleans()) else size for size in shape)
    if pattern.disagreement(shape) is None:
        assert pattern.disagreement(hidden) is None


@given(patterns, patterns, axes)
def test_patterns_in_conflict_share_no_shape(one: ShapePattern, other: ShapePattern, batch: tuple[int, ...]) -> None:
    shape = (*other.prefix, *batch, *other.suffix)
    if one.disagreement(shape) is None:
        assert one.conflict(other) is None
    if one.conflict(other) is not None:
        assert one.disagreement(shape) is not None


def test_conflicts_name_the_axis() -> None:
    assert ShapePattern((), (28, 28)).conflict(ShapePattern((), (10,))) == "axis -1 is 10, expected 28"
    assert ShapePattern((3,), (4,)).conflict(ShapePattern((2,), (4,))) == "axis 0 is 2, expected 3"
    assert ShapePattern((), (28, 28)).conflict(ShapePattern((), (28,))) is None


@given(axes, axes)
def test_agreement(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert agree(one, other) == (one == other)
    assert starts_with(one + other, one)
    assert starts_with(one, other) == (one[: len(other)] == other and len(one) >= len(other))
