"""`EnforcedAnnotationsMixin` with annotations of jaxtyping: what it refuses, jaxtyping refuses."""

# ruff: noqa: F722, F821 - strings of jaxtyping are no annotations

import subprocess
import sys
import types
from typing import Annotated, Any, Optional, get_args

import jax
import jax.numpy as jnp
import jaxtyping
import numpy as np
import pytest
from jaxtyping import (
    Array,
    ArrayLike,
    Bool,
    Float,
    Float32,
    Int,
    Key,
    PRNGKeyArray,
    Scalar,
    ScalarLike,
    Shaped,
    UInt8,
)

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Digits(jdc.EnforcedAnnotationsMixin):
    image: Float32[Array, "batch 28 28"]
    label: UInt8[Array, "batch"]


def make(**annotations):
    """Return a class with a field for each annotation."""
    body = {"__annotations__": annotations, "__module__": __name__}
    return jdc.pytree_dataclass(type("Made", (jdc.EnforcedAnnotationsMixin,), body))


def refusal(cls, *values, **named):
    with pytest.raises(jdc.AnnotationError) as raised:
        cls(*values, **named)
    return str(raised.value)


def test_names_have_one_size_in_all_fields():
    one = Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.uint8))
    assert one.image.shape == (5, 28, 28)
    for build in (Digits, lambda image, label: one.replace(image=image, label=label)):
        with pytest.raises(jdc.AnnotationError) as raised:
            build(jnp.zeros((5, 28, 28)), jnp.zeros(6, jnp.uint8))
        assert str(raised.value) == (
            'shape (6,) does not match "batch" of field "label" of "Digits": '
            'axis 0 is 6, expected 5 ("batch" is 5 in field "image")'
        )


def test_the_number_of_axes_is_exact():
    assert refusal(Digits, jnp.zeros((7, 5, 28, 28)), None) == (
        'shape (7, 5, 28, 28) does not match "batch 28 28" of field "image" of "Digits": it has 4 axes, 3 expected'
    )
    assert "axis 2 is 27, expected 28" in refusal(Digits, jnp.zeros((5, 28, 27)), None)
    assert "it has 0 axes, 1 expected" in refusal(make(x=Float[Array, "3"]), 1.0)


def test_dtypes():
    assert refusal(Digits, jnp.zeros((5, 28, 28), int), None) == (
        f'dtype {jnp.zeros(1, int).dtype} does not match Float32 of field "image" of "Digits"'
    )
    keys = make(x=Key[Array, ""])
    keys(jax.random.key(0))
    keys(jax.random.key(0, impl="rbg"))
    assert "dtype uint32 does not match Key" in refusal(keys, jax.random.PRNGKey(0))
    assert "dtype key<fry> does not match Float" in refusal(make(x=Float[Array, ""]), jax.random.key(0))
    make(x=Shaped[Array, ""])(jax.random.key(0))


class Small(jaxtyping.AbstractDtype):
    dtypes = ["int8", "uint8"]


CASES = [
    (
        Float[Array, "3"],
        [((3,), "float32"), ((3,), "bfloat16"), ((3,), "int32"), ((4,), "float32"), ((1, 3), "float32")],
    ),
    (Float[Array, "*batch 3"], [((3,), "float32"), ((2, 5, 3), "float16"), ((), "float32")]),
    (Int[Array, "..."], [((), "int32"), ((2, 3), "int8"), ((), "uint8"), ((), "bool")]),
    (Bool[Array, "#4 _"], [((1, 9), "bool"), ((4, 9), "bool"), ((3, 9), "bool"), ((4, 9), "int8")]),
    (Shaped[Array, "n n"], [((3, 3), "bool"), ((3, 4), "bool")]),
    (Float[Float32[Array, "3"], "b"], [((2, 3), "float32"), ((2, 3), "float16"), ((3,), "float32")]),
    (Small[Array, "2"], [((2,), "int8"), ((3,), "int8")]),
    (Scalar, [((), "int32"), ((1,), "int32")]),
    (ScalarLike, [((), "float32"), ((2,), "float32")]),
    (Float[ArrayLike, "3"], [((3,), "float32"), ((4,), "float32")]),
    (jaxtyping.Num[Array, "rows=2 cols=3"], [((2, 3), "int8"), ((3, 2), "int8"), ((2, 3), "bool")]),
]


@pytest.mark.parametrize(("annotation", "arrays"), CASES, ids=str)
def test_one_field_against_isinstance(annotation, arrays):
    classes = [
        make(x=annotation),
        make(x=annotation | None),
        make(x=Optional[annotation]),  # noqa: UP045
        make(x=Annotated[annotation, "doc"]),
    ]
    for shape, dtype in arrays:
        value = jnp.zeros(shape, dtype)
        for cls in classes:
            assert cls(None).x is None
            if any(isinstance(value, part) for part in get_args(annotation) or (annotation,)):
                assert cls(value).x is value
            else:
                refusal(cls, value)


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (PRNGKeyArray, [jax.random.key(0), jnp.zeros(7)]),
        (Float[Array, "3"] | Float[Array, "4"], [jnp.zeros(5)]),
        (Float[Array, "3"] | float, [1.0, jnp.zeros(4)]),
        (jaxtyping.PyTree[Float[Array, "3"]], [[jnp.zeros(4)], jnp.zeros(4)]),
        (jaxtyping.PyTree, [jnp.zeros(4)]),
        (list[Float[Array, "3"]], [[jnp.zeros(4)]]),
        (Float[Array, "{n} m//2"], [jnp.zeros((4, 5))]),
        (jdc.Static[Float[Array, "3"]], [7]),
        (Float[Array, "3"], [None, "text", object(), [1.0]]),
    ],
    ids=["key", "two", "or-float", "tree-of", "tree", "list", "expression", "static", "no-arrays"],
)
def test_what_is_passed_over(annotation, values):
    for value in values:
        assert make(x=annotation)(value).x is value


