"""The page of what is covered, and what the package imports."""

from __future__ import annotations

import subprocess
import sys

import jax
import pytest
from operations.coverage import PAGE, page
from operations.families import maker_of

from jdc_operations import OPERATIONS

_PAGE_VERSION = "0.10.2"
"""The JAX of the development environment, whose public names the page counts."""


@pytest.mark.skipif(jax.__version__ != _PAGE_VERSION, reason=f"the page counts the names of jax {_PAGE_VERSION}")
def test_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/operations/coverage.py"


def test_every_operation_is_compared_with_the_real_one() -> None:
    assert all(maker_of(name) for name in OPERATIONS)


def test_neither_jax_nor_numpy_nor_mypy_is_imported() -> None:
    code = "import sys, jdc_operations; print(sorted({name.partition('.')[0] for name in sys.modules} & {'jax', 'numpy', 'mypy'}))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
