"""The hooks: from a name that mypy meets to the code that handles it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import (
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    MethodContext,
    MethodSigContext,
    Plugin,
)
from mypy.plugins.default import DefaultPlugin
from mypy.types import CallableType, FunctionLike, Instance, Type, TypeVarType, get_proper_type

from .copies.rounds import read_writes
from .copies.writes import deleted_places
from .host.daemon import is_daemon
from .host.freshness import follow_bases, looked_at, publish_class
from .host.guard import guarded
from .host.report import report
from .libraries.decorators import STANDARD, compares
from .libraries.known import base_classes, decorators
from .model.classes import pytree_bases
from .model.pure_methods import AT_METHODS, is_pure_method, note_pure_methods
from .model.reader import leave, make_decorated, make_subclass, note, tag
from .model.subclasses import is_noted
from .repairs.copied_class import COPY_AND_MUTATE, give_class_back
from .repairs.field_defaults import FIELD_MAKERS, accept_reported
from .repairs.jit import JIT, JIT_DECORATORS, JIT_GET, add_stages, bind_self
from .repairs.replace import METHOD, is_generated, replace_attribute, replace_signature
from .rules import registry
from .rules.jitted_functions import JITS, Jitted, jitted, jitted_by_partial
from .rules.roles import parameter_marker
from .rules.sites import (
    class_site,
    construction,
    copy_write,
    decorated_class,
    replacement,
    replacement_of_variable,
    subclass_at,
)
from .rules.use import discarded, frozen
from .structure.exported_names import ORGANIZER, SETS_APPLY, exported
from .syntax import named_writes
from .syntax.named_writes import named_write
from .syntax.per_module import PerModule
from .syntax.places import place
from .typefacts.instances import sole_instance

REPLACERS: Final = frozenset(("dataclasses.replace", "jdc_runtime.replace", "copy.replace"))
PARTIAL: Final = "functools.partial"
TREE_MAPS: Final = frozenset(
    ("jax._src.tree.map", "jax.tree.map", "jax._src.tree_util.tree_map", "jax.tree_util.tree_map")
)
NAMES_CLASSES_IN_FULL: Final = hasattr(CallableType, "get_instance_type")
"""Since 2.2: before, mypy asks for ``A`` and not ``package.A`` where a type variable stands for the class called."""


class JdcHooks(Plugin):
    """Dataclass semantics, the model and the rules for pytree dataclasses."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._of_mypy = DefaultPlugin(options)
        self._writes = PerModule(read_writes)
        self._deletions = PerModule(deleted_places)
        self._functions: Mapping[str, Callable[[FunctionContext], Type]] = {
            COPY_AND_MUTATE: give_class_back,
            **dict.fromkeys(FIELD_MAKERS, accept_reported),
            **dict.fromkeys((*decorators(), STANDARD), self._decorate),
            **dict.fromkeys(named_writes.FUNCTIONS, self._set_attribute),
            **dict.fromkeys(REPLACERS, self._replace_in),
            **{name: functools.partial(self._jit, fullname=name) for name in JITS},
            PARTIAL: self._partial,
            **dict.fromkeys(TREE_MAPS, self._map_tree),
        }

        self._methods: Mapping[str, Callable[[MethodContext], Type]] = {
            JIT_GET: bind_self,
            **dict.fromkeys(JIT_DECORATORS, add_stages),
        }

    def get_class_decorator_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Tag decorated classes early, as mypy does for its own dataclasses."""
        return guarded(functools.partial(tag, resolved=fullname), _nothing) if fullname in decorators() else None

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Read a decorated class once its module is analysed."""
        if fullname not in decorators() and not compares(fullname):
            return None
        return guarded(
            functools.partial(make_decorated, resolved=fullname), functools.partial(leave, resolved=fullname)
        )

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Read a class whose direct base is, or inherits from, one that registers its subclasses."""
        symbol = self.lookup_fully_qualified(fullname)
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return None
        for base in symbol.node.mro:
            library = base_classes().get(base.fullname)
            if library is not None:
                return guarded(functools.partial(make_subclass, library=library), _nothing)
        if is_noted(symbol.node):
            return guarded(note, _nothing)
        return follow_bases if is_daemon(self.options) else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Judge writes to a field of a pytree dataclass; type the attributes of a state organizer."""
        owner, _, name = fullname.rpartition(".")
        if exported(owner) == ORGANIZER:
            return guarded(functools.partial(self._organized_attribute, name=name), _attribute_type)
        if self._is_pytree_method(fullname, METHOD):
            return guarded(self._replace_of_variable, _attribute_type)
        symbol = self.lookup_fully_qualified(owner)
        if symbol is None or not isinstance(symbol.node, TypeInfo) or not any(pytree_bases(symbol.node)):
            return None
        return guarded(functools.partial(self._attribute, name=name), _attribute_type)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Judge calls: class decorators, constructors, replacements, ``setattr``, makers of structure trees.

        Some get a better type than the stubs can give them.
        """
        if exported(fullname):
            return guarded(functools.partial(self._structure, name=exported(fullname)), _return_type)
        handler = self._functions.get(fullname)
        if handler is not None:
            return guarded(handler, _return_type)
        if not NAMES_CLASSES_IN_FULL and fullname.isidentifier():
            return guarded(functools.partial(self._construct_of_variable, name=fullname), _return_type)
        symbol = self.lookup_fully_qualified(fullname)
        if symbol is None or not isinstance(symbol.node, TypeInfo) or not any(pytree_bases(symbol.node)):
            return None
        return guarded(functools.partial(self._construct, info=symbol.node), _return_type)

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Type ``obj.replace(...)``."""
        return guarded(replace_signature, _signature) if self._is_pytree_method(fullname, METHOD) else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Judge ``obj.replace(...)``, classes that a base class registers, and calls that only compute."""
        handler = self._methods.get(fullname) or self._method_handler(*_split(fullname))
        return None if handler is None else guarded(handler, _return_type)

    def _method_handler(self, owner: str, name: str) -> Callable[[MethodContext], Type] | None:
        if owner in base_classes() and name == "__init_subclass__":
            return self._subclass
        if name in SETS_APPLY and exported(owner) == ORGANIZER:
            return self._set_apply
        if name in AT_METHODS and owner.endswith(discarded.AT_REFERENCE) and owner.startswith("jax."):
            return functools.partial(self._update_at, name=name)
        return self._own_method(owner, name)

    def _own_method(self, owner: str, name: str) -> Callable[[MethodContext], Type] | None:
        """Return what handles a method of a pytree dataclass; a daemon has to ask whenever its body may change."""
        info = self._pytree_class(owner)
        if name == METHOD and (info is not None or owner in base_classes()):
            return self._replace
        if name in named_writes.METHODS and info is not None:
            return self._set_by_method
        if info is not None and (is_pure_method(info, name) or is_daemon(self.options)):
            return functools.partial(self._call_method, info=info, name=name)
        return None

    def _is_pytree_method(self, fullname: str, method: str) -> bool:
        owner, _, name = fullname.rpartition(".")
        return name == method and (owner in base_classes() or self._pytree_class(owner) is not None)

    def _pytree_class(self, fullname: str) -> TypeInfo | None:
        """Return a class that has a pytree dataclass among its bases."""
        symbol = self.lookup_fully_qualified(fullname)
        info = None if symbol is None else symbol.node
        return info if isinstance(info, TypeInfo) and any(pytree_bases(info)) else None

    def _attribute(self, ctx: AttributeContext, name: str) -> Type:
        if not ctx.is_lvalue and place(ctx.context) not in self._deletions.of(_tree(ctx.api)):
            return ctx.default_attr_type
        writes = self._writes.of(_tree(ctx.api))
        write = writes.of(ctx.context)
        report(ctx.api, frozen.check_attribute(ctx, name, writes))
        site = copy_write(ctx, name, write)
        report(ctx.api, () if site is None else registry.check_call(site))
        return ctx.default_attr_type

    def _set_attribute(self, ctx: FunctionContext) -> Type:
        target = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
        self._check_named(ctx, target)
        return ctx.default_return_type

    def _set_by_method(self, ctx: MethodContext) -> Type:
        """Judge ``obj.__setattr__("x", 1)`` and ``State.__setattr__(obj, "x", 1)``."""
        is_bound = isinstance(get_proper_type(ctx.type), Instance)
        given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
        self._check_named(ctx, ctx.type if is_bound else given)
        return ctx.default_return_type

    def _check_named(self, ctx: FunctionContext | MethodContext, target: Type | None) -> None:
        call = ctx.context
        if target is None or not isinstance(call, CallExpr) or not frozen.may_report(target):
            return
        named = named_write(call)
        write = self._writes.of(_tree(ctx.api)).of(call)
        if named is None or write is None or named.name >= len(ctx.arg_types) or not ctx.arg_types[named.name]:
            return
        report(ctx.api, frozen.check_call(target, ctx.arg_types[named.name][0], write, call))

    def _jit(self, ctx: FunctionContext, fullname: str) -> Type:
        _check_parameters(ctx, jitted(ctx, fullname))
        return add_stages(ctx) if fullname == JIT else ctx.default_return_type

    def _partial(self, ctx: FunctionContext) -> Type:
        _check_parameters(ctx, jitted_by_partial(ctx))
        by_mypy = self._of_mypy.get_function_hook(PARTIAL)
        return ctx.default_return_type if by_mypy is None else by_mypy(ctx)

    def _decorate(self, ctx: FunctionContext) -> Type:
        self._check_class(decorated_class(ctx.context, _tree(ctx.api)), ctx.api)
        return ctx.default_return_type

    def _subclass(self, ctx: MethodContext) -> Type:
        info = subclass_at(ctx.context, _tree(ctx.api))
        if info is not None:
            note_pure_methods(info.defn)  # mypy calls no hook for such a class once its methods are analysed
            publish_class(info, ctx.api.named_generic_type("builtins.str", []), self.options)
        self._check_class(info, ctx.api)
        return ctx.default_return_type

    def _organized_attribute(self, ctx: AttributeContext, name: str) -> Type:
        from .rules.structure.attributes import attribute_type, check_attribute  # noqa: PLC0415 - few programs need it

        report(ctx.api, check_attribute(ctx, name))
        return attribute_type(ctx, name)

    def _structure(self, ctx: FunctionContext, name: str) -> Type:
        from .rules.structure.checks import check_function  # noqa: PLC0415

        check_function(ctx, name)
        return ctx.default_return_type

    def _set_apply(self, ctx: MethodContext) -> Type:
        from .rules.structure.checks import check_call  # noqa: PLC0415

        report(ctx.api, check_call(ctx, "apply"))
        return ctx.default_return_type

    def _check_class(self, info: TypeInfo | None, api: object) -> None:
        assert isinstance(api, TypeChecker)
        site = None if info is None else class_site(info, api)
        if site is not None:
            report(api, registry.check_class(site))

    def _construct(self, ctx: FunctionContext, info: TypeInfo) -> Type:
        report(ctx.api, registry.check_call(construction(ctx, info)))
        return ctx.default_return_type

    def _construct_of_variable(self, ctx: FunctionContext, name: str) -> Type:
        """Judge ``cls(...)`` where a type variable stands for the class."""
        made = get_proper_type(ctx.default_return_type)
        bound = sole_instance(made) if isinstance(made, TypeVarType) else None
        if bound is None or bound.type.name != name or not any(pytree_bases(bound.type)):
            return ctx.default_return_type
        return self._construct(ctx, bound.type)

    def _replace(self, ctx: MethodContext) -> Type:
        receiver = get_proper_type(ctx.type)
        if isinstance(receiver, Instance) and is_generated(receiver.type):
            report(ctx.api, registry.check_call(replacement(ctx.context, receiver.type, ctx.api)))
            report(ctx.api, discarded.check_replacement(ctx.context, receiver.type, ctx.api))
        return ctx.default_return_type

    def _replace_of_variable(self, ctx: AttributeContext) -> Type:
        """Judge ``self.replace(...)`` where ``self`` is a type variable: mypy names no method for its calls."""
        site = replacement_of_variable(ctx)
        if site is not None and is_generated(site.info):
            report(ctx.api, registry.check_call(site))
            report(ctx.api, discarded.check_replacement(site.call, site.info, ctx.api))
        return replace_attribute(ctx)

    def _replace_in(self, ctx: FunctionContext) -> Type:
        replaced = sole_instance(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
        if replaced is not None and any(pytree_bases(replaced.type)):
            report(ctx.api, registry.check_call(replacement(ctx.context, replaced.type, ctx.api)))
            report(ctx.api, discarded.check_replacement(ctx.context, replaced.type, ctx.api))
        return ctx.default_return_type

    def _map_tree(self, ctx: FunctionContext) -> Type:
        report(ctx.api, discarded.check_tree_map(ctx))
        return ctx.default_return_type

    def _update_at(self, ctx: MethodContext, name: str) -> Type:
        report(ctx.api, discarded.check_at(ctx.context, name, ctx.api))
        return ctx.default_return_type

    def _call_method(self, ctx: MethodContext, info: TypeInfo, name: str) -> Type:
        looked_at(info)
        if is_pure_method(info, name):
            report(ctx.api, discarded.check_method(ctx, info, name))
        return ctx.default_return_type


def _split(fullname: str) -> tuple[str, str]:
    """Return the class and the name of a method."""
    owner, _, name = fullname.rpartition(".")
    return owner, name


def _check_parameters(ctx: FunctionContext, each: Jitted | None) -> None:
    assert isinstance(ctx.api, TypeChecker)
    report(ctx.api, () if each is None else parameter_marker.check(each, ctx.api))


def _tree(api: object) -> MypyFile:
    """Return the module under check."""
    assert isinstance(api, TypeChecker)
    return api.tree


def _nothing(ctx: ClassDefContext) -> None:
    """Leave a class as mypy understands it."""


def _attribute_type(ctx: AttributeContext) -> Type:
    return ctx.default_attr_type


def _return_type(ctx: FunctionContext | MethodContext) -> Type:
    return ctx.default_return_type


def _signature(ctx: MethodSigContext) -> FunctionLike:
    return ctx.default_signature
