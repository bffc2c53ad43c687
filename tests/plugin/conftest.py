"""One mypy run over every fixture, for all tests of the plugin."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from plugin.runner import FIXTURES, ROOT, Finding, run


@pytest.fixture(scope="session")
def findings() -> list[Finding]:
    """Return what mypy with the plugin reports on the fixtures."""
    return run(FIXTURES.values())


@pytest.fixture(scope="session")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the stubs of jdc_runtime and with small ones of what they import, so that mypy is quick."""
    folder = tmp_path_factory.mktemp("stubs") / "stubs"
    shutil.copytree(Path(__file__).parent / "light", folder)
    (folder / "jdc_runtime" / "__init__.pyi").symlink_to(ROOT / "typestubs" / "jdc_runtime-stubs" / "__init__.pyi")
    (folder / "jdc_spec").symlink_to(ROOT / "jdc_spec", target_is_directory=True)
    return folder
