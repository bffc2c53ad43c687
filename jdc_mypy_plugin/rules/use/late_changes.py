"""Methods that change an object once jit has seen it: those that load a configuration run before the first step.

The calls of the module tell. A method that nothing in the module calls changes objects at any time, unless its name
says that it makes them ready.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo

from ...syntax import INDEX
from ...syntax.names.flow import FLOW

_PREPARING: Final = ("build", "check", "compile", "config", "init", "load", "parse", "prepare", "restore", "setup")
"""How words begin that are in the names of methods which a program calls before it uses an object."""


class LateChanges:
    """Tells of the methods of a class whether the module may call them after a jitted one."""

    def __init__(self, jitted: FuncDef, tree: MypyFile) -> None:
        self._info, self._jitted = jitted.info, jitted
        self._index, self._flow = INDEX.of(tree), FLOW.of(tree)
        self._running = self._running_names()

    def may_follow(self, method: FuncDef) -> bool:
        """Return whether a method may run between two calls of the jitted one."""
        return self._may_follow(method, frozenset((method,)))

    def _may_follow(self, method: FuncDef, asked: frozenset[FuncDef]) -> bool:
        calls = [*self._calls(frozenset((method.name,)))]
        if not calls:
            return not _prepares(method.name)
        for call in calls:
            around = self._flow.function_over(call)
            if self._comes_after_run(call, around):
                return True
            if around is None or around.info is not self._info or around in asked or self._runs_in(around):
                continue
            if self._may_follow(around, asked | {around}):
                return True
        return False

    def _comes_after_run(self, call: CallExpr, around: FuncDef | None) -> bool:
        """Return whether the same function runs the jitted method before a call, or in the same loop."""
        at = self._index.position_of(call)
        for run in self._calls(self._running):
            position = self._index.position_of(run) if self._flow.function_over(run) is around else None
            if position is None or at is None:
                continue
            if position < at or self._flow.loop_around(position, at) is not None:
                return True
        return False

    def _runs_in(self, method: FuncDef) -> bool:
        return any(self._flow.function_over(run) is method for run in self._calls(self._running))

    def _calls(self, names: frozenset[str]) -> Iterator[CallExpr]:
        for call in self._index.body.expressions_of(CallExpr):
            if isinstance(call.callee, MemberExpr) and call.callee.name in names:
                yield call

    def _running_names(self) -> frozenset[str]:
        """Return the names of the methods that run the jitted one."""
        found = {self._jitted.name}
        methods = [each for each in _methods(self._info) if each is not self._jitted]
        known = 0
        while known != len(found):
            known = len(found)
            for method in methods:
                used = self._index.inside(method).expressions_of(MemberExpr)
                if any(each.name in found and _is_self(each.expr, method) for each in used):
                    found.add(method.name)
        return frozenset(found)


def _prepares(name: str) -> bool:
    """Return whether a method makes an object ready, by its name; ``is_supported`` asks before it is used."""
    words = name.replace("set_up", "setup").split("_")
    return "is" in words or any(word.startswith(_PREPARING) for word in words)


def _methods(info: TypeInfo) -> Iterator[FuncDef]:
    return (each for each in info.defn.defs.body if isinstance(each, FuncDef))


def _is_self(expression: Expression, method: FuncDef) -> bool:
    receiver = method.arguments[0].variable if method.arguments else None
    return isinstance(expression, NameExpr) and expression.node is receiver
