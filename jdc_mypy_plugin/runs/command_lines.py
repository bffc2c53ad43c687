"""``argparse``: what a program that is started without arguments reads from its command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from jdc_operations.values import NONE, UNKNOWN, Scalar, Text

from .things import Arguments, Foreign, Parser, Row, Thing, key_of, truth

if TYPE_CHECKING:
    from .machine import Machine

PARSER: Final = "argparse.ArgumentParser"
_LIBRARY: Final = Foreign("argparse")
_GROUPS: Final = ("add_argument_group", "add_mutually_exclusive_group")
_FLAGS: Final = {"store_true": False, "store_false": True}


def parser_of(machine: Machine) -> Parser:
    """Return what ``argparse.ArgumentParser()`` makes."""
    return Parser(machine.changes.regions, attributes={})


def of_parser(
    parser: Parser, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Thing:
    """Return what a method of a parser gives."""
    if name in _GROUPS:
        return parser
    if name == "add_argument":
        _add(parser, given, keywords, machine)
        return _LIBRARY
    if name == "set_defaults" and parser.attributes is not None:
        for key, each in keywords.items():
            machine.changes.put(parser.attributes, key, each, parser)
        return NONE
    if name in ("parse_args", "parse_known_args"):
        known = _is_without_arguments(given, keywords)
        read = dict(parser.attributes) if known and parser.attributes is not None else None
        made = Arguments(machine.changes.regions, attributes=read)
        return made if name == "parse_args" else Row(machine.changes.regions, items=[made, UNKNOWN], is_list=False)
    if name in ("error", "exit"):
        return machine.end()
    machine.changes.forget(parser, *given, *keywords.values())
    return UNKNOWN


def _is_without_arguments(given: Sequence[Thing], keywords: Mapping[str, Thing]) -> bool:
    line = [*given, *keywords.values()]
    return not line or (len(line) == 1 and isinstance(line[0], Row) and line[0].items == [])


def _add(parser: Parser, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> None:
    name, attributes = _name(given, keywords), parser.attributes
    if name is None or attributes is None:
        machine.changes.forget(parser)
    elif name not in attributes:
        machine.changes.put(attributes, name, _default(given, keywords), parser)


def _name(given: Sequence[Thing], keywords: Mapping[str, Thing]) -> str | None:
    flags = [each.value for each in given if isinstance(each, Text)]
    known = [each for each in flags if each]
    written = keywords.get("dest")
    if written is not None or len(known) < len(given) or not known:
        return written.value if isinstance(written, Text) else None
    long = [each for each in known if each.startswith("--")] or known
    return long[0].lstrip("-").replace("-", "_")


def _default(given: Sequence[Thing], keywords: Mapping[str, Thing]) -> Thing:
    """Return what an option is that nobody writes; UNKNOWN of one that everybody has to."""
    first, action = key_of(given[0]) if given else None, key_of(keywords.get("action", UNKNOWN))
    is_option = isinstance(first, str) and first.startswith("-")
    if not is_option or ("required" in keywords and truth(keywords["required"]) is not False):
        return UNKNOWN
    if "default" in keywords:
        return _converted(keywords["default"], keywords.get("type"))
    if isinstance(action, str) and action in _FLAGS:
        return Scalar("bool", _FLAGS[action])
    return UNKNOWN if "action" in keywords else NONE


def _converted(default: Thing, kind: Thing | None) -> Thing:
    """Return a default; `argparse` converts a text alone."""
    return UNKNOWN if kind is not None and isinstance(default, Text) else default
