"""``jdc-discarded`` on copies: a block of ``copy_and_mutate`` changes its copy, and nothing reads that afterwards.

``with jdc.copy_and_mutate(state) as new: new.step = 1``, and then ``return state``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    Var,
    WithStmt,
)

from jdc_spec.rules import DISCARDED

from ...copies.openings import copied_in
from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_expected_to_fail
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import members
from ...syntax.values.unread_results import may_be_read_elsewhere
from ...typefacts.instances import sole_instance
from ..places import ATTRIBUTE_WRITE, AttributeWrite, asked
from ..tests_at_hand import is_in_test
from .unread_results import goes_on_below


@asked(DISCARDED, at=ATTRIBUTE_WRITE)
def check(site: AttributeWrite) -> Iterator[Diagnostic]:
    """Report the first write to such a copy, if the function goes on with what has been copied."""
    tree, copy = site.api.tree, site.node.expr
    if not site.write.in_copy or not isinstance(copy, NameExpr) or not isinstance(copy.node, Var):
        return
    instance = sole_instance(site.target)
    model = None if instance is None else model_of(instance.type)
    if model is None or site.name not in model.fields:
        return
    function, block = FLOW.of(tree).function_over(copy), _block_of(copy, tree)
    if function is None or block is None or is_in_test(site.api) or is_expected_to_fail(copy, tree):
        return
    if not _is_only_written(copy, tree) or site.node is not _first(copy, tree):
        return
    if may_be_read_elsewhere(copy, INDEX.of(tree).inside(function)):
        return
    copied = _copied(block, copy)
    if copied is not None and goes_on_below(copied, block, function, tree):
        does = f'"{copy.name}" is a copy, and "{copied.name}" stays as it is'
        yield Diagnostic(
            DISCARDED, f'{does}: nothing reads "{copy.name}" afterwards; go on with "{copy.name}"', site.node
        )


def _block_of(copy: NameExpr, tree: MypyFile) -> WithStmt | None:
    """Return the block that makes a copy, if it is the only one that binds the variable."""
    blocks = [
        each
        for each in INDEX.of(tree).body.statements_of(WithStmt)
        if any(isinstance(target, NameExpr) and target.node is copy.node for target in each.target)
    ]
    return blocks[0] if len(blocks) == 1 and copied_in(blocks[0]) and len(blocks[0].target) == 1 else None


def _copied(block: WithStmt, copy: NameExpr) -> NameExpr | None:
    manager = block.expr[0]
    given: list[Expression] = getattr(manager, "args", [])
    first = given[0] if given else None
    return first if isinstance(first, NameExpr) and first.node is not copy.node else None


def _is_only_written(copy: NameExpr, tree: MypyFile) -> bool:
    """Return whether all that mentions a copy is in statements that assign to its attributes, and its ``with``."""
    return all(_is_in_write(each, copy, tree) for each in _names(copy, tree))


def _is_in_write(name: NameExpr, copy: NameExpr, tree: MypyFile) -> bool:
    index = INDEX.of(tree)
    if isinstance(index.parent(name), WithStmt):
        return True
    statement = FLOW.of(tree).statement_of(name)
    if isinstance(statement, AssignmentStmt):
        written = [each for target in statement.lvalues for each in members(target)]
        is_own = all(isinstance(target, MemberExpr) for target in statement.lvalues)
    elif isinstance(statement, OperatorAssignmentStmt):
        written, is_own = list(members(statement.lvalue)), isinstance(statement.lvalue, MemberExpr)
    else:
        return False
    is_read_in_part = isinstance(index.parent(name), MemberExpr)
    return is_own and is_read_in_part and all(_is_of(each, copy) for each in written)


def _is_of(written: MemberExpr, copy: NameExpr) -> bool:
    return isinstance(written.expr, NameExpr) and written.expr.node is copy.node


def _first(copy: NameExpr, tree: MypyFile) -> MemberExpr | None:
    """Return the first attribute of a copy that is mentioned."""
    index = INDEX.of(tree)
    parents = (index.parent(each) for each in _names(copy, tree))
    return next((each for each in parents if isinstance(each, MemberExpr)), None)


def _names(copy: NameExpr, tree: MypyFile) -> list[NameExpr]:
    return list(REFERENCES.of(tree).get(copy.node, ())) if copy.node is not None else []
