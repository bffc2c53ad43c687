"""``jdc-carry``: branches of ``jax.lax.cond`` and ``jax.lax.switch`` give back different trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, FuncItem, ListExpr, NameExpr, SymbolNode, TupleExpr, Var
from mypy.types import AnyType, CallableType

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import function_elsewhere
from ...syntax.arguments import by_keyword, positional
from ...syntax.functions import only_result, parameters, returns_nothing
from ...syntax.names.flow import FLOW
from ...syntax.values.kept_dicts import is_kept
from ...syntax.walk import expressions_in
from ..places import LOOP, Loop, asked
from .carried_trees import function_of
from .changed_objects import objects_given_back
from .counted_statics import with_old_statics
from .kept_statics import may_be_kept
from .noted_results import noted_result
from .returned_operands import Returned, returned_operand
from .tree_differences import Difference, differences, is_of_classes, static_differences
from .trees import UNCHANGED, Known, Tree
from .written_trees import TreeReader

_BRANCHES: Final = ("jax.lax.cond", "jax.lax.switch")


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report branches of which one gives back None, another container or another static value than the first."""
    given = _given(site.node)
    if site.name not in _BRANCHES or len(given) != len(site.node.args) or may_be_caught(site.node, site.api.tree):
        return
    branches, operands = _split(site, given)
    functions = [function_of(each, site.api) for each in branches]
    outer = _outer([each for each in functions if each is not None], site)
    known = {each: {**outer, **_known(each, operands, site)} for each in functions if each is not None}
    trees = [
        _elsewhere(at, operands, site) if each is None else _tree(each, known[each], at, site)
        for each, at in zip(functions, branches, strict=True)
    ]
    bare = returned_operand(functions, trees, operands, site.api.tree)
    if bare is not None and not any(evaluator_of(site.api).mismatches(site.node, site.name)):
        yield _beside_tuple(bare, site)
    first, *others = trees or [None]
    is_judged = all(map(_says_what_it_returns, functions))
    held = {variable: tree for each in known.values() for variable, tree in each.items()}
    found = [] if first is None else [_differences(first, each, held, is_judged) for each in others if each]
    if any(found) and not any(evaluator_of(site.api).mismatches(site.node, site.name)):
        unchanged = set(map(id, _places(held.values())))
        unchanged.update(id(value) for tree in held.values() for value in tree.statics.values())
        for each in (one for ones in found for one in ones):
            if each.kept is not None and may_be_kept(*each.kept, site):
                continue
            there, here, at, where = *each.shown, each.at, each.one.at
            branch = "the first branch"
            is_left = id(at) in unchanged or (here == UNCHANGED and not there.startswith(UNCHANGED))
            if is_left and id(where) not in unchanged:  # the other branch leaves it as it was
                there, here, at, where, branch = here, there, where, at, "another branch"
            yield Diagnostic(
                CARRY,
                f"{each.where} is {there} in {branch} of {site.name} and {here} here: "
                "branches must return the same tree, where None is not a leaf and static values count, and JAX "
                "raises a TypeError",
                at,
                related=(Related(f"{there} here", "", span(where)),),
            )


def _beside_tuple(found: Returned, site: Loop) -> Diagnostic:
    name, count = found.operand.name, len(found.row.parts)
    return Diagnostic(
        CARRY,
        f'the result is "{name}", which is no tuple, in this branch of {site.name}, and a tuple of {count} in '
        f"another one: branches must return the same tree, and JAX raises a TypeError; return {count} values here",
        found.operand,
        related=(Related(f"a tuple of {count} here", "", span(found.row.at)),),
    )


def _given(call: CallExpr) -> list[Expression]:
    """Return the arguments that a call gives by position, and after them ``operand=``, the only operand then."""
    operand = by_keyword(call, "operand")
    return [*positional(call), *([] if operand is None else [operand])]


def _places(trees: Iterable[Tree]) -> Iterator[Expression]:
    """Yield the expressions that show trees and their parts."""
    for tree in trees:
        yield tree.at
        yield from _places(part for part in tree.parts.values() if part is not None)


def _split(site: Loop, given: Sequence[Expression]) -> tuple[Sequence[Expression], Sequence[Expression]]:
    """Return the branches and what they are called with."""
    if site.name == "jax.lax.cond":
        return given[1:3], given[3:]
    listed = given[1] if len(given) > 1 else None
    if isinstance(listed, NameExpr):
        written = evaluator_of(site.api).source(listed)
        listed = written if isinstance(written, TupleExpr) or _is_kept(listed, written, site) else None
    return (listed.items if isinstance(listed, ListExpr | TupleExpr) else ()), given[2:]


def _is_kept(name: NameExpr, written: Expression, site: Loop) -> bool:
    return isinstance(written, ListExpr) and is_kept(name, written, site.api.tree)


def _known(function: FuncItem, operands: Sequence[Expression], site: Loop) -> Known:
    """Return what the parameters of a branch hold; an object has its static values until the branch changes them."""
    trees = [TreeReader(site.api).read_given(each) for each in operands]
    rows = zip(parameters(function), trees, operands, strict=False)
    writes = FLOW.of(site.api.tree).variables.writes_of
    return {
        variable: tree if writes(variable).positions else with_old_statics(tree, given)
        for variable, tree, given in rows
        if tree is not None
    }


def _outer(functions: Sequence[FuncItem], site: Loop) -> Known:
    """Return what the variables hold that branches take from the function around them, objects only."""
    found: dict[SymbolNode, Tree] = {}
    for function in functions:
        for name in expressions_in(function.body.body):
            if not isinstance(name, NameExpr) or not isinstance(name.node, Var) or name.node in parameters(function):
                continue
            tree = None if name.node in found else TreeReader(site.api).read_given(name)
            if tree is not None and tree.what == "object":
                found[name.node] = with_old_statics(tree, name)
    return found


def _tree(function: FuncItem, known: Known, at: Expression, site: Loop) -> Tree | None:
    returned = only_result(function)
    if returned is None:
        return Tree("None", at) if isinstance(function, FuncDef) and returns_nothing(function) else None
    read, ended = TreeReader(site.api, known).read, dict[SymbolNode, Tree]()
    for variable, tree in known.items():
        ended.update(objects_given_back(tree, function, variable, read, site.api.tree))
    return TreeReader(site.api, known, ended=ended).read(returned)


def _elsewhere(branch: Expression, operands: Sequence[Expression], site: Loop) -> Tree | None:
    """Return what a function of another module gives back."""
    found = function_elsewhere(branch, None, site.api)
    if found is None:
        return None
    reader = TreeReader(site.api)
    trees = {name: reader.read_given(each) for name, each in zip(found.rest, operands, strict=False)}
    return noted_result(
        found.function, {name: tree for name, tree in trees.items() if tree is not None}, branch, site.api
    )


def _says_what_it_returns(function: FuncItem | None) -> bool:
    kind = None if function is None else known_type(function.type)
    return isinstance(kind, CallableType) and not isinstance(known_type(kind.ret_type), AnyType)


def _differences(first: Tree, other: Tree, known: Known, is_judged: bool) -> list[Difference]:
    """Return how two branches differ, their classes left out where their types say these."""
    found = [*differences(first, other, "the result"), *static_differences(first, other, known)]
    return [each for each in found if not is_judged or not is_of_classes(each)]
