"""`EnforcedAnnotationsMixin`: what construction checks, how it is worded, and that transformations check nothing."""

import copy
import dataclasses
import enum
import sys
import types
from typing import Annotated, Any, Final, Generic, Optional, TypeVar

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import jdc_runtime as jdc
from jdc_spec import sentences
from jdc_spec.dtypes import DType
from jdc_spec.shapes import ShapePattern

T = TypeVar("T")


@jdc.pytree_dataclass
class Digits(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 28, 28), jnp.floating]
    label: Annotated[jax.Array, jnp.integer, (..., 10)]


@jdc.pytree_dataclass
class Parent(jdc.EnforcedAnnotationsMixin):
    scale: Annotated[Any, ()]
    digits: Digits


def digits(*batch):
    return Digits(jnp.zeros((*batch, 28, 28)), jnp.zeros((*batch, 10), int))


def make(annotation, **options):
    """Return a class with one field of an annotation."""
    body = {"__annotations__": {"x": annotation}, "__module__": __name__}
    return jdc.pytree_dataclass(**options)(type("Made", (jdc.EnforcedAnnotationsMixin,), body))


# Shapes and batch axes


@pytest.mark.parametrize("batch", [(), (5,), (5, 7), (0,)])
def test_batch_axes(batch):
    assert digits(*batch).get_batch_axes() == batch


@pytest.mark.parametrize(
    ("annotation", "shape", "batch"),
    [
        ((28, 28), (7, 28, 28), (7,)),
        ((3, ...), (3,), ()),
        ((3, ...), (3, 5), (5,)),
        ((3, ..., 4, 5), (3, 1, 2, 4, 5), (1, 2)),
        ((..., 3), (3,), ()),
        ((...,), (2, 3), (2, 3)),
        ((), (2,), (2,)),
        ((), (), ()),
    ],
)
def test_ellipsis_anywhere(annotation, shape, batch):
    made = make(Annotated[np.ndarray, annotation])(np.zeros(shape))
    assert made.get_batch_axes() == batch


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [((3, ...), (2, 3)), ((..., 3), (3, 2)), ((3, ..., 4), (3,)), ((28, 28), (28,)), ((1,), ()), ((0,), (1,))],
)
def test_shape_errors_are_worded_by_the_specification(annotation, shape):
    with pytest.raises(jdc.AnnotationError) as caught:
        make(Annotated[np.ndarray, annotation])(np.zeros(shape))
    split = annotation.index(...) if ... in annotation else None
    pattern = (
        ShapePattern((), annotation) if split is None else ShapePattern(annotation[:split], annotation[split + 1 :])
    )
    assert str(caught.value) == sentences.shape_mismatch("Made", "x", pattern, shape)
    assert isinstance(caught.value, AssertionError)


def test_fields_share_batch_axes():
    with pytest.raises(jdc.AnnotationError) as caught:
        Digits(jnp.zeros((5, 28, 28)), jnp.zeros((4, 10), int))
    assert str(caught.value) == sentences.batch_mismatch("Digits", "label", (4,), "image", (5,))


def test_batch_axes_of_a_child_begin_with_those_of_its_parent():
    assert Parent(jnp.zeros(7), digits(7)).get_batch_axes() == (7,)
    assert Parent(jnp.zeros(7), digits(7, 2)).get_batch_axes() == (7,)
    assert Parent(1.0, digits(7)).get_batch_axes() == ()
    with pytest.raises(jdc.AnnotationError) as caught:
        Parent(jnp.zeros(5), digits(7))
    assert str(caught.value) == sentences.child_batch_mismatch("Parent", "digits", (7,), "scale", (5,))
    with pytest.raises(jdc.AnnotationError, match="do not begin with"):
        Parent(jnp.zeros((7, 2)), digits(7))


def test_objects_without_batch_axes():
    @jdc.pytree_dataclass
    class Plain(jdc.EnforcedAnnotationsMixin):
        x: jax.Array
        y: Annotated[Any, (3,)] = None

    for plain in (Plain(jnp.zeros((2, 5))), Plain("anything", object())):
        with pytest.raises(jdc.AnnotationError, match='"Plain" has no batch axes') as caught:
            plain.get_batch_axes()
        assert isinstance(caught.value, AssertionError)
    assert Plain(1.0, jnp.zeros((2, 3))).get_batch_axes() == (2,)


# Dtypes

