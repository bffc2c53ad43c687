"""Code that mypy has to check again when a class changes.

mypy's own dependencies know types, not metadata: a daemon that sees ``(3,)`` become ``(4,)`` in an annotation, or
`dataclasses.dataclass` become `pytree_dataclass`, would keep what it last said about every use of the class, and a
module that never names a class has no reason to be checked after it. So each class shows mypy a summary of its
metadata, and whoever looks at a class while a hook runs depends on it.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from mypy.checker import TypeChecker
from mypy.nodes import MDEF, Decorator, Expression, FuncDef, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.options import Options
from mypy.plugin import ClassDefContext
from mypy.server.trigger import WILDCARD_TAG, make_trigger
from mypy.types import Instance, LiteralType, Type

from .daemon import is_daemon

SUMMARY: Final = "__jdc-summary"
"""Name of the summary in a class, which no program can spell."""

_PREFIX: Final = "jdc"
REDEFINED: Final = "-redefinition"
_checkers: Final[list[TypeChecker]] = []
_noted: Final[list[_Noted]] = []
"""The check of one module, if any is under way; a daemon keeps more, and does without."""
_cleaned: Final[list[object]] = []
"""The scope of the last check of a part of a module in which former methods have been removed."""


class _Noted:
    """The check of one module, with the classes and readings that it is known to depend on."""

    def __init__(self, checker: TypeChecker) -> None:
        self.checker = checker
        self.classes: set[TypeInfo] = set()
        self.looks: dict[int, Looks] = {}
        """By their ids, which nothing else gets while they are here."""


def follow(api: object) -> bool:
    """Make what is looked at from now on a dependency of what is being checked; False where nothing is, as yet.

    No hook runs where mypy makes a class a dataclass again because of a base; see `forget_earlier_transforms`.
    """
    if not isinstance(api, TypeChecker):
        return False
    _checkers.append(api)
    if is_daemon(api.options) and not any(each is api.scope for each in _cleaned):
        _cleaned[:] = [api.scope]
        for _, symbol, _ in api.tree.local_definitions():
            if isinstance(symbol.node, TypeInfo):
                _forget_earlier_transforms(symbol.node)
    return True


def stop_following() -> None:
    """End what `follow` began."""
    _checkers.pop()


def is_checking() -> bool:
    """Return whether mypy checks a module by now, so that every class that it knows has been read."""
    return bool(_checkers)


def is_settled() -> bool:
    """Return whether what has been read of a class while mypy checks stays true: a daemon may read it again."""
    return bool(_checkers) and not is_daemon(_checkers[-1].options)


def module_under_check() -> MypyFile | None:
    """Return the module that mypy checks; None where it checks none."""
    return _checkers[-1].tree if _checkers else None


def dependant() -> str | None:
    """Return the part of the module whose dependencies a daemon keeps by now; None where nothing keeps them."""
    checker = _checkers[-1] if _checkers else None
    if checker is None or not checker.tscope.module or not is_daemon(checker.options):
        return None
    return checker.tscope.current_target()


class Looks(NamedTuple):
    """The names and modules that a reading has looked at: whoever uses the reading depends on the same."""

    triggers: set[str]
    """Names for which a daemon checks a part of a module again."""
    modules: set[str]
    sources: set[str]
    """The files among them of which more has been read than mypy keeps."""


_recorded: Final[list[Looks]] = []


@contextmanager
def recorded() -> Generator[Looks]:
    """Collect what is looked at in a block, for `look_again`."""
    looks = Looks(set(), set(), set())
    _recorded.append(looks)
    try:
        yield looks
    finally:
        _recorded.pop()


def look_again(looks: Looks) -> None:
    """Make all that a reading has looked at a dependency of what is being checked."""
    if not _recorded and not _keeps_triggers():
        noted = _noted_by_now()
        if noted is None or id(looks) in noted.looks:
            return
        noted.looks[id(looks)] = looks
    _note(looks.triggers, looks.modules, looks.sources)


def looked_at(info: TypeInfo) -> None:
    """Note that a diagnostic may depend on the metadata of a class or of one of its bases."""
    is_recorded = bool(_recorded) or _keeps_triggers()
    if not is_recorded and _is_noted(info):
        return
    modules = [base.module_name for base in info.mro]
    if is_recorded:
        names = [base.fullname for base in info.mro]
        summaries = [f"{name}.{SUMMARY}" for name in names]  # where mypy reads the class for another one
        _note([*(name + WILDCARD_TAG for name in names), *summaries], modules)
    else:
        _note((), modules)


def _is_noted(info: TypeInfo) -> bool:
    """Return whether the module under check depends on a class already, or nothing is being checked."""
    noted = _noted_by_now()
    if noted is None or info in noted.classes:
        return True
    noted.classes.add(info)
    return False


def _noted_by_now() -> _Noted | None:
    """Return what the module under check is known to depend on; None where nothing is being checked."""
    checker = _checkers[-1] if _checkers else None
    if checker is None or not checker.tscope.module:
        return None
    if not _noted or _noted[0].checker is not checker:
        _noted[:] = [_Noted(checker)]
    return _noted[0]


def looked_at_variable(fullname: str, module: str) -> None:
    """Note that a diagnostic may depend on a variable that plugins keep in another module."""
    _note([fullname], [module])


def looked_at_source(variable: str, module: str, path: str) -> None:
    """Note that a diagnostic may depend on the text of a module of the project; a daemon watches a variable of it."""
    _note([variable], [module], [path])


def looked_at_triggers(fullnames: Iterable[str]) -> None:
    """Note that a daemon has to check again when variables change, of modules that are not imported as well."""
    _note(fullnames, ())


def _keeps_triggers() -> bool:
    return bool(_checkers) and is_daemon(_checkers[-1].options)


def _note(triggers: Iterable[str], modules: Iterable[str], sources: Iterable[str] = ()) -> None:
    for looks in _recorded:
        looks.triggers.update(triggers)
        looks.modules.update(modules)
        looks.sources.update(sources)
    if not _checkers or not _checkers[-1].tscope.module:
        return
    checker = _checkers[-1]
    checker.module_refs.update(modules)
    if is_daemon(checker.options):
        checker.tree.alias_deps[checker.tscope.current_target()].update(triggers)
    elif sources:
        from .read_sources import keep_source  # noqa: PLC0415 - what is kept is asked for by what is noted here

        for path in sources:
            keep_source(path, checker.tree)


def depend_on(checker: TypeChecker, expression: Expression, types: dict[Expression, Type]) -> None:
    """Make what gives an expression of another function its type a dependency of the one that is being checked."""
    if not is_daemon(checker.options):
        return
    from mypy.server.deps import DependencyVisitor  # noqa: PLC0415 - only a daemon needs it

    visitor = DependencyVisitor(types, checker.options.python_version, defaultdict(set), checker.options)
    with visitor.scope.module_scope(checker.tree.fullname):
        expression.accept(visitor)
    triggers = checker.tree.alias_deps[checker.tscope.current_target()]
    triggers.update(trigger.strip("<>") for trigger in visitor.map)


def publish(ctx: ClassDefContext) -> None:
    """Let a daemon see what the metadata of a class says."""
    if is_daemon(ctx.api.options):
        publish_class(ctx.cls.info, ctx.api.named_type("builtins.str"), ctx.api.options)


def publish_class(info: TypeInfo, text_type: Instance, options: Options) -> None:
    """Let a daemon see what the metadata of a class says by now; ``text_type`` is `str`."""
    if not is_daemon(options):
        return
    text = json.dumps({key: _essence(value) for key, value in info.metadata.items() if key.startswith(_PREFIX)})
    digest = hashlib.sha256(text.encode()).hexdigest()
    var = Var(SUMMARY, LiteralType(digest, text_type))
    var.info = info
    var._fullname = f"{info.fullname}.{SUMMARY}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    info.names[SUMMARY] = SymbolTableNode(MDEF, var, plugin_generated=True)


def publish_members(ctx: ClassDefContext) -> None:
    """Let a daemon see that a class is a pytree dataclass wherever a member of it is used.

    Code that used it before it was one depends on its members only. The flag means nothing inside a class, but is
    part of what a daemon compares.
    """
    if is_daemon(ctx.api.options):
        for symbol in ctx.cls.info.names.values():
            symbol.module_public = False


def forget_earlier_transforms(ctx: ClassDefContext) -> None:
    """Remove what mypy keeps of methods that it has made anew.

    A daemon makes a dataclass again of every class of a module in which it checks one function again, and keeps the
    former ``__init__`` under another name. It would take the name for a change of the class, and check again whatever
    uses the class, and so on to the last module.
    """
    if is_daemon(ctx.api.options):
        _forget_earlier_transforms(ctx.cls.info)


def _forget_earlier_transforms(info: TypeInfo) -> None:
    names, body = info.names, info.defn.defs.body
    earlier = [name for name, symbol in names.items() if symbol.plugin_generated and REDEFINED in name]
    former = {id(names.pop(name).node) for name in earlier}
    former -= {id(symbol.node) for symbol in names.values()}  # mypy may have merged both
    if former:
        body[:] = [each for each in body if id(each) not in former]  # mypy leaves static methods in it
    if info.is_intersection:  # of isinstance(x, Other): mypy merges them by halves, and crashes over what is missing
        made = [symbol.node for symbol in names.values() if symbol.plugin_generated]
        body[:] = [each for each in made if isinstance(each, FuncDef | Decorator)]


def follow_bases(ctx: ClassDefContext) -> None:
    """Let a daemon read a class again when the metadata of a base changes."""
    if is_daemon(ctx.api.options):
        for base in ctx.cls.info.mro[1:-1]:
            ctx.api.add_plugin_dependency(make_trigger(f"{base.fullname}.{SUMMARY}"))


def follow_variables(ctx: ClassDefContext, fullnames: Iterable[str]) -> None:
    """Let a daemon read a class again when variables change that plugins keep in modules."""
    if is_daemon(ctx.api.options):
        for fullname in fullnames:
            ctx.api.add_plugin_dependency(make_trigger(fullname))


def _essence(value: object) -> object:
    """Leave out the places in the source, which change with every line above."""
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _essence(item) for key, item in items if key != "line"}
    return [_essence(item) for item in cast("list[object]", value)] if isinstance(value, list) else value
