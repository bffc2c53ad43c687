"""``AbstractVar`` that type checkers are shown as `ClassVar`, as diffrax does."""

from typing import TYPE_CHECKING, ClassVar, assert_type

import equinox as eqx
import jax

if TYPE_CHECKING:
    from typing import ClassVar as AbstractVar
else:
    from equinox import AbstractVar


class Path(eqx.Module):
    ts: AbstractVar[jax.Array]
    n: AbstractVar[int]
    kind: ClassVar[str] = "path"

    def __post_init__(self) -> None:
        self.n = self.n + self.ts.ndim


class Points(Path):
    ts: jax.Array
    n: int


class Line(Path):
    n: int

    @property
    def ts(self) -> jax.Array:
        return jax.numpy.ones(self.n)


def use(points: Points, path: Path) -> list[Path]:
    points.n = 3  # E: jdc-frozen
    points.kind = "a"  # E: misc
    assert_type(path.ts, jax.Array)
    return [Points(path.ts, 2), Line(2), Points(n=2, ts=path.ts)]
