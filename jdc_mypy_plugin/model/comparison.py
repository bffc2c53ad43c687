"""How a dataclass compares: which fields ``==`` looks at, and whether ``hash`` does too.

JAX compares static values with ``==``. mypy does not keep what ``@dataclass(eq=..., unsafe_hash=...)`` and
``field(compare=False)`` say, so it is written to the metadata of every dataclass that the plugin meets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, MypyFile

from ..host.freshness import looked_at
from ..libraries.definition import Definition, is_none, truth
from ..syntax.arguments import by_keyword
from .field_calls import field_metadata
from .fields import annotated_assignments

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo

KEY: Final = "jdc-comparison"


class Comparison(NamedTuple):
    """How the objects of a dataclass compare, by its decorator. The class body may still write its own methods."""

    eq: bool
    """True if ``==`` compares fields."""
    unsafe_hash: bool
    """True if instances are hashable although they are not frozen."""
    frozen: bool | None
    """True if instances are frozen; None where mypy itself knows."""
    compared: frozenset[str]
    """Fields of this class body that ``==`` looks at."""
    unhashed: frozenset[str]
    """Fields of this class body that ``field(hash=False)`` leaves out of the hash."""


def write_comparison(definition: Definition, *, frozen: bool | None = None, eq: bool = True) -> None:
    """Store how a decorated class, or a subclass of a registering base, compares; nothing where it is unclear.

    ``frozen`` and ``eq`` are what the decorator does when it is not told, ``frozen`` None where mypy knows.
    """
    options = dict(definition.keywords())
    compares = truth(options["eq"]) if "eq" in options else eq
    unsafe_hash = truth(options["unsafe_hash"]) if "unsafe_hash" in options else False
    if None in options or compares is None or unsafe_hash is None:
        return
    if frozen is not None and "frozen" in options:
        frozen = truth(options["frozen"])
    compared = [
        name
        for name, statement in annotated_assignments(definition.cls)
        if not isinstance(statement.rvalue, CallExpr) or _compares(statement.rvalue, definition.module)
    ]
    unhashed = [
        name
        for name, statement in annotated_assignments(definition.cls)
        if isinstance(statement.rvalue, CallExpr) and not _hashes(statement.rvalue)
    ]
    flags = {"eq": compares, "unsafe_hash": unsafe_hash, "frozen": frozen}
    definition.cls.info.metadata[KEY] = {**flags, "compared": compared, "unhashed": unhashed}


def comparison_of(info: TypeInfo) -> Comparison | None:
    """Return what the decorator of this very class makes of comparison; None where it is unknown."""
    looked_at(info)
    stored = info.metadata.get(KEY)
    if stored is None:
        return None
    fields = frozenset(stored["compared"]), frozenset(stored["unhashed"])
    return Comparison(stored["eq"], stored["unsafe_hash"], stored["frozen"], *fields)


def _compares(call: CallExpr, module: MypyFile) -> bool:
    compare = by_keyword(call, "compare")
    return field_metadata(call, module) is not None and (compare is None or truth(compare) is True)


def _hashes(call: CallExpr) -> bool:
    given = by_keyword(call, "hash")
    return given is None or truth(given) is True or is_none(given)
