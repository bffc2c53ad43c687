"""Classes of mjx, netket and jax_md, whose packages are too large for the tests: `make corpus` checks the real ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from plugin.workspace import Workspace

MJX = """\
from typing import Any, TypeVar

Node = TypeVar("Node", bound="PyTreeNode")


class PyTreeNode:
    def __init_subclass__(cls, register_as_pytree: bool = True, **kwargs: Any) -> None: ...

    def __init__(self, *args, **kwargs):
        raise NotImplementedError

    def replace(self: Node, **overrides) -> Node:
        raise NotImplementedError

    def tree_replace(self, params: dict[str, Any]) -> "PyTreeNode":
        raise NotImplementedError
"""

USES_MJX = """\
import jax
from mujoco.mjx._src.dataclasses import PyTreeNode


class Data(PyTreeNode):
    qpos: jax.Array
    time: float = 0.0
    names: list[str] = []  # jdc-default

    def stepped(self, qpos: jax.Array) -> "Data":
        self.qpos = qpos  # jdc-frozen
        return self.replace(qpos=qpos)

    def changed(self, qpos: jax.Array) -> "Data":
        return self.tree_replace({"qpos": qpos})


class More(Data):
    other: int = 1


def use(data: Data, more: More, qpos: jax.Array) -> None:
    data.qpos = qpos  # jdc-frozen
    more.other = 2  # jdc-frozen
    data.replace(qpos=qpos)  # jdc-discarded
    print(data.replace(qvel=qpos))  # call-arg
    Data(qpos, 1.0)
    Data(qpos, timing=1.0)  # call-arg
    del data.qpos  # jdc-frozen
    more = data.tree_replace({"qpos": qpos})  # assignment
    reveal_type(data.replace(qpos=qpos))
"""

USES_MJX_TEXTS = """\
from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from mujoco.mjx._src.dataclasses import PyTreeNode


class Data(PyTreeNode):
    qpos: jax.Array  # jdc-static-array
    qvel: jax.Array | None = None  # jdc-static-array
    mass: np.ndarray | None = None
    count: int = 0
    parents: tuple[int, ...] = ()
    key: Callable[[jax.Array], jax.Array] | None = None
    origin: ClassVar[jax.Array]


class Unregistered(PyTreeNode, register_as_pytree=False):
    qpos: jax.Array


@jax.jit
def counted(data: Data) -> jax.Array:
    return jnp.zeros(data.count)


def use(data: Data, qpos: jax.Array) -> None:
    reveal_type(data.replace(qpos=qpos))
"""

USES_MJX_TYPES = """\
from dataclasses import field
from typing import Optional

import jax
import jax.numpy as jnp
import numpy as np
from mujoco.mjx._src.dataclasses import PyTreeNode


class Inner(PyTreeNode):
    qpos: jax.Array
    mass: np.ndarray
    masses: tuple[np.ndarray, ...] = ()
    count: int = 0


class Data(Inner):
    ids: list[int] = field(default_factory=list)
    qvel: "jax.Array" = field(kw_only=True)  # jdc-static-array
    name: "str" = ""
    inner: Optional[Inner] = None
    extra: Optional[jax.Array] = None
    rows: tuple[jax.Array, ...] = ()
    table: dict[str, jax.Array] = {}  # jdc-default
    names: list[str] = field(default_factory=list, metadata={"pytree_node": False})
    steps: int = field(default=0, metadata={"pytree_node": False})
    flag: bool = field(default=False, metadata={"static": True})
    bounds: tuple[int, ...] = field(default=(), metadata={"pytree_node": False})
    weights: jax.Array | None = field(default=None, metadata={"pytree_node": False})
    force: jax.Array = field(kw_only=True, metadata={"pytree_node": False})  # jdc-marker


@jax.jit
def counted(data: Data) -> jax.Array:
    return data.qpos if data.count else jnp.zeros(data.count)


