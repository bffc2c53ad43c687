"""The formats of ``jdc check --output``: one module, one function for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.console import Console

from jdc_check.findings import Report
from jdc_check.outputs.concise import print_concise
from jdc_check.outputs.github import print_github
from jdc_check.outputs.gitlab import print_gitlab
from jdc_check.outputs.json import print_json
from jdc_check.outputs.junit import print_junit
from jdc_check.outputs.sarif import print_sarif
from jdc_check.outputs.text import print_text

OUTPUTS: Final[dict[str, Callable[[Report, Console], None]]] = {
    "text": print_text,
    "concise": print_concise,
    "json": print_json,
    "github": print_github,
    "sarif": print_sarif,
    "gitlab": print_gitlab,
    "junit": print_junit,
}
"""Each format by its name on the command line. All print to the console that they are given."""
