"""Objects that no transformation has seen yet: their function, or whatever calls it, has just made them."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    SymbolNode,
    TypeInfo,
    Var,
)

from ...evaluate import Evaluator
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.functions import aligned, class_named, receiver_of
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import paired, targets, unpacked

BUILDERS: Final = frozenset(("__init__", "__post_init__", "__new__", "__setstate__"))
"""Methods whose object no transformation has seen yet."""


def is_new(receiver: Expression, api: TypeChecker) -> bool:
    """Return whether no transformation can have seen an object: it is being made, or was made in this code."""
    if not isinstance(receiver, NameExpr) or not isinstance(receiver.node, Var):
        return isinstance(receiver, CallExpr)
    index, function = INDEX.of(api.tree), FLOW.of(api.tree).function_over(receiver)
    if function is None:
        return _is_made(Evaluator(api).source(receiver)) or _is_made_in(index.body, receiver)
    if function.name.startswith("test") and receiver.node in (each.variable for each in function.arguments):
        return True  # pytest makes it for each test
    return function.name in BUILDERS or _is_made_in(index.inside(function), receiver)


def _is_made_in(body: Body, receiver: NameExpr) -> bool:
    """Return whether code gives a variable an object that it makes."""
    return any(
        isinstance(name, NameExpr) and name.node is receiver.node and _is_made(given)
        for statement in body.statements
        for target in targets(statement)
        if target.value is not None
        for part, given in paired(target.expression, target.value) or ((target.expression, target.value),)
        for name in unpacked(part)
    )


class Callers(NamedTuple):
    """The calls that hand objects of a class to the functions of a module."""

    owner: TypeInfo
    api: TypeChecker

    def hand_new(self, receiver: Expression, seen: frozenset[FuncDef] = frozenset()) -> bool:
        """Return whether all that hand an object to a function are calls of the module that have made it for that.

        So a helper of a constructor gets it, and a method by which the module fills what it has made.
        """
        function = FLOW.of(self.api.tree).function_over(receiver)
        if function is None or function in seen or not isinstance(receiver, NameExpr):
            return False
        if all(argument.variable is not receiver.node for argument in function.arguments):
            return False
        if not self._is_unused(receiver, function, INDEX.of(self.api.tree).inside(function)):
            return False
        is_method = bool(function.info)
        references = INDEX.of(self.api.tree).body.references_of(function.name)
        mentions = [each for each in references if isinstance(each, MemberExpr) is is_method]
        return bool(mentions) and all(
            self._gives_new(each, function, receiver.node, seen | {function}) for each in mentions
        )

    def _gives_new(
        self,
        mention: NameExpr | MemberExpr,
        function: FuncDef,
        parameter: SymbolNode | None,
        seen: frozenset[FuncDef],
    ) -> bool:
        """Return whether a mention of a function is a call of it with an object that its caller has just made."""
        call = INDEX.of(self.api.tree).parent(mention)
        if not isinstance(call, CallExpr) or call.callee is not mention:
            return False
        given = [value for value, variables in aligned(call, function) if parameter in variables]
        if function.info and function.arguments[0].variable is parameter:
            receiver = receiver_of(mention, function)
            given = [] if receiver is None else [receiver]
        if len(given) != 1:
            return False
        is_made = is_new(given[0], self.api) and self._is_for(given[0], function)
        return is_made or self.hand_new(given[0], seen)

    def _is_for(self, made: Expression, function: FuncDef) -> bool:
        """Return whether nothing uses an object before it is handed to a function, but other calls of the same."""
        if not isinstance(made, NameExpr):
            return True
        around, body = FLOW.of(self.api.tree).function_over(made), INDEX.of(self.api.tree).body
        if around is not None and around.name in BUILDERS:
            return True
        return self._is_unused(made, function, body if around is None else INDEX.of(self.api.tree).inside(around))

    def _is_unused(self, name: NameExpr, function: FuncDef, body: Body) -> bool:
        """Return whether a body does nothing with a variable, by the time of ``name``, that may show it to JAX."""
        index, flow = INDEX.of(self.api.tree), FLOW.of(self.api.tree)
        at = index.position_of(name)
        for each in body.expressions_of(NameExpr):
            used = index.position_of(each)
            if each.node is not name.node or each is name or at is None or used is None:
                continue
            is_later = used > at and flow.loop_around(used, at) is None
            if not (is_later or _is_bound(each, used, self.api) or self._is_harmless(each, function)):
                return False
        return at is not None

    def _is_harmless(
        self, name: NameExpr, function: FuncDef | None = None, seen: frozenset[FuncDef] = frozenset()
    ) -> bool:
        """Return whether a use of an object reads an attribute, or calls a method that does no more with it.

        A call of ``function`` is what is looked at already.
        """
        index = INDEX.of(self.api.tree)
        parent = index.parent(name)
        if isinstance(parent, CallExpr):
            callee = parent.callee
            return function is not None and isinstance(callee, NameExpr) and callee.name == function.name
        call = index.parent(parent) if isinstance(parent, MemberExpr) else None
        if not isinstance(parent, MemberExpr) or not isinstance(call, CallExpr) or call.callee is not parent:
            return isinstance(parent, MemberExpr)
        symbol = self.owner.get(parent.name)
        method = None if symbol is None else symbol.node
        if isinstance(method, Var) or (isinstance(method, FuncDef) and method in {function, *seen}):
            return True
        if not isinstance(method, FuncDef) or index.position(method) is None or not method.arguments:
            return False
        own, is_discarded = method.arguments[0].variable, isinstance(index.parent(call), ExpressionStmt)
        names = (each for each in index.inside(method).expressions_of(NameExpr) if each.node is own)
        return all(
            (is_discarded and isinstance(index.parent(each), ReturnStmt))
            or self._is_harmless(each, None, seen | {method})
            for each in names
        )


def _is_bound(name: NameExpr, position: int, api: TypeChecker) -> bool:
    statement = INDEX.of(api.tree).body.statements[position]
    return any(part is name for target in targets(statement) for part in unpacked(target.expression))


def _is_made(value: Expression | None) -> bool:
    """Return whether an expression makes an object, by the class itself or by ``cls``."""
    if not isinstance(value, CallExpr):
        return False
    made = value.callee.base if isinstance(value.callee, IndexExpr) else value.callee
    return class_named(made) is not None or (isinstance(made, NameExpr) and made.name == "cls")
