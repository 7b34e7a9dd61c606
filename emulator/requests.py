"""Reading what a client or a test sends as JSON, and telling it plainly what was wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from emulator.acts import Impossible
from emulator.wire import dumps

Body = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def refusing(handler: Handler) -> Handler:
    """The handler, with what is impossible answered as `{"error": "..."}`."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except Impossible as impossible:
            return answer({"error": str(impossible)}, status=impossible.status)

    return answered


def answer(told: Any, status: int = 200) -> web.Response:
    return web.json_response(told, status=status, dumps=dumps)


async def body(request: web.Request, *known: str) -> Body:
    """The JSON object of the request; nothing but the `known` fields may be in it."""
    if not request.body_exists:
        return {}
    try:
        told = await request.json()
    except ValueError as error:
        raise Impossible(f"the body is no JSON: {error}") from None
    if not isinstance(told, dict):
        raise Impossible(f"the body must be a JSON object with {_list(known)}")
    if unknown := set(told) - set(known):
        raise Impossible(f"unknown field {min(unknown)!r}; known are {_list(known)}")
    return told


def text(told: Body, name: str, default: str | None = None) -> str:
    return str(_typed(told, name, str, "a string", default))


def number(told: Body, name: str, default: int | None = None) -> int:
    return int(_typed(told, name, int, "a whole number", default))


def seconds(told: Body, name: str, default: float | None = None) -> float:
    return float(_typed(told, name, (int, float), "a number of seconds", default))


def truth(told: Body, name: str, default: bool | None = None) -> bool:
    return bool(_typed(told, name, bool, "true or false", default))


def maybe_number(told: Body, name: str) -> int | None:
    return None if told.get(name) is None else number(told, name)


def in_path(request: web.Request, name: str) -> int:
    try:
        return int(request.match_info[name])
    except ValueError:
        raise Impossible(f"{request.match_info[name]!r} is no id; ids are whole numbers", 404) from None


def _typed(told: Body, name: str, kind: Any, called: str, default: Any) -> Any:
    value = default if told.get(name) is None else told[name]
    if value is None:
        raise Impossible(f"field {name!r} is missing; it is {called}")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Impossible(f"field {name!r} must be {called}, not {value!r}")
    return value


def _list(known: tuple[str, ...]) -> str:
    return ", ".join(known) or "none"
