"""``jdc check --with``: what mypy says in place of a checker, and how that is silenced and chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from .conftest import Runner, write
from .test_beside import ASKED, SETTINGS, said

RESULTS: Final = (Path(__file__).parent / "beside" / "results.py").read_text(encoding="utf-8")
WRONG: Final = {
    number: line.partition("# wrong: ")[2]
    for number, line in enumerate(RESULTS.splitlines(), start=1)
    if "# wrong:" in line
}
CARRIED: Final = """
    import flax.struct
    import jax


    @flax.struct.dataclass
    class State:
        w: jax.Array
        n: int = 0


    def f(s: State) -> None:
        print(s.replace(n="a")){}
        print(s.replace(n=1).foo)
        s.n = 3
    """


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["pyright", "ty", "pyrefly", "zuban", "mypy"])
def test_what_is_wrong_with_a_result_is_told(jdc: Runner, tmp_path: Path, checker: str) -> None:
    write(tmp_path, {"results.py": RESULTS, **SETTINGS})
    done = jdc(tmp_path, "check", "--with", ASKED[checker], "--output", "json", "results.py")
    told = [each for each in said(checker, done.stdout) if each.severity.lower() in ("error", "major")]
    assert [each for each in told if each.line not in WRONG] == []
    for line, expected in WRONG.items():
        here = [each.message.replace("`", '"') for each in told if each.line == line]
        assert any(expected in each for each in here), RESULTS.splitlines()[line - 1]
    places = [each.line for each in told]
    assert sorted(set(places)) == sorted(places), "no mistake is told twice"


def _told(jdc: Runner, path: Path, comment: str, *options: str) -> tuple[list[str], str]:
    write(path, {"a.py": CARRIED.format(comment)})
    done = jdc(path, "check", "--with", "ty", "-o", "concise", *options, "a.py")
    return [line.rpartition("[")[2].rstrip("]") for line in done.stdout.splitlines()[:-1]], done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("comment", ["", "[arg-type]", "[jdc-arg-type]"])
def test_comments_silence_what_mypy_says(jdc: Runner, tmp_path: Path, comment: str) -> None:
    assert _told(jdc, tmp_path, f"  # jdc: ignore{comment}") == (["jdc-attr-defined", "jdc-frozen"], "")


@pytest.mark.slow
def test_what_mypy_says_is_chosen_by_its_own_names(jdc: Runner, tmp_path: Path) -> None:
    assert _told(jdc, tmp_path, "")[0] == ["jdc-arg-type", "jdc-attr-defined", "jdc-frozen"]
    assert _told(jdc, tmp_path, "", "--select", "frozen")[0] == ["jdc-frozen"]
    assert _told(jdc, tmp_path, "", "--select", "jdc-arg-type")[0] == ["jdc-arg-type"]
    assert _told(jdc, tmp_path, "", "--select", "ALL", "--disable", "arg-type")[0] == [
        "jdc-attr-defined",
        "jdc-frozen",
    ]
    alone = jdc(tmp_path, "check", "--select", "arg-type", "a.py")
    assert 'There is no rule "arg-type"' in alone.stderr


REFUSED: Final = {
    "quote": (["pyright 'unclosed"], '--with: "pyright \'unclosed" is not a command: No closing quotation'),
    "json": (["pyright --outputjson"], "pyright prints, so it takes no --outputjson"),
    "stats": (["pyright --stats"], "it takes no --stats"),
    "verbose": (["basedpyright --verbose"], "it takes no --verbose"),
    "form": (["ty check --output-format=github"], "it takes no --output-format"),
    "diff": (["ty", "--fix", "--diff"], "--diff prints what --fix would change, and no report: leave out --with"),
}


@pytest.mark.parametrize(("asked", "message"), REFUSED.values(), ids=REFUSED)
def test_usage_that_is_refused(jdc: Runner, tmp_path: Path, asked: list[str], message: str) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    done = jdc(tmp_path, "check", "--with", *asked, "a.py")
    assert message in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
