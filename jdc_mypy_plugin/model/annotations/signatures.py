"""The arrays that a function says it takes and returns: ``def f(x: Float[Array, "b 3"]) -> Float[Array, "b"]``.

mypy keeps the array class alone, and in a module from its cache a function has no annotations as they were written.
So what was read is kept as that of an alias is, by a variable beside the function whose type says it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import GDEF, Decorator, FuncDef, MypyFile, SymbolTableNode, Var
from mypy.types import Instance, LiteralType

from jdc_spec.arrays import ArrayAnnotation

from ...host.daemon import is_daemon
from ...syntax.per_module import PerModule
from . import stored_annotations

_SUFFIX: Final = "@jdc-signature"
"""Names with ``@`` stay where a daemon analyses the top level of a module again, and not the functions in it."""


class Signature(NamedTuple):
    """The array annotations of a function."""

    parameters: Mapping[str, ArrayAnnotation]
    """By name; those of items by `item_name`."""
    result: ArrayAnnotation | None
    takes_what_it_says: bool
    """False under a decorator that may give the function other parameters, `jax.vmap` say, and of a coroutine."""
    items: Sequence[ArrayAnnotation | None] = ()
    """The annotation of each item of a tuple, where the function returns one of a known length."""
    is_mapped: bool = False
    """True under a decorator such as `jax.vmap`: in the body, arrays may have other axes than the annotations say."""
    gives_what_it_says: bool = True
    """False under a decorator such as `jax.grad`: a call gives back something else than the body does."""
    axes: Sequence[int | None] | None = None
    """The axis of each argument by position that `jax.vmap`, as a decorator, maps over; None without that."""
    calls_own_methods: bool = False
    """True of a method that calls others of its object, of which a subclass may have other ones."""

    def of_call(self, item: int | None) -> ArrayAnnotation | None:
        """Return what is said of what a call gives back, or of an item of it."""
        return self.of_result(item) if self.gives_what_it_says else None

    def of_result(self, item: int | None) -> ArrayAnnotation | None:
        """Return what is said of what the body returns, or of an item of it."""
        if item is None:
            return self.result
        return self.items[item] if 0 <= item < len(self.items) else None


ANY_ITEM: Final = "[]"
"""How the name of the items of a list or a dict ends."""


def item_name(parameter: str, item: int | None) -> str:
    """Return the name of an item of a tuple that a parameter is; None stands for any item of a list or a dict."""
    return f"{parameter}[{'' if item is None else item}]"


def is_item(name: str) -> bool:
    """Return whether a name is that of an item of a parameter."""
    return name.endswith("]")


def store_signature(module: MypyFile, function: FuncDef, signature: Signature, text_type: Instance) -> None:
    """Keep what a function of a module says; ``text_type`` is `str`."""
    name = _stored_name(module.fullname, function)
    parameters = {each: stored_annotations.dump(said) for each, said in signature.parameters.items()}
    result = None if signature.result is None else stored_annotations.dump(signature.result)
    items = [None if each is None else stored_annotations.dump(each) for each in signature.items]
    said = {
        "parameters": parameters,
        "result": result,
        "takes_what_it_says": signature.takes_what_it_says,
        "items": items,
        "is_mapped": signature.is_mapped,
        "gives_what_it_says": signature.gives_what_it_says,
        "axes": signature.axes,
        "calls_own_methods": signature.calls_own_methods,
    }
    var = Var(name, LiteralType(json.dumps(said), text_type))
    var._fullname = f"{module.fullname}.{name}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    module.names[name] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def forget_signature(module: MypyFile, function: FuncDef) -> None:
    """Drop what a function said before an edit."""
    module.names.pop(_stored_name(module.fullname, function), None)


HAS_SIGNATURES: Final = PerModule(lambda module: any(name.endswith(_SUFFIX) for name in module.names))
"""Modules with a function that says something of arrays, once they are analysed."""


def has_signature_of(function: FuncDef, find: Callable[[str], SymbolTableNode | None]) -> bool:
    """Return whether a function or a method says something of arrays; ``find`` looks up a full name."""
    module = function.info.module_name if function.info else function.fullname.rpartition(".")[0]
    return find(f"{module}.{_stored_name(module, function)}") is not None


def has_signature(module: str, name: str, find: Callable[[str], SymbolTableNode | None]) -> bool:
    """Return whether a function of a module says something of arrays."""
    return find(f"{module}.{name}{_SUFFIX}") is not None


def signature_of(function: FuncDef | Decorator, api: TypeChecker) -> Signature | None:
    """Return what a function says of arrays; None where it says nothing."""
    plain = function.func if isinstance(function, Decorator) else function
    owner = _module_of(plain, api)
    module = api.modules.get(owner)
    if module is None:
        return None
    depend_on(f"{owner}.{_stored_name(owner, plain)}", owner, api)
    return signature_in(module, plain)


def signature_in(module: MypyFile, function: FuncDef) -> Signature | None:
    """Return what a function of a module says of arrays; None where it says nothing."""
    symbol = module.names.get(_stored_name(module.fullname, function))
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return _load(str(kept.value)) if isinstance(kept, LiteralType) else None


def _load(text: str) -> Signature:
    said = json.loads(text)
    loaded = {name: stored_annotations.load(each) for name, each in said["parameters"].items()}
    parameters = {name: annotation for name, annotation in loaded.items() if annotation is not None}
    result = None if said["result"] is None else stored_annotations.load(said["result"])
    items = [None if each is None else stored_annotations.load(each) for each in said["items"]]
    how = (said[each] for each in ("is_mapped", "gives_what_it_says", "axes", "calls_own_methods"))
    return Signature(parameters, result, said["takes_what_it_says"], items, *how)


def depend_on(fullname: str, module: str, api: TypeChecker) -> None:
    """Let mypy check this code again when what another module's function says changes."""
    if module == api.tree.fullname or not api.tscope.module:
        return
    api.module_refs.add(module)
    if is_daemon(api.options):
        api.tree.alias_deps[api.tscope.current_target()].add(fullname)


def _module_of(function: FuncDef, api: TypeChecker) -> str:
    if function.info:
        return function.info.module_name
    owner = function.fullname.rpartition(".")[0]
    return owner if owner in api.modules else api.tree.fullname


def _stored_name(module: str, function: FuncDef) -> str:
    """Return a name that no program can spell; functions inside others have no full name but their line."""
    prefix = f"{module}."
    is_inside = not function.fullname.startswith(prefix)
    own = f"{function.name}@{function.line}" if is_inside else function.fullname.removeprefix(prefix)
    return f"{own.replace('.', '-')}{_SUFFIX}"
