"""Fields whose names the class body has bound before.

mypy reports their annotations and then forgets them, and its dataclass transform crashes on what the names are.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, PlaceholderNode, TypeAlias, Var
from mypy.types import AnyType, TypeOfAny

from .fields import annotated_assignments


def settle_attributes(defn: ClassDef) -> None:
    """Let ``x`` be unknown in ``for x in rows: ...; x: int``: mypy would wait in vain for its type."""
    for name, _ in annotated_assignments(defn):
        symbol = defn.info.names.get(name)
        node = None if symbol is None else symbol.node
        if isinstance(node, Var) and node.type is None and node.is_inferred:
            node.type = AnyType(TypeOfAny.from_error)


@contextlib.contextmanager
def without_redefinitions(defn: ClassDef) -> Generator[None]:
    """Hide ``x: int`` from the transform where ``x`` is a function, a class or a module of the class body."""
    hidden = hide_redefinitions(defn)
    try:
        yield
    finally:
        for statement in hidden:
            statement.new_syntax = True


def hide_redefinitions(defn: ClassDef) -> Sequence[AssignmentStmt]:
    """Hide such statements, ``kind: ClassVar[type[Enum]] = Enum("kind", "A B")`` say, and return them.

    A name is not known yet where the value needs one that the module binds further down: mypy asks again then.
    """
    hidden = [
        statement
        for name, statement in annotated_assignments(defn)
        if name in defn.info.names
        and not isinstance(defn.info.names[name].node, (Var, TypeAlias, Decorator, PlaceholderNode))
    ]
    for statement in hidden:
        statement.new_syntax = False
    return hidden
