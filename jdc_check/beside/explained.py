"""Which reports of a checker are false, as the plugin knows, and what mypy says of the same calls.

A report goes only where the plugin says that this very expression is right, in the way in which the report says that
it is wrong, and where mypy, which saw what the library adds, has nothing against it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from jdc_check.beside.reported import About, Claim, Reported
from jdc_check.beside.syntax import Call, Place, Range, Syntax, syntax_of
from jdc_check.findings import Finding, Report, Right
from jdc_check.suppress import CARRIED
from jdc_spec.repairs import Kind
from jdc_spec.rules import BY_CODE

_ABOUT_TYPES: Final = frozenset(("arg-type", "assignment", "return-value", "call-overload", "list-item", "dict-item"))
_OF_RESULT: Final = frozenset(
    (
        "arg-type",
        "assignment",
        "attr-defined",
        "index",
        "operator",
        "return-value",
        "union-attr",
        "list-item",
        "dict-item",
    )
)
"""The codes of mypy's errors about an expression because of the type of the call that it begins with."""
_WORKS: Final = re.compile(
    r'(?:(?:has incompatible|expression has) type|got) "(Array|ndarray\b[^"]*)"[;,] '
    r'(?:variable has type|expected) "(bool|int|float|complex)\b[^"]*"'
    r'|has incompatible type "\*\*'
)
"""An array in a field for a number works, since JAX makes arrays of the numbers that it traces.

Of a dict of keywords, mypy takes every value for every field.
"""


@dataclass(frozen=True, slots=True)
class Explained:
    """A report that is false, and the expression that is right."""

    report: Reported
    right: Right | None
    """None for a report about a comment."""


