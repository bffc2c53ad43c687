"""The places where rules look: class definitions, calls that make or change an object, loops over one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    BytesExpr,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    Context,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    ForStmt,
    GeneratorExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    StrExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import AttributeContext, FunctionContext
from mypy.typeops import map_type_from_supertype
from mypy.types import Type, TypeVarType

from ..copies.writes import Write
from ..evaluate import Evaluator, evaluator_of
from ..host.known_types import known_type
from ..libraries.facts import Role
from ..libraries.originals import is_made_by_library
from ..model.classes import PytreeClass, model_of, pytree_bases
from ..model.constructors import arguments_of, keeps_arguments
from ..model.fields import annotated_assignments
from ..syntax import INDEX
from ..syntax.arguments import by_keyword, has_stars
from ..typefacts.instances import sole_instance

_LITERALS: Final = (BytesExpr, FloatExpr, IntExpr, StrExpr)


class ClassField(NamedTuple):
    """A field that a class body writes."""

    name: str
    statement: AssignmentStmt
    declared: Type | None
    """Its declared type; None where mypy has none."""
    role: Role

    @property
    def annotation(self) -> Context:
        """The annotation, where mypy shows what it says of the field."""
        return self.statement.unanalyzed_type or self.statement


class InheritedField(NamedTuple):
    """A field that a class has from a base."""

    name: str
    role: Role
    declared: Type
    """Its type in the class, where type variables of bases have become what the class gives for them."""
    in_bases: tuple[Type, ...]
    """Its types in the bases that are pytree dataclasses themselves, where a rule has already judged it."""


class ClassSite(NamedTuple):
    """A pytree dataclass at its definition, while mypy checks its module."""

    model: PytreeClass
    defn: ClassDef
    api: TypeChecker
    own_fields: Sequence[ClassField]
    """The fields that the class body writes."""
    inherited_fields: Sequence[InheritedField]
    """The fields that bases write, plain dataclasses among them."""
    is_made_by_library: bool
    """True if a library makes a dataclass of the class, by a decorator or a base, and no code of a project changes
    it."""

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator for defaults."""
        return evaluator_of(self.api)


def _inherited_fields(model: PytreeClass) -> Iterator[InheritedField]:
    info = model.info
    for name in model.fields:
        declared = None if name in model.own else _type_in(info, name)
        if declared is not None:
            types = (_type_in(base, name) for base in pytree_bases(info) if base is not info)
            in_bases = tuple(each for each in types if each is not None)
            yield InheritedField(name, model.role_of(name), declared, in_bases)


def _type_in(info: TypeInfo, name: str) -> Type | None:
    """Return the type of a field as a class sees it, in terms of its own type variables."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    if not isinstance(node, Var) or node.type is None or not node.info:
        return None
    return map_type_from_supertype(node.type, info, node.info)


class NnxClass(NamedTuple):
    """A class below `flax.nnx.Pytree`: what an attribute is given makes it data or static."""

    info: TypeInfo
    node: ClassDef
    api: TypeChecker


class LayerClass(NamedTuple):
    """A class below `flax.linen.Module`, whose objects are frozen outside of ``setup``."""

    info: TypeInfo
    node: ClassDef
    api: TypeChecker


class PlainDataclass(NamedTuple):
    """A class that `dataclasses.dataclass` alone makes, which nothing makes a pytree as far as is known."""

    info: TypeInfo
    node: ClassDef
    api: TypeChecker


class Iteration(NamedTuple):
    """An object of a pytree dataclass that a loop or a comprehension goes along: ``for each in state``."""

    node: Expression
    around: ForStmt | GeneratorExpr | DictionaryComprehension
    owner: Type
    api: TypeChecker


@dataclass(frozen=True, slots=True, eq=False)
class CallSite:
    """A constructor call, a call that copies an object with some fields replaced, or a write to a mutable copy."""

    info: TypeInfo
    """The class of the object that results."""
    model: PytreeClass | None
    """None where a base is a pytree dataclass but the class itself is not registered."""
    arguments: Mapping[str, Expression]
    """The argument of each field that the call writes; those behind ``*`` and ``**`` are not here."""
    is_partial: bool
    """True if fields without an argument keep the value of another object (a replacement)."""
    call: Context
    """The call; the written attribute where it is a write."""
    api: TypeChecker

    @property
    def is_write(self) -> bool:
        """Return whether a field of a mutable copy is assigned."""
        return isinstance(self.call, MemberExpr)

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator for the arguments."""
        return evaluator_of(self.api)


def class_site(info: TypeInfo, api: TypeChecker) -> ClassSite | None:
    """Return the definition of a class of the module under check."""
    model = model_of(info)
    if model is None:
        return None
    own = [
        ClassField(name, statement, model.type_of(name), model.role_of(name))
        for name, statement in annotated_assignments(info.defn)
        if name in model.own
    ]
    inherited = list(_inherited_fields(model))
    is_made = model.facts.is_dataclass and is_made_by_library(info.defn, api.tree)
    return ClassSite(model, info.defn, api, own, inherited, is_made)


