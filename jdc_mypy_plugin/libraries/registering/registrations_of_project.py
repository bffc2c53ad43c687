"""The registrations of classes in the sources of a project, by whichever module.

``register_dataclass(State, ["x"], ["n"])`` in `registry.py` makes a pytree of a class of `states.py`. The call may
stand in a function that the program calls before anything else, in a loop, or in a function of the project that gets
the class. The class is taken for registered, whoever imports that module: without it the program could not use it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncItem, LambdaExpr, MemberExpr, MypyFile, NameExpr

from ...host.project_files import ProjectFile
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...syntax.functions import returned_by
from ...syntax.names.definitions import written_name
from ...syntax.values.parts import attributes_in
from ..calls_in_context import Setting, names_in_list, runs_on_import, settings_of, settled
from ..definition import LISTS, PARTIAL, is_none
from ..facts import Role
from ..flattening import flattened
from ..own.field_lists import FIELDS, Listed, class_of_fields, comprehended, splits
from ..project_imports import Importers, ProjectImports
from ..project_sources import ProjectSources, Written

_REGISTERING: Final = re.compile(r"\bregister_(?:dataclass|pytree_node|pytree_with_keys)")
_MENTIONING: Final = ("regist", "pytree")
"""Parts of words of each file that calls a function of the project which registers a class, or of its name."""
_TEST: Final = re.compile(r"(?:^|[/\\])(?:tests?[/\\]|test_[^/\\]*$|[^/\\]*_test\.py$|conftest\.py$)")
_MODULES: Final = ("jax.tree_util", "jax._src.tree_util")
_DATACLASS: Final = "register_dataclass"
_WITH_FUNCTIONS: Final = ("register_pytree_node", "register_pytree_with_keys")
_WITH_METHODS: Final = {
    "register_pytree_node_class": "tree_flatten",
    "register_pytree_with_keys_class": "tree_flatten_with_keys",
}
_FUNCTIONS: Final = frozenset((_DATACLASS, *_WITH_FUNCTIONS, *_WITH_METHODS))
_KEYS: Final = "with_keys"
_PARAMETERS: Final = ("nodetype", *LISTS)
_CLASS: Final = ("nodetype", "cls")
_FLATTEN: Final = ("flatten_func", "flatten_with_keys")


class Registration(NamedTuple):
    """The way in which a class is registered."""

    by_hand: bool
    """True if functions of the program flatten it."""
    roles: Mapping[str, Role] | None
    """The roles of the fields that are listed; None where the lists, or the function, cannot be read."""
    unlisted: str = ""
    """The role of all other fields; "" where the fields themselves say it."""
    modules: tuple[str, ...] = ()
    """The modules that register the class as soon as they are imported."""


def registrations_in(files: Mapping[str, ProjectFile], module: str, path: str) -> dict[str, Any]:
    """Return the registrations of the classes of a module by the name of the class, as JSON keeps them.

    Those that tests make for themselves do not count.
    """
    found: dict[str, list[Registration]] = {}
    for name, by, each in _read(files, module, path):
        own = name.removeprefix(f"{module}.")
        if own != name and (not _is_test(by, files) or _is_test(path, files)):
            found.setdefault(own, []).append(each)
    return {own: list(_joined(each)) for own, each in found.items()}


def _is_test(path: str, files: Mapping[str, ProjectFile]) -> bool:
    """Return whether a file is a test; folders above the project do not count."""
    top = Path(min(files, key=len)).parent
    inside = Path(path)
    return bool(_TEST.search(str(inside.relative_to(top)) if inside.is_relative_to(top) else inside.name))


def _joined(found: list[Registration]) -> Registration:
    """Return what several registrations agree on."""
    first = found[0]
    modules = tuple(sorted({module for each in found for module in each.modules}))
    if all(each.roles == first.roles and each.unlisted == first.unlisted for each in found):
        return Registration(any(each.by_hand for each in found), first.roles, first.unlisted, modules)
    return Registration(any(each.by_hand for each in found), None, "", modules)


class _Project:
    """The files of a project that have to do with registrations, found once."""

    def __init__(self, files: Mapping[str, ProjectFile]) -> None:
        self.files = files
        self.registering = {path: file for path, file in files.items() if _registers(file.text)}
        self.imports = ProjectImports(files)

    @functools.cached_property
    def calling(self) -> Sequence[ProjectFile]:
        """The files that register classes, or import what may do so from one that does."""
        known = self.registering
        return [
            file
            for path, file in self.files.items()
            if path in known
            or (_mentions(file.text) and any(each.path in known for each in self.imports.imported_by(file)))
        ]

    @functools.cached_property
    def importers(self) -> Importers:
        """The same files by what they import."""
        return Importers(self.calling, self.imports)

    def is_imported(self, file: ProjectFile) -> bool:
        """Return whether another file imports something of a file."""
        word = file.module.rpartition(".")[2]
        others = (each for each in self.files.values() if each is not file and word in each.text)
        return any(file in self.imports.sources_of(each) for each in others)


@functools.lru_cache(maxsize=4096)
def _registers(text: str) -> bool:
    return "register_" in text and bool(_REGISTERING.search(text))


@functools.lru_cache(maxsize=4096)
def _mentions(text: str) -> bool:
    lower = text.lower()
    return any(each in lower for each in _MENTIONING)


_PROJECTS: Final[list[_Project]] = []
"""The last projects."""
_MOST: Final = 8


def _project(files: Mapping[str, ProjectFile]) -> _Project:
    kept = next((each for each in _PROJECTS if each.files is files), None)
    if kept is None:
        kept = _Project(files)
        _PROJECTS[:] = [*_PROJECTS[-_MOST + 1 :], kept]
    return kept


def _read(files: Mapping[str, ProjectFile], module: str, path: str) -> Iterator[tuple[str, str, Registration]]:
    """Yield the classes that files which import a module register, the path of each such file, and how it does so.

    The call may stand in a function of a file that they import.
    """
    importing, registering = _having_to_do_with(files, module, path)
    yield from _registered_by(registering, ProjectSources(files, importing))


def registering_for(files: Mapping[str, ProjectFile], module: str, path: str) -> Collection[ProjectFile]:
    """Return the files that may register classes of a module, functions of others that these call among them."""
    return _having_to_do_with(files, module, path)[1]


def _having_to_do_with(
    files: Mapping[str, ProjectFile], module: str, path: str
) -> tuple[Sequence[ProjectFile], Collection[ProjectFile]]:
    """Return the files that import a module and may register classes, and those in which the calls are."""
    project = _project(files)
    if not project.registering:
        return (), ()
    importing = project.importers.of(module, files.get(path))
    called = [each for file in importing for each in project.imports.imported_by(file)]
    registering = {each.path: each for each in (*importing, *called) if each.path in project.registering}
    return importing, registering.values()


def _registered_by(
    registering: Collection[ProjectFile], sources: ProjectSources
) -> Iterator[tuple[str, str, Registration]]:
    for file in registering:
        tree = sources.tree(file)
        names: Collection[str] = () if tree is None else _registering_names(tree)
        for call in () if tree is None else INDEX.of(tree).body.expressions_of(CallExpr):
            if tree is not None and _may_register(call.callee, names):
                reader = _Reader(call, tree, sources)
                yield from ((name, file.path, each) for name, each in reader.registered())


def registers_around(files: Mapping[str, ProjectFile], module: str, path: str, name: str) -> bool:
    """Return whether a class, one of a library say, is registered in programs that a module is part of.

    A file of another package that nobody imports is a program of its own, unless it imports the module.
    """
    project, package = _project(files), module.partition(".")[0]
    word = re.escape(name.rpartition(".")[2])
    written = re.compile(rf"\w\(\s*(?:nodetype\s*=\s*)?(?:\w+\.)*{word}\s*,")
    for file in project.registering.values():
        if not written.search(file.text):
            continue
        is_of_package = "." in module and file.module.partition(".")[0] == package
        if file.path == path or is_of_package or project.is_imported(file) or _imports(project, file, module, path):
            found = _registered_by([file], ProjectSources(files, [file]))
            if any(registered == name for registered, _, _ in found):
                return True
    return False


def _imports(project: _Project, file: ProjectFile, module: str, path: str) -> bool:
    return bool(Importers([file], project.imports).of(module, project.files.get(path)))


def _registering_names(tree: MypyFile) -> frozenset[str]:
    """Return the names that the top of a module gives to functions which register classes."""
    imports = INDEX.of(tree).imports
    imported = {name for name in imports.names for each in imports.of(name) if _is_registering(each.fullname)}
    assigned = {
        target.name
        for each in tree.defs
        if isinstance(each, AssignmentStmt) and isinstance(each.rvalue, NameExpr | MemberExpr)
        for target in each.lvalues
        if isinstance(target, NameExpr) and _is_registering(each.rvalue.name)
    }
    return frozenset(imported | assigned)


def _is_registering(name: str) -> bool:
    return name.rpartition(".")[2] in _FUNCTIONS


def _may_register(callee: Expression, names: Collection[str]) -> bool:
    if isinstance(callee, CallExpr):  # of a partial
        return bool(callee.args) and _may_register(callee.args[0], names)
    return isinstance(callee, NameExpr | MemberExpr) and (callee.name in _FUNCTIONS or callee.name in names)


class _Reader:
    """Reads one call that may register classes."""

    def __init__(self, call: CallExpr, tree: MypyFile, sources: ProjectSources) -> None:
        self._tree = tree
        self._sources = sources
        self._call = call
        callee = call.callee
        self._partial = callee if isinstance(callee, CallExpr) and self._is_partial(callee) else None
        self._name = self._function(callee if self._partial is None else self._partial.args[0])

    def _is_partial(self, call: CallExpr) -> bool:
        return bool(call.args) and written_name(call.callee, self._tree) == PARTIAL

    def _function(self, function: Expression) -> str:
        """Return the name of a function of JAX that registers a class; "" for any other."""
        module, _, name = self._sources.name_of(function, self._tree).rpartition(".")
        return name if module in _MODULES and name in _FUNCTIONS else ""

    def registered(self) -> Iterator[tuple[str, Registration]]:
        """Yield the full name of each class that the call registers, and how."""
        given = next((each for name in _CLASS if (each := argument(self._call, 0, name)) is not None), None)
        if not self._name or given is None:
            return
        modules = (self._tree.fullname,) if runs_on_import(self._call, self._tree) else ()
        for setting in settings_of(self._call, self._tree, self._sources):
            name = self._class(given, setting)
            if name:
                yield name, self._registration(name, setting)._replace(modules=modules)

    def _class(self, given: Expression, setting: Setting) -> str:
        expression, tree = settled(Written(given, self._tree), setting)
        return self._sources.name_of(expression, tree)

    def _registration(self, name: str, setting: Setting) -> Registration:
        if self._name == _DATACLASS:
            return self._listed(setting)
        found = self._flattening(name, setting)
        pair = None if found is None else flattened(found, with_keys=_KEYS in self._name)
        if pair is None:
            return Registration(by_hand=True, roles=None)
        static: dict[str, Role] = dict.fromkeys(attributes_in(pair.aux), "static")
        data: dict[str, Role] = dict.fromkeys(attributes_in(pair.children), "data")
        return Registration(by_hand=True, roles={**static, **data})

    def _listed(self, setting: Setting) -> Registration:
        calls = [self._call] if self._partial is None else [self._partial, self._call]
        given = [each for call in calls for each in zip(call.arg_names, call.args, call.arg_kinds, strict=True)]
        if self._partial is not None:
            del given[0]
        if any(kind.is_star() for _, _, kind in given):
            return Registration(by_hand=False, roles=None)
        places = iter(_PARAMETERS)
        named = [(name or next(places, ""), value) for name, value, _ in given]
        lists = {name: value for name, value in named if name in LISTS}
        written = {name: settled(Written(value, self._tree), setting) for name, value in lists.items()}
        written = {name: each for name, each in written.items() if not is_none(each.expression)}
        if not written or self._follows_metadata(
            [(name, each.expression) for name, each in written.items()], setting
        ):
            return Registration(by_hand=False, roles={})
        return _of_lists({name: names_in_list(each, setting) for name, each in written.items()})

    def _follows_metadata(self, lists: list[tuple[str | None, Expression]], setting: Setting) -> bool:
        """Return whether the metadata of the fields says which of the lists a field is in."""

        def known(expression: Expression) -> Listed | None:
            given = class_of_fields(*settled(Written(expression, self._tree), setting))
            return None if given is None else FIELDS

        return splits(lists, lambda each: comprehended(each, known))

    def _flattening(self, name: str, setting: Setting) -> FuncItem | None:
        """Return the function that takes objects of a class apart."""
        if self._name in _WITH_METHODS:
            found = self._sources.method(name, _WITH_METHODS[self._name])
            return None if found is None else found[0]
        given = next((each for key in _FLATTEN if (each := argument(self._call, 1, key)) is not None), None)
        if given is None:
            return None
        function, tree = settled(Written(given, self._tree), setting)
        if isinstance(function, LambdaExpr):
            return self._method_called(function, name) or function
        if isinstance(function, MemberExpr):
            owner = self._class_named(Written(function.expr, tree), setting)
            method = self._sources.method(owner, function.name) if owner == name else None
            if method is not None:
                return method[0]
        found = self._sources.function(self._sources.name_of(function, tree))
        return None if found is None else found[0]

    def _class_named(self, written: Written, setting: Setting) -> str:
        expression, tree = settled(written, setting)
        return self._sources.name_of(expression, tree)

    def _method_called(self, function: LambdaExpr, owner: str) -> FuncItem | None:
        """Return the method that ``lambda obj: obj.tree_flatten()`` calls."""
        result = next(iter(returned_by(function.body.body)), None)
        callee = result.callee if isinstance(result, CallExpr) and not result.args else None
        if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr):
            return None
        if [callee.expr.name] != [each.variable.name for each in function.arguments]:
            return None
        found = self._sources.method(owner, callee.name)
        return None if found is None else found[0]


def _of_lists(lists: Mapping[str, list[str] | None]) -> Registration:
    """Return the roles that lists give; one that is computed has all fields that the other leaves out."""
    if "data_fields" not in lists or "meta_fields" not in lists or lists.get("drop_fields", []) is None:
        return Registration(by_hand=False, roles=None)
    roles: dict[str, Role] = {name: LISTS[key] for key, names in lists.items() for name in names or ()}
    computed = [key for key, names in lists.items() if names is None]
    if len(computed) > 1:
        return Registration(by_hand=False, roles=None)
    rest = LISTS[computed[0]] if computed else "dropped" if roles else ""
    return Registration(by_hand=False, roles=roles, unlisted=rest)
