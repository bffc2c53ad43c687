"""Decorators and field functions of a project's own, by full name, wherever they are defined.

A module that mypy reads from its cache has no bodies any more. So each module that defines such names gets a variable
for each, whose type says in a text what was read: it lives in mypy's cache as long as the module, is part of what
other modules are checked again for, and a daemon compares it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import (
    ARG_NAMED,
    GDEF,
    CallExpr,
    ClassDef,
    DataclassTransformSpec,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolNode,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, TypeOfAny, TypeVarId, TypeVarType

from jdc_spec.libraries import MODULES as OF_LIBRARIES

from ...host.modules import MODULES
from ...syntax.names.definitions import definitions
from ...syntax.names.hidden_names import HIDDEN
from ...syntax.per_module import CYCLE, PerModule
from ..definition import Definition, keywords_of, truth
from ..facts import Roles
from ..library import Decision, Library
from ..register_dataclass import REGISTER_DATACLASS
from ..registering.registering_names import stored, stored_name
from ..registry import BY_NAME, base_classes
from .decorators import is_registering, read_base, read_decorator
from .fields import OwnField, read_field_function
from .functions import read_other_name
from .options import constant, names_in, option_said
from .partials import of_library, read_standard
from .registrations import writes_replace

_OTHERS: Final = OF_LIBRARIES | {"jax", "jaxlib", "numpy", "builtins", "dataclasses", "functools", "typing"}


def note(tree: MypyFile) -> None:
    """Keep what a module's own decorators and field functions do with the module."""
    for name, said in _READ.of(tree).items():
        stored = stored_name(name)
        text = json.dumps(said, sort_keys=True)
        nothing = AnyType(TypeOfAny.special_form)
        var = Var(stored, TypeVarType(text, text, TypeVarId(-1), [], nothing, nothing))
        var._fullname = f"{tree.fullname}.{stored}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        tree.names[stored] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def note_missing(tree: MypyFile) -> None:
    """Do so where it is not done yet: a daemon may analyse a module that it does not parse again."""
    if tree.defs and any(stored_name(name) not in tree.names for name in _READ.of(tree)):
        note(tree)


def _read(tree: MypyFile) -> Mapping[str, Mapping[str, Any]]:
    return {} if _is_of_others(tree) else dict(_definitions(tree))


def _is_of_others(tree: MypyFile) -> bool:
    """Return whether a module is known not to be a project's, or shows no bodies."""
    return tree.is_stub or tree.fullname.partition(".")[0] in _OTHERS


_READ: Final = PerModule(_read, keep=CYCLE)


def _definitions(tree: MypyFile) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, hidden in HIDDEN.of(tree).items():
        decorator = of_library(hidden) if isinstance(hidden, str) else read_decorator(name, hidden, tree)
        if decorator is not None:
            yield name, {"decorator": decorator}
    for name, defined in definitions(tree).items():
        if isinstance(defined, ClassDef):
            base = read_base(defined, tree)
            found = {} if base is None else {"base": base}
            if writes_replace(defined, tree):
                found["replaces"] = {}
            if found:
                yield name, found
            continue
        decorator = read_decorator(name, defined, tree)
        if decorator is None and is_registering(name, defined, tree):
            yield name, {"registers": True}
            continue
        function = read_field_function(defined, tree) if decorator is None else None
        other_name = read_other_name(defined, tree) if decorator is None and function is None else None
        if decorator is not None:
            yield name, {"decorator": decorator}
        elif function is not None:
            yield name, {"field": function}
        elif other_name is not None:
            yield name, {"other_name": other_name}
        elif (standard := read_standard(defined, tree)) is not None:
            yield name, {"standard": standard}


def said_of(fullname: str) -> Mapping[str, Any]:
    """Return what is known of a name of the top level of a module."""
    module, _, name = fullname.rpartition(".")
    tree = MODULES.get(module) if module else None
    if tree is None or _is_of_others(tree):
        return {}
    said = stored(tree, name)
    if said is None and tree.defs:
        return _READ.of(tree).get(name, {})  # and nothing is added: mypy may be going through the names
    return said or {}


