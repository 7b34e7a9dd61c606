"""A bot for tests: it does only what the test says, in plain HTTP."""

from __future__ import annotations

from typing import Any

import aiohttp

GROUP = -1001
ANNA, BORIS, VIRA, GLEB = 101, 102, 103, 104


class Bot:
    """Calls the Bot API as a bot does. `await bot("sendMessage", chat_id=1, text="x")` is the whole answer as JSON."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self.session = session
        self.url = url
        self.address = f"{url}/bot{token}/"

    async def __call__(self, method: str, **parameters: Any) -> dict[str, Any]:
        async with self.session.post(self.address + method, json=parameters) as response:
            answer = await response.json()
            assert answer["ok"] == (response.status == 200)
            assert answer["ok"] or answer["error_code"] == response.status
            return answer

    async def does(self, method: str, **parameters: Any) -> Any:
        """The result of a call that must succeed."""
        answer = await self(method, **parameters)
        assert answer["ok"], answer
        return answer["result"]

    async def refused(self, method: str, **parameters: Any) -> tuple[int, str]:
        """Code and description of a call that must not succeed."""
        answer = await self(method, **parameters)
        assert not answer["ok"], answer
        return answer["error_code"], answer["description"]

    async def says(self, text: str, chat: int = GROUP, *rows: list[str]) -> int:
        """Send a text with rows of buttons, each carrying its own label as data; the message's id."""
        keyboard = [[{"text": label, "callback_data": label} for label in row] for row in rows]
        markup = {"reply_markup": {"inline_keyboard": keyboard}} if rows else {}
        return (await self.does("sendMessage", chat_id=chat, text=text, **markup))["message_id"]

    async def hears(self, offset: int = 0, timeout: int = 0) -> list[dict[str, Any]]:
        return await self.does("getUpdates", offset=offset, timeout=timeout)

    async def forgets(self) -> None:
        """Confirm everything that waits."""
        await self.does("deleteWebhook", drop_pending_updates=True)
