"""``jdc explain``, and what the command says about itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import jdc_check
from jdc_check.cards import card_path, read_card
from jdc_spec.mypy_versions import REQUIREMENT
from jdc_spec.rules import RULES, Rule

from .conftest import JDC, Runner


def test_lists_all_rules(jdc: Runner, tmp_path: Path) -> None:
    done = jdc(tmp_path, "explain")
    assert done.returncode == 0
    assert [line.split(maxsplit=1) for line in done.stdout.splitlines()] == [
        [rule.code, rule.summary] for rule in RULES
    ]


@pytest.mark.parametrize("arguments", [[], ["frozen"]])
def test_reader_that_has_seen_enough(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [*JDC, "explain", *arguments]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["jdc-frozen", "frozen"])
def test_card_is_markdown_where_there_is_no_terminal(jdc: Runner, tmp_path: Path, name: str) -> None:
    done = jdc(tmp_path, "explain", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == read_card("jdc-frozen").strip()
    assert done.stdout.startswith("# jdc-frozen\n")


def test_card_is_laid_out_on_a_terminal(jdc: Runner, tmp_path: Path) -> None:
    done = jdc(tmp_path, "explain", "frozen", "--color")
    assert done.returncode == 0
    assert "\x1b[" in done.stdout
    assert "```" not in done.stdout


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_a_card(rule: object) -> None:
    assert card_path(rule.code) is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_card_says_how_to_silence_the_command(rule: Rule) -> None:
    silence = read_card(rule.code).partition("## Silence it")[2]
    assert f"# jdc: ignore[{rule.code}]" in silence
    assert f"`--disable {rule.code}`" in silence
    assert f'`disable = ["{rule.code}"]` under `[tool.jdc]`' in silence


def test_unknown_rule(jdc: Runner, tmp_path: Path) -> None:
    done = jdc(tmp_path, "explain", "static-arrays")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'There is no rule "static-arrays". Did you mean jdc-static-array' in done.stderr


def test_help_and_version(jdc: Runner, tmp_path: Path) -> None:
    alone, help_text, version = jdc(tmp_path), jdc(tmp_path, "--help"), jdc(tmp_path, "--version")
    assert "check" in alone.stdout + alone.stderr
    assert "explain" in help_text.stdout
    assert version.stdout.startswith("jdc")
    assert (help_text.returncode, version.returncode) == (0, 0)


def test_without_the_extra_says_what_to_install(tmp_path: Path) -> None:
    """Run by an interpreter that really has no third-party package."""
    root = Path(jdc_check.__file__).parent
    for name in ("jdc_check", "jdc_spec"):
        (tmp_path / name).symlink_to(root.with_name(name))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from jdc_check.cli import main; main()"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        'jdc: this command needs mypy, pathspec, rich, rich_click. Install with: pip install "jax-jdc[check]"\n'
    )


@pytest.mark.parametrize("version", ["1.5.1", "99.0"])
def test_other_releases_of_mypy_are_refused_with_the_range(tmp_path: Path, version: str) -> None:
    """The metadata of a release in front of the installed one; mypy itself is never started."""
    metadata = tmp_path / f"mypy-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: mypy\nVersion: {version}\n", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from jdc_check.cli import main; main()"
    done = subprocess.run([sys.executable, "-P", "-c", code, "check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"jdc: this command works with {REQUIREMENT}, and mypy {version} is installed. "
        'Install with: pip install "jax-jdc[check]"\n'
    )
