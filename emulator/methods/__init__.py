"""The Bot API methods, by lower-case name. A new family of methods is a module with rows of its own, joined here."""

from __future__ import annotations

from emulator.methods import bot, chats, commands, documents, edits, ephemeral, media, messages, presses, updates
from emulator.methods.table import Method

METHODS: dict[str, Method] = {
    row.name.lower(): row
    for family in (bot, updates, messages, edits, ephemeral, documents, media, presses, commands, chats)
    for row in family.ROWS
}
