"""pyrefly. How many errors there are it says on stderr.

https://pyrefly.org/en/docs/error-suppressions/
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jdc_check.beside.blocks import Form, drawn, read_blocks
from jdc_check.beside.checker import UnreadableOutputError, count, in_order
from jdc_check.beside.places import source_path
from jdc_check.beside.reported import About, Claim, Done, Outcome, Reported, severity_of
from jdc_check.findings import Finding

_CLASS: Final = r"`(?P<owner>[\w.]+)[^`]*`"
_PATTERNS: Final = {
    About.ATTRIBUTE: (
        ("missing-attribute",),
        rf"(?:Object of class|Class) {_CLASS} has no (?:class )?attribute `(?P<name>\w+)`",
    ),
    About.KEYWORD: (("unexpected-keyword",), r"Unexpected keyword argument `(?P<name>\w+)`"),
    About.POSITIONS: (("bad-argument-count",), r"Expected \d+ (?:more )?positional argument"),
    About.ARGUMENT: (("bad-argument-type",), r"Argument "),
    About.ASSIGNMENT: (("bad-assignment", "bad-return"), r""),
    About.READ_ONLY: (("read-only",), r"Cannot (?:set|delete) field `(?P<name>\w+)`"),
    About.UNANNOTATED: (
        ("bad-class-definition",),
        r"`(?P<name>\w+)` is a dataclass field but has no type annotation",
    ),
    About.FROZEN_BASE: (("invalid-inheritance",), r"Cannot inherit (?:non-)?frozen dataclass"),
    About.COMMENT: (("unused-ignore",), r".*?(?P<name>jdc-[\w-]+)"),
}
_INDEX: Final = re.compile(rf"Cannot index into {_CLASS}")

_FORM: Final = Form(
    head=re.compile(r" ?(?P<severity>ERROR|WARN|INFO) (?P<message>.*) \[(?P<rule>[\w-]+)\]$"),
    on_one_line=re.compile(
        r" ?(?P<severity>ERROR|WARN|INFO) (?P<path>\S.*?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: "
        r"(?P<message>.*) \[(?P<rule>[\w-]+)\]$"
    ),
    end=re.compile(r"(?!)"),
    severity=severity_of,
)
_COUNTED: Final = re.compile(r"^ INFO [\d,]+ errors?(?P<rest>.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pyrefly:
    """pyrefly."""

    name: str = "pyrefly"
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    def command(self, program: Sequence[str], paths: Sequence[str], *, as_json: bool) -> Sequence[str]:
        """See `Checker`."""
        command = [*program] if "check" in program else [*program, "check"]
        return [*command, *(("--output-format", "json") if as_json else ()), *paths]

    def read(self, done: Done, *, as_json: bool) -> Outcome:
        """See `Checker`."""
        if not as_json:
            reports, before = read_blocks(done.stdout, _FORM)
            return Outcome(reports, done.status, before, done.stderr)
        try:
            document = json.loads(done.stdout)
            return Outcome([_reported(each) for each in document["errors"]], done.status, document, done.stderr)
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableOutputError(f"pyrefly printed JSON of another form than expected: {error!r}") from error

    def claim(self, report: Reported) -> Claim | None:
        """See `Checker`."""
        if report.rule in ("bad-index", "unsupported-operation") and (match := _INDEX.match(report.message)):
            return Claim(About.ATTRIBUTE, "__getitem__", match["owner"].rpartition(".")[2])
        for about, (rules, pattern) in _PATTERNS.items():
            found = re.match(pattern, report.message) if report.rule in rules else None
            if found is not None:
                groups = found.groupdict()
                return Claim(about, groups.get("name") or "", (groups.get("owner") or "").rpartition(".")[2])
        return None

    def rules(self, about: About) -> Collection[str]:
        """See `Checker`."""
        return _PATTERNS[about][0] if about in _PATTERNS else ()

    def as_text(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> str:
        """See `Checker`."""
        on_one_line = any(_FORM.on_one_line.match(each.raw) for each in outcome.reports)
        printed = _on_one_line if on_one_line else _block
        merged = in_order(kept, added)
        text = "".join(each.raw if isinstance(each, Reported) else printed(each) for each in merged)
        return "".join(outcome.frame) + text

    def as_json(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> Any:
        """See `Checker`."""
        merged = in_order(kept, added)
        return {
            **outcome.frame,
            "errors": [each.raw if isinstance(each, Reported) else _entry(each) for each in merged],
        }

    def as_printed(self, document: Any) -> str:
        """See `Checker`."""
        return json.dumps(document, indent=2, ensure_ascii=False)

    def fails_on_warnings(self, command: Sequence[str]) -> bool:
        """See `Checker`."""
        return "--min-severity=warn" in command


PYREFLY: Final = Pyrefly()


def counted_anew(stderr: str, errors: int) -> str:
    """Return what pyrefly says on stderr with another number of errors."""
    return _COUNTED.sub(lambda match: f" INFO {count(errors, 'error')}{match['rest']}", stderr)


def _reported(each: dict[str, Any]) -> Reported:
    severity = severity_of(each.get("severity", "error"))
    place = (each["line"], each["column"], each["stop_line"], each["stop_column"])
    return Reported(source_path(each["path"]), *place, severity, each["name"], each["description"], each)


def _entry(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.line,
        "column": finding.column,
        "stop_line": finding.end_line,
        "stop_column": finding.end_column,
        "path": finding.path,
        "code": -2,
        "name": finding.code,
        "description": "\n".join([finding.message, *finding.hints]),
        "concise_description": finding.message,
        "severity": "error" if finding.severity == "error" else "info",
    }


def _level(finding: Finding) -> str:
    return "ERROR" if finding.severity == "error" else " INFO"


def _on_one_line(finding: Finding) -> str:
    same = finding.line == finding.end_line
    end = f"{finding.end_column}" if same else f"{finding.end_line}:{finding.end_column}"
    place = f"{finding.path}:{finding.line}:{finding.column}-{end}"
    return f"{_level(finding)} {place}: {finding.message} [{finding.code}]\n"


def _block(finding: Finding) -> str:
    return f"{_level(finding)} {finding.message} [{finding.code}]\n{drawn(finding, last_bar=False)}"
