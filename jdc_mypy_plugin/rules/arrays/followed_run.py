"""``jdc-shape`` and ``jdc-dtype`` for what raises when the module runs: its own calls, with all that they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, get_proper_type

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY, DTYPE, SHAPE

from ...evaluate import Evaluator, evaluator_of
from ...evaluate.calls.loop_results import LOOPS
from ...evaluate.calls.transformed_calls import mapped
from ...evaluate.declared.declarations import called, called_method, disagreement
from ...evaluate.scope import SCOPES
from ...host.diagnostics import Diagnostic, span
from ...model.classes import pytree_bases
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import given_elsewhere
from ...runs import Found, OfField, Refusal, Run, run_of
from ...syntax.arguments import argument
from ...syntax.names.flow import FLOW
from ..places import CALL, CONSTRUCTION, OPERATION, AnnotatedCall, Call, Loop, OperationSite, TreeMap, asked
from ..refused_in_runs import OF_RUNS, is_due, refused
from ..sites import CallSite
from ..transforms.carried_trees import carried, function_of, tree_changes
from ..transforms.differentiated import check as judged_gradient
from ..transforms.mapped_trees import mapped_differences
from ..transforms.optimizer_calls import REFUSED
from ..transforms.returned_pairs import no_pair
from .argument import judged_arguments
from .carried import refuses
from .operation import fails_for_some
from .scalar_result import check_evident as judged_result
from .unpacked_results import returned_count

_TREE_MAPS: Final = ("jax.tree.map", "jax.tree_map", "jax.tree_util.tree_map")


@asked(SHAPE, DTYPE, *OF_RUNS, at=OPERATION)
def check_around_operation(site: OperationSite) -> Iterator[Diagnostic]:
    """Report what raises in the function that an operation is in."""
    yield from _raised(site)


@asked(SHAPE, DTYPE, *OF_RUNS, at=CALL)
def check_around_call(site: Call) -> Iterator[Diagnostic]:
    """Report what raises in the function that a call is in."""
    yield from _raised(site)


@asked(SHAPE, DTYPE, *OF_RUNS, at=CONSTRUCTION)
def check_around_construction(site: CallSite) -> Iterator[Diagnostic]:
    """Report what raises in the function that makes an object, or in the constructor."""
    if isinstance(site.call, CallExpr):
        yield from _raised(Call(site.call, site.api))


def _raised(site: OperationSite | Call) -> Iterator[Diagnostic]:
    """Yield what raises in the function that a place is in, for arguments that only the run of the module shows.

    Operations that the evaluator sees to raise are reported by other rules, there or where the call is.
    """
    run = run_of(site.api)
    if not run.found:
        return
    for each in run.found.values():
        place = _place(each, site)
        if each.refusal is not None:
            yield from _refused(each, each.refusal, site, run)
            continue
        if site.node is not place and each.at in run.told:
            continue
        is_ahead = site.node is not place and not _is_behind(site, place)
        if is_ahead and (each.at in run.judged or _may_be_asked_about(place, site)):
            continue
        if is_ahead:
            run.judged.add(each.at)
        if not _is_known(each, site, is_ahead=is_ahead):
            run.told.add(each.at)
            rule = DTYPE if each.failure.is_of_dtypes else SHAPE
            calls = [call for call in each.calls if call is not each.at]
            related = tuple(Related("called here", "", span(call)) for call in reversed(calls))
            where = f" in the call of line {calls[-1].line}" if calls else ""
            yield Diagnostic(
                rule,
                f"{each.failure.reason}{where}",
                place,
                related=related,
                is_of_types=False,
                is_elsewhere=site.node is not place,
            )


def _refused(found: Found, refusal: Refusal, site: OperationSite | Call, run: Run) -> Iterator[Diagnostic]:
    """Yield what another rule says where it sees it in the source, once: outside of what mypy is only trying."""
    if found.at not in run.told and is_due(found, refusal, site.api) and not _is_told_in_loop(found, refusal, site):
        run.told.add(found.at)
        diagnostic = refused(found, refusal, site.api)
        if diagnostic is not None:
            yield diagnostic._replace(is_elsewhere=True)


def _is_told_in_loop(found: Found, refusal: Refusal, site: OperationSite | Call) -> bool:
    """Return whether `jdc-carry` reads the function of a loop and tells of it there."""
    calls = [each for each in (found.at, *found.calls) if isinstance(each, CallExpr)] if refusal.rule is CARRY else []
    loops = (Loop(each, SCOPES.of(site.api.tree).imported(each.callee), site.api) for each in calls)
    known = [each for each in loops if each.name in LOOPS]
    evaluator = evaluator_of(site.api)
    waits = any(_is_ahead(each, site) for each in known)
    return waits or any(_changes_its_tree(each) or _gives_no_pair(each) or refuses(each, evaluator) for each in known)


def _is_ahead(loop: Loop, site: OperationSite | Call) -> bool:
    """Return whether mypy has yet to come to a loop in a function that it checks: what goes around has no type."""
    carry = argument(loop.node, 1, "init") if loop.name == "jax.lax.scan" else None
    return carry is not None and _is_checked(loop.node, site) and loop.api.lookup_type_or_none(carry) is None


def _is_behind(site: OperationSite | Call, place: Expression) -> bool:
    """Return whether mypy has come past what raises, in its function."""
    flow = FLOW.of(site.api.tree)
    return place.line < site.node.line and flow.function_over(site.node) is flow.function_over(place)


def _may_be_asked_about(place: Expression, site: OperationSite | Call) -> bool:
    """Return whether mypy asks about an operation when it comes to it, as far as that is known.

    It may ask nobody where all is `Any`, in a function without annotations. Nobody is asked about calls of
    functions of other modules and of classes that are no pytrees.
    """
    callee = place.callee if isinstance(place, CallExpr) else None
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(node, FuncDef | Decorator) and node.fullname.rpartition(".")[0] != site.api.tree.fullname:
        return "." not in node.fullname
    if isinstance(node, TypeInfo):
        return any(True for _ in pytree_bases(node))
    if isinstance(node, Var):
        return node.type is not None and not isinstance(get_proper_type(node.type), AnyType)
    function = FLOW.of(site.api.tree).function_over(place)
    if function is None and _is_on_any(place):
        return False
    if isinstance(place, OpExpr) and any(_is_of_plain_function(each) for each in (place.left, place.right)):
        return False
    return node is not None or function is None or not function.is_dynamic()


def _is_of_plain_function(operand: Expression) -> bool:
    """Return whether an operand is what a function without annotations gives, which is `Any` to mypy."""
    callee = operand.callee if isinstance(operand, CallExpr) else None
    node = callee.node if isinstance(callee, RefExpr) else None
    return isinstance(node, FuncDef) and node.is_dynamic()


def _is_on_any(place: Expression) -> bool:
    """Return whether an operand is a variable that mypy has found to be `Any` by now."""
    if isinstance(place, OpExpr):
        operands = [place.left, place.right]
    else:
        operands = [place.base] if isinstance(place, IndexExpr) else []
    variables = [each.node for each in operands if isinstance(each, RefExpr)]
    return any(isinstance(each, Var) and isinstance(get_proper_type(each.type), AnyType) for each in variables)


def _place(found: Found, site: OperationSite | Call) -> Expression:
    """Return what raises, or the call of it that mypy checks."""
    return next((each for each in (found.at, *reversed(found.calls)) if _is_checked(each, site)), found.at)


def _is_known(found: Found, site: OperationSite | Call, *, is_ahead: bool) -> bool:
    """Return whether another rule says so, or the program may catch it.

    Nobody is asked about operations on `Any`, so that mypy may not have come to the function yet.
    """
    parts = (found.at, *found.calls)
    if any(may_be_caught(each, site.api.tree) for each in parts):
        return True
    is_of_any = _is_method_of_any(found.at, site) or _is_replaced_in_any(found.at, site)
    is_of_any = is_of_any or (isinstance(found.at, MemberExpr) and _is_any(found.at.expr, site))
    if found.of_trees and _is_checked(found.at, site) and not is_of_any:
        return True
    evaluator = Evaluator(site.api, is_ahead=True) if is_ahead else evaluator_of(site.api)
    if not is_ahead and _is_known_of_itself(found, site):
        return True
    if found.of_names and _is_checked(found.at, site) and _is_counted(found.at, site, evaluator):
        return True
    if found.of_field is not None and _is_seen_in_field(found.of_field, evaluator):
        return not _is_replaced_in_any(found.at, site)
    calls = [each for each in parts if isinstance(each, CallExpr)]
    return any(_fails(each, found, site, evaluator) or _is_excluded(each, parts, site) for each in calls)


def _is_seen_in_field(given: OfField, evaluator: Evaluator) -> bool:
    """Return whether the source shows that a field excludes an argument, so that the rules of fields speak."""
    value = evaluator.evaluate(given.argument)
    sizes = value.sizes
    is_known = value.shape is not None and sizes is None
    is_known = is_known or (sizes is not None and all(isinstance(size, int) for size in sizes))
    return is_known or disagreement(given.pattern, value, None) is not None


def _is_counted(value: Expression, site: OperationSite | Call, evaluator: Evaluator) -> bool:
    """Return whether another rule is asked how many values unpack: of functions of JAX, and of the module's."""
    tree = site.api.tree
    if not isinstance(value, CallExpr) or SCOPES.of(tree).imported(value.callee):
        return evaluator.count(value) is not None
    is_method = isinstance(value.callee, MemberExpr) and not _is_method_of_any(value, site)
    return returned_count(value, tree) is not None or (is_method and evaluator.count(value) is not None)