ACCEPTED = [
    (jnp.float32, "float32"),
    (np.float32, "float32"),
    (np.dtype("float32"), "float32"),
    ("float32", "float32"),
    (jnp.bfloat16, "bfloat16"),
    (jnp.floating, "bfloat16"),
    (np.floating, "float64"),
    (float, "float32"),
    (float, "float64"),
    (int, "int32"),
    (bool, "bool"),
    (jnp.bool_, "bool"),
    (jnp.inexact, "complex64"),
    (jnp.number, "uint8"),
    (jnp.unsignedinteger, "uint8"),
    (jnp.signedinteger, "int8"),
    (jnp.integer, "int4"),
    (np.generic, "bool"),
    (np.intc, "int32"),
    ("f4", "float32"),
    ("<i8", "int64"),
    ("half", "float16"),
    ("float", "float32"),
    ("float", "float64"),
    ("floating", "int32"),
    ("f", "int32"),
    ("batch", "int32"),
]
REFUSED = [
    (jnp.float32, "float16", "float32"),
    (jnp.floating, "int32", "floating"),
    (jnp.integer, "float32", "integer"),
    (jnp.integer, "bool", "integer"),
    (jnp.unsignedinteger, "int32", "unsignedinteger"),
    (float, "float16", "float"),
    (bool, "int32", "bool"),
    (np.dtype("int16"), "int32", "int16"),
    ("uint8", "int32", "uint8"),
    ("f4", "int32", "float32"),
    (">f4", "int32", "float32"),
    ("u1", "int32", "uint8"),
    ("single", "float16", "float32"),
    ("half", "float32", "float16"),
    ("float", "int32", "float"),
    ("int", "float32", "int"),
]


@pytest.mark.parametrize(("annotation", "dtype"), ACCEPTED)
def test_dtypes_that_are_accepted(annotation, dtype):
    cls = make(Annotated[Any, annotation])
    for _ in range(2):  # the second time a dtype is met takes another way
        assert cls(np.zeros(3, jnp.dtype(dtype))).x.dtype == dtype


@pytest.mark.parametrize(("annotation", "dtype", "name"), REFUSED)
def test_dtypes_that_are_refused(annotation, dtype, name):
    cls = make(Annotated[Any, annotation, (...,)])
    for _ in range(2):
        with pytest.raises(jdc.AnnotationError) as caught:
            cls(np.zeros(3, dtype))
        assert str(caught.value) == sentences.dtype_mismatch("Made", "x", DType(name), dtype)


ABSTRACT = [
    *(jnp.floating, jnp.integer, jnp.signedinteger, jnp.unsignedinteger, jnp.inexact, jnp.complexfloating),
    *(jnp.number, np.floating, np.number, np.generic, jnp.bool_, bool, jax.dtypes.prng_key, jax.dtypes.extended),
]
FOREIGN = ["O", "U3", "S3", "M8[s]", "m8[s]", "V8", "f4, i4", "longdouble", "clongdouble", ">f4", ">i8"]
FOREIGN += [np.dtypes.StringDType()] if hasattr(np.dtypes, "StringDType") else []
SMALL = [kind for kind in vars(ml_dtypes).values() if isinstance(kind, type) and issubclass(kind, np.generic)]
BUILTIN = [*np.typecodes["AllInteger"], *"efdFD?"]


def is_held(array):
    """Return whether JAX takes an array, as it says itself."""
    try:
        jax.eval_shape(lambda x: x, array)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("dtype", [*BUILTIN, *FOREIGN, *SMALL], ids=lambda dtype: str(np.dtype(dtype)))
def test_every_dtype_against_every_abstract_one_as_jax_says(dtype):
    array = np.zeros(2, dtype)
    for expected in ABSTRACT:
        allowed = is_held(array) and jnp.issubdtype(array.dtype, jnp.bool_ if expected is bool else expected)
        cls = make(Annotated[Any, expected])
        for _ in range(2):
            if allowed:
                assert cls(array).x is array
                continue
            with pytest.raises(jdc.AnnotationError) as caught:
                cls(array)
            name = {"bool_": "bool"}.get(expected.__name__, expected.__name__)
            assert str(caught.value) == sentences.dtype_mismatch("Made", "x", DType(name), str(array.dtype))


@pytest.mark.parametrize("dtype", FOREIGN, ids=str)
def test_dtypes_of_numpy_alone_are_refused_for_exact_ones(dtype):
    for expected in (jnp.float32, jnp.int4, bool, float, int, complex, "uint8"):
        with pytest.raises(jdc.AnnotationError, match="does not match"):
            make(Annotated[Any, expected])(np.zeros(2, dtype))


