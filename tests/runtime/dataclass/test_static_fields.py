"""Which fields are static: markers of every library, wherever the annotation comes from, and lists."""

import dataclasses
import sys
import textwrap
import types
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, ForwardRef, Literal, Optional, Union

import jax
import pytest

import jdc_runtime as jdc
from jdc_runtime._dataclass.layout import Layout, layout_of

Alias = jdc.Static[tuple[str, ...]]
Json = Union[dict[str, "Json"], list["Json"], str]  # noqa: UP007 - the old spelling is another object


def layout(annotations: dict[str, Any], namespace: dict[str, Any] | None = None, **options: Any) -> Layout:
    body = {"__annotations__": annotations, "__module__": __name__, **(namespace or {})}
    found = layout_of(jdc.pytree_dataclass(**options)(type("Sample", (), body)))
    assert found is not None
    return found


def role(annotation: Any, default: Any = dataclasses.MISSING) -> str:
    namespace = {} if default is dataclasses.MISSING else {"m": default}
    return "static" if layout({"m": annotation}, namespace).static else "data"


def metadata(**keys: Any) -> Any:
    return dataclasses.field(metadata=keys)


STATIC_ANNOTATIONS = [
    jdc.Static[str],
    jdc.Static[Callable[[jdc.Static[int]], int]],
    Alias,
    Annotated[jdc.Static[str], "documentation"],
    Annotated[str, "__jax_dataclasses_static_field__"],
    ForwardRef("jdc.Static[str]"),
    "jdc.Static[str]",
    "'jdc.Static[str]'",
    "jdc.Static[Undefined]",
    "jdc.Static['Undefined.Deeper']",
    "jdc.Static[Undefined[*Shape]]",
    "Alias",
    "Annotated[Undefined, '__jdc_static__']",
    "Annotated[jdc.Static[Undefined], 'documentation']",
]
DATA_ANNOTATIONS = [
    jax.Array,
    "jax.Array",
    "Undefined",
    "Undefined[str]",
    "list[Undefined | None]",
    "tuple[*Shape]",
    "Float[Array, 'n m']",
    "Literal['Static']",
    Literal["Static"],
    "Json",
    Json,
    "Annotated[Undefined, (..., 3), jnp.float32]",
]
NESTED_ANNOTATIONS = [
    Optional[jdc.Static[str]],  # noqa: UP045 - the old spelling is another object
    list[jdc.Static[str]],
    Final[jdc.Static[str]],
    Callable[[jdc.Static[int]], int],
    "jdc.Static[str] | None",
    "Optional[jdc.Static[str]]",
    "dict[str, jdc.Static[Undefined]]",
    "Undefined[jdc.Static[str]]",
    Optional["jdc.Static[str]"],
    "tuple['jdc.Static[str]', ...]",
]
UNRESOLVED_ANNOTATIONS = [
    "Static[str]",
    "missing.Static[str]",
    "list[Static[str]]",
    "Static[str] | None",
    "Annotated[Static[str], 'documentation']",
]


@pytest.mark.parametrize("annotation", STATIC_ANNOTATIONS, ids=str)
def test_annotations_that_are_static(annotation):
    assert role(annotation) == "static"


@pytest.mark.parametrize("annotation", DATA_ANNOTATIONS, ids=str)
def test_annotations_that_are_data(annotation):
    assert role(annotation) == "data"


@pytest.mark.parametrize("annotation", NESTED_ANNOTATIONS, ids=str)
def test_nested_marker_is_an_error(annotation):
    text = (
        r'field "m" of "Sample": Static\[\.\.\.\] has no effect inside another annotation.*jdc\.Static\[str \| None\]'
    )
    with pytest.raises(jdc.StaticFieldError, match=text):
        role(annotation)


