"""mypy without the plugin, and zuban, which prints what mypy prints.

Both are run with columns, which their text leaves out again where the user's configuration does not ask for them.
mypy's JSON is one object a line; zuban has none of its own and gets the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jdc_check.beside.checker import UnreadableOutputError, count, in_order
from jdc_check.beside.places import source_path
from jdc_check.beside.reported import About, Claim, Done, Outcome, Reported, severity_of
from jdc_check.beside.users_configuration import setting
from jdc_check.columns import character_range
from jdc_check.findings import Finding
from jdc_check.sourcefile import source_file

_COLUMNS: Final = ("--show-column-numbers", "--show-error-end")
_LINE: Final = re.compile(
    r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+)(?::(?P<end_line>\d+):(?P<end_column>\d+))?)?: "
    r"(?P<severity>error|note|warning): (?P<message>.*?)(?:  \[(?P<code>[\w-]+)\])?$"
)
_SUMMARY: Final = re.compile(
    r"Found \d+ errors? in \d+ files? (?P<rest>\(.*)$|Success: no issues found in (?P<files>.*)$"
)
_CHECKED: Final = re.compile(r"\(checked (?P<files>.*?)\)")
_OWNER: Final = r'"(?:type\[)?(?P<owner>[\w.]+)[^"]*"'
_PATTERNS: Final = (
    ("attr-defined", rf'{_OWNER} has no attribute "(?P<name>\w+)"', About.ATTRIBUTE),
    ("union-attr", rf'Item {_OWNER} of ".*" has no attribute "(?P<name>\w+)"', About.ATTRIBUTE),
    ("index", rf"Value of type {_OWNER} is not indexable", About.ATTRIBUTE),
    ("call-arg", r'Unexpected keyword argument "(?P<name>\w+)" for', About.KEYWORD),
    ("call-arg", r"Too many (positional )?arguments for", About.POSITIONS),
    ("arg-type", r"Argument .* has incompatible type", About.ARGUMENT),
    ("assignment", r"Incompatible types in assignment", About.ASSIGNMENT),
    ("return-value", r"Incompatible return value type", About.ASSIGNMENT),
    ("no-any-return", r"Returning Any from function", About.UNKNOWN),
    ("misc", r'Property "(?P<name>\w+)" defined in ".*" is read-only', About.READ_ONLY),
    ("misc", r"(?:Frozen|Non-frozen) dataclass cannot inherit", About.FROZEN_BASE),
    ("unused-ignore", r'Unused "type: ignore(\[(?P<name>jdc-[\w-]+)\])?" comment', About.COMMENT),
)


@dataclass(frozen=True, slots=True)
class MypyLike:
    """mypy or zuban."""

    name: str
    has_json: bool
    first_arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    def command(self, program: Sequence[str], paths: Sequence[str], *, as_json: bool) -> Sequence[str]:
        """See `Checker`."""
        started = set(self.first_arguments) <= set(program)
        form = ("--output=json",) if as_json and self.has_json else (*_COLUMNS, "--no-pretty")
        return [*program, *(() if started else self.first_arguments), *form, *paths]

    def read(self, done: Done, *, as_json: bool) -> Outcome:
        """See `Checker`."""
        if as_json and self.has_json:
            return _read_json(done)
        chunks: list[list[str]] = []
        frame: list[str] = []
        for line in done.stdout.splitlines():
            match = _LINE.match(line)
            is_behind = match is not None and match["severity"] == "note" and _same_place(chunks, match)
            if match is None:
                frame.append(line)
            elif is_behind:
                chunks[-1].append(line)
            else:
                chunks.append([line])
        return Outcome([_report_of(chunk, self.name) for chunk in chunks], done.status, frame, done.stderr)

    def claim(self, report: Reported) -> Claim | None:
        """See `Checker`."""
        for code, pattern, about in _PATTERNS:
            match = re.match(pattern, report.message) if report.rule == code else None
            if match is not None:
                groups = match.groupdict()
                name = "__getitem__" if code == "index" else groups.get("name") or ""
                return Claim(about, name, (groups.get("owner") or "").rpartition(".")[2])
        return None

    def rules(self, about: About) -> Collection[str]:
        """See `Checker`."""
        return {code for code, _, each in _PATTERNS if each is about}

    def as_text(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> str:
        """See `Checker`."""
        merged = in_order(kept, added)
        columns, end = self._wants("show_column_numbers", "show_error_end"), self._wants("show_error_end")
        lines = [
            _without_columns(line, columns=columns, end=end)
            for each in merged
            for line in (each.raw if isinstance(each, Reported) else _lines(each))
        ]
        errors = [each.path for each in merged if each.severity == "error"]
        lines += [_counted_anew(line, errors) for line in outcome.frame]
        return "".join(f"{line}\n" for line in lines)

    def _wants(self, *names: str) -> bool:
        """Return whether the user's configuration asks for columns; mypy reads more files, all of the same form."""
        return any(setting(("mypy",), (), name) is True for name in names) or any(map(_in_ini, names))

    def as_json(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> Any:  # noqa: ARG002 - the protocol's
        """See `Checker`."""
        return [_object(each) for each in in_order(kept, added)]

    def as_printed(self, document: Any) -> str:
        """See `Checker`."""
        return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in document)

    def fails_on_warnings(self, command: Sequence[str]) -> bool:  # noqa: ARG002 - the protocol's
        """See `Checker`."""
        return False


