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

    def shown_to_people(self) -> list[Command]:
        """One list for a page that knows neither scopes nor languages: the broadest the bot has set."""
        for kind in ("default", "all_group_chats", "all_private_chats"):
            for language_code in ("", "en", *sorted({language for _, language in self._lists})):
                if found := self.get({"type": kind}, language_code):
                    return found
        return []


def _key(scope: dict[str, Any]) -> str:
    return json.dumps(scope, sort_keys=True)
