"""``jdc check --with``: real checkers, over a program of which it is known what is right."""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from plugin.runner import alone
from warm_cache import folder

from jdc_check.beside.checker import UnreadableOutputError
from jdc_check.beside.mypy import MYPY
from jdc_check.beside.places import from_utf16, source_path, to_utf16
from jdc_check.beside.pyrefly import PYREFLY
from jdc_check.beside.pyright import PYRIGHT
from jdc_check.beside.reported import Done
from jdc_check.beside.ty import TY
from jdc_check.mypy_process import CONFIGURATION, PLUGIN

from .conftest import Runner, write

BIN: Final = Path(sys.executable).parent
PROGRAM: Final = (Path(__file__).parent / "beside" / "program.py").read_text(encoding="utf-8")
CHECKERS: Final = ("pyright", "basedpyright", "ty", "pyrefly", "zuban", "mypy")
JSON: Final[Mapping[str, tuple[str, ...]]] = {
    "pyright": ("--outputjson",),
    "basedpyright": ("--outputjson",),
    "ty": ("check", "--output-format=gitlab"),
    "pyrefly": ("check", "--output-format=json"),
    "zuban": ("check", "--show-column-numbers", "--show-error-end"),
    "mypy": ("--output=json",),
}
SETTINGS: Final = {
    "pyrightconfig.json": '{"typeCheckingMode": "standard"}\n',
    "pyrefly.toml": 'preset = "default"\n',
    "mypy.ini": CONFIGURATION.replace(f"plugins = {PLUGIN}\n", ""),
}
CACHE: Final = f"--cache-dir={folder() / 'without-plugin'}"
ASKED: Final = {**{name: name for name in CHECKERS}, "mypy": f"mypy {CACHE}"}


@dataclass(frozen=True)
class Said:
    """One report, as the test compares it."""

    line: int
    rule: str
    message: str
    severity: str
    raw: str


def said(checker: str, text: str) -> list[Said]:
    """Read the JSON of a checker, or the lines of zuban."""
    found: list[Said] = []
    if checker == "zuban" and not text.startswith("{"):
        lines = re.finditer(r"^.*?:(\d+):\d+:\d+:\d+: (error|note): (.*?)(?:  \[([\w-]+)\])?$", text, re.MULTILINE)
        return [Said(int(line[1]), line[4], line[3], line[2], "") for line in lines]
    for each in _items(checker, text):
        raw = json.dumps(each, sort_keys=True)
        if "range" in each:
            line = each["range"]["start"]["line"] + 1
            found.append(Said(line, each.get("rule", ""), each["message"], each["severity"], raw))
        elif "location" in each:
            line = each["location"]["positions"]["begin"]["line"]
            found.append(Said(line, each["check_name"], each["description"], "error", raw))
        elif "name" in each:
            found.append(Said(each["line"], each["name"], each["description"], each["severity"], raw))
        else:
            raw = "" if checker == "zuban" else raw
            found.append(Said(each["line"], each["code"], each["message"], each["severity"], raw))
    return found


def _items(checker: str, text: str) -> list[dict[str, Any]]:
    if checker in ("mypy", "zuban"):
        return [json.loads(line) for line in text.splitlines()]
    document = json.loads(text)
    if checker == "ty":
        return document
    return document["errors"] if checker == "pyrefly" else document["generalDiagnostics"]


