"""The class of an object by what the program writes of it, whether mypy has checked that yet or not.

``env = Env()``, ``def run(env: Env)``, and ``self.physics`` with a type or with ``self.physics = Physics()``.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo, Var
from mypy.types import CallableType

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..syntax import INDEX
from ..syntax.functions import class_named
from ..syntax.names.targets import members, targets
from ..syntax.per_module import PerModule
from ..syntax.receivers import method_with
from ..typefacts.instances import besides_none, sole_instance

_PLAIN: Final = (
    None,
    "abc.ABCMeta",
    "equinox._module._module._ModuleMeta",
    "flax.nnx.module.ModuleMeta",
    "flax.nnx.pytreelib.PytreeMeta",
)
"""Metaclasses that make an object of a class where that is called."""


def class_of_object(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class that an object is declared to be of, or of which the source makes it; none of a protocol."""
    around = method_with(expression, api.tree)
    if around is not None:
        return None if around.is_class else around.info
    info = _declared(expression, api) or _made(expression, api)
    return None if info is None or info.is_protocol else info


def _declared(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class by the annotation of a variable, or of an attribute."""
    if isinstance(expression, NameExpr):
        return _by_annotation(expression.node)
    owner = class_of_object(expression.expr, api) if isinstance(expression, MemberExpr) else None
    symbol = owner.get(expression.name) if owner is not None and isinstance(expression, MemberExpr) else None
    return None if symbol is None else _by_annotation(symbol.node)


def _by_annotation(variable: object) -> TypeInfo | None:
    declared = variable.type if isinstance(variable, Var) and not variable.is_inferred else None
    instance = None if declared is None else sole_instance(besides_none(declared))
    return None if instance is None else instance.type


def _made(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class of a call, or of that a name stands for, or what ``__init__`` puts into an attribute."""
    if isinstance(expression, NameExpr | CallExpr):
        made = Evaluator(api).source(expression)
        return _plain(class_named(made.callee) if isinstance(made, CallExpr) else None)
    if not isinstance(expression, MemberExpr):
        return None
    owner = class_of_object(expression.expr, api)
    symbol = None if owner is None else owner.get("__init__")
    init = symbol.node if symbol is not None and isinstance(symbol.node, FuncDef) else None
    if init is None or INDEX.of(api.tree).position(init) is None:
        return None
    if _WRITTEN.of(api.tree)[expression.name] > 1:
        return None
    value = _set_to(expression.name, init)
    if isinstance(value, NameExpr):
        return _by_parameter(value, init)
    return _plain(class_named(value.callee)) if isinstance(value, CallExpr) else None


def _written(module: MypyFile) -> Counter[str]:
    """Count how often the module assigns to an attribute of each name, of whatever object."""
    parts = (part for statement in INDEX.of(module).body.statements for part in targets(statement))
    return Counter(member.name for part in parts for member in members(part.expression))


_WRITTEN: Final = PerModule(_written)


def _set_to(name: str, init: FuncDef) -> Expression | None:
    """Return what ``__init__`` puts into an attribute, in any case and once."""
    own = init.arguments[0].variable if init.arguments else None
    written = [
        statement.rvalue
        for statement in init.body.body
        if isinstance(statement, AssignmentStmt)
        for target in statement.lvalues
        if isinstance(target, MemberExpr) and target.name == name
        if isinstance(target.expr, NameExpr) and target.expr.node is own
    ]
    return written[0] if len(written) == 1 else None


def _plain(info: TypeInfo | None) -> TypeInfo | None:
    """Return a class whose call makes an object of it."""
    of_metaclass = None if info is None or info.metaclass_type is None else info.metaclass_type.type.fullname
    is_plain = info is not None and of_metaclass in _PLAIN and "__new__" not in info.names
    return info if is_plain else None


def _by_parameter(value: NameExpr, init: FuncDef) -> TypeInfo | None:
    """Return the class that the annotation of a parameter of ``__init__`` says."""
    kind = known_type(init.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    variables = [each.variable for each in init.arguments]
    found = next((each for variable, each in zip(variables, types, strict=False) if variable is value.node), None)
    instance = None if found is None else sole_instance(found)
    return None if instance is None else instance.type
