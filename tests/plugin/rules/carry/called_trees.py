"""jdc-carry: trees that functions, methods and callers of the module give."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Line:
    lo: jax.Array
    hi: jax.Array
    best: jax.Array | None = None

    def stepped(self) -> "Line":
        return self.replace(best=self.lo)

    def kept(self) -> "Line":
        return self.replace(lo=self.hi)

    @classmethod
    def create(cls, x: jax.Array) -> "Line":
        return cls(lo=x, hi=x * 2)


class Cell(eqx.Module):
    w: jax.Array
    state: jax.Array | None = None

    def step(self, x: jax.Array) -> "Cell":
        h = jnp.tanh(self.w * x)
        return eqx.tree_at(lambda c: c.state, self, h, is_leaf=lambda v: v is None)


def advanced(line: Line) -> Line:
    return line.replace(best=line.hi)


def by_function(x: jax.Array, best: jax.Array | None = None) -> Line:
    init = Line(x, x * 2, best)
    return jax.lax.fori_loop(0, 3, lambda i, s: advanced(s), init)  # E: jdc-carry


def by_function_that_is_given_one(x: jax.Array, best: jax.Array | None = None) -> Line:
    init = Line(x, x * 2, best)
    return jax.lax.fori_loop(0, 3, lambda i, s: advanced(s), init)


def by_method(x: jax.Array) -> Line:
    return jax.lax.fori_loop(0, 3, lambda i, s: s.stepped(), Line(x, x * 2))  # E: jdc-carry


def by_class_method(x: jax.Array) -> Line:
    init = Line.create(x)
    return jax.lax.fori_loop(0, 3, lambda i, s: s.stepped(), init)  # E: jdc-carry


def with_a_first_step(x: jax.Array) -> Line:
    init = advanced(Line.create(x))
    return jax.lax.fori_loop(0, 3, lambda i, s: s.stepped(), init)


def without_best(x: jax.Array) -> Line:
    return jax.lax.fori_loop(0, 3, lambda i, s: s.kept(), Line(x, x * 2))


def by_tree_at(xs: jax.Array) -> Cell:
    def body(c: Cell, x: jax.Array) -> tuple[Cell, None]:
        return c.step(x), None  # E: jdc-carry

    return jax.lax.scan(body, Cell(jnp.ones(2)), xs)[0]


def chosen(line: Line) -> Line:
    def left(s: Line) -> Line:
        return s.replace(best=s.lo)  # E: jdc-carry

    def right(s: Line) -> Line:
        return s.replace(lo=s.hi)

    return jax.lax.cond(line.lo.sum() > 0, left, right, line)


def chosen_with_best(line: Line) -> Line:
    return jax.lax.cond(line.lo.sum() > 0, lambda s: s.replace(best=s.lo), lambda s: s.replace(lo=s.hi), line)


def chosen_or_not(line: Line) -> Line:
    if line.best is None:
        return line
    return jax.lax.cond(line.lo.sum() > 0, lambda s: s.replace(best=s.lo), lambda s: s.replace(lo=s.hi), line)


def chosen_if_of_arrays(line: Line) -> Line:
    if not isinstance(line.best, jax.Array):
        return line
    return jax.lax.cond(line.lo.sum() > 0, lambda s: s.replace(best=s.lo), lambda s: s.replace(lo=s.hi), line)


def chosen_if_true(line: Line) -> Line:
    if not line.best:
        return line
    return jax.lax.cond(line.lo.sum() > 0, lambda s: s.replace(best=s.lo), lambda s: s.replace(lo=s.hi), line)


def chosen_by_a_flag(line: Line) -> Line:
    is_there = hasattr(line.best, "shape")
    if not is_there:
        return line
    return jax.lax.cond(line.lo.sum() > 0, lambda s: s.replace(best=s.lo), lambda s: s.replace(lo=s.hi), line)


def main(x: jax.Array) -> None:
    chosen_if_of_arrays(Line(x, x * 2))
    chosen_if_true(Line(x, x * 2))
    chosen_by_a_flag(Line(x, x * 2))
    by_function(x)
    by_function(x, None)
    by_function_that_is_given_one(x)
    by_function_that_is_given_one(x, x)
    chosen(Line(x, x * 2))
    chosen_with_best(Line(x, x * 2))
    chosen_with_best(advanced(Line(x, x * 2)))
    chosen_or_not(Line(x, x * 2))


def bound_again(xs: jax.Array) -> Line:
    def body(line: Line, x: jax.Array) -> tuple[Line, jax.Array]:
        line = line.stepped()  # E: jdc-carry
        return line, line.lo

    return jax.lax.scan(body, Line(xs[0], xs[1]), xs)[0]


def bound_again_to_the_same(xs: jax.Array) -> Line:
    def body(line: Line, x: jax.Array) -> tuple[Line, jax.Array]:
        line = line.kept()
        return line, line.lo

    return jax.lax.scan(body, Line(xs[0], xs[1]), xs)[0]


def computed(xs: jax.Array) -> Line:
    return jax.lax.while_loop(
        lambda line: line.lo.sum() < 3,
        lambda line: Line(line.lo + 1, line.hi, best=line.hi.sum()),  # E: jdc-carry
        Line(xs[0], xs[1]),
    )


def mapped(xs: jax.Array) -> Line:
    return jax.lax.fori_loop(
        0,
        3,
        lambda _, line: line.replace(best=jax.tree.map(lambda x: x * 2, line.lo)),  # E: jdc-carry
        Line(xs[0], xs[1]),
    )


def mapped_to_nothing(xs: jax.Array) -> Line:
    return jax.lax.fori_loop(
        0, 3, lambda _, line: line.replace(best=jax.tree.map(lambda x: None, line.lo)), Line(xs[0], xs[1])
    )


def mapped_by_keywords(x: jax.Array) -> Line:
    def body(i: int, line: Line) -> Line:
        return line.replace(best=jax.tree.map(tree=line.lo, f=lambda v: v + 1))  # E: jdc-carry

    def back(i: int, line: Line) -> Line:
        return jax.tree.map(tree=line, f=lambda v: v + 1)

    jax.lax.fori_loop(0, 3, back, Line(x, x * 2))
    return jax.lax.fori_loop(0, 3, body, Line(x, x * 2))
