"""What those who run a group do, over HTTP; README.md lists requests and answers."""

from __future__ import annotations

from aiohttp import web

from emulator import group_acts, page_json, topics
from emulator.acts import Impossible, chat_of, person_of
from emulator.chats import Chat, Person
from emulator.requests import Body, Handler, answer, body, in_path, number, refusing, text, truth
from emulator.world import World


class GroupApi:
    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        doings: dict[str, Handler] = {
            "promote_bot": self.promote_bot,
            "give_standing": self.give_standing,
            "be_anonymous": self.be_anonymous,
            "silence": self.silence,
            "delete_message": self.delete_message,
            "upgrade": self.upgrade,
            "set_forum": self.set_forum,
            "open_topic": self.open_topic,
            "close_topic": self.close_topic,
            "reopen_topic": self.reopen_topic,
            "delete_topic": self.delete_topic,
        }
        return [web.post(f"/api/people/{{person_id}}/{name}", refusing(doing)) for name, doing in doings.items()]

    async def promote_bot(self, request: web.Request) -> web.Response:
        """Make the bot an administrator, or with `"administrator": false` a plain member again."""
        person, chat, told = await self._read(request, "administrator")
        standing = "administrator" if truth(told, "administrator", True) else "member"
        group_acts.give_standing(self._world, person, chat, self._world.bot.id, standing)
        return done()

    async def give_standing(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "user_id", "standing")
        group_acts.give_standing(self._world, person, chat, number(told, "user_id"), text(told, "standing"))
        return done()

    async def be_anonymous(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "on")
        group_acts.be_anonymous(self._world, person, chat, truth(told, "on", True))
        return done()

    async def silence(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "on")
        group_acts.silence(self._world, person, chat, truth(told, "on", True))
        return done()

    async def delete_message(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "message_id")
        group_acts.delete_message(self._world, person, chat, number(told, "message_id"))
        return done()

    async def upgrade(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "news")
        news = told.get("news", list(group_acts.NEWS))
        if not isinstance(news, list) or not all(isinstance(one, str) for one in news):
            raise Impossible(f"field 'news' must be a list of {', '.join(group_acts.NEWS)}")
        return answer(page_json.chat(self._world, group_acts.upgrade(self._world, person, chat, news)))

    async def set_forum(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "on")
        topics.set_forum(self._world, person, chat, truth(told, "on", True))
        return done()

    async def open_topic(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "name")
        return answer({"thread": topics.open_topic(self._world, person, chat, text(told, "name")).id})

    async def close_topic(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "thread")
        topics.close_topic(self._world, person, chat, number(told, "thread"), closed=True)
        return done()

    async def reopen_topic(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "thread")
        topics.close_topic(self._world, person, chat, number(told, "thread"), closed=False)
        return done()

    async def delete_topic(self, request: web.Request) -> web.Response:
        person, chat, told = await self._read(request, "thread")
        topics.delete_topic(self._world, person, chat, number(told, "thread"))
        return done()

    async def _read(self, request: web.Request, *known: str) -> tuple[Person, Chat, Body]:
        person, told = person_of(self._world, in_path(request, "person_id")), await body(request, "chat_id", *known)
        return person, chat_of(self._world, number(told, "chat_id")), told


def done() -> web.Response:
    return answer({"ok": True})
