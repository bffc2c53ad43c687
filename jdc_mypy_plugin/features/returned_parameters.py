"""``return x`` of a parameter as it is, and ``return a`` behind ``a, b = pair``.

mypy asks a plugin about no statement and about no name, so operations and calls in a function stand for what it
returns. A function that does nothing else may be there for others to override, and is not judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StarExpr,
    TupleExpr,
    Var,
)

from ..evaluate.objects.instances import library_of
from ..host.attempts import outside_attempts
from ..host.known_types import known_type
from ..rules.asking import ask
from ..rules.places import RETURNED, ReturnedValue
from ..syntax import INDEX
from ..syntax.failures.shape_guards import is_guarded
from ..syntax.names.flow import FLOW, Flow, Parameter
from ..syntax.per_module import PerModule
from ..typefacts.instances import sole_instance


class _Returned(NamedTuple):
    name: NameExpr
    item: int | None


def ask_of_parameters(api: TypeChecker) -> None:
    """Ask about the parameters that the function at hand returns."""
    returned = _RETURNED.of(api.tree)
    function = api.scope.current_function() if returned else None
    if not isinstance(function, FuncDef):
        return
    for name, item in returned.get(function, ()):
        node = name.node
        instance = sole_instance(known_type(node.type)) if isinstance(node, Var) and node.type is not None else None
        if instance is not None and library_of(instance.type) == "jax":
            with outside_attempts(api.errors):
                ask(RETURNED, ReturnedValue(name, function, api, item=item))


def _read(module: MypyFile) -> Mapping[FuncDef, Sequence[_Returned]]:
    found: dict[FuncDef, list[_Returned]] = defaultdict(list)
    index, flow = INDEX.of(module), FLOW.of(module)
    for statement in index.body.statements_of(ReturnStmt):
        function, position = flow.function_around(statement), index.position(statement)
        if function is None or position is None or index.body.block_at(position) is not function.body:
            continue
        for value, item in _values(statement.expr):
            if _is_given(value, flow) and not is_guarded(value, module):
                found[function].append(_Returned(value, item))
    return found


def _is_given(value: NameExpr, flow: Flow) -> bool:
    """Return whether a name holds a parameter, or an item that a parameter was unpacked into."""
    held = flow.value_at(value)
    base = held.base if isinstance(held, IndexExpr) and isinstance(held.index, IntExpr) else None
    return isinstance(flow.value_at(base) if isinstance(base, NameExpr) else held, Parameter)


def _values(returned: Expression | None) -> Iterator[tuple[NameExpr, int | None]]:
    if isinstance(returned, NameExpr):
        yield returned, None
    for item, value in enumerate(returned.items if isinstance(returned, TupleExpr) else ()):
        if isinstance(value, StarExpr):
            return
        if isinstance(value, NameExpr):
            yield value, item


_RETURNED: Final = PerModule(_read)
"""The parameters that each function returns at its end, by their names."""
