"""Attributes of objects, classes and of what libraries make."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    Decorator,
    Expression,
    FuncDef,
    OverloadedFuncDef,
    RefExpr,
    SuperExpr,
    SymbolNode,
    TypeInfo,
    Var,
)

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Scalar, Text
from jdc_spec.rules import FROZEN
from jdc_spec.sentences import MAKERS

from ..model.frozen_classes import frozen_model
from .enums import attribute_of
from .frameworks.layers import parameter
from .frameworks.linen import METHODS, is_linen
from .frameworks.nnx_modes import MODES, is_nnx
from .frameworks.train_states import METHODS as OF_STATES
from .refusal import Refusal
from .structures import Structure
from .thing_values import held_in
from .things import (
    SET,
    Arguments,
    Chain,
    Class,
    Facts,
    Foreign,
    Layer,
    Made,
    Member,
    Method,
    Named,
    Object,
    Own,
    Parser,
    Partly,
    Row,
    Table,
    Thing,
    TrainState,
    Variable,
    View,
)
from .untyped import is_of_any

if TYPE_CHECKING:
    from .machine import Machine

_OF_OBJECTS: Final = ("replace", "_replace", "_asdict")
_FALLBACK: Final = "__getattr__"
_PROPERTIES: Final = ("functools.cached_property",)


def attribute(owner: Thing, name: str, machine: Machine) -> Thing:  # noqa: PLR0911 - one for each kind
    """Return an attribute of a thing that is no array."""
    if isinstance(owner, Parser | Structure):
        return Method(owner, name)
    if isinstance(owner, Arguments):
        return _of_arguments(owner, name, machine)
    if isinstance(owner, TrainState):
        return Method(owner, name) if name in OF_STATES else (owner.attributes or {}).get(name, UNKNOWN)
    if isinstance(owner, Facts):
        return (owner.attributes or {}).get(name, UNKNOWN)
    if isinstance(owner, Variable):
        return held_in(owner) if name == "value" else Method(owner, name)
    if isinstance(owner, Object) and owner.info is not None:
        return _of_object(owner, owner.info, name, machine)
    if isinstance(owner, Class):
        return _of_class_itself(owner, name, machine)
    if isinstance(owner, Member):
        return attribute_of(owner, name, machine)
    if isinstance(owner, Named):
        return Named(f"{owner.name}.{name}")
    if isinstance(owner, Row | Table):
        return Method(owner, name)
    _let_go(owner, machine)
    if isinstance(owner, Layer) and (found := parameter(owner, name, machine)) is not UNKNOWN:
        return found
    if isinstance(owner, Layer | Chain):
        machine.changes.forget(owner)
        return Method(Foreign(owner.name.partition(".")[0] if isinstance(owner, Layer) else ""), name)
    return Method(owner, name) if isinstance(owner, Foreign) else UNKNOWN


def _of_class_itself(owner: Class, name: str, machine: Machine) -> Thing:
    found = _of_class(owner.info, name, machine) if owner.info in machine.classes else UNKNOWN
    if found is None and name == "__name__":
        return Text(owner.info.name)
    if found is None and name == "__new__":
        return Named("builtins.object.__new__")
    return UNKNOWN if found is None else found


def _let_go(owner: Thing, machine: Machine) -> None:
    """Know nothing any more of what a method of a set or a partial function may change."""
    if isinstance(owner, View) and owner.name == SET:
        machine.changes.forget(owner.table)
    elif isinstance(owner, Partly):
        machine.changes.share(owner)


def _of_arguments(owner: Arguments, name: str, machine: Machine) -> Thing:
    if name == "__dict__":
        machine.changes.forget(owner)
    return (owner.attributes or {}).get(name, UNKNOWN)


def _of_object(owner: Object, info: TypeInfo, name: str, machine: Machine) -> Thing:  # noqa: PLR0911 - one for each kind
    if owner.attributes is not None and name in owner.attributes:
        return owner.attributes[name]
    if name == "__class__":
        return machine.classes.get(info, UNKNOWN)
    if name == "__dict__":
        machine.changes.forget(owner)
    if (written := _written(info, name, machine)) is not None:
        is_open = owner.attributes is None and _is_data(written)  # the object may have one of its own by now
        return UNKNOWN if is_open else _bound(owner, written)
    node = _node(info, name)
    node = node.items[0] if isinstance(node, OverloadedFuncDef) else node
    is_followed = name in _OF_OBJECTS or (name in METHODS and is_linen(info)) or (name in MODES and is_nnx(info))
    if is_followed and not any(_writes(base, name) for base in info.mro if base in machine.classes):
        return Method(owner, name)
    if isinstance(node, Var) and owner.attributes is None:
        return UNKNOWN
    if isinstance(node, Decorator) and node.func.info.module_name in machine.modules_followed:
        return _decorated(owner, node, machine)
    found = _of_class(info, name, machine)
    if isinstance(found, Own) and isinstance(node, FuncDef):
        return dataclasses.replace(found, receiver=owner)
    if node is None and found is None and info.get(_FALLBACK) is not None:
        return _fallen_back(owner, name, machine)
    is_method = isinstance(node, FuncDef) or (isinstance(node, Decorator) and not node.func.is_property)
    return Partly(UNKNOWN, [owner], {}) if found is None and is_method else found or UNKNOWN


def _fallen_back(owner: Object, name: str, machine: Machine) -> Thing:
    """Return what the ``__getattr__`` of an object gives, which Python asks for what the object lacks."""
    method = None if name.startswith("__") else special(owner, _FALLBACK, machine)
    if method is None:
        machine.changes.forget(owner)
        return UNKNOWN
    return machine.calls.apply(method, [Text(name)], {}, None)


def _written(info: TypeInfo, name: str, machine: Machine) -> Thing | None:
    """Return what statements have put into a class under a name, over all that its source says."""
    for base in info.mro:
        defined = machine.classes.get(base)
        if defined is not None and name in defined.attributes:
            return defined.attributes[name]
        if name in base.names:
            return None
    return None


def _bound(owner: Object, thing: Thing) -> Thing:
    """Return what an object gives of a thing that is in its class."""
    if isinstance(thing, Own) and thing.receiver is None:
        return dataclasses.replace(thing, receiver=owner)
    if isinstance(thing, Made):
        return Partly(thing, [owner], {})
    return thing if _is_data(thing) else UNKNOWN  # it may be a descriptor


def _writes(info: TypeInfo, name: str) -> bool:
    """Return whether the source of a class has a method."""
    symbol = info.names.get(name)
    return symbol is not None and not symbol.plugin_generated


def _decorated(owner: Object, node: Decorator, machine: Machine) -> Thing:
    """Return a property's value, or a method under decorators."""
    defined = machine.classes.get(node.func.info)
    if defined is None:
        return UNKNOWN
    if node.func.is_property:
        made = machine.calls.apply(defined.methods.get(node.func, UNKNOWN), [owner], {}, None)
        if owner.attributes is not None and not _is_property(node):
            machine.changes.put(owner.attributes, node.func.name, made, owner)
        return made
    made = defined.methods.get(node.func, UNKNOWN)
    if node.func.is_static:
        return made
    return Partly(made, [defined if node.func.is_class else owner], {})


