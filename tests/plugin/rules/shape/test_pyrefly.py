"""``Shaped[Array, "[N, 3]"]`` of pyrefly's package, an alias of `typing.Annotated` to mypy and while the program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from plugin.workspace import Workspace

from jdc_spec.pyrefly import words

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = """\
from typing import Annotated as Shaped
from typing import Any, Callable, TypeVar

T = TypeVar("T")


def shape_vars(names: str) -> Callable[[T], T]:
    return lambda decorated: decorated
"""

PROGRAM = """\
import jax.numpy as jnp
import jdc_runtime as jdc
from jax import Array
from shape_extensions import Shaped, shape_vars


@shape_vars("N, M, K")
def product(x: Shaped[Array, "[N, M]"], y: Shaped[Array, "[M, K]"]) -> Shaped[Array, "[N, K]"]:
    raise NotImplementedError


def longer(x: Shaped[Array, "[*Elements[b], N]"]) -> Shaped[Array, "[*Elements[b], N + 1]"]:
    raise NotImplementedError


@jdc.pytree_dataclass
class Digit:
    image: Shaped[Array, "[*Elements[b], 28, 28]"]
    label: Shaped[Array, "[*Elements[b], 10]"]


def other(n: Shaped[int, "N"], encoder: Shaped[Array, "4, 8"], odd: Shaped[Array, "[N // 2]"]) -> None: ...


product(jnp.zeros((2, 3)), jnp.zeros((4, 5)))
product(jnp.zeros((2, 3)), jnp.zeros((3, 5)))
Digit(jnp.zeros((28, 27)), jnp.zeros(10))
Digit(jnp.zeros((7, 28, 28)), jnp.zeros((8, 10)))
Digit(jnp.zeros((7, 28, 28)), jnp.zeros((7, 10)))
product(jnp.zeros((2, 3)), jnp.zeros((3, 5))) + jnp.zeros((2, 4))
longer(jnp.zeros((2, 3)))
other(3, jnp.zeros(3), jnp.zeros(7))
"""


def test_shapes_of_pyrefly(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"shape_extensions.py": PACKAGE, "use.py": PROGRAM})
    found = workspace.warm()
    assert sorted(line for _, line, _ in found) == [25, 27, 28, 30], found


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[N, 3]", "N 3"),
        ("[*Elements[b], 28, 28]", "*b 28 28"),
        ("[*Batch, N + 1]", "*Batch N+1"),
        ("[2 * N]", "2*N"),
        ("[N // 2, 3]", "_ 3"),
        ("[]", ""),
        ("[*IntTuple[2, 3]]", None),
        ("4, 8", None),
        ("N", None),
    ],
)
def test_words(text: str, read: str | None) -> None:
    assert words(text) == read
