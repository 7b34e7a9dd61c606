"""Every press of a button: unpacked, done or refused, and always answered, so that the spinner stops."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from aiogram import Bot, Router
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Message
from aiogram.utils.deep_linking import create_deep_link

from bot import presses
from bot.handlers.doors import DEFAULT_LOCALE, Post, Words, guest
from bot.host import Host, PreferansError
from bot.host.chats import Directory, Person
from bot.host.lobby import WORDS
from bot.host.refusals import StartFirst
from bot.presses import Press

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the press is answered with; nothing at all when it speaks for itself."""

    text: str = ""
    alert: bool = False
    url: str = ""


def router() -> Router:
    routes = Router(name="presses")
    routes.callback_query.register(pressed)
    return routes


async def pressed(
    query: CallbackQuery,
    bot: Bot,
    host: Host,
    directory: Directory,
    words: Words,
    post: Post,
    bot_name: str,
    update_id: int,
) -> None:
    """One press. A refused one changes nothing and says why, in the presser's language."""
    person = await directory.person(guest(query.from_user))
    locale = person.locale or DEFAULT_LOCALE
    try:
        press = presses.unpack(query.data or "")
        answer = await _done(press, query, person, locale, host, directory, words, post, update_id)
    except StartFirst as missing:
        answer = Answer(url=create_deep_link(bot_name, "start", str(missing.params["payload"])))
    except PreferansError as refused:
        answer = Answer(words.refusal(locale, refused))
    await _answered(bot, query, answer)


async def _done(
    press: Press,
    query: CallbackQuery,
    person: Person,
    locale: str,
    host: Host,
    directory: Directory,
    words: Words,
    post: Post,
    update_id: int,
) -> Answer:
    if press.kind == "answer":
        await host.answer(press.table, person.id, press.number, press.word, update_id)
        return Answer()
    if press.kind == "draft":
        scene, seat = await host.look(press.table, person.id)
        host.check_open(scene, seat, press.number)
        words.pick(scene, seat, press.number, press.word)
        return Answer()
    if press.word == "new" and isinstance(query.message, Message) and query.message.chat.type != "private":
        chat = await directory.group(query.message.chat.id, query.message.chat.title or "")
        await host.open(chat, person.id, update_id)
        return Answer()
    if press.word.partition("-")[0] in WORDS:
        await host.change_lobby(press.table, person, press.word, update_id)
        return Answer()
    if press.word.startswith("deal-") and press.word[5:].isdecimal():
        moment = await host.closed(press.table, int(press.word[5:]))
        return Answer(words.opened(moment, locale), alert=True)
    if press.word == "sheet":
        scene, _ = await host.look(press.table, person.id)
        if person.chat is None or person.private != "open":
            return Answer(words.said(locale, "toast.start_first"), alert=True)
        post.say(person.chat, words.sheet(scene, locale))
        return Answer(words.said(locale, "toast.sent_in_private"))
    scene, seat = await host.look(press.table, person.id)
    return Answer(words.glance(scene, seat, press.word, locale), alert=True)


async def _answered(bot: Bot, query: CallbackQuery, answer: Answer) -> None:
    """The answer may come too late for Telegram; what was done stands all the same."""
    try:
        await query.answer(answer.text or None, show_alert=answer.alert or None, url=answer.url or None)
    except AiogramError as error:
        log.info("a press could not be answered: %s", type(error).__name__)
