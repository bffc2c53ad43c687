"""Functions of Python's own libraries, and of others that make containers, partial functions and command lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import UNKNOWN, Scalar

from ..frameworks.train_states import MAKERS
from ..frameworks.train_states import made as made_state
from ..things import Made, Named, Own, Partly, Thing
from ..trees import Keywords, OfLibrary
from .builtin_calls import deque_of, dict_with, ordered_of, reduced
from .command_lines import PARSER, parser_of, run_app
from .iterators import islice_of, sampled
from .itertools_calls import (
    accumulated,
    chained,
    chained_items,
    combined,
    pairwise,
    repeated,
    zipped_to_longest,
)
from .kinds import is_array

if TYPE_CHECKING:
    from ..machine import Machine


def _partly(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    return Partly(given[0], given[1:], keywords) if given else UNKNOWN


def _wrapper(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``functools.update_wrapper(wrapper, wrapped)``: the first function, under the name of the other."""
    if given and isinstance(given[0], Own | Made | Partly):
        return given[0]
    return machine.leave(UNKNOWN, [*given, *keywords.values()])


def _some_float(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    return Scalar("float")


def _some_int(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    return Scalar("int")


def _wraps(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    return Partly(Named("functools.update_wrapper"), (), {})


def _operator(sign: str) -> OfLibrary:
    """Return what handles the calls of a function of `operator`."""

    def called(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
        if len(given) != 2 or keywords or at is None:
            return machine.leave(UNKNOWN, [*given, *keywords.values()])
        return machine.operators.operated(at, sign, *given)

    return called


_OPERATORS: Final = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "matmul": "@"}

OF_PYTHON: Final[Mapping[str, OfLibrary]] = {
    **{f"operator.{name}": _operator(sign) for name, sign in _OPERATORS.items()},
    "absl.app.run": run_app,
    "functools.reduce": lambda given, keywords, at, machine: reduced([*given, *keywords.values()], at, machine),
    "itertools.pairwise": lambda given, _, __, machine: pairwise(given, machine),
    "itertools.product": lambda given, keywords, _, machine: combined(given, keywords, machine),
    "itertools.repeat": lambda given, keywords, _, machine: repeated(given, keywords, machine),
    "itertools.chain": lambda given, _, __, machine: chained(given, machine),
    "itertools.chain.from_iterable": lambda given, _, __, machine: chained_items(given, machine),
    "itertools.accumulate": accumulated,
    "itertools.zip_longest": lambda given, keywords, _, machine: zipped_to_longest(given, keywords, machine),
    "itertools.islice": lambda given, _, __, machine: islice_of(given, machine),
    **dict.fromkeys(
        ("random.sample", "random.choices"), lambda given, keywords, _, machine: sampled(given, keywords, machine)
    ),
    **dict.fromkeys(("random.random", "random.uniform", "random.gauss"), _some_float),
    **dict.fromkeys(("random.randrange", "random.randint"), _some_int),
    "functools.partial": _partly,
    "functools.wraps": _wraps,
    "functools.update_wrapper": _wrapper,
    **dict.fromkeys(MAKERS, lambda _, keywords, __, machine: made_state(keywords, machine)),
    "equinox.is_array": lambda given, _, __, ___: is_array(given),
    PARSER: lambda _, keywords, __, machine: parser_of(keywords, machine),
    "collections.deque": lambda given, keywords, _, machine: deque_of(given, keywords, machine),
    "collections.defaultdict": lambda given, keywords, _, machine: dict_with(given, keywords, machine),
    "collections.OrderedDict": lambda given, keywords, _, machine: ordered_of(given, keywords, machine),
}
"""Functions of libraries that know nothing of arrays, by the names that programs import."""