def _of_class(info: TypeInfo, name: str, machine: Machine) -> Thing | None:
    """Return what a class has under a name, in a base perhaps; None of nothing."""
    for base in info.mro:
        defined = machine.classes.get(base)
        if defined is not None and name in defined.attributes:
            return defined.attributes[name]
        symbol = base.names.get(name)
        if symbol is None:
            continue
        if isinstance(symbol.node, FuncDef) and defined is not None and not symbol.plugin_generated:
            return defined.methods.get(symbol.node, UNKNOWN)
        if isinstance(symbol.node, Decorator) and defined is not None:
            made = defined.methods.get(symbol.node.func, UNKNOWN)
            return Partly(made, [machine.classes.get(info, defined)], {}) if symbol.node.func.is_class else made
        return None
    return None


def _node(info: TypeInfo, name: str) -> SymbolNode | None:
    symbol = info.get(name)
    return None if symbol is None else symbol.node


def method_of(owner: Object, name: str, machine: Machine) -> Thing | None:
    """Return a method that the class of an object writes; None where it has none."""
    node = None if owner.info is None else _node(owner.info, name)
    return attribute(owner, name, machine) if isinstance(node, FuncDef | Decorator) else None


def inherited(owner: Object, expression: SuperExpr, machine: Machine) -> Thing | None:
    """Return the method that ``super()`` finds; None where no class of the module has it."""
    mro, here = [] if owner.info is None else owner.info.mro, expression.info
    for base in mro[mro.index(here) + 1 :] if here is not None and here in mro else []:
        symbol, defined = base.names.get(expression.name), machine.classes.get(base)
        if defined is not None and expression.name in defined.attributes:
            return UNKNOWN
        if symbol is None:
            continue
        if symbol.plugin_generated:
            return UNKNOWN
        if defined is not None and isinstance(symbol.node, Decorator) and symbol.node.func.is_property:
            return machine.calls.apply(defined.methods.get(symbol.node.func, UNKNOWN), [owner], {}, None)
        if defined is None or not isinstance(symbol.node, FuncDef):
            return None
        found = defined.methods.get(symbol.node, UNKNOWN)
        return dataclasses.replace(found, receiver=owner) if isinstance(found, Own) else UNKNOWN
    return None


