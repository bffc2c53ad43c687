"""``jdc-shape`` for ``jax.grad(f)`` where the result of ``f`` is not one number."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
)

from jdc_spec.rules import SHAPE
from jdc_spec.shapes import Shape, show

from ...evaluate import evaluator_of
from ...evaluate.calls.gradients import Gradient, gradient
from ...evaluate.objects.stacked_objects import maps
from ...host.diagnostics import Diagnostic
from ...model.annotations.signatures import signature_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.failures.shape_guards import is_guarded
from ..places import ANNOTATED_CALL, TRANSFORMED, AnnotatedCall, Transformed, asked


@asked(SHAPE, at=TRANSFORMED)
def check_annotated(site: Transformed) -> Iterator[Diagnostic]:
    """Report a function under a gradient whose annotation says that its result has axes."""
    found = gradient(site.node)
    function = None if found is None or found.has_aux else _defined(found.function)
    signature = None if function is None else signature_of(function, site.api)
    result = None if signature is None else signature.of_call(None)
    said = None if result is None else result.shape
    if found is None or function is None or signature is None or said is None or not signature.takes_what_it_says:
        return
    has_axes = any(size != 1 for size in (*said.prefix, *said.suffix))  # many write "1" and mean one number
    if has_axes and not _may_be_mapped(site):
        yield Diagnostic(SHAPE, f'{_asks(found)}; the result of "{function.name}" is {said}', site.node)


@asked(SHAPE, at=ANNOTATED_CALL)
def check_evident(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report the call of a gradient whose function is seen to make an array with axes."""
    evaluator = evaluator_of(site.api)
    found = gradient(evaluator.source(site.node.callee))
    if found is None or _is_annotated(found.function, site):
        return
    made = evaluator.result(found.function, site.node)
    if made is None or may_be_caught(site.node, site.api.tree) or is_guarded(site.node, site.api.tree):
        return
    sizes: Shape | None = made.first if found.has_aux else made.sizes
    what = None if not sizes else f"an array of shape {show(sizes)}"
    if what is not None:
        yield Diagnostic(SHAPE, f"{_asks(found)}; {_name(found.function)} returns {what}", site.node)


def _asks(found: Gradient) -> str:
    return f"{found.by} wants a function whose result is one number, of shape ()"


def _may_be_mapped(site: Transformed) -> bool:
    """Return whether `jax.vmap` may give the gradient single numbers, whatever the function says that it takes."""
    index = INDEX.of(site.api.tree)
    part = index.parent(site.node)
    while isinstance(part, Expression):
        callee = part.callee if isinstance(part, CallExpr) else None
        if isinstance(callee, NameExpr | MemberExpr) and "vmap" in callee.name:
            return True
        part = index.parent(part)
    return isinstance(part, AssignmentStmt | ReturnStmt | Decorator) and maps(site.api.tree)


def _defined(function: Expression) -> FuncDef | None:
    node = function.node if isinstance(function, RefExpr) else None
    node = node.func if isinstance(node, Decorator) else node
    return node if isinstance(node, FuncDef) and not node.info else None


def _is_annotated(function: Expression, site: AnnotatedCall) -> bool:
    """Return whether the other rule judges a function, by what it says of its result."""
    defined = _defined(function)
    signature = None if defined is None else signature_of(defined, site.api)
    return signature is not None and signature.result is not None


def _name(function: Expression) -> str:
    if isinstance(function, LambdaExpr):
        return "the lambda"
    return f'"{function.name}"' if isinstance(function, NameExpr | MemberExpr) else "it"
