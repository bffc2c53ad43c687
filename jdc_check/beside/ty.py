"""ty. Its JSON is that of ``--output-format gitlab``, the one form of it that tools read.

https://docs.astral.sh/ty/reference/cli/
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jdc_check.beside.blocks import Form, drawn, read_blocks
from jdc_check.beside.checker import UnreadableOutputError, count, in_order
from jdc_check.beside.places import source_path
from jdc_check.beside.reported import About, Claim, Done, Outcome, Reported, severity_of
from jdc_check.beside.users_configuration import setting
from jdc_check.findings import Finding

_CLASS: Final = r"`(?P<owner>[\w.]+)[^`]*`"
_PATTERNS: Final = {
    About.ATTRIBUTE: (
        ("missing-attribute", "unresolved-attribute", "possibly-missing-attribute"),
        rf"(?:Object of type|Class) {_CLASS} has no attribute `(?P<name>\w+)`",
    ),
    About.KEYWORD: (("unknown-argument",), r"Argument `(?P<name>\w+)` does not match any known parameter"),
    About.POSITIONS: (("too-many-positional-arguments",), r"Too many positional arguments"),
    About.ARGUMENT: (("invalid-argument-type",), r"Argument "),
    About.ASSIGNMENT: (
        ("invalid-assignment", "invalid-return-type", "invalid-explicit-return"),
        r"(?:Object of type|Return type) ",
    ),
    About.READ_ONLY: (
        ("invalid-assignment",),
        r"(?:Property|Attribute|Cannot assign to read-only property) `(?P<name>\w+)`.*(?:read-only|frozen)"
        r"|Cannot delete attribute `(?P<deleted>\w+)` on type .* whose `__delattr__` method returns",
    ),
    About.FROZEN_BASE: (
        ("invalid-frozen-dataclass-subclass",),
        r"(?:Frozen|Non-frozen) dataclass (?:`\w+` )?cannot inherit",
    ),
    About.COMMENT: (
        ("unused-ignore-comment", "unused-type-ignore-comment", "ignore-comment-unknown-rule"),
        r"(?:Unused|Unknown rule).*?(?P<name>jdc-[\w-]+)",
    ),
}
_OF_UNION: Final = re.compile(rf"Attribute `(?P<name>\w+)` is not defined on {_CLASS} in union")
_INDEX: Final = re.compile(rf"Cannot subscript object of type {_CLASS} with no `(?P<name>__\w+__)` method")
_OF_GITLAB: Final = {
    "critical": "error",
    "blocker": "error",
    "major": "error",
    "minor": "warning",
}


_FORM: Final = Form(
    head=re.compile(r"(?P<severity>error|warning|info)\[(?P<rule>[\w-]+)\]: (?P<message>.*)"),
    on_one_line=re.compile(
        r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<severity>\w+)\[(?P<rule>[\w-]+)\] (?P<message>.*)"
    ),
    end=re.compile(r"Found \d+ diagnostics?$|All checks passed!$"),
    severity=severity_of,
)


@dataclass(frozen=True, slots=True)
class Ty:
    """ty."""

    name: str = "ty"
    environment: Mapping[str, str] = field(default_factory=lambda: {"TY_OUTPUT_FORMAT": ""})

    def command(self, program: Sequence[str], paths: Sequence[str], *, as_json: bool) -> Sequence[str]:
        """See `Checker`."""
        command = [*program] if "check" in program else [*program, "check"]
        return [*command, *(("--output-format", "gitlab") if as_json else ()), *paths]

    def read(self, done: Done, *, as_json: bool) -> Outcome:
        """See `Checker`."""
        if not as_json:
            reports, behind = read_blocks(done.stdout, _FORM)
            if done.stdout.strip() and not any(map(_FORM.end.match, behind)):
                raise UnreadableOutputError("ty printed text of another form than expected; is output-format set?")
            return Outcome(reports, done.status, behind, done.stderr)
        try:
            document = json.loads(done.stdout or "[]")
            return Outcome([_reported(each) for each in document], done.status, None, done.stderr)
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableOutputError(f"ty printed JSON of another form than expected: {error!r}") from error

    def claim(self, report: Reported) -> Claim | None:
        """See `Checker`."""
        if report.rule in ("not-subscriptable", "non-subscriptable") and (match := _INDEX.match(report.message)):
            return Claim(About.ATTRIBUTE, match["name"], match["owner"].rpartition(".")[2])
        if report.rule == "missing-union-attribute" and (match := _OF_UNION.match(report.message)):
            return Claim(About.ATTRIBUTE, match["name"], match["owner"].rpartition(".")[2])
        for about in (About.READ_ONLY, *_PATTERNS):
            rules, pattern = _PATTERNS[about]
            found = re.match(pattern, report.message) if report.rule in rules else None
            if found is not None:
                groups = found.groupdict()
                name = groups.get("name") or groups.get("deleted") or ""
                return Claim(about, name, (groups.get("owner") or "").rpartition(".")[2])
        return None

    def rules(self, about: About) -> Collection[str]:
        """See `Checker`."""
        return _PATTERNS[about][0] if about in _PATTERNS else ()

    def as_text(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> str:
        """See `Checker`."""
        concise = any(_FORM.on_one_line.match(each.raw) for each in outcome.reports)
        printed = _on_one_line if concise else _block
        merged = in_order(kept, added)
        text = "".join(str(each.raw) if isinstance(each, Reported) else printed(each) for each in merged)
        found = f"Found {count(len(merged), 'diagnostic')}\n" if merged else "All checks passed!\n"
        return text + "".join(found if _FORM.end.match(line) else line for line in outcome.frame)

    def as_json(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> Any:  # noqa: ARG002 - the protocol's
        """See `Checker`."""
        return [each.raw if isinstance(each, Reported) else _entry(each) for each in in_order(kept, added)]

    def as_printed(self, document: Any) -> str:
        """See `Checker`."""
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def fails_on_warnings(self, command: Sequence[str]) -> bool:
        """See `Checker`."""
        said = setting(("ty",), ("ty.toml",), "terminal", "error-on-warning")
        return "--error-on-warning" in command or said is True


TY: Final = Ty()


def _reported(each: dict[str, Any]) -> Reported:
    begin, end = each["location"]["positions"]["begin"], each["location"]["positions"]["end"]
    path, rule = source_path(each["location"]["path"]), each["check_name"]
    severity = severity_of(_OF_GITLAB.get(each["severity"], ""))
    message = each["description"].removeprefix(f"{rule}: ")
    return Reported(path, begin["line"], begin["column"], end["line"], end["column"], severity, rule, message, each)


def _entry(finding: Finding) -> dict[str, Any]:
    known = f"{finding.path} {finding.code} {finding.message} {finding.line} {finding.column}"
    return {
        "check_name": finding.code,
        "description": f"{finding.code}: {finding.message}",
        "severity": "major" if finding.severity == "error" else "info",
        "fingerprint": hashlib.sha256(known.encode()).hexdigest()[:16],
        "location": {
            "path": finding.path,
            "positions": {
                "begin": {"line": finding.line, "column": finding.column},
                "end": {"line": finding.end_line, "column": finding.end_column},
            },
        },
    }


def _level(finding: Finding) -> str:
    return "error" if finding.severity == "error" else "info"


def _on_one_line(finding: Finding) -> str:
    place = f"{finding.path}:{finding.line}:{finding.column}"
    return f"{place}: {_level(finding)}[{finding.code}] {finding.message}\n"


def _block(finding: Finding) -> str:
    return f"{_level(finding)}[{finding.code}]: {finding.message}\n{drawn(finding, last_bar=True)}"
