"""Directories without ``__init__.py`` are packages where a program calls their modules by dotted names only."""

from __future__ import annotations

from pathlib import Path

from jdc_check.layout import Source
from jdc_check.namespaces import renamed
from jdc_check.sourcefile import buffered

from .conftest import write


def _packages(root: Path, files: dict[str, str]) -> dict[str, list[str]]:
    write(root, files)
    paths = [root / file for file in files]
    with buffered({}):
        found = renamed([Source(str(path), path.stem, str(path.parent)) for path in paths], str(root))
    return {str(Path(base).relative_to(root)): [each.module for each in inside] for base, inside in found.items()}


def test_all_directories_that_are_called_so(tmp_path: Path) -> None:
    files = {
        "src/core/box.py": "import numpy\n",
        "src/core/io.py": "import io\n",
        "src/physics/system.py": "from src.core import box\n",
        "src/tools/run.py": "",
        "main.py": "import src.physics.system\nimport run\n",
    }
    assert _packages(tmp_path, files) == {
        "src/core": ["src.core.box", "src.core.io"],
        "src/physics": ["src.physics.system"],
    }


def test_directory_whose_modules_have_both_names(tmp_path: Path) -> None:
    files = {"nets/a.py": "", "nets/b.py": "import a\n", "main.py": "import nets.a\n"}
    assert _packages(tmp_path, files) == {}


def test_module_of_the_same_name_elsewhere(tmp_path: Path) -> None:
    files = {"nets/config.py": "", "main.py": "import nets.config\nimport config\n", "config.py": ""}
    assert _packages(tmp_path, files) == {"nets": ["nets.config"]}


def test_directory_that_has_no_name(tmp_path: Path) -> None:
    files = {"my-nets/a.py": "", "main.py": "import nets.a\n"}
    assert _packages(tmp_path, files) == {}
