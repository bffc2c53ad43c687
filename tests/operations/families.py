"""Which samples each operation gets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from operations import samples as s
from operations.oracle import Array, Sample

from jdc_operations import OPERATIONS
from jdc_operations.methods import FUNCTIONS
from jdc_operations.numbers.elementwise import LAX_BINARY, LAX_UNARY, SPECIAL, UNARY
from jdc_operations.random.distributions import DISTRIBUTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from operations.choices import Choices

_JNP: dict[Callable[[s.Maker], Any], str] = {
    s.make_filled: "zeros ones empty",
    s.make_full: "full",
    s.make_like: "zeros_like ones_like empty_like",
    s.make_full_like: "full_like",
    s.make_eye: "eye tri",
    s.make_identity: "identity",
    s.make_arange: "arange",
    s.make_linspace: "linspace logspace geomspace",
    s.make_array: "array asarray",
    s.make_meshgrid: "meshgrid",
    s.make_astype: "astype",
    s.make_indices: "indices",
    s.make_reduction: "min max amin amax any all count_nonzero median nanmedian nanmin nanmax ptp",
    s.make_reduction_with_dtype: "sum prod mean var std nansum nanprod nanmean nanvar nanstd",
    s.make_arg_reduction: "argmin argmax nanargmin nanargmax",
    s.make_cumulative: "cumsum cumprod nancumsum nancumprod",
    s.make_quantile: "quantile percentile nanquantile nanpercentile",
    s.make_on_axis("axis"): "sort argsort",
    s.make_diff: "diff",
    s.make_reshape: "reshape",
    s.make_unary: "ravel matrix_transpose fliplr flipud atleast_1d atleast_2d atleast_3d nan_to_num unwrap diagflat ediff1d"
    " frexp modf",
    s.make_transpose: "transpose permute_dims",
    s.make_swapaxes: "swapaxes",
    s.make_moveaxis: "moveaxis",
    s.make_expand_dims: "expand_dims",
    s.make_squeeze: "squeeze",
    s.make_broadcast_to: "broadcast_to",
    s.make_broadcast_arrays: "broadcast_arrays",
    s.make_broadcast_shapes: "broadcast_shapes",
    s.make_optional_axes("axis"): "flip",
    s.make_roll: "roll",
    s.make_rot90: "rot90",
    s.make_triangle: "tril triu",
    s.make_diagonal: "diagonal trace",
    s.make_diag: "diag",
    s.make_concatenate: "concatenate",
    s.make_concat: "concat",
    s.make_stack: "stack",
    s.make_vstack: "vstack hstack dstack column_stack",
    s.make_split(axis=True): "split array_split",
    s.make_split(axis=False): "vsplit hsplit dsplit",
    s.make_tile: "tile",
    s.make_repeat: "repeat",
    s.make_pad: "pad",
    s.make_append: "append",
    s.make_take: "take",
    s.make_take_along_axis: "take_along_axis",
    s.make_searchsorted: "searchsorted",
    s.make_digitize: "digitize",
    s.make_nonzero: "nonzero flatnonzero argwhere",
    s.make_dot: "dot",
    s.make_vdot: "vdot",
    s.make_inner: "inner",
    s.make_outer: "outer kron",
    s.make_tensordot: "tensordot",
    s.make_einsum: "einsum",
    s.make_cross: "cross",
    s.make_convolve: "convolve correlate",
    s.make_triangle_indices: "tril_indices triu_indices",
    s.make_triangle_of: "tril_indices_from triu_indices_from",
    s.make_diag_indices: "diag_indices",
    s.make_length: "bartlett blackman hamming hanning",
    s.make_rollaxis: "rollaxis",
    s.make_partition: "partition argpartition",
    s.make_fill_diagonal: "fill_diagonal",
    s.make_binary: "divmod ldexp",
    s.make_where: "where",
    s.make_clip: "clip",
    s.make_round: "round around",
    s.make_close: "isclose allclose array_equal array_equiv isin",
    s.make_interp: "interp",
    s.make_polyval: "polyval",
    s.make_gradient: "gradient",
    s.make_cov: "cov corrcoef",
    s.make_bincount: "bincount",
    s.make_lexsort: "lexsort",
    s.make_unique: "unique",
    s.make_vander: "vander",
    s.make_delete: "delete",
    s.make_lax_cumulative: "unstack",
    s.make_trapezoid: "trapezoid",
    s.make_average: "average",
    s.make_insert: "insert",
    s.make_chosen: "select",
    s.make_piecewise: "piecewise",
    s.make_block: "block",
    s.make_ix: "ix_",
    s.make_unravel: "unravel_index",
    s.make_histogram: "histogram histogram_bin_edges",
    s.make_polyfit: "polyfit",
    s.make_polynomials: "polyadd polysub polymul",
    s.make_polynomial: "polyder polyint",
    s.make_cumulative_along: "cumulative_sum cumulative_prod",
    s.make_matmul: "matmul matvec vecmat",
    s.make_array_or_lists: "shape ndim size",
    s.make_vecdot: "vecdot",
    s.make_result_type: "result_type",
    s.make_dtype: "dtype",
    s.make_resized: "resize",
    s.make_packed: "packbits",
    s.make_choose: "choose",
    s.make_kaiser: "kaiser",
}

_LINALG: dict[Callable[[s.Maker], Any], str] = {
    s.make_norm: "norm",
    s.make_vector_norm: "vector_norm",
    s.make_matrix(square=False): "matrix_norm pinv svdvals matrix_transpose cond matrix_rank",
    s.make_matrix(square=True): "inv det slogdet cholesky eigh eigvalsh eig eigvals",
    s.make_svd: "svd",
    s.make_qr: "qr",
    s.make_solve: "solve",
    s.make_lstsq: "lstsq",
    s.make_matrix_power: "matrix_power",
    s.make_multi_dot: "multi_dot",
    s.make_matmul: "matmul",
    s.make_outer: "outer",
    s.make_tensordot: "tensordot",
    s.make_vecdot: "vecdot",
    s.make_cross: "cross",
    s.make_last_diagonal: "diagonal trace",
}

_FFT: dict[Callable[[s.Maker], Any], str] = {
    s.make_fft: "fft ifft rfft irfft hfft ihfft",
    s.make_fftn: "fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn",
    s.make_optional_axes("axes"): "fftshift ifftshift",
    s.make_fftfreq: "fftfreq rfftfreq",
}

_RANDOM: dict[Callable[[s.Maker], Any], str] = {
    s.make_seed: "key PRNGKey",
    s.make_split_key: "split",
    s.make_fold_in: "fold_in",
    s.make_clone: "clone key_data",
    s.make_key_bits: "wrap_key_data",
    s.make_bits: "bits",
    s.make_sampled: "normal gumbel exponential laplace logistic cauchy maxwell",
    s.make_uniform: "uniform",
    s.make_randint: "randint",
    s.make_rademacher: "rademacher",
    s.make_parametric(1): "gamma loggamma chisquare pareto rayleigh poisson geometric t lognormal wald",
    s.make_parametric(2): "truncated_normal beta f binomial",
    s.make_parametric(1, least=1): "dirichlet",
    s.make_parametric(3): "triangular",
    s.make_ball: "ball orthogonal",
    s.make_bernoulli: "bernoulli",
    s.make_categorical: "categorical",
    s.make_permutation: "permutation",
    s.make_choice: "choice",
    s.make_multivariate: "multivariate_normal",
    s.make_generalized: "generalized_normal",
    s.make_located: "weibull_min",
}

_NN: dict[Callable[[s.Maker], Any], str] = {
    s.make_soft: "softmax log_softmax standardize",
    s.make_factors: "logsumexp",
    s.make_one_hot: "one_hot",
    s.make_glu: "glu",
    s.make_attention: "dot_product_attention",
    s.make_alpha: "elu celu leaky_relu squareplus",
    s.make_mean_exp: "logmeanexp",
}

_LAX: dict[Callable[[s.Maker], Any], str] = {
    s.make_lax_scalar: "stop_gradient",
    s.make_convert: "convert_element_type",
    s.make_lax_full: "full",
    s.make_iota: "iota",
    s.make_broadcasted_iota: "broadcasted_iota",
    s.make_lax_reshape: "reshape",
    s.make_lax_transpose: "transpose",
    s.make_lax_expand_dims: "expand_dims",
    s.make_lax_squeeze: "squeeze",
    s.make_broadcast_in_dim: "broadcast_in_dim",
    s.make_lax_broadcast: "broadcast",
    s.make_lax_concatenate: "concatenate",
    s.make_select: "select",
    s.make_clamp: "clamp",
    s.make_dynamic_slice: "dynamic_slice",
    s.make_dynamic_update_slice: "dynamic_update_slice",
    s.make_dynamic_slice_in_dim: "dynamic_slice_in_dim",
    s.make_index_in_dim: "dynamic_index_in_dim index_in_dim",
    s.make_slice_in_dim: "slice_in_dim",
    s.make_top_k: "top_k",
    s.make_lax_cumulative: "cumsum cumprod cummax cummin cumlogsumexp",
    s.make_rev: "rev",
    s.make_lax_arg: "argmax argmin",
    s.make_conv: "conv_general_dilated",
    s.make_plain_conv: "conv",
    s.make_transposed_conv: "conv_transpose",
    s.make_general_conv: "conv_with_general_padding",
    s.make_dot_general: "dot_general",
    s.make_batch_matmul: "batch_matmul",
    s.make_window: "reduce_window",
    s.make_lax_slice: "slice",
    s.make_collapse: "collapse",
    s.make_lax_pad: "pad",
    s.make_lax_dot: "dot",
    s.make_scan: "associative_scan",
    s.make_lax_reduction: "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or reduce_xor",
    s.make_axis_index: "axis_index",
    s.make_collected: "psum pmean pmax pmin with_sharding_constraint",
    s.make_lax_full_like: "full_like",
    s.make_dynamic_update_in_dim: "dynamic_update_slice_in_dim",
    s.make_dynamic_update_index: "dynamic_update_index_in_dim",
    s.make_lax_split: "split",
    s.make_precision: "reduce_precision",
    s.make_sorted: "sort",
    s.make_sorted_pairs: "sort_key_val",
    s.make_broadcast_shapes: "broadcast_shapes",
    s.make_integer_power: "integer_pow",
    s.make_select_n: "select_n",
    s.make_approximate: "approx_max_k approx_min_k",
    s.make_lax_binary: "pow complex zeta polygamma",
    s.make_unary: "round",
    s.make_reduced_by_function: "reduce",
}


_NUMPY_RANDOM: dict[Callable[[s.Maker], Any], str] = {
    s.make_sizes: "rand randn",
    s.make_size: "random random_sample standard_normal",
    s.make_numpy_sampled(2): "normal uniform laplace logistic gumbel lognormal gamma beta",
    s.make_numpy_sampled(1): "exponential rayleigh chisquare poisson geometric",
    s.make_numpy_binomial: "binomial",
    s.make_numpy_integers: "randint integers",
    s.make_numpy_choice: "choice",
    s.make_numpy_permutation: "permutation",
}


_OPTAX: dict[Callable[[s.Maker], Any], str] = {
    s.make_loss(): "squared_error l2_loss huber_loss log_cosh hinge_loss sigmoid_binary_cross_entropy",
    s.make_loss(has_axis=True): "softmax_cross_entropy kl_divergence cosine_similarity cosine_distance",
    s.make_label_loss: "softmax_cross_entropy_with_integer_labels",
}


_SCIPY_LINALG: dict[Callable[[s.Maker], Any], str] = {
    s.make_matrix(square=True): "cholesky cho_factor inv det expm",
    s.make_solve: "solve solve_triangular",
    s.make_factored_solve: "cho_solve",
    s.make_pivoted_solve: "lu_solve",
    s.make_scipy_eigh: "eigh",
    s.make_svd: "svd",
    s.make_lu: "lu",
    s.make_scipy_qr: "qr",
    s.make_diagonal_blocks: "block_diag",
    s.make_toeplitz: "toeplitz",
    s.make_length: "hilbert invhilbert pascal invpascal dft",
    s.make_vector: "circulant",
    s.make_small_square: "sqrtm schur",
    s.make_matrix(square=False): "lu_factor polar",
}


def _named(module: str, families: dict[Callable[[s.Maker], Any], str]) -> dict[str, Callable[[s.Maker], Any]]:
    return {f"{module}.{name}": make for make, names in families.items() for name in names.split()}


_NAMED = {
    **_named("jax.numpy", _JNP),
    **_named("jax.numpy.linalg", _LINALG),
    **_named("jax.numpy.fft", _FFT),
    **_named("jax.random", _RANDOM),
    **_named("jax.nn", _NN),
    **_named(
        "jax.scipy.special",
        {
            s.make_soft: "softmax log_softmax logsumexp",
            s.make_binary: "xlogy xlog1py gammainc gammaincc betaln zeta beta rel_entr kl_div",
            s.make_several(1): "loggamma spence expi exp1 dawsn erfcx fresnel sici",
            s.make_several(2): "boxcox boxcox1p polygamma expn poch",
            s.make_several(3): "betainc hyp1f1",
            s.make_several(4): "hyp2f1",
        },
    ),
    **_named("jax.scipy.linalg", _SCIPY_LINALG),
    **{
        f"jax.scipy.stats.{name}.{function}": s.make_located_numbers
        for name, functions in DISTRIBUTIONS.items()
        for function in functions
    },
    **_named("jax.scipy.stats.multivariate_normal", {s.make_density: "logpdf pdf"}),
    **_named("jax.scipy.ndimage", {s.make_coordinates: "map_coordinates"}),
    **_named(
        "jax.scipy.signal",
        {s.make_signals: "convolve correlate convolve2d correlate2d fftconvolve", s.make_data: "detrend"},
    ),
    **_named("jax.ops", {s.make_segment: "segment_sum segment_prod segment_max segment_min"}),
    **_named("jax.image", {s.make_resize: "resize"}),
    **_named("jax.nn.initializers", {s.make_initialized: "zeros ones"}),
    **_named("jax.lax", _LAX),
    **_named("flax.linen", {s.make_pooled: "max_pool min_pool avg_pool"}),
    **_named("flax.nnx", {s.make_pooled: "max_pool min_pool avg_pool"}),
    **_named(
        "einops",
        {
            s.make_rearrange: "rearrange",
            s.make_repeat_of_einops: "repeat",
            s.make_reduce_of_einops: "reduce",
            s.make_named_einsum: "einsum",
        },
    ),
    **_named("optax", _OPTAX),
    **_named("optax.losses", _OPTAX),
    **_named("numpy.random", _NUMPY_RANDOM),
    **_named("numpy.random.RandomState", _NUMPY_RANDOM),
    **_named("numpy.random.Generator", _NUMPY_RANDOM),
    **{name.replace("jax.numpy", "numpy"): make for name, make in _named("jax.numpy", _JNP).items()},
    **_named("numpy.linalg", _LINALG),
    **_named("numpy.fft", _FFT),
}


def maker_of(name: str) -> Callable[[s.Maker], Any]:
    """Return what makes arguments for a function."""
    if name in _NAMED:
        return _NAMED[name]
    module, _, short = name.rpartition(".")
    if module in ("flax.linen", "flax.nnx"):
        return maker_of(f"jax.nn.{short}")
    if module == "jax.lax" and short in LAX_BINARY:
        return s.make_lax_binary
    if OPERATIONS[name].signature.positional == ("x1", "x2"):
        return s.make_binary
    casts = len(OPERATIONS[name].signature.positional) == 1
    assert casts or short in (*UNARY, *LAX_UNARY, *SPECIAL) or module == "jax.nn", f"no samples for {name}"
    return s.make_unary


def function_sample(name: str, choose: Choices) -> Sample:
    """Return a call of a function."""
    maker = s.Maker(choose, "numpy" if name.startswith("numpy.") else "jax")
    args, kwargs = maker_of(name)(maker)
    places = [place for place, arg in enumerate(args) if isinstance(arg, Array) and arg.library == "jax"]
    if places and choose.chance(_ODD):
        place = choose.one(places)
        args[place] = choose.one((nested(args[place].shape), nested(args[place].shape), None, "text"))
    if name.startswith("numpy.") and choose.chance(_FOREIGN):
        args = [foreign(arg, choose) for arg in args]
        kwargs = {each: foreign(arg, choose) for each, arg in kwargs.items()}
    return Sample(name, args, kwargs)


_FOREIGN: Final = 0.25
"""How often a function of NumPy is given arrays of JAX."""


def foreign(arg: Any, choose: Choices) -> Any:
    """Return an argument with some arrays of NumPy as arrays of JAX."""
    if isinstance(arg, Array) and arg.library == "numpy" and choose.chance(0.8):
        return replace(arg, library="jax", concrete=True)
    return type(arg)(foreign(each, choose) for each in arg) if isinstance(arg, tuple | list) else arg


_ODD: Final = 0.04
"""How often a list, None or a string stands where an array should."""


def nested(shape: tuple[int, ...]) -> Any:
    """Return lists of numbers of this shape."""
    return [nested(shape[1:]) for _ in range(shape[0])] if shape else 1.0


def method_sample(name: str, choose: Choices) -> Sample:
    """Return a call of a method of an array of JAX."""
    function = f"jax.numpy.{FUNCTIONS[name]}"
    sample = function_sample(function, choose)
    if not isinstance(sample.args[0], Array):
        sample.args[0] = Array((2, 3), "float32")
    if (
        name in ("reshape", "transpose")
        and len(sample.args) == 2
        and isinstance(sample.args[1], tuple)
        and choose.chance(0.5)
    ):
        sample.args[1:] = list(sample.args[1])
    return Sample(f"method:{name}", sample.args, sample.kwargs)


def property_sample(name: str, choose: Choices) -> Sample:
    """Return a property of an array."""
    return Sample(f"property:{name}", [s.Maker(choose).array()])


def operator_sample(name: str, choose: Choices, library: str = "jax") -> Sample:
    """Return an operator on arrays and scalars."""
    maker = s.Maker(choose, library)
    if name in ("neg", "pos", "~"):
        return Sample(f"operator:{name}", [maker.array()])
    args, _ = (s.make_matmul if name == "@" else s.make_binary)(maker)
    if library == "jax" and isinstance(args[0], Array) and choose.chance(_ODD):
        args[1] = choose.one((nested(args[0].shape[-1:]), None, "text"))
        return Sample(f"operator:{name}", args if choose.chance(0.5) else args[::-1])
    if library == "jax" and choose.chance(0.1):
        args[1] = Array(args[1].shape if isinstance(args[1], Array) else (), choose.one(s.NUMPY), library="numpy")
    return Sample(f"operator:{name}", args)


def index_argument(choose: Choices, shape: tuple[int, ...], library: str = "jax") -> Any:
    """Return an index: ints, slices, None, ``...``, arrays, masks, and sometimes something wrong."""
    maker = s.Maker(choose, library)
    picks = maker.shape((0, 1, 1, 2))
    parts: list[Any] = []
    for axis in range(choose.one(range(len(shape) + 2))):
        size = shape[axis] if axis < len(shape) else 3
        kind = choose.one("iiissssnea mbx")
        if kind == "i":
            parts.append(choose.one((0, -1, 1, size, size + 2)))
        elif kind == "s":
            ends = (None, None, 0, 1, 2, -1, -2, 10)
            parts.append(slice(choose.one(ends), choose.one(ends), choose.one((None, None, None, 1, 2, -1, -2, 0))))
        elif kind == "n":
            parts.append(None)
        elif kind == "e":
            parts.append(...)
        elif kind in "a ":
            parts.append(
                Array(
                    maker.near(picks),
                    choose.one(("int32", "int64", "uint8")) if library == "jax" else "int64",
                    library=library,
                )
            )
        elif kind == "m":
            mask = maker.off(shape[axis : axis + choose.one((1, 2))])
            parts.append(Array(mask, "bool", library=library, concrete=True))
        elif kind == "b" and choose.chance(0.2):
            parts.append(choose.one((True, False)))
        elif kind == "x" and choose.chance(0.2):
            parts.append(choose.one((1.5, "a", [0, 1], Array((2,), "float32", library=library))))
    if len(parts) == 1 and choose.chance(0.7):
        return parts[0]
    return tuple(parts)


def index_sample(choose: Choices, library: str = "jax") -> Sample:
    """Return ``x[index]``."""
    array = s.Maker(choose, library).array()
    return Sample("index", [array, index_argument(choose, array.shape, library)])


def update_sample(name: str, choose: Choices) -> Sample:
    """Return ``x.at[index].set(values)`` and its like."""
    maker = s.Maker(choose)
    array = maker.array()
    index = index_argument(choose, array.shape)
    if name == "get":
        return Sample("at:get", [array, index])
    if name == "apply":
        return Sample("at:apply", [array, index])
    values = maker.operand(choose.one(((), array.shape[1:], array.shape, maker.shape())))
    return Sample(f"at:{name}", [array, index, values])


OPERATORS = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "@",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "neg",
    "pos",
    "~",
]
PROPERTIES = ["T", "mT", "real", "imag", "shape", "ndim", "size", "dtype"]
UPDATES = ["set", "add", "subtract", "mul", "multiply", "min", "max", "divide", "power", "apply", "get"]


def in_place_sample(name: str, choose: Choices) -> Sample:
    """Return ``a += b`` of arrays of NumPy, and sometimes of JAX."""
    maker = s.Maker(choose, "numpy" if choose.chance(0.8) else "jax")
    target = maker.array()
    values = maker.operand(choose.one((target.shape, target.shape[1:], (), maker.near(target.shape))))
    return Sample(f"in-place:{name}", [target, values])


def assignment_sample(choose: Choices) -> Sample:
    """Return ``a[index] = b`` of arrays of NumPy."""
    maker = s.Maker(choose, "numpy")
    array = maker.array()
    values = maker.operand(choose.one(((), array.shape[1:], array.shape, (1, *array.shape), maker.shape())))
    return Sample("assign:numpy", [array, index_argument(choose, array.shape, "numpy"), values])


def targets() -> list[str]:
    """Return everything that is fuzzed."""
    return [
        *OPERATIONS,
        *(f"method:{name}" for name in FUNCTIONS),
        *(f"operator:{name}" for name in OPERATORS),
        *(f"numpy-operator:{name}" for name in OPERATORS),
        *(f"in-place:{name}" for name in OPERATORS[:13]),
        "assign:numpy",
        *(f"property:{name}" for name in PROPERTIES),
        *(f"at:{name}" for name in UPDATES),
        "index:jax",
        "index:numpy",
    ]


def sample(target: str, choose: Choices) -> Sample:
    """Return a call for a target."""
    kind, _, name = target.partition(":")
    match kind:
        case "method":
            return method_sample(name, choose)
        case "operator":
            return operator_sample(name, choose)
        case "numpy-operator":
            return operator_sample(name, choose, "numpy")
        case "in-place":
            return in_place_sample(name, choose)
        case "assign":
            return assignment_sample(choose)
        case "property":
            return property_sample(name, choose)
        case "at":
            return update_sample(name, choose)
        case "index":
            return index_sample(choose, name)
        case _:
            return function_sample(target, choose)
