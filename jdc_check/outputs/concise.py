"""One line for each finding: ``file:line:column: message [code]``."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from jdc_check.findings import Report
from jdc_check.outputs.summary import summary
from jdc_check.places import place_of


def print_concise(report: Report, console: Console) -> None:
    """Print the report as lines that editors and ``grep`` understand."""
    for finding in report.everything:
        place = f"{place_of(finding.path, finding.line)}:{finding.column}"
        line = Text.assemble((place, "bold"), f": {finding.message} ", (f"[{finding.code}]", "yellow"))
        console.print(line, soft_wrap=True, highlight=False)
    console.print(summary(report), soft_wrap=True, highlight=False)
