"""The outcome of a run of pytest, read from its JUnit report, against what a suite expects."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peers.suite import Suite

PASSED: Final = "passed"
FAILED: Final = "failed"
SKIPPED: Final = "skipped"
_ORDER: Final = (SKIPPED, PASSED, FAILED)


@dataclass(frozen=True)
class Report:
    """A run: each test's outcome, and what the shim recorded about the run."""

    tests: Mapping[str, str]
    properties: Mapping[str, str]


@dataclass(frozen=True)
class Verdict:
    """A run against what was expected; ``surprises`` are sentences, and none of them means that all is as expected."""

    passed: int
    failed: int
    skipped: int
    surprises: tuple[str, ...]


def read_report(text: str) -> Report:
    """Read a report in the format ``xunit1``, which has each test's file.

    A test that appears more than once (a failing teardown, subtests) has the worst of its outcomes. A file that
    could not be imported is a test of its own, which failed.
    """
    root = ET.fromstring(text)
    tests: dict[str, str] = {}
    for case in root.iter("testcase"):
        name = _identifier(case)
        tests[name] = max(tests.get(name, SKIPPED), _outcome(case), key=_ORDER.index)
    properties = {entry.attrib["name"]: entry.attrib["value"] for entry in root.iter("property")}
    return Report(tests, properties)


def _identifier(case: ET.Element) -> str:
    """Return the test's id as pytest prints it: ``tests/test_jit.py::TestClass::test_name[parameter]``."""
    name, owner, file = case.attrib["name"], case.attrib["classname"], case.get("file")
    if file is None:
        return f"{owner}.{name}".strip(".")
    module = file.removesuffix(".py").replace("/", ".")
    classes = owner.removeprefix(module).strip(".")
    return "::".join([file, *classes.split("."), name] if classes else [file, name])


def _outcome(case: ET.Element) -> str:
    kinds = {child.tag for child in case}
    if kinds & {"failure", "error"}:
        return FAILED
    return SKIPPED if "skipped" in kinds else PASSED


def judge(suite: Suite, report: Report) -> Verdict:
    """Compare a run with what the suite expects.

    A surprise is a test that failed and is not listed, a test that is listed and did not fail, a run without tests,
    and a run in which nothing used jdc.
    """
    failed = {name for name, outcome in report.tests.items() if outcome == FAILED}
    surprises = [f"fails, and is not listed: {name}" for name in sorted(failed - suite.expected)]
    for name in sorted(suite.expected - failed):
        seen = report.tests.get(name)
        surprises.append(f"listed, but {seen or 'is not there'}: {name}")
    if not report.tests:
        surprises.append("no test ran")
    elif int(report.properties.get("uses of jdc", "0")) == 0:
        surprises.append("nothing used jdc: the shim is not in place")
    outcomes = list(report.tests.values())
    return Verdict(outcomes.count(PASSED), len(failed), outcomes.count(SKIPPED), tuple(surprises))
