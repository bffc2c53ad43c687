"""Which init functions of a module set which apply functions."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)

from ..syntax.arguments import argument
from ..syntax.body import Body
from ..syntax.index import INDEX
from ..syntax.per_module import PerModule
from ..syntax.walk import statements
from .exported_names import APPLY, INITS, ORGANIZER, exported_name
from .organizer_edits import Edits, look_for_edits
from .organizers import Organized, is_rebound, read_function
from .other_sources import OtherSources, find_other_sources, words
from .references import branches, function_named
from .written_trees import applied_in_trees


@dataclass(slots=True)
class InitApplyPairs:
    """The functions of a module that have an organizer."""

    of_variable: dict[Var, Organized] = field(default_factory=dict[Var, Organized])
    of_function: dict[FuncDef, Organized] = field(default_factory=dict[FuncDef, Organized])
    inits: dict[FuncDef, list[Organized]] = field(default_factory=lambda: defaultdict(list))
    """The init functions that set each apply function."""
    written: set[FuncDef] = field(default_factory=set[FuncDef])
    """Every function of the module, methods included."""
    applied: set[FuncDef] = field(default_factory=set[FuncDef])
    """Functions that are certain to apply a tree."""
    other_sources: OtherSources = field(default_factory=OtherSources)
    edits: Edits = field(default_factory=Edits)

    def inits_of(self, found: Organized) -> Sequence[Organized]:
        """Return the functions that may have filled an organizer, itself where it begins empty."""
        return (found,) if found.is_init else self.inits.get(found.function, ())

    def known_names(self, found: Organized) -> frozenset[str] | None:
        """Return all names that an organizer can have; None where there may be others."""
        inits = self.inits_of(found)
        if not all(each.is_readable for each in (found, *inits)):
            return None
        if found.is_init:
            return found.names
        if (
            not inits
            or self.other_sources.is_open
            or self.edits.is_open
            or found.function in self.other_sources.functions
        ):
            return None
        return self._others(found) | found.names

    def new_names(self, found: Organized) -> frozenset[str]:
        """Return the names that a function gives an organizer which takes none but those of its init functions."""
        known = self.known_names(found) if found.is_sealed else None
        return frozenset() if known is None else found.names - self._others(found) - self.other_sources.words

    def static_names(self, found: Organized) -> frozenset[str]:
        """Return the names that are certain to be aux of the tree that a function applies."""
        if self.known_names(found) is None:
            return frozenset()
        aux = frozenset[str]().union(*(each.aux for each in self.inits_of(found)))
        others = self.edits.names.union(self.edits.deleted, *(each.not_aux for each in self._makers(found)))
        return aux - others - self.other_sources.words

    def is_edited(self, name: str) -> bool:
        """Return whether an aux of that name may be changed after its init function."""
        return self.edits.is_open or name in self.edits.names or name in self.other_sources.words

    def _makers(self, found: Organized) -> Iterator[Organized]:
        """Yield the functions other than one itself that may have given names to its organizer."""
        inits = self.inits_of(found)
        for each in self.of_function.values() if not found.is_init else ():
            is_open = not each.is_init and not each.is_sealed
            if each is not found and (is_open or self.edits.is_merged or each in inits):
                yield each

    def _others(self, found: Organized) -> frozenset[str]:
        """Return the names that an organizer may have from elsewhere than from its function."""
        return self.edits.names.union(*(each.names for each in self._makers(found)))


def _read(tree: MypyFile) -> InitApplyPairs:
    pairs = InitApplyPairs()
    for function, decorators in _functions(INDEX.of(tree).body):
        pairs.written.add(function)
        found = _organized(function, decorators)
        if found is not None:
            pairs.of_variable[found.organizer] = found
            pairs.of_function[function] = found
            read_function(found, functools.partial(_is_own, _class_of(found)))
    linked = set(_link(pairs))
    pairs.applied = set(_applied(pairs)).union(applied_in_trees(tree))
    pairs.edits = _edits(tree, pairs)
    given: set[Expression | None] = {each.word for found in pairs.of_function.values() for each in found.given}
    pairs.other_sources = find_other_sources(tree, linked, set(pairs.inits) & pairs.written)
    pairs.other_sources.words = frozenset(words(tree, given))
    return pairs


PAIRS: Final = PerModule(_read)


def organized(attribute: Context, tree: MypyFile) -> tuple[InitApplyPairs, Organized | None]:
    """Return the pairs of a module, and the function whose organizer an attribute is read from; None for others."""
    pairs = PAIRS.of(tree)
    owner = attribute.expr if isinstance(attribute, MemberExpr) else None
    variable = owner.node if isinstance(owner, NameExpr) else None
    return pairs, pairs.of_variable.get(variable) if isinstance(variable, Var) else None


def _functions(body: Body) -> Iterator[tuple[FuncDef, Sequence[Expression]]]:
    for statement in body.statements:
        if isinstance(statement, Decorator):
            yield statement.func, statement.original_decorators
        elif isinstance(statement, FuncDef):
            yield statement, ()


def _organized(function: FuncDef, decorators: Sequence[Expression]) -> Organized | None:
    names = {exported_name(decorator) for decorator in decorators}
    if names & {APPLY, *INITS}:
        first = function.arguments[0] if function.arguments else None
        if first is None or len(decorators) > 1 or not first.kind.is_positional():
            return None
        return Organized(function, first.variable, is_init=APPLY not in names)
    return _local(function) if not decorators else None


def _local(function: FuncDef) -> Organized | None:
    """Find the one organizer that a plain function makes."""
    made = [
        (statement.lvalues[0], statement.rvalue)
        for statement in statements(function.body.body)
        if isinstance(statement, AssignmentStmt) and exported_name(statement.rvalue) == ORGANIZER
    ]
    if len(made) != 1 or not isinstance(made[0][0], NameExpr) or not isinstance(made[0][1], CallExpr):
        return None
    variable, maker = made[0][0].node, made[0][1]
    if not isinstance(variable, Var):
        return None
    if not maker.args:
        return Organized(function, variable, is_init=True, maker=maker)
    tree = argument(maker, 0, "state")
    parameter = function.arguments[0].variable if function.arguments else None
    if parameter is not None and not is_rebound(parameter, function) and _is(tree, parameter):
        return Organized(function, variable, is_init=False, maker=maker)
    return None


def _is(expression: Expression | None, variable: Var) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable


def _class_of(found: Organized) -> TypeInfo | None:
    """Return the class of an organizer, as the annotation or the call that makes it names it."""
    if found.maker is not None and isinstance(found.maker.callee, RefExpr):
        node = found.maker.callee.node
        return node if isinstance(node, TypeInfo) else None
    declared = found.organizer.type
    return getattr(declared, "type", None)


def _is_own(info: TypeInfo | None, name: str) -> bool:
    """Return whether a name is the class's own; where the class is unknown, every name may be."""
    return info is None or info.get(name) is not None


def _edits(tree: MypyFile, pairs: InitApplyPairs) -> Edits:
    """Look for edits; what init and apply functions do with their organizers is none."""
    found = pairs.of_function.values()
    read = [each for each in found if each.is_init or each.function in pairs.applied]
    makers = {each.maker for each in read if each.maker is not None}
    return look_for_edits(tree, {each.organizer for each in read}, makers)


def _applied(pairs: InitApplyPairs) -> Iterator[FuncDef]:
    """Yield the functions under ``organized_apply``, and those that organizers are given."""
    for found in pairs.of_function.values():
        if found.is_sealed:
            yield found.function
        for call in found.applies:
            for reference in branches(argument(call, 0, "apply")):
                function = function_named(reference)
                if function is not None:
                    yield function


def _link(pairs: InitApplyPairs) -> Iterator[Expression]:
    """Link each init function with what it sets; yield the references that are understood so."""
    for found in pairs.of_function.values():
        for call in found.applies if found.is_init else ():
            for reference in branches(argument(call, 0, "apply")):
                function = function_named(reference)
                if function is not None:
                    pairs.inits[function].append(found)
                    yield reference