def own_field(function: Expression, module: MypyFile) -> OwnField | None:
    """Return what a field function of a project, as a module refers to it, does; None for any other function."""
    node = _referred(function, module)
    said = said_of(node.fullname).get("field") if isinstance(node, FuncDef | Decorator | Var) else None
    return None if said is None else OwnField.load(said)


def _referred(expression: Expression, module: MypyFile) -> SymbolNode | None:
    """Return what a reference stands for, also before mypy has looked into the body of a class."""
    if not isinstance(expression, NameExpr | MemberExpr):
        return None
    if expression.node is not None:
        return expression.node
    owner = _referred(expression.expr, module) if isinstance(expression, MemberExpr) else module
    symbol = owner.names.get(expression.name) if isinstance(owner, MypyFile) else None
    return None if symbol is None else symbol.node


class OwnDecorator(NamedTuple):
    """A decorator of a project's own, as it stands on a class."""

    name: str
    library: Library
    as_call: CallExpr
    """The same with the keywords that its body gives."""
    differences: Mapping[str, bool | str]
    """How its classes differ from those that `jax.tree_util.register_dataclass` registers."""
    roles: Roles
    """The roles of the fields that its call lists."""

    def decide(self, definition: Definition) -> Decision:
        """Return what the reader of the library says of a class."""
        if self.library is REGISTER_DATACLASS:
            is_frozen = definition.flag("frozen", default=False) is True
            made = Decision(self.roles, {"frozen": is_frozen, "is_registered_by_hand": False, **self.differences})
        else:
            made = self.library.read(definition)
        return Decision(made.roles, {**made.differences, "decorator": f"@{self.name}"})


def is_own_decorator(fullname: str) -> bool:
    """Return whether a full name is that of a decorator of a project's own."""
    return "decorator" in said_of(fullname)


def leaves_as_written(fullname: str) -> bool:
    """Return whether a name of a project makes dataclasses as a library does, and changes nothing besides."""
    said = said_of(fullname)
    made: Mapping[str, Any] | None = said.get("decorator") or said.get("base")
    return "standard" in said or (made is not None and made.get("is_as_written", True) is True)


def keeps_defaults(fullname: str) -> bool:
    """Return whether a name of a project makes dataclasses with the defaults that their bodies write."""
    said = said_of(fullname)
    made: Mapping[str, Any] | None = said.get("decorator") or said.get("base")
    return "standard" in said or (made is not None and made.get("keeps_defaults", True) is True)


def is_own_replacing(fullname: str) -> bool:
    """Return whether a class of a project writes the ``replace`` that other libraries add: a copy with new values."""
    return "replaces" in said_of(fullname)


def is_own_registering(fullname: str) -> bool:
    """Return whether a full name is that of a decorator of a project which registers a class that is a dataclass."""
    return "registers" in said_of(fullname)


def own_standard(fullname: str) -> Mapping[str, bool] | None:
    """Return the keywords with which a name of a project stands for `dataclasses.dataclass`; None for any other."""
    said: Mapping[str, bool] | None = said_of(fullname).get("standard")
    return said


def own_base(fullname: str) -> OwnBase | None:
    """Return what a base class of a project does with its subclasses; None for any other class."""
    said = said_of(fullname).get("base")
    if said is None:
        return None
    library, differences = BY_NAME[said["library"]], _differences(said, None)
    return OwnBase(fullname.rpartition(".")[2], library, said["keywords"], differences, said["is_declared"])


def registering_base(info: TypeInfo) -> str | None:
    """Return the full name of a class, or of a base of it, that registers its subclasses."""
    known = base_classes()
    return next((base.fullname for base in info.mro if base.fullname in known or own_base(base.fullname)), None)


