"""Somebody in a running emulator who says, presses and reads, for tests. They come from `client.World`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from emulator.seen import Button, Json, Missed, Seen, Toast

if TYPE_CHECKING:
    from emulator.client import World


@dataclass
class Person:
    """Somebody who acts. Where a chat is asked for, None is the private chat with the bot."""

    world: World
    id: int
    name: str
    _pressed: str | None = None

    async def says(self, chat: int | None, text: str, *, reply_to: int | None = None, thread: int | None = None) -> int:
        """Send a text, in a forum to a topic (None: General); the id of the message."""
        told = await self._do("say", chat_id=chat or self.id, text=text, reply_to=reply_to, thread=thread)
        return int(told["message_id"])

    async def presses(self, label: str, chat: int | None = None) -> Seen:
        """Press the button that has `label` in its text, on the newest message with such a one; wait for it if need be.

        The message as it was when it was pressed.
        """

        async def look() -> tuple[Seen, Button] | None:
            return await self._newest_with(label, chat)

        async def otherwise() -> str:
            shown = [message.labels for message in await self.sees(chat) if message.buttons]
            return f"{self.name} found no button {label!r} in chat {chat or self.id}; there are {shown or 'none'}"

        message, button = await self.world.until(look, otherwise)
        where = {"row": button.row, "column": button.column} if button.data is None else {"data": button.data}
        told = await self._do(
            "press", chat_id=message.chat_id, message_id=message.id, **where
        )  # though it is edited now
        self._pressed = told["query_id"]
        return message

    async def forges(self, data: str, message_id: int, chat: int | None = None, *, seen: str = "whole") -> None:
        """Press what no button of the message says. `seen`: whether the bot is told of the `whole` message, that it is
        `inaccessible` (it may be gone then), or `nothing`."""
        told = await self._do("press", chat_id=chat or self.id, message_id=message_id, data=data, seen=seen)
        self._pressed = told["query_id"]

    async def toast(self) -> Toast:
        """The answer to the last press, waited for."""
        query_id = self._pressed
        if query_id is None:
            raise Missed(f"{self.name} has pressed nothing")

        async def look() -> Toast | None:
            return self.world.answer_to(query_id)

        async def otherwise() -> str:
            return f"{self.name} pressed, and the bot did not answer within {self.world.patience} s"

        return await self.world.until(look, otherwise)

    async def sees(self, chat: int | None = None, text: str | None = None) -> list[Seen]:
        """All messages of the chat, oldest first; with `text`, wait until one of them has it."""
        if text is None:
            return await self.world.messages(chat or self.id, self.id)

        async def look() -> list[Seen]:
            shown = await self.sees(chat)
            return shown if any(text in message.text for message in shown) else []

        async def otherwise() -> str:
            shown = [message.text for message in await self.sees(chat)]
            return f"{self.name} saw no {text!r} in chat {chat or self.id}; the last were {shown[-3:]}"

        return await self.world.until(look, otherwise)

    async def offered(self, chat: int | None = None) -> list[str]:
        """The commands that the bot's menu offers him in a chat."""
        told = await self.world.get(f"/api/people/{self.id}/commands?chat_id={chat or self.id}")
        return [command["command"] for command in told["commands"]]

    async def starts(self, payload: str = "") -> None:
        await self._do("start", payload=payload)

    async def opens(self, label_or_url: str, chat: int | None = None) -> Json:
        """Follow a link: a url, or the link button that has this label."""
        url = label_or_url
        if "/" not in url:
            found = await self._newest_with(label_or_url, chat)
            if found is None or found[1].url is None:
                raise Missed(f"{self.name} found no link button {label_or_url!r}")
            url = found[1].url
        return await self._do("open", url=url)

    async def blocks(self) -> None:
        await self._do("block")

    async def unblocks(self) -> None:
        await self._do("unblock")

    async def joins(self, chat: int) -> None:
        await self._do("join", chat_id=chat)

    async def leaves(self, chat: int) -> None:
        await self._do("leave", chat_id=chat)

    async def adds_bot(self, chat: int) -> None:
        await self._do("add_bot", chat_id=chat)

    async def removes_bot(self, chat: int) -> None:
        await self._do("remove_bot", chat_id=chat)

    async def gives_standing(self, who: int, standing: str, chat: int) -> None:
        """As an administrator make somebody (the bot too) administrator, member, restricted or kicked."""
        await self._do("give_standing", chat_id=chat, user_id=who, standing=standing)

    async def is_anonymous(self, chat: int, on: bool = True) -> None:
        """As an administrator speak as the group from now on. Presses stay one's own."""
        await self._do("be_anonymous", chat_id=chat, on=on)

    async def silences(self, chat: int, on: bool = True) -> None:
        """As an administrator forbid plain members to write, the bot among them, or allow it again."""
        await self._do("silence", chat_id=chat, on=on)

    async def deletes(self, message_id: int, chat: int | None = None) -> None:
        """For everybody: one's own message, any in the private chat, any as an administrator."""
        await self._do("delete_message", chat_id=chat or self.id, message_id=message_id)

    async def upgrades(self, chat: int, *news: str) -> int:
        """Make a supergroup of a basic group; its new id.

        `news` is what the bot is told, in this order: `joined`, `to`, `from`; all of it if nothing is named, none of
        it for `silently`.
        """
        told = {} if not news else {"news": [] if news == ("silently",) else list(news)}
        new = int((await self._do("upgrade", chat_id=chat, **told))["id"])
        await self.world.refresh()
        return new

    async def sets_forum(self, chat: int, on: bool = True) -> None:
        """Give the group topics, or take them away."""
        await self._do("set_forum", chat_id=chat, on=on)

    async def opens_topic(self, name: str, chat: int) -> int:
        """A new topic; its number."""
        return int((await self._do("open_topic", chat_id=chat, name=name))["thread"])

    async def closes_topic(self, thread: int, chat: int) -> None:
        """General is 1."""
        await self._do("close_topic", chat_id=chat, thread=thread)

    async def reopens_topic(self, thread: int, chat: int) -> None:
        await self._do("reopen_topic", chat_id=chat, thread=thread)

    async def deletes_topic(self, thread: int, chat: int) -> None:
        """With all that stands in it."""
        await self._do("delete_topic", chat_id=chat, thread=thread)

    async def answers(self, text: str, chat: int | None = None) -> int:
        """Reply to the newest message that asks for a reply; the id of what was said."""

        async def look() -> Seen | None:
            return next((message for message in reversed(await self.sees(chat)) if message.prompt is not None), None)

        async def otherwise() -> str:
            return f"{self.name} was asked for no reply in chat {chat or self.id}"

        asked = await self.world.until(look, otherwise)
        return await self.says(chat, text, reply_to=asked.id)

    async def founds(self, title: str, *others: Person, with_bot: bool = True, basic: bool = False) -> int:
        """A new group; its id."""
        members = [other.id for other in others]
        told = await self._do("new_group", title=title, members=members, bot=with_bot, basic=basic)
        await self.world.refresh()
        return int(told["id"])

    async def _newest_with(self, label: str, chat: int | None) -> tuple[Seen, Button] | None:
        for message in reversed(await self.sees(chat)):
            if button := message.button(label):
                return message, button
        return None

    async def _do(self, what: str, **body: Any) -> Json:
        return await self.world.post(f"/api/people/{self.id}/{what}", **body)
