"""No module, however odd or half-written, makes the plugin fail, forget, point nowhere or take its time.

``make fuzz EXAMPLES=100`` draws other modules each time, and more of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from plugin.runner import alone, environment
from warm_cache import folder

from jdc_mypy_plugin.host import guard

from .mutations import mutated_module
from .odd_classes import class_modules
from .odd_functions import function_modules
from .oracle import Oracle
from .session import Session
from .writing import is_readable

EXAMPLES: Final = int(os.environ.get("JDC_FUZZ_EXAMPLES", "0"))
"""How many runs the longer mode has for each kind of module; 0 for the mode of ``make test``."""
Write = Callable[[Random, int], Mapping[str, str]]
SIZES: Final[Mapping[Write, int]] = {class_modules: 4, function_modules: 4, mutated_module: 6}
"""Modules of one run, some of which Python will not read."""


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    """Return what runs mypy with the plugin and without it."""
    made = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch, alone("fuzz"):
        for name, value in environment().items():
            patch.setenv(name, value)
        patch.setattr(guard, "RAISE", True)
        yield Oracle(
            Session(made / "plugin", folder() / "fuzz"),
            Session(made / "plain", folder() / "fuzz-plain", with_plugin=False),
        )


@pytest.mark.slow
@pytest.mark.parametrize("write", SIZES, ids=lambda write: write.__name__)
def test_odd_modules(oracle: Oracle, write: Write) -> None:
    @settings(
        max_examples=EXAMPLES or 1,
        derandomize=not EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=True))
    def run(random: Random) -> None:
        written = [write(random, number) for number in range(SIZES[write])]
        files = {
            name: text for part in written if all(map(is_readable, part.values())) for name, text in part.items()
        }
        for problem in oracle.problems(files):
            pytest.fail(oracle.told(problem))

    run()
