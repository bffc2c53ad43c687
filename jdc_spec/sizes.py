"""Sizes of axes: numbers, and sums of named sizes such as ``2*n+1`` in a form that makes equal ones equal."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_LONGEST: Final = 200
"""Characters of an expression that is read; a longer one counts as unknown."""
_SIGNS: Final[Mapping[type[ast.unaryop], int]] = {ast.USub: -1, ast.UAdd: 1}


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of named sizes, each times a whole number, and a number: ``n+1`` and ``1+n`` are the same."""

    constant: int
    terms: tuple[tuple[str, int], ...]
    """Names with their factors, sorted by name; no factor is 0, and there is at least one."""

    def __str__(self) -> str:
        text = "+".join(str(name) if factor == 1 else f"{factor}*{name}" for name, factor in self.terms)
        return (f"{text}{self.constant:+d}" if self.constant else text).replace("+-", "-").replace("-1*", "-")

    @property
    def name(self) -> str | None:
        """The name where the size is just a name."""
        return self.terms[0][0] if self.constant == 0 and len(self.terms) == 1 and self.terms[0][1] == 1 else None


Dim = int | Linear | None
"""A size; None where it is unknown. At run time a symbolic size of `jax.export` is None too."""


def named(name: str) -> Linear:
    """Return the size that a name stands for."""
    return Linear(0, ((name, 1),))


class Derived(str):
    """The name of a size that is calculated with others, each of which it differs from wherever that is over 1."""

    sizes: tuple[Linear, ...]
    """Those that it is calculated with."""
    uncut: Linear | None
    """The sum that it is wherever that is positive: ``n-2`` of an ``x[2:]`` that has nothing left of one element."""
    _calculate: Callable[[Sequence[int]], int]
    _shown: str

    def __new__(
        cls,
        pattern: str,
        sizes: Sequence[Linear],
        calculate: Callable[[Sequence[int]], int],
        uncut: Linear | None = None,
    ) -> Derived:
        """Make the name; ``pattern`` is filled with the sizes, and tells one calculation from all others."""
        made = super().__new__(cls, pattern.format(*("+".join(map(repr, size.terms)) for size in sizes)))
        made.sizes, made._calculate, made.uncut = tuple(sizes), calculate, uncut
        made._shown = pattern.format(*map(str, sizes))
        return made

    def __str__(self) -> str:
        return self._shown

    def __format__(self, format_spec: str) -> str:
        return format(self._shown, format_spec)

    def size(self, sizes: Mapping[str, Dim]) -> Dim:
        """Return the size where the names stand for some; None where one of them is not known."""
        known = [each for each in (replace_names(size, sizes) for size in self.sizes) if isinstance(each, int)]
        return self._calculate(known) if len(known) == len(self.sizes) else None


def derived(pattern: str, sizes: Sequence[Linear], calculate: Callable[[Sequence[int]], int]) -> Linear:
    """Return a size that is calculated with named ones, and is none of them where they are over 1."""
    return named(Derived(pattern, sizes, calculate))


def cut(size: Linear, by: int) -> Linear:
    """Return what is left of a named size that may be smaller than what is taken from it."""
    return named(Derived(f"{{}}-{by}", [size], lambda sizes: max(0, sizes[0] - by), Linear(-by, size.terms)))


def product(sizes: Sequence[Linear]) -> Linear | None:
    """Return the product of some sizes that have names; None where one is a sum."""
    factors = sorted((each for size in sizes for each in factors_of(size)), key=lambda size: size.name or "")
    if any(size.name is None for size in factors):
        return None
    return derived("*".join("{}" for _ in factors), factors, math.prod) if len(factors) > 1 else factors[0]


def factors_of(size: Linear) -> Sequence[Linear]:
    """Return the named sizes that a product is made of; a size that is no product alone."""
    return size.name.sizes if isinstance(size.name, Derived) and len(size.name.sizes) > 1 else (size,)


def is_derived(one: Dim, other: Dim) -> bool:
    """Return whether one of two sizes is calculated with the other, and differs from it wherever that is over 1."""
    return (
        any(
            isinstance(made, Linear) and isinstance(made.name, Derived) and of in made.name.sizes
            for made, of in ((one, other), (other, one))
        )
        or _is_larger(one, other)
        or differ(_uncut(one), _uncut(other))
    )


def _uncut(size: Dim) -> Dim:
    """Return the sum that a size is wherever nothing of it is cut off: ``n-1`` for what is ``n-2`` and one more."""
    (name, factor), *others = size.terms if isinstance(size, Linear) else ((None, 0),)
    if not isinstance(size, Linear) or not isinstance(name, Derived) or name.uncut is None or others or factor != 1:
        return size
    return add(name.uncut, size.constant)


