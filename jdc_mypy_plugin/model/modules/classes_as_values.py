"""Classes that a module uses as values, so that something may register them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    ReturnStmt,
    Statement,
    StrExpr,
)

from ...host.foundations import is_foundation
from ...syntax.index import INDEX
from ...syntax.per_module import CYCLE, PerModule
from ...syntax.walk import children, expressions_of

_ASKS: Final = frozenset(("isinstance", "issubclass", "cast", "super"))
"""Functions that take a class and do nothing to it."""

_CALLS: Final = frozenset(("eval_shape", "filter_jit", "filter_vmap", "jit", "make_jaxpr", "pmap", "vmap"))
"""Transformations, which call a class that they are given; names are not resolved yet."""

_REGISTER_ONE: Final = frozenset(
    ("register_dataclass", "register_pytree_node", "register_pytree_with_keys", "register_static")
)
"""Functions of JAX that register one class, and no subclass of it."""

_LISTERS: Final = frozenset(("__subclasses__", "getmembers"))
"""Functions and methods that give classes to whoever does not name them."""

_TABLE: Final = "globals"
"""The function that gives the table of a module's names."""

_MODULES: Final = frozenset(("__import__", "import_module", "modules"))
"""The table that gives a module its own object, ``sys.modules[__name__]``."""

_PROGRAM: Final = "__main__"

_NAMESPACES: Final = frozenset(("dir", "locals", "vars"))
"""Functions that list the names of a module where they are given nothing."""

_TAKES_NAME: Final = re.compile("(?i)log|^(files|main|path|version|Flask|TypeVar|NewType)$")
"""Functions that take the name of a module for something else than its classes."""

_REGISTERS: Final = re.compile("register|dataclass")
"""Parts of the names of functions that register a class."""


def hands_out(name: str, module: MypyFile) -> bool:
    """Return whether a module uses a class as a value, as in ``register(B)`` or ``[A, B]``: it may be registered."""
    if is_foundation(module):
        return True
    return name in _NAMES.of(module) or reaches_unnamed(module)


def hands_out_besides(name: str, module: MypyFile) -> bool:
    """Return whether a module uses a class as a value elsewhere than in ``register_pytree_node(A, ...)``."""
    return is_foundation(module) or name in _NAMES_BESIDES.of(module) or reaches_unnamed(module)


def reaches_unnamed(module: MypyFile) -> bool:
    """Return whether a module may register a class that it does not name.

    It does so by a list of classes, ``for cls in Base.__subclasses__():``, or by the class of an object,
    ``register(type(layer))``. A function that takes a class is called with one that is named.
    """
    return not is_foundation(module) and _REACHES.of(module)


def is_class_of(value: Expression) -> bool:
    """Return whether a value is the class of an object, ``self.__class__`` or ``type(self)``."""
    if isinstance(value, MemberExpr):
        return value.name == "__class__"
    return isinstance(value, CallExpr) and isinstance(value.callee, NameExpr) and value.callee.name == "type"


def registers_receiver(definition: ClassDef, module: MypyFile) -> bool:
    """Return whether a class method registers the class that it is called on, which may be a subclass."""
    if is_foundation(module) or not (registered := _REGISTERED.of(module)):
        return False
    index = INDEX.of(module)
    return any(
        isinstance(argument, NameExpr) and argument.name == receiver
        for method, receiver in _class_methods(definition)
        if receiver in registered
        for call in index.inside(method).expressions_of(CallExpr)
        for argument in _registered(call)
    )


def _names_registered(module: MypyFile) -> frozenset[str]:
    body = INDEX.of(module).body
    calls = body.expressions_of(CallExpr) if any(map(_REGISTERS.search, body.spellings())) else ()
    arguments = (argument for call in calls for argument in _registered(call))
    return frozenset(argument.name for argument in arguments if isinstance(argument, NameExpr))


_REGISTERED: Final = PerModule(_names_registered, keep=CYCLE)


def _class_methods(definition: ClassDef) -> Iterable[tuple[Statement, str | None]]:
    """Yield the methods that may be given a class, each with the name of its first parameter."""
    for statement in definition.defs.body:
        if isinstance(statement, Decorator) and statement.func.arg_names:
            yield statement, statement.func.arg_names[0]
        elif isinstance(statement, FuncDef) and statement.name == "__new__" and statement.arg_names:
            yield statement, statement.arg_names[0]


def names_used_as_values(module: MypyFile) -> frozenset[str]:
    """Return the names that a module uses as values, as `hands_out` asks for them."""
    names: set[str] = set()
    for statement in INDEX.of(module).body.statements:
        for expression in _expressions(statement):
            _collect_values(expression, names)
    return frozenset(names)


_NAMES: Final = PerModule(names_used_as_values, keep=CYCLE)


def names_used_besides(module: MypyFile) -> frozenset[str]:
    """Return the names that a module uses as values, as `hands_out_besides` asks for them."""
    names: set[str] = set()
    for statement in INDEX.of(module).body.statements:
        for expression in _expressions(statement):
            is_alone = isinstance(statement, ExpressionStmt) and isinstance(expression, CallExpr)
            given = expression.args if is_alone and isinstance(expression, CallExpr) else []
            if given and isinstance(given[0], NameExpr) and _registered_alone(expression):
                for argument in given[1:]:
                    _collect_values(argument, names)
            else:
                _collect_values(expression, names)
    return frozenset(names)


