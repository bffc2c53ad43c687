"""jdc-discarded where a function with annotations calls a property or a special method that does something."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp

LOG: list[object] = []


@flax.struct.dataclass
class State:
    x: jax.Array


class Owner:
    @property
    def value(self) -> float:
        LOG.append("value")
        return 2.0

    @property
    def pure(self) -> float:
        return 2.0

    def __getitem__(self, key: str) -> float:
        LOG.append(key)
        return 1.0

    def __bool__(self) -> bool:
        LOG.append("b")
        return True

    def __len__(self) -> int:
        LOG.append("len")
        return 1

    def __iter__(self):
        LOG.append("iter")
        return iter([1.0])

    def __contains__(self, x: object) -> bool:
        LOG.append("in")
        return True

    def __add__(self, o: float) -> float:
        LOG.append("add")
        return o

    def __radd__(self, o: float) -> float:
        LOG.append("add")
        return o

    def __neg__(self) -> float:
        LOG.append("neg")
        return 1.0

    def __lt__(self, o: float) -> bool:
        LOG.append("lt")
        return True

    def __float__(self) -> float:
        LOG.append("float")
        return 1.0

    def __index__(self) -> int:
        LOG.append("index")
        return 0

    def __hash__(self) -> int:
        LOG.append("hash")
        return 0

    def __eq__(self, o: object) -> bool:
        LOG.append("eq")
        return True

    def __str__(self) -> str:
        LOG.append("s")
        return ""

    def __call__(self, y: float) -> float:
        LOG.append("call")
        return y

    def __getattr__(self, name: str) -> float:
        LOG.append(name)
        return 1.0

    def __enter__(self) -> float:
        LOG.append("enter")
        return 1.0

    def __exit__(self, *a: object) -> None:
        pass


o = Owner()


def by_property(s: State) -> State:
    return s.replace(x=s.x * o.value)


def by_item(s: State) -> State:
    return s.replace(x=s.x * o["k"])


def by_bool(s: State) -> State:
    if o:
        return s.replace(x=s.x * 2)
    return s


def by_ifexp(s: State) -> State:
    return s.replace(x=s.x * (2 if o else 3))


def by_and(s: State) -> State:
    y = o and 3
    return s.replace(x=s.x * 2)


def by_not(s: State) -> State:
    y = not o
    return s.replace(x=s.x * 2)


def by_len(s: State) -> State:
    return s.replace(x=s.x * len(o))


def by_for(s: State) -> State:
    for e in o:
        s = s.replace(x=s.x * e)
    return s


def by_in(s: State) -> State:
    y = 3 in o
    return s.replace(x=s.x * 2)


def by_add(s: State) -> State:
    return s.replace(x=s.x * (o + 1.0))


def by_radd(s: State) -> State:
    return s.replace(x=s.x * (1.0 + o))


def by_neg(s: State) -> State:
    return s.replace(x=s.x * -o)


def by_lt(s: State) -> State:
    y = o < 1.0
    return s.replace(x=s.x * 2)


def by_float(s: State) -> State:
    return s.replace(x=s.x * float(o))


def by_index(s: State) -> State:
    return s.replace(x=s.x * [1, 2][o])


def by_hash(s: State) -> State:
    y = {o: 1}
    return s.replace(x=s.x * 2)


def by_eq(s: State) -> State:
    y = o == 2
    return s.replace(x=s.x * 2)


def by_str(s: State) -> State:
    y = f"{o}"
    return s.replace(x=s.x * 2)


def by_call(s: State) -> State:
    return s.replace(x=s.x * o(2.0))


def by_getattr(s: State) -> State:
    return s.replace(x=s.x * o.anything)


def by_with(s: State) -> State:
    with o as y:
        return s.replace(x=s.x * y)


def by_pure(s: State) -> State:
    return s.replace(x=s.x * o.pure)


def control(s: State) -> State:
    return s.replace(x=s.x * 2)


def with_arg(s: State, p: Owner) -> State:
    return s.replace(x=s.x * p.value)


def with_arg_item(s: State, p: Owner) -> State:
    return s.replace(x=s.x * p["k"])


@dataclasses.dataclass
class Env:
    o: Owner
    items: dict[str, float]

    def step(self, s: State) -> State:
        return s.replace(x=s.x * self.o.value)

    def step2(self, s: State) -> State:
        return s.replace(x=s.x * self.o["k"])

    def step3(self, s: State) -> State:
        return s.replace(x=s.x * self.prop)

    def step4(self, s: State) -> State:
        return s.replace(x=s.x * self.items["k"])

    @property
    def prop(self) -> float:
        LOG.append("p")
        return 1.0


@flax.struct.dataclass
class Own:
    x: jax.Array

    @property
    def noisy(self) -> float:
        LOG.append("x")
        return 1.0

    @property
    def quiet(self) -> float:
        return 1.0

    def __getitem__(self, k: int) -> float:
        LOG.append(k)
        return 1.0

    def stepped(self) -> "Own":
        return self.replace(x=self.x * self.noisy)

    def stepped2(self) -> "Own":
        return self.replace(x=self.x * self[0])

    def stepped3(self) -> "Own":
        return self.replace(x=self.x * self.quiet)

    def stepped4(self, e: Owner) -> "Own":
        return self.replace(x=self.x * e.value)

    def stepped5(self, e: Owner) -> "Own":
        return Own(self.x * e["k"])

    def stepped6(self, e: Owner) -> "Own":
        return Own(self.x * (2 if e else 3))


def by_own(s: Own) -> Own:
    return s.replace(x=s.x * s.noisy)


def by_own2(s: Own) -> Own:
    return s.replace(x=s.x * s[0])


@flax.struct.dataclass
class Quiet:
    y: jax.Array

    @property
    def doubled(self) -> jax.Array:
        return self.y * 2

    def stepped(self) -> "Quiet":
        return self.replace(y=self.doubled)


def main() -> None:
    s, w, env = State(jnp.ones(3)), Own(jnp.ones(3)), Env(o, {"k": 1.0})
    for _ in range(2):
        by_property(s)
        by_item(s)
        by_bool(s)
        by_ifexp(s)
        by_and(s)
        by_not(s)
        by_len(s)
        by_for(s)
        by_in(s)
        by_add(s)
        by_radd(s)
        by_neg(s)
        by_lt(s)
        by_float(s)
        by_index(s)
        by_hash(s)
        by_eq(s)
        by_str(s)
        by_call(s)
        by_getattr(s)
        by_with(s)
        with_arg(s, o)
        with_arg_item(s, o)
        env.step(s)
        env.step2(s)
        env.step3(s)
        w.stepped()
        w.stepped2()
        w.stepped4(o)
        w.stepped5(o)
        w.stepped6(o)
        by_own(w)
        by_own2(w)
    print(s, w)


def without_effects(s: State) -> State:
    s.replace(x=s.x + 1)  # E: jdc-discarded
    return s