def bare(checker: str, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a checker as its user does."""
    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    cache = (CACHE,) if checker == "mypy" else ()
    command = [str(BIN / checker), *arguments, *cache]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False)


Both = Callable[[str], tuple[list[Said], list[Said], int]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plain = 'x: int = "a"\nprint(x.foo)\n\ny: str = "é𝄞".bar + undefined\n'
    files = {"program.py": PROGRAM, "plain.py": plain, "fine.py": "x: int = 1\n", **SETTINGS}
    return write(tmp_path_factory.mktemp("beside"), files)


@pytest.fixture(scope="module")
def both(jdc: Runner, project: Path) -> Both:
    """Run a checker over the program once alone and once beside jdc, whatever number of tests ask for it."""

    @functools.cache
    def run(checker: str) -> tuple[list[Said], list[Said], int]:
        with alone("without-plugin"):
            before = bare(checker, project, *JSON[checker], "program.py")
            arguments = ("check", "--with", ASKED[checker], "--output", "json", "program.py")
            after = jdc(project, *arguments, LC_ALL="de_DE.UTF-8", LANGUAGE="de")
        assert after.stderr.strip() == before.stderr.replace("WARN", "").strip() or not after.stderr.strip()
        return said(checker, before.stdout), said(checker, after.stdout), after.returncode

    return run


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_what_is_right_is_not_reported_and_what_is_wrong_is(both: Both, checker: str) -> None:
    before, after, status = both(checker)
    errors = [each for each in after if each.severity.lower() == "error"]
    wrong = {number: line for number, line in enumerate(PROGRAM.splitlines(), start=1) if "# wrong:" in line}
    assert [each for each in errors if each.line not in wrong] == []
    for number, line in wrong.items():
        if checker in ("mypy", "pyrefly") and "tx." in line:
            continue  # these do not read optax, which has no py.typed
        expected = line.partition("# wrong: ")[2]
        assert any(expected in each.message for each in errors if each.line == number), line
    assert len({each.line for each in before} - set(wrong)) >= 8
    assert status == 1


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_everything_else_stays_as_the_checker_says_it(both: Both, checker: str) -> None:
    before, after, _ = both(checker)
    theirs = [each for each in after if not each.rule.startswith("jdc-")]
    assert theirs == [each for each in before if each in theirs]
    wrong = [line for line in PROGRAM.splitlines() if "# wrong:" in line]
    assert len(theirs) >= len(wrong) // 2
    assert {each.rule for each in after} >= {"jdc-call-arg", "jdc-arg-type"}
    frozen = [number for number, line in enumerate(PROGRAM.splitlines(), start=1) if line.startswith("    m.w = ")]
    assert len(frozen) == 2
    for number in frozen:  # told once, by the checker where it says so
        here = [each for each in after if each.line == number]
        assert sum("read-only" in f"{each.rule} {each.message}" or each.rule == "jdc-frozen" for each in here) == 1
    assert "jdc-frozen" not in {each.rule for each in after if each.line == frozen[-1]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("checker", "file"),
    [
        *((name, "plain.py") for name in CHECKERS if name != "basedpyright"),
        ("basedpyright", "fine.py"),
        ("ty", "fine.py"),
    ],
)
def test_text_and_exit_code_are_those_of_the_checker(jdc: Runner, project: Path, checker: str, file: str) -> None:
    first = JSON[checker][:1] if "check" in JSON[checker] else ()
    with alone("without-plugin"):
        before = bare(checker, project, *first, file)
        after = jdc(project, "check", "--with", ASKED[checker], file)
    assert (after.stdout, after.returncode) == (before.stdout, before.returncode)
    assert after.stderr == before.stderr
    assert before.returncode == (file == "plain.py")


def test_columns_of_utf_16(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, {"columns.py": 'y = "é𝄞".bar\n'}))
    assert [from_utf16("columns.py", 1, units) for units in (0, 5, 6, 8, 9, 12)] == [1, 6, 7, 8, 9, 12]
    assert [to_utf16("columns.py", 1, column) for column in (1, 6, 7, 8, 9, 12, 14)] == [0, 5, 6, 8, 9, 12, 14]


@pytest.mark.slow
def test_comments_of_the_checker_silence_jdc(jdc: Runner, tmp_path: Path) -> None:
    text = """
        import jax
        import jdc_runtime as jdc

        @jdc.pytree_dataclass
        class A:
            x: jax.Array

        def f(a: A, x: jax.Array) -> None:
            a.replace(x=x)  # pyright: ignore[jdc-discarded]
            a.replace(x=x)  # type: ignore[jdc-discarded]
            a.replace(x=x)  # pyright: ignore
            a.replace(x=x)  # jdc: ignore[discarded]
            a.replace(y=x)  # pyright: ignore[jdc-discarded, jdc-call-arg]
            a.replace(x=x)  # pyright: ignore[jdc-frozen]
            print(1)  # pyright: ignore[reportCallIssue]
            a.x = x  # pyright: ignore[reportAttributeAccessIssue]
            a.x = x  # pyright: ignore[jdc-frozen]
        """
    config = {"pyrightconfig.json": '{"reportUnnecessaryTypeIgnoreComment": "error"}'}
    write(tmp_path, {"a.py": text, **config})
    done = jdc(tmp_path, "check", "--with", "pyright", "a.py")
    found = re.findall(r"a.py:(\d+):\d+ - error: .*\(([\w-]+)\)$", done.stdout, re.MULTILINE)
    assert found == [("15", "jdc-discarded"), ("16", "reportUnnecessaryTypeIgnoreComment")]
    assert re.findall(r"a.py:1[78]:\d+ - error: (\w+ \w+)", done.stdout) == ["Cannot assign"]  # of line 18
    assert done.returncode == 1
    alone_too = jdc(tmp_path, "check", "a.py", "-o", "concise")
    assert [line.split(":")[1] for line in alone_too.stdout.splitlines()[:-1]] == ["12", "15", "17"]


@pytest.mark.slow
def test_two_checkers_make_one_report(jdc: Runner, project: Path) -> None:
    both = ("check", "--with", "ty", "--with", "pyrefly", "program.py")
    text, sarif = jdc(project, *both), jdc(project, *both, "-o", "sarif")
    assert (text.returncode, sarif.returncode) == (1, 1)
    assert text.stdout.count("error[jdc-call-arg]") > 0
    assert text.stdout.count("[jdc-call-arg]\n") == 0
    assert "jdc-frozen" not in text.stdout  # both say so themselves
    jdcs, *others = json.loads(sarif.stdout)["runs"]
    assert [run["tool"]["driver"]["name"] for run in others] == ["ty", "pyrefly"]
    assert "jdc-call-arg" in {result["ruleId"] for result in jdcs["results"]}
    assert [
        next(result["ruleId"] for result in run["results"] if "argument-type" in result["ruleId"]) for run in others
    ] == ["invalid-argument-type", "bad-argument-type"]


@pytest.mark.slow
def test_a_baseline_accepts_what_a_checker_says_too(jdc: Runner, project: Path, tmp_path: Path) -> None:
    baseline = str(tmp_path / "baseline.json")
    both = ("--with", "ty", "plain.py", "program.py")
    written = jdc(project, "check", *both, "--write-baseline", baseline)
    assert (written.returncode, written.stdout) == (0, "")
    accepted = jdc(project, "check", *both, "--baseline", baseline)
    assert (accepted.returncode, accepted.stdout) == (0, "All checks passed!\n")


TROUBLES: Final = {
    "unknown": (["flow"], 2, "does not know the checker 'flow'; it knows pyright, basedpyright"),
    "empty": ([""], 2, "does not know the checker ''"),
    "missing": (["./bin/ty"], 2, "there is no program ./bin/ty. Install it there: pip install ty"),
    "wrong option": (["pyright --bogus"], 4, "pyright ended with exit code 4 and did not check"),
    "wrong configuration": (["ty check --config nothing=1"], 2, "ty ended with exit code 2 and did not check"),
}


@pytest.mark.parametrize("checker", ["mypy", "zuban"])
def test_the_directory_and_the_environment_are_handed_on(jdc: Runner, tmp_path: Path, checker: str) -> None:
    """Without settings that say what to check, and where only PATH shows the environment."""
    write(tmp_path, {"a.py": "import pytest\n\nx: int = pytest.__version__\n"})
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = jdc(tmp_path, "check", "--with", ASKED[checker], ".", PATH=path, VIRTUAL_ENV="")
    assert (done.returncode, done.stderr) == (1, "")
    assert [line for line in done.stdout.splitlines() if ": error: " in line] == [
        next(line for line in done.stdout.splitlines() if line.startswith("a.py:3:") and "[assignment]" in line)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "status", "message"), TROUBLES.values(), ids=TROUBLES)
def test_trouble_with_a_checker_is_told(
    jdc: Runner, project: Path, asked: list[str], status: int, message: str
) -> None:
    done = jdc(project, "check", "--with", *asked, "plain.py")
    assert message in done.stderr
    assert (done.returncode, done.stdout) == (status, "")


@pytest.mark.slow
def test_a_missing_checker_is_told_before_anything_runs(jdc: Runner, tmp_path: Path) -> None:
    python = write(tmp_path, {"empty/bin/x": ""}) / "empty" / "bin" / "python"
    python.symlink_to(sys.executable)
    write(tmp_path, {"a.py": "x = 1\n"})
    done = jdc(tmp_path, "check", "--with", "pyrefly", "--python-executable", str(python), PATH="/usr/bin:/bin")
    assert (
        f"there is no program pyrefly in {python.parent} or in PATH. Install it there: pip install pyrefly"
        in done.stderr
    )
    assert done.returncode == 2


@pytest.mark.slow
def test_what_is_not_python(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"broken.py": "def f(:\n", "a.py": "x: int = 1\n"})
    done = jdc(tmp_path, "check", "--with", "ty")
    assert done.returncode == 1
    assert "broken.py" in done.stdout
    assert "broken.py:1: error: cannot be parsed" in done.stderr


def test_options_that_contradict(jdc: Runner, project: Path) -> None:
    for options, message in (
        (("-p", "jaxlie"), "--with checks PATHS, not installed packages"),
        (("--stdin-filename", "plain.py", "-"), "work with files, and not with standard input"),
    ):
        done = jdc(project, "check", "--with", "ty", *options)
        assert (done.returncode, message in done.stderr) == (2, True)


def test_what_is_printed_around_json_and_how_a_checker_ends() -> None:
    document = '{\n  "generalDiagnostics": [],\n  "summary": {"errorCount": 0}\n}\n'
    noise = Done(["pyright"], f"A new version of pyright is available: {{1.1}}\n{document}", "npm WARN old", 0)
    outcome = PYRIGHT.read(noise, as_json=False)
    assert (outcome.reports, outcome.stderr) == ([], "npm WARN old")
    for printed in ("", "{", "[]", '{"generalDiagnostics": [{}]}', "Segmentation fault"):
        with pytest.raises(UnreadableOutputError, match="pyright printed"):
            PYRIGHT.read(Done(["pyright"], printed, "", 1), as_json=True)
    for checker in (TY, PYREFLY, MYPY):
        with pytest.raises(UnreadableOutputError, match=f"{checker.name} printed JSON of another form"):
            checker.read(Done([checker.name], '{"a": 1', "", 1), as_json=True)


def test_paths_as_windows_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, {"src/net.py": "x = 1\n"}))
    printed = {
        "src/net.py",
        "src\\net.py",
        "./src/net.py",
        str(tmp_path / "src" / "net.py"),
        f"{tmp_path}\\src\\net.py",
    }
    assert {source_path(each) for each in printed} == {str(Path("src", "net.py"))}
    assert source_path("C:\\work\\net.py").endswith("C:\\work\\net.py")
