"""Every press of a button: unpacked, done or refused, and always answered, so that the spinner stops."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiogram import Router
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery
from aiogram.utils.deep_linking import create_deep_link

from bot import presses, replies
from bot.handlers.doors import Pages, Picks, Post, guest, locale_of, thread_of
from bot.host import Host, PreferansError, Trouble
from bot.host.arranging import WORDS
from bot.host.chats import Directory, Person
from bot.host.leaving import WORDS as TALKED
from bot.host.refusals import NotYours, Stale, StartFirst, WhoIsUnknown
from bot.presses import Press

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the press is answered with; nothing at all when it speaks for itself."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """All that a press may need."""

    host: Host
    directory: Directory
    picks: Picks
    post: Post
    pages: Pages
    update_id: int


def router() -> Router:
    routes = Router(name="presses")
    routes.callback_query.register(pressed)
    return routes


async def pressed(
    query: CallbackQuery,
    host: Host,
    directory: Directory,
    picks: Picks,
    post: Post,
    pages: Pages,
    bot_name: str,
    update_id: int,
) -> None:
    """One press. A refused one changes nothing and says why, in the presser's language."""
    try:
        answer = await _dealt_with(query, bot_name, Desk(host, directory, picks, post, pages, update_id))
    except Trouble:
        answer = await not_recorded(query, directory)
    await answered(query, answer)


async def not_recorded(query: CallbackQuery, directory: Directory) -> Answer:
    """What a press is answered with while the disk is in trouble."""
    locale = await directory.speaks(guest(query.from_user))
    return Answer(replies.toast(locale, "not_recorded"), alert=True)


async def _dealt_with(query: CallbackQuery, bot_name: str, desk: Desk) -> Answer:
    host, scene = desk.host, None
    person = await desk.directory.person(guest(query.from_user))
    try:
        press = presses.unpack(query.data or "")
        scene = await host.known(press.table)
        if scene is not None:
            await host.present(press.table, person.id)
        return await _KINDS[press.kind](press, query, person, desk)
    except StartFirst as missing:
        return Answer(url=create_deep_link(bot_name, "start", str(missing.params["payload"])))
    except PreferansError as refused:
        return Answer(replies.refusal(locale_of(person), refused, scene))


async def _answer(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """An action of the game."""
    _named(press, query, person, desk)
    await desk.host.answer(press.table, person.id, press.number, press.word, desk.update_id)
    return Answer()


async def _draft(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """Something picked that is still to be confirmed."""
    _named(press, query, person, desk)
    scene, seat = await desk.host.look(press.table, person.id)
    desk.host.check_open(scene, seat, press.number)
    desk.picks.pick(scene, seat, press.number, press.word)
    return Answer()


def _named(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> None:
    """The message says that it is this person's hand, which may be news: also when the press comes too late."""
    if person.chat is not None and query.message is not None and query.message.chat.type == "private":
        desk.post.named(person.chat, query.message.message_id, f"hand:{press.table}")


async def _ask(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """The lobby, and what only looks."""
    locale, (word, _, number) = locale_of(person), press.word.partition("-")
    if press.table == 0:
        return await _greeted(press, query, person, desk)
    if word in WORDS:
        await _by_right(press, person, desk, desk.host.change_lobby)
        return Answer()
    if word in TALKED:
        await _by_right(press, person, desk, desk.host.talk)
        return Answer()
    if word == "again":
        await desk.host.again(press.table, person.id, desk.update_id)
        return Answer()
    if word == "deal" and number.isdecimal():
        moment = await desk.host.closed(press.table, int(number))
        return Answer(replies.opened(await desk.host.scene(press.table), moment, locale), alert=True)
    scene, seat = await desk.host.look(press.table, person.id)
    if word == "back":
        return Answer(replies.toast(locale, "back"))
    if word != "sheet":
        return Answer(replies.glance(scene, seat, word, locale), alert=True)
    if person.chat is None or person.private != "open":
        return Answer(replies.toast(locale, "start_first"), alert=True)
    desk.post.say(person.chat, replies.standing(scene, locale))
    return Answer(replies.toast(locale, "sent_in_private"))


async def _by_right(press: Press, person: Person, desk: Desk, do: Callable[..., Awaitable[None]]) -> None:
    """Something about a table. What only those may do whom it concerns, an administrator of the group may do too."""
    try:
        await do(press.table, person, press.word, desk.update_id)
    except NotYours:
        scene = await desk.host.scene(press.table)
        standing = await desk.post.standing(scene.chat, person.telegram_id)
        if standing is None:
            raise WhoIsUnknown() from None
        if scene.private or not standing.admin:
            raise
        await do(press.table, person, press.word, desk.update_id, admin=True)


async def _greeted(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """A button of the greeting, which belongs to no table."""
    if press.word not in ("new", "rules"):
        return Answer(replies.toast(locale_of(person), "unknown_button"))
    chat, locale = await _there(query, person, desk)
    if press.word == "new":
        await desk.host.open(chat, person.id, desk.update_id, thread=thread_of(query.message))
    else:
        await desk.pages.open(chat, locale, desk.update_id, thread=thread_of(query.message))
    return Answer()


async def _rule(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """A page of the rules, or a change there."""
    chat, locale = await _there(query, person, desk)
    assert query.message is not None
    place = (query.message.message_id, person, desk.update_id, thread_of(query.message))
    await desk.pages.press(chat, locale, press.table, press.word, *place)
    return Answer()


async def _there(query: CallbackQuery, person: Person, desk: Desk) -> tuple[int, str]:
    """The chat in which a button was pressed, as storage has it, and the language that is spoken there.

    Raises Stale where Telegram does not say, or where a private chat was never opened.
    """
    message = query.message
    if message is None or (message.chat.type == "private" and person.chat is None):
        raise Stale()
    if message.chat.type == "private":
        assert person.chat is not None
        return person.chat, locale_of(person)
    chat = await desk.directory.group(message.chat.id, message.chat.title or "")
    return chat, await desk.directory.locale(chat)


_KINDS = {"answer": _answer, "draft": _draft, "ask": _ask, "rule": _rule}


async def answered(query: CallbackQuery, answer: Answer) -> None:
    """The answer may come too late for Telegram; what was done stands all the same."""
    try:
        await query.answer(answer.text or None, show_alert=answer.alert or None, url=answer.url or None)
    except AiogramError as error:
        log.info("a press could not be answered: %s", type(error).__name__)
