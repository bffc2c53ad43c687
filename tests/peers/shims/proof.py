"""The proof that jdc was in place: how often the tests used it, written into pytest's report."""

from __future__ import annotations

import functools
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_uses: list[str] = []


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, counting its calls."""

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        _uses.append(function.__name__)
        return function(*arguments, **options)

    return call


@pytest.fixture(scope="session", autouse=True)
def uses_of_jdc(record_testsuite_property: Callable[[str, object], None]) -> Iterator[None]:
    """Write the number of uses and the version of jax at the end of the session."""
    yield
    record_testsuite_property("uses of jdc", len(_uses))
    record_testsuite_property("jax", version("jax"))
