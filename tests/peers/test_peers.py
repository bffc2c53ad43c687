"""The runner of `make peers`: what it reads, how it judges, what it writes. The suites themselves are not run here."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest
from peers.environment import InstallError, constraints, prepare
from peers.outcome import FAILED, PASSED, SKIPPED, Report, Verdict, judge, read_report
from peers.page import PAGE, reasons, surprises, table, with_results
from peers.running import Ran, Skipped, run_pytest
from peers.sources import AbsentError, provide
from peers.suite import SHIMS, Suite, read, read_all

SUITE = """
version = "1.0"
place = "all of it"
shim = "jax_dataclasses"
needs = ["pytest"]
tests = ["tests"]

[source]
checkout = "small"
ref = "v1.0"
paths = ["tests"]
address = "https://example.org/small"
"""
DIFFERENCE = """
[[differences]]
tests = ["tests/test_a.py::test_differs"]
reason = "It does."
"""


def make(folder: Path, text: str = SUITE + DIFFERENCE) -> Suite:
    file = folder / "small.toml"
    file.write_text(text)
    return read(file)


# reports


REPORT = """<testsuites><testsuite>
<properties><property name="uses of jdc" value="3"/></properties>
<testcase classname="tests.test_a" name="test_one" file="tests/test_a.py"/>
<testcase classname="tests.test_a.TestB.TestC" name="test_two[x-1]" file="tests/test_a.py"><failure/></testcase>
<testcase classname="tests.test_a" name="test_three" file="tests/test_a.py"><skipped/></testcase>
<testcase classname="tests.test_a" name="test_four" file="tests/test_a.py"/>
<testcase classname="tests.test_a" name="test_four" file="tests/test_a.py"><error/></testcase>
<testcase classname="" name="tests.test_broken"><error/></testcase>
</testsuite></testsuites>"""


def test_report_has_the_ids_of_pytest() -> None:
    report = read_report(REPORT)
    assert report.tests == {
        "tests/test_a.py::test_one": PASSED,
        "tests/test_a.py::TestB::TestC::test_two[x-1]": FAILED,
        "tests/test_a.py::test_three": SKIPPED,
        "tests/test_a.py::test_four": FAILED,
        "tests.test_broken": FAILED,
    }
    assert report.properties == {"uses of jdc": "3"}


# what is expected


def outcomes(uses: int = 1, **tests: str) -> Report:
    return Report(
        {f"tests/test_a.py::{name}": outcome for name, outcome in tests.items()}, {"uses of jdc": str(uses)}
    )


def test_as_expected(tmp_path: Path) -> None:
    verdict = judge(make(tmp_path), outcomes(test_differs=FAILED, test_same=PASSED, test_not=SKIPPED))
    assert verdict == Verdict(passed=1, failed=1, skipped=1, surprises=())


@pytest.mark.parametrize(
    ("report", "surprise"),
    [
        (
            outcomes(test_differs=FAILED, test_other=FAILED),
            "fails, and is not listed: tests/test_a.py::test_other",
        ),
        (outcomes(test_differs=PASSED), "listed, but passed: tests/test_a.py::test_differs"),
        (outcomes(test_differs=SKIPPED), "listed, but skipped: tests/test_a.py::test_differs"),
        (outcomes(test_same=PASSED), "listed, but is not there: tests/test_a.py::test_differs"),
        (outcomes(0, test_differs=FAILED), "nothing used jdc: the shim is not in place"),
    ],
)
def test_surprises(tmp_path: Path, report: Report, surprise: str) -> None:
    assert judge(make(tmp_path), report).surprises == (surprise,)


def test_no_test_is_a_surprise(tmp_path: Path) -> None:
    assert judge(make(tmp_path, SUITE), Report({}, {})).surprises == ("no test ran",)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (DIFFERENCE + DIFFERENCE, "listed twice: tests/test_a.py::test_differs"),
        ('[[differences]]\ntests = ["t"]\nreason = "no sentence"', "a sentence and tests"),
        ('[[left_out]]\ntests = []\nreason = "None."', "a sentence and tests"),
    ],
)
def test_wrong_suites(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(tmp_path, SUITE + more)


# where the tests come from


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def clone(folder: Path) -> None:
    (folder / "tests").mkdir(parents=True)
    git(folder, "init")
    (folder / "tests/test_a.py").write_text("old = True\n")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "one")
    git(folder, "tag", "v1.0")
    (folder / "tests/test_a.py").write_text("new = True\n")


def test_clones_are_read_at_the_version(tmp_path: Path) -> None:
    clone(tmp_path / "clones/small")
    source = provide(make(tmp_path), tmp_path / "cache", tmp_path / "clones")
    assert (source / "tests/test_a.py").read_text() == "old = True\n"
    assert provide(make(tmp_path), tmp_path / "cache", None) == source  # kept


def test_what_is_absent_says_what_to_do(tmp_path: Path) -> None:
    suite = make(tmp_path)
    with pytest.raises(AbsentError, match=r"clone https://example\.org/small as DIR/small and run make peers"):
        provide(suite, tmp_path / "cache", None)
    with pytest.raises(AbsentError, match="has no small: clone https://example"):
        provide(suite, tmp_path / "cache", tmp_path)
    clone(tmp_path / "small")
    git(tmp_path / "small", "tag", "-d", "v1.0")
    with pytest.raises(AbsentError, match=r"small at v1\.0: .*"):
        provide(suite, tmp_path / "cache", tmp_path)
    assert not (tmp_path / "cache/sources/small-1.0").exists()


# environments


def test_what_a_suite_pins_is_not_constrained() -> None:
    development = "jax==1 ; python_version < '3.12'\njax==2 ; python_version >= '3.12'\njaxlie==3\npytest==4\n"
    assert constraints(["jax==0.9", "pytest"], development) == "jaxlie==3\npytest==4\n"


def test_requirements_that_cannot_be_met(tmp_path: Path) -> None:
    suite = make(tmp_path, SUITE.replace('["pytest"]', '["pytest==1", "pytest==2"]'))
    with pytest.raises(InstallError, match=r"^uv pip install: .*pytest"):
        prepare(suite, tmp_path, tmp_path / "none.whl")


# a run


TESTS = """
import dataclasses
import jax_dataclasses as jdc
import pytest