def use(data: Data, qpos: jax.Array) -> None:
    data.ids.append(3)  # jdc-static-mutable
    data.rows.count(qpos)
    reveal_type(data.replace(qpos=qpos))
"""

JAX_MD = """\
import dataclasses
from typing import Any, TypeVar

T = TypeVar("T")


def dataclass(clz: type[T]) -> type[T]:
    return clz


def static_field(*, metadata: dict[str, Any] | None = None, **field_kwargs: Any) -> dataclasses.Field[Any]:
    return dataclasses.field(metadata=metadata, **field_kwargs)


replace = dataclasses.replace
"""

USES_JAX_MD = """\
from collections.abc import Callable

import jax
from jax_md import dataclasses
from jax_md.dataclasses import static_field


@dataclasses.dataclass
class Data:
    x: jax.Array
    steps: int = dataclasses.static_field()
    update: Callable[[int], int] | None = static_field(default=None)
    name: str = static_field(default=3)  # assignment
    scale: float = 1.0


def use(data: Data, x: jax.Array) -> None:
    Data(x, 3)
    Data(x, 3, lambda n: n)
    Data(x)  # call-arg
    Data(x, "3")  # arg-type
    data.x = x  # jdc-frozen
    data.set(steps=3)  # jdc-discarded
    dataclasses.replace(data, steps=3)  # jdc-discarded
    print(data.set(steps="3"))  # arg-type
    reveal_type(data.set(x=x))
"""

NETKET = """\
from typing import Any, dataclass_transform


def field(pytree_node: bool = True, **kwargs: Any) -> Any: ...


@dataclass_transform(field_specifiers=(field,))
def dataclass(clz: Any = None, *, cache_hash: bool = False, _frozen: bool = True) -> Any: ...


class PytreeMeta(type):
    pass


class Pytree(metaclass=PytreeMeta):
    def __init_subclass__(cls, mutable: bool | None = None, dynamic_nodes: bool = False) -> None: ...

    def replace(self, **changes): ...
"""

USES_NETKET = """\
from typing import Any

import jax
from netket.utils import struct
from other import Elsewhere


@struct.dataclass
class Data:
    x: jax.Array
    mean: jax.Array = struct.field(pytree_node=False)  # jdc-static-array

    def __post_init__(self) -> None:
        self.x = self.x  # jdc-frozen


@struct.dataclass(_frozen=False)
class Thawed:
    x: jax.Array


@struct.dataclass
class Node(struct.Pytree):
    x: jax.Array

    def __post_init__(self) -> None:
        self.x = self.x

    def later(self) -> None:
        self.x = self.x  # jdc-frozen


class Mutable(struct.Pytree, mutable=True):
    pass


class Sampler(struct.Pytree):
    n: int = struct.field(pytree_node=False, default=2)
    w: jax.Array
    scale: float = 1.0

    def __init__(self, w: jax.Array) -> None:
        self.w = w

    def later(self) -> None:
        self.w = self.w  # jdc-frozen

    @jax.jit
    def sampled(self) -> jax.Array:
        return self.w if self.w else self.w  # jdc-concrete


class Growing(struct.Pytree):
    w: jax.Array
    n: int = struct.field(pytree_node=False)
    count = 0

    def __init__(self, w: jax.Array) -> None:
        self.w, self.extra = w, 3  # jdc-undeclared
        self.n = 2
        self.twice = w
        self.begin()

    @property
    def twice(self) -> jax.Array:
        return self.w

    @twice.setter
    def twice(self, value: jax.Array) -> None:
        self.w = value

    def begin(self) -> None:
        self.n = 3


class Dynamic(struct.Pytree, dynamic_nodes=True):
    def __init__(self, w: jax.Array) -> None:
        self.w = w
        self.more = w


@struct.dataclass(_frozen=False)
class BelowMutable(Mutable):
    x: jax.Array


@struct.dataclass
class BelowElsewhere(Elsewhere):
    x: jax.Array