@pytest.mark.parametrize("annotation", UNRESOLVED_ANNOTATIONS, ids=str)
def test_unresolvable_marker_is_an_error(annotation):
    text = 'field "m" of "Sample": the static marker in .* cannot be resolved.*TYPE_CHECKING.*static_field'
    with pytest.raises(jdc.StaticFieldError, match=text):
        role(annotation)


def test_an_unresolvable_or_nested_marker_is_no_matter_where_the_field_is_static_anyway():
    assert role("Static[str]", jdc.static_field()) == "static"
    assert role(Optional[jdc.Static[str]], jdc.field(static=True)) == "static"  # noqa: UP045 - the old spelling is another object


def other_libraries():
    yield jdc.static_field()
    yield jdc.static_field(default="a")
    yield jdc.field(static=True)
    yield metadata(static=True)
    yield metadata(pytree_node=False)
    yield metadata(__jax_dataclasses_static_field__=True)
    if hasattr(jax.tree, "static"):
        yield jax.tree.static()
    if flax := pytest.importorskip("flax.struct"):
        yield flax.field(pytree_node=False)


def test_static_in_the_spelling_of_every_library():
    for field in other_libraries():
        assert role(str, field) == "static"
    upstream = pytest.importorskip("jax_dataclasses")
    assert role(upstream.Static[str]) == "static"
    assert role(str, upstream.static_field()) == "static"
    assert role(str, jdc.field(default="a")) == role(str, pytest.importorskip("flax.struct").field()) == "data"


@pytest.mark.parametrize(
    ("annotation", "field", "key"),
    [
        (jdc.Static[str], metadata(pytree_node=True), "'pytree_node': True"),
        (jdc.Static[str], metadata(static=False), "'static': False"),
        (str, metadata(static=True, pytree_node=True), "'pytree_node': True"),
        (str, metadata(static=False, pytree_node=False), "'static': False"),
    ],
)
def test_contradicting_markers(annotation, field, key):
    with pytest.raises(jdc.StaticFieldError, match=f'"m" of "Sample" is marked static and, by metadata {key}, data'):
        role(annotation, field)


def define(source: str, name: str = "jdc_sample_module") -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module  # dataclasses looks there for ClassVar
    exec(textwrap.dedent(source), module.__dict__)
    return module


def test_local_aliases_under_postponed_annotations():
    module = define("""
        from __future__ import annotations
        import jax

        def outer():
            import jdc_runtime as local
            Alias = local.Static[str]
            def inner():
                @local.pytree_dataclass
                class Decorated:
                    x: jax.Array
                    a: Alias
                    b: local.Static[Later]

                class Node(local.PyTreeNode):
                    x: jax.Array
                    a: Alias

                class Outer:
                    Name = local.Static[str]

                    @local.pytree_dataclass
                    class Inner:
                        x: jax.Array
                        a: Name

                class Later: ...
                return Decorated, Node, Outer.Inner
            return inner()
        """)
    for cls in module.outer():
        assert layout_of(cls).data == ("x",)
        assert "a" in layout_of(cls).static


