"""Any name that `dataclasses` takes for a field works, whatever the generated code calls its own variables."""

import builtins
import dataclasses
import keyword
import re
from typing import Any

import hypothesis.strategies as st
import jax
import pytest
from hypothesis import given, settings

import jdc_runtime as jdc

OURS = "the name has a meaning already|would take the inherited method|remove it, and change copies"

GENERATED = ["set", "dict", "twin", "class", "set_class", "type", "absent", "unset", "bind", "make", "refuse", "len"]
GENERATED += ["held", "referents", "getattr", "init", "super", "factory_it", "default_it", "class_it", "value_it"]
USED = ["node", "into", "made", "fields", "value", "store", "new", "cls", "self", "args", "keywords", "key", "t"]
NAMES = sorted(
    {
        *keyword.softkwlist,
        *(name for name in dir(builtins) if not name[0].isupper()),
        *dir(object),
        *(f"{prefix}{name}" for name in GENERATED for prefix in ("", "_jdc_", "_jdc__")),
        *(*USED, "_jdc_", "_jdc", "__jdc_layout__", "__jdc_setattr__", "__jdc_checks__", "__dataclass_fields__", "x"),
        *("MISSING", "_HAS_DEFAULT_FACTORY", "__dataclass_HAS_DEFAULT_FACTORY__", "__dataclass_self__", "FIELDS"),
        *("__dataclass_type_it__", "__dataclass_dflt_it__", "__dataclass_return_type__", "_return_type", "_type_it"),
        *("replace", "__replace__", "__orig_class__", "__match_args__", "tree_flatten", "__post_init__", "_"),
    }
    - set(keyword.kwlist)
)
KINDS = ("data", "static", "dropped", "unset", "keyword", "init_only", "made", "made_unset")
DECORATORS = ("decorator", "slots", "node")


def namespace(name: str, kind: str) -> dict[str, Any]:
    """Return the body of a class with a field of that name and kind, before and after which there is another."""
    body: dict[str, Any] = {"__annotations__": {"it": int, name: int, "last": int}, "__module__": __name__}
    defaults: dict[str, Any] = {
        "dropped": dataclasses.field(default=5),
        "unset": dataclasses.field(default=5, init=False),
        "keyword": dataclasses.field(kw_only=True),
        "made": dataclasses.field(default_factory=lambda: 5),
        "made_unset": dataclasses.field(default_factory=lambda: 5, init=False),
    }
    if kind == "init_only":
        body["__annotations__"][name] = dataclasses.InitVar[int]
    if kind == "static":
        body["__annotations__"][name] = jdc.Static[int]
    if kind in defaults:
        body[name] = defaults[kind]
        body["last"] = dataclasses.field(default=3)
    return body


def made(decorate: Any, bases: tuple[type, ...], name: str, kind: str, values: dict[str, int]) -> tuple[type, Any]:
    """Return the class and an object of it."""
    cls = type("C", bases, namespace(name, kind))
    cls = decorate(cls) if decorate is not None else cls
    return cls, cls(**values)


def shown(value: Any, names: list[str]) -> dict[str, Any]:
    """Return what the fields of an object hold."""
    return {name: getattr(value, name) for name in names}


def check(name: str, kind: str, way: str) -> None:
    """Compare a class with the one of `dataclasses`, then take an object through JAX and back."""
    values = {"it": 1, "last": 3, **({} if kind in ("unset", "made", "made_unset") else {name: 2})}
    try:
        plain = dataclasses.dataclass(frozen=True, slots=way == "slots")
        _, theirs = made(plain, (), name, kind, values)
        names = [f.name for f in dataclasses.fields(theirs)]
        expected = shown(theirs, names)
        accepted = set(names) - {name} == {"it", "last"} and all(type(value) is int for value in expected.values())
        theirs.__class__, theirs.__dict__ if way != "slots" else None
    except Exception:
        return  # dataclasses does not take it, or does not give it back
    if not accepted:
        return
    lists = {}
    if kind == "dropped":
        lists = {"data_fields": ["it", "last"], "meta_fields": [], "drop_fields": [name]}
    try:
        if way == "node":
            cls: type = type(jdc.PyTreeNode)("C", (jdc.PyTreeNode,), namespace(name, kind), **lists)
            ours: Any = cls(**values)
        else:
            cls, ours = made(jdc.pytree_dataclass(slots=way == "slots", **lists), (), name, kind, values)
    except TypeError as error:
        if name in ("replace", "__setattr__", "__delattr__", "__class__") or name.startswith("__jdc_"):
            assert re.search(OURS, str(error)), error
            return
        raise
    assert type(ours) is cls
    assert shown(ours, names) == expected
    data = [value for field, value in expected.items() if field != name or kind not in ("static", "dropped")]
    leaves, treedef = jax.tree.flatten(ours)
    assert leaves == data
    default = cls.__dataclass_fields__[name].default
    restored = {**expected, **({name: default} if kind == "dropped" else {})}
    assert shown(treedef.unflatten(leaves), names) == restored
    with jdc.copy_and_mutate(ours) as copy:
        copy.it = 7
    assert shown(copy, names) == {**expected, "it": 7}
    if kind != "init_only":
        assert shown(jdc.replace(ours, it=8), names) == {**expected, "it": 8}
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(ours, "it", 9)


@pytest.mark.parametrize("way", DECORATORS)
@pytest.mark.parametrize("kind", KINDS)
def test_each_name(kind: str, way: str) -> None:
    failures = {}
    for name in NAMES:
        try:
            check(name, kind, way)
        except Exception as error:
            failures[name] = repr(error)[:200]
    assert failures == {}


IDENTIFIERS = st.one_of(
    st.from_regex(r"[^\W\d]\w{0,5}", fullmatch=True),
    st.builds(lambda name, tail: f"{name}{tail}", st.sampled_from(NAMES), st.sampled_from(["_", "_it", "1"])),
    st.builds(lambda head, name: f"{head}{name}", st.sampled_from(["_", "__", "_jdc_"]), st.sampled_from(NAMES)),
).filter(lambda name: name.isidentifier() and not keyword.iskeyword(name))


@settings(max_examples=150, deadline=None)
@given(IDENTIFIERS, st.sampled_from(KINDS), st.sampled_from(DECORATORS))
def test_any_name(name: str, kind: str, way: str) -> None:
    check(name, kind, way)