class OwnBase(NamedTuple):
    """A base class of a project's own that registers its subclasses."""

    name: str
    library: Library
    keywords: Mapping[str, bool]
    differences: Mapping[str, bool | str]
    """How its subclasses differ from classes that the library itself makes."""
    is_declared: bool
    """True if it says itself, by `typing.dataclass_transform`, that its subclasses are dataclasses."""

    def transform(self, info: TypeInfo) -> None:
        """Say it of the class where it does not, as mypy does once it has read the decorator."""
        if not self.is_declared and info.dataclass_transform_spec is None:
            info.dataclass_transform_spec = DataclassTransformSpec(
                eq_default=self.keywords.get("eq", True),
                order_default=self.keywords.get("order", False),
                kw_only_default=self.keywords.get("kw_only", False),
                frozen_default=self.keywords.get("frozen", False),
                field_specifiers=("dataclasses.field",),
            )

    def decide(self, cls: ClassDef) -> Decision:
        """Return what is so of a subclass, which may give other keywords."""
        given = constant(cls.keywords.get("frozen"))
        is_frozen = self.keywords.get("frozen", self.library.facts.frozen) if given is None else given
        differences: dict[str, bool | str] = {"frozen": is_frozen, "decorator": f"the base class {self.name}"}
        if self.library is REGISTER_DATACLASS:
            differences["is_registered_by_hand"] = False
        return Decision({}, {**differences, **self.differences})


def own_decorator(decorator: Expression, fullname: str) -> OwnDecorator | None:
    """Return what a decorator of a project does to a class; ``fullname`` is mypy's name for it."""
    said = said_of(fullname).get("decorator")
    is_call = isinstance(decorator, CallExpr)
    if said is None or not said["is_called" if is_call else "is_bare"]:
        return None
    given = dict(keywords_of(decorator)) if isinstance(decorator, CallExpr) else {}
    arguments = _handed_on(said, given, decorator)
    if arguments is None:
        return None
    call = CallExpr(
        decorator.callee if isinstance(decorator, CallExpr) else decorator,
        list(arguments.values()),
        [ARG_NAMED] * len(arguments),
        list(arguments),
    )
    call.set_line(decorator)
    name = fullname.rpartition(".")[2]
    statics = _statics(said, given)
    roles: Roles = dict.fromkeys(statics or (), "static")
    return OwnDecorator(name, BY_NAME[said["library"]], call, _differences(said, statics), roles)


def _statics(said: Mapping[str, Any], given: Mapping[str | None, Expression]) -> Sequence[str] | None:
    """Return the static fields that a call of a decorator lists; None where the call does not say it."""
    option = said.get("statics")
    if option is None:
        return None
    names: Sequence[str] = said["lists"][option]
    return names_in(given[option]) if option in given else names


def _differences(said: Mapping[str, Any], statics: Sequence[str] | None) -> Mapping[str, bool | str]:
    """Return the facts of classes that a body registers itself; what makes objects of their leaves is not known."""
    found: dict[str, bool | str] = {"adds_replace": True} if said.get("adds_replace") else {}
    if said.get("is_all_data"):
        found.update(unlisted="data", refuses_init_false=False)
    elif statics is not None:
        found.update(unlisted="data")
    elif not said.get("has_known_roles", True):
        found.update(unlisted="unknown", unflattens_through_init=False, refuses_init_false=False)
    return found


def _handed_on(
    said: Mapping[str, Any], given: Mapping[str | None, Expression], at: Expression
) -> dict[str | None, Expression] | None:
    """Return the keywords that a decorator hands on to its library; None where that is unknown."""
    options: Mapping[str, bool] = said["options"]
    further = {key: value for key, value in given.items() if key not in options and key not in said.get("lists", ())}
    if None in further or (further and not said["takes"]):
        return None
    made: dict[str | None, Expression] = {}
    values = {key: truth(value) for key, value in given.items() if key is not None and key in options}
    known = {**options, **{key: value for key, value in values.items() if value is not None}}
    keywords: Mapping[str, bool | str] = said["keywords"]
    for key, handed in keywords.items():
        option = option_said(handed) if isinstance(handed, str) else None
        if option is not None and values.get(option.name, True) is None:
            return None
        made[key] = literal(handed is True if option is None else option.where(known), at)
    return {**made, **further}


def literal(value: bool, at: Expression) -> NameExpr:
    """Return True or False as if it were written at an expression."""
    name = NameExpr(str(value))
    name.fullname = f"builtins.{value}"
    name.set_line(at)
    return name
