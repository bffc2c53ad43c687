"""The installed wheel: what it holds, what it needs, what importing it costs others."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from jdc_spec.rules import RULES

FILES = {str(file) for file in metadata.files("jax-jdc") or ()}


@pytest.mark.parametrize("package", ["jdc_spec", "jdc_operations", "jdc_runtime", "jdc_mypy_plugin", "jdc_check"])
def test_packages_are_typed(package: str) -> None:
    assert f"{package}/py.typed" in FILES
    assert f"{package}/__init__.py" in FILES


def test_stubs_are_installed_beside_the_runtime() -> None:
    assert "jdc_runtime-stubs/__init__.pyi" in FILES


def test_cards_are_inside() -> None:
    assert {f"jdc_check/cards/{rule.code}.md" for rule in RULES} <= FILES


def test_tests_run_against_the_wheel() -> None:
    import jdc_runtime

    assert jdc_runtime.__file__ is not None
    assert Path(jdc_runtime.__file__).is_relative_to(sys.prefix)


def test_runtime_needs_jax_and_typing_extensions_alone() -> None:
    needed = [requirement for requirement in metadata.requires("jax-jdc") or () if "extra ==" not in requirement]
    names = {requirement.partition(">=")[0].replace("_", "-") for requirement in needed}
    assert names == {"jax", "typing-extensions"}


def modules_after(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {statement}; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_runtime_imports_no_optional_library() -> None:
    loaded = modules_after("import jdc_runtime") - modules_after("import jax")
    assert "jdc_runtime" in loaded
    assert not loaded & {"flax", "flax.serialization", "jax.export", "chex", "equinox", "mypy"}


def test_runtime_loads_auto_static_when_it_is_asked_for() -> None:
    before, after = (modules_after(f"import jdc_runtime{asked}") for asked in ("", "; jdc_runtime.auto_static"))
    assert not any("auto_static" in name for name in before)
    assert "jdc_runtime._jit.auto_static.wrapper" in after


def test_plugin_and_command_import_no_jax() -> None:
    loaded = modules_after("import jdc_mypy_plugin, jdc_check.cli")
    assert "jdc_mypy_plugin" in loaded
    assert not loaded & {"jax", "jaxlib", "numpy", "jdc_runtime"}
