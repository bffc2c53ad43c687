"""One file of a package that is not installed, as a pre-commit hook passes it: its neighbours are found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jdc_check.source_roots import source_roots

from .conftest import STATE, Runner, write

MISTAKE = "\nState(1).x = 2\n"
FROM_PACKAGE = "from pkg.states import State" + MISTAKE
RELATIVE = "from .states import State" + MISTAKE

LAYOUTS = {
    "package in src": {
        "pyproject.toml": "",
        "src/pkg/__init__.py": "",
        "src/pkg/states.py": STATE,
        "src/pkg/mod.py": FROM_PACKAGE,
    },
    "test beside src": {
        "pyproject.toml": "",
        "src/pkg/__init__.py": "",
        "src/pkg/states.py": STATE,
        "tests/mod.py": FROM_PACKAGE,
    },
    "namespace package in src": {"pyproject.toml": "", "src/pkg/states.py": STATE, "src/pkg/mod.py": FROM_PACKAGE},
    "namespace package, relative": {"pyproject.toml": "", "src/pkg/states.py": STATE, "src/pkg/mod.py": RELATIVE},
    "namespace package with a module called as a library": {
        "setup.py": "",
        "pkg/typing.py": "from typing import Any\nData = dict[str, Any]\n",
        "pkg/states.py": STATE,
        "pkg/mod.py": "from pkg.typing import Data\n" + FROM_PACKAGE,
        "pkg/deep/__init__.py": "import pkg.typing\n",
        "pkg/deep/a.py": "import pkg.typing\n",
        "examples/run.py": "from pkg.states import State\n",
    },
    "namespace of packages": {
        "pyproject.toml": "",
        "src/org/pkg/__init__.py": "",
        "src/org/pkg/states.py": STATE,
        "src/org/pkg/mod.py": "from org.pkg.states import State" + MISTAKE,
    },
    "two levels up": {
        "pyproject.toml": "",
        "src/pkg/states.py": STATE,
        "src/pkg/sub/mod.py": "from ..states import State" + MISTAKE,
    },
    "namespace package without a project": {"code/pkg/states.py": STATE, "code/pkg/mod.py": FROM_PACKAGE},
    "project below the repository": {
        ".git/HEAD": "",
        "libs/a/pyproject.toml": "",
        "libs/a/src/pkg/states.py": STATE,
        "libs/a/src/pkg/__init__.py": "",
        "libs/a/tests/mod.py": FROM_PACKAGE,
    },
    "directory called as a library that is not installed": {
        "pyproject.toml": "",
        "pkg/__init__.py": "",
        "pkg/datasets/states.py": f"from datasets import load\n{STATE}",
        "run_mod.py": "from pkg.datasets.states import State" + MISTAKE,
    },
    "directory called as a library, all without __init__.py": {
        "pyproject.toml": "",
        "pkg/deep/datasets/states.py": f"from datasets.rows import load\n{STATE}",
        "pkg/deep/datasets/rows.py": "",
        "pkg/deep/other.py": "import pkg.deep.datasets.rows\n",
        "run_mod.py": "from pkg.deep.datasets.states import State" + MISTAKE,
    },
    "directory with two names": {
        "pyproject.toml": "",
        "src/utils/states.py": STATE,
        "src/main_mod.py": "from utils.states import State" + MISTAKE,
        "run.py": "from src.utils.states import State\n",
    },
    "directory with two names in one program": {
        "pyproject.toml": "",
        "src/nets/states.py": STATE,
        "src/nets/deep/a.py": "x = 1\n",
        "src/one.py": "import nets.deep.a\n",
        "src/two_mod.py": "import one\nimport src.nets.deep.a\nfrom src.nets.states import State" + MISTAKE,
    },
    "directories that are called by dotted names": {
        "pyproject.toml": "",
        "src/core/states.py": STATE,
        "src/physics/cosmology.py": "",
        "src/solver/mod.py": "import src.physics.cosmology\nfrom src.core.states import State" + MISTAKE,
        "run.py": "import src.solver.mod\n",
        "tests/test_states.py": "from src.core.states import State\n",
    },
    "mypy_path of the project": {
        "libs/pyproject.toml": '[tool.mypy]\nmypy_path = "$MYPY_CONFIG_FILE_DIR/code"\n',
        "libs/code/pkg/states.py": STATE,
        "libs/tests/mod.py": FROM_PACKAGE,
    },
    "hatch": {
        "pyproject.toml": '[tool.hatch.build.targets.wheel]\npackages = ["code/pkg"]\n',
        "code/pkg/states.py": STATE,
        "tests/mod.py": FROM_PACKAGE,
    },
    "setup.cfg": {
        "setup.cfg": "[options]\npackage_dir =\n    = code\n",
        "code/pkg/states.py": STATE,
        "tests/mod.py": FROM_PACKAGE,
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["file", "directory"])
def test_neighbours_are_found(jdc: Runner, tmp_path: Path, layout: str, whole: bool) -> None:
    files = LAYOUTS[layout]
    write(tmp_path, files)
    (file,) = (name for name in files if name.endswith("mod.py"))
    done = jdc(tmp_path, "check", "." if whole else file, "-o", "json")
    report = json.loads(done.stdout)
    assert [(finding["path"], finding["code"]) for finding in report["findings"]] == [(file, "jdc-frozen")]
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.slow
def test_projects_of_one_name_keep_to_themselves(jdc: Runner, tmp_path: Path) -> None:
    """``pkg`` is frozen in one project and a plain class in the other."""
    plain = "class State:\n    def __init__(self, x: int) -> None:\n        self.x = x\n"
    for name, states in (("a", STATE), ("b", plain)):
        project = {"pyproject.toml": "", "src/pkg/states.py": states, "src/pkg/mod.py": FROM_PACKAGE}
        write(tmp_path / name, project)
    done = jdc(tmp_path, "check", ".", "-o", "json")
    assert [finding["path"] for finding in json.loads(done.stdout)["findings"]] == ["a/src/pkg/mod.py"]


@pytest.mark.slow
def test_projects_that_are_alike_keep_their_paths(jdc: Runner, tmp_path: Path) -> None:
    """For the second, mypy repeats from its cache what it said about the first."""
    for name in ("a", "b"):
        write(tmp_path / name, {"pyproject.toml": "", "src/pkg/states.py": STATE, "src/pkg/mod.py": FROM_PACKAGE})
    for _ in ("cold", "warm"):
        done = jdc(tmp_path, "check", ".", "-o", "json")
        paths = [finding["path"] for finding in json.loads(done.stdout)["findings"]]
        assert paths == ["a/src/pkg/mod.py", "b/src/pkg/mod.py"]


@pytest.mark.parametrize(
    ("settings", "root"),
    [
        ('[tool.setuptools]\npackage-dir = {"" = "code"}', "code"),
        ('[tool.setuptools.packages.find]\nwhere = ["code"]', "code"),
        ('[tool.hatch.build]\nsources = ["code"]', "code"),
        ('[tool.hatch.build.targets.wheel.sources]\n"code" = ""', "code"),
        ('[tool.hatch.build.targets.wheel]\npackages = ["code/pkg"]', "code"),
        ('[tool.poetry]\npackages = [{include = "pkg", from = "code"}]', "code"),
        ('[tool.pdm.build]\npackage-dir = "code"', "code"),
        ('[tool.uv.build-backend]\nmodule-root = "code"', "code"),
        ('[tool.maturin]\npython-source = "code"', "code"),
        ('[tool.scikit-build]\nwheel.packages = ["code/pkg"]', "code"),
        ('[tool.pytest.ini_options]\npythonpath = "code"', "code"),
        ('[tool.mypy]\nmypy_path = ["missing", "code"]', "code"),
        ('[tool.mypy]\nmypy_path = "missing:code"', "code"),
        ("", "src"),
        ("[tool]\npoetry = 3\nhatch = [[]]\n[tool.setuptools]\npackage-dir = 1", "src"),
        ("[tool", "src"),
    ],
)
def test_what_projects_say(tmp_path: Path, settings: str, root: str) -> None:
    write(tmp_path, {"pyproject.toml": settings, "code/pkg/a.py": "", "src/pkg/a.py": ""})
    roots = source_roots(tmp_path / "tests")
    assert roots[0] == str(tmp_path / root)
    assert roots[-1] == str(tmp_path)


def test_package_is_no_root(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "src/__init__.py": "", "__init__.py": ""})
    assert source_roots(tmp_path) == ()


@pytest.mark.slow
@pytest.mark.parametrize("is_package", [True, False])
def test_module_that_is_called_as_a_missing_library(jdc: Runner, tmp_path: Path, is_package: bool) -> None:
    """Imports do not start in ``pkg`` because of ``pkg/ray/tune.py``, or ``pkg/typing.py`` would hide a module."""
    tune = "import ray.tune\nfrom pkg.states import State\n\ns = State(1)\ns.x = 2\n"
    write(tmp_path, {"pyproject.toml": "", "pkg/states.py": STATE, "pkg/typing.py": "", "pkg/ray/tune.py": tune})
    write(tmp_path, {"main.py": "import pkg.ray.tune, pkg.typing\n"})
    if is_package:
        write(tmp_path, {f"pkg/{each}__init__.py": "" for each in ("", "ray/")})
    done = jdc(tmp_path, "check", *(["."] if is_package else ["pkg/ray/tune.py", "main.py"]), "-o", "json")
    assert [finding["path"] for finding in json.loads(done.stdout)["findings"]] == ["pkg/ray/tune.py"]
    assert done.returncode == 1, done.stderr
