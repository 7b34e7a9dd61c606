"""The Bot API over HTTP: `/bot<token>/<method>` and `/file/bot<token>/<path>`, for any bot library.

GET and POST; parameters in the query, as a form, as multipart or as JSON; method names in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from http.client import responses
from typing import Any

from aiohttp import web

from emulator.faults import Fault, Faults
from emulator.journal import Journal
from emulator.methods import METHODS
from emulator.methods.table import Method
from emulator.methods.updates import get_updates
from emulator.parameters import Upload, read
from emulator.polling import ConnectionDropped, Polling
from emulator.refusals import NOT_UTF8, Refused, bad_request, not_emulated, not_found, unauthorized
from emulator.wire import dumps
from emulator.world import World

NEVER_ANSWERED = 0
"""In the journal, the error of a call that was not applied and got no answer."""
HTML_ERROR = "<html>\r\n<head><title>{0}</title></head>\r\n<body><center><h1>{0}</h1></center></body>\r\n</html>\r\n"


class BotApi:
    def __init__(self, world: World, faults: Faults, journal: Journal, polling: Polling) -> None:
        self._world = world
        self._faults = faults
        self._journal = journal
        self._polling = polling

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/bot{token:[^/]*}/{method}", self.call),
            web.get("/file/bot{token:[^/]*}/{path:.+}", self.download),
        ]

    async def call(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, having let the faults on order have their way with it, and write it down."""
        at = self._world.clock.now()
        name = request.match_info["method"]
        given: dict[str, Any] = {}
        fault: Fault | None = None
        try:
            row = self._row(request, name)
            name = row.name
            given = await _given(request)
            fault = self._faults.take(name.lower(), _chat_id(given))
            if fault is not None and fault.delay:
                await asyncio.sleep(fault.delay)
            if fault is not None and fault.status:
                raise Refused(fault.status, fault.description, fault.parameters)
            if fault is not None and fault.lose and not fault.applied:
                self._write(at, name, given, NEVER_ANSWERED)
                return await _drop(request, fault.hold)
            result = await self._result(row, given, request)
        except Refused as refused:
            self._write(at, name, given, refused.code)
            return _refusal(refused, html=fault is not None and fault.html)
        except ConnectionDropped:
            return await _drop(request)
        self._write(at, name, given, None)
        if fault is not None and fault.lose:
            return await _drop(request, fault.hold)
        return web.Response(text=f'{{"ok":true,"result":{result}}}', content_type="application/json")

    async def download(self, request: web.Request) -> web.StreamResponse:
        """The content of a file getFile has named."""
        if request.match_info["token"] != self._world.bot.token:
            return _refusal(unauthorized())
        for document in self._world.files.values():
            if document.path == request.match_info["path"]:
                return web.Response(body=document.content, content_type="application/octet-stream")
        return _refusal(not_found())

    def _row(self, request: web.Request, name: str) -> Method:
        if request.match_info["token"] != self._world.bot.token:
            raise unauthorized()
        row = METHODS.get(name.lower())
        if row is None:
            raise not_found()
        return row

    async def _result(self, row: Method, given: dict[str, Any], request: web.Request) -> str:
        """The result as JSON text."""
        arguments = read(row.name, row.accepts, row.unsupported, given)
        if row.handler is get_updates:
            return await self._polling.get_updates(arguments, lambda: _gone(request))
        return dumps(row.handler(self._world, arguments))

    def _write(self, at: float, name: str, given: dict[str, Any], error_code: int | None) -> None:
        shown = {key: _described(value) for key, value in given.items()}
        self._journal.write(at, name, _chat_id(given), error_code, shown)


async def _given(request: web.Request) -> dict[str, Any]:
    """Everything the call brought, by name; files as Upload, `attach://` references followed."""
    given: dict[str, Any] = dict(request.query)
    if not request.body_exists:
        return given
    try:
        if request.content_type == "application/json":
            told = json.loads(await request.read() or b"{}")
            if not isinstance(told, dict):
                raise bad_request("can't parse JSON: an Object is expected")
            return _with_attachments(given | told)
        if request.content_type not in ("application/x-www-form-urlencoded", "multipart/form-data"):
            raise not_emulated(f"content type {request.content_type}: send JSON, a form or multipart")
        for name, value in (await request.post()).items():
            given[name] = _upload(value) if isinstance(value, web.FileField) else value
    except UnicodeDecodeError:
        raise bad_request(NOT_UTF8) from None
    except ValueError as error:
        raise bad_request(f"can't parse the request: {error}") from None
    return _with_attachments(given)


def _upload(field: web.FileField) -> Upload:
    return Upload(field.filename, field.content_type, field.file.read())


def _with_attachments(given: dict[str, Any]) -> dict[str, Any]:
    """A parameter `attach://name` means the file part of that name, which is then no parameter itself; and so does the
    field `media` of a parameter of that name."""
    for name, value in list(given.items()):
        if isinstance(value, str) and value.startswith("attach://"):
            given[name] = _attached(given, name, value)
    media = given.get("media")
    if isinstance(media, str):
        with contextlib.suppress(ValueError):  # what is no JSON is refused with the other parameters
            media = json.loads(media)
    if isinstance(media, dict) and str(media.get("media")).startswith("attach://"):
        given["media"] = media | {"media": _attached(given, "media", media["media"])}
    return given


def _attached(given: dict[str, Any], name: str, value: str) -> Upload:
    upload = given.pop(value.removeprefix("attach://"), None)
    if not isinstance(upload, Upload):
        raise not_emulated(f'parameter "{name}" names {value}, and no such file came with it')
    return upload


def _chat_id(given: dict[str, Any]) -> int | None:
    try:
        return int(given["chat_id"])
    except (KeyError, TypeError, ValueError):
        return None


def _described(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _described(inner) for key, inner in value.items()}
    return f"{value.name}, {len(value.content)} bytes" if isinstance(value, Upload) else value


def _refusal(refused: Refused, *, html: bool = False) -> web.Response:
    if html:
        page = HTML_ERROR.format(refused.description or f"{refused.code} {responses.get(refused.code, 'Error')}")
        return web.Response(status=refused.code, text=page, content_type="text/html")
    told: dict[str, Any] = {"ok": False, "error_code": refused.code, "description": refused.description}
    if refused.parameters is not None:
        told["parameters"] = refused.parameters
    return web.json_response(told, status=refused.code, dumps=dumps)


def _gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


async def _drop(request: web.Request, after: float = 0.0) -> web.Response:
    """Hang up. What is returned goes nowhere."""
    await asyncio.sleep(after)
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
