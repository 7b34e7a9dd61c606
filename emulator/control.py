"""The hand behind the scenes, for tests: trouble on order, the clock, the limits, and what the bot has called."""

from __future__ import annotations

from dataclasses import asdict

from aiohttp import web

from emulator import acts, speakers
from emulator.acts import Impossible
from emulator.faults import ANY_METHOD, Fault, Faults
from emulator.journal import Journal
from emulator.methods import METHODS
from emulator.mischief import Mischief
from emulator.polling import Polling
from emulator.requests import Body, answer, body, maybe_number, number, refusing, seconds, text, truth
from emulator.world import World


class Control:
    def __init__(self, world: World, faults: Faults, journal: Journal, polling: Polling, mischief: Mischief) -> None:
        self._world = world
        self._faults = faults
        self._journal = journal
        self._polling = polling
        self._mischief = mischief

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/control/fail", refusing(self.fail)),
            web.post("/control/lose", refusing(self.lose)),
            web.post("/control/delay", refusing(self.delay)),
            web.post("/control/peace", refusing(self.peace)),
            web.post("/control/limits", refusing(self.limits)),
            web.post("/control/clock", refusing(self.clock)),
            web.post("/control/restart", refusing(self.restart)),
            web.post("/control/update", refusing(self.update)),
            web.post("/control/mischief", refusing(self.mischief)),
            web.post("/control/offline", refusing(self.offline)),
            web.post("/control/vanish", refusing(self.vanish)),
            web.post("/control/delete_account", refusing(self.delete_account)),
            web.post("/control/speak", refusing(self.speak)),
            web.get("/control/calls", refusing(self.calls)),
            web.get("/control/counts", refusing(self.counts)),
        ]

    async def fail(self, request: web.Request) -> web.Response:
        """The next calls are not applied, and answered with this status and description."""
        told = await body(request, "method", "times", "status", "description", "parameters", "chat_id", "html")
        parameters = told.get("parameters")
        if parameters is not None and not isinstance(parameters, dict):
            raise Impossible("field 'parameters' must be an object such as {\"retry_after\": 3}, or null")
        html = truth(told, "html", False)
        status = number(told, "status", 502 if html else 500)
        if not 400 <= status <= 599:
            raise Impossible(f"field 'status' must be from 400 to 599, not {status}")
        fault = self._fault(told)
        fault.status, fault.parameters = status, parameters
        fault.description = text(told, "description", "Internal Server Error" if status == 500 else "")
        fault.html = html
        return self._order(fault)

    async def lose(self, request: web.Request) -> web.Response:
        """The next calls are applied, or with `applied` false not, and the connection is dropped without an answer,
        after `seconds` real ones."""
        told = await body(request, "method", "times", "chat_id", "applied", "seconds")
        fault = self._fault(told)
        fault.lose, fault.applied = True, truth(told, "applied", True)
        fault.hold = seconds(told, "seconds") if "seconds" in told else 0.0
        return self._order(fault)

    async def delay(self, request: web.Request) -> web.Response:
        """The next calls are applied that many real seconds later, even if nobody waits for the answer any more."""
        told = await body(request, "method", "seconds", "times", "chat_id")
        fault = self._fault(told)
        fault.delay = seconds(told, "seconds")
        return self._order(fault)

    async def peace(self, request: web.Request) -> web.Response:
        """Forget all trouble that was ordered."""
        await body(request)
        self._faults.clear()
        return answer({"ok": True})

    async def limits(self, request: web.Request) -> web.Response:
        self._world.flood.on = truth(await body(request, "on"), "on")
        return answer({"on": self._world.flood.on})

    async def clock(self, request: web.Request) -> web.Response:
        try:
            self._world.clock.advance(seconds(await body(request, "advance"), "advance"))
        except ValueError as error:
            raise Impossible(str(error)) from None
        return answer({"now": self._world.clock.now()})

    async def restart(self, request: web.Request) -> web.Response:
        """Telegram's server goes down and comes up: the reader is cut off, what waits for it is kept."""
        await body(request)
        self._polling.drop()
        self._world.emit({"kind": "restart"})
        return answer({"pending": len(self._world.updates)})

    async def update(self, request: web.Request) -> web.Response:
        """Queue an update exactly as given, even one no library can parse."""
        told = await body(request, "update")
        raw = told.get("update")
        if not isinstance(raw, dict):
            raise Impossible("field 'update' must be an object; it gets an update_id if it has none")
        maybe_number(raw, "update_id")
        return answer({"update_id": self._world.updates.inject(raw, self._world.clock.now())})

    async def mischief(self, request: web.Request) -> web.Response:
        """What happens to updates on their way from now on; what is not named stays as it is."""
        told, now = await body(request, "double", "delay", "reorder", "pause"), self._mischief
        now.double, now.reorder = truth(told, "double", now.double), truth(told, "reorder", now.reorder)
        now.delay, now.pause = seconds(told, "delay", now.delay), seconds(told, "pause", now.pause)
        return answer({"double": now.double, "delay": now.delay, "reorder": now.reorder, "pause": now.pause})

    async def offline(self, request: web.Request) -> web.Response:
        """Somebody's app is closed, or open again: what is ephemeral reaches only who is there."""
        told = await body(request, "user_id", "on")
        acts.person_of(self._world, number(told, "user_id")).offline = truth(told, "on", True)
        self._world.emit({"kind": "world"})
        return answer({"ok": True})

    async def vanish(self, request: web.Request) -> web.Response:
        """Somebody's app is started anew: the ephemeral messages that were in it are gone, in all chats."""
        user_id = number(await body(request, "user_id"), "user_id")
        acts.person_of(self._world, user_id)
        gone = [m for chat in self._world.chats.values() for m in chat.messages.values() if m.only_for == user_id]
        for message in gone:
            self._world.remove(message)
        return answer({"vanished": len(gone)})

    async def delete_account(self, request: web.Request) -> web.Response:
        """Somebody's account is no more: a nameless member of his groups, to whom nothing can be sent."""
        acts.person_of(self._world, number(await body(request, "user_id"), "user_id")).deleted = True
        self._world.emit({"kind": "world"})
        return answer({"ok": True})

    async def speak(self, request: web.Request) -> web.Response:
        """Who is no person says something in a group: a channel, its post brought there for discussion, another bot."""
        told = await body(request, "chat_id", "as", "text", "name", "thread")
        chat = acts.chat_of(self._world, number(told, "chat_id"))
        speaker = speakers.named(text(told, "as"), text(told, "name", "Another"))
        if "sender_chat" not in speaker:
            chat.last_bot = speaker["from"]["id"]
        said = acts.speaks(self._world, chat, text(told, "text"), speaker, thread=maybe_number(told, "thread"))
        return answer({"message_id": said.id})

    async def calls(self, request: web.Request) -> web.Response:
        since = request.query.get("since", "0")
        if not since.isdecimal():
            raise Impossible(f"since={since!r} must be the number of a call")
        return answer({"calls": [asdict(call) for call in self._journal.since(int(since))]})

    async def counts(self, request: web.Request) -> web.Response:
        return answer(self._journal.counts())

    def _fault(self, told: Body) -> Fault:
        method, times = text(told, "method"), number(told, "times", 1)
        if method != ANY_METHOD and method.lower() not in METHODS:
            names = ", ".join(row.name for row in METHODS.values())
            raise Impossible(f"no method {method!r}; there are {names}, and {ANY_METHOD} for any")
        if times < 1:
            raise Impossible(f"field 'times' must be positive, not {times}")
        return Fault(method, times, maybe_number(told, "chat_id"))

    def _order(self, fault: Fault) -> web.Response:
        self._faults.add(fault)
        return answer({"ok": True})
