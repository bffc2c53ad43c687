"""Rules judge classes of other modules by what is stored with them, with and without a warm cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.runner import check

DEFINITIONS = """
import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypeVar

import jax
import jax_dataclasses
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Base:
    x: float


class Adds(Base):
    y: float = 0.0


class Registered(Base):
    y: float = 0.0


jdc.pytree_dataclass(Registered)


@jax_dataclasses.pytree_dataclass
class Upstream:
    x: jax.Array
    size: jax_dataclasses.Static[int]


@dataclass(frozen=True)
class Grid:
    axis: np.ndarray


@dataclass(frozen=True)
class Uncompared:
    axis: np.ndarray = field(compare=False)


@dataclass(frozen=True, eq=False)
class Identity:
    axis: np.ndarray


@dataclass
class Options:
    size: int


@dataclass(unsafe_hash=True)
class Hashed:
    size: int


class Mode(enum.Enum):
    A = 1


@jax.tree_util.register_static
class StaticMode(enum.Enum):
    A = 1


@jdc.pytree_dataclass(data_fields=["x"], meta_fields=["name"])
class Listed:
    x: jax.Array
    name: str


class Sized(jdc.PyTreeNode):
    @property
    def size(self) -> int:
        return 3

    @property
    def depth(self) -> int:
        return 3

    if TYPE_CHECKING:

        @property
        def only_typed(self) -> int: ...


T = TypeVar("T")
Size = jdc.Static[int]
Named = jdc.Static[T]
Documented = Annotated[Size, "documentation"]
Maybe = Size | None
Number = int | float
"""

USES = """
from __future__ import annotations

from typing import TYPE_CHECKING

import jax
import jax_dataclasses

import jdc_runtime as jdc
from {definitions} import Adds, Base, Grid, Hashed, Identity, Listed, Mode, Options, Registered
from {definitions} import Sized, StaticMode, Uncompared, Upstream

if TYPE_CHECKING:
    from {definitions} import Documented, Maybe, Named, Number, Size


@jdc.pytree_dataclass
class HiddenAliases:
    size: Size  # jdc-marker
    named: Named[int]  # jdc-marker
    documented: Documented  # jdc-marker
    maybe: Maybe  # jdc-marker
    number: Number


@jdc.pytree_dataclass
class Uses:
    grid: jdc.Static[Grid]  # jdc-static-array
    uncompared: jdc.Static[Uncompared]
    identity: jdc.Static[Identity]
    options: Options = jdc.static_field()  # jdc-static-mutable
    hashed: Hashed = jdc.static_field()
    mode: Mode = Mode.A  # jdc-data-leaf
    static_mode: StaticMode = StaticMode.A


@jdc.pytree_dataclass
class More(Listed):
    other: str = ""  # jdc-data-leaf


@jax_dataclasses.pytree_dataclass
class MoreUpstream(Upstream):
    name: str  # jdc-data-leaf


class Square(Sized):
    x: jax.Array
    size: jdc.Static[int]  # jdc-name-clash
    only_typed: int
    depth: int = 4


class Below(Adds):
    pass


Adds(1.0)  # jdc-unregistered
Below(1.0)  # jdc-unregistered
Registered(1.0)
Base(1.0)
jax.tree_util.register_dataclass(Listed, ["x"], ["name"])  # jdc-registration
jax.tree_util.register_pytree_node(Upstream, lambda o: ((o.x,), o.size), lambda n, xs: Upstream(xs[0], n))  # jdc-registration
jax.tree_util.register_dataclass(Grid, ["axis"], [])
if not TYPE_CHECKING:
    jax.tree_util.register_static(Base)
"""

LATER = "\n\nBelow(x=2.0)  # jdc-unregistered\n"


def _write(folder: Path, uses: str) -> list[Path]:
    definitions = folder / "rules_definitions.py"
    if not definitions.exists():
        definitions.write_text(DEFINITIONS)
    (folder / "rules_uses.py").write_text(uses.format(definitions=definitions.stem))
    return [definitions, folder / "rules_uses.py"]


def _promised(file: Path) -> dict[tuple[str, int], set[str]]:
    lines = enumerate(file.read_text().splitlines(), start=1)
    return {(file.name, number): {line.rpartition("# ")[2]} for number, line in lines if "# jdc-" in line}


@pytest.mark.slow
def test_rules_on_classes_of_another_module(tmp_path: Path) -> None:
    for uses in (USES, USES + LATER, USES):
        files = _write(tmp_path, uses)
        assert check(files) == _promised(files[1])


REGISTERING = {
    "list of subclasses": "for each in Base.__subclasses__():\n    jdc.pytree_dataclass(each)\n",
    "all names": "for each in list(globals().values()):\n    register(each)\n",
    "class of an object": "def ensure(layer: Base) -> None:\n    register(type(layer))\n",
    "class of an object, by attribute": "def ensure(layer: Base) -> None:\n    register(layer.__class__)\n",
}

BASE = """
import jax

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Base:
    w: float
{method}

def register(each: object) -> None:
    return None


{statement}
"""

SUBCLASS = """

class Scaled(Base):
    scale: float = 2.0


def make() -> object:
    return Scaled(1.0){mark}
"""

CLASS_METHOD = """
    @classmethod
    def enroll(cls) -> None:
        jdc.pytree_dataclass(cls)
"""


@pytest.mark.slow
def test_a_module_that_registers_classes_which_it_does_not_name(tmp_path: Path) -> None:
    cases = {**{name: ("", statement) for name, statement in REGISTERING.items()}, "class method": (CLASS_METHOD, "")}
    files: list[Path] = []
    for number, (method, statement) in enumerate([*cases.values(), ("", "")]):
        mark = "" if method or statement else "  # jdc-unregistered"
        base, below = tmp_path / f"base{number}.py", tmp_path / f"below{number}.py"
        alone = tmp_path / f"alone{number}.py"
        base.write_text(BASE.format(method=method, statement=statement))
        below.write_text(f"from base{number} import Base\n" + SUBCLASS.format(mark=mark))
        alone.write_text(BASE.format(method=method, statement=statement) + SUBCLASS.format(mark=mark))
        files += [base, below, alone]
    promised = {place: codes for file in files for place, codes in _promised(file).items()}
    assert len(promised) == 2
    for _ in range(2):
        assert check(files) == promised
