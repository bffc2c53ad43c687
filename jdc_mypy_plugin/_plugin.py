"""The plugin as mypy starts it.

With a full cache, mypy asks a plugin for nothing but what the cache depends on; loading the hooks would then be most
of what the plugin costs.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type

from .host import (
    codes,  # before mypy reads options that name one
    read_sources,
)
from .host.analysed_types import (
    ALIAS_SUFFIX,
    ANALYSED_TYPES,
    BARE,
    BARE_TYPES,
    IN_PLACE_OF,
    ITEMS_SUFFIX,
    OTHER_TYPES,
    is_alias_of_array,
    is_untyped_array,
    mark_array,
)
from .host.chain import Chain
from .host.daemon import is_daemon
from .host.digest import source_digest
from .host.foundations import is_foundation_path
from .host.guard import Found, found
from .host.kept_readings import KEPT_READINGS
from .host.lasting_objects import lasting_objects
from .host.outside_answers import ANSWERS
from .host.project import project
from .host.reexports import open_compiled_names, open_untyped_packages
from .host.sources import SOURCES

if TYPE_CHECKING:
    from .hooks import JdcHooks

HookT = TypeVar("HookT", bound=Callable[..., Any])


class JdcPlugin(Plugin):
    """Loads the hooks when mypy first asks for one."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        OTHER_TYPES.clear()
        found(open_untyped_packages, options)
        found(SOURCES.follow_options, options)
        self._chain = Chain(self)
        ANSWERS.start(options)
        KEPT_READINGS.start(options)
        self._noted: set[str] = set()
        """The modules that this process has parsed."""

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """Return what the cache depends on besides the sources that mypy sees, the same for each module but some.

        mypy asks last before it writes a module to its cache, and a worker that shares the work with others asks
        nothing about a module before.
        """
        if not ctx.is_check and ctx.id not in self._noted:
            tree = (self._modules or {}).get(ctx.id)
            _note_own_names(tree)
            _note_constants(tree)
        if codes.IS_RUN_BY_COMMAND and is_foundation_path(ctx.id, ctx.path):
            return self._versions
        if ctx.is_check and found(_rests_on_other_answers, ctx) is not False:
            return f"{self._cache_key} with another answer"
        if not ctx.is_check:
            _note_children((self._modules or {}).get(ctx.id))
        return self._cache_key

    @functools.cached_property
    def _versions(self) -> str:
        """The cache key of a module that no rule looks into: `jdc check` shares its cache between projects."""
        return f"{source_digest()} {codes.IS_RUN_BY_COMMAND}"

    @functools.cached_property
    def _cache_key(self) -> str:
        """The same of other modules. mypy reads and compares it for each, so it is one short text."""
        own = project()
        added = sorted((*own.decorators.items(), *own.base_classes.items()))
        ignored = sorted((pattern, sorted(codes)) for pattern, codes in own.per_file_ignores.items())
        selected = [] if codes.IS_RUN_BY_COMMAND else sorted(own.selected)  # `jdc check` chooses afterwards
        settings = repr((added, selected, ignored, own.x64))
        return hashlib.sha256(f"{self._versions} {settings}".encode()).hexdigest()

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Take note of what a module defines once it is parsed; nothing depends on more than mypy knows."""
        ANSWERS.parsed()
        _note_uses(file)
        found(open_compiled_names, file)
        _note_own_names(file)
        _note_constants(file)
        self._noted.add(file.fullname)
        return []

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """Hand on the modules of the build."""
        super().set_modules(modules)
        if "_hooks" in vars(self):
            self._hooks.set_modules(modules)

    @functools.cached_property
    def _hooks(self) -> JdcHooks:
        with lasting_objects():
            from .hooks import JdcHooks  # noqa: PLC0415

        hooks = JdcHooks(self.options)
        assert self._modules is not None
        hooks.set_modules(self._modules)
        return hooks

    def _found(self, kind: str, find: Callable[[str], HookT | None]) -> Found[HookT]:
        """Return the hooks of a kind by name, each with what the next plugin has for the name."""

        def find_both(fullname: str) -> HookT | None:
            return self._chain.with_next(kind, fullname, find(fullname))

        return Found(find_both, keeps=not is_daemon(self.options))

    @functools.cached_property
    def _attribute_hooks(self) -> Found[Callable[[AttributeContext], Type]]:
        return self._found("get_attribute_hook", self._hooks.get_attribute_hook)

    @functools.cached_property
    def _class_attribute_hooks(self) -> Found[Callable[[AttributeContext], Type]]:
        return self._found("get_class_attribute_hook", self._hooks.get_class_attribute_hook)

    @functools.cached_property
    def _function_hooks(self) -> Found[Callable[[FunctionContext], Type]]:
        return self._found("get_function_hook", self._hooks.get_function_hook)

    @functools.cached_property
    def _function_signature_hooks(self) -> Found[Callable[[FunctionSigContext], FunctionLike]]:
        return self._found("get_function_signature_hook", self._hooks.get_function_signature_hook)

    @functools.cached_property
    def _method_hooks(self) -> Found[Callable[[MethodContext], Type]]:
        return self._found("get_method_hook", self._hooks.get_method_hook)

    @functools.cached_property
    def _method_signature_hooks(self) -> Found[Callable[[MethodSigContext], FunctionLike]]:
        return self._found("get_method_signature_hook", self._hooks.get_method_signature_hook)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """See `JdcHooks`."""
        if fullname in OTHER_TYPES:
            return None
        if fullname in IN_PLACE_OF:
            return IN_PLACE_OF[fullname]
        if fullname in BARE_TYPES:
            return BARE.hook(fullname)
        if fullname in ANALYSED_TYPES or self._is_array_alias(fullname):
            return self._hooks.get_type_analyze_hook(fullname)
        if self._modules is not None and is_untyped_array(fullname, self._modules):
            return mark_array
        if not is_daemon(self.options):
            OTHER_TYPES.add(fullname)
        return None

    def _is_array_alias(self, fullname: str) -> bool:
        """Return whether a name is that of an alias of an array class or annotation, or of a tuple of such."""
        module, _, name = fullname.rpartition(".")
        tree = None if self._modules is None else self._modules.get(module)
        if tree is None:
            return False
        is_annotation = f"{name}{ALIAS_SUFFIX}" in tree.names or f"{name}{ITEMS_SUFFIX}" in tree.names
        return is_annotation or is_alias_of_array(tree, name)

    def get_class_decorator_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """See `JdcHooks`."""
        hook = found(self._hooks.get_class_decorator_hook, fullname)
        return self._chain.with_next("get_class_decorator_hook", fullname, hook)

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """See `JdcHooks`."""
        hook = found(self._hooks.get_class_decorator_hook_2, fullname)
        return self._chain.with_next("get_class_decorator_hook_2", fullname, hook)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """See `JdcHooks`."""
        hook = found(self._hooks.get_base_class_hook, fullname)
        return self._chain.with_next("get_base_class_hook", fullname, hook)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """See `JdcHooks`."""
        return self._attribute_hooks[fullname]

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """See `JdcHooks`."""
        return self._class_attribute_hooks[fullname]

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """See `JdcHooks`."""
        return self._function_hooks[fullname]

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """See `JdcHooks`."""
        return self._function_signature_hooks[fullname]

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """See `JdcHooks`."""
        return self._method_signature_hooks[fullname]

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """See `JdcHooks`."""
        return self._method_hooks[fullname]


def _rests_on_other_answers(ctx: ReportConfigContext) -> bool:
    """Return whether a module in the cache has been told something of other files that is not so by now."""
    return ANSWERS.differ(ctx.id, ctx.path, _ask_again)


def _ask_again(question: Sequence[Any]) -> Any:
    if read_sources.is_question(question):
        return read_sources.answer_anew(question)
    from .libraries.registering import registered_elsewhere  # noqa: PLC0415 - nothing of it where no module has asked

    if registered_elsewhere.is_question(question):
        return registered_elsewhere.answer_anew(question)
    from .transformed.project_classes import answer_anew  # noqa: PLC0415

    return answer_anew(question)


def _note_own_names(tree: MypyFile | None) -> None:
    """Keep what the decorators and field functions of a module do; where a worker will read its body, it is empty."""
    if tree is not None and tree.defs and getattr(tree, "raw_data", None) is None:
        from .libraries.hidden_functions import note_hidden  # noqa: PLC0415
        from .libraries.own.names import note  # noqa: PLC0415

        found(note, tree)
        found(note_hidden, tree)


def _note_uses(tree: MypyFile) -> None:
    """Keep what a module does with the classes that a daemon has asked about, and the classes that it registers."""
    if ANSWERS.is_of_daemon and not is_foundation_path(tree.fullname, tree.path):
        from .libraries.registering.registered_elsewhere import note_registering  # noqa: PLC0415

        found(note_registering, tree)
    if ANSWERS.asked and not is_foundation_path(tree.fullname, tree.path):
        from .transformed.project_classes import note_uses  # noqa: PLC0415

        found(note_uses, tree)


def _note_children(tree: MypyFile | None) -> None:
    """Keep what becomes a leaf of the classes that a module registers by functions of its own."""
    if tree is not None and tree.defs and not is_foundation_path(tree.fullname, tree.path):
        from .libraries.by_hand import note_children  # noqa: PLC0415

        found(note_children, tree)


def _note_constants(tree: MypyFile | None) -> None:
    """Keep the sizes that a module gives names to, and what its functions do with what they are given."""
    if tree is not None and tree.defs and not is_foundation_path(tree.fullname, tree.path):
        from .model.functions.function_notes import note_functions  # noqa: PLC0415
        from .model.modules.module_constants import note_constants  # noqa: PLC0415 - nothing of it where the cache is full
        from .model.modules.module_sources import note_source  # noqa: PLC0415

        found(note_constants, tree)
        found(note_functions, tree)
        found(note_source, tree)
