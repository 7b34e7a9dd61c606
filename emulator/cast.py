"""Who is there when a world begins: read from a file, or the four friends with a group."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulator.chats import Bot, Person, Standing


@dataclass(frozen=True)
class Group:
    """A group at the beginning, a supergroup unless it is `basic`. Its first member owns it; the bot is a plain member
    unless `bot_standing` says else."""

    id: int
    title: str
    members: tuple[int, ...]
    bot_standing: Standing = "member"
    basic: bool = False


@dataclass(frozen=True)
class Cast:
    bot: Bot = field(default_factory=Bot)
    people: tuple[Person, ...] = ()
    groups: tuple[Group, ...] = ()


def friends() -> Cast:
    """Anna, Борис, Віра and Gleb, who meet in one group; nobody has pressed Start yet."""
    people = (
        Person(101, "Anna", "anna", "ru"),
        Person(102, "Борис", "boris", "ru"),
        Person(103, "Віра", "vira", "uk"),
        Person(104, "Gleb", "gleb", "en"),
    )
    group = Group(-1001, "Преферанс по пятницам", tuple(person.id for person in people))
    return Cast(people=people, groups=(group,))


def load(path: Path) -> Cast:
    """A cast from a JSON file: `{"bot": {...}, "people": [{...}], "groups": [{...}]}`, with the fields of those.

    ValueError, in one sentence, if the file says something else.
    """
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        unknown = set(told) - {"bot", "people", "groups"}
        if unknown:
            raise ValueError(f"unknown part {min(unknown)!r}; a cast has bot, people, groups")
        groups = [Group(**{**group, "members": tuple(group["members"])}) for group in told.get("groups", ())]
        return Cast(Bot(**told.get("bot", {})), tuple(Person(**one) for one in told.get("people", ())), tuple(groups))
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} is no cast: {error}") from error