def _is_larger(one: Dim, other: Dim) -> bool:
    """Return whether one of two sizes has more of the names of the other, and no less of any: ``2*n`` and ``n``."""
    both = isinstance(one, Linear) and isinstance(other, Linear)
    more = add(one, multiply(-1, other)) if both else None
    if not isinstance(more, Linear):
        return False
    factors = (*(factor for _, factor in more.terms), more.constant)
    return min(factors) >= 0 or max(factors) <= 0


def names_in(size: Linear) -> Iterator[str]:
    """Yield the names that a size is calculated with."""
    for name, _ in size.terms:
        if isinstance(name, Derived):
            for each in name.sizes:
                yield from names_in(each)
        else:
            yield name


def differ(one: Dim, other: Dim) -> bool:
    """Return whether two sizes are never equal: two numbers, or ``n`` and ``n+1``; an unknown size may be any."""
    if isinstance(one, int) and isinstance(other, int):
        return one != other
    if isinstance(one, Linear) and isinstance(other, Linear):
        return one.terms == other.terms and one.constant != other.constant
    return False


def linear(constant: int, terms: Mapping[str, int]) -> int | Linear:
    """Return a sum in its normal form; a number where no name is left in it."""
    kept = tuple(sorted((name, factor) for name, factor in terms.items() if factor))
    return Linear(constant, kept) if kept else constant


def add(one: Dim, other: Dim) -> Dim:
    """Return the sum of two sizes."""
    if one is None or other is None:
        return None
    terms = dict(_terms(one))
    for name, factor in _terms(other):
        terms[name] = terms.get(name, 0) + factor
    return linear(_constant(one) + _constant(other), terms)


def multiply(one: Dim, other: Dim) -> Dim:
    """Return the product of two sizes; None where it is not linear."""
    if isinstance(one, Linear) and isinstance(other, Linear):
        return None
    if one is None or other is None:
        return 0 if 0 in (one, other) else None
    size, factor = (other, one) if isinstance(one, int) else (one, other)
    assert isinstance(factor, int)
    return linear(_constant(size) * factor, {name: each * factor for name, each in _terms(size)})


def replace_names(size: Linear, sizes: Mapping[str, Dim]) -> Dim:
    """Return a sum with the sizes of its names put in; None where one of them is not known."""
    total: Dim = size.constant
    for name, factor in size.terms:
        found = name.size(sizes) if isinstance(name, Derived) else sizes.get(name)
        total = add(total, multiply(factor, found))
    return total


def read_expression(text: str) -> Dim:
    """Read ``n+1`` or ``2*(n-1)``; None where it is more than sums and products with numbers.

    A number of the call in braces, ``{n}`` or ``{self.n}``, is a size with that name, braces and all.

    Raises:
        SyntaxError: the text is not an expression of Python.

    """
    if len(text) > _LONGEST:
        return None
    try:
        return _formatted(text) if "{" in text else _sum(ast.parse(text, mode="eval").body)
    except (ValueError, RecursionError, MemoryError):
        return None


_BRACES: Final = re.compile(r"(?<!\w)\{([^{}]+)\}(?!\w)")
"""A number that stands alone: ``2{n}`` are the digits of one."""


def _formatted(text: str) -> Dim:
    """Read a size with numbers of the call, as ``{self.n}+1`` or ``{n-1}``."""
    if _BRACES.sub("", text).strip("0123456789+-*() "):
        return None
    try:
        return _sum(ast.parse(_BRACES.sub(r"(\1)", text), mode="eval").body, _in_braces)
    except SyntaxError:
        return None


def _in_braces(node: ast.expr) -> str | None:
    """Return the name of a number that a function is given, or of an attribute of what it is given."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{{{node.value.id}.{node.attr}}}"
    return f"{{{node.id}}}" if isinstance(node, ast.Name) else None


def _plain(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _sum(node: ast.expr, name_of: Callable[[ast.expr], str | None] = _plain) -> Dim:
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    name = name_of(node)
    if name is not None:
        return named(name)
    if isinstance(node, ast.UnaryOp):
        return multiply(_SIGNS.get(type(node.op)), _sum(node.operand, name_of))
    if not isinstance(node, ast.BinOp):
        return None
    return _combined(node.op, _sum(node.left, name_of), _sum(node.right, name_of))


def _combined(operator: ast.operator, left: Dim, right: Dim) -> Dim:
    if isinstance(operator, ast.Mult):
        return multiply(left, right)
    if isinstance(operator, ast.Add):
        return add(left, right)
    return add(left, multiply(-1, right)) if isinstance(operator, ast.Sub) else None


def _terms(size: int | Linear) -> tuple[tuple[str, int], ...]:
    return () if isinstance(size, int) else size.terms


def _constant(size: int | Linear) -> int:
    return size if isinstance(size, int) else size.constant
