"""A violation found before running is worded as it is at run time."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from plugin.runner import FIXTURES, Finding

import jdc_runtime as jdc

HEADER = """\
from typing import Annotated, Optional, Union
import jax
import jax.numpy as jnp
import numpy as np
import typing_extensions
from jaxtyping import Array, Float
import jdc_runtime as jdc
SIZE = -1
@jdc.pytree_dataclass
"""


@pytest.fixture(scope="module")
def cases() -> ModuleType:
    spec = importlib.util.spec_from_file_location("one_sentence", FIXTURES["one_sentence"])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_failing_calls_raise_the_sentence_that_mypy_reports(cases: ModuleType, findings: list[Finding]) -> None:
    reported = [finding for finding in findings if finding.file == "one_sentence.py"]
    starts = [case.__code__.co_firstlineno for case in cases.FAILING]
    assert len(starts) > 15
    for case, start, end in zip(cases.FAILING, starts, [*starts[1:], starts[-1] + 5], strict=True):
        with pytest.raises(jdc.AnnotationError) as raised:
            case()
        assert [finding.message for finding in reported if start <= finding.line < end] == [str(raised.value)]


def test_passing_calls_pass(cases: ModuleType) -> None:
    for case in cases.PASSING:
        case()


@pytest.mark.slow
def test_malformed_annotation_is_refused_with_the_sentence_that_mypy_reports(findings: list[Finding]) -> None:
    source = FIXTURES["annotations"].read_text().splitlines()
    reported = {f.line: f.message for f in findings if f.file == "annotations.py"}
    assert reported
    for line, message in reported.items():
        field = source[line - 1].partition("  #")[0]
        owner = message.split('"')[3]
        program = f"{HEADER}class {owner}(jdc.EnforcedAnnotationsMixin):\n{field}\n"
        with pytest.raises(jdc.MalformedAnnotationError) as raised:
            exec(program, {})
        assert str(raised.value) == message
