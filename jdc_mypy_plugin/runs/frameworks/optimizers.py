"""Optimizers of optax: what their methods give and refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, Failure

from ..structures import misfit
from ..thing_values import parts
from ..things import Foreign, Named, Table, Thing
from ..trees import like, updates_of
from .optimizer_things import OTHER, STATE, Optimizer, State

if TYPE_CHECKING:
    from ..machine import Machine

_OF_DECAY: Final = ("adadelta", "adamaxw", "adamw", "adan", "lamb", "lars", "lion", "novograd")
NEEDING: Final = frozenset(
    (
        *_OF_DECAY,
        *("adafactor", "adaptive_grad_clip", "add_decayed_weights", "fromage", "keep_params_nonnegative"),
        *("scale_by_factored_rms", "scale_by_param_block_norm", "scale_by_param_block_rms", "scale_by_trust_ratio"),
    )
)
"""Functions whose optimizers raise where ``update`` is given no params."""
KEEPING: Final = frozenset(
    (
        *_OF_DECAY,
        *("adabelief", "adafactor", "adagrad", "adam", "adamax", "amsgrad", "radam", "rmsprop", "rprop", "sm3"),
        *("scale_by_adam", "scale_by_adamax", "scale_by_amsgrad", "scale_by_belief", "scale_by_factored_rms"),
        *("scale_by_lion", "scale_by_radam", "scale_by_rms", "scale_by_rss", "scale_by_yogi", "trace", "yogi", "ema"),
    )
)
"""Functions whose optimizers compare the trees of the gradients and of their state."""
METHODS: Final = ("init", "update")
_RESHAPING: Final = ("dpsgd", "differentially_private_aggregate")
"""Functions whose optimizers put the gradients of several examples together."""
_GIVEN: Final = ("GradientTransformation", "GradientTransformationExtraArgs", "stateless", "stateless_with_tree_map")
"""Functions whose optimizers do what functions of the program do."""


def made_by(name: str, given: Sequence[Thing]) -> Foreign:
    """Return what a function of optax makes, by its full name."""
    *modules, short = name.split(".")
    if name == OTHER.library or "experimental" in modules or short in (*_RESHAPING, *_GIVEN):
        return OTHER
    if short == "chain" and not all(isinstance(each, Optimizer) for each in given):
        return OTHER
    if short == "inject_hyperparams" and not any(isinstance(each, Named) for each in given):
        return OTHER
    inside = [part for each in given for part in (each, *parts(each))]
    if OTHER in inside:
        return OTHER
    links = [each for each in given if isinstance(each, Optimizer)] if short == "chain" else []
    needs = short if short in NEEDING else next((each.needs for each in links if each.needs), "")
    return Optimizer("optax", needs, short in KEEPING or any(each.keeps_leaves for each in links))


def of_optimizer(  # noqa: PLR0913 - all is asked for
    optimizer: Optimizer,
    name: str,
    given: Sequence[Thing],
    keywords: Mapping[str, Thing],
    *,
    at: Expression | None,
    machine: Machine,
) -> Thing:
    """Return what ``init`` or ``update`` gives, and note what raises there."""
    left = machine.leave(optimizer, [*given, *keywords.values()])
    if not isinstance(left, Optimizer):
        return left
    if name == "init":
        return State("optax", tree=like(given[0], machine)) if len(given) == 1 and not keywords else STATE
    said = {**dict(zip(("updates", "state", "params"), given, strict=False)), **keywords}
    reason = _refused(optimizer, said)
    if reason and at is not None:
        machine.fail(at, Failure(reason))
    if "updates" not in said or "state" not in said:
        return left
    state = said["state"] if isinstance(said["state"], State) else STATE
    return updates_of(said["updates"], state, machine)


def _refused(optimizer: Optimizer, said: Mapping[str, Thing]) -> str:
    """Return why ``update`` raises with some arguments; "" where it may not."""
    if isinstance(said.get("updates"), State):
        return '"update" of an optimizer takes the gradients first, and is given its state in their place'
    if optimizer.keeps_leaves and isinstance(said.get("state"), Table):
        return '"update" of an optimizer takes its state behind the gradients, and is given a dict in its place'
    state = said.get("state")
    made_of = state.tree if isinstance(state, State) and optimizer.keeps_leaves else None
    found = None if made_of is None else misfit(said.get("updates", UNKNOWN), made_of)
    if found is not None:
        return f'"update" of an optimizer is given gradients like {found[0]}, and a state made of {found[1]}'
    if optimizer.needs and "state" in said and said.get("params", NONE) is NONE:
        return (
            f'"update" of optax.{optimizer.needs} needs the params too, and raises an error without them; '
            "write optimizer.update(grads, state, params)"
        )
    return ""
