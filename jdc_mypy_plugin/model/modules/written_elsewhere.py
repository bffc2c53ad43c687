"""Classes and functions as their modules write them: those of other modules are read from the sources.

mypy keeps no bodies in its cache. Whoever reads one here is checked again when the source changes.
"""

from __future__ import annotations

from mypy.nodes import ClassDef, Decorator, FuncDef, MypyFile, SymbolNode, TypeInfo

from ...host.modules import MODULES
from ...syntax import INDEX
from ...syntax.names.scopes import names_bound
from ...syntax.parsing import as_written
from .module_sources import source_of


def class_as_written(info: TypeInfo, tree: MypyFile) -> ClassDef | None:
    """Return the definition of a class, in which no names are bound if it is elsewhere; None where it is unknown."""
    if info.module_name == tree.fullname:
        return info.defn
    home = None if info.fullname != f"{info.module_name}.{info.name}" else _parsed(info.module_name)
    if home is None or [*names_bound(home.defs)].count(info.name) != 1:
        return None
    return next((each for each in home.defs if isinstance(each, ClassDef) and each.name == info.name), None)


def function_as_written(node: object, tree: MypyFile) -> FuncDef | None:
    """Return a function or a method with its body; None of one that a decorator of a program may change."""
    function = node.func if isinstance(node, Decorator) and not node.decorators else node
    if not isinstance(function, FuncDef):
        return None
    if INDEX.of(tree).position(function) is not None:
        return function
    module = module_of(node)
    home = None if module is None or module is tree else _parsed(module.fullname)
    if home is None or module is None:
        return None
    if not function.info:
        is_sole = [*names_bound(home.defs)].count(function.name) == 1
        found = next((each for each in home.defs if isinstance(each, FuncDef) and each.name == function.name), None)
        return found if is_sole else None
    owner = class_as_written(function.info, tree)
    body = [] if owner is None else owner.defs.body
    methods = [each for each in body if isinstance(each, FuncDef | Decorator) and each.name == function.name]
    method = methods[0] if len(methods) == 1 else None
    return method.func if isinstance(method, Decorator) else method


def module_of(node: object) -> MypyFile | None:
    """Return the module of a function or a method."""
    name = node.fullname if isinstance(node, SymbolNode) else ""
    while "." in name:
        name = name.rpartition(".")[0]
        module = MODULES.get(name)
        if module is not None:
            return module
    return None


def _parsed(name: str) -> MypyFile | None:
    text, module = source_of(name), MODULES.get(name)
    if text is None or module is None:
        return None
    return as_written(text, module.path, name)
