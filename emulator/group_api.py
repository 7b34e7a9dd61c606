"""What those who run a group do, over HTTP; README.md lists requests and answers."""

from __future__ import annotations

from aiohttp import web

from emulator import group_acts
from emulator.acts import chat_of, person_of
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

    async def _read(self, request: web.Request, *known: str) -> tuple[Person, Chat, Body]:
        person, told = person_of(self._world, in_path(request, "person_id")), await body(request, "chat_id", *known)
        return person, chat_of(self._world, number(told, "chat_id")), told


def done() -> web.Response:
    return answer({"ok": True})
