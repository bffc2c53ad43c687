"""``jdc-aliased``: an object is read after a jitted function that donates it has run.

A donated buffer is deleted as soon as a result takes its place (https://docs.jax.dev/en/latest/faq.html#buffer-donation).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from mypy.nodes import CallExpr, Expression, LambdaExpr, MemberExpr, NameExpr, RefExpr

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...model.functions.pure_methods import TREE_MAPS, calculates
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.values.deleted import ABOUT
from ...syntax.values.later_uses import uses_after, uses_by_other_names
from ...traced.functions import TracedFunction
from ...transformed.jitted_calls import JittedCall
from ...transformed.transform_arguments import TransformArgument, is_plain_name, transformed_by_name
from ..places import JITTED_CALL, TRACED_FUNCTION, TRANSFORM_ARGUMENT, asked
from .donations import Donation, donation, donations_elsewhere, is_traced, method_donations, takes

_CALCULATING: Final = tuple(
    f"jax.numpy.{name}" for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "abs", "square")
)
_SHOWING: Final = ("builtins.print", "builtins.repr", "builtins.str", "jax._src.api.device_get")


@asked(ALIASED, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the first read of an array of an object that was donated."""
    donated = donation(site)
    if donated is not None:
        yield from _read_later(donated)


@asked(ALIASED, at=TRACED_FUNCTION)
def check_methods(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same where a method donates an argument: ``self.step(state)``."""
    for donated in method_donations(site):
        yield from _read_later(donated)


@asked(ALIASED, at=JITTED_CALL)
def check_elsewhere(site: JittedCall) -> Iterator[Diagnostic]:
    """Report the same of a method of another module."""
    for donated in donations_elsewhere(site):
        yield from _read_later(donated)


def _read_later(donated: Donation) -> Iterator[Diagnostic]:
    read = next(_reads(donated), None)
    if read is None or may_be_caught(read, donated.site.api.tree):
        return
    given, callee = donated.given.name, donated.callee.name
    yield Diagnostic(
        ALIASED,
        f'"{given}" was given to "{callee}", which donates it: its arrays are gone, and reading '
        "one raises a RuntimeError; read what the call returns, or do not donate",
        read,
    )


def _reads(donated: Donation) -> Iterator[Expression]:
    """Yield the reads of arrays of the variable that are certain to come after the call, before it is bound again."""
    given, tree = donated.given, donated.site.api.tree
    if is_traced(donated):
        return
    for use in chain(uses_after(given, tree), uses_by_other_names(given, tree)):
        field = INDEX.of(tree).parent(use)
        if isinstance(field, MemberExpr):
            if donated.is_data(field) and _computes(field, donated):
                yield field
        elif isinstance(field, CallExpr) and _takes_arrays(field, use, donated):
            yield use


def _computes(field: MemberExpr, donated: Donation) -> bool:
    """Return whether the value of an array is needed, and not its shape alone."""
    around = INDEX.of(donated.site.api.tree).parent(field)
    return isinstance(around, Expression) and not (isinstance(around, MemberExpr) and around.name in ABOUT)


def _reads_values(function: Expression) -> bool:
    """Return whether a function that a map calls for each leaf needs the values, and not their shapes alone."""
    if isinstance(function, LambdaExpr):
        return calculates(function)
    return isinstance(function, RefExpr) and function.fullname.startswith(_CALCULATING)


def _takes_arrays(call: CallExpr, use: NameExpr, donated: Donation) -> bool:
    """Return whether a call reads the arrays of the object: of a jitted function, one that shows it, or a map."""
    if use not in call.args or not isinstance(call.callee, RefExpr):
        return False
    if call.callee.fullname in _SHOWING or (call.callee.fullname in TREE_MAPS and _reads_values(call.args[0])):
        return True
    transformed = transformed_by_name(call.callee, donated.site.api) if is_plain_name(call.callee) else None
    return transformed is not None and takes(transformed, call, use, donated.site.api.tree)
