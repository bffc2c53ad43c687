"""jdc-discarded where the effect of a call is hidden: in methods that Python calls by itself, and in imports."""

import jax.numpy as jnp

LOG: list[object] = []


class Truthy:
    def __bool__(self):
        LOG.append("bool")
        return True


class Hashed:
    def __hash__(self):
        LOG.append("hash")
        return 1

    def __eq__(self, other):
        LOG.append("eq")
        return True


class Indexed:
    def __index__(self):
        LOG.append("index")
        return 0


class Sized:
    def __len__(self):
        LOG.append("len")
        return 1


class Walked:
    def __iter__(self):
        LOG.append("iter")
        return iter([1])


class Gone:
    def __del__(self):
        LOG.append("del")


class Asked:
    def __getattr__(self, name):
        LOG.append(name)
        return 1


class Owner:
    @property
    def value(self):
        LOG.append("value")
        return 2.0


class Items:
    def __getitem__(self, key):
        LOG.append(key)
        return 1.0

    def __contains__(self, key):
        LOG.append(key)
        return True


class Ops:
    def __add__(self, other):
        LOG.append("add")
        return 1.0

    def __radd__(self, other):
        LOG.append("radd")
        return 1.0

    def __neg__(self):
        LOG.append("neg")
        return 1.0

    def __lt__(self, other):
        LOG.append("lt")
        return True

    def __call__(self):
        LOG.append("call")

    def __enter__(self):
        LOG.append("enter")

    def __exit__(self, *a):
        LOG.append("exit")

    def __float__(self):
        LOG.append("float")
        return 1.0

    def __format__(self, spec):
        LOG.append("format")
        return ""

    def __str__(self):
        LOG.append("str")
        return ""

    def __jax_array__(self):
        LOG.append("jax")
        return jnp.ones(2)


class Desc:
    def __get__(self, obj, cls):
        LOG.append("get")
        return 1.0


class HasDesc:
    d = Desc()


t, h, i, s, w, a, o, it, ops, hd = (
    Truthy(),
    Hashed(),
    Indexed(),
    Sized(),
    Walked(),
    Asked(),
    Owner(),
    Items(),
    Ops(),
    HasDesc(),
)


def by_bool(x):
    if t:
        return x + 1
    return x * 2


def by_not(x):
    y = not t
    return x + 1


def by_and(x):
    y = t and 1
    return x + 1


def by_ifexp(x):
    y = 1 if t else 2
    return x + y


def by_while(x):
    while not t:
        pass
    return x + 1


def by_assert(x):
    assert t
    return x + 1


def by_hash(x):
    y = {h: 1}
    return x + 1


def by_in(x):
    y = h in {1: 2}
    return x + 1


def by_index(x):
    return x + [1, 2][i]


def by_range(x):
    for j in range(i):
        pass
    return x + 1


def by_len(x):
    if s:
        return x + 1
    return x + 2


def by_len2(x):
    return x + len(s)


def by_iter3(x):
    return x + sum(w)


def by_comp(x):
    y = [e * 2 for e in w]
    return x + 1


def by_del(x):
    g = Gone()
    return x + 1


def by_getattr(x):
    return x + a.anything


def by_property(x):
    return x * o.value


def by_getitem(x):
    return x * it["k"]


def by_contains(x):
    y = "k" in it
    return x + 1


def by_import(x):
    import rlcompleter  # noqa: F401

    return x + 1


def by_add(x):
    y = ops + 1
    return x + y


def by_neg(x):
    return x + (-ops)


def by_lt(x):
    y = ops < 1
    return x + 1


def by_float(x):
    return x + float(ops)


def by_format(x):
    y = f"{ops}"
    return x + 1


def by_str(x):
    y = str(ops)
    return x + 1


def by_desc(x):
    return x + hd.d


def by_hasattr(x):
    y = hasattr(o, "value")
    return x + 1


def by_sorted(x):
    y = sorted([ops, ops])
    return x + 1


def by_min(x):
    y = min(ops, ops)
    return x + 1


def by_eq(x):
    y = h == 1
    return x + 1


def plain(x):
    return x + 1


def main():
    x = jnp.ones(3)
    for _ in range(3):
        by_bool(x)
        by_not(x)
        by_and(x)
        by_ifexp(x)
        by_while(x)
        by_assert(x)
        by_hash(x)
        by_in(x)
        by_index(x)
        by_range(x)
        by_len(x)
        by_len2(x)
        by_iter3(x)
        by_comp(x)
        by_del(x)
        by_getattr(x)
        by_property(x)
        by_getitem(x)
        by_contains(x)
        by_import(x)
        by_add(x)
        by_neg(x)
        by_lt(x)
        by_float(x)
        by_format(x)
        by_str(x)
        by_desc(x)
        by_hasattr(x)
        by_sorted(x)
        by_min(x)
        by_eq(x)
        plain(x)  # E: jdc-discarded
    print(x)


if __name__ == "__main__":
    main()