@pytest.mark.parametrize("value", [np.str_("a"), np.datetime64("2020-01-01"), np.longdouble(1), np.array([None])])
def test_scalars_of_numpy_alone(value):
    with pytest.raises(jdc.AnnotationError, match="does not match floating"):
        make(Annotated[Any, jnp.floating])(value)


def test_extended_dtypes():
    custom = jax.random.key(0, impl="rbg")
    for abstract in (jax.dtypes.prng_key, jax.dtypes.extended, np.generic):
        for key in (jax.random.key(0), custom, jax.random.split(custom)):
            assert (make(Annotated[Any, abstract])(key).x is key) == jnp.issubdtype(key.dtype, abstract)
    for abstract in (jnp.number, jnp.floating, jnp.integer, bool, jnp.float32):
        with pytest.raises(jdc.AnnotationError, match=r"dtype key<rbg> does not match"):
            make(Annotated[Any, abstract])(custom)


def test_keys_of_an_implementation_of_the_users_own():
    from jax.extend import random as extended

    rbg = jax.random.key(0, impl="rbg")
    impl = extended.define_prng_impl(
        key_shape=(4,),
        seed=lambda seed: jax.random.key_data(rbg),
        split=lambda key, shape: jnp.zeros((*shape, 4), jnp.uint32),
        random_bits=lambda key, width, shape: jnp.zeros(shape, jnp.uint32),
        fold_in=lambda key, number: key,
        name="own",
        tag="own",
    )
    key = jax.random.key(0, impl=impl)
    assert make(Annotated[Any, jax.dtypes.prng_key])(key).x is key
    with pytest.raises(jdc.AnnotationError, match="dtype key<own> does not match floating"):
        make(Annotated[Any, jnp.floating])(key)


def test_tangents_of_whole_numbers():
    """`jax.jvp` wants an object of the same class whose whole numbers have dtype float0."""
    primal = digits()
    tangent = Digits(jnp.ones((28, 28)), np.zeros(10, jax.dtypes.float0))
    _, out = jax.jvp(lambda d: d.image.sum(), (primal,), (tangent,))
    assert out == 28 * 28
    with pytest.raises(jdc.AnnotationError, match="dtype float0 does not match floating"):
        Digits(np.zeros((28, 28), jax.dtypes.float0), primal.label)


def test_subclasses_of_python_scalars_are_what_jax_makes_of_them():
    class Level(enum.IntEnum):
        LOW = 1

    class Metres(float):
        pass

    assert make(Annotated[Any, jnp.floating])(Metres(1.0)).x == 1.0
    assert make(Annotated[Any, jnp.integer])(Level.LOW).x is Level.LOW
    for value, found in ((Metres(1.0), "float"), (True, "bool")):
        with pytest.raises(jdc.AnnotationError, match=f"dtype {found} does not match integer"):
            make(Annotated[Any, jnp.integer])(value)


def test_a_dtype_is_no_array():
    cls = make(Annotated[Any, jnp.int32])
    for dtype in (jnp.float32, np.float32, jnp.int32):
        assert cls(dtype).x is dtype
    with pytest.raises(jdc.AnnotationError):
        cls(jnp.zeros(3))


def test_arrays_of_other_libraries_are_passed_over():
    class Theirs:
        shape = (3,)
        dtype = type("float", (), {"__str__": lambda self: "theirs.float32"})()

    theirs = Theirs()
    assert make(Annotated[Any, jnp.integer])(theirs).x is theirs


def test_random_keys():
    keys = make(Annotated[Any, jax.dtypes.prng_key, ()])
    assert keys(jax.random.key(0)).get_batch_axes() == ()
    with pytest.raises(jdc.AnnotationError, match="dtype uint32 does not match prng_key"):
        keys(jnp.zeros(2, jnp.uint32))


@pytest.mark.parametrize(
    ("value", "expected", "found"),
    [(1.5, jnp.integer, "float"), (1j, jnp.float32, "complex"), (1, bool, "int"), (True, jnp.float32, "bool")],
)
def test_python_scalars_that_would_change_the_dtype(value, expected, found):
    with pytest.raises(jdc.AnnotationError, match=f"dtype {found}"):
        make(Annotated[Any, expected])(value)


