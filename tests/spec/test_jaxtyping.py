"""Annotations of jaxtyping against jaxtyping itself: what it refuses, and what its isinstance checks accept."""

from __future__ import annotations

import jaxtyping
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError
from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.dtypes import EXACT, JAXTYPING, DType, covered
from jdc_spec.jaxtyping import CLASSES, annotation, class_of_dtypes, shape
from jdc_spec.shapes import ANY_AXES, Broadcasting, ShapePattern, Variadic
from jdc_spec.sizes import add, multiply, named, read_expression

MARKS = st.lists(st.sampled_from(["#", "*", "_", "?", "x=", "="]), max_size=3).map("".join)
ODD = """a b 3 0 28 -1 1_0 +3 a+1 1+a 2*a a*b a-1 min(a,b) a,b 3a a+ a//2 ... .... a... a# # {n} {n}+1 (a) a==b if ä
= a=b=c a|b 'a' [a] ²"""
TEXTS = st.sampled_from(ODD.split())
WORDS = st.builds("{}{}".format, MARKS, TEXTS)
STRINGS = st.lists(WORDS, max_size=4).map(" ".join)


def refusal(text):
    """Return jaxtyping's error for a string, or None."""
    try:
        jaxtyping.Float[np.ndarray, text]
    except ValueError as error:
        return str(error)
    return None


def never_matches(text):
    """Return whether a string that jaxtyping takes has an axis that no array has: a negative one, no expression."""
    return any(
        not any(is_size(word, size) for size in (0, 2, 3, 4, 10, 28)) for word in text.split() if word != "..."
    )


def is_size(word, size):
    try:
        with jaxtyping.jaxtyped("context"):
            isinstance(np.zeros((2, 3)), jaxtyping.Float[np.ndarray, "a b"])
            return isinstance(np.zeros(size), jaxtyping.Float[np.ndarray, word])
    except Exception:  # whatever evaluating the word raises
        return False


@settings(max_examples=500, deadline=None)
@given(STRINGS)
def test_what_jaxtyping_refuses_is_malformed(text):
    try:
        shape(text)
    except MalformedAnnotationError:
        assert refusal(text) is not None or never_matches(text), text
    else:
        assert refusal(text) is None, text


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("b 3", ShapePattern((named("b"), 3), (), None, "b 3")),
        ("", ShapePattern((), (), None, "")),
        ("...", ShapePattern((), (), ANY_AXES, "...")),
        ("*batch 28", ShapePattern((), (28,), Variadic("batch"), "*batch 28")),
        ("3 *#batch", ShapePattern((3,), (), Variadic("batch", is_broadcasting=True), "3 *#batch")),
        ("_ #3 #b", ShapePattern((None, Broadcasting(3), Broadcasting(named("b"))), (), None, "_ #3 #b")),
        ("rows=3  ?x", ShapePattern((3, None), (), None, "rows=3 ?x")),
        ("*_ {n} n//2", ShapePattern((), (named("{n}"), None), ANY_AXES, "*_ {n} n//2")),
        (
            "{n}+1 {self.n-1} 2*{n}",
            ShapePattern(
                (add(named("{n}"), 1), add(named("{self.n}"), -1), multiply(2, named("{n}"))),
                (),
                None,
                "{n}+1 {self.n-1} 2*{n}",
            ),
        ),
        ("1{n} {n:d} {len(x)} {n}*{m}", ShapePattern((None,) * 4, (), None, "1{n} {n:d} {len(x)} {n}*{m}")),
    ],
)
def test_shapes(text, pattern):
    assert shape(text) == pattern
    assert str(pattern) == f'"{pattern.text}"'


def test_expressions_have_a_normal_form():
    for same in (("n+1", "1+n", "(n+2)-1"), ("2*n", "n+n", "n*2", "4*n-2*n"), ("a+b", "b+a")):
        assert len({read_expression(text) for text in same}) == 1
    assert [str(read_expression(text)) for text in ("1+n", "n-1", "n*2-b", "3*4")] == ["n+1", "n-1", "-b+2*n", "12"]
    for unknown in ("a*b", "n//2", "min(a,b)", "n**2", "True", "1.5", "+".join("a" * 200)):
        assert read_expression(unknown) is None
    with pytest.raises(SyntaxError):
        read_expression("n+")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("a,b", "spaces between axes"),
        ("a#", 'write "#" in front'),
        ("*a ...", "two axes of any number"),
        ("*a 3 *b", r"\*a and \*b"),
        ("...a", "stands alone"),
        ("##a", "once"),
        ("*3", "before a name"),
        ("?3", '"." stands before a name'),
        ("#_", "any size"),
        ("3x", "not a number, a name"),
        ("-1", "negative size -1"),
    ],
)
def test_malformed_strings_say_what_is_wrong(text, match):
    with pytest.raises(MalformedAnnotationError, match=match):
        shape(text)


# Against isinstance

DIMS = st.sampled_from(["a", "b", "#a", "2", "3", "#3", "_", "x=2", "a+1", "2*a", "a+b-1"])
PLAIN = st.sampled_from(["a", "b", "#a", "2", "3", "#3", "_", "x=2"])
SIZES = st.integers(1, 4)