@jdc.pytree_dataclass
class A:
    x: int

def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        A(1).x = 2

def test_differs():
    assert A.__module__ == "elsewhere"

def test_left_out():
    raise AssertionError
"""


@pytest.mark.thorough
def test_run_with_jdc_in_place(tmp_path: Path) -> None:
    left_out = '[[left_out]]\ntests = ["tests/test_a.py::test_left_out"]\nreason = "It cannot."\n'
    suite = make(tmp_path, SUITE + DIFFERENCE + left_out)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text(TESTS)
    report = run_pytest(suite, tmp_path, Path(sys.executable), tmp_path / "reports")
    assert report.tests == {"tests/test_a.py::test_frozen": PASSED, "tests/test_a.py::test_differs": FAILED}
    assert report.properties["uses of jdc"] == "1"
    assert judge(suite, report).surprises == ()


def test_run_that_does_not_start(tmp_path: Path) -> None:
    suite = dataclasses.replace(make(tmp_path, SUITE), shim="missing")
    report = run_pytest(suite, tmp_path, Path(sys.executable), tmp_path / "reports")
    assert judge(suite, report).surprises == ("no test ran",)
    assert "missing_shim" in (tmp_path / "reports/small.log").read_text()


# what is written


def test_table_and_reasons(tmp_path: Path) -> None:
    suite = make(tmp_path)
    ran = Ran(suite, Verdict(passed=3, failed=1, skipped=2, surprises=("odd",)), "0.10.2")
    assert table([ran, Skipped(suite, "no clone")]).splitlines()[2:] == [
        "| small | 1.0 | 0.10.2 | all of it | 3 of 4 | 2 |",
        "| small | 1.0 | - | all of it | not run: no clone | - |",
    ]
    assert reasons([suite]).split("\n") == ["", "**small**", "", "- `test_differs`: It does."]
    assert surprises([ran]) == ["small: odd"]


PAGE_BEFORE = """before
<!-- peers -->
| suite | version |
|---|---|
| small | 0.9 | - | all of it | 1 of 1 | 0 |
| gone | 0.9 | - | all of it | 1 of 1 | 0 |
<!-- /peers -->
after"""


@pytest.mark.parametrize(
    ("surprised", "row"),
    [
        ((), "| small | 1.0 | 0.10.2 | all of it | 3 of 4 | 2 |"),
        (("odd",), "| small | 0.9 | - | all of it | 1 of 1 | 0 |"),
    ],
)
def test_page_gets_the_rows_of_what_ran_as_expected(tmp_path: Path, surprised: tuple[str, ...], row: str) -> None:
    suite = make(tmp_path)
    ran = Ran(suite, Verdict(passed=3, failed=1, skipped=2, surprises=surprised), "0.10.2")
    other = dataclasses.replace(suite, name="other")
    lines = with_results(PAGE_BEFORE, [ran, Skipped(other, "no clone")], [suite, other]).splitlines()
    assert lines[:2] == ["before", "<!-- peers -->"]
    assert lines[4] == row
    assert lines[-3:] == ["- `test_differs`: It does.", "<!-- /peers -->", "after"]
    assert not any(line.startswith(("| gone", "| other")) for line in lines)


def test_page_needs_its_marks() -> None:
    with pytest.raises(ValueError, match="peers"):
        with_results("no marks", [], [])


def test_page_says_what_the_suites_say() -> None:
    page = PAGE.read_text()
    assert reasons(read_all()) in page
    for suite in read_all():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| {suite.name} | {suite.version} |")]
        passed, total = map(int, row.split("|")[5].split(" of "))
        assert total - passed == len(suite.expected)
        assert suite.place in row


def test_every_suite_has_a_shim() -> None:
    shims = {file.name.removesuffix("_shim.py") for file in SHIMS.glob("*_shim.py")}
    assert shims == {suite.shim for suite in read_all()}
