"""Functions under ``@jax.vmap``, whose annotations may mean a row or the batch.

They mean the row, which is what the body sees, where they cannot mean the batch: what is left of an annotated shape
without the mapped axis would raise in the body, or the body would not return what is left of the promised one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, FuncItem

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import ShapePattern

from ...host.freshness import is_settled
from ...model.annotations.signature_reader import out_axis
from ...model.annotations.signatures import Signature, is_item
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...syntax.per_module import PerModule
from ..scope import ModuleScope
from .helpers import Certain

Rows = Mapping[str, ArrayAnnotation]
"""The annotations of the parameters of a function, by their names."""


def says_what_it_sees(function: FuncItem, signature: Signature, api: TypeChecker) -> bool:
    """Return whether the annotations of a function are certain to mean what its body sees."""
    if not signature.is_mapped or not isinstance(function, FuncDef):
        return True
    if signature.axes is None:
        return False
    known = _KNOWN.of(api.tree) if is_settled() else {}
    if function not in known:
        known[function] = _is_no_batch(function, signature, api)
    return known[function]


_KNOWN: Final = PerModule[dict[FuncDef, bool]](lambda _: {})


def _is_no_batch(function: FuncDef, signature: Signature, api: TypeChecker) -> bool:
    rows, out = _rows(function, signature), out_axis(function, api.tree)
    promised = [signature.result, *signature.items]
    if rows is None or any(each is not None and _without(each, out) is None for each in promised):
        return True
    return _raises(function, rows, api) or _returns_another(function, signature, rows, api)


def _rows(function: FuncDef, signature: Signature) -> Rows | None:
    """Return what is left of the annotations of the parameters; None where one has no axis to map over."""
    by_position = [
        name for name, kind in zip(function.arg_names, function.arg_kinds, strict=True) if kind.is_positional()
    ]
    axes = dict(zip(by_position, signature.axes or (), strict=False))
    arrays = ((name, said) for name, said in signature.parameters.items() if not is_item(name))
    rows = {name: _without(said, axes.get(name, 0)) for name, said in arrays}
    known = {name: said for name, said in rows.items() if said is not None}
    return known if len(known) == len(rows) else None


def _without(said: ArrayAnnotation, axis: int | None) -> ArrayAnnotation | None:
    """Return what is left of an annotation without an axis; None where it has no such axis."""
    if axis is None or said.shape is None:
        return said
    if said.shape.variadic is not None:
        return ArrayAnnotation(None, said.dtype)
    sizes = said.shape.prefix
    if not -len(sizes) <= axis < len(sizes):
        return None
    at = axis % len(sizes)
    return ArrayAnnotation(ShapePattern((*sizes[:at], *sizes[at + 1 :]), (), None, said.shape.text), said.dtype)


def _raises(function: FuncDef, rows: Rows, api: TypeChecker) -> bool:
    """Return whether an operation that every call runs raises for rows."""
    from ..declared.chosen_sizes import names_of_rows  # noqa: PLC0415 - it asks this module
    from ..evaluator import Evaluator  # noqa: PLC0415

    evaluator, names = Evaluator(api, is_ahead=True, rows=(function, rows)), names_of_rows(function, rows, api)
    return any(
        evaluator.failure(each) is not None or evaluator.failure_for(each, names) is not None
        for each in _certain(function, api)
    )


def _certain(function: FuncDef, api: TypeChecker) -> Iterator[Expression]:
    certain, scope = Certain(function, api.tree), ModuleScope(api.tree)
    inside = INDEX.of(api.tree).inside(function).expressions
    return (each for each in inside if certain.runs(each) and scope.always_runs(each))


def _returns_another(function: FuncDef, signature: Signature, rows: Rows, api: TypeChecker) -> bool:
    """Return whether the shape of what a function returns for rows is not what is left of the promised one."""
    from ..declared.declarations import disagreement, scope_of  # noqa: PLC0415 - it asks this module
    from ..evaluator import Evaluator  # noqa: PLC0415

    out = out_axis(function, api.tree)
    said = None if signature.result is None or out is None else _without(signature.result, out)
    returned = returned_by(function.body.body)
    if said is None or said.shape is None or len(returned) != 1 or returned[0] is None:
        return False
    value = Evaluator(api, is_ahead=True, rows=(function, rows)).evaluate(returned[0])
    return disagreement(scoped(said.shape, scope_of(function)), value, None) is not None