class Judge:
    """Judges the reports of one checker by what the analysis found."""

    def __init__(self, analysis: Report) -> None:
        self._right: dict[tuple[str, str], list[Right]] = defaultdict(list)
        for each in analysis.right:
            self._right[each.path, each.kind].append(each)
        self._errors: dict[str, list[Finding]] = defaultdict(list)
        for error in analysis.mypy_errors:
            self._errors[error.path].append(error)

    def explain(self, report: Reported, claim: Claim | None) -> Explained | None:
        """Return why a report is false; None where it may be true."""
        if claim is None:
            return None
        if claim.about is About.COMMENT:
            return Explained(report, None) if claim.name in BY_CODE or claim.name in CARRIED else None
        right = next(self._explaining(report, claim), None)
        return None if right is None else Explained(report, right)

    def _explaining(self, report: Reported, claim: Claim) -> Iterator[Right]:
        syntax = syntax_of(report.path)
        for kind, explains in WAYS.get(claim.about, ()):
            for right in self._right[report.path, kind.value]:
                if explains(self, report, claim, right, syntax):
                    yield right

    def has_error(self, path: str, place: Place, codes: Iterable[str]) -> bool:
        """Return whether mypy reports something of this kind that begins at a place."""
        wanted = frozenset(codes)
        return any(error.code in wanted and (error.line, error.column) == place for error in self._errors[path])

    def attribute(self, report: Reported, claim: Claim, right: Right, _: Syntax) -> bool:
        """Explain that there is such an attribute."""
        is_named = right.names[0] == claim.name and claim.owner in ("", "Self", *right.names[1:])
        return is_named and _begins(report, _attribute_places(right))

    def keyword(self, report: Reported, claim: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that a call takes a keyword."""
        return claim.name in right.names[1:] and _call_at(report, right, syntax) is not None

    def positions(self, report: Reported, _: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that a call takes arguments by position: mypy has counted them."""
        call = _call_at(report, right, syntax)
        return call is not None and not self.has_error(report.path, call.range.start, ("call-arg", "misc"))

    def argument(self, report: Reported, _: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that a call takes an argument."""
        place = (right.line, right.column)
        places = {place, syntax.keyword_of.get(place, place)}
        return _begins(report, places) and not self.has_error(report.path, place, _ABOUT_TYPES)

    def result(self, report: Reported, _: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that a call returns the class that is wanted."""
        call = syntax.calls.get(_range(right))
        if call is None or not any(name in report.message for name in right.names):
            return False
        places = _value_places(call)
        is_wrong = any(self.has_error(report.path, place, _ABOUT_TYPES) for place in places)
        return _begins(report, places) and not is_wrong

    def write(self, report: Reported, claim: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that a field of a copy may be written."""
        statement = syntax.written.get(_range(right))
        if right.names[0] != claim.name:
            return False
        is_inside = statement is not None and statement.holds((report.line, max(report.column, 1)))
        return is_inside or _begins(report, _attribute_places(right))

    def known_attribute(self, report: Reported, claim: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that the type of an attribute, or of what a call of it returns, is known."""
        if claim.name == right.names[0] and _begins(report, _attribute_places(right)):
            return True
        call = syntax.by_function.get(_range(right))
        return call is not None and self._is_known(report, claim, call)

    def known_result(self, report: Reported, claim: Claim, right: Right, syntax: Syntax) -> bool:
        """Explain that the type of what a call returns is known."""
        call = syntax.calls.get(_range(right))
        return call is not None and self._is_known(report, claim, call)

    def _is_known(self, report: Reported, claim: Claim, call: Call) -> bool:
        if claim.name:
            return claim.name in call.targets and _begins(report, {call.targets[claim.name]})
        return _begins(report, _value_places(call) - set(call.targets.values()))

    def carried(self, explained: Iterable[Explained], kept: Iterable[Reported]) -> list[Finding]:
        """Return what mypy says where the checker cannot judge, and no report that stays says.

        That is of the calls of methods that a library adds, and what is done with their results; of the constructors
        whose false reports go; and of mutable copies.
        """
        seen = [each.right for each in explained if each.right is not None]
        unseen = [
            each
            for (_, kind), rights in self._right.items()
            for each in rights
            if kind in (Kind.ATTRIBUTE.value, Kind.CHANGES.value)
        ]
        staying = [each for each in kept if each.severity == "error"]
        found = [
            *(error for right in dict.fromkeys((*seen, *unseen)) for error in self._of_call(right, staying)),
            *(error for path in list(self._errors) for error in self._of_copies(path, staying)),
        ]
        carried = (replace(error, code=f"jdc-{error.code}") for error in found if not _WORKS.search(error.message))
        return list(dict.fromkeys(each for each in carried if each.code in CARRIED))

    def _of_call(self, right: Right, staying: Sequence[Reported]) -> Iterator[Finding]:
        call, about = _called(right)
        if call is None:
            return
        for error in self._errors[right.path]:
            is_there = call.range.holds((error.line, error.column)) and about in error.message
            if is_there and not _is_said(error, call, staying):
                yield error
            elif right.kind == Kind.ATTRIBUTE.value and _is_of_result(error, call):
                places = _value_places(call)
                if not any(each.path == error.path and _begins(each, places) for each in staying):
                    yield error

    def _of_copies(self, path: str, staying: Sequence[Reported]) -> Iterator[Finding]:
        """Yield what is wrong with a target that is an attribute of a mutable copy, or with its value."""
        syntax = syntax_of(path)
        for name, block in syntax.copies:
            for target, statement in syntax.written.items():
                if not block.holds(target.start) or not syntax.begins_with(target, name):
                    continue
                said = any(
                    each.path == path and statement.holds((each.line, max(each.column, 1))) for each in staying
                )
                places = {target.start, *syntax.values_of[statement]}
                for error in () if said else self._errors[path]:
                    if (error.line, error.column) in places and error.code in ("assignment", "attr-defined"):
                        yield error


_Explains = Callable[[Judge, Reported, Claim, Right, Syntax], bool]
WAYS: Final[Mapping[About, Sequence[tuple[Kind, _Explains]]]] = {
    About.ATTRIBUTE: [(Kind.ATTRIBUTE, Judge.attribute)],
    About.KEYWORD: [(Kind.CALL, Judge.keyword)],
    About.POSITIONS: [(Kind.CALL, Judge.positions)],
    About.ARGUMENT: [(Kind.ARGUMENT, Judge.argument), (Kind.RESULT, Judge.result)],
    About.ASSIGNMENT: [(Kind.RESULT, Judge.result)],
    About.READ_ONLY: [(Kind.WRITE, Judge.write)],
    About.UNKNOWN: [(Kind.ATTRIBUTE, Judge.known_attribute), (Kind.RESULT, Judge.known_result)],
}
"""Which expressions can explain a claim, and how."""


def _range(right: Right) -> Range:
    return Range((right.line, right.column), (right.end_line, right.end_column))


def _begins(report: Reported, places: Iterable[Place]) -> bool:
    if not report.column:
        return report.line in {line for line, _ in places}
    return (report.line, report.column) in set(places)


def _attribute_places(right: Right) -> set[Place]:
    """Return where ``obj.name`` may be reported: at ``obj``, or at ``name``."""
    return {(right.line, right.column), (right.end_line, right.end_column - len(right.names[0]))}


def _value_places(call: Call) -> set[Place]:
    """Return where the value of a statement may be reported: at the value, the statement, or what is assigned to."""
    others = () if call.statement is None else (call.statement, *call.targets.values())
    return {call.range.start, *others}


def _call_at(report: Reported, right: Right, syntax: Syntax) -> Call | None:
    """Return the call that is right, where a report speaks of it and not of a call in its arguments."""
    call = syntax.calls.get(_range(right))
    if call is None or not _begins(report, call.places):
        return None
    return call


def _called(right: Right) -> tuple[Call | None, str]:
    """Return the call that a right expression is or calls, and how mypy names what is called."""
    syntax, (first, *others) = syntax_of(right.path), right.names
    if right.kind == Kind.ATTRIBUTE.value and others:
        return syntax.by_function.get(_range(right)), f'"{first}" of "{others[0]}"'
    if right.kind == Kind.CHANGES.value:
        return syntax.calls.get(_range(right)), f'"{first}" of "{others[0]}"'
    if right.kind == Kind.CALL.value:
        return syntax.calls.get(_range(right)), f'"{first}"'
    return None, ""


def _is_of_result(error: Finding, call: Call) -> bool:
    """Return whether an error is of what a call returns, or of an expression that begins with it."""
    is_there = (error.line, error.column) == call.range.start and (error.end_line, error.end_column) >= call.range.end
    return is_there and error.code in _OF_RESULT and (error.code != "assignment" or call.is_result_wanted)


def _is_said(error: Finding, call: Call, kept: Iterable[Reported]) -> bool:
    """Return whether a report that stays speaks of the same argument: at the value, or at its keyword as ty does."""
    named = error.message.partition('"')[2].partition('"')[0]
    said = (each for each in kept if each.path == error.path and call.range.holds((each.line, max(each.column, 1))))
    quoted = {f'"{named}"', f"`{named}`"}
    places = {(error.line, error.column), call.keywords.get(named)}
    return any((each.line, each.column) in places or any(name in each.message for name in quoted) for each in said)