@st.composite
def fields(draw, variadics=("...", "*s", "*#s", "*t")):
    """Draw strings for a few fields, each with a shape that has a chance to match; expressions come last."""
    made = []
    for dims in (PLAIN, PLAIN, DIMS):
        words = draw(st.lists(dims, max_size=3))
        lengths = [1] * len(words)
        if draw(st.booleans()):
            at = draw(st.integers(0, len(words)))
            words.insert(at, draw(st.sampled_from(variadics)))
            lengths.insert(at, draw(st.integers(0, 2)))
        rank = sum(lengths) if draw(st.integers(0, 9)) else draw(st.integers(0, 4))
        made.append((" ".join(words), tuple(draw(st.lists(SIZES, min_size=rank, max_size=rank)))))
    return made


def accepted(made):
    """Return whether jaxtyping accepts all shapes in one scope; None where it needs a name that has no size yet."""
    try:
        with jaxtyping.jaxtyped("context"):
            return all(isinstance(np.zeros(found), jaxtyping.Shaped[np.ndarray, text]) for text, found in made)
    except jaxtyping.AnnotationError:
        return None


def disagreements(made):
    named_shapes = [NamedShape(f"x{i}", shape(text), found) for i, (text, found) in enumerate(made)]
    bindings = Bindings(named_shapes)
    return [each.pattern.disagreement(each.shape, bindings) for each in named_shapes]


@settings(max_examples=800, deadline=None)
@given(fields())
def test_fields_match_as_jaxtyping_says(made):
    truth = accepted(made)
    if truth is not None:
        assert (not any(disagreements(made))) == truth, made


@settings(max_examples=400, deadline=None)
@given(fields(), st.data())
def test_an_unknown_size_never_adds_a_disagreement(made, data):
    if not accepted(made):
        return
    hidden = [(text, tuple(None if data.draw(st.booleans()) else size for size in found)) for text, found in made]
    assert not any(disagreements(hidden)), hidden


@pytest.mark.parametrize(
    ("made", "where"),
    [
        ([("b 3", (5, 4))], "axis 1 is 4, expected 3"),
        ([("b 3", (3,))], "it has 1 axis, 2 expected"),
        ([("*b 3", ())], "it has 0 axes, at least 1 expected"),
        ([("b", (5,)), ("3 b", (3, 4))], 'axis 1 is 4, expected 5 ("b" is 5 in field "x0")'),
        ([("n n", (3, 4))], 'axis 1 is 4, expected 3 ("n" is 3 in field "x0")'),
        ([("n+1", (4,)), ("n", (2,))], 'axis 0 is 4, expected 3 ("n" is 2 in field "x1")'),
        ([("n+1", (4,)), ("1+n", (5,))], 'axis 0 is 5, expected 4 ("n" is 3 in field "x0")'),
        ([("2*n", (5,))], 'axis 0 is 5, expected 2*n for some "n"'),
        ([("*s 3", (1, 2, 3)), ("*s", (1, 3))], 'axes "*s" are (1, 3), expected (1, 2) as in field "x0"'),
        ([("*#s", (2,)), ("*s", (3,))], 'axes "*s" are (2,), which do not broadcast to (3,) as in field "x1"'),
    ],
)
def test_disagreements_are_said_in_words(made, where):
    assert next(filter(None, disagreements(made))) == where


def test_a_value_read_from_a_field_keeps_the_sizes_at_its_end():
    known = {"b 3": (3,), "3 b": (), "2 3": (2, 3), "*s 4": (4,), "": (), "#3 3": (3,), "3 *s": ()}
    for text, suffix in known.items():
        assert shape(text).of_a_value() == ShapePattern((), suffix)
    assert shape("b 3").conflict(shape("a 4").of_a_value()) == "axis -1 is 4, expected 3"
    assert shape("b").conflict(shape("2 3").of_a_value()) == "it has at least 2 axes, 1 expected"
    assert shape("b 3").conflict(shape("3").of_a_value()) is None


# The classes


def test_classes_are_those_of_jaxtyping():
    found = {name for name in dir(jaxtyping) if isinstance(getattr(jaxtyping, name), type(jaxtyping.Float))}
    assert found - {"AbstractDtype"} <= CLASSES
    assert {"Float", "Float32", "BFloat16", "Key", "Num", "UInt8", "Shaped"} <= found


@pytest.mark.parametrize("name", sorted(JAXTYPING))
def test_a_class_takes_the_dtypes_that_jaxtyping_takes(name):
    theirs = set(getattr(jaxtyping, name, None).dtypes) if hasattr(jaxtyping, name) else None
    if theirs is None:
        return
    assert class_of_dtypes(theirs) == name
    exact = {each for each in EXACT if each.startswith("key")} if name == "Key" else theirs & EXACT
    assert covered(name) == exact
    assert annotation(name, "3") == ArrayAnnotation(shape("3"), DType(name))


def test_what_has_no_class():
    assert class_of_dtypes(("float32", "int8")) is None
    assert annotation("Shaped", "b", "3") == ArrayAnnotation(shape("b 3"), None)