def _registered_alone(call: Expression) -> bool:
    """Return whether a call is one of a function of JAX that registers its first argument and no other class."""
    callee = call.callee if isinstance(call, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _REGISTER_ONE


_NAMES_BESIDES: Final = PerModule(names_used_besides, keep=CYCLE)


def _reaches(module: MypyFile) -> bool:
    body = INDEX.of(module).body
    calls = body.expressions_of(CallExpr)
    if body.mentions(_LISTERS) or _PROGRAM in INDEX.of(module).imports.modules:
        return True
    if not all(_only_makes(each, module) for each in body.references_of(_TABLE)):
        return True
    if body.mentions(_MODULES | _NAMESPACES) and any(
        _lists_module(each, module) for each in (*calls, *body.expressions_of(IndexExpr))
    ):
        return True
    if any(_is_own_name(argument) for each in calls if not _takes_name(each) for argument in each.args):
        return True
    registers = any(map(_REGISTERS.search, body.spellings()))
    return registers and any(is_class_of(argument) for call in calls for argument in _registered(call))


_REACHES: Final = PerModule(_reaches, keep=CYCLE)


def _only_makes(table: Expression, module: MypyFile) -> bool:
    """Return whether a module looks one class up by its name to call it, or to give it to other modules alone."""
    index = INDEX.of(module)
    call = index.parent(table)
    item = index.parent(call) if isinstance(call, CallExpr) else None
    if not isinstance(item, IndexExpr) or item.base is not call:
        return False
    use = index.parent(item)
    if isinstance(use, CallExpr):
        return use.callee is item
    if not isinstance(use, ReturnStmt):
        return False
    decorated = [each.func for each in index.body.statements_of(Decorator)]
    functions = (*index.body.statements_of(FuncDef), *decorated)
    around = {each.name for each in functions if table in index.inside(each).references}
    return bool(around) and not index.body.mentions(around)


def _lists_module(expression: Expression, module: MypyFile) -> bool:
    """Return whether an expression is the object of the module at hand, or lists its names."""
    if isinstance(expression, IndexExpr):
        is_own = _is_called(expression.base, _MODULES) and _is_own_name(expression.index)
        return is_own and not _tells_of_module(INDEX.of(module).parent(expression))
    if not isinstance(expression, CallExpr):
        return False
    if not expression.args:
        return isinstance(expression.callee, NameExpr) and _is_called(expression.callee, _NAMESPACES)
    return _is_called(expression.callee, _MODULES) and _is_own_name(expression.args[0])


def _tells_of_module(use: Node | None) -> bool:
    """Return whether an attribute such as ``__doc__`` and ``__file__`` is read, which is no class."""
    return isinstance(use, MemberExpr) and use.name in ("__doc__", "__file__", "__name__", "__version__")


def _is_called(written: Expression, names: frozenset[str]) -> bool:
    return isinstance(written, NameExpr | MemberExpr) and written.name in names


def _is_own_name(written: Expression) -> bool:
    """Return whether an expression is the name of the module at hand, or of the program, which it may be."""
    if isinstance(written, StrExpr):
        return written.value == _PROGRAM
    return isinstance(written, NameExpr) and written.name == "__name__"


def _takes_name(call: CallExpr) -> bool:
    """Return whether a function that is given ``__name__`` looks for no classes there."""
    return isinstance(call.callee, NameExpr | MemberExpr) and bool(_TAKES_NAME.search(call.callee.name))


def _registered(call: CallExpr) -> Sequence[Expression]:
    """Return the arguments of a call that registers, as the name of its function says."""
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    return call.args if _REGISTERS.search(name) else ()


def _expressions(statement: Statement) -> Sequence[Expression]:
    """Return the expressions of a statement in which a class may be handed on; not its bases, not its annotations."""
    if isinstance(statement, ClassDef):
        return (*statement.decorators, *statement.keywords.values())
    return expressions_of(statement)


def _collect_values(expression: Expression, names: set[str]) -> None:
    """Add the names in an expression, but for those that are only called, asked about, or looked into."""
    if isinstance(expression, NameExpr):
        names.add(expression.name)
    elif isinstance(expression, CallExpr):
        if not (isinstance(expression.callee, NameExpr) and expression.callee.name in _ASKS):
            _collect_called(expression.callee, names)
            only_calls = _only_calls(expression.callee)
            for argument in expression.args:
                if not (only_calls and isinstance(argument, NameExpr)):
                    _collect_values(argument, names)
    elif isinstance(expression, MemberExpr):
        names.add(expression.name)
        _collect_looked_into(expression.expr, names)
    else:
        for part in children(expression):
            _collect_values(part, names)


def _only_calls(callee: Expression) -> bool:
    """Return whether a function calls what it is given, or what it makes of that does: ``jax.vmap(State)(x)``."""
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _CALLS


def _collect_called(callee: Expression, names: set[str]) -> None:
    _collect_looked_into(callee.base if isinstance(callee, IndexExpr) else callee, names)


def _collect_looked_into(expression: Expression, names: set[str]) -> None:
    """Add the names in what is called or what an attribute is read of; those of ``states.State`` are no values."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    if not isinstance(expression, NameExpr):
        _collect_values(expression, names)
