"""The kinds of places at which rules are asked, and which rules ask to be asked there.

A rule declares itself: ``@asked(FROZEN, at=ATTRIBUTE_WRITE)`` above its function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
)
from mypy.options import Options
from mypy.types import Instance, Type

from jdc_spec.rules import RULES, Rule

from ..copies.writes import ModuleWrites, Write
from ..host.codes import is_on
from ..host.diagnostics import Diagnostic
from ..traced.functions import TracedFunction
from ..traced.gradient_functions import GradientFunction
from ..transformed.handed_values import HandedValue
from ..transformed.jitted_calls import JittedCall
from ..transformed.jitted_functions import Jitted
from ..transformed.transform_arguments import TransformArgument
from .registrations import ClasslessRegistration, HandRegistered, Registered, Registering
from .sites import CallSite, ClassSite, Contained, Iteration, LayerClass, NnxClass, PlainDataclass, PureCall, Rows


class Site(Protocol):
    """A place in the code."""

    @property
    def api(self) -> TypeChecker:
        """The checker of the module."""
        ...


SiteT = TypeVar("SiteT", bound=Site)
Check = Callable[[SiteT], Iterable[Diagnostic]]

_ORDER: Final = {rule.code: position for position, rule in enumerate(RULES)}


class Kind(Generic[SiteT]):
    """A kind of place."""

    def __init__(self) -> None:
        self._asked: list[tuple[tuple[Rule, ...], Check[SiteT]]] = []
        self._on: tuple[Options | None, Sequence[Check[SiteT]]] = None, ()
        """The options of the last module, and the functions of the rules that are on in it."""

    def add(self, rules: tuple[Rule, ...], check: Check[SiteT]) -> None:
        """Ask a function of rules from now on, in the order of the documentation."""
        self._asked.append((rules, check))
        self._asked.sort(key=lambda entry: _ORDER[entry[0][0].code])
        self._on = None, ()

    def ask(self, site: SiteT) -> list[Diagnostic]:
        """Return the findings of every rule that is on in the module of a place."""
        options = site.api.options
        if self._on[0] is not options:
            on = [check for rules, check in self._asked if any(is_on(rule, options) for rule in rules)]
            self._on = options, on
        return [found for check in self._on[1] for found in check(site)]


def asked(*rules: Rule, at: Kind[SiteT] | tuple[Kind[SiteT], ...]) -> Callable[[Check[SiteT]], Check[SiteT]]:
    """Declare that a function finds mistakes of these rules at some kinds of places."""

    def declare(check: Check[SiteT]) -> Check[SiteT]:
        for kind in at if isinstance(at, tuple) else (at,):
            kind.add(rules, check)
        return check

    return declare


class AttributeWrite(NamedTuple):
    """A statement that assigns to an attribute of an object, or deletes it."""

    target: Type
    """The type of the object."""
    name: str
    node: MemberExpr
    write: Write
    writes: ModuleWrites
    api: TypeChecker


class AttributeRead(NamedTuple):
    """An expression that reads an attribute of an object, perhaps to change it: ``obj.options["k"] = 1``."""

    target: Type
    """The type of the object."""
    name: str
    node: MemberExpr
    api: TypeChecker


class NamedWrite(NamedTuple):
    """A call such as ``setattr(obj, "x", 1)``."""

    target: Type
    name: Type
    """The type of the argument that is the attribute's name."""
    node: CallExpr
    write: Write
    api: TypeChecker


class ItemWrite(NamedTuple):
    """A statement that assigns to an item of an array of JAX: ``x[0] = 1``."""

    node: IndexExpr
    key: Type
    api: TypeChecker


class ObjectComparison(NamedTuple):
    """A comparison of two objects with ``==``, written or made by a method such as ``list.index``."""

    one: Type
    other: Type
    code: str
    """The operator or method, for a sentence: ``==``, ``index``."""
    operands: tuple[Expression, ...]
    """Both sides of an operator; nothing for a method."""
    node: Context
    api: TypeChecker


class Hashing(NamedTuple):
    """A place where Python takes the hash of a value: ``hash(a)``, ``rows[a]`` of a dict, ``seen.add(a)``."""

    hashed: Type
    value: Expression | None
    """The value; None where it is one of several."""
    code: str
    """The place that takes it, for a sentence: ``hash(...)``, ``the dict``."""
    node: Context
    api: TypeChecker


class HashedFunction(NamedTuple):
    """An object, or a method that it binds, in the place of a function that JAX takes the hash of."""

    by: str
    """The name of the function of JAX for a sentence."""
    value: Expression
    """The object."""
    is_method: bool
    """True if it is a method of the object that is given."""
    instance: Instance
    """The type of the object."""
    node: Context
    api: TypeChecker


class OperationSite(NamedTuple):
    """A call, an operator or an index that may compute an array."""

    node: Expression
    api: TypeChecker
    is_ahead: bool = False
    """True if mypy has not come there yet: the types of its parts are not known."""


class AnnotatedCall(NamedTuple):
    """A call of a function of a program, which may say what arrays it takes."""

    node: CallExpr
    api: TypeChecker


class Call(NamedTuple):
    """A call of a function of a program, annotated or not."""

    node: CallExpr
    api: TypeChecker


class Transformed(NamedTuple):
    """A call of a transformation: ``jax.grad(f)``."""

    node: CallExpr
    api: TypeChecker


class Loop(NamedTuple):
    """A call of a function of `jax.lax` that calls functions with tracers."""

    node: CallExpr
    name: str
    """The public name of the function of JAX."""
    api: TypeChecker


