"""The classes of a module, and the objects that it makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MemberExpr,
    NamedTupleExpr,
    NameExpr,
    OverloadedFuncDef,
    PassStmt,
    RefExpr,
    Statement,
    TempNode,
    TupleExpr,
    TypeInfo,
)

from jdc_operations.values import UNKNOWN

from ..libraries.definition import PARTIAL, STANDARD
from ..libraries.registry import base_classes, decorators
from ..model.classes import ENFORCED_MIXINS, model_of, pytree_bases
from ..model.converters import converters
from ..syntax.arguments import by_keyword, takes_any
from ..syntax.names.targets import unpacked
from .enums import filled
from .frameworks.by_hand import registered
from .frameworks.converted_fields import convert, converters_in
from .frameworks.linen import BASES, is_linen, set_up
from .frameworks.train_states import is_of_flax, of_flax
from .modules import known_functions
from .replaced_fields import judge_made
from .things import Class, Frame, Object, Own, Thing

if TYPE_CHECKING:
    from .machine import Machine

_OWN: Final = (
    *("__new__", "__getattribute__", "__setattr__", "__delattr__", "__init_subclass__"),
    *("__pre_init__", "__set_name__", "__class_getitem__"),
)
"""Methods that make something else of an object than is followed here."""
_OF_NNX: Final = tuple(
    f"flax.nnx.{name}" for name in ("module.Module", "pytreelib.Pytree", "object.Object", "reprlib.Representable")
)
_OF_PYTHON: Final = ("builtins.object", "builtins.tuple", "abc.ABC")
_REGISTERING: Final = ("register_dataclass", "register_pytree_node_class", "register_pytree_with_keys_class")
_OF_TYPING: Final = ("final", "runtime_checkable")
_DECORATORS: Final = frozenset(
    (
        *(f"{module}.{name}" for module in ("jax.tree_util", "jax._src.tree_util") for name in _REGISTERING),
        *(f"{module}.{name}" for module in ("typing", "typing_extensions") for name in _OF_TYPING),
        *(STANDARD, PARTIAL, "functools.total_ordering", "enum.unique", "beartype.beartype", "jaxtyping.jaxtyped"),
    )
)
"""Decorators that give a class back as it is."""


def defined(statement: ClassDef, frame: Frame, machine: Machine) -> Thing:
    """Return a class whose definition the run has come to; UNKNOWN of one that something else may change."""
    if is_of_flax(statement):
        return of_flax()
    for written in statement.base_type_exprs:
        machine.expressions.value(written, frame)  # it may be of another module, which has run by then
    body = _Body(frame, machine)
    if not machine.is_at_home:
        body.known = {
            mine: its for each in statement.defs.body for mine, its in known_functions(each, statement.info)
        }
    for each in statement.defs.body:
        body.follow(each)
    info = statement.info
    made = Class(info, body.attributes, body.factories, frame, dict(body.attributes), body.methods, body.converters)
    machine.changes.reach.classes[info] = made
    own = [each for each in statement.decorators if not _is_known(each, machine)]
    is_followed = filled(made, statement, machine) if info.is_enum else _is_followed(info, machine)
    if info in machine.again or info in machine.classes or not is_followed:
        machine.changes.forget(made)
        for base in info.mro[1:]:
            machine.changes.forget(machine.changes.reach.classes.get(base, UNKNOWN))
    else:
        machine.classes[info] = made
        for decorator in statement.decorators:
            registered(machine.imported(decorator), [made], {}, machine)
        if all(_keeps(each, made, frame, machine) for each in reversed(own)):
            return made
    machine.open([made])
    for decorator in statement.decorators:
        machine.leave(machine.expressions.value(decorator, frame), [made])
    return UNKNOWN


def _keeps(decorator: Expression, made: Class, frame: Frame, machine: Machine) -> bool:
    """Return whether a decorator is a function of the module that gives the class back as it is."""
    function = machine.expressions.value(decorator, frame)
    is_own = isinstance(function, Own) and made.info not in machine.again
    return is_own and machine.calls.apply(function, [made], {}, None) is made


class _Body:
    """The body of a class as the run goes through it."""

    def __init__(self, frame: Frame, machine: Machine) -> None:
        self._machine = machine
        self._frame = frame
        self._inside = Frame(
            frame.regions, frame, shared=frozenset() if frame.home is None else frame.home.names.shared
        )
        self.attributes: dict[str, Thing] = {}
        self.factories: dict[str, Thing] = {}
        self.converters: dict[str, Thing] = {}
        self.methods: dict[FuncItem, Thing] = {}
        self.known: dict[FuncItem, FuncItem] = {}
        """The functions that mypy knows, for those of a module that has been parsed again."""

    def follow(self, statement: Statement) -> None:
        """Go through a statement, and note what it gives the class."""
        machine, inside = self._machine, self._inside
        if isinstance(statement, AssignmentStmt) and isinstance(statement.lvalues[0], NameExpr | TupleExpr):
            if not isinstance(statement.rvalue, TempNode):
                self.converters.update(converters_in(statement, inside, machine))
                _add(statement, inside, machine, self.attributes, self.factories)
        elif isinstance(statement, FuncDef):
            self._bind(statement, machine.expressions.function(statement, inside, self._frame))
        elif isinstance(statement, Decorator):
            self._bind(statement.func, machine.calls.decorated(statement, inside, self._frame))
        elif isinstance(statement, OverloadedFuncDef):
            for each in statement.items:
                self.follow(each)
            inside.variables[statement.name] = UNKNOWN
        elif not isinstance(statement, PassStmt | ClassDef):
            self._leave(statement)

    def _bind(self, function: FuncDef, made: Thing) -> None:
        self._inside.variables[function.name] = self.methods[self.known.get(function, function)] = made
        self.attributes.pop(function.name, None)

    def _leave(self, statement: Statement) -> None:
        """Go through a statement after which nothing that it binds is known."""
        variables = self._inside.variables
        before = dict(variables)
        with self._machine.changes.perhaps():
            self._machine.statements.block([statement], self._inside)
        for name in [each for each in variables if variables[each] is not before.get(each)]:
            variables[name] = self.attributes[name] = UNKNOWN


def named_tuple(value: Expression, frame: Frame, machine: Machine) -> Thing | None:
    """Return the class that ``namedtuple("Pair", ["x", "y"])`` makes; None of any other value."""
    made = value.analyzed if isinstance(value, CallExpr) else None
    if not isinstance(made, NamedTupleExpr) or not made.info.is_named_tuple:
        return None
    if made.info in machine.classes:
        machine.open([machine.classes[made.info]])
        return UNKNOWN
    found = machine.classes[made.info] = Class(made.info, {}, {}, frame, {}, {})
    machine.changes.reach.classes[made.info] = found
    return found


def _add(
    each: AssignmentStmt,
    inside: Frame,
    machine: Machine,
    attributes: dict[str, Thing],
    factories: dict[str, Thing],
) -> None:
    """Note the value that the body of a class gives a name."""
    value, target = each.rvalue, each.lvalues[0]
    factory = by_keyword(value, "default_factory") if isinstance(value, CallExpr) else None
    default = by_keyword(value, "default") if isinstance(value, CallExpr) else None
    is_field = isinstance(value, CallExpr) and each.unanalyzed_type is not None and _names_field(value.callee)
    if factory is not None and is_field and isinstance(target, NameExpr):
        factories[target.name] = machine.expressions.value(factory, inside)
    elif default is not None and is_field and isinstance(target, NameExpr):
        attributes[target.name] = machine.expressions.value(default, inside)
    elif not is_field:
        made = machine.expressions.value(value, inside)
        for place in each.lvalues:
            machine.statements.assign(place, made, inside, value)
            attributes.update({name.name: made for name in unpacked(place) if isinstance(name, NameExpr)})


def _names_field(callee: Expression) -> bool:
    return isinstance(callee, NameExpr | MemberExpr) and "field" in callee.name


def _is_known(decorator: Expression, machine: Machine) -> bool:
    callee = decorator.callee if isinstance(decorator, CallExpr) else decorator
    names = (machine.imported(callee), callee.fullname if isinstance(callee, RefExpr) else "")
    return any(name in decorators() or name in _DECORATORS for name in names)


def _is_followed(info: TypeInfo, machine: Machine) -> bool:
    home = info.module_name
    own = [base for base in info.mro if base.module_name == home or base in machine.classes]
    others = (base.fullname for base in info.mro if base not in own)
    libraries = (*BASES, *base_classes(), *ENFORCED_MIXINS, *_OF_NNX, *_OF_PYTHON)
    metaclasses = [base.declared_metaclass.type.fullname for base in own if base.declared_metaclass is not None]
    if any(each != "abc.ABCMeta" for each in metaclasses):
        return False
    if any(name in base.names for name in _OWN for base in own if not base.is_named_tuple):
        return False
    return all(name in libraries or name.startswith(("typing.", "collections.abc.")) for name in others)


def constructed(cls: Class, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return the object that a call of a class makes."""
    info = cls.info
    if info not in machine.classes or "__init__" in cls.attributes:
        return machine.leave(UNKNOWN, [cls, *given, *keywords.values()])
    made = Object(machine.changes.regions, info=info, attributes={})
    symbol = info.get("__init__")
    written = symbol.node if symbol is not None and not info.is_named_tuple else None
    if isinstance(written, Decorator):
        return machine.leave_to(cls, [*given, *keywords.values()])
    is_own = isinstance(written, FuncDef) and symbol is not None and not symbol.plugin_generated
    if isinstance(written, FuncDef) and is_own and written.info in machine.classes:
        initializer = machine.classes[written.info]
        if "__init__" in initializer.attributes:
            return machine.leave(UNKNOWN, [*given, *keywords.values()])
        machine.calls.apply(initializer.methods.get(written, UNKNOWN), [made, *given], keywords, None)
        convert(made, machine)
        return made
    judge_made(info, keywords, machine)
    names = parameters_of(info) if not given else _parameters(info, written)
    is_early = bool(converters(info)) and info.get("__post_init__") is not None  # equinox's versions differ in order
    if names is None or is_early or (not names and (given or keywords)):
        return machine.leave_to(cls, [*given, *keywords.values()])
    _fill(made, names, given, keywords, machine)
    _finish(made, machine)
    convert(made, machine)
    if machine.modules and is_linen(info):
        set_up(made, machine)
    return made