def test_axes_of_any_number_and_expressions_across_fields():
    cls = make(x=Float[Array, "*b n"], y=Float[Array, "*b n+1"], z=Float[Array, "2*n"])
    cls(jnp.zeros((2, 3, 4)), jnp.zeros((2, 3, 5)), jnp.zeros(8))
    for wrong, words in [
        ({"y": jnp.zeros((2, 3, 4))}, 'axis -1 is 4, expected 5 ("n" is 4 in field "x")'),
        ({"y": jnp.zeros((3, 2, 5))}, 'axes "*b" are (3, 2), expected (2, 3) as in field "x"'),
        ({"z": jnp.zeros(9)}, 'axis 0 is 9, expected 8 ("n" is 4 in field "x")'),
    ]:
        right = {"x": jnp.zeros((2, 3, 4)), "y": jnp.zeros((2, 3, 5)), "z": jnp.zeros(8)}
        assert words in refusal(cls, **{**right, **wrong})


def test_both_spellings_in_one_class():
    cls = make(x=Annotated[Any, (..., 3)], y=Float[Array, "n"], z=Annotated[Any, ()])
    assert cls(jnp.zeros((2, 3)), jnp.zeros(7), jnp.zeros(2)).get_batch_axes() == (2,)
    assert 'field "z"' in refusal(cls, jnp.zeros((2, 3)), jnp.zeros(7), jnp.zeros(4))
    with pytest.raises(jdc.AnnotationError, match="no batch axes"):
        make(y=Float[Array, "n"])(jnp.zeros(3)).get_batch_axes()


def test_transformations_never_check_and_tracers_are_checked():
    one = Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.uint8))
    assert jax.vmap(lambda d: d.image.sum())(one).shape == (5,)
    assert jax.tree.map(lambda x: x[0], one).label.shape == ()
    with pytest.raises(jdc.AnnotationError, match="axis 0 is 4"):
        jax.jit(lambda x: Digits(x, jnp.zeros(4, jnp.uint8)))(jnp.zeros((5, 28, 28)))
    made = jax.vmap(lambda x: make(x=Float[Array, "3"])(x).x)(jnp.zeros((5, 3)))
    assert made.shape == (5, 3)


def test_symbolic_sizes_agree():
    from jax import export

    b, n = export.symbolic_shape("b, n")
    structs = [jax.ShapeDtypeStruct((b, 28, 28), jnp.float32), jax.ShapeDtypeStruct((n,), jnp.uint8)]
    export.export(jax.jit(lambda image, label: Digits(image, label).image.sum()))(*structs)


@pytest.mark.parametrize(
    ("annotation", "match"),
    [
        ("Float[Array, 'a,b']", "spaces between axes"),
        ("Float[Missing, 'a ...b']", "stands alone"),
        ("Float[Float[Array, '*a'], '*b']", r"\*b and \*a"),
        (Float[Array, "3 -1"], "negative size -1"),
        ("Float[Array, '*a *b'] | None", "two axes of any number"),
        (Float[Array, "3x"], "not a number, a name"),
    ],
)
def test_malformed_strings_are_errors_at_class_definition(annotation, match):
    with pytest.raises(jdc.MalformedAnnotationError, match=f'field "x" of "Made": .*{match}'):
        make(x=annotation)


POSTPONED = """
from __future__ import annotations
from typing import TYPE_CHECKING
from jaxtyping import Float
import jdc_runtime as jdc
if TYPE_CHECKING:
    from jax import Array

@jdc.pytree_dataclass
class Early(jdc.EnforcedAnnotationsMixin):
    x: Float[Array, "n 3"]
    y: Vec | None
    z: "Float[Array, 'n']" = None
    later: Float[Vec, "m"] | None = None
    never: Float[Nowhere, "m"] | None = None

Vec = Float[object, "n"]
"""


def test_postponed_annotations_and_aliases(monkeypatch):
    module: Any = types.ModuleType("postponed_jaxtyping")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(POSTPONED, module.__dict__)
    module.Early(jnp.zeros((2, 3)), np.zeros(2), later=np.zeros((4, 2)), never=np.zeros((4, 3, 7)))
    for wrong in (
        (jnp.zeros((2, 4)), None),
        (jnp.zeros((2, 3)), np.zeros(3)),
        (jnp.zeros((2, 3)), None, np.zeros(3)),
    ):
        refusal(module.Early, *wrong)


def test_jaxtyping_is_not_imported():
    program = """
import sys, typing, jax, jdc_runtime as jdc
@jdc.pytree_dataclass
class A(jdc.EnforcedAnnotationsMixin):
    x: typing.Annotated[jax.Array, (3,)]
A(jax.numpy.zeros(3))
print("jaxtyping" in sys.modules)
import jaxtyping
print("jaxtyping" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
