"""One mypy run over every fixture, for all tests of the plugin."""

from __future__ import annotations

import pytest

from .runner import FIXTURES, Finding, run

collect_ignore = ["fixtures"]


@pytest.fixture(scope="session")
def findings() -> list[Finding]:
    """Return what mypy with the plugin reports on the fixtures."""
    return run(sorted(FIXTURES.glob("*.py")))