def _is_method_of_any(call: Expression, site: OperationSite | Call) -> bool:
    """Return whether a call is one of a method of what is `Any` to mypy, so that it judges no arguments."""
    callee = call.callee if isinstance(call, CallExpr) else None
    return isinstance(callee, MemberExpr) and _is_any(callee.expr, site)


def _is_replaced_in_any(call: Expression, site: OperationSite | Call) -> bool:
    """Return whether a call replaces fields of what is `Any` to mypy, so that the rules of fields are not asked."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return False
    return any(_is_any(each, site) for each in (call.callee.expr, *call.args[:1]))


def _is_any(expression: Expression, site: OperationSite | Call) -> bool:
    """Return whether something is `Any`: mypy says so, or a function without annotations is given or gives it."""
    kind = site.api.lookup_type_or_none(expression)
    if kind is not None:
        return isinstance(get_proper_type(kind), AnyType)
    around = FLOW.of(site.api.tree).function_over(expression)
    given = around.arguments if around is not None and around.is_dynamic() else ()
    if isinstance(expression, NameExpr) and any(each.variable is expression.node for each in given):
        return True
    source = evaluator_of(site.api).source(expression)
    function = source.callee.node if isinstance(source, CallExpr) and isinstance(source.callee, RefExpr) else None
    return isinstance(function, FuncDef) and function.is_dynamic()


def _is_checked(place: Expression, site: OperationSite | Call) -> bool:
    """Return whether mypy checks the function that an expression is in, so that other rules come to it."""
    function = FLOW.of(site.api.tree).function_over(place)
    return site.api.options.check_untyped_defs or function is None or not function.is_dynamic()


def _is_known_of_itself(found: Found, site: OperationSite | Call) -> bool:
    return evaluator_of(site.api).failure(found.at) is not None or fails_for_some(found.at, site.api)


def _is_excluded(call: CallExpr, parts: Sequence[Expression], site: OperationSite | Call) -> bool:
    """Return whether the method that the run has come to from a call says that it does not take the arguments.

    A method that is called under `jax.vmap` does not get them as the call has them, and nobody is asked about a
    method of what is `Any`.
    """
    if _is_method_of_any(call, site) or mapped(call, evaluator_of(site.api).source(call.callee)) is not None:
        return False
    name = call.callee.name if isinstance(call.callee, MemberExpr) else "__call__"
    at, *calls = parts
    inside = parts if name != "__call__" else [*calls, at][calls.index(call) + 1 :][:1] if call in calls else ()
    around = map(FLOW.of(site.api.tree).function_over, inside)
    methods = dict.fromkeys(each for each in around if each is not None and each.info and each.name == name)
    every = (called_method(call, each, site.api) for each in methods)
    return any(True for each in every if each is not None for _ in judged_arguments(each, site.api))


def _changes_its_tree(loop: Loop) -> bool:
    """Return whether `jdc-carry` says of a loop that its function gives back another tree than the carry."""
    around = carried(loop)
    return around is not None and bool(tree_changes(around))


def _gives_no_pair(loop: Loop) -> bool:
    """Return whether `jdc-carry` says of a `jax.lax.scan` that its function gives back no pair."""
    body = argument(loop.node, 0, "f") if loop.name == "jax.lax.scan" else None
    function = None if body is None else function_of(body, loop.api) or given_elsewhere(body, loop.api)
    carry = argument(loop.node, 1, "init")
    kind = None if carry is None else loop.api.lookup_type_or_none(carry)
    return body is not None and function is not None and no_pair(function, kind, loop.api, body) is not None


def _is_of_plain_method(call: CallExpr, found: Found, site: OperationSite | Call) -> bool:
    """Return whether a call leads into a method without annotations of arrays, so that no rule is asked about it."""
    if call not in found.calls:
        return False
    inside = [*found.calls, found.at][found.calls.index(call) + 1]
    entered = FLOW.of(site.api.tree).function_over(inside)
    is_method = entered is not None and bool(entered.info) and entered.name != "__init__"
    return is_method and entered is not None and called_method(call, entered, site.api) is None


def _fails(call: CallExpr, found: Found, site: OperationSite | Call, evaluator: Evaluator) -> bool:
    name = SCOPES.of(site.api.tree).imported(call.callee)
    loop = Loop(call, name, site.api)
    if name in LOOPS and (
        refuses(loop, evaluator) or _changes_its_tree(loop) or (_is_checked(call, site) and _gives_no_pair(loop))
    ):
        return True
    made = AnnotatedCall(call, site.api)
    if call in REFUSED.of(site.api.tree) or any(judged_gradient(made)) or any(judged_result(made)):
        return True
    if name in _TREE_MAPS and _is_checked(call, site) and mapped_differences(TreeMap(call, site.api)):
        return True
    if evaluator.failure(call) is not None:
        return True
    if evaluator.failed_call(call) is not None and not _is_of_plain_method(call, found, site):
        return True
    annotated = called(call, evaluator.source(call.callee), site.api)
    return annotated is not None and any(True for _ in judged_arguments(annotated, site.api))