def special(owner: Thing, name: str, machine: Machine) -> Thing | None:
    """Return a special method that a class of the module writes for its objects; None of anything else."""
    info = owner.info if isinstance(owner, Object) else None
    if not isinstance(owner, Object) or info is None or owner.attributes is None:
        return None
    found = info.get_containing_type_info(name)
    is_own = found in machine.classes and isinstance(_node(info, name), FuncDef)
    return _of_class_alone(owner, info, name, machine) if is_own else None


def _of_class_alone(owner: Object, info: TypeInfo, name: str, machine: Machine) -> Thing | None:
    """Return a method of the class of an object, whatever the object has under its name."""
    found = _of_class(info, name, machine)
    return dataclasses.replace(found, receiver=owner) if isinstance(found, Own) and found.receiver is None else None


def written_to(owner: Thing, name: str, thing: Thing, machine: Machine, at: Expression | None = None) -> None:
    """Give an attribute of a thing a value; ``at`` is the target of the statement that does."""
    frozen = None if at is None else _frozen_class(owner, name, machine)
    if at is not None and frozen is not None:
        reason = f'"{name}" of "{frozen.name}" is assigned, whose objects are frozen: it raises an error; use replace'
        machine.refuse(at, reason, Refusal(FROZEN, (frozen, name), is_open=is_of_any(at, machine)))
    if isinstance(owner, TrainState) and at is not None:
        reason = f'"{name}" of a TrainState is assigned, which is frozen: it raises an error; use state.replace(...)'
        machine.refuse(at, reason, Refusal(FROZEN, is_open=is_of_any(at, machine)))
    if isinstance(owner, Arguments) and owner.attributes is not None:
        machine.changes.put(owner.attributes, name, thing, owner)
        return
    if isinstance(owner, Variable) and owner.attributes is not None and name == "value":
        machine.changes.put(owner.attributes, name, held_in(thing), owner)
        return
    if isinstance(owner, Object) and owner.attributes is not None and owner.info is not None:
        is_own = isinstance(_node(owner.info, name), Decorator | OverloadedFuncDef)
        in_class = _written(owner.info, name, machine)
        if is_own or not (_is_data(in_class) or _is_function(in_class)):
            machine.changes.forget(owner)
            machine.changes.forget(thing)
        else:
            machine.changes.put(owner.attributes, name, thing, owner)
    elif isinstance(owner, Class):
        machine.effects.note()
        owner.attributes[name] = UNKNOWN
        machine.changes.forget(thing)
    else:
        machine.effects.note()
        if isinstance(owner, Layer | Chain):
            machine.changes.forget(owner)
        if isinstance(owner, Named):
            machine.patched.add(f"{owner.name}.{name}")
            machine.others.forget(owner.name, name)
        machine.changes.forget(thing)


def _frozen_class(owner: Thing, name: str, machine: Machine) -> TypeInfo | None:
    """Return the class of an object that refuses a write to a field, and that nothing has made writable."""
    info = owner.info if isinstance(owner, Object) else None
    model = None if info is None or machine.opens_copies else frozen_model(info)
    if info is None or model is None or name not in model.fields:
        return None
    own = [base for base in info.mro if base in machine.classes]
    is_built = model.facts.opens_in_construction and any(_writes(base, each) for base in own for each in MAKERS)
    return None if is_built else info


def _is_data(written: Thing | None) -> bool:
    """Return whether what a class has under a name lets objects have something else under it."""
    return written is None or written is NONE or isinstance(written, Row | Table | ArrayValue | Scalar | Text | Class)


def _is_function(written: Thing | None) -> bool:
    """Return whether it is a function, which an object gives bound until it has something of its own."""
    return isinstance(written, Own) or (isinstance(written, Named) and written.name.startswith("jax."))


def _is_property(node: Decorator) -> bool:
    return not any(isinstance(each, RefExpr) and each.fullname in _PROPERTIES for each in node.original_decorators)