MYPY: Final = MypyLike("mypy", has_json=True)
ZUBAN: Final = MypyLike("zuban", has_json=False, first_arguments=("check",))


def _in_ini(name: str) -> bool:
    from mypy.config_parser import parse_config_file  # noqa: PLC0415
    from mypy.options import Options  # noqa: PLC0415

    options = Options()
    try:
        parse_config_file(options, lambda: None, None)
    except (SystemExit, Exception):
        return False
    return getattr(options, name, False) is True


def _same_place(chunks: Sequence[Sequence[str]], note: re.Match[str]) -> bool:
    last = _LINE.match(chunks[-1][0]) if chunks else None
    return last is not None and (last["path"], last["line"]) == (note["path"], note["line"])


def _report_of(chunk: Sequence[str], name: str) -> Reported:
    match = _LINE.match(chunk[0])
    assert match is not None
    path, line = source_path(match["path"]), int(match["line"])
    column, end_line, end = (int(match[group] or 0) for group in ("column", "end_line", "end_column"))
    if name == "mypy" and column and end_line:
        # mypy prints the end of a range as the last column in it
        column, end = (each + 1 for each in character_range(source_file(path), line, column - 1, end_line, end))
    return Reported(
        path,
        line,
        column,
        end_line,
        end,
        severity_of(match["severity"]),
        match["code"] or "",
        match["message"],
        chunk,
    )


def _read_json(done: Done) -> Outcome:
    try:
        objects = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        reports = [_reported(each) for each in objects]
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableOutputError(f"mypy printed JSON of another form than expected: {error!r}") from error
    return Outcome(reports, done.status, None, done.stderr)


def _reported(each: dict[str, Any]) -> Reported:
    path, line = source_path(each["file"]), max(each["line"], 1)
    end_line = each.get("end_line") or line
    end = each.get("end_column")
    start, stop = character_range(
        source_file(path), line, max(each["column"], 0), end_line, each["column"] + 1 if end is None else end
    )
    severity = severity_of(each["severity"])
    return Reported(path, line, start + 1, end_line, stop + 1, severity, each["code"] or "", each["message"], each)


def _object(each: Reported | Finding) -> dict[str, Any]:
    if isinstance(each, Reported):
        known: Any = each.raw
        if isinstance(known, dict):
            return known  # pyright: ignore[reportUnknownVariableType] - JSON
        lines: list[str] = known
        hints = [line.partition(": note: ")[2] for line in lines[1:]]
    else:
        hints = list(each.hints)
    return {
        "file": each.path,
        "line": each.line,
        "column": max(each.column - 1, 0),
        "end_line": each.end_line or None,
        "end_column": max(each.end_column - 1, 0) or None,
        "message": each.message,
        "hint": "\n".join(hints) or None,
        "code": each.code if isinstance(each, Finding) else each.rule or None,
        "severity": "error" if each.severity == "error" else "note",
    }


def _lines(finding: Finding) -> list[str]:
    place = f"{finding.path}:{finding.line}:{finding.column}:{finding.end_line}:{max(finding.end_column - 1, 1)}"
    level = "error" if finding.severity == "error" else "note"
    return [
        f"{place}: {level}: {finding.message}  [{finding.code}]",
        *(f"{place}: note: {hint}" for hint in finding.hints),
    ]


def _without_columns(line: str, *, columns: bool, end: bool) -> str:
    match = _LINE.match(line)
    if match is None or match["column"] is None or (columns and end):
        return line
    place = f"{match['path']}:{match['line']}" + (f":{match['column']}" if columns else "")
    return f"{place}: {line[match.start('severity') :]}"


def _counted_anew(line: str, errors: Sequence[str]) -> str:
    match = _SUMMARY.match(line)
    if match is None:
        return line
    checked = _CHECKED.search(match["rest"] or "")
    if match["rest"] and checked is None:  # "errors prevented further checking"
        return f"Found {count(len(errors), 'error')} in {count(len(set(errors)), 'file')} {match['rest']}"
    files = match["files"] or (checked["files"] if checked else "")
    if not errors:
        return f"Success: no issues found in {files}"
    return f"Found {count(len(errors), 'error')} in {count(len(set(errors)), 'file')} (checked {files})"
