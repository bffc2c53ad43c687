"""Every rule against JAX and NumPy: what it claims is what they give, in both modes, with parts unknown too."""

from __future__ import annotations

import math
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from operations.choices import Drawn
from operations.families import targets
from operations.fuzz import Tally, compare, run

_LONGER = os.environ.get("JDC_OPERATIONS_FUZZ_SECONDS")
"""How long the seeded run takes where more than the usual rounds are wanted; an hour finds what is rare."""
_SEED = int(os.environ.get("JDC_OPERATIONS_FUZZ_SEED", "1"))


# a number of rounds, not of seconds: the same calls on a fast machine as on a slow one
@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=pytest.mark.thorough)])
def test_every_operation_agrees(rounds: int) -> None:
    tally = run(targets(), float(_LONGER), _SEED) if _LONGER else run(targets(), math.inf, _SEED * rounds, rounds)
    assert tally.cases > 100
    assert tally.exact > tally.cases / 3
    assert tally.errors > tally.missed
    assert not tally.disagreements, "\n".join(tally.disagreements[:10])


_MOST_USED = (
    "operator:+",
    "operator:@",
    "index:jax",
    "at:set",
    "jax.numpy.sum",
    "jax.numpy.concatenate",
    "jax.numpy.einsum",
    "method:reshape",
)


@pytest.mark.parametrize("target", _MOST_USED)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_most_used_operations_agree(target: str, data: st.DataObject) -> None:
    tally = Tally()
    compare(target, Drawn(data), tally, blurs=2)
    assert not tally.disagreements, tally.disagreements[0]
