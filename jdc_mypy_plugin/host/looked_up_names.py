"""Full names, and what mypy finds under them: a class, a function, a variable, or nothing that it can read."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import Decorator, FuncDef, SymbolNode, SymbolTableNode, TypeAlias, TypeInfo, Var
from mypy.types import AnyType, CallableType, Instance, TypeOfAny

from .known_types import known_type


class LookedUpNames:
    """Tells what full names stand for in the build."""

    def __init__(self, find: Callable[[str], SymbolTableNode | None]) -> None:
        self._find = find

    def _node(self, fullname: str) -> SymbolNode | None:
        symbol = self._find(fullname)
        return None if symbol is None else symbol.node

    def is_function(self, fullname: str) -> bool:
        """Return whether a name is that of a function or a variable."""
        return isinstance(self._node(fullname), FuncDef | Decorator | Var)

    def is_variable(self, fullname: str) -> bool:
        """Return whether a name is a variable to mypy; a program may use it for a type all the same."""
        return isinstance(self._node(fullname), Var)

    def is_unreadable(self, fullname: str) -> bool:
        """Return whether a name leads into a module that mypy cannot read, which it shows as a variable."""
        symbol = self._find(fullname)
        if symbol is None:
            return True
        declared = symbol.node.type if isinstance(symbol.node, Var) else None
        return isinstance(known_type(declared), AnyType)

    def has_body(self, fullname: str) -> bool:
        """Return whether a name is that of a function whose source mypy has read, which may be checked now."""
        function = self._node(fullname)
        return isinstance(function, FuncDef) and not function.info and bool(function.body.body)

    def class_returned(self, fullname: str) -> str:
        """Return the full name of the class whose objects a function says that it returns; "" of any other name."""
        return _class_returned(self._node(fullname))

    def class_returned_by(self, owner: str, name: str) -> str:
        """Return the same of a method of a class, or of a base."""
        info = self.class_of(owner)
        symbol = None if info is None else info.get(name)
        return "" if symbol is None else _class_returned(symbol.node)

    def says_nothing(self, fullname: str) -> bool:
        """Return whether a name, or what it is another name of, is that of a function without annotations."""
        node = self._node(fullname)
        if isinstance(node, FuncDef):
            return node.type is None
        variable = node.var if isinstance(node, Decorator) else node
        made = known_type(variable.type) if isinstance(variable, Var) else None
        is_open = isinstance(made, CallableType) and made.implicit
        return is_open or (isinstance(node, Decorator) and node.func.type is None)

    def says_no_result(self, fullname: str) -> bool:
        """Return whether a name is that of a function which says what it takes, and not what it returns."""
        node = self._node(fullname)
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef) or not isinstance(function.type, CallableType):
            return False
        result = known_type(function.type.ret_type)
        return isinstance(result, AnyType) and result.type_of_any == TypeOfAny.unannotated

    def constructor_of(self, fullname: str) -> FuncDef | None:
        """Return the `__init__` of a class, its own or that of a base."""
        info = self.class_of(fullname)
        symbol = None if info is None else info.get("__init__")
        return symbol.node if symbol is not None and isinstance(symbol.node, FuncDef) else None

    def class_of(self, fullname: str) -> TypeInfo | None:
        """Return the class of this name."""
        info = self._node(fullname)
        return info if isinstance(info, TypeInfo) else None

    def class_of_alias(self, fullname: str) -> TypeInfo | None:
        """Return the class that another name stands for: ``Module = eqx.Module``."""
        node = self._node(fullname)
        target = known_type(node.target) if isinstance(node, TypeAlias) else None
        return target.type if isinstance(target, Instance) else None


def _class_returned(function: SymbolNode | None) -> str:
    kind = known_type(function.type) if isinstance(function, FuncDef) else None
    made = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    return made.type.fullname if isinstance(made, Instance) else ""
