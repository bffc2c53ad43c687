"""``jdc-static-state``: a loop whose next carry a function of another module makes, with another static value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, TupleExpr, TypeInfo, Var

from jdc_spec.rules import STATIC_STATE

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...model.constructors import keeps_arguments
from ...model.functions.function_notes import note_of
from ...model.functions.said_values import AT, CALLED, COPY, COUNTED, MADE, ROW, Said, is_written_out
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import Elsewhere, function_elsewhere, given_elsewhere
from ...syntax.arguments import argument, bound, has_stars
from ...syntax.functions import parameters, returned_by
from ...syntax.names.flow import FLOW
from ...traced.eager_functions import is_apart
from ...transformed.given_functions import given_function
from ...typefacts.instances import sole_instance
from ..places import LOOP, Loop, asked
from ..tracing.parts_of_objects import method_named
from ..transforms.changed_copies import writes_replace
from .carried_methods import CARRY_POSITIONS

_PLACES: Final[Mapping[str, tuple[int, str, int, str]]] = {
    "jax.lax.scan": (0, "f", 1, "init"),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val"),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val"),
}
"""For each loop position and name of its body and of the first carry."""
_DEPTH: Final = 3
"""How many methods are followed that each call another."""
_REPLACE: Final = "replace"


@asked(STATIC_STATE, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a static field that counts the steps of a loop."""
    places, tree = _PLACES.get(site.name), site.api.tree
    if places is None or has_stars(site.node) or is_apart(site.node, tree) or may_be_caught(site.node, tree):
        return
    body, init = argument(site.node, *places[:2]), argument(site.node, *places[2:])
    start = None if init is None else sole_instance(site.api.lookup_type_or_none(init))
    if body is None or start is None or model_of(start.type) is None:
        return
    found = _Carry(start.type, site).changed_by(body)
    for name in () if found is None else sorted(found[0]):
        message = (
            f'under {site.name} the static field "{name}" of "{start.type.name}" changes, so that the carry has '
            "another tree structure after each step, a TypeError; make the field data"
        )
        yield Diagnostic(STATIC_STATE, message, found[1] if found is not None else body)


class _Carry:
    """Reads what the body of a loop makes of an object of a class."""

    def __init__(self, info: TypeInfo, site: Loop) -> None:
        self._info, self._site = info, site
        self._api: TypeChecker = site.api
        self._is_scan = site.name == "jax.lax.scan"

    def changed_by(self, body: Expression) -> tuple[frozenset[str], Expression] | None:
        """Return the static fields that a body counts with, and the expression to report."""
        elsewhere = given_elsewhere(body, self._api)
        place = CARRY_POSITIONS[self._site.name]
        if elsewhere is not None:
            rest = elsewhere.as_called().arg_names
            name = rest[place] if len(rest) > place else None
            note = note_of(elsewhere.function)
            said = None if note is None else self._first(note.result) if self._is_scan else note.result
            changed = None if name is None else self._followed(said, name, _DEPTH)
            return None if changed is None else (changed, body)
        function = body if isinstance(body, LambdaExpr) else self._function(body)
        if function is None or len(parameters(function)) <= place:
            return None
        made, is_pair = self._returned(function)
        changed = None if made is None else self._made(made, parameters(function)[place], is_pair=is_pair)
        return None if changed is None or made is None else (changed, made)

    def _function(self, body: Expression) -> FuncDef | LambdaExpr | None:
        given = given_function(body, self._api)
        return None if given is None or given.bound else given.definition

    def _returned(self, function: FuncDef | LambdaExpr) -> tuple[Expression | None, bool]:
        """Return the next carry, or the call of a function that returns it with the output of a scan."""
        returned = returned_by(function.body.body)
        made = returned[0] if len(returned) == 1 else None
        if not self._is_scan or made is None:
            return made, False
        is_pair = isinstance(made, TupleExpr) and len(made.items) == 2
        return (made.items[0], False) if is_pair and isinstance(made, TupleExpr) else (made, True)

    def _made(self, made: Expression, carry: Var, *, is_pair: bool) -> frozenset[str] | None:
        """Return the static fields of an object that differ from those of the carry, which it is a copy of."""
        if isinstance(made, NameExpr) and made.node is carry:
            return frozenset()
        held = FLOW.of(self._api.tree).value_at(made) if isinstance(made, NameExpr) else made
        if not isinstance(held, CallExpr) or has_stars(held):
            return None
        callee = held.callee
        owner = callee.expr if isinstance(callee, MemberExpr) else None
        if owner is not None and isinstance(callee, MemberExpr) and callee.name == _REPLACE and not is_pair:
            changed = None if held.args and None in held.arg_names else self._made(owner, carry, is_pair=False)
            is_plain = not writes_replace(self._info)
            return changed.difference(held.arg_names) if changed is not None and is_plain else None
        is_of_carry = isinstance(owner, NameExpr) and owner.node is carry
        found = self._called(held, self._info if is_of_carry else None)
        names = [] if found is None else [name for value, name in bound(held, found.rest) if _is(value, carry)]
        if found is not None and is_of_carry:
            names.append(found.receiver)
        note = None if found is None else note_of(found.function)
        if note is None or len(names) != 1 or names[0] is None:
            return None
        return self._followed(self._first(note.result) if is_pair else note.result, names[0], _DEPTH)

    def _called(self, call: CallExpr, info: TypeInfo | None) -> Elsewhere | None:
        """Return the function of another module that a call runs, or the method of the carry or another object."""
        callee = call.callee
        if info is None and isinstance(callee, MemberExpr):
            owner = sole_instance(self._api.lookup_type_or_none(callee.expr))
            info = None if owner is None else owner.type
        return function_elsewhere(callee, info, self._api)

    def _first(self, said: Said) -> Said:
        return said[1] if is_written_out(said) and said[0] == ROW and len(said) == 3 else None

    def _followed(self, said: Said, name: str, depth: int) -> frozenset[str] | None:
        """Return the static fields that a note counts with, of an object that is a copy of a parameter."""
        if not is_written_out(said):
            return None
        if said == [AT, name]:
            return frozenset()
        if said[0] == MADE:
            return self._copied(frozenset(), self._given(*said[1:]), name)
        if said[0] == COPY:
            changed = self._followed(said[1], name, depth)
            return None if changed is None or writes_replace(self._info) else self._copied(changed, said[2], name)
        method = said[2] if said[:2] == [AT, name] and len(said) == 3 and said[2].endswith(CALLED) else None
        function = None if method is None or not depth else method_named(self._info, method, self._api)
        note = None if function is None else note_of(function)
        if function is None or note is None or not function.arg_names or function.arg_names[0] is None:
            return None
        return self._followed(note.result, function.arg_names[0], depth - 1)

    def _given(self, name: str, row: Sequence[Said], named: Mapping[str, Said]) -> Mapping[str, Said]:
        """Return the fields of an object of the class of the carry that a function makes."""
        model = model_of(self._info)
        if model is None or name.rpartition(".")[2] != self._info.name or not keeps_arguments(self._info):
            return {}
        names = [each for each, field in model.fields.items() if field.init]
        return {**dict(zip(names, row, strict=False)), **named}

    def _copied(self, changed: frozenset[str], fields: Mapping[str, Said], name: str) -> frozenset[str]:
        model = model_of(self._info)
        static = {each for each in fields if model is not None and each in model.fields} - changed
        counted = {
            each
            for each in static
            if model is not None
            and model.role_of(each) == "static"
            and fields[each][:2] == [COUNTED, [AT, name, each]]
        }
        return changed.difference(fields) | counted


def _is(expression: Expression, variable: Var) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable
