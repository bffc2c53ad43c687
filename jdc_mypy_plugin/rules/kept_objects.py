"""The class of an object by what the program writes of it, whether mypy has checked that yet or not.

``env = Env()``, ``def run(env: Env)``, and ``self.physics`` with a type or with ``self.physics = Physics()``.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, TypeInfo, Var

from ..evaluate import Evaluator
from ..model.initial_values import assigned_by
from ..syntax.functions import class_named
from ..syntax.receivers import method_with
from ..typefacts.instances import sole_instance


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
    instance = sole_instance(variable.type) if isinstance(variable, Var) and not variable.is_inferred else None
    return None if instance is None else instance.type


def _made(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class whose call a name stands for, or that ``__init__`` calls for an attribute."""
    if isinstance(expression, NameExpr):
        made = Evaluator(api).source(expression)
        info = class_named(made.callee) if isinstance(made, CallExpr) else None
    else:
        info = _made_by_init(expression, api) if isinstance(expression, MemberExpr) else None
    of_metaclass = None if info is None or info.metaclass_type is None else info.metaclass_type.type.fullname
    is_plain = info is not None and of_metaclass in (None, "abc.ABCMeta") and "__new__" not in info.names
    return info if is_plain else None


def _made_by_init(attribute: MemberExpr, api: TypeChecker) -> TypeInfo | None:
    owner = class_of_object(attribute.expr, api)
    written = None if owner is None else assigned_by(owner)[0].get(attribute.name)
    if written is None or written.kind != "call":
        return None
    symbol = api.tree.names.get(written.name.rpartition(".")[2])
    made = None if symbol is None or symbol.fullname != written.name else symbol.node
    return made if isinstance(made, TypeInfo) else None
