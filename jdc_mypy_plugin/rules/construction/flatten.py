"""``jdc-flatten``: functions that flatten and unflatten a class and do not agree.

JAX does not compare them: a leaf comes back under another name, or not at all
(https://github.com/jax-ml/jax/issues/19547).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from mypy.nodes import MemberExpr, TypeInfo
from mypy.types import Instance, Type

from jdc_spec.facts import Related
from jdc_spec.rules import FLATTEN

from ...evaluate.objects.instances import may_be_none
from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...libraries.flattening import Flattened, flattened, place_of_result
from ...model.classes import is_unregistered, model_of
from ...syntax import INDEX
from ...syntax.values.parts import Attribute, Missing, Row, Value, attributes_in
from ...syntax.walk import expressions_in
from ...transformed.meetings import Meeting
from ...transformed.met_objects import meetings
from ...transformed.plain_classes import is_plain
from ...typefacts.arrays import is_certainly_array
from ...typefacts.attributes import attribute_type
from ...typefacts.leaves import never_leaf
from ..places import HAND_REGISTERED, asked
from ..registrations import HandRegistered
from .flatten_pairs import Rebuilt, rebuilt
from .kept_parameters import is_cache, is_made_on_demand, kept_parameters

_NUMBERS: Final = ("builtins.int", "builtins.float", "builtins.complex", "builtins.bool")


@asked(FLATTEN, at=HAND_REGISTERED)
def check(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report the first attribute that does not come back as it went."""
    pair = flattened(site.flatten, with_keys=site.with_keys)
    if pair is None:
        return
    made = rebuilt(site.unflatten, pair, site.info)
    parameters = kept_parameters(site.info, site.api.tree)
    problem = None if made is None or parameters is None else next(_problems(made, parameters, site), None)
    mistake = _mistaken(pair, site)
    if problem is not None:
        message = f'"{site.info.name}" is not rebuilt as it was taken apart: {problem}'
        rebuilt_at = Related("it is rebuilt here", site.unflatten_path, span(place_of_result(site.unflatten)))
        yield Diagnostic(FLATTEN, message, site.node, related=(rebuilt_at,))
    elif mistake is not None:
        yield Diagnostic(FLATTEN, f'"{site.info.name}" is taken apart in the wrong way: {mistake}', site.node)


def _mistaken(pair: Flattened, site: HandRegistered) -> str | None:
    """Word that the children are not a tuple, or that one of them can never be a leaf."""
    module = site.api.tree.fullname
    if isinstance(pair.children, Attribute):
        declared = attribute_type(pair.children.name, site.info)
        is_alone = declared is not None and (is_certainly_array(declared) or _is_number(declared))
        return _alone(pair.children.name) if is_alone else None
    children = {name: attribute_type(name, site.info) for name in attributes_in(pair.children)}
    kept = {name: attribute_type(name, site.info) for name in attributes_in(pair.aux)}
    never = (name for name, kind in children.items() if kind and never_leaf(kind, module))
    child = next(never, None) or next((name for name, kind in children.items() if _is_no_pytree(kind, site)), None)
    array = next((name for name, kind in kept.items() if kind and is_certainly_array(kind)), None)
    if child is None:
        return None
    if array is not None:
        return (
            f'"{child}" is a child, which no transformation takes for a leaf, and the array "{array}" is auxiliary '
            "data, which JAX compares with ==; exchange them"
        )
    if model_of(site.info) is not None or may_be_none(children[child]):  # the fields of a dataclass have a rule
        return None
    met = sorted(each.by for each in meetings(site.info, site.api) if _takes_leaves(each))
    if not met:
        return None
    mend = "make its class a pytree" if _is_no_pytree(children[child], site) else "return it as auxiliary data"
    return f'"{child}" is a child, which {met[0]} refuses as a leaf; {mend}'


def _is_no_pytree(kind: Type | None, site: HandRegistered) -> bool:
    """Return whether a child is an object of a plain dataclass of the module, which nothing registers."""
    value = None if kind is None else known_type(kind)
    tree = site.api.tree
    return isinstance(value, Instance) and is_unregistered(value.type, tree.fullname) and is_plain(value.type, tree)


