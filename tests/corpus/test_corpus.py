"""The runner of `make corpus`: its table, how it compares, what it writes; and the packages that this environment has."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from corpus.measuring import Compared, Result
from corpus.packages import REQUIREMENTS, Package, read
from corpus.page import PAGE, ratio, table, with_results
from corpus.runs import Checked, Errors, jdc
from corpus.verdicts import Place, Verdict, count, differences
from corpus.verdicts import read as read_verdicts
from warm_cache import copy_to

ENTRY = """
[[finding]]
code = "jdc-init"
{verdict} = "It raises a TypeError."
[finding.places]
"a/b.py" = [1, 2]
"""
FIRST, SECOND = Place("a/b.py", 1, "jdc-init"), Place("a/b.py", 2, "jdc-init")
TRUE = Verdict(True, "It raises a TypeError.")


def test_requirements() -> None:
    packages = read(REQUIREMENTS.read_text())
    assert len(packages) > 30
    assert Package("ott-jax", "0.6.0") in packages
    assert {each.module for each in packages} >= {"ott", "mujoco", "jax_md", "flax"}
    assert "jax" not in {each.name for each in packages}, "imported, and not checked"


def test_table(tmp_path: Path) -> None:
    file = tmp_path / "findings.toml"
    file.write_text(ENTRY.format(verdict="true"))
    assert read_verdicts([file]) == {FIRST: TRUE, SECOND: TRUE}
    file.write_text(ENTRY.format(verdict="false"))
    assert not read_verdicts([file])[FIRST].is_true


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (2 * ENTRY.format(verdict="true"), "listed twice: a/b.py:1"),
        (ENTRY.format(verdict="true").replace("TypeError.", "TypeError"), "no sentence"),
        (ENTRY.format(verdict="maybe"), "true or false"),
    ],
)
def test_wrong_tables(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "findings.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_verdicts([file])


def test_as_the_table_says() -> None:
    assert differences({FIRST: "m", SECOND: "m"}, {FIRST: TRUE, SECOND: TRUE}, ["a"]) == []


def test_new_and_gone() -> None:
    other = Place("c/d.py", 3, "jdc-frozen")
    assert differences({FIRST: "cannot assign"}, {SECOND: TRUE, other: TRUE}, ["a"]) == [
        "new, without a verdict: a/b.py:1: [jdc-init] cannot assign",
        "not found any more: a/b.py:2: [jdc-init] (true: It raises a TypeError.)",
    ]
    error = {Place("a/b.py", 4, "arg-type"): TRUE}
    assert differences({}, error, ["a"], "jdc-") == [], "a quick run does not look for errors of mypy"
    assert len(differences({}, error, ["a"])) == 1


def test_committed_table_is_of_checked_packages() -> None:
    modules = {package.module for package in read(REQUIREMENTS.read_text())}
    verdicts = read_verdicts()
    assert {place.module for place in verdicts} <= modules
    ours = [place for place in verdicts if place.code.startswith("jdc-")]
    true, _ = count(verdicts, ours)
    assert 0 < true <= len(ours)


def result(new: dict[Place, str]) -> Result:
    gone = {Place("a/b.py", 9, "attr-defined"): "no replace"}
    compared = Compared(Errors(gone, {}, 2.0), Errors(new, {FIRST: "m"}, 3.0))
    return Result(Package("a", "1.0"), Checked({FIRST: "m"}, 5, 1.4), 7, compared, ())


def test_compared() -> None:
    error = {Place("a/b.py", 4, "arg-type"): "int"}
    assert result(error).found == {FIRST: "m", **error}
    assert result(error).compared.gone == [Place("a/b.py", 9, "attr-defined")]


def test_rows() -> None:
    rows = table([result({})], {FIRST: TRUE}).splitlines()
    assert rows[2] == "| a | 1.0 | 5 | 7 | 1 | 1 | 0 | 1 | 0 | 1 |"
    assert rows[3] == "| all |  | 5 | 7 | 1 | 1 | 0 | 1 | 0 | 1 |"
    assert "1.50 times" in ratio([result({})])


def test_page() -> None:
    assert with_results("a\n<!-- corpus -->\nold\n<!-- /corpus -->\nb", "new") == (
        "a\n<!-- corpus -->\nnew\n<!-- /corpus -->\nb"
    )
    assert with_results(PAGE.read_text(), "new") != PAGE.read_text()
    with pytest.raises(ValueError, match="marks|has no"):
        with_results("a", "new")


@pytest.mark.slow
def test_packages_of_this_environment(tmp_path: Path) -> None:
    """`make corpus` in small: packages that the tests use anyway."""
    pinned = {package.module: package.version for package in read(REQUIREMENTS.read_text())}
    modules = [name for name in ("chex", "flax", "jaxlie", "jax_dataclasses") if pinned[name] == version(name)]
    assert len(modules) > 3
    cache = tmp_path / "cache"
    copy_to(cache)
    checked = jdc(modules, Path(sys.executable), cache)
    assert checked.files > 100
    assert differences(checked.findings, read_verdicts(), modules, "jdc-") == []