def test_python_scalars_that_promote():
    for value, expected in [
        (1, jnp.float32),
        (1, jnp.uint8),
        (1.0, jnp.bfloat16),
        (1.0, jnp.complex64),
        (True, bool),
    ]:
        assert make(Annotated[Any, expected, ()])(value).get_batch_axes() == ()
    with pytest.raises(jdc.AnnotationError, match="it has 0 axes"):
        make(Annotated[Any, (3,)])(1.0)


def test_what_is_no_array_is_passed_over():
    cls = make(Annotated[Any, (3,), jnp.float32])
    for value in (None, object(), "text", [1.0], {"a": jnp.zeros(5)}, jnp.float32):
        assert cls(value).x is value


def test_shape_structs_and_static_fields():
    cls = make(Annotated[Any, (3,), jnp.float32])
    assert cls(jax.ShapeDtypeStruct((2, 3), jnp.float32)).get_batch_axes() == (2,)
    with pytest.raises(jdc.AnnotationError):
        cls(jax.ShapeDtypeStruct((2, 4), jnp.float32))
    static = make(jdc.Static[Annotated[Any, (3,)]])
    assert static(5).x == 5


# When it is checked


def test_replace_checks():
    one = digits(5)
    assert one.replace(label=jnp.ones((5, 10), int)).get_batch_axes() == (5,)
    for changed in (
        lambda: one.replace(image=jnp.zeros((4, 28, 28))),
        lambda: dataclasses.replace(one, image=jnp.zeros((5, 28, 27))),
    ):
        with pytest.raises(jdc.AnnotationError):
            changed()


def test_transformations_never_check():
    one = digits(5)
    per_example = jax.vmap(lambda d: jnp.sum(d.image) + d.get_batch_axes().__len__())(one)
    np.testing.assert_array_equal(per_example, np.zeros(5))
    axes = jax.tree.map(lambda _: 0, one)
    assert jax.vmap(lambda d: d.image.sum(), in_axes=(axes,))(one).shape == (5,)
    for leaf in (None, object(), "text", 3, jnp.zeros(1)):
        assert jax.tree.map(lambda _, leaf=leaf: leaf, one).image is leaf
    assert jax.eval_shape(lambda d: d, one).image.shape == (5, 28, 28)
    assert jax.jit(lambda d: d).lower(one).args_info is not None
    carry, _ = jax.lax.scan(lambda c, d: (c + d.label.sum(), None), 0, one)
    assert carry == 0
    three, four = make(Annotated[Any, (3,)]), make(Annotated[Any, (4,)])
    jacobian = jax.jacfwd(lambda v: four(jnp.zeros(4) + v.x.sum()))(three(jnp.zeros(3)))
    assert jacobian.x.x.shape == (4, 3)
    assert jax.grad(lambda v: v.x.sum())(three(jnp.zeros(3))).x.shape == (3,)
    assert copy.deepcopy(axes).image == 0


def test_tracers_are_checked_on_construction():
    @jax.jit
    def wrong(x):
        return make(Annotated[Any, (3,)])(x[:2])

    with pytest.raises(jdc.AnnotationError, match="axis -1 is 2, expected 3"):
        wrong(jnp.zeros(3))


def test_batch_axes_after_a_transformation():
    stacked = jax.tree.map(lambda *xs: jnp.stack(xs), digits(5), digits(5))
    assert stacked.get_batch_axes() == (2, 5)
    cut = jax.tree.map(lambda x: x[..., 1:], digits(5))
    with pytest.raises(jdc.AnnotationError, match="axis -1 is 27, expected 28"):
        cut.get_batch_axes()
    flags = jax.tree.map(lambda x: x.astype(bool), digits(5))
    assert flags.get_batch_axes() == (5,)
    assert Parent(jnp.zeros(9), cut).get_batch_axes() == (9,)  # a child without batch axes to compare


def test_symbolic_sizes():
    from jax import export

    symbols = export.symbolic_shape("b, n")
    seen = []

    def f(image, label):
        d = Digits(image, label)
        seen.append(d.get_batch_axes())
        return d.image.sum()

    b, n = symbols
    structs = [
        jax.ShapeDtypeStruct((b, 28, 28), jnp.float32),
        jax.ShapeDtypeStruct((b, 10), jnp.int32),
    ]
    export.export(jax.jit(f))(*structs)
    assert seen == [(b,)]
    export.export(jax.jit(f))(jax.ShapeDtypeStruct((b, n, 28), jnp.float32), structs[1])
    with pytest.raises(jdc.AnnotationError):
        export.export(jax.jit(f))(jax.ShapeDtypeStruct((b, n, 27), jnp.float32), structs[1])


