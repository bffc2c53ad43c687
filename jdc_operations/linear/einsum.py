"""The subscripts of ``einsum``."""

from __future__ import annotations

from collections.abc import Sequence

from ..broadcasting import broadcast
from ..sizes import differ
from ..values import Dim, MistakeError, Shape, UnclearError, show


def einsum_shape(subscripts: str, shapes: Sequence[Shape | None]) -> Shape | None:
    """Return the shape that ``einsum`` gives.

    Raises:
        MistakeError: there are not as many operands as terms, an operand has another number of axes than its term,
            a letter stands for two sizes, or the result has a letter that no operand has.

    """
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if not all(_readable(term) for term in (*terms, output)):
        raise UnclearError
    if len(terms) != len(shapes):
        raise MistakeError(f"einsum {subscripts!r} has {_count(len(terms), 'operand')}, not {len(shapes)}")
    if not arrow:
        output = _implicit(inputs)
    for letter in output.replace("...", ""):
        if letter not in inputs:
            raise MistakeError(f"einsum {subscripts!r}: no operand has the letter {letter!r} of the result")
        if output.count(letter) > 1:
            raise MistakeError(f"einsum {subscripts!r}: the result has the letter {letter!r} twice")
    sizes: dict[str, Dim] = {}
    batches: list[Shape | None] = []
    for term, shape in zip(terms, shapes, strict=True):
        _read(subscripts, term, shape, sizes, batches)
    batch = broadcast(*batches)
    head, dots, tail = output.partition("...")
    if not dots:
        if batch:
            raise UnclearError
        return tuple(sizes[letter] for letter in head) if batch is not None else None
    if batch is None:
        return None
    return (*(sizes[letter] for letter in head), *batch, *(sizes[letter] for letter in tail))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _readable(term: str) -> bool:
    return term.replace("...", "", 1).isalpha() or term in ("", "...")


def _implicit(inputs: str) -> str:
    """Return the result that is not written: the letters that are there once, in order."""
    letters = sorted(letter for letter in set(inputs) if letter.isalpha() and inputs.count(letter) == 1)
    return ("..." if "..." in inputs else "") + "".join(letters)


def _read(
    subscripts: str, term: str, shape: Shape | None, sizes: dict[str, Dim], batches: list[Shape | None]
) -> None:
    """Note the sizes of the letters of one operand, and its batch axes."""
    head, dots, tail = term.partition("...")
    if shape is None:
        for letter in head + tail:
            sizes[letter] = _together(subscripts, letter, sizes.get(letter), None)
        batches.append(None if dots else ())
        return
    count = len(head) + len(tail)
    if len(shape) < count or (not dots and len(shape) > count):
        raise MistakeError(
            f"einsum {subscripts!r}: {term!r} takes {_count(count, 'axis').replace('axiss', 'axes')}"
            f"{' at least' if dots else ''}, not {show(shape)}"
        )
    batches.append(shape[len(head) : len(shape) - len(tail)])
    for letter, size in zip(head + tail, (*shape[: len(head)], *shape[len(shape) - len(tail) :]), strict=True):
        sizes[letter] = _together(subscripts, letter, sizes.get(letter, size), size)


def _together(subscripts: str, letter: str, one: Dim, other: Dim) -> Dim:
    """Return the size of a letter of two operands. Size 1 broadcasts, which a size that has a name may be."""
    if differ(one, other) and 1 not in (one, other):
        raise MistakeError(f"einsum {subscripts!r}: {letter!r} is {one} and {other}")
    if one == other:
        return one
    return next(
        (size for size in (one, other) if isinstance(size, int) and size != 1 and 1 not in (one, other)), None
    )
