"""``jdc check`` on projects with and without mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from .conftest import JDC, STATE, Runner, write

PROJECT = {
    "pyproject.toml": """
        [tool.jdc]
        exclude = ["generated/", "*_pb.py"]
        [tool.mypy]
        mypy_path = "shared"
        strict = "is that a bool?"
        follow_imports = "skip"
        disable_error_code = ["jdc-frozen"]
        """,
    "shared/states.py": STATE,
    "mistakes.py": """
        from states import State
        undefined_name  # not for jdc to report


        def unannotated():
            s = State(x=1)
            s.x = 2


        def silenced(s: State):
            s.x = 2  # type: ignore[jdc-frozen]
            s.x = 2  # jdc: ignore
            s.x = 2  # jdc: ignore[frozen]
            s.x = 2  # jdc: ignore[jdc-shape, jdc-frozen]
            s.x = 2  # jdc: ignore[jdc-shape]
            text = "# jdc: ignore"; s.x = text
            s.x = (
                2
            )  # jdc: ignore[frozen]
        """,
    "where.py": "\n".join(
        [
            "from states import State",
            "def where(s: State):",
            '\tt = "日本語 é😀"; \ts.x = t',
            '\tt = "é"; größe = s; größe.x = "日本"',
            "",
        ]
    ),
    "clean.py": "from states import State\n\n\ndef step(s: State) -> State:\n    return State(s.x + 1)\n",
    "generated/g.py": "from states import State\nState(1).x = 2\n",
    "message_pb.py": "from states import State\nState(1).x = 2\n",
    ".hidden/h.py": "from states import State\nState(1).x = 2\n",
    "environment/pyvenv.cfg": "",
    "environment/e.py": "from states import State\nState(1).x = 2\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("project"), PROJECT)


@pytest.mark.slow
def test_finds_what_is_wrong_and_nothing_else(jdc: Runner, project: Path) -> None:
    done = jdc(project, "check", "-o", "json")
    report = json.loads(done.stdout)
    places = [(f["path"], f["line"], f["column"], f["end_column"], f["code"]) for f in report["findings"]]
    assert places == [
        ("mistakes.py", 8, 5, 8, "jdc-frozen"),
        ("mistakes.py", 16, 5, 8, "jdc-frozen"),
        ("mistakes.py", 17, 29, 32, "jdc-frozen"),
        ("where.py", 3, 17, 20, "jdc-frozen"),
        ("where.py", 4, 22, 29, "jdc-frozen"),
    ]
    assert report["checked_files"] == 4
    assert (done.returncode, report["unchecked"]) == (1, [])
    assert done.stderr == "warning: mistakes.py:16: this comment silences nothing: # jdc: ignore[jdc-shape]\n"


def test_caret_stands_under_the_range_behind_wide_characters_and_tabs(jdc: Runner, project: Path) -> None:
    done = jdc(project, "check", "where.py")
    lead = "      | "
    assert f'    3 |     t = "日本語 é😀";   s.x = t\n{lead}{" " * 24}^^^\n' in done.stdout
    assert f'    4 |     t = "é"; größe = s; größe.x = "日本"\n{lead}{" " * 24}^^^^^^^\n' in done.stdout


def test_select_and_disable(jdc: Runner, project: Path) -> None:
    for options in (["--disable", "jdc-frozen"], ["--select", "shape", "--select", "dtype"]):
        done = jdc(project, "check", "mistakes.py", *options)
        assert (done.returncode, done.stdout) == (0, "No problems found (checked 1 file)\n")
    done = jdc(project, "check", "clean.py", "--exclude", "clean.py", "-o", "concise", "where.py")
    assert done.returncode == 1, "a file that is named is checked, excluded or not"
    assert "(checked 2 files)" in done.stdout
    done = jdc(project, "check", "--force-exclude", "--exclude", "where.py", "-o", "concise", "where.py")
    assert (done.returncode, done.stdout) == (0, "Nothing was checked\n")
    assert done.stderr == "warning: where.py is excluded, and was not checked.\n"
    done = jdc(project, "check", "generated")
    assert (done.returncode, done.stdout) == (0, "Nothing was checked\n")
    assert done.stderr == "warning: generated is excluded, and was not checked.\n"


def test_code_is_checked_where_only_that_file_is_named(jdc: Runner, project: Path) -> None:
    done = jdc(project / "shared", "check", "../clean.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "No problems found (checked 1 file)\n", "")


IMPORTED = {
    "imported.py": """
        from dataclasses import dataclass

        import flax.struct
        import jax


        def pytree(cls):
            return jax.tree_util.register_dataclass(dataclass(frozen=True)(cls))


        @flax.struct.dataclass
        class State:
            x: jax.Array

            def moved(self) -> "State":
                return self.replace(x=self.x + 1)


        State(x=1).x = 2
    """,
    "importing.py": """
        import jax
        from imported import State, pytree


        @pytree
        class Box:
            x: jax.Array


        def main(state: State, box: Box) -> None:
            state.moved()
            box.x = state.x
    """,
}


def test_bodies_of_modules_that_are_only_imported_count_and_nothing_is_said_of_them(
    jdc: Runner, tmp_path: Path
) -> None:
    write(tmp_path, IMPORTED)
    for _ in range(2):
        found = json.loads(jdc(tmp_path, "check", "importing.py", "-o", "json").stdout)["findings"]
        assert [(each["path"], each["line"], each["code"]) for each in found] == [
            ("importing.py", 12, "jdc-discarded"),
            ("importing.py", 13, "jdc-frozen"),
        ]


@pytest.mark.slow
def test_cache_directory_belongs_to_the_project_and_is_ignored_by_git(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "src/plain.py": "x = 1\n"})
    command = [*JDC, "check", "src"]
    environment = {**os.environ, "MYPY_CACHE_DIR": str(tmp_path / "elsewhere")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 0
    assert (tmp_path / ".jdc_cache" / ".gitignore").read_text().strip().endswith("*")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.slow
def test_installed_packages(jdc: Runner, tmp_path: Path) -> None:
    """One with ``py.typed``, one without."""
    done = jdc(tmp_path, "check", "-p", "jaxlie", "-p", "chex._src.dataclass", "-o", "json")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr, report["findings"]) == (0, "", [])
    assert report["checked_files"] > 10


def test_interpreter_without_jax_is_told(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    base = str(Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}"))
    done = jdc(tmp_path, "check", "--python-executable", base)
    assert done.returncode == 0
    assert f"warning: jax is not installed for {base}" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--disable", "frozn"], 'There is no rule "frozn". Did you mean jdc-frozen?'),
        (["--select", "zzz"], "The rules are: jdc-frozen, "),
        (["--python-executable", "no-such-python"], "there is no program no-such-python"),
        (["--python-executable", "true"], "does not run as a Python interpreter"),
        (["--python-executable", "false"], "does not run as a Python interpreter"),
        (["--python-executable", "./old"], "is Python 3.6; the packages of 3.9 and newer can be read"),
        (["--exclude", "!"], 'exclude: "!" is not a pattern as in .gitignore'),
        (["--output", "xml"], "'xml' is not one of"),
    ],
)
def test_wrong_usage(jdc: Runner, tmp_path: Path, arguments: list[str], told: str) -> None:
    (tmp_path / "old").write_text("#!/bin/sh\necho 3.6\n")
    (tmp_path / "old").chmod(0o700)
    done = jdc(tmp_path, "check", *arguments)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.replace("│", "").split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.jdc]\ndisable = 'frozen'", "[tool.jdc] disable must be a list of strings, got 'frozen'"),
        ("[tool.jdc]\ndisable = ['frozn']", 'There is no rule "frozn". Did you mean jdc-frozen?'),
        ("[tool]\njdc = 3", "[tool.jdc] must be a table, got 3"),
        ("tool = 3  # jdc", "[tool] must be a table, got 3"),
        ("[tool.jdc]\ndisabel = ['frozen']", '[tool.jdc] There is no setting "disabel". Did you mean disable?'),
        (
            "[tool.jdc.rules]\nx = 1",
            'There is no setting "rules". The settings are: select, extend-select, ignore, '
            "disable, per-file-ignores, exclude, decorators, base-classes, x64.",
        ),
        (
            '[tool.jdc]\ndecorators = ["a.b"]',
            'must be a table from full names to libraries, such as "mylib.state" = ',
        ),
        ('[tool.jdc.decorators]\n"a.b" = "flex"', 'there is no library "flex". '),
        ("[tool.jdc]\nx64 = 'on'", "x64 must be true, false or \"unknown\", got 'on'. Did you mean true?"),
        ("[tool.jdc]\nx64 = 64", 'x64 must be true, false or "unknown", got 64'),
        ("[tool.jdc]\nx64 = 1", "got 1. Did you mean true?"),
        ("[tool.jdc]\nexclude = 3", "exclude must be a list of strings, got 3"),
        ("[tool.jdc]\nexclude = ['!']", '"!" is not a pattern as in .gitignore'),
        ("[tool.jdc]\nexclude = ['gen\\a.py']", 'separates no directories; write "gen/a.py"'),
        ("[tool.jdc.per-file-ignores]\n'tests\\x.py' = []", 'separates no directories; write "tests/x.py"'),
        ("[tool.jdc]\ndisable = ['jdc_frozen']", 'There is no rule "jdc_frozen". Did you mean jdc-frozen?'),
        ("[tool.jax-jdc]\ndisable = []", "[tool.jax-jdc] means nothing. The settings of jdc belong in [tool.jdc]."),
        ("[tool.jdc", "Cannot read"),
    ],
)
def test_wrong_settings(jdc: Runner, tmp_path: Path, text: str, told: str) -> None:
    write(tmp_path, {"pyproject.toml": text, "plain.py": "x = 1\n"})
    done = jdc(tmp_path, "check")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "pyproject.toml" in done.stderr
    assert "should not happen" not in done.stderr


def test_comments_that_name_no_rule(jdc: Runner, tmp_path: Path) -> None:
    lines = [
        "x = 1  # jdc: ignore[frozn, shape]",
        "x = 1  # jdc: ignore[]",
        "x = 1  # jdc: ignore[frozen",
        "x = 1  # jdc: ingore[frozen]",
        "x = 1  # type: ignore[jdc-frozn, attr-defined]",
        "x = 1  # jdc: ignore [frozen]  # type: ignore[jdc-frozen]",
        "x = 1  # jdc: see the documents; jdc: ignored",
        "x = '# jdc: ignore[frozn]'",
        "x = 1  # jdc: ignore(frozen)",
        "x = 1  # jdc: ignore jdc-frozn",
        "x = 1  # jdc: ignore: a shape that is right",
        "x = 1  # jdc: ignore, see below",
    ]
    write(tmp_path, {"a.py": "\n".join(lines) + "\n", "b.py": "x = 1\n"})
    done = jdc(tmp_path, "check")
    assert (done.returncode, done.stdout) == (2, "No problems found (checked 2 files)\n")
    told = done.stderr.splitlines()
    assert [line.split(": ")[1] for line in told if line.startswith("warning: ")] == ["a.py:6", "a.py:11", "a.py:12"]
    assert [line for line in told if not line.startswith("warning: ")] == [
        'a.py:1: error: There is no rule "frozn". Did you mean jdc-frozen?',
        "a.py:2: error: This comment names no rule. Write: # jdc: ignore[jdc-frozen]",
        "a.py:3: error: This comment names no rule. Write: # jdc: ignore[jdc-frozen]",
        'a.py:4: error: "jdc: ingore[...]" means nothing. Did you mean jdc: ignore[...]?',
        'a.py:5: error: There is no rule "jdc-frozn". Did you mean jdc-frozen?',
        "a.py:9: error: A comment without brackets silences every rule. Write: # jdc: ignore[jdc-frozen]",
        'a.py:10: error: There is no rule "jdc-frozn". Did you mean jdc-frozen?',
    ]


def environment_without_jdc(directory: Path) -> Path:
    """Make an environment with everything that this one has, but for the packages of jdc."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(directory)], check=True)
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.startswith(("jdc", "jax_jdc", "__pycache__", "_virtualenv")):
            Path(sysconfig.get_path("purelib", vars={"base": str(directory)}), entry.name).symlink_to(entry)
    return directory / "bin" / "python"


@pytest.mark.slow
def test_interpreter_without_the_library_that_is_imported_is_told(jdc: Runner, tmp_path: Path) -> None:
    python = environment_without_jdc(tmp_path / "environment")
    write(tmp_path, {"uses.py": "import jdc_runtime as jdc\nimport unknown\n", "does_not.py": "import jax\n"})
    done = jdc(tmp_path, "check", "does_not.py", "--python-executable", str(python))
    assert (done.returncode, done.stderr) == (0, "")
    done = jdc(tmp_path, "check", "--python-executable", str(python))
    assert done.returncode == 0
    assert done.stderr == (
        f"warning: jdc_runtime (of jax-jdc), which uses.py imports, is not installed for {python}, so mistakes with "
        "its classes may be missed. Install it there, or pass --python-executable.\n"
    )