class CustomRules(NamedTuple):
    """A call of ``f.defvjp(fwd, bwd)``."""

    node: CallExpr
    api: TypeChecker


class TreeMap(NamedTuple):
    """A call of ``jax.tree.map``."""

    node: CallExpr
    api: TypeChecker


class ReturnedValue(NamedTuple):
    """The value that a statement of a function returns."""

    node: Expression
    function: FuncDef
    api: TypeChecker
    is_ahead: bool = False
    """True as in `OperationSite`."""
    item: int | None = None
    """The place in a tuple that the statement writes; None where the value is all that it returns."""


class AnnotatedVariable(NamedTuple):
    """A value that an assignment gives to a variable or an attribute that has an annotation."""

    node: Expression
    statement: AssignmentStmt
    """The one that annotates it, this assignment or another."""
    api: TypeChecker
    is_ahead: bool = False
    """True as in `OperationSite`."""

    @property
    def is_default(self) -> bool:
        """True if the value stands with the annotation."""
        return self.statement.line <= self.node.line <= (self.statement.end_line or self.statement.line)


class Unpacking(NamedTuple):
    """A value that an assignment may unpack into several names."""

    node: Expression
    statement: AssignmentStmt
    api: TypeChecker
    is_ahead: bool = False
    """True as in `OperationSite`."""


class OneNumber(NamedTuple):
    """A value that Python needs one truth value or one number of."""

    node: Expression
    by: str
    """The code that needs it, for a sentence."""
    api: TypeChecker
    is_ahead: bool = False
    """True as in `OperationSite`."""
    beside: Expression | None = None
    """The other side of a comparison of which Python needs the truth value."""


class ItemRead(NamedTuple):
    """An item of an object of a pytree dataclass, ``state[key]``."""

    node: IndexExpr
    owner: Type
    api: TypeChecker


class ParameterDefault(NamedTuple):
    """The default of a parameter of a function."""

    node: Expression
    parameter: str
    function: FuncDef
    api: TypeChecker


CLASS: Final = Kind[ClassSite]()
"""The definition of a pytree dataclass, once for each class."""
NNX_CLASS: Final = Kind[NnxClass]()
LAYER_CLASS: Final = Kind[LayerClass]()
PLAIN_DATACLASS: Final = Kind[PlainDataclass]()
REGISTERED: Final = Kind[Registered]()
CLASSLESS_REGISTRATION: Final = Kind[ClasslessRegistration]()
REGISTERING: Final = Kind[Registering]()
HAND_REGISTERED: Final = Kind[HandRegistered]()
CONSTRUCTION: Final = Kind[CallSite]()
"""A call that makes an object of a class with a pytree dataclass among its bases."""
REPLACEMENT: Final = Kind[CallSite]()
"""A call that copies an object with some fields replaced."""
UNCHECKED_REPLACEMENT: Final = Kind[CallSite]()
"""One on a type variable by the ``replace`` of a base class, of which mypy tells only before it checks the method."""
COPY_WRITE: Final = Kind[CallSite]()
"""The assignment of a field of a mutable copy."""
ATTRIBUTE_WRITE: Final = Kind[AttributeWrite]()
ATTRIBUTE_READ: Final = Kind[AttributeRead]()
NAMED_WRITE: Final = Kind[NamedWrite]()
ITEM_WRITE: Final = Kind[ItemWrite]()
ROWS: Final = Kind[Rows]()
OBJECT_COMPARISON: Final = Kind[ObjectComparison]()
CONTAINED: Final = Kind[Contained]()
HASHING: Final = Kind[Hashing]()
OPERATION: Final = Kind[OperationSite]()
ANNOTATED_CALL: Final = Kind[AnnotatedCall]()
CALL: Final = Kind[Call]()
CALL_ELSEWHERE: Final = Kind[Call]()
TRANSFORMED: Final = Kind[Transformed]()
LOOP: Final = Kind[Loop]()
CUSTOM_RULES: Final = Kind[CustomRules]()
TREE_MAP: Final = Kind[TreeMap]()
RETURNED: Final = Kind[ReturnedValue]()
ANNOTATED_VARIABLE: Final = Kind[AnnotatedVariable]()
ONE_NUMBER: Final = Kind[OneNumber]()
UNPACKING: Final = Kind[Unpacking]()
ITERATION: Final = Kind[Iteration]()
GONE_ALONG: Final = Kind[OperationSite]()
"""An array along whose rows a loop or a comprehension goes."""
ITEM_READ: Final = Kind[ItemRead]()
PARAMETER_DEFAULT: Final = Kind[ParameterDefault]()
PURE_CALL: Final = Kind[PureCall]()
JITTED_FUNCTION: Final = Kind[Jitted]()
"""A function under ``jit``, of JAX or of a library around it."""
JITTED_CALL: Final = Kind[JittedCall]()
HASHED_FUNCTION: Final = Kind[HashedFunction]()
TRACED_FUNCTION: Final = Kind[TracedFunction]()
"""A function of the module that a transformation of JAX calls with tracers."""
OVERRIDING_METHOD: Final = Kind[TracedFunction]()
"""A method of a class of the module that a jitted method of a base calls with tracers."""
GRADIENT_FUNCTION: Final = Kind[GradientFunction]()
TRANSFORM_ARGUMENT: Final = Kind[TransformArgument]()
"""An object of a pytree dataclass that is handed to a transformation of JAX, or to the loops of `jax.lax`."""
HANDED: Final = Kind[HandedValue]()
"""A value of whatever class that a call hands to a transformation of JAX, or to the loops of `jax.lax`."""