def parameters_of(info: TypeInfo) -> list[str] | None:
    """Return the names of the fields that a constructor takes; None where it is not known."""
    symbol = info.get("__init__")
    written = symbol.node if symbol is not None and not info.is_named_tuple else None
    if isinstance(written, FuncDef) and symbol is not None and not symbol.plugin_generated:
        return [name for name in written.arg_names[1:] if name is not None]
    names = _parameters(info, written)
    base = next(pytree_bases(info), None) if names is None else None
    model = None if base is None else model_of(base)
    return names if model is None else list(model.fields)


def _parameters(info: TypeInfo, written: object) -> list[str] | None:
    """Return the parameters of a constructor that keeps them; None of any other."""
    if info.is_named_tuple:
        return [str(name) for name in info.metadata["namedtuple"]["fields"]]
    if isinstance(written, FuncDef) and written.info.fullname != "builtins.object":
        return None if takes_any(written) else [name for name in written.arg_names[1:] if name is not None]
    has_fields = "dataclass" in info.metadata or any(True for _ in pytree_bases(info))
    return None if has_fields else []


def _fill(
    made: Object, names: list[str], given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> None:
    assert made.attributes is not None
    made.attributes.update(zip(names, given, strict=False))
    made.attributes.update({name: each for name, each in keywords.items() if name in names})
    for base in () if made.info is None else made.info.mro:
        defined_class = machine.classes.get(base)
        for name, factory in () if defined_class is None else defined_class.factories.items():
            if name not in made.attributes:
                made.attributes[name] = machine.calls.apply(factory, [], {}, None)
        for name, each in () if defined_class is None else defined_class.defaults.items():
            if name in names and name not in made.attributes:
                made.attributes[name] = each
    for name in names:
        made.attributes.setdefault(name, UNKNOWN)
    made.attributes = {name: made.attributes[name] for name in (*names, *made.attributes)}  # not as they are written


def _finish(made: Object, machine: Machine) -> None:
    from .attributes import method_of  # noqa: PLC0415 - attributes ask for what classes define

    after = method_of(made, "__post_init__", machine)
    if (
        after is not None
        and made.info is not None
        and made.info.get_containing_type_info("__post_init__") in machine.classes
    ):
        machine.calls.apply(after, [], {}, None)
