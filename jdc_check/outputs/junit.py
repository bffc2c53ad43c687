"""JUnit XML: a suite for each file, a failed case for each finding.

https://github.com/windyroad/JUnit-Schema is the form that Jenkins and GitLab read.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Final

from rich.console import Console

from jdc_check.findings import Finding, Report
from jdc_check.places import place_of
from jdc_check.repository import path_in_repository

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot hold."""


def print_junit(report: Report, console: Console) -> None:
    """Print the suites; of a report without findings, one case that passed."""
    failed = [finding for finding in report.everything if finding.severity == "error"]
    troubles = [
        *((_at(comment.path, comment.line), comment.message) for comment in report.wrong_comments),
        *((_at(entry.path, entry.line or 1), entry.reason) for entry in report.unchecked if entry.requested),
    ]
    number = len(failed) + len(troubles)
    root = ET.Element("testsuites", name="jdc", tests=str(number or 1), failures=str(len(failed)))
    root.set("errors", str(len(troubles)))
    for path, findings in groupby(failed, key=lambda finding: finding.path):
        _add_suite(root, path_in_repository(path), list(findings))
    if troubles:
        suite = _suite(root, "not checked", len(troubles), errors=len(troubles))
        for place, message in troubles:
            case = _case(suite, place, "jdc")
            ET.SubElement(case, "error", message=_clean(message)).text = _clean(message)
    if not number:
        ET.SubElement(_suite(root, "jdc", 1), "testcase", name="jdc", classname="jdc")
    ET.indent(root)
    console.out(f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}', highlight=False)


def _suite(root: ET.Element, name: str, tests: int, *, failures: int = 0, errors: int = 0) -> ET.Element:
    suite = ET.SubElement(root, "testsuite", name=_clean(name), tests=str(tests))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    return suite


def _add_suite(root: ET.Element, path: str, findings: Iterable[Finding]) -> None:
    listed = list(findings)
    suite = _suite(root, path, len(listed), failures=len(listed))
    for finding in listed:
        place = f"{_at(finding.path, finding.line)}:{finding.column}"
        name = f"{finding.code} {place.removeprefix(path).removeprefix(':')}"
        text = f"{place}: {finding.message}"
        failure = ET.SubElement(_case(suite, name, path), "failure", message=_clean(finding.message))
        failure.text = _clean("\n".join([text, *finding.hints]))


def _case(suite: ET.Element, name: str, path: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", name=_clean(name), classname=_clean(path))


def _at(path: str, line: int) -> str:
    place = place_of(path, line)
    return str(replace(place, path=path_in_repository(place.path)))


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("?", text)
