"""Annotations of jaxtyping: ``Float[Array, "batch 28 28"]``. The classes are dtypes, the strings are shapes."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Final, NamedTuple

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError
from jdc_spec.dtypes import JAXTYPING, DType
from jdc_spec.shapes import ANY_AXES, Axis, Broadcasting, ShapePattern, Variadic
from jdc_spec.sizes import Dim, named, read_expression

ANY_DTYPE: Final = "Shaped"
"""The class that says nothing of the dtype."""
CLASSES: Final = frozenset((ANY_DTYPE, *JAXTYPING))
"""The names of the classes that are subscripted with an array type and a string."""
SCALARS: Final = frozenset(("Scalar", "ScalarLike"))
"""Names that stand for an array without axes."""

_MARKS: Final = {"#": "broadcastable", "*": "any number of axes", "_": "of any size", "?": "of the place in a tree"}


class _Word(NamedTuple):
    """One word of a string: the marks in front, and what they stand before."""

    marks: frozenset[str]
    text: str


def annotation(class_name: str, *strings: str) -> ArrayAnnotation:
    """Read ``Float[Array, "3"]``, or with several strings ``Float[Float[Array, "3"], "batch"]``, the outer first.

    Raises:
        MalformedAnnotationError: jaxtyping refuses the string, or no array can have such a shape.

    """
    dtype = None if class_name == ANY_DTYPE else DType(class_name)
    return ArrayAnnotation(shape(" ".join(strings)), dtype)


def class_of_dtypes(names: Collection[str]) -> str | None:
    """Return the class for what jaxtyping calls dtypes, ``{"bool", "bool_"}`` or ``{"float32"}``; None for others."""
    return _BY_DTYPES.get(frozenset(names) - {"bool_"})


_BY_DTYPES: Final = {
    covered if name != "Key" else frozenset(("prng_key",)): name for name, covered in JAXTYPING.items()
}


@functools.lru_cache(maxsize=1024)
def shape(text: str) -> ShapePattern:
    """Read the axes of a string, separated by spaces.

    Raises:
        MalformedAnnotationError: jaxtyping refuses the string, or no array can have such a shape.

    """
    words = text.split()
    axes = [_axis(word) for word in words]
    variadics = [index for index, axis in enumerate(axes) if isinstance(axis, Variadic)]
    if len(variadics) > 1:
        raise MalformedAnnotationError(
            f'shape "{text}" has two axes of any number, {words[variadics[0]]} and {words[variadics[1]]}; write one'
        )
    split = variadics[0] if variadics else len(axes)
    variadic = axes[split] if variadics else None
    assert variadic is None or isinstance(variadic, Variadic)
    return ShapePattern(_plain(axes[:split]), _plain(axes[split + 1 :]), variadic, " ".join(words))


def _plain(axes: list[Axis | Variadic]) -> tuple[Axis, ...]:
    return tuple(axis for axis in axes if not isinstance(axis, Variadic))


def _axis(word: str) -> Axis | Variadic:
    if "," in word and "(" not in word:
        raise MalformedAnnotationError(f'shape has the word "{word}"; write spaces between axes, not commas')
    if word.endswith("#"):
        raise MalformedAnnotationError(f'shape has the word "{word}"; write "#" in front of a broadcastable axis')
    if "..." in word:
        if word != "...":
            raise MalformedAnnotationError(f'shape has the word "{word}"; "..." stands alone')
        return ANY_AXES
    marks, text = _without_marks(word)
    return _variadic(marks, text, word) if "*" in marks else _single(marks, text, word)


def _without_marks(word: str) -> _Word:
    """Take the marks off a word, and the comment of ``rows=3``."""
    marks: set[str] = set()
    rest = word
    while rest:
        mark = rest[0]
        if mark in _MARKS:
            if mark in marks:
                raise MalformedAnnotationError(f'shape has the word "{word}"; write "{mark}" ({_MARKS[mark]}) once')
            marks.add(mark)
            rest = rest[1:]
        elif rest.count("=") == 1:
            rest = rest.partition("=")[2]
        else:
            break
    return _Word(frozenset(marks), rest)


def _variadic(marks: frozenset[str], text: str, word: str) -> Variadic:
    if not _is_name(text):
        raise MalformedAnnotationError(f'shape has the word "{word}"; "*" stands before a name')
    if "_" in marks:
        _refuse_broadcasting(marks, word)
        return ANY_AXES
    return ANY_AXES if "?" in marks else Variadic(text, "#" in marks)


def _single(marks: frozenset[str], text: str, word: str) -> Axis:
    if _is_name(text):
        if "_" in marks:
            _refuse_broadcasting(marks, word)
            return None
        size: Dim = None if "?" in marks else named(text)
    else:
        wrong = sorted(marks & {"_", "?"})
        if wrong:
            raise MalformedAnnotationError(f'shape has the word "{word}"; "{wrong[0]}" stands before a name')
        size = _number(text, word)
    return Broadcasting(size) if "#" in marks else size


def _number(text: str, word: str) -> Dim:
    if _is_fraction(text):
        raise MalformedAnnotationError(f'shape has the word "{word}"; no axis has a size that is not a whole number')
    try:
        size: Dim = int(text)
    except ValueError:
        try:
            size = read_expression(text)
        except SyntaxError:
            raise MalformedAnnotationError(
                f'shape has the word "{word}"; it is not a number, a name, or arithmetic with them'
            ) from None
    if isinstance(size, int) and size < 0:
        raise MalformedAnnotationError(f'shape has the negative size {word}; write "..." for axes of any size')
    return size


def _is_fraction(text: str) -> bool:
    try:
        return not float(text).is_integer()
    except ValueError:
        return False


def _is_name(text: str) -> bool:
    return not text or text.isidentifier()


def _refuse_broadcasting(marks: frozenset[str], word: str) -> None:
    if "#" in marks:
        raise MalformedAnnotationError(f'shape has the word "{word}"; an axis of any size takes no "#"')