def make(sampler: Sampler, x: jax.Array) -> Sampler:
    sampler.replace(w=x)  # jdc-discarded
    made: Sampler = sampler.replace(w=x)
    return made


def use(data: Data, thawed: Thawed, node: Node, below: BelowMutable, other: BelowElsewhere, x: jax.Array) -> None:
    data.x = x  # jdc-frozen
    data.replace(x=x)  # jdc-discarded
    thawed.x = x
    node.x = x  # jdc-frozen
    below.x = x
    other.x = x
    reveal_type(data.replace(x=x))
"""

PENZAI = """\
from typing import Any, Callable, Generic, TypeVar

T = TypeVar("T")


class Selection(Generic[T]):
    def at(self, accessor: Callable[[T], Any]) -> "Selection[Any]": raise NotImplementedError

    def get(self) -> T: raise NotImplementedError


class Struct:
    def select(self) -> Selection["Struct"]: raise NotImplementedError


def pytree_dataclass(cls=None, /, *, init=True): raise NotImplementedError
"""

USES_PENZAI = """\
from typing import Any

import jax
from penzai.core.struct import Selection, Struct, pytree_dataclass


@pytree_dataclass
class Data(Struct):
    x: jax.Array

    def selected(self) -> Selection["Data"]:
        return self.select()


@pytree_dataclass
class Own(Struct):
    x: jax.Array
    name: Any

    def tree_flatten(self) -> tuple[Any, Any]:
        return (self.x,), self.name


@pytree_dataclass
class Named(Struct):
    x: jax.Array
    name: Any


def use(data: Data, x: jax.Array) -> None:
    data.select().at(lambda each: each.x)
    data.select().at(lambda each: each.y)  # attr-defined
    jax.jit(lambda each: each.x)(Named(x, "a"))  # jdc-data-leaf
    jax.jit(lambda each: each.x)(Own(x, "a"))
    reveal_type(data.select().get())
"""

ELSEWHERE = """\
from netket.utils import struct


class Elsewhere(struct.Pytree, mutable=True):
    pass
"""


def _install(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        for package in file.parents[: len(Path(name).parents) - 1]:
            (package / "__init__.py").touch()
        file.write_text(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("installed", "written", "used"),
    [
        ({"mujoco/mjx/_src/dataclasses.py": MJX}, {}, USES_MJX),
        ({"mujoco/mjx/_src/dataclasses.py": MJX}, {}, USES_MJX_TEXTS),
        ({"mujoco/mjx/_src/dataclasses.py": MJX}, {}, USES_MJX_TYPES),
        ({"netket/utils/struct/__init__.py": NETKET}, {"other.py": ELSEWHERE}, USES_NETKET),
        ({"penzai/core/struct.py": PENZAI}, {}, USES_PENZAI),
        ({"jax_md/dataclasses.py": JAX_MD}, {}, USES_JAX_MD),
    ],
    ids=["mjx", "mjx_texts", "mjx_types", "netket", "penzai", "jax_md"],
)
def test_fields_are_frozen_and_replaced(
    installed: Mapping[str, str], written: Mapping[str, str], used: str, stubs: Path, tmp_path: Path
) -> None:
    _install(tmp_path / "installed", installed)
    workspace = Workspace(tmp_path, stubs)
    workspace.environment["MYPYPATH"] = str(tmp_path / "installed")
    workspace.write({"use.py": ""})
    workspace.remember()
    workspace.write({"use.py": used, **written})
    lines = enumerate(used.splitlines(), start=1)
    promised = {(number, line.rpartition("# ")[2]) for number, line in lines if "  # " in line}
    for found in (workspace.cold(), workspace.warm(), workspace.warm()):
        errors = [(line, text) for _, line, text in found if text.startswith("error")]
        assert {(line, text.rpartition("[")[2].rstrip("]")) for line, text in errors} == promised
        assert [text for _, _, text in found if "Revealed" in text] == ['note: Revealed type is "use.Data"']
