"""Functions of libraries on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mypy.nodes import Expression

from jdc_operations.evaluation import evaluate
from jdc_operations.values import UNKNOWN, ArrayValue, Scalar

from ..evaluate.batched import applied
from ..evaluate.substitution import put_into
from .keys import keys_of, several
from .things import Thing, plain

if TYPE_CHECKING:
    from .machine import Machine


def of_arrays(
    name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression, machine: Machine
) -> Thing | None:
    """Return what a function on arrays gives; None where that is not known."""
    positional, named = [plain(each) for each in given], {key: plain(each) for key, each in keywords.items()}
    too_many = several(name, positional, named)
    if too_many is not None:
        return machine.fail(at, too_many)
    operands = (*positional, *named.values())
    found = applied(lambda put: evaluate(name, *put_into(put, positional, named)), operands)
    if name == "jax.random.split" and isinstance(found, ArrayValue) and found.shape is None:
        return keys_of(found, named.get("num", positional[1] if len(positional) > 1 else Scalar("int", 2)))
    return None if found is UNKNOWN else machine.expressions.result(at, found)