def test_own_post_init():
    class Base(jdc.EnforcedAnnotationsMixin):
        pass

    @jdc.pytree_dataclass
    class Calling(Base):
        x: Annotated[Any, (3,)]
        y: Annotated[Any, (4,)] = jdc.field(init=False)

        def __post_init__(self):
            super().__post_init__()  # y has no value yet
            object.__setattr__(self, "y", jnp.zeros(5))

    @jdc.pytree_dataclass
    class NotCalling(jdc.EnforcedAnnotationsMixin):
        x: Annotated[Any, (3,)]

        def __post_init__(self):
            pass

    assert Calling(jnp.zeros(3)).y.shape == (5,)
    with pytest.raises(jdc.AnnotationError):
        Calling(jnp.zeros(2))
    assert NotCalling(jnp.zeros(2)).x.shape == (2,)


# How classes are read


@pytest.mark.parametrize("options", [{"slots": True}, {"kw_only": True}, {"eq": False}])
def test_options_of_the_decorator(options):
    cls = make(Annotated[Any, (3,)], **options)
    assert cls(x=jnp.zeros((2, 3))).get_batch_axes() == (2,)
    with pytest.raises(jdc.AnnotationError):
        cls(x=jnp.zeros(2))
    assert hasattr(cls(x=None), "__dict__") != options.get("slots", False)


def test_inheritance():
    @jdc.pytree_dataclass
    class Labelled(Digits):
        weight: Annotated[Any, ()] = 1.0

    class Node(jdc.PyTreeNode, jdc.EnforcedAnnotationsMixin):
        x: Annotated[Any, (3,)]

    class Wider(Node):
        x: Annotated[Any, (4,)]

    class Free(Node):
        x: Any

    assert Labelled(jnp.zeros((28, 28)), jnp.zeros(10, int)).get_batch_axes() == ()
    with pytest.raises(jdc.AnnotationError, match='of field "weight" of "Labelled"'):
        Labelled(jnp.zeros((5, 28, 28)), jnp.zeros((5, 10), int), jnp.zeros(4))
    with pytest.raises(jdc.AnnotationError, match='"Labelled"'):
        Labelled(jnp.zeros((28, 27)), jnp.zeros(10, int))
    Wider(jnp.zeros(4))
    Free(jnp.zeros(7))
    with pytest.raises(jdc.AnnotationError):
        Wider(jnp.zeros(3))
    with pytest.raises(jdc.AnnotationError):
        Node(jnp.zeros(4))


def test_mixin_added_by_a_subclass():
    @jdc.pytree_dataclass
    class Unchecked:
        x: Annotated[Any, (3,)]

    @jdc.pytree_dataclass
    class Checked(jdc.EnforcedAnnotationsMixin, Unchecked):
        pass

    Unchecked(jnp.zeros(2))
    with pytest.raises(jdc.AnnotationError, match='"Checked"'):
        Checked(jnp.zeros(2))

    @jdc.pytree_dataclass
    class Malformed:
        x: Annotated[Any, (..., ...)]

    with pytest.raises(jdc.MalformedAnnotationError, match='field "x" of "Malformed"'):

        class Late(jdc.EnforcedAnnotationsMixin, Malformed):
            pass


def test_generic_classes_aliases_and_optional_fields():
    Image = Annotated[T, (..., 2, 2)]
    Inner = Annotated[jax.Array, jnp.float32]

    @jdc.pytree_dataclass
    class Holder(jdc.EnforcedAnnotationsMixin, Generic[T]):
        image: Image[T]
        other: Optional[Annotated[Inner, (3,)]] = None  # noqa: UP045
        third: "Annotated[jax.Array, (3,)] | None" = None
        union: "Annotated[jax.Array, (3,)] | Annotated[jax.Array, (4,)]" = None

    assert Holder[jax.Array](jnp.zeros((5, 2, 2))).get_batch_axes() == (5,)
    for wrong in ({"other": jnp.zeros(2)}, {"other": jnp.zeros(3, int)}, {"third": jnp.zeros(4)}):
        with pytest.raises(jdc.AnnotationError):
            Holder(jnp.zeros((2, 2)), **wrong)
    Holder(jnp.zeros((2, 2)), union=jnp.zeros(7))


