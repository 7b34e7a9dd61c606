"""What a call carries: the kinds of parameters, read from JSON values and from the text of a form alike.

A value of the wrong kind, and a parameter nobody knows, is refused with its name. Telegram ignores the unknown and
turns nonsense into zeros; a bot's author would rather know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from emulator.refusals import NOT_UTF8, Refused, bad_request, not_emulated

Arguments = dict[str, Any]
Kind = Callable[[Any], Any]  # raises ValueError with what it should have been

_TRUE = frozenset({"true", "1", "yes"})
_FALSE = frozenset({"false", "0", "no", ""})

# Telegram's names for what it cannot parse, where they differ from the parameter's (Client.cpp).
_TELLING_NAMES = {
    "reply_markup": "reply keyboard markup",
    "link_preview_options": "link preview options",
    "reply_parameters": "reply parameters",
    "scope": "BotCommandScope",
    "ephemeral_message_parameters": "ephemeral message parameters",
}


@dataclass(frozen=True)
class Upload:
    """A file that came with the call."""

    name: str
    mime_type: str
    content: bytes


class NotJson(ValueError):
    """Text that should have been JSON."""


def integer(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit():
        return int(value)
    raise ValueError("an Integer")


def boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _TRUE | _FALSE:
        return value.lower() in _TRUE
    raise ValueError("a Boolean")


def string(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a String")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise bad_request(NOT_UTF8) from None
    return value


def chat(value: Any) -> int | str:
    """A chat's id, or a @username."""
    try:
        return integer(value)
    except ValueError:
        if isinstance(value, str):
            return value
        raise ValueError("an Integer or a String") from None


def mapping(value: Any) -> dict[str, Any]:
    value = _from_json(value)
    if not isinstance(value, dict):
        raise ValueError("a JSON Object")
    return value


def array(value: Any) -> list[Any]:
    value = _from_json(value)
    if not isinstance(value, list):
        raise ValueError("a JSON Array")
    return value


def file(value: Any) -> Upload | str:
    """An uploaded file, or a text that names one known before."""
    if not isinstance(value, Upload | str):
        raise ValueError("a file, or a String that names one")
    return value


def read(method: str, accepts: Mapping[str, Kind], unsupported: Collection[str], given: Mapping[str, Any]) -> Arguments:
    """The arguments of a call by name, absent ones left out; Refused if it carries anything it should not."""
    arguments: Arguments = {}
    for name, value in given.items():
        if name in unsupported:
            raise not_emulated(f'parameter "{name}" of {method} is real but not emulated')
        if name not in accepts:
            raise not_emulated(f'parameter "{name}" is unknown; {method} takes {", ".join(accepts) or "none"}')
        if value is None:
            continue
        try:
            arguments[name] = accepts[name](value)
        except NotJson:
            raise bad_request(f"can't parse {_TELLING_NAMES.get(name, name)} JSON object") from None
        except ValueError as error:
            raise not_emulated(f'parameter "{name}" of {method} must be {error}') from None
    return arguments


def fields(name: str, value: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse fields of an object that the emulator would have to ignore."""
    unknown = {field for field, told in value.items() if told is not None} - set(known)
    if unknown:
        raise not_emulated(f'field "{min(unknown)}" of {name}; emulated are {", ".join(sorted(known))}')


def required(arguments: Arguments, name: str) -> Any:
    """The argument, or Telegram's refusal of a call without it."""
    if arguments.get(name) in (None, ""):
        raise Refused(400, f'Bad Request: parameter "{name}" is required')
    return arguments[name]


def _from_json(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise NotJson from None