def decorated_class(decorator: Context, tree: MypyFile) -> TypeInfo | None:
    """Return the class that a decorator, as a hook sees it, stands on: the class itself or the decorator's call."""
    if isinstance(decorator, ClassDef):
        return decorator.info
    definition = INDEX.of(tree).decorated_class(decorator) if isinstance(decorator, Expression) else None
    return None if definition is None else definition.info


def subclass_at(context: Context, tree: MypyFile) -> TypeInfo | None:
    """Return the class whose ``__init_subclass__`` call mypy simulates at ``context``."""
    definition = INDEX.of(tree).class_at(context)
    return None if definition is None else definition.info


def construction(ctx: FunctionContext, info: TypeInfo) -> CallSite:
    """Return the site of a constructor call."""
    assert isinstance(ctx.api, TypeChecker)
    arguments: dict[str, Expression] = {}
    for formal, actuals in zip(ctx.callee_arg_names, ctx.args, strict=True):
        if formal is not None and len(actuals) == 1 and _is_plain(ctx.context, actuals[0]):
            arguments[formal] = actuals[0]
    return CallSite(info, model_of(info), arguments, is_partial=False, call=ctx.context, api=ctx.api)


def values_of(call: CallExpr, info: TypeInfo, module: MypyFile) -> Mapping[str, Expression]:
    """Return what a constructor call gives each field, literals that a class of the module has as defaults too."""
    given = arguments_of(call, info)
    if info.module_name != module.fullname or has_stars(call) or not keeps_arguments(info):
        return given
    written = {name: default_of(statement.rvalue) for name, statement in annotated_assignments(info.defn)}
    return {**{name: value for name, value in written.items() if isinstance(value, _LITERALS)}, **given}


def default_of(written: Expression) -> Expression | None:
    """Return the default of a field: what a class body assigns, or the ``default`` of the call there."""
    return by_keyword(written, "default") if isinstance(written, CallExpr) else written


def replacement(call: Context, info: TypeInfo, api: object) -> CallSite:
    """Return the site of ``obj.replace(x=...)`` or ``dataclasses.replace(obj, x=...)``."""
    assert isinstance(api, TypeChecker)
    named = zip(call.arg_names, call.args, strict=True) if isinstance(call, CallExpr) else ()
    arguments = {name: value for name, value in named if name is not None}
    return CallSite(info, model_of(info), arguments, is_partial=True, call=call, api=api)


def replacement_of_variable(ctx: AttributeContext) -> CallSite | None:
    """Return the site of ``self.replace(x=...)`` where ``self`` is a type variable, from ``self.replace``.

    mypy asks no hook for a method that is called on a type variable.
    """
    assert isinstance(ctx.api, TypeChecker)
    receiver = sole_instance(ctx.type)
    call = INDEX.of(ctx.api.tree).method_call(ctx.context)
    if call is None or receiver is None or not isinstance(known_type(ctx.type), TypeVarType):
        return None
    return replacement(call, receiver.type, ctx.api)


def copy_write(ctx: AttributeContext, name: str, write: Write | None) -> CallSite | None:
    """Return the site of ``copy.x = value`` where ``copy`` may be a mutable copy."""
    if write is None or not write.in_copy or write.value is None or not ctx.is_lvalue:
        return None
    owner = sole_instance(ctx.type)
    if owner is None or not isinstance(ctx.context, MemberExpr):
        return None
    assert isinstance(ctx.api, TypeChecker)
    arguments = {name: write.value}
    return CallSite(owner.type, model_of(owner.type), arguments, is_partial=True, call=ctx.context, api=ctx.api)


def _is_plain(call: Context, argument: Expression) -> bool:
    if not isinstance(call, CallExpr):
        return False
    return any(
        value is argument and not kind.is_star() for value, kind in zip(call.args, call.arg_kinds, strict=True)
    )


class Contained(NamedTuple):
    """A comparison with ``in`` or ``not in`` a list or a tuple."""

    node: ComparisonExpr
    api: TypeChecker


class Rows(NamedTuple):
    """A loop over an array of JAX: ``for row in x``, ``for i, row in enumerate(x)``."""

    row: Expression
    """The target that each row is bound to."""
    array: Expression
    node: ForStmt
    api: TypeChecker


class PureCall(NamedTuple):
    """A call that does nothing but compute its result."""

    node: Context
    does: str
    """Its effect, as part of a sentence: ``"replace" makes a new "A" and leaves the old one as it is``."""
    api: TypeChecker
    used: Expression | None = None
    """The call's argument, where only its use below tells that the result is missed: a call may be there to raise."""
