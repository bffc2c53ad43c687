"""From the name of a function or a method that mypy meets to the feature that handles its calls."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import FunctionLike, Type

from jdc_spec.libraries import REGISTER_DATACLASS

from .evaluate.layers.applied_layers import APPLYING
from .features import (
    applied_layers,
    array_operations,
    attribute_writes,
    class_definitions,
    comparisons,
    custom_rules,
    hashes,
    item_writes,
    iterated_arrays,
    jitted_functions,
    object_unpackings,
    pure_calls,
    registrations,
    replacements,
    reveals,
    single_numbers,
    structure_trees,
    transform_arguments,
    transformations,
)
from .libraries.definition import PARTIAL, STANDARD
from .libraries.jax_md import REPLACE_FUNCTION as REPLACE_OF_JAX_MD
from .libraries.registry import FIELD_FUNCTIONS, REPLACE_FUNCTIONS, REPLACING, base_classes, decorators
from .model.functions.pure_methods import TREE_MAPS
from .model.subclasses import LAYER
from .repairs import untyped_calls
from .repairs.chex_decorators import MAX_TRACES, keep_decorated
from .repairs.copied_class import COPY_AND_MUTATE, give_class_back
from .repairs.libraries import equinox_trees, filter_keys, flax_apply, selections, unnamed_methods
from .repairs.libraries.chex_methods import ADDED_METHODS, tell_added
from .repairs.libraries.class_keywords import INIT_SUBCLASS, accept_keywords
from .repairs.libraries.field_defaults import (
    FIELD_MAKERS,
    NEVER_RETURNING,
    accept_field,
    accept_missing,
    accept_reported,
)
from .repairs.libraries.split_models import SPLITS, count_states
from .repairs.replace import METHOD
from .repairs.transforms import number_carries
from .repairs.transforms.axis_specs import REPLACE_FUNCTION, replaced_axes
from .repairs.transforms.derivatives import LINEAR_TRANSPOSE, transpose_linear
from .repairs.transforms.jit import JIT_DECORATORS, JIT_GET, add_stages, bind_self
from .repairs.transforms.mapped_trees import PATH_MAPS, eval_shape, map_tree_with_path
from .repairs.transforms.same_trees import (
    CHEXIFY,
    COPYING,
    FETCHING,
    KEEPING,
    NNX_CHOICES,
    PURE_CALLBACK,
    SOLVERS,
    fetch,
    keep_class,
    keep_receiver,
    keep_shapes,
    make_checked,
    return_receiver,
    solve,
    type_loop,
)
from .repairs.transforms.unflattened_trees import RAVEL, UNFLATTENING, ravel, unflatten
from .structure.exported_names import SETS_APPLY
from .syntax.names import named_writes
from .traced.filtered_functions import FILTER_JIT, FILTER_VMAP
from .traced.nnx_functions import NNX_JIT
from .transformed.jitted_functions import JITS
from .transformed.transformations import LOOPS, TRANSFORMATIONS

FunctionFeature = Callable[[FunctionContext], Type]
MethodFeature = Callable[[MethodContext], Type]
ContextT = TypeVar("ContextT", FunctionContext, MethodContext)

_RESULTS: Final[Mapping[str, FunctionFeature]] = {
    **{name: functools.partial(jitted_functions.check_jit, fullname=name) for name in JITS},
    PARTIAL: jitted_functions.check_partial,
    **transformations.RESULTS,
}
"""Functions that transform a function, by full name, with what judges it or gives it a better type."""

_KEPT: Final[Mapping[str, FunctionFeature]] = {
    name: functools.partial(keep_class, parameter=parameter) for name, parameter in KEEPING.items()
}

FUNCTIONS: Final[Mapping[str, FunctionFeature]] = {
    COPY_AND_MUTATE: give_class_back,
    **dict.fromkeys(reveals.REVEAL, reveals.reveal),
    **dict.fromkeys(FIELD_FUNCTIONS, accept_field),
    **dict.fromkeys(FIELD_MAKERS, accept_reported),
    **dict.fromkeys(NEVER_RETURNING, accept_missing),
    **dict.fromkeys(untyped_calls.MAKERS, untyped_calls.accept_untyped),
    **dict.fromkeys((*decorators(), STANDARD), class_definitions.check_decorated),
    **dict.fromkeys(REGISTER_DATACLASS.decorators, registrations.check_registered),
    **registrations.HAND_REGISTRATIONS,
    **hashes.FUNCTIONS,
    **dict.fromkeys(comparisons.ORDERING_FUNCTIONS, comparisons.check_ordered),
    **dict.fromkeys(comparisons.CHOOSING_FUNCTIONS, single_numbers.choice_first(comparisons.check_chosen)),
    **dict.fromkeys(single_numbers.FUNCTIONS, single_numbers.check_number),
    **dict.fromkeys(named_writes.FUNCTIONS, attribute_writes.check_function),
    **dict.fromkeys(REPLACE_FUNCTIONS, replacements.check_function),
    **dict.fromkeys(TREE_MAPS, transformations.check_and_type_tree_map),
    **{name: array_operations.operation_first(feature) for name, feature in _KEPT.items()},
    **{
        name: array_operations.operation_first(
            functools.partial(pure_calls.check_copy, shown=shown, feature=_KEPT.get(name))
        )
        for name, shown in pure_calls.COPYING.items()
    },
    **{
        name: functools.partial(pure_calls.check_updated_tree, shown=shown, parameter=parameter)
        for name, (shown, parameter) in pure_calls.UPDATES.items()
    },
    **{
        name: functools.partial(pure_calls.check_made_object, shown=shown)
        for name, shown in pure_calls.MAKING.items()
    },
    **{
        name: array_operations.operation_first(functools.partial(pure_calls.check_key_function, shown=shown))
        for name, shown in pure_calls.KEY_FUNCTIONS.items()
    },
    **{
        name: array_operations.operation_first(functools.partial(pure_calls.check_array_function, shown=shown))
        for name, shown in pure_calls.ARRAY_FUNCTIONS.items()
    },
    **dict.fromkeys(SPLITS, count_states),
    **dict.fromkeys(iterated_arrays.ITERATORS, iterated_arrays.check_iterator),
    **{
        name: array_operations.operation_first(functools.partial(transform_arguments.check_loop, fullname=name))
        for name in LOOPS
    },
    **dict.fromkeys(TRANSFORMATIONS, transform_arguments.check_transformation),
    FILTER_JIT: transform_arguments.check_filtered,
    FILTER_VMAP: transform_arguments.check_filter_vmap,
    NNX_JIT: transform_arguments.check_nnx_jit,
    "jax._src.api.eval_shape": array_operations.operation_first(transform_arguments.check_eval_shape),
    "equinox._eval_shape.filter_eval_shape": eval_shape,
    PURE_CALLBACK: keep_shapes,
    FETCHING: array_operations.operation_first(fetch),
    **dict.fromkeys(UNFLATTENING, unflatten),
    RAVEL: ravel,
    **dict.fromkeys(SOLVERS, solve),
    **dict.fromkeys(PATH_MAPS, map_tree_with_path),
    LINEAR_TRANSPOSE: transpose_linear,
    MAX_TRACES: keep_decorated,
    CHEXIFY: make_checked,
    **{name: functools.partial(type_loop, fullname=name) for name in NNX_CHOICES},
    **{
        name: functools.partial(pure_calls.check_parts, shown=f"eqx.{name.rpartition('.')[2]}", feature=feature)
        for name, feature in equinox_trees.OF_PARTS.items()
    },
    **{
        name: transform_arguments.before_filtered(
            functools.partial(equinox_trees.keep_gradient, with_value=has_value)
        )
        for name, has_value in ((equinox_trees.FILTER_GRAD, False), (equinox_trees.FILTER_VALUE_AND_GRAD, True))
    },
    **{name: transform_arguments.before(feature) for name, feature in _RESULTS.items()},
}
"""Functions by full name."""

METHODS: Final[Mapping[str, MethodFeature]] = {
    JIT_GET: bind_self,
    flax_apply.RNN_CALL: flax_apply.outputs_alone,
    pure_calls.TRAIN_STATE: return_receiver,
    **dict.fromkeys(COPYING, keep_receiver),
    selections.SELECT: selections.of_receiver,
    pure_calls.TRAIN_STEP: pure_calls.check_train_step,
    **dict.fromkeys(pure_calls.STATES, pure_calls.check_state),
    **{
        fullname: array_operations.operation_first(functools.partial(pure_calls.check_array_method, name=name))
        for fullname, name in pure_calls.ARRAY_METHODS.items()
    },
    **dict.fromkeys(comparisons.IN_CONTAINERS, comparisons.check_in_container),
    **dict.fromkeys(comparisons.CONTAINING, comparisons.check_contained),
    comparisons.ORDERING_METHOD: comparisons.check_sorted,
    **hashes.METHODS,
    item_writes.SET_ITEM: item_writes.check_set_item,
    **dict.fromkeys(single_numbers.METHODS, single_numbers.check_number),
    custom_rules.DEFINING: custom_rules.check_defined,
    **dict.fromkeys(iterated_arrays.ITERATED, iterated_arrays.check_iterated),
    **dict.fromkeys(JIT_DECORATORS, add_stages),
    transformations.PARTIAL_CALL: transformations.call_partial,
    **{f"{base}.__init_subclass__": class_definitions.check_subclass for base in base_classes()},
    f"{LAYER}.__init_subclass__": class_definitions.check_layer,
    INIT_SUBCLASS: class_definitions.check_plain,
    **{f"{base}.{METHOD}": replacements.check_method for base in (*base_classes(), *REPLACING)},
    "jax._src.nn.initializers.Initializer.__call__": array_operations.check_operation,
    **dict.fromkeys(transform_arguments.CALLS, array_operations.arguments_first(transform_arguments.check_call)),
}
"""Methods by full name."""

_UNNAMED: Final = frozenset(
    name.rpartition(".")[2] for name in (pure_calls.TRAIN_STATE, pure_calls.TRAIN_STEP, *COPYING)
)
"""Names of methods above that return an object of the class they are called on, `Self` too."""

INHERITED: Final[Mapping[str, tuple[str, MethodFeature]]] = {
    **dict.fromkeys(untyped_calls.METHODS, (untyped_calls.NNX_MODULE, untyped_calls.accept_untyped)),
    **dict.fromkeys(APPLYING, (LAYER, applied_layers.check_arguments)),
    flax_apply.APPLY: (LAYER, applied_layers.arguments_before(flax_apply.result_alone)),
}
"""Methods that classes of a program have from a class of a library, by name, with the full name of that class."""

FUNCTION_SIGNATURES: Final[Mapping[str, Callable[[FunctionSigContext], FunctionLike]]] = {
    **dict.fromkeys((REPLACE_FUNCTION, REPLACE_OF_JAX_MD), replaced_axes),
    **dict.fromkeys(filter_keys.FUNCTIONS, filter_keys.accept_filters),
    **{
        name: functools.partial(number_carries.accept_numbers, function=function, start=start)
        for name, (function, start) in number_carries.FUNCTIONS.items()
    },
}
METHOD_SIGNATURES: Final[Mapping[str, Callable[[MethodSigContext], FunctionLike]]] = {
    INIT_SUBCLASS: accept_keywords,
    **dict.fromkeys(filter_keys.METHODS, filter_keys.accept_filters),
}
"""Functions that type the parameters of functions and methods, by full name."""

ORGANIZER_METHODS: Final[Mapping[str, MethodFeature]] = {
    "__call__": structure_trees.applied,
    **dict.fromkeys(SETS_APPLY, structure_trees.check_set_apply),
}
"""Methods of a `StateOrganizer`, wherever it is defined."""

PYTREE_METHODS: Final[Mapping[str, MethodFeature]] = {
    METHOD: replacements.check_method,
    **dict.fromkeys(comparisons.OPERATORS, comparisons.check_operator),
    **dict.fromkeys(ADDED_METHODS, tell_added),
    flax_apply.APPLY_FN: flax_apply.result_of_state,
    "__iter__": object_unpackings.check_unpacked,
    "__getitem__": object_unpackings.check_item,
    **dict.fromkeys(named_writes.METHODS, attribute_writes.check_method),
}
"""Methods of every pytree dataclass."""


def of_unnamed(asked: str, feature: Callable[[ContextT], Type] | None) -> Callable[[ContextT], Type] | None:
    """Return what handles the calls of a name that may be that of such a method, whose class mypy does not say."""
    if unnamed_methods.name_of(asked) not in _UNNAMED:
        return feature
    return unnamed_methods.method_first(METHODS.get, feature)
