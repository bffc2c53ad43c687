"""The names in an array annotation: classes, constants and aliases, of this module and of others."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import Import, ImportFrom, MypyFile, SymbolNode, TypeAlias, Var
from mypy.semanal import SemanticAnalyzer
from mypy.server.trigger import make_trigger
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type
from mypy.util import correct_relative_import

from jdc_spec.arrays import ARRAY_CLASSES, ArrayAnnotation
from jdc_spec.dtypes import KEY_ARRAY, DType
from jdc_spec.jaxtyping import ANY_DTYPE, CLASSES, SCALARS, annotation
from jdc_spec.pyrefly import PACKAGE

from ...host.sources import SOURCES
from ...syntax.per_module import PerModule
from ..modules.module_constants import STORED, constant_in
from .array_aliases import stored_alias, stored_name
from .calculated_axes import calculated
from .signatures import item_name

_ANNOTATED: Final = frozenset(("typing.Annotated", "typing_extensions.Annotated"))
_UNTYPED_ARRAYS: Final = frozenset(f"chex.{name}" for name in ("Array", "ArrayBatched", "ArrayDevice", "ArrayNumpy"))
_NUMBER: Final = re.compile(rb"[+-]?[0-9._]+(?:[eE][+-]?[0-9]+)?[jJ]?(?=\s*[,)])")


class Names(NamedTuple):
    """Looks up the names in an annotation."""

    find: Callable[[str], SymbolNode | None]
    """From a dotted name in the source to what it names; None where it is unknown."""
    api: SemanticAnalyzer
    reads_optional: bool
    """True if ``Annotated[...] | None`` counts: jdc reads it, jax_dataclasses does not."""

    @property
    def module(self) -> MypyFile:
        """The module that the annotation stands in."""
        return self.api.modules[self.api.cur_mod_id]

    def fullname(self, name: str) -> str | None:
        """Return the full name, or None."""
        node = self.find(name)
        return None if node is None else node.fullname

    def is_array_class(self, name: str) -> bool:
        """Return whether a name is a class of arrays, or an alias of some: ``jnp.ndarray``, ``chex.Array``."""
        if self.fullname(name) in ARRAY_CLASSES or self._imported_as(name) in _UNTYPED_ARRAYS:
            return True
        node = self.find(name)
        target = get_proper_type(node.target) if isinstance(node, TypeAlias) else None
        members = target.items if isinstance(target, UnionType) else [target]
        return all(_is_array(each) for each in members)

    def is_annotated(self, name: str) -> bool:
        """Return whether a name is `typing.Annotated`. To a checker, the classes of jaxtyping are the same object."""
        return self.fullname(name) in _ANNOTATED and _last(self._imported_as(name)) == "Annotated"

    def jaxtyping_class(self, name: str) -> str | None:
        """Return the name of a class of jaxtyping as jaxtyping spells it; None for all other names."""
        imported = self._imported_as(name) if self.fullname(name) in _ANNOTATED else ""
        is_of_pyrefly = imported.startswith(f"{PACKAGE}.")
        return _last(imported) if _last(imported) in CLASSES and not is_of_pyrefly else None

    def is_shaped_of_pyrefly(self, name: str) -> bool:
        """Return whether a name is ``Shaped`` of pyrefly's package, which to a checker is `typing.Annotated` too."""
        return self.fullname(name) in _ANNOTATED and self._imported_as(name) == f"{PACKAGE}.Shaped"

    def whole_of_jaxtyping(self, name: str) -> ArrayAnnotation | None:
        """Return what a name of jaxtyping says that takes no string, ``Scalar`` say; None for all other names."""
        owner, _, last = self._imported_as(name).rpartition(".")
        if owner != "jaxtyping":
            return None
        if last in SCALARS:
            return annotation(ANY_DTYPE, "")
        return ArrayAnnotation(None, DType(KEY_ARRAY)) if last == KEY_ARRAY else None

    def _imported_as(self, name: str) -> str:
        """Return a dotted name with what its import says in the place of its first part."""
        first, _, rest = name.partition(".")
        original = _ORIGINALS.of(self.module).get(first)
        if original is None:
            return name
        return f"{original}.{rest}" if rest else original

    def constant(self, name: str) -> object:
        """Return the number that a constant stands for, of this module or of one that it imports; or None.

        A ``Final`` may be something else, which is no size.
        """
        node = self.find(name)
        if not isinstance(node, Var) or not self._is_followed(node.fullname):
            return None
        if not node.is_final:
            return self._constant_in(*node.fullname.rpartition(".")[::2])
        return node.final_value

    def _constant_in(self, module: str, name: str) -> int | None:
        """Return the number of a constant that is not ``Final``."""
        if module != self.module.fullname:
            self.api.add_plugin_dependency(make_trigger(f"{module}.{STORED}"))
        return constant_in(self.api.modules.get(module), name)

    def _is_followed(self, fullname: str) -> bool:
        """Return whether mypy reads this module again when a name of another one changes, and see to it."""
        module = fullname.rpartition(".")[0]
        if module == self.module.fullname:
            return True
        self.api.add_plugin_dependency(make_trigger(fullname))
        return module in _imported(self.module)

    def alias(self, name: str) -> ArrayAnnotation | None:
        """Return what an alias such as ``Vec = Float[Array, "3"]`` says; None where it has none."""
        node = self.find(name)
        return self._stored(node.fullname) if isinstance(node, TypeAlias) else None

    def alias_items(self, name: str) -> Sequence[ArrayAnnotation | None]:
        """Return what an alias such as ``Pair = tuple[Float[Array, "3"], Float[Array, "4"]]`` says of each item."""
        node = self.find(name)
        target = get_proper_type(node.target) if isinstance(node, TypeAlias) else None
        if not isinstance(node, TypeAlias) or not isinstance(target, TupleType):
            return ()
        return [self._stored(item_name(node.fullname, at)) for at in range(len(target.items))]

    def _stored(self, fullname: str) -> ArrayAnnotation | None:
        module, _, own = fullname.rpartition(".")
        if module != self.module.fullname:
            self.api.add_plugin_dependency(make_trigger(f"{module}.{stored_name(own)}"))
        return stored_alias(self.api.modules.get(module), own)

    def number_at(self, line: int, column: int) -> float | complex | None:
        """Return the number with a fraction that stands at a place of the source; None for anything else.

        mypy's parsers leave out such numbers where a type stands, and expressions as well.
        """
        found = _NUMBER.match(self._line(line), column)
        try:
            value = None if found is None else ast.literal_eval(found.group().decode())
        except (SyntaxError, ValueError):
            return None
        return value if isinstance(value, float | complex) else None

    def calculated_at(self, line: int, column: int) -> int | None:
        """Return the whole number that an expression at a place of the source makes of numbers and constants."""
        return calculated(self._line(line)[column:].decode(errors="replace"), self.constant)

    def _line(self, line: int) -> bytes:
        """Return a line of the source; nothing where it cannot be read."""
        lines = SOURCES.text(self.module.path).encode().splitlines()
        return lines[line - 1] if 0 < line <= len(lines) else b""


