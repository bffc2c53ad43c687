"""The body of a project's own decorator, run on a class as far as it is understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    Import,
    ImportFrom,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    SuperExpr,
)

from ...syntax.names.definitions import Defined, definitions, written_name
from ..definition import PARTIAL
from ..given_class import GivenClass
from ..register_dataclass import REGISTER_DATACLASS
from .bindings import Bindings, Bound, InnerDecorator
from .conditions import asks_for_class, branch_of, is_true
from .defaults import changes_defaults, gives_back, gives_method
from .field_lists import FIELDS, Listed, class_of_fields, comprehended, filled_by, listed, splits, takes_all
from .options import (
    Option,
    Parameters,
    UnknownError,
    arguments_of,
    constants,
    function_of,
    hands_everything_on,
    parameters_of,
    plain_function,
    statics_listed,
)
from .partials import BY_DECORATOR, read_partial
from .registrations import RETURNING_CLASS, passed_over

SUBCLASSES: Final = "__init_subclass__"
_STANDARD: Final = "dataclasses.dataclass"


class DecoratorBody:
    """Runs the body of a function on a class, as far as it is understood."""

    def __init__(self, tree: MypyFile, callers: tuple[str, ...]) -> None:
        self._tree = tree
        self._callers = callers
        self._names = Bindings()
        self._parameters = Parameters(None, may_be_none=False, options={}, lists={}, rest=None)
        """Those of the outermost function."""

    def applied(self, defined: Defined) -> GivenClass:
        """Return the class that a decorator returns: the registered class that it is given."""
        function = function_of(defined, self._tree)
        self._parameters = parameters_of(function)
        return self._registered(self._result(function, self._parameters.cls, GivenClass()))

    def registers(self, defined: Defined) -> bool:
        """Return whether a decorator that is given a dataclass returns it registered."""
        function = function_of(defined, self._tree)
        self._parameters = parameters_of(function)
        if self._parameters.cls is None or self._parameters.may_be_none:
            return False
        made = self._result(function, self._parameters.cls, GivenClass(is_dataclass=True))
        return isinstance(made, GivenClass) and made.library == REGISTER_DATACLASS.names.name

    def called(self, defined: Defined) -> GivenClass:
        """Return the class that the decorator returns which a function makes of options alone."""
        function = function_of(defined, self._tree)
        self._parameters = parameters_of(function)
        made = self._result(function, self._parameters.cls, None)
        if isinstance(made, InnerDecorator):
            if len(made.function.arguments) != 1 or made.function.arg_kinds[0] is not ARG_POS:
                raise UnknownError
            made = self._result(made.function, made.function.arguments[0].variable.name, GivenClass())
        return self._registered(made)

    @property
    def options(self) -> Mapping[str, bool]:
        """Return the options of the decorator with their defaults."""
        return self._parameters.options

    def _registered(self, made: object) -> GivenClass:
        if not isinstance(made, GivenClass) or made.library is None:
            raise UnknownError
        return made

    def _result(
        self, function: FuncDef | LambdaExpr, parameter: str | None, given: GivenClass | None
    ) -> GivenClass | InnerDecorator:
        """Return what a function returns where its first parameter is a class, or None."""
        if parameter is not None:
            self._names.bind({parameter: given})
        made = self._run_until_return(function.body.body, parameter)
        if made is None:
            raise UnknownError
        return made

    def _run_until_return(
        self, body: Sequence[Statement], parameter: str | None
    ) -> GivenClass | InnerDecorator | None:
        """Return what some statements return; None where they go on."""
        for statement in body:
            if isinstance(statement, ReturnStmt) and statement.expr is not None:
                return self._returned(statement.expr, parameter)
            if isinstance(statement, IfStmt) and asks_for_class(statement, parameter):
                branch = branch_of(statement, parameter, is_none=self._is_none(parameter))
                made = self._run_until_return(branch, parameter)
                if made is not None:
                    return made
            elif not self._is_for_made_class(statement, parameter):
                self._run_or_pass_over(statement)
        return None

    def _is_for_made_class(self, statement: Statement, parameter: str | None) -> bool:
        """Return whether a statement gives back the class where the decorator has made it before."""
        return (
            parameter is not None and self._names.get(parameter) == GivenClass() and gives_back(statement, parameter)
        )

    def _is_none(self, parameter: str | None) -> bool:
        """Return whether a parameter for a class is given none."""
        return parameter is not None and self._names.get(parameter) is None

    def _returned(self, value: Expression, parameter: str | None) -> GivenClass | InnerDecorator:
        """Return what an expression stands for: a class, or a decorator that has been made."""
        if isinstance(value, ConditionalExpr):
            is_first = is_true(value.cond, parameter, is_none=self._is_none(parameter))
            chosen = value.if_expr if is_first else value.else_expr
            return self._returned(chosen, parameter)
        if isinstance(value, LambdaExpr):
            return InnerDecorator(value)
        known = self._names.get(value.name) if isinstance(value, NameExpr) else None
        if isinstance(known, InnerDecorator):
            return known
        return self._itself(value) or self._class(value)

    def _itself(self, value: Expression) -> GivenClass | None:
        """Return what ``functools.partial(decorator, frozen=frozen)`` makes, with every option handed on."""
        if not isinstance(value, CallExpr) or written_name(value.callee, self._tree) != PARTIAL or not value.args:
            return None
        function = value.args[0]
        if not isinstance(function, NameExpr) or function.name != self._callers[-1] or len(self._callers) != 1:
            raise UnknownError
        if not hands_everything_on(value, self._parameters):
            raise UnknownError
        defined = definitions(self._tree)[function.name]
        return DecoratorBody(self._tree, self._callers).applied(defined)

    def subclass(self, method: Statement) -> GivenClass:
        """Return the class that ``__init_subclass__`` registers: the one that it is called for."""
        if not isinstance(method, FuncDef) or not method.body.body or method.arg_kinds[:1] != [ARG_POS]:
            raise UnknownError
        self._parameters = parameters_of(method)
        made = GivenClass()
        self._names.bind({method.arguments[0].variable.name: made})
        for statement in method.body.body:
            call = statement.expr if isinstance(statement, ExpressionStmt) else None
            callee = call.callee if isinstance(call, CallExpr) else None
            if not isinstance(callee, SuperExpr) or callee.name != SUBCLASSES:
                self._run_or_pass_over(statement)
        return self._registered(made)

    def _run_or_pass_over(self, statement: Statement) -> None:
        """Run a statement; one that is not understood may do what it likes once the class is a dataclass."""
        made = dict(self._names.classes)
        is_made = bool(made) and all(each.is_dataclass for each in made.values())
        try:
            self._run(statement)
        except UnknownError:
            if not is_made:
                self._change_defaults(statement)
                return
            inner = {name: each.function for name, each in self._names.decorators.items()}
            functions = {name: each for name, each in inner.items() if isinstance(each, FuncDef)}
            options = (*self._parameters.options, *self._parameters.lists)
            found = passed_over(statement, made, functions, options, self._tree)
            if not found.binds.isdisjoint(options):
                raise
            self._names.forget(found.binds)
            given, *others = {id(each): each for each in made.values()}.values()
            if others:
                raise
            given.is_as_written = False
            given.adds_replace |= found.adds_replace
            if found.registers:
                self._register(given, has_known_roles=False)

    def _change_defaults(self, statement: Statement) -> None:
        """Run a loop that gives the fields of the class other defaults, which may say other roles."""
        cls, given = next(iter(self._names.classes.items()), ("", GivenClass()))
        is_method = gives_method(statement, cls)
        if len(self._names.classes) != 1 or not (is_method or changes_defaults(statement, cls)):
            raise UnknownError
        given.is_as_written = False
        given.has_known_roles = given.keeps_defaults = is_method and given.has_known_roles

    def _register(self, given: GivenClass, *, has_known_roles: bool) -> None:
        if given.library is not None:
            raise UnknownError
        given.library = REGISTER_DATACLASS.names.name
        given.has_known_roles &= has_known_roles

    def _run(self, statement: Statement) -> None:
        if isinstance(statement, Import | ImportFrom):
            return
        if isinstance(statement, ExpressionStmt):
            if not isinstance(statement.expr, StrExpr):
                self._class(statement.expr)
        elif isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            self._names.bind(self._assigned(statement))
        elif isinstance(statement, ForStmt):
            self._names.bind(self._filled(statement))
        elif isinstance(statement, FuncDef | Decorator):
            function = plain_function(statement, self._tree)
            self._names.bind({function.name: InnerDecorator(function)})
        else:
            raise UnknownError

    def _assigned(self, statement: AssignmentStmt) -> Mapping[str, Bound]:
        lists = listed(statement, self._known)
        if lists is not None:
            return lists
        target = statement.lvalues[0]
        if not isinstance(target, NameExpr) or target.name in (*self._parameters.options, *self._parameters.lists):
            raise UnknownError
        value = statement.rvalue
        return {target.name: self._known(value) or self._class(value)}

    def _filled(self, statement: ForStmt) -> Mapping[str, Listed]:
        filled = filled_by(statement, self._known)
        if filled is None or any(name not in self._names or self._names.get(name) is not None for name in filled):
            raise UnknownError
        return filled

    def _known(self, expression: Expression) -> Listed | None:
        """Return the list that a name stands for, and ``dataclasses.fields(cls)`` of the class that is made."""
        if isinstance(expression, NameExpr):
            known = self._names.get(expression.name)
            return known if isinstance(known, Listed) else None
        given = class_of_fields(expression, self._tree)
        return FIELDS if given is not None and self._class(given).is_dataclass else None

    def _class(self, expression: Expression) -> GivenClass:
        """Return the class that an expression stands for."""
        if isinstance(expression, NameExpr):
            known = self._names.get(expression.name)
            if isinstance(known, GivenClass):
                return known
        if not isinstance(expression, CallExpr) or not expression.args or expression.arg_kinds[0] is not ARG_POS:
            raise UnknownError
        given = self._class(expression.args[0])
        function, further = expression.callee, arguments_of(expression, self._parameters)[1:]
        inside = self._names.get(function.name) if isinstance(function, NameExpr) else None
        if isinstance(inside, InnerDecorator):
            return self._by_inside(inside, given, further)
        if isinstance(function, CallExpr):  # dataclass(frozen=True)(cls), partial(dataclass, frozen=True)(cls)
            if further:
                raise UnknownError
            function, further = self._curried(function)
        return self._decorated(given, function, further)

    def _by_inside(
        self, decorator: InnerDecorator, given: GivenClass, further: Sequence[tuple[str | None, Expression]]
    ) -> GivenClass:
        """Apply a function that the body of the decorator defines."""
        if given != GivenClass() or further or len(decorator.function.arguments) != 1:
            raise UnknownError
        made = self._result(decorator.function, decorator.function.arguments[0].variable.name, GivenClass())
        return self._registered(made)

    def _curried(self, call: CallExpr) -> tuple[Expression, Sequence[tuple[str | None, Expression]]]:
        if written_name(call.callee, self._tree) != PARTIAL:
            return call.callee, arguments_of(call, self._parameters)
        if not call.args or call.arg_kinds[0] is not ARG_POS:
            raise UnknownError
        return call.args[0], arguments_of(call, self._parameters)[1:]

    def _decorated(
        self, given: GivenClass, function: Expression, arguments: Sequence[tuple[str | None, Expression]]
    ) -> GivenClass:
        name = written_name(function, self._tree)
        if isinstance(function, NameExpr) and function.name in self._names:
            raise UnknownError
        library = BY_DECORATOR.get(name)
        if name in RETURNING_CLASS:
            if not given.is_dataclass:
                raise UnknownError
            is_plain = library is REGISTER_DATACLASS and splits(arguments, self._listed)
            self._register(given, has_known_roles=is_plain)
            given.statics = statics_listed(arguments, self._parameters) if library is REGISTER_DATACLASS else None
            given.is_all_data = library is REGISTER_DATACLASS and takes_all(arguments, self._listed)
            return given
        if given.is_dataclass:
            raise UnknownError
        given.is_dataclass = True
        if library is not None or name == _STANDARD:
            given.library = None if library is None else library.names.name
            given.keywords, given.takes = constants(arguments, self._parameters)
            return given
        return self._by_own(given, function, arguments)

    def _by_own(
        self, given: GivenClass, function: Expression, arguments: Sequence[tuple[str | None, Expression]]
    ) -> GivenClass:
        """Apply another decorator of the module."""
        defined = definitions(self._tree).get(function.name) if isinstance(function, NameExpr) else None
        if not isinstance(function, NameExpr) or defined is None or arguments or function.name in self._callers:
            raise UnknownError
        if isinstance(defined, CallExpr | NameExpr | MemberExpr):
            made = read_partial(defined, self._tree)
            if made is None:
                raise UnknownError
            given.library, given.keywords = made["library"], made["keywords"]
            return given
        other = DecoratorBody(self._tree, (*self._callers, function.name))
        made_here = other.applied(defined)
        defaults = other.options
        given.library = made_here.library
        given.has_known_roles &= made_here.has_known_roles
        given.is_all_data = made_here.is_all_data
        given.adds_replace = made_here.adds_replace
        given.is_as_written &= made_here.is_as_written
        given.keeps_defaults &= made_here.keeps_defaults
        given.keywords = {
            key: value.where(defaults) if isinstance(value, Option) else value
            for key, value in made_here.keywords.items()
        }
        return given

    def _listed(self, value: Expression) -> Listed | None:
        return self._known(value) if isinstance(value, NameExpr) else comprehended(value, self._known)