def _takes_leaves(meeting: Meeting) -> bool:
    """Return whether a transformation is one of JAX, which refuses what can never be a leaf."""
    return meeting.by.startswith("jax.") and not meeting.rebuilds


def _alone(name: str) -> str:
    return (
        f'flattening returns attribute "{name}" itself where JAX expects a tuple of children, and goes over what is '
        f"in it; write (self.{name},), None"
    )


def _is_number(declared: Type) -> bool:
    value = known_type(declared)
    return isinstance(value, Instance) and value.type.fullname in _NUMBERS


def _problems(made: Rebuilt, parameters: Mapping[str, str | None], site: HandRegistered) -> Iterator[str]:
    """Word how an object differs from what it was; ``parameters`` gives the attributes that the constructor sets."""
    yield from _failures(made, len(parameters))
    given = {**dict(zip(parameters, made.positional, strict=False)), **made.keywords}
    for name, value in given.items():
        attribute = parameters.get(name)
        if attribute is None or attribute in made.attributes:
            continue
        if _is_another(value, attribute, parameters.values()):
            yield _moved(value, f'gives argument "{name}"', attribute)
        elif _is_wrapped(value, attribute, site.info):
            yield _wrapped(attribute)
    for attribute, value in made.attributes.items():
        if _is_another(value, attribute, made.attributes):
            yield _moved(value, f'sets "{attribute}"', attribute)
        elif _is_wrapped(value, attribute, site.info):
            yield _wrapped(attribute)
    for name, attribute in parameters.items():
        if attribute is None or attribute in made.attributes or name in given or is_cache(attribute, site.info):
            continue
        if made.runs_init and not is_made_on_demand(name, attribute, site.info, site.api.tree):
            yield _left(name, attribute)
        elif not made.runs_init and _is_read(attribute, site):
            yield _unset(attribute)


def _failures(made: Rebuilt, parameters: int) -> Iterator[str]:
    """Word why unflattening raises an error; ``parameters`` is how many the constructor has."""
    if len(made.positional) > parameters:
        yield (
            f"unflattening gives {len(made.positional)} arguments to a constructor that takes {parameters}, which "
            "raises a TypeError"
        )
    for value in (*made.positional, *made.keywords.values(), *made.attributes.values()):
        if isinstance(value, Missing):
            yield f"unflattening {value.asks}, which flattening does not give, and raises an error"


def _is_another(value: Value, attribute: str, others: Collection[str | None]) -> bool:
    return isinstance(value, Attribute) and value.name != attribute and value.name in others


def _moved(came_from: Value, receives: str, attribute: str) -> str:
    name = came_from.name if isinstance(came_from, Attribute) else ""
    return (
        f'flattening puts attribute "{name}" where unflattening {receives}, so that it comes back as "{attribute}"; '
        "put both in one order"
    )


def _is_wrapped(value: Value, attribute: str, info: TypeInfo) -> bool:
    """Return whether an attribute comes back inside a tuple; a ``__post_init__`` might take it out."""
    return value == Row([Attribute(attribute)]) and info.get("__post_init__") is None


def _wrapped(attribute: str) -> str:
    return (
        f'flattening puts attribute "{attribute}" into a tuple, and unflattening takes the whole tuple for it; '
        "unpack the tuple"
    )


def _left(name: str, attribute: str) -> str:
    return (
        f'argument "{name}" of its constructor is not given again, so that "{attribute}" is lost or raises a '
        "TypeError; flatten it too, as a child or as auxiliary data"
    )


def _unset(attribute: str) -> str:
    return (
        f'unflattening makes the object without its constructor and does not set attribute "{attribute}"; flatten it '
        "too, as a child or as auxiliary data, and set it"
    )


def _is_read(attribute: str, site: HandRegistered) -> bool:
    if "dataclass" in site.info.metadata:  # repr and == read every field
        return True
    index = INDEX.of(site.api.tree)
    taken_apart = {id(each) for each in expressions_in(site.flatten.body.body)}
    return any(
        each.name == attribute and id(each) not in taken_apart and not index.is_written(each)
        for each in index.body.expressions_of(MemberExpr)
    )
