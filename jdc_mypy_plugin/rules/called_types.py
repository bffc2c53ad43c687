"""The classes of parameters without annotations, as the calls of the transformed function in its module show them.

Only what needs no inference counts, so that it is the same in whatever order a module is checked: ``step(State(x))``,
a name that is bound to such a call once, and a name with an annotation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncDef, NameExpr, Var
from mypy.types import Instance
from mypy.typevars import fill_typevars_with_any

from ..evaluate import Evaluator
from ..model.classes import model_of
from ..syntax.arguments import bound, has_stars
from ..typefacts.instances import sole_instance
from .made_functions import calls_of_made
from .made_objects import class_made


def types_by_calls(at: Context, definition: FuncDef, api: TypeChecker) -> Mapping[str, Instance]:
    """Return the pytree dataclass that every call gives a parameter an object of, by the name of the parameter."""
    calls = list(calls_of_made(at, api.tree))
    if not calls or any(map(has_stars, calls)):
        return {}
    names = [name or "" for name in definition.arg_names]
    given: dict[str, list[Expression]] = {}
    for call in calls:
        for value, name in bound(call, names):
            given.setdefault(name or "", []).append(value)
    stars = {each.variable.name for each in definition.arguments if each.kind.is_star()}
    complete = {name: values for name, values in given.items() if len(values) == len(calls) and name not in stars}
    found = {name: _common(values, api) for name, values in complete.items()}
    return {name: kind for name, kind in found.items() if kind is not None}


def _common(values: Sequence[Expression], api: TypeChecker) -> Instance | None:
    kinds = [_kind(value, api) for value in values]
    is_one = all(each is not None and kinds[0] is not None and each.type is kinds[0].type for each in kinds)
    return kinds[0] if is_one else None


def _kind(value: Expression, api: TypeChecker) -> Instance | None:
    source = Evaluator(api).source(value)
    info = class_made(source, api.tree)
    made = fill_typevars_with_any(info) if info is not None else None
    variable = source.node if isinstance(source, NameExpr) else None
    if isinstance(variable, Var) and not variable.is_inferred:
        made = sole_instance(variable.type)
    return made if isinstance(made, Instance) and model_of(made.type) is not None else None
