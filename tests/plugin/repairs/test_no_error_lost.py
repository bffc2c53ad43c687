"""No error of mypy disappears with the plugin, unless a repair that is named here takes it."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from plugin.runner import FIXTURES, ROOT, Finding, run

CRASHES: Final = ("enums_in_classes",)
"""Fixtures on which mypy crashes without the plugin."""
PROGRAMS: Final = (
    *(file for name, file in FIXTURES.items() if name not in CRASHES),
    ROOT / "tests/typing/baseline.py",
    ROOT / "tests/typing/constructs.py",
    *sorted((ROOT / "examples").glob("*.py")),
)
PATHS: Final = {path.name: path for path in PROGRAMS}

REACHED: Final = (
    "frozen.py",
    "frozen_attributes.py",
    "frozen_handed.py",
    "frozen_objects.py",
    "frozen_reached.py",
    "frozen_special.py",
    "overloads.py",
)
"""Fixtures of copies that are changed outside of a with statement: in setters, in helper functions."""


@functools.cache
def _lines_in_with(path: Path) -> frozenset[int]:
    nodes = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.With))
    return frozenset(line for node in nodes for line in range(node.lineno, (node.end_lineno or 0) + 1))


def _is_in_copy(finding: Finding) -> bool:
    return finding.file in REACHED or finding.line in _lines_in_with(PATHS[finding.file])


def _anywhere(_: Finding) -> bool:
    return True


REPAIRS: Final[Mapping[str, tuple[str, Callable[[Finding], bool]]]] = {
    "writes to a mutable copy": (r'Property ".*" defined in ".*" is read-only', _is_in_copy),
    "writes in code that is written to fail": (
        r'Property ".*" defined in ".*" is read-only',
        lambda f: f.file == "expected_failures.py",
    ),
    "numbers that a loop starts with": (
        'Argument (1|2|"f") to "(scan|while_loop)" has incompatible type|Incompatible return value type',
        lambda f: f.file in ("number_carries.py", "classes_of_carries.py"),
    ),
    "classes of the name of their base": (
        r'Name "TrainState" already defined|"TrainState" has no attribute "(updates|target_params|counted)"'
        r'|Expression is of type "Any", not "int"',
        lambda f: f.file == "same_names.py",
    ),
    "one of a number and an array": ("Incompatible return value type", lambda f: f.file == "chosen_numbers.py"),
    "params of flax's `TrainState`": (
        r'Argument 1 to "loss" has incompatible type "FrozenDict|Expression is of type "Any", not "Array"',
        lambda f: f.file == "params_of_states.py",
    ),
    "`.replace` of decorated classes": (
        r'".*" has no attribute "replace"|"replace" undefined in superclass',
        _anywhere,
    ),
    "what that `.replace` returns": (
        r'Expression is of type "Any", not "Plain"',
        lambda f: f.file == "flax_struct.py",
    ),
    "attributes of organizers": (r'Expression is of type "Any", not ".*"', lambda f: f.file.startswith("structure")),
    "classes of copies": (
        r'Expression is of type "Any", not ".*"',
        lambda f: f.file == "copies.py" and _is_in_copy(f),
    ),
    "jitted methods that mention Self": (r'.*"(JitFunction|Decorated|Odd)"', lambda f: f.file == "selves.py"),
    "jitted methods that a method overrides": (
        'Signature of "step" incompatible with supertype "Environment"',
        lambda f: f.file == "overriding_methods.py",
    ),
    "stages of jitted methods": (
        r'Expression is of type "Any", not "(Lowered|Traced)"',
        lambda f: f.file == "selves.py",
    ),
    "constructors of chex": (
        r'(Unexpected keyword argument|Too many arguments).* for ".*"',
        lambda f: (
            f.file.startswith("chex_")
            or f.file in ("assigned_fields.py", "hashed_chex_arrays.py")
            or any(
                f'"{name}"' in f.message
                for name in ("Chex", "Mutable", "OfChex", "Open", "Loose", "Number", "Search")
            )
        ),
    ),
    "decorators under a partial": (
        r'Unexpected keyword argument ".*" for "Partial"|Expression is of type "Any", not "(Partial|Outer.*)"',
        lambda f: f.file in ("constructs.py", "flax_struct.py"),
    ),
    "the standard decorator under a partial": (
        r'(Unexpected keyword argument|Too many arguments).* for ".*"|Value of type variable .* of "replace"',
        lambda f: f.file == "standard_partials.py",
    ),
    "order under a partial": (
        r"Unsupported left operand type for [<>]|Value of type variable .* of \"(sorted|min|max|sort)\"",
        lambda f: f.file == "ordered.py",
    ),
    "other names of decorators": (
        r'(Unexpected keyword argument|Too many arguments).* for ".*"',
        lambda f: f.file in ("other_names.py", "other_registering_names.py") or '"Renamed"' in f.message,
    ),
    "sequences that make objects of classes flattened by hand": (
        r'Too many arguments for "(Sparse|Net|Counter|Flagged)"|"(Sparse|Ring|Table)" gets multiple values'
        r'|Argument .* to "Sparse" has incompatible type "\*',
        lambda f: (
            f.file in ("unflattened.py", "rebuilding.py", "flatten.py", "followed_registered_by_hand.py")
            or f.file in ("fields_of_unknown_type.py", "identity_by_hand.py")
        ),
    ),
    "constructors of tjax where it is not installed": (
        r'(Unexpected keyword argument|Too many arguments).* for ".*"',
        lambda f: f.file == "tjax_missing.py",
    ),
    "arrays in fields that are declared numbers": (
        r'"(bool|int|float)" has no attribute|Item "int" of .* has no attribute|Value of type "float" is not indexable',
        lambda f: f.file == "number_fields.py",
    ),
    "what ** of a dict may give": (
        r'Argument .* to "State" has incompatible type "\*\*dict',
        lambda f: f.file == "starred_arguments.py",
    ),
    "what `.replace` of chex returns": (
        r'Expression is of type "Any", not ".*"',
        lambda f: f.file.startswith("chex_"),
    ),
    "abstract attributes of equinox": (
        r"Cannot (assign to|override) (class|instance) variable|Cannot override writeable attribute|Dataclass attribute may only",
        lambda f: f.file.startswith("equinox_") or f.file == "abstract_attributes.py",
    ),
    "constructors of classes with abstract attributes": (
        r"Missing positional arguments? .* in call to",
        lambda f: f.file == "abstract_attributes.py",
    ),
    "copies below own bases": (
        r'Expression is of type "Any", not',
        lambda f: f.file == "own_bases_of_libraries.py",
    ),
    "functions under a partial of a decorator with overloads": (
        r'"def .*" object is not iterable|Cannot determine type of|Value of type "def .*" is not indexable',
        lambda f: f.file == "partial_decorators.py",
    ),
    "constructors that classes of equinox inherit": (
        r'Missing positional argument "x" in call to "(Below|Another)"',
        lambda f: f.file == "expected_warnings.py",
    ),
    "order of fields under a constructor of equinox": (
        r'Attributes without a default cannot follow|Argument 1 to "Matrix" has incompatible type',
        lambda f: f.file in ("equinox_init.py", "field_order.py"),
    ),
    "converters of equinox": (
        r"Argument .* has incompatible type|Incompatible types in assignment",
        lambda f: f.file in ("equinox_module.py", "followed_converters.py"),
    ),
    "constructors of equinox": (
        r"Missing positional argument",
        lambda f: f.file.startswith("equinox_") or f.file in ("field_order.py", "returned_statics.py"),
    ),
    "constructors of equinox that a base writes": (
        r'Argument 1 to ".*" has incompatible type "int"; expected "Array"|Missing positional argument',
        lambda f: f.file in ("inherited_constructors.py", "initialized_elsewhere.py"),
    ),
    "constructors of classes under a project's own decorators": (
        r"(Unexpected keyword argument|Too many arguments|Missing positional argument).* (for|in call to) ",
        lambda f: f.file.startswith("own_"),
    ),
    "options of a project's own decorators": (
        r'Property "x" defined in "OneLineThawed" is read-only',
        lambda f: f.file == "own_options.py",
    ),
    "static fields of jax.tree": (
        r"Attributes without a default cannot follow",
        lambda f: f.file == "register_dataclass.py",
    ),
    "transformed functions": (
        r'Expression is of type "(Any|tuple\[Any, Any\]|Array \| ndarray.*)", not',
        lambda f: f.file == "transformed_functions.py",
    ),
    "results of flax that are no pairs": (
        r'Item "tuple\[.*" of "Any \| tuple\[.*" has no attribute|Argument 1 to "relu"|Expression is of type'
        r'|No overload variant of "__add__" of "tuple"|Unsupported operand types for [@*>]|Argument 1 to "float"',
        lambda f: (
            f.file in ("applied_models.py", "run_of_linen_training.py", "run_of_optimizer_steps.py")
            or f.file == "models_in_traces.py"
        ),
    ),
    "trees that the program says to be of a class": (
        "Returning Any from function|Expression is of type|Need type annotation",
        lambda f: f.file == "wanted_trees.py",
    ),
    "arrays in data fields that are declared numbers": (
        r'(Argument .* has|Incompatible types in assignment \(expression has) (incompatible )?type "Array"',
        lambda f: f.file in ("number_fields.py", "inside.py", "numbers_in_parts.py"),
    ),
    "classes of environments": (
        r'Expression is of type "Any", not "EnvState"|Unexpected keyword argument ".*" for "Timestep"',
        lambda f: f.file == "number_fields.py",
    ),
    "instances that hold axes": (
        r"Argument .* has incompatible type",
        lambda f: (
            f.file in ("axes.py", "axis_specs.py", "made_by_class_methods.py", "result_axes.py", "unequal_rows.py")
            or f.file in ("chained_elsewhere.py", "chex_unpacked.py", "own_named_fields.py", "numbers_in_parts.py")
        ),
    ),
    "objects of chex where a mapping is wanted": (
        r'(Argument|List item|Incompatible types in assignment).* "(Mapping\[str, (Any|Never)\]|Callable.*)"',
        lambda f: f.file == "chex_methods.py",
    ),
    "what chex adds": (
        r'".*" has no attribute "(to_tuple|from_tuple|keys|values|items|get)"|Value of type .* is not indexable'
        r'|".*" has no attribute "__iter__"|Argument 1 to "len"|Expression is of type|Cannot determine type'
        r'|No overload variant of "(list|dict)"|Expected iterable as variadic argument|".*" object is not iterable',
        lambda f: f.file in ("chex_methods.py", "chex_unpacked.py", "chex_definitions.py", "chex_iterated.py"),
    ),
    "fields of the standard library under decorators of flax": (
        "Attributes without a default cannot follow",
        lambda f: f.file in ("constructs.py", "flax_struct.py"),
    ),
    "states that flax.nnx splits off": (
        "Variadic tuple unpacking requires a star target",
        lambda f: f.file in ("split_models.py", "nnx_objects.py", "names_given_twice.py", "run_of_nnx_parts.py"),
    ),
    "treedefs": (
        r".*PyTreeDef\?",
        lambda f: f.file in ("treedefs.py", "unflattened_trees.py", "flattened_trees.py", "run_of_trees_apart.py"),
    ),
    "frozen bases": (
        r"(Non-frozen|Frozen) dataclass cannot inherit from a (frozen|non-frozen) dataclass",
        lambda f: f.file in ("frozen_bases.py", "handed_objects.py", "inheritance.py", "run_of_snapshots.py"),
    ),
    "functions under a partial of what makes decorators too": (
        r"Unexpected keyword argument|Too many arguments|Argument .* has incompatible type"
        r'|Expression is of type|Value of type variable|"Callable\[.*" has no attribute',
        lambda f: f.file == "partial_decorators.py",
    ),
    "keywords of a class with an unknown base": (
        r'Unexpected keyword argument ".*" for "__init_subclass__"',
        lambda f: f.file in ("class_keywords.py", "simple_pytree_unread.py", "simple_pytree_strict.py"),
    ),
    "results that the program says the type of": (
        r'Returning Any from function|Call to untyped function|Expression is of type "Any", not "(Cell|Ball)"'
        r'|"Callable\[.*" has no attribute "lower"|No overload variant of "__getitem__" of "tuple"'
        r'|Incompatible return value type \(got "Any \| tuple',
        lambda f: f.file in ("wanted_types.py", "linen_modules.py"),
    ),
    "dicts of filters for flax.nnx": (
        r'Argument 1 to "State(Axes|Sharding)" has incompatible type "dict',
        lambda f: f.file == "filter_keys.py",
    ),
    "containers of labels": ("(Dict entry|List item) .* has incompatible type", lambda f: f.file == "axis_specs.py"),
    "derivatives, states of flax and trees put together": (
        r"Returning Any from function|Call to untyped function|Expression is of type|Missing type arguments",
        lambda f: f.file in ("derivatives.py", "returned_selves.py", "unflattened_trees.py"),
    ),
    "classes below those of unread libraries": (
        'Class cannot subclass "Pytree"',
        lambda f: f.file == "simple_pytree_strict.py",
    ),
    "decorators of an unread chex": ("Untyped decorator makes function", lambda f: f.file == "chex_counted.py"),
    "functions without annotations": ("Call to untyped function", lambda f: f.file == "untyped_calls.py"),
    "objects that JAX and flax give back": (
        r'Expression is of type "Any", not "(Ball|State|Array|Held.*)"',
        lambda f: f.file == "same_trees.py",
    ),
    "fields that static_field of equinox makes": (
        r'Attributes without a default cannot follow|Too few arguments for "Spring"|Argument \d to "Spring" has incompatible',
        lambda f: f.file == "equinox_static_field.py",
    ),
    "members of enumerations of equinox": (
        r'Argument .* of "Enumeration" has incompatible type "str"',
        lambda f: f.file == "equinox_trees.py",
    ),
    "lambdas under transformations, and what equinox gives back": (
        "Returning Any from function|Expression is of type|Call to untyped function|Untyped decorator",
        lambda f: f.file in ("called_lambdas.py", "equinox_trees.py"),
    ),
    "methods in the place of jitted ones": (
        r'Signature of "(reset|observe|moved|step)" incompatible with supertype',
        lambda f: f.file in ("jitted_overrides.py", "donated_methods.py"),
    ),
    "what jax_dataclasses hides": (
        r'Module .*has no attribute "static_field"|Attributes without a default cannot follow',
        lambda f: f.file == "hidden_functions.py",
    ),
    "attributes of jitted functions": (
        r'"JitWrapped" has no attribute "(__wrapped__|__name__|clear_cache|_cache_size)"',
        _anywhere,
    ),
    "attributes of jitted methods": (r'"Callable\[.*" has no attribute "(lower|trace|clear_cache)"', _anywhere),
}


def _is_repaired(finding: Finding) -> bool:
    return any(re.match(pattern, finding.message) and where(finding) for pattern, where in REPAIRS.values())


@pytest.mark.thorough
@pytest.mark.slow
def test_errors_of_mypy_stay() -> None:
    alone = run(PROGRAMS, plugin=False)
    places = {(finding.file, finding.line) for finding in run(PROGRAMS)}
    lost = [finding for finding in alone if (finding.file, finding.line) not in places]
    assert len(alone) > 150
    assert [finding for finding in lost if not _is_repaired(finding)] == []


@pytest.mark.slow
def test_every_repair_is_needed() -> None:
    alone = run(PROGRAMS, plugin=False)
    for pattern, where in REPAIRS.values():
        assert any(re.match(pattern, finding.message) and where(finding) for finding in alone)
