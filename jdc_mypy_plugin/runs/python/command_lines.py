"""``argparse`` and ``absl``: what a program reads that is started without arguments, and what it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression, MypyFile, StrExpr

from jdc_operations.values import NONE, UNKNOWN, Scalar, Text

from ...syntax import INDEX
from ..thing_values import key_of, truth
from ..things import Arguments, Foreign, Parser, Row, Thing

if TYPE_CHECKING:
    from ..machine import Machine

PARSER: Final = "argparse.ArgumentParser"
_LIBRARY: Final = Foreign("argparse")
_GROUPS: Final = ("add_argument_group", "add_mutually_exclusive_group")
_LINE: Final = "argv"
_GIVING: Final = ("parents", "argument_default")
_FLAGS: Final = {"store_true": False, "store_false": True}


def run_app(given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine) -> Thing:
    """Follow ``absl.app.run(main)``, which hands ``main`` the arguments and ends the program."""
    for main in (*given[:1], *([keywords["main"]] if "main" in keywords else ())):
        machine.calls.apply(main, [UNKNOWN], {}, at)
    return machine.end()


def parser_of(keywords: Mapping[str, Thing], machine: Machine) -> Parser:
    """Return what ``argparse.ArgumentParser()`` makes; another parser or a default give it more options."""
    is_known = not any(name in keywords for name in _GIVING)
    return Parser(machine.changes.regions, attributes={} if is_known else None)


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
            machine.changes.put(parser.attributes, key, UNKNOWN if isinstance(each, Text) else each, parser)
        return NONE
    if name in ("parse_args", "parse_known_args"):
        known = _is_without_arguments(given, keywords, machine)
        read = dict(parser.attributes) if known and parser.attributes is not None else None
        made = Arguments(machine.changes.regions, attributes=read)
        return made if name == "parse_args" else Row(machine.changes.regions, items=[made, UNKNOWN], is_list=False)
    if name in ("error", "exit"):
        return machine.end()
    machine.changes.forget(parser, *given, *keywords.values())
    return UNKNOWN


def _is_without_arguments(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> bool:
    line = [*given, *keywords.values()]
    if not line:
        return _LINE not in machine.others.written and not any(map(_mentions_line, machine.trees))
    return len(line) == 1 and isinstance(line[0], Row) and line[0].items == []


def _mentions_line(tree: MypyFile) -> bool:
    """Return whether a module mentions the command line, which it may change."""
    body = INDEX.of(tree).body
    is_named = bool(body.references_of(_LINE))
    return is_named or any(each.value.rpartition(".")[2] == _LINE for each in body.expressions_of(StrExpr))


def _add(parser: Parser, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> None:
    name, attributes = _name(given, keywords), parser.attributes
    if name is None or attributes is None:
        machine.changes.forget(parser)
    elif name not in attributes:
        machine.changes.put(attributes, name, _default(given, keywords), parser)
    elif "default" in keywords:  # it counts over `set_defaults`, but not over another option of that name
        machine.changes.put(attributes, name, UNKNOWN, parser)


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
