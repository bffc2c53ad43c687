"""``jdc-undeclared``: code gives an object an attribute that is not a field, which flattening loses.

Attributes that ``__init__`` and ``__post_init__`` assign are there again after unflattening, in libraries that call
them. chex keeps every attribute, as a leaf: the object then has another tree than those without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TypeInfo,
    Var,
)

from jdc_spec.rules import UNDECLARED
from jdc_spec.sentences import MAKERS

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_expected_to_fail, is_tried
from ...syntax.names.named_writes import named_write
from ...syntax.names.targets import members, targets
from ...syntax.names.write_kinds import WriteKind
from ...syntax.walk import statements
from ...typefacts.instances import literal_string, sole_instance
from ..places import CLASS, NAMED_WRITE, NamedWrite, asked
from ..sites import ClassSite
from .frozen_attributes import new_attributes


@asked(UNDECLARED, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report attributes that only methods give an object after it is made."""
    facts, info = site.model.facts, site.model.info
    if info.fallback_to_any or not _is_plain(site.model):
        return
    methods = list(_methods(site))
    made = {name for method in methods if method.name in MAKERS for name, _ in _assigned(site, method)}
    for method in methods:
        is_special = method.name.startswith("__") and method.name != "__call__"
        if is_special or _is_called_by_makers(site, method, methods):
            continue
        found = [(each.name, each) for each in new_attributes(method)] if not facts.frozen else []
        for name, node in [*found, *_set_by_object(site, method)]:
            is_known = name in made or name in site.model.fields or _is_declared(site, name)
            if not is_known and not _is_asked_for(site.api, name, node):
                yield Diagnostic(UNDECLARED, _sentence(site.model, name), node)


@asked(UNDECLARED, at=CLASS)
def check_makers(site: ClassSite) -> Iterator[Diagnostic]:
    """Report attributes that a constructor gives an object, where the library refuses what is not a field."""
    if not site.model.facts.makes_fields_alone or site.model.info.fallback_to_any or not _is_plain(site.model):
        return
    for method in (each for each in _methods(site) if each.name in MAKERS):
        may_assign = site.model.facts.opens_in_construction
        for name, node in _assigned_plainly(method) if may_assign else _set_by_object(site, method):
            if name not in site.model.fields and not _is_declared(site, name):
                yield Diagnostic(UNDECLARED, _refusal(site, name), node)


@asked(UNDECLARED, at=NAMED_WRITE)
def check_named(site: NamedWrite) -> Iterator[Diagnostic]:
    """Report ``setattr(obj, "name", value)`` on an object that is not the ``self`` of a method."""
    owner, name = sole_instance(site.target), literal_string(site.name)
    model = None if owner is None or owner.extra_attrs is not None else model_of(owner.type)
    if model is None or name is None or site.write.kind is not WriteKind.ASSIGN:
        return
    takes_any = not (model.facts.frozen or model.facts.freezes_every_attribute or model.info.fallback_to_any)
    is_open = takes_any and _is_plain(model) and not _is_self(site)
    is_known = not is_open or _may_have(model.info, name, site.api.tree)
    if not is_known and not _is_asked_for(site.api, name, site.node):
        yield Diagnostic(UNDECLARED, _sentence(model, name), site.node)


def _is_self(site: NamedWrite) -> bool:
    """Return whether a method writes to its own object, of which the class tells."""
    written = named_write(site.node)
    target = None if written is None else written.target
    return target is None or (isinstance(target, NameExpr) and isinstance(target.node, Var) and target.node.is_self)


def _may_have(info: TypeInfo, name: str, tree: MypyFile) -> bool:
    """Return whether a class has an attribute, or a subclass of it in the module."""
    related = (info, *INDEX.of(tree).classes())
    return any(info in each.mro and each.get(name) is not None for each in related)


def _is_plain(model: PytreeClass) -> bool:
    """Return whether nothing but the fields says how the class is flattened, or what becomes of attributes.

    A function of the program that flattens may keep all attributes that an object has.
    """
    if model.facts.unlisted == "unknown":
        return False
    special = ("tree_flatten", "__getattr__", "__getattribute__", "__setattr__", "__slots__")
    return not any(name in base.names for base in model.info.mro[:-1] for name in special)


