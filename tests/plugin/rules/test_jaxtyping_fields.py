"""The fixture on annotations of jaxtyping against jaxtyping: what the plugin reports there, jaxtyping refuses."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args, get_type_hints

import jaxtyping
import pytest
from plugin.runner import FIXTURES


@pytest.fixture(scope="module")
def cases() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("jaxtyping_fields", FIXTURES["jaxtyping_fields"])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[module.__name__]


def is_accepted(made: Any, module: ModuleType) -> bool:
    """Return whether the values of an object match its annotations, in the order of the fields and in one scope."""
    hints = get_type_hints(type(made), vars(module))
    with jaxtyping.jaxtyped("context"):
        return all(matches(getattr(made, field.name), hints[field.name]) for field in dataclasses.fields(made))


def matches(value: object, hint: Any) -> bool:
    return any(isinstance(value, part) for part in (get_args(hint) or (hint,)))


def test_what_is_reported_is_refused_and_the_rest_is_not(cases: ModuleType) -> None:
    assert len(cases.FAILING) > 20
    for case in cases.FAILING:
        assert not is_accepted(case(), cases), case.__code__.co_firstlineno
    for case in cases.PASSING:
        assert is_accepted(case(), cases), case.__code__.co_firstlineno
