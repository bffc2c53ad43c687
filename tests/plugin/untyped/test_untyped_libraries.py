"""chex has no ``py.typed``: the same is found of its classes where mypy is told to follow it all the same."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from plugin.runner import FIXTURES, disagreements, run

HERE = Path(__file__).parent
FILES = (
    FIXTURES["chex_dataclass"],
    FIXTURES["chex_definitions"],
    HERE / "array_trees.py",
    *sorted(HERE.glob("chex_*.py")),
)


@pytest.mark.thorough
@pytest.mark.slow
def test_classes_of_a_library_that_mypy_follows_without_types() -> None:
    found = run(FILES, options=["--follow-untyped-imports", "--cache-dir=.cache-untyped"])
    assert [told for file in FILES for told in disagreements(file, found)] == []


@pytest.mark.thorough
@pytest.mark.slow
def test_classes_of_libraries_that_mypy_cannot_read() -> None:
    file = Path(__file__).parent / "untyped_decorators.py"
    found = run([file], options=["--ignore-missing-imports", "--cache-dir=.cache-unread"])
    assert disagreements(file, found) == []


@pytest.mark.slow
def test_optimizers_of_optax_that_mypy_follows_without_types() -> None:
    file = Path(__file__).parent / "optimizer_fields.py"
    found = run([file], options=["--follow-untyped-imports", "--cache-dir=.cache-untyped"])
    assert disagreements(file, found) == []


@pytest.mark.slow
@pytest.mark.skipif(find_spec("simple_pytree") is None, reason="simple_pytree is for Python before 3.12")
def test_base_class_of_a_library_that_mypy_follows_without_types() -> None:
    file = Path(__file__).parent / "simple_pytree_classes.py"
    found = run([file], options=["--follow-untyped-imports", "--cache-dir=.cache-untyped"])
    assert disagreements(file, found) == []


@pytest.mark.slow
def test_losses_of_a_library_that_mypy_follows_without_types() -> None:
    file = Path(__file__).parent / "optax_losses.py"
    found = run([file], options=["--follow-untyped-imports", "--cache-dir=.cache-untyped"])
    assert disagreements(file, found) == []


@pytest.mark.slow
def test_losses_of_a_library_that_mypy_does_not_follow() -> None:
    file = Path(__file__).parent / "optax_losses.py"
    found = run([file], options=["--ignore-missing-imports", "--cache-dir=.cache-unread"])
    assert disagreements(file, found) == []