def _methods(site: ClassSite) -> Iterator[FuncDef]:
    for statement in statements(site.defn.defs.body):
        function = statement.func if isinstance(statement, Decorator) else statement
        if (
            isinstance(function, FuncDef)
            and function.info is site.model.info
            and not (function.is_static or function.is_class)
        ):
            yield function


def _assigned(site: ClassSite, method: FuncDef) -> Iterator[tuple[str, Context]]:
    """Yield the attributes of ``self`` that a method assigns to, in any way."""
    yield from _assigned_plainly(method)
    yield from _set_by_object(site, method)


def _assigned_plainly(method: FuncDef) -> Iterator[tuple[str, Context]]:
    """Yield the attributes of ``self.name = value``."""
    receiver = method.arguments[0].variable if method.arguments else None
    for statement in statements(method.body.body):
        for target in targets(statement):
            for member in members(target.expression):
                if isinstance(member.expr, NameExpr) and member.expr.node is receiver:
                    yield member.name, member


def _set_by_object(site: ClassSite, method: FuncDef) -> Iterator[tuple[str, Context]]:
    """Yield the attributes of ``object.__setattr__(self, "name", value)``, and of ``setattr`` where that works."""
    receiver = method.arguments[0].variable if method.arguments else None
    for call in INDEX.of(site.api.tree).inside(method).expressions_of(CallExpr):
        if len(call.args) != 3 or not _sets(call, is_frozen=site.model.facts.frozen):
            continue
        written, name, _ = call.args
        owner, said = site.evaluator.source(written), site.evaluator.source(name)
        if isinstance(owner, NameExpr) and owner.node is receiver and isinstance(said, StrExpr):
            yield said.value, call


def _sets(call: CallExpr, *, is_frozen: bool) -> bool:
    callee = call.callee
    if isinstance(callee, NameExpr):
        return callee.fullname == "builtins.setattr" and not is_frozen
    owner = callee.expr if isinstance(callee, MemberExpr) and callee.name == "__setattr__" else None
    return isinstance(owner, NameExpr) and owner.fullname == "builtins.object"


def _is_declared(site: ClassSite, name: str) -> bool:
    """Return whether a class of the MRO has a name, but for what mypy takes the assignment itself to declare."""
    owner = next((base for base in site.model.info.mro if name in base.names), None)
    return owner is not None and (owner is not site.model.info or not owner.names[name].implicit)


def _is_called_by_makers(site: ClassSite, method: FuncDef, methods: list[FuncDef]) -> bool:
    index = INDEX.of(site.api.tree)
    made_by = (maker for maker in methods if maker.name in MAKERS)
    return any(
        each.name == method.name for maker in made_by for each in index.inside(maker).expressions_of(MemberExpr)
    )


def _is_asked_for(api: TypeChecker, name: str, node: Context) -> bool:
    """Return whether the module finds out if the attribute is there: by a string, or by its ``AttributeError``."""
    given = node.args[1] if isinstance(node, CallExpr) else None
    own = None if given is None else Evaluator(api).source(given)
    tree = api.tree
    body = INDEX.of(tree).body
    if any(each.value == name and each is not own for each in body.expressions_of(StrExpr)):
        return True
    if isinstance(given, NameExpr) and sum(each.node is given.node for each in body.expressions_of(NameExpr)) > 2:
        return True  # by the name of the string
    reads = (each for each in body.expressions_of(MemberExpr) if each.name == name and each is not node)
    return any(is_expected_to_fail(each, tree) or is_tried(each, tree, "Exception") for each in reads)


def _sentence(model: PytreeClass, name: str) -> str:
    owner, library = model.info.name, model.facts.library
    if model.facts.keeps_attributes:
        effect = f"{library} makes a leaf of it, so that the object has another tree than those without it"
    else:
        effect = "flattening loses it, and after jax.jit or jax.tree.map the object does not have it"
    return f'"{name}" is not a field of "{owner}": {effect}; declare the field in the class body'


def _refusal(site: ClassSite, name: str) -> str:
    if site.model.facts.opens_in_construction:
        return (
            f'"{name}" is not a field of "{site.defn.name}": {site.model.facts.library} refuses the assignment with '
            "an error; declare it in the class body"
        )
    return (
        f'"{name}" is not a field of "{site.defn.name}": {site.model.facts.library} raises a TypeError once the '
        "object is made, since flattening would lose it; declare it in the class body, or make it a cached property"
    )