@pytest.mark.parametrize(
    "annotation",
    [
        Final[Annotated[Any, (3,)]],
        "Final[Annotated[Any, (3,)]]",
        "Final[Annotated[NotYet, (3,)]]",
        Annotated[Any, (np.int64(3),)],
        Annotated[Any, (..., np.shape(np.zeros(3))[0])],
    ],
    ids=str,
)
def test_annotations_in_unusual_forms(annotation):
    cls = make(annotation)
    assert cls(np.zeros((2, 3))).get_batch_axes() == (2,)
    with pytest.raises(jdc.AnnotationError, match="axis -1 is 4, expected 3"):
        cls(np.zeros(4))


def test_other_metadata_is_passed_over():
    cls = make(Annotated[Any, "a note", ("n", "m"), (3,), str, object, jnp.zeros, jnp.float32, {"key": 1}])
    assert cls(jnp.zeros(3)).get_batch_axes() == (())
    with pytest.raises(jdc.AnnotationError):
        cls(jnp.zeros(3, int))


@pytest.mark.parametrize(
    ("annotation", "match"),
    [
        (Annotated[Any, (..., 3, ...)], "two ellipses"),
        (Annotated[Any, (..., -3)], "negative size"),
        (Annotated[Any, jnp.float32, (3,), jnp.int32], "two dtypes, float32 and int32"),
        (Annotated[Any, (3,), (4,)], "two shapes"),
        (Annotated[Any, (3, "n")], "holds 'n'"),
        ("Annotated[Any, (..., 3, ...)]", "two ellipses"),
        ("Annotated[NotYet, (..., 3, ...)]", "two ellipses"),
        ("Annotated[NotYet, (3,), (4,)] | None", "two shapes"),
        ("jdc.Static[Annotated[NotYet, (3,), (4,)]]", "two shapes"),
    ],
)
def test_malformed_metadata_is_an_error_at_class_definition(annotation, match):
    with pytest.raises(jdc.MalformedAnnotationError, match=f'field "x" of "Made": .*{match}'):
        type("Made", (jdc.EnforcedAnnotationsMixin,), {"__annotations__": {"x": annotation}, "__module__": __name__})


POSTPONED = """
from __future__ import annotations
from typing import Annotated, TYPE_CHECKING
import jax.numpy as jnp
import jdc_runtime as jdc
if TYPE_CHECKING:
    from nowhere import Array

@jdc.pytree_dataclass
class Early(jdc.EnforcedAnnotationsMixin):
    x: Annotated[Array, (3,), jnp.float32]
    size: Annotated[Array, SHAPE]
    alias: Alias
    child: Early | None = None

SHAPE = (4,)
Alias = Annotated[object, (5,)]

def make():
    from typing import Annotated as An
    width = 6
    Local = An[Array if False else object, (width,)]

    @jdc.pytree_dataclass
    class Inside(jdc.EnforcedAnnotationsMixin):
        x: An[object, (width,)]
        y: Local
    return Inside
"""


def test_postponed_annotations_and_forward_references(monkeypatch):
    module: Any = types.ModuleType("postponed_arrays")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(POSTPONED, module.__dict__)
    right = {"x": jnp.zeros((2, 3)), "size": jnp.zeros((2, 4)), "alias": jnp.zeros((2, 5))}
    early = module.Early(**right)
    assert early.get_batch_axes() == (2,)
    assert module.Early(**right, child=early).child is early
    for name, value in right.items():
        with pytest.raises(jdc.AnnotationError, match=f'of field "{name}" of "Early"'):
            module.Early(**{**right, name: value[..., :1]})
    smaller = module.Early(**{name: value[0] for name, value in right.items()})
    with pytest.raises(jdc.AnnotationError, match='of the object in field "child"'):
        module.Early(**right, child=smaller)
    Inside = module.make()
    assert Inside(jnp.zeros(6), jnp.zeros(6)).get_batch_axes() == ()
    for wrong in ((jnp.zeros(5), jnp.zeros(6)), (jnp.zeros(6), jnp.zeros(5))):
        with pytest.raises(jdc.AnnotationError):
            Inside(*wrong)


def test_plain_dataclasses_and_forgotten_decorator():
    @dataclasses.dataclass
    class Plain(jdc.EnforcedAnnotationsMixin):
        x: Annotated[Any, (3,)]

    assert Plain(np.zeros(3)).get_batch_axes() == ()
    with pytest.raises(jdc.AnnotationError):
        Plain(np.zeros(2))

    class Forgotten(jdc.EnforcedAnnotationsMixin):
        x: Annotated[Any, (3,)]

    with pytest.raises(TypeError, match=r"add @jdc\.pytree_dataclass"):
        Forgotten().get_batch_axes()
