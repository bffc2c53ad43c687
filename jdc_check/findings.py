"""The results of a run: findings, and the files that could not be checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A range of a file, counted as in a `Finding`, and the text to put in its place."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Fix:
    """A mend that is certain: what it does, in the imperative, and its edits."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True, order=True)
class Related:
    """Another place that has to do with a finding, counted as in a `Finding`."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One diagnostic of a ``jdc-*`` rule.

    Lines and columns count from 1. Columns count Unicode code points, and ``end_column`` is the first one
    after the range.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    code: str
    message: str
    hints: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    severity: str = "error"
    """``error``, or ``note`` for what may be meant: a note fails no check."""


@dataclass(frozen=True, slots=True, order=True)
class Unchecked:
    """Something that was not checked, and why.

    ``requested`` is False for a file that was only imported: that is told, and is not a failure of the run.
    """

    path: str
    line: int | None
    reason: str
    requested: bool = True
    partly: bool = False
    """True for a cell of a notebook whose other cells were checked."""


@dataclass(frozen=True, slots=True, order=True)
class WrongComment:
    """A comment that was written to silence a rule and does not, because there is no such rule."""

    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True, order=True)
class UnusedComment:
    """A comment that silences nothing."""

    path: str
    line: int
    comment: str


@dataclass(frozen=True, slots=True, order=True)
class Right:
    """An expression that is right, whatever another checker says; its range is counted as in a `Finding`."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    kind: str
    """The value of a `jdc_spec.repairs.Kind`, which says what ``names`` are."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one run, in a stable order."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    checked_files: int
    wrong_comments: tuple[WrongComment, ...] = ()
    warnings: tuple[str, ...] = ()
    """About the run as a whole, such as a library that is not installed."""
    right: tuple[Right, ...] = ()
    """Code that other checkers report and the plugin knows to be right."""
    mypy_errors: tuple[Finding, ...] = ()
    """The errors that mypy itself reports; they fail no check."""
    notebooks_left_out: int = 0
    others: tuple[tuple[str, tuple[Finding, ...]], ...] = ()
    """The reports of other checkers: the name of each, and its reports."""

    @property
    def everything(self) -> tuple[Finding, ...]:
        """Return the findings, and what other checkers report."""
        return tuple(sorted((*self.findings, *(each for _, reports in self.others for each in reports))))

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Return the findings that fail the check."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def failed(self) -> bool:
        """Return whether something the user asked for was not checked, or a comment does not do what it says."""
        return bool(self.wrong_comments) or any(entry.requested for entry in self.unchecked)
