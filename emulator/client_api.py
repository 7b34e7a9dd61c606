"""What people do, over HTTP: the door of the web chat and of tests. README.md lists requests and answers."""

from __future__ import annotations

from urllib.parse import quote

from aiohttp import web

from emulator import acts, page_json
from emulator.acts import Impossible, chat_of, person_of
from emulator.chats import IN_CHARGE, Chat, Person
from emulator.events import Events
from emulator.requests import Body, Handler, answer, body, in_path, maybe_number, number, refusing, text, truth
from emulator.world import World


class ClientApi:
    def __init__(self, world: World, events: Events) -> None:
        self._world = world
        self._events = events

    def routes(self) -> list[web.RouteDef]:
        doings: dict[str, Handler] = {
            "say": self.say,
            "press": self.press,
            "start": self.start,
            "open": self.open,
            "block": self.block,
            "unblock": self.unblock,
            "join": self.join,
            "leave": self.leave,
            "new_group": self.new_group,
            "add_bot": self.add_bot,
            "remove_bot": self.remove_bot,
        }
        return [
            web.get("/api/world", self.world),
            web.get("/api/events", self._events.stream),
            web.get("/api/chats/{chat_id}/messages", refusing(self.messages)),
            web.get("/api/people/{person_id}/commands", refusing(self.commands)),
            web.get("/documents/{path:.+}", refusing(self.document)),
            web.post("/api/people", refusing(self.new_person)),
            *(web.post(f"/api/people/{{person_id}}/{name}", refusing(doing)) for name, doing in doings.items()),
        ]

    # Looking

    async def world(self, request: web.Request) -> web.Response:
        return answer(page_json.whole(self._world))

    async def messages(self, request: web.Request) -> web.Response:
        """All messages of a chat, oldest first; the newest n with `?last=n`. Ephemeral ones say whom they are for."""
        found = chat_of(self._world, in_path(request, "chat_id")).messages.values()
        shown = [message for message in found if not message.unseen]
        if "last" in request.query:
            if not request.query["last"].isdecimal() or not int(request.query["last"]):
                raise Impossible(f"last={request.query['last']!r} must be a positive whole number")
            shown = shown[-int(request.query["last"]) :]
        return answer({"messages": [page_json.message(self._world, message) for message in shown]})

    async def commands(self, request: web.Request) -> web.Response:
        """The menu of the bot that somebody is offered in the chat `?chat_id=`."""
        person = person_of(self._world, in_path(request, "person_id"))
        asked = request.query.get("chat_id", "")
        if not asked.removeprefix("-").isdecimal():
            raise Impossible(f"chat_id={asked!r} must be the id of a chat")
        chat = chat_of(self._world, int(asked))
        in_charge = chat.standing(person.id) in IN_CHARGE
        told = self._world.commands.offered(
            chat.id, person.id, person.language_code, private=chat.private, in_charge=in_charge
        )
        return answer({"commands": told})

    async def document(self, request: web.Request) -> web.Response:
        for document in self._world.files.values():
            if document.path == request.match_info["path"]:
                name = f"attachment; filename*=UTF-8''{quote(document.name)}"
                return web.Response(
                    body=document.content, content_type=document.mime_type, headers={"Content-Disposition": name}
                )
        raise Impossible(f"no document {request.match_info['path']}", 404)

    # Doing

    async def say(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id", "text", "reply_to", "thread")
        reply_to, thread = maybe_number(told, "reply_to"), maybe_number(told, "thread")
        said = acts.say(self._world, person, self._chat(told), text(told, "text"), reply_to, thread)
        return answer({"message_id": said.id})

    async def press(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id", "message_id", "row", "column", "data", "seen")
        query = acts.press(
            self._world,
            person,
            self._chat(told),
            number(told, "message_id"),
            row=maybe_number(told, "row"),
            column=maybe_number(told, "column"),
            data=text(told, "data") if told.get("data") is not None else None,
            seen=text(told, "seen", "whole"),
        )
        return answer({"query_id": query.id})

    async def start(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "payload")
        return answer({"message_id": acts.start(self._world, person, text(told, "payload", "")).id})

    async def open(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "url")
        return answer(acts.open_link(self._world, person, text(told, "url")))

    async def block(self, request: web.Request) -> web.Response:
        acts.block(self._world, (await self._read(request))[0])
        return _done()

    async def unblock(self, request: web.Request) -> web.Response:
        acts.unblock(self._world, (await self._read(request))[0])
        return _done()

    async def join(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id")
        acts.join(self._world, person, self._chat(told))
        return _done()

    async def leave(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id")
        acts.leave(self._world, person, self._chat(told))
        return _done()

    async def new_person(self, request: web.Request) -> web.Response:
        told = await body(request, "first_name", "username", "language_code")
        name = text(told, "first_name")
        if not name:
            raise Impossible("field 'first_name' must not be empty")
        newcomer = Person(
            max(self._world.people, default=100) + 1,
            name,
            text(told, "username", "") or None,
            text(told, "language_code", "en"),
        )
        self._world.add_person(newcomer)
        return answer(page_json.person(newcomer))

    async def new_group(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "title", "members", "bot", "basic")
        members = told.get("members", [])
        if not isinstance(members, list) or not all(isinstance(member, int) for member in members):
            raise Impossible("field 'members' must be a list of the ids of people")
        with_bot, basic = truth(told, "bot", True), truth(told, "basic", False)
        title = text(told, "title")
        chat = acts.found_group(self._world, person, title, members, with_bot=with_bot, basic=basic)
        return answer(page_json.chat(self._world, chat))

    async def add_bot(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id")
        acts.add_bot(self._world, person, self._chat(told))
        return _done()

    async def remove_bot(self, request: web.Request) -> web.Response:
        person, told = await self._read(request, "chat_id")
        acts.remove_bot(self._world, person, self._chat(told))
        return _done()

    async def _read(self, request: web.Request, *known: str) -> tuple[Person, Body]:
        return person_of(self._world, in_path(request, "person_id")), await body(request, *known)

    def _chat(self, told: Body) -> Chat:
        return chat_of(self._world, number(told, "chat_id"))


def _done() -> web.Response:
    return answer({"ok": True})
