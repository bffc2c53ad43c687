"""Array annotations: what is read from metadata, what is passed over, and what is malformed."""

import pytest

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError, read_metadata
from jdc_spec.dtypes import DType
from jdc_spec.shapes import ShapePattern

F32 = DType("float32")


@pytest.mark.parametrize(
    ("metadata", "annotation"),
    [
        (((..., 28, 28), F32), ArrayAnnotation(ShapePattern((), (28, 28)), F32)),
        ((F32, (..., 28, 28)), ArrayAnnotation(ShapePattern((), (28, 28)), F32)),
        (((28, 28),), ArrayAnnotation(ShapePattern((), (28, 28)), None)),
        (((3, ...),), ArrayAnnotation(ShapePattern((3,), ()), None)),
        (((3, ..., 4),), ArrayAnnotation(ShapePattern((3,), (4,)), None)),
        (((...,),), ArrayAnnotation(ShapePattern((), ()), None)),
        (((),), ArrayAnnotation(ShapePattern((), ()), None)),
        (((0,),), ArrayAnnotation(ShapePattern((), (0,)), None)),
        ((F32,), ArrayAnnotation(None, F32)),
    ],
)
def test_shape_and_dtype(metadata, annotation):
    assert read_metadata(metadata) == annotation
    assert read_metadata(("a note", *metadata, object(), ("n", "m"), [1, 2], 3)) == annotation
    assert read_metadata(iter(metadata)) == annotation


@pytest.mark.parametrize("metadata", [(), ("note",), (3,), (("n", "m"),), (None, ...), ((True,),)])
def test_metadata_of_other_libraries(metadata):
    assert read_metadata(metadata) is None


@pytest.mark.parametrize(
    ("metadata", "match"),
    [
        (((..., 3, ...),), "two ellipses"),
        (((..., -1),), "negative size -1"),
        (((3,), (4,)), "two shapes"),
        ((F32, DType("int32")), "two dtypes, float32 and int32"),
        ((F32, F32), "two dtypes"),
        (((3, "n"),), "holds 'n'"),
        (((..., 2.5),), "holds 2.5"),
        (((3, True),), "holds True"),
        (((..., None),), "holds None"),
    ],
)
def test_malformed(metadata, match):
    with pytest.raises(MalformedAnnotationError, match=match):
        read_metadata(metadata)
    assert issubclass(MalformedAnnotationError, TypeError)
