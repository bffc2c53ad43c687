"""Functions of another module that are noted to compute an object of the class of an argument, and nothing else.

Methods of classes that are no pytree dataclasses count as well, ``env.step(state)``, those of the module at hand too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, RefExpr, SymbolNode, TypeInfo, Var
from mypy.types import CallableType, Instance, Type
from mypy.typevars import fill_typevars_with_any

from ..host.freshness import looked_at, looked_at_variable
from ..host.known_types import known_type
from ..host.modules import MODULES
from ..model.classes import model_of
from ..model.constructors import keeps_arguments
from ..model.functions.function_notes import note_of
from ..model.functions.pure_methods import is_pure_method
from ..model.subclasses_in_sight import acts_below, acts_between, is_overridden_in_sight
from ..objects.patched_functions import is_replaced
from ..syntax import INDEX
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance
from .names import NUMBERS

_TRAIN_STATE: Final = "flax.training.train_state.TrainState"
_OF_TRAIN_STATE: Final = ("apply_fn", "apply_gradients")
"""The attributes of such a state that only compute: a model and a method of it."""
_DEPTH: Final = 4
"""How many functions that call one another are followed."""


def new_object(call: CallExpr, api: TypeChecker) -> tuple[FuncDef, Expression, TypeInfo] | None:
    """Return the function, the argument and its class, of which the call computes another object."""
    function = _called(call.callee, api)
    if function is None:
        return None
    kind = known_type(function.type)
    made = sole_instance(kind.ret_type) if isinstance(kind, CallableType) else None
    if made is None or model_of(made.type) is None:
        return None
    given = next((each for each in call.args if _class_of(api.lookup_type_or_none(each)) is made.type), None)
    return (function, given, made.type) if given is not None and _computes(function, api, 0) else None


def _called(callee: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function of another module, or the method, that a call calls."""
    function = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(function, FuncDef):
        return None if function.info or INDEX.of(api.tree).position(function) is not None else function
    owner = sole_instance(api.lookup_type_or_none(callee.expr)) if isinstance(callee, MemberExpr) else None
    return _method(owner.type, callee.name, api) if owner is not None and isinstance(callee, MemberExpr) else None


def _method(info: TypeInfo, name: str, api: TypeChecker) -> FuncDef | None:
    """Return the method that a plain class has under a name, if no class in sight has another one below."""
    looked_at(info)
    symbol = info.get(name)
    method = symbol.node if symbol is not None and model_of(info) is None else None
    is_sole = isinstance(method, FuncDef) and not is_overridden_in_sight(info, name, api)
    return method if isinstance(method, FuncDef) and is_sole else None


def _class_of(kind: Type | None) -> TypeInfo | None:
    instance = sole_instance(kind)
    return None if instance is None else instance.type


def _computes(function: FuncDef, api: TypeChecker, depth: int) -> bool:
    note = None if depth > _DEPTH or is_replaced(function, api.tree) else note_of(function)
    if note is None or note.computes is None:
        return False
    named = (each[0] if len(each) == 1 else None for each in note.computes)
    functions = all(name is None or _is_harmless(name, api, depth) for name in named)
    return functions and all(len(each) == 1 or _is_pure(each, function, api, depth) for each in note.computes)


def _is_harmless(name: str, api: TypeChecker, depth: int) -> bool:
    """Return whether a name is that of such a function, of a class whose objects are only made, or of a value."""
    module, _, written = name.rpartition(".")
    tree = MODULES.get(module)
    looked_at_variable(name, module)
    symbol = tree.names.get(written) if isinstance(tree, MypyFile) else None
    node: SymbolNode | None = None if symbol is None else symbol.node
    if isinstance(node, FuncDef):
        return _computes(node, api, depth + 1)
    if isinstance(node, TypeInfo):
        return model_of(node) is not None and keeps_arguments(node)
    instance = sole_instance(node.type) if isinstance(node, Var) else None
    return instance is not None and (is_certainly_array(instance) or instance.type.fullname in NUMBERS)


def _is_pure(path: Sequence[str], function: FuncDef, api: TypeChecker, depth: int) -> bool:
    """Return whether the method at the end of a path only computes: a parameter, attributes and a name."""
    owner = _parameter(function, path[0])
    for name in path[1:-1]:
        owner = None if owner is None else _attribute(owner, name)
    if owner is None:
        return False
    info, name = owner.type, path[-1]
    looked_at(info)
    if name in _OF_TRAIN_STATE and info.has_base(_TRAIN_STATE):
        return True
    method = _method(info, name, api)
    if method is not None:
        return _computes(method, api, depth + 1)
    home = info.get_containing_type_info(name)
    if home is None:
        return False
    looked_at(home)
    return is_pure_method(home, name) and not acts_below(home, api) and not acts_between(info, home)


def _parameter(function: FuncDef, name: str) -> Instance | None:
    kind = known_type(function.type)
    if not isinstance(kind, CallableType) or name not in function.arg_names:
        return None
    if function.info and name == function.arg_names[0]:
        return sole_instance(fill_typevars_with_any(function.info))
    return sole_instance(kind.arg_types[function.arg_names.index(name)])


def _attribute(owner: Instance, name: str) -> Instance | None:
    looked_at(owner.type)
    symbol = owner.type.get(name)
    node = None if symbol is None else symbol.node
    return sole_instance(node.type) if isinstance(node, Var) else None
