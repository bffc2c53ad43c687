"""The hooks that mypy asks: whether a name is one of a pytree dataclass, and the feature that handles it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from mypy.nodes import Decorator, FuncDef, MypyFile, TypeInfo, Var
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
)
from mypy.plugins.default import DefaultPlugin
from mypy.types import FunctionLike, Type

from .features import (
    array_operations,
    attribute_writes,
    class_definitions,
    constructions,
    library_operations,
    pure_calls,
    replacements,
    structure_trees,
    transform_arguments,
)
from .features.array_aliases import AliasReader
from .features.jitted_functions import check_method_read
from .features.pure_calls import check_replaced_tuple
from .hook_tables import (
    FUNCTION_SIGNATURES,
    FUNCTIONS,
    INHERITED,
    METHOD_SIGNATURES,
    METHODS,
    ORGANIZER_METHODS,
    PYTREE_METHODS,
    FunctionFeature,
    MethodFeature,
    of_unnamed,
)
from .host import unchanged
from .host.analysed_types import TREEDEFS
from .host.daemon import is_daemon
from .host.guard import guarded
from .host.looked_up_names import LookedUpNames
from .host.modules import MODULES
from .libraries.definition import PARTIAL, STANDARD
from .libraries.flattening import UNFLATTEN
from .libraries.jax_md import SET
from .libraries.nnx import PYTREE
from .libraries.other_names import other_name_of
from .libraries.own.names import is_own_decorator, is_own_replacing, own_base, own_standard, registering_base
from .libraries.registry import base_classes, decorators
from .model.annotations.signatures import has_signature, has_signature_of
from .model.classes import pytree_bases
from .model.converters import converters
from .model.generated_constructors import REPLACE, says_arrays
from .model.subclasses import is_noted
from .repairs import untyped_calls
from .repairs.copying_methods import signature_of_copying
from .repairs.libraries import flax_apply, layer_results
from .repairs.libraries.converters import taken_by
from .repairs.libraries.equinox_enumerations import has_member, item
from .repairs.libraries.unread_bases import accept_base
from .repairs.mentions import MENTIONED, OBJECT
from .repairs.replace import METHOD, has_set
from .repairs.same_names import tell_apart
from .repairs.transforms import array_trees
from .repairs.transforms.calls_of_jitted import accept_call
from .repairs.transforms.jitted_attributes import WRAPPED, add_attributes
from .repairs.transforms.replaced_methods import is_jitted
from .repairs.transforms.transformed_functions import accept_arrays
from .repairs.transforms.treedefs import accept_anything
from .structure.exported_names import ORGANIZER, exported


class JdcHooks(Plugin):
    """Dataclass semantics, the model and the rules for pytree dataclasses."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._aliases = AliasReader()
        self._mypy = DefaultPlugin(options)
        self._names = LookedUpNames(self.lookup_fully_qualified)
        find = self._find_pytree_class
        self._pytree_class = find if is_daemon(options) else functools.cache(find)
        """Remembers what it finds: every class is read before anything is checked, but a daemon reads it again."""
        self._registering = registering_base if is_daemon(options) else functools.cache(registering_base)

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """Keep the modules of the build."""
        super().set_modules(modules)
        MODULES.set(modules)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """Read array annotations outside classes; give treedefs a type."""
        if fullname in TREEDEFS:
            return accept_anything if self._names.is_variable(fullname) else None
        return None if self._aliases.is_reading else self._aliases.read

    def get_class_decorator_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Tag decorated classes early, as mypy does for its own dataclasses."""
        if fullname == STANDARD or not self._may_make_dataclass(fullname):
            return None
        return guarded(functools.partial(class_definitions.tag, resolved=fullname), unchanged.nothing)

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Read a decorated class once its module is analysed."""
        if not self._may_make_dataclass(fullname):
            if not is_daemon(self.options) or not self._may_come_to_register(fullname):
                return None
            following = functools.partial(class_definitions.follow_and_leave, resolved=fullname)
            return guarded(following, functools.partial(class_definitions.leave, resolved=fullname))
        return guarded(
            functools.partial(class_definitions.make_decorated, resolved=fullname),
            functools.partial(class_definitions.leave, resolved=fullname),
        )

    def _may_come_to_register(self, fullname: str) -> bool:
        """Return whether a class decorator is a function that an edit may change; mypy itself knows the others."""
        return self._names.is_function(fullname) and self._mypy.get_class_decorator_hook_2(fullname) is None

    def _may_make_dataclass(self, fullname: str) -> bool:
        """Return whether a class decorator may be that of a library, by a name that mypy cannot follow too."""
        if fullname in decorators() or fullname in (STANDARD, PARTIAL) or own_standard(fullname) is not None:
            return True
        return is_own_decorator(fullname) or self._names.is_unreadable(fullname)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Read a class whose direct base is, or inherits from, one that registers its subclasses."""
        if fullname == WRAPPED:
            return guarded(add_attributes, unchanged.nothing)
        info = self._names.class_of(fullname) or self._names.class_of_alias(fullname)
        if info is None:
            return guarded(accept_base, unchanged.nothing) if self._names.is_unreadable(fullname) else None
        registering = self._registering(info)
        if registering is not None:
            make = functools.partial(class_definitions.make_subclass, base=registering)
            return guarded(functools.partial(tell_apart, after=make), unchanged.nothing)
        follow = class_definitions.follow if is_daemon(self.options) else None
        feature = functools.partial(tell_apart, after=class_definitions.note) if is_noted(info) else follow
        if info.has_base(PYTREE):
            feature = functools.partial(class_definitions.mention_nnx, after=feature)
        return None if feature is None else guarded(feature, unchanged.nothing)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Judge writes to a field of a pytree dataclass; type the attributes of a state organizer."""
        owner, name = _split(fullname)
        info = self._pytree_class(owner)
        if info is None and owner not in base_classes():
            feature = self._attribute_feature(owner, name)
            return None if feature is None else guarded(feature, unchanged.attribute_type)
        if name == METHOD:
            return guarded(replacements.check_method_of_variable, unchanged.attribute_type)
        check = functools.partial(attribute_writes.check_attribute, name=name)
        if info is not None and name in converters(info):
            taken = taken_by(converters(info)[name], self.lookup_fully_qualified)
            check = functools.partial(attribute_writes.check_converted, name=name, taken=taken)
        return None if info is None else guarded(check, unchanged.attribute_type)

    def _attribute_feature(self, owner: str, name: str) -> Callable[[AttributeContext], Type] | None:
        """Return what handles an attribute of a class that is no pytree dataclass."""
        if owner in array_operations.ARRAYS and name in array_operations.ATTRIBUTES:
            return array_operations.check_attribute
        if owner in array_operations.ARRAYS and name == array_operations.SHAPE:
            return array_operations.check_shape
        if exported(owner) == ORGANIZER:
            return functools.partial(structure_trees.read_attribute, name=name)
        is_apply = name == flax_apply.APPLY and owner == flax_apply.MODULE
        return flax_apply.handed_on if is_apply else check_method_read if self._is_jitted(owner, name) else None

    def _is_jitted(self, owner: str, name: str) -> bool:
        """Return whether an attribute of a class is a method under `jax.jit`."""
        info = self._names.class_of(owner)
        symbol = None if info is None else info.get(name)
        return symbol is not None and is_jitted(symbol.node)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Judge a class where its body mentions a base; type the members of an enumeration."""
        owner, name = _split(fullname)
        info = None if name.startswith("_") else self._names.class_of(owner)
        if info is not None and has_member(info, name):
            return guarded(functools.partial(item, info=info), unchanged.attribute_type)
        if name != MENTIONED or not (owner == OBJECT or owner in base_classes() or self._pytree_class(owner)):
            return None
        return guarded(class_definitions.check_mention, unchanged.attribute_type)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Judge calls of functions and classes; some get a better type than the stubs can give them."""
        feature = FUNCTIONS.get(fullname) or self._function_feature(fullname)
        if self._unflattens(fullname):
            feature = constructions.by_hand(feature)
        if self._pytree_class(self._names.class_returned(fullname)):
            feature = pure_calls.function_first(feature)
        feature = of_unnamed(fullname, untyped_calls.of_function(fullname, feature, self._names))
        return None if feature is None else guarded(feature, unchanged.return_type)

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Let constructors take what their classes convert; let optax and chex take pytree dataclasses."""
        if fullname.startswith(array_trees.PACKAGES):
            return guarded(array_trees.accepting(fullname), unchanged.signature)
        if fullname in FUNCTION_SIGNATURES:
            return guarded(FUNCTION_SIGNATURES[fullname], unchanged.signature)
        info = self._pytree_class(fullname)
        if info is None:
            symbol = self.lookup_fully_qualified(fullname)
            is_variable = symbol is not None and isinstance(symbol.node, Decorator | Var)
            if fullname.isidentifier() or is_variable:  # it may be jitted
                return guarded(accept_call, unchanged.signature)
            unflattens = self._unflattens(fullname)
            return guarded(constructions.signature_by_hand, unchanged.signature) if unflattens else None
        taken = functools.partial(constructions.signature, info=info, find=self.lookup_fully_qualified)
        return guarded(taken, unchanged.signature)

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Type ``obj.replace(...)``; let optax take pytree dataclasses."""
        if fullname.startswith(array_trees.PACKAGES):
            return guarded(array_trees.accepting(fullname), unchanged.signature)
        if fullname in METHOD_SIGNATURES:
            return guarded(METHOD_SIGNATURES[fullname], unchanged.signature)
        copying = signature_of_copying(*_split(fullname), self._pytree_class)
        if copying is not None:
            return guarded(copying, unchanged.signature)
        return guarded(accept_arrays, unchanged.signature) if self._is_jitted(*_split(fullname)) else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Judge calls of methods."""
        feature = of_unnamed(fullname, METHODS.get(fullname) or self._method_feature(*_split(fullname)))
        if fullname.startswith(array_operations.LAYERS) and fullname.endswith(".__call__"):
            feature = array_operations.operation_first(feature or layer_results.layer_result)
        if untyped_calls.is_silent(fullname, self._names):
            feature = untyped_calls.accepted(feature)
        return None if feature is None else guarded(feature, unchanged.return_type)

    def _function_feature(self, fullname: str) -> FunctionFeature | None:
        if exported(fullname):
            return functools.partial(structure_trees.check_function, name=exported(fullname))
        if not constructions.NAMES_CLASSES_IN_FULL and fullname.isidentifier():
            return functools.partial(
                constructions.construct_of_variable, name=fullname, find=self.lookup_fully_qualified
            )
        if (info := self._pytree_class(fullname)) is not None:
            return functools.partial(constructions.construct, info=info, find=self.lookup_fully_qualified)
        if is_own_decorator(fullname) or own_standard(fullname) is not None:
            return class_definitions.check_decorated
        return FUNCTIONS.get(other_name_of(fullname) or "") or self._call_feature(fullname)

    def _unflattens(self, fullname: str) -> bool:
        """Return whether a name is that of a class with a method that JAX calls to make an object."""
        info = self._names.class_of(fullname)
        return info is not None and UNFLATTEN in info.names

    def _call_feature(self, fullname: str) -> FunctionFeature | None:
        """Return what handles the call of a function that makes no object of a pytree dataclass."""
        check = transform_arguments.check_call if self._may_be_transformed(fullname) else None
        if operation := library_operations.of_function(fullname, check):
            return operation
        if check is not None:  # a name may stand for jax.jit(f), or for a function inside another
            return array_operations.call_first(check)
        if self._says_arrays(fullname):
            return array_operations.check_call
        is_plain = self._names.has_body(fullname) or self._names.says_nothing(fullname)
        return array_operations.check_plain_call if is_plain else None

    def _says_arrays(self, fullname: str) -> bool:
        """Return whether a function or a class takes annotated arrays."""
        find = self.lookup_fully_qualified
        if has_signature(*_split(fullname), find) or self._method_says_arrays(fullname, "__init__"):
            return True
        info = self._names.class_of(fullname)
        return info is not None and says_arrays(info, find)

    def _may_be_transformed(self, fullname: str) -> bool:
        """Return whether a name may stand for a transformed function; one that is local to a function has no dot."""
        if "." not in fullname:
            return True
        symbol = self.lookup_fully_qualified(fullname)
        return symbol is not None and transform_arguments.may_be_transformed(symbol.node)

    def _method_feature(self, owner: str, name: str) -> MethodFeature | None:
        """Return what handles a method."""
        if exported(owner) == ORGANIZER:
            return ORGANIZER_METHODS.get(name)
        if owner.endswith(pure_calls.AT_REFERENCE) and owner.startswith("jax."):
            return library_operations.of_update(name)
        info = self._pytree_class(owner)
        if info is None:
            is_own = name == METHOD and is_own_replacing(owner)
            return replacements.check_method if is_own else self._plain_method_feature(owner, name)
        added = replacements.check_set if self._has_set(owner, name) else PYTREE_METHODS.get(name)
        if added is not None:
            return added
        defining = info.get_containing_type_info(name)
        if defining is not None and f"{defining.fullname}.{name}" in METHODS:
            return METHODS[f"{defining.fullname}.{name}"]
        check_method: MethodFeature = functools.partial(pure_calls.check_method, info=info, name=name)
        symbol = info.get(name)
        if symbol is not None and isinstance(symbol.node, Decorator):
            check_method = transform_arguments.method_first(check_method)
        return array_operations.call_first(check_method) if self._method_says_arrays(owner, name) else check_method

    def _plain_method_feature(self, owner: str, name: str) -> MethodFeature | None:
        """Return what handles a method of a class that has no pytree dataclass among its bases."""
        is_function = name == "__call__" and owner.startswith(array_operations.PACKAGES)  # jnp.add, an object
        if is_function or owner in array_operations.ARRAYS | array_operations.GENERATORS:
            return array_operations.check_operation
        if name == "__init_subclass__" and own_base(owner) is not None:
            return class_definitions.check_subclass
        info = self._names.class_of(owner) if name == REPLACE or name in INHERITED else None
        if info is not None and name in INHERITED and info.has_base(INHERITED[name][0]):
            return INHERITED[name][1]
        if info is not None and name == REPLACE and info.is_named_tuple:
            is_said = says_arrays(info, self.lookup_fully_qualified)
            return array_operations.call_first(check_replaced_tuple) if is_said else check_replaced_tuple
        feature = array_operations.check_call if self._method_says_arrays(owner, name) else None
        made = self._pytree_class(self._names.class_returned_by(owner, name))
        return feature if made is None else pure_calls.method_first(feature)

    def _method_says_arrays(self, owner: str, name: str) -> bool:
        """Return whether a method of a class, or of a base, has array annotations."""
        info = self._names.class_of(owner)
        symbol = None if info is None else info.get(name)
        node = None if symbol is None else symbol.node
        function = node.func if isinstance(node, Decorator) else node
        return isinstance(function, FuncDef) and has_signature_of(function, self.lookup_fully_qualified)

    def _has_set(self, owner: str, name: str) -> bool:
        info = self._pytree_class(owner) if name == SET else None
        return info is not None and has_set(info)

    def _find_pytree_class(self, fullname: str) -> TypeInfo | None:
        """Return a class that has a pytree dataclass among its bases."""
        info = self._names.class_of(fullname)
        return info if info is not None and any(pytree_bases(info)) else None


def _split(fullname: str) -> tuple[str, str]:
    """Return the class and the name of an attribute."""
    owner, _, name = fullname.rpartition(".")
    return owner, name
