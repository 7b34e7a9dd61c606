"""The bot's command lists, one per scope and language."""

from __future__ import annotations

import json
from typing import Any

Command = dict[str, str]

DEFAULT_SCOPE: dict[str, Any] = {"type": "default"}


class Commands:
    """Lists as setMyCommands left them; the key is the scope and the language code ('' for all languages)."""

    def __init__(self) -> None:
        self._lists: dict[tuple[str, str], list[Command]] = {}

    def put(self, commands: list[Command], scope: dict[str, Any], language_code: str) -> None:
        self._lists[_key(scope), language_code] = commands

    def get(self, scope: dict[str, Any], language_code: str) -> list[Command]:
        return self._lists.get((_key(scope), language_code), [])

    def offered(self, chat_id: int, user_id: int, language: str, *, private: bool, in_charge: bool) -> list[Command]:
        """What somebody is offered in a chat: the list of the narrowest scope that the bot has set, in his language if
        there is one (core.telegram.org/bots/api#determining-list-of-commands)."""
        here = {"chat_id": chat_id}
        scopes: list[dict[str, Any]] = [{"type": "chat", **here}, {"type": "all_private_chats"}]
        if not private:
            scopes = [{"type": "chat_member", **here, "user_id": user_id}]
            scopes += [{"type": "chat_administrators", **here}] if in_charge else []
            scopes += [{"type": "chat", **here}]
            scopes += [{"type": "all_chat_administrators"}] if in_charge else []
            scopes += [{"type": "all_group_chats"}]
        lists = (self.get(scope, code) for scope in [*scopes, DEFAULT_SCOPE] for code in (language, ""))
        return next(filter(None, lists), [])

    def shown_to_people(self) -> list[Command]:
        """One list for a page that knows neither scopes nor languages: the broadest the bot has set."""
        for kind in ("default", "all_group_chats", "all_private_chats"):
            for language_code in ("", "en", *sorted({language for _, language in self._lists})):
                if found := self.get({"type": kind}, language_code):
                    return found
        return []


def _key(scope: dict[str, Any]) -> str:
    return json.dumps(scope, sort_keys=True)