def _originals(module: MypyFile) -> dict[str, str]:
    """Return what each name is called where it is imported from; of several imports the first."""
    found: dict[str, str] = {}
    for node in module.imports:
        if isinstance(node, ImportFrom):
            for original, alias in node.names:
                found.setdefault(alias or original, f"{node.id}.{original}")
        elif isinstance(node, Import):
            for original, alias in node.ids:
                if alias is not None:
                    found.setdefault(alias, original)
    return found


_ORIGINALS: Final = PerModule(_originals)


def _is_array(declared: Type | None) -> bool:
    """Return whether a type is an array class, or one of the scalars of NumPy that ``chex.Array`` has beside them."""
    value = get_proper_type(declared)
    if not isinstance(value, Instance):
        return False
    return value.type.fullname in ARRAY_CLASSES or value.type.has_base("numpy.generic")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _imported(module: MypyFile) -> Iterator[str]:
    """Yield the modules whose changes make mypy read a module again: those that it imports by name."""
    for node in module.imports:
        if isinstance(node, Import):
            yield from (name for name, _ in node.ids)
        elif isinstance(node, ImportFrom):
            is_package = module.is_package_init_file()
            source, _ = correct_relative_import(module.fullname, node.relative, node.id, is_package)
            yield source
            yield from (f"{source}.{name}" for name, _ in node.names)  # each may be a module