def test_type_checking_imports(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    head = (
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\nimport jdc_runtime\n"
        "if TYPE_CHECKING:\n    import jax_dataclasses as jdc\n    from jdc_runtime import Static as St\n"
        "    from jax import Array\n@jdc_runtime.pytree_dataclass\nclass Hidden:\n    x: Array\n"
    )
    for index, annotation in enumerate(("jdc.Static[str]", "St[str]", "St", "list[St[str]]")):
        (tmp_path / f"hidden_{index}.py").write_text(f"{head}    m: {annotation}\n")
        with pytest.raises(jdc.StaticFieldError, match='"m" of "Hidden"'):
            __import__(f"hidden_{index}")
    (tmp_path / "fine.py").write_text(f"{head}    m: Array | None\n")
    assert layout_of(__import__("fine").Hidden).data == ("x", "m")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements")
def test_type_statements_and_type_parameters():
    module = define("""
        from __future__ import annotations
        import jax, jdc_runtime as jdc
        type Name = jdc.Static[str]
        type Named[T] = jdc.Static[T]
        type Maybe = jdc.Static[str] | None
        type Nest = list[Nest] | str
        type Broken = Undefined

        @jdc.pytree_dataclass
        class Box[T, *Ts]:
            x: T
            rest: tuple[*Ts]
            name: Name
            named: Named[T]
            nest: Nest
            broken: Broken
        """)
    assert layout_of(module.Box) == Layout(("x", "rest", "nest", "broken"), ("name", "named"), ())
    with pytest.raises(jdc.StaticFieldError, match="has no effect inside"):
        define(
            "import jdc_runtime as jdc\ntype Maybe = jdc.Static[str] | None\n@jdc.pytree_dataclass\nclass A:\n    m: Maybe\n"
        )


def test_class_variables_and_init_variables_have_no_role():
    annotations = {
        "a": int,
        "b": ClassVar[int],
        "c": "dataclasses.InitVar[jdc.Static[int]]",
        "_": jdc.KW_ONLY,
        "d": "int",
    }
    assert layout(annotations) == Layout(("a", "d"), (), ())


def test_inherited_roles_stay():
    base = jdc.pytree_dataclass(data_fields=["x"], meta_fields=["name"], drop_fields=["cache"])(
        type("Base", (), {"__annotations__": {"x": int, "name": str, "cache": int}, "cache": 0})
    )
    child = jdc.pytree_dataclass(
        type("Child", (base,), {"__annotations__": {"y": jdc.Static[int], "cache2": int}, "y": 1, "cache2": 2})
    )
    assert layout_of(child) == Layout(("x", "cache2"), ("name", "y"), ("cache",))

    redefined = jdc.pytree_dataclass(type("Redefined", (base,), {"__annotations__": {"name": int}}))
    assert layout_of(redefined).data == ("x", "name")


FIELDS = {"x": int, "y": int, "name": str, "cache": int}


@pytest.mark.parametrize(
    ("lists", "text"),
    [
        ({"data_fields": ["x", "yy"], "meta_fields": []}, 'data_fields of "Sample" has "yy", which is not a field'),
        ({"data_fields": "x", "meta_fields": []}, "is the string 'x'; write a list"),
        ({"data_fields": ["x", "x"], "meta_fields": []}, 'field "x" of "Sample" is listed twice'),
        ({"data_fields": ["x"], "meta_fields": ["x"]}, 'field "x" of "Sample" is listed twice'),
        ({"data_fields": ["x"], "drop_fields": ["y"]}, "data_fields and meta_fields go together"),
        ({"data_fields": ["x"], "meta_fields": ["name"]}, 'of "Sample" leave out "y", "cache"'),
        ({"drop_fields": ["x"]}, 'field "x" of "Sample" is in drop_fields, but has no default'),
    ],
)
def test_wrong_field_lists(lists, text):
    with pytest.raises(jdc.StaticFieldError, match=text):
        layout(FIELDS, {"cache": 0}, **lists)


def test_field_lists():
    lists = {"data_fields": ["x", "y"], "meta_fields": ["name"], "drop_fields": ["cache"]}
    assert layout(FIELDS, {"cache": 0}, **lists) == Layout(("x", "y"), ("name",), ("cache",))
    with pytest.raises(
        jdc.StaticFieldError, match='field "name" of "Sample" is in data_fields, but is marked static'
    ):
        layout({"name": jdc.Static[str]}, data_fields=["name"], meta_fields=[])
    assert layout({"name": jdc.Static[str]}, data_fields=[], meta_fields=["name"]).static == ("name",)


def test_class_under_exec_without_a_module():
    names = {}
    exec(
        "from __future__ import annotations\nimport jdc_runtime as jdc\n"
        "@jdc.pytree_dataclass\nclass A:\n    x: int\n    m: jdc.Static[str]\n",
        names,
    )
    assert layout_of(names["A"]).static == ("m",)
