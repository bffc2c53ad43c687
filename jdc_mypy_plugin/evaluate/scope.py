"""The names of a module: its imports, and the names that are bound exactly once."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    GDEF,
    LDEF,
    MDEF,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    Var,
)

from jdc_operations.values import Value

from ..host.freshness import looked_at_variable
from ..host.modules import MODULES
from ..model.functions.swallowed_errors import may_be_caught
from ..model.modules.module_constants import STORED, constant_in
from ..syntax.failures.shape_guards import is_guarded
from ..syntax.index import INDEX
from ..syntax.names.flow import FLOW, Parameter
from ..syntax.names.patched_names import PATCHED_ELSEWHERE
from ..syntax.per_module import PerModule
from ..syntax.values.kept_dicts import is_kept


class ModuleScope:
    """The names of one module."""

    _is_first = False
    """True of one in which every loop is in its first pass."""

    def __init__(self, tree: MypyFile) -> None:
        self._values: dict[NameExpr, Expression | None] = {}
        self.literals: dict[Expression, Value | None] = {}
        """The values of expressions that are no operations, for all that read them."""
        self.numbers: dict[tuple[object, ...], int] = {}
        """Numbers of what calls give to functions, by that: what is handed on and on stays as short to compare."""
        self.tree = tree
        """The module."""
        self._module = tree.fullname
        self._index = INDEX.of(tree)
        self._imports = self._index.imports
        self._flow = FLOW.of(tree)
        self._variables = self._flow.variables

    def imported(self, expression: Expression) -> str:
        """Return the full name of a reference into an imported module, as the import spells it; "" for others.

        A name that two imports give, or an import and an assignment, has none: it may be a fallback.
        """
        if isinstance(expression, MemberExpr):
            owner = self.imported(expression.expr)
            is_known = owner and expression.name not in PATCHED_ELSEWHERE.of(self.tree)
            return f"{owner}.{expression.name}" if is_known else ""
        if not isinstance(expression, NameExpr) or not self._is_foreign(expression):
            return ""
        sources = {each.fullname for each in self._imports.of(expression.name)}
        return next(iter(sources)) if len(sources) == 1 and not self._variables.is_written(expression) else ""

    def bound_once(self, name: NameExpr) -> Expression | None:
        """Return the only value that a variable of this module ever has; None where there may be another."""
        if name.kind == MDEF or self._imports.of(name.name):
            return None
        write = self._variables.bound_once(name)
        return None if write is None or self._may_be_imported(name, write.line) else write.only

    def bound_to(self, name: NameExpr) -> Expression | None:
        """Return what the only statement that binds a variable gives it: ``sizes[int()]`` for ``for n in sizes``."""
        if name.kind == MDEF or self._imports.of(name.name):
            return None
        write = self._variables.bound_once(name)
        return None if write is None else write.values[-1]

    def value_of(self, name: NameExpr) -> Expression | None:
        """Return what a variable holds where it is read: the only value it ever has, or the last before that."""
        if name not in self._values:
            self._values[name] = self._value_of(name)
        return self._values[name]

    def _value_of(self, name: NameExpr) -> Expression | None:
        once = self.bound_once(name)
        if once is not None and self._is_inside(name, once):
            return None  # x = x + 1 and no other: x has no value yet
        if once is not None or name.kind == MDEF or self._imports.of(name.name):
            return once
        is_open = name.kind != LDEF and self._imports.from_all
        found = None if is_open else self._flow.value_at(name, joins=True, is_first=self._is_first)
        return None if isinstance(found, Parameter) else found

    def _is_inside(self, part: Expression, whole: Expression) -> bool:
        around: Node | None = part
        while isinstance(around, Expression) and around is not whole:
            around = self._index.parent(around)
        return around is whole

    def parameter_of(self, name: NameExpr) -> FuncItem | None:
        """Return the function that a name is a parameter of, where it still holds what the function was given.

        Functions and lambdas inside that one may read the name too, where nothing binds it.
        """
        if name.kind != LDEF or name.node is None:
            return None
        found = self._flow.value_at(name, is_first=self._is_first)
        if found is not None:
            return found.function if isinstance(found, Parameter) else None
        owner = self._variables.functions.get(name.node)
        is_bound = self._variables.writes_of(name.node).positions or self._variables.unnamed.get(name.name)
        return None if is_bound or not isinstance(owner, FuncDef) else owner

    def holds_argument(self, name: NameExpr) -> bool:
        """Return whether a name of a parameter still holds what the function was given."""
        return not self._variables.writes_of(name.node).positions or self.parameter_of(name) is not None

    def always_runs(self, expression: Expression) -> bool:
        """Return whether an operation runs whenever its function does, and nothing asks for shapes before."""
        index = INDEX.of(self.tree)
        part, around = expression, index.parent(expression)
        while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
            is_choice = isinstance(around, OpExpr) and around.op in ("and", "or") and around.right is part
            if is_choice or isinstance(around, ConditionalExpr | GeneratorExpr | DictionaryComprehension):
                return False
            part, around = around, index.parent(around)
        return not is_guarded(expression, self.tree) and not may_be_caught(expression, self.tree)

    def is_kept(self, name: NameExpr, written: Expression | None) -> bool:
        """Return whether a dict or a list still is what it was written as where a name reads it."""
        return is_kept(name, written, self.tree)

    def constant(self, reference: RefExpr) -> object:
        """Return the literal that a ``Final`` of any module stands for, or a constant that is imported; or None."""
        node = reference.node
        if not isinstance(node, Var) or node.is_final:
            return None if node is None or not isinstance(node, Var) else node.final_value
        is_imported = isinstance(reference, NameExpr) and bool(self.imported(reference))
        return _imported_constant(node.fullname) if is_imported else None

    def _may_be_imported(self, name: NameExpr, bound: int) -> bool:
        """Return whether a name may have its value of ``from module import *``: above its line, or overwritten."""
        stars = self._imports.from_all
        if name.kind != GDEF or not stars:
            return False
        is_own = name.fullname == f"{self._module}.{name.name}"
        return not is_own or not all(star.line < bound < name.line for star in stars)

    def _is_foreign(self, name: NameExpr) -> bool:
        if isinstance(name.node, MypyFile) or (isinstance(name.node, Var) and name.node.is_suppressed_import):
            return True
        return "." in name.fullname and name.fullname.rpartition(".")[0] != self._module


def _imported_constant(fullname: str) -> int | None:
    module, _, name = fullname.rpartition(".")
    looked_at_variable(f"{module}.{STORED}", module)
    return constant_in(MODULES.get(module), name)


class FirstPass(ModuleScope):
    """The names of one module in the first pass of each loop: what they held before, until the loop binds them."""

    _is_first = True


SCOPES: Final = PerModule(ModuleScope)
FIRST_PASSES: Final = PerModule(FirstPass)
