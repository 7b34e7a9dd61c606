"""What those who run a group do in it: promote, restrict and throw out, speak as the group."""

from __future__ import annotations

from emulator.acts import Impossible, announce, must_be_group, must_be_in
from emulator.chats import IN_CHARGE, Chat, Person, Standing
from emulator.standings import set_anonymous, set_standing
from emulator.world import World

GIVEN: tuple[Standing, ...] = ("administrator", "member", "restricted", "kicked")
"""The standings that an administrator may give."""


def give_standing(world: World, person: Person, chat: Chat, user_id: int, standing: str) -> None:
    """An administrator promotes, restricts, frees or throws out a person or the bot."""
    must_be_in_charge(person, chat)
    if standing not in GIVEN:
        raise Impossible(f"nobody is made {standing!r}; there are {', '.join(GIVEN)}")
    if chat.standing(user_id) == "creator" or not chat.has(user_id):
        raise Impossible(f"{user_id} is the owner of chat {chat.id}, or not in it: nobody changes that", 409)
    set_standing(world, person.id, chat, user_id, standing)
    if standing == "kicked":
        announce(world, chat, person.id, left_chat_member=user_id)


def be_anonymous(world: World, person: Person, chat: Chat, on: bool) -> None:
    """An administrator speaks as the group from now on, or as himself again."""
    must_be_in_charge(person, chat)
    set_anonymous(world, chat, person.id, on)


def must_be_in_charge(person: Person, chat: Chat) -> None:
    must_be_group(chat)
    must_be_in(person, chat)
    if chat.standing(person.id) not in IN_CHARGE:
        raise Impossible(f"{person.first_name} is no administrator of chat {chat.id}", 403)
