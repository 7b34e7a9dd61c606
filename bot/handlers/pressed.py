"""Every press of a button: unpacked, done or refused, and always answered, so that the spinner stops."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiogram import Router
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Update
from aiogram.utils.deep_linking import create_deep_link

from bot import presses, replies
from bot.handlers.doors import Notes, Pages, Picks, Post, Whispers, guest, locale_of, pressed_in_group, presser_of
from bot.host import Host, PreferansError, Trouble
from bot.host.arranging import WORDS
from bot.host.chats import Directory, Person
from bot.host.leaving import WORDS as TALKED
from bot.host.refusals import NotYours, StartFirst, WhoIsUnknown
from bot.presses import Press

log = logging.getLogger(__name__)

ADVISE = "advise"
"""How the word of a press begins that says which card one would play."""
MORE = "more-"
"""How the word of a press begins that unfolds something beside the cards, in the deal of its number."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the press is answered with; nothing at all when it speaks for itself."""

    text: str = ""
    alert: bool = False
    url: str = ""
    code: str = ""
    """Why the press was refused, "" if it was not."""
    done: bool = False
    """Whether the update was marked done in the transaction of what it caused."""


@dataclass(frozen=True, slots=True)
class Desk:
    """All that a press may need."""

    host: Host
    directory: Directory
    picks: Picks
    post: Post
    pages: Pages
    notes: Notes
    whispers: Whispers
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
    notes: Notes,
    whispers: Whispers,
    bot_name: str,
    update_id: int,
) -> Answer:
    """One press. A refused one changes nothing and says why, in the presser's language."""
    try:
        answer = await _dealt_with(
            query, bot_name, Desk(host, directory, picks, post, pages, notes, whispers, update_id)
        )
    except Trouble:
        answer = await _not_recorded(query, directory)
    await _answered(query, answer)
    return answer


async def turned_away(update: Update, directory: Directory) -> bool:
    """While nothing can be recorded: whether this was a press, whose spinner has stopped."""
    if update.callback_query is None:
        return False
    await _answered(update.callback_query, await _not_recorded(update.callback_query, directory))
    return True


async def _not_recorded(query: CallbackQuery, directory: Directory) -> Answer:
    locale = await directory.speaks(guest(query.from_user))
    return Answer(replies.toast(locale, "not_recorded"), alert=True, code="not_recorded")


async def _dealt_with(query: CallbackQuery, bot_name: str, desk: Desk) -> Answer:
    host, scene = desk.host, None
    person = await desk.directory.person(guest(query.from_user))
    try:
        press = presses.unpack(query.data or "")
        scene = await host.known(press.table)
        if scene is not None:
            await host.present(press.table, person.id)
            _of_the_group(press, query, scene.chat, desk)
        answer = await _KINDS[press.kind](press, query, person, desk)
    except StartFirst as missing:
        answer = Answer(url=create_deep_link(bot_name, "start", str(missing.params["payload"])), code=missing.code)
    except PreferansError as refused:
        answer = Answer(replies.refusal(locale_of(person), refused, scene), code=refused.code)
    if scene is not None and scene.state is not None and query.message is not None and query.message.message_id == 0:
        return await _followed(scene.table, answer, query, person, desk)
    return answer


async def _followed(table: int, answer: Answer, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """The press was on a message that only he sees: it shows what has come of it, before the press is answered, for
    afterwards no new one may be sent."""
    at = pressed_in_group(query)
    try:
        scene, seat = await desk.host.look(table, person.id)
    except PreferansError:
        return answer
    if at is None or await desk.whispers.follow(scene, seat, at) or answer.text or answer.url:
        return answer
    return Answer(replies.toast(locale_of(person), "ask_again"))


def _of_the_group(press: Press, query: CallbackQuery, chat: int, desk: Desk) -> None:
    """The message says that it shows this table to its group, which may be news; only *again* stands elsewhere too."""
    message = query.message
    if message is not None and message.message_id and message.chat.type != "private" and press.word != "again":
        desk.post.twin(chat, message.chat.id, message.message_id, press.table)


async def _answer(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """An action of the game."""
    _named(press, query, person, desk)
    await desk.host.answer(press.table, person.id, press.number, press.word, desk.update_id)
    return Answer(done=True)


async def _draft(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """Something picked that is still to be confirmed."""
    _named(press, query, person, desk)
    scene, seat = await desk.host.look(press.table, person.id)
    if press.word.startswith(MORE):
        scene.check_deal(press.number)
        desk.picks.unfold(scene, seat, press.word)
        return Answer()
    scene.check_open(seat, press.number)
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
    if word == ADVISE:
        desk.picks.advise(scene, seat, press.word)
        return Answer()
    if word == "cards" and (at := pressed_in_group(query)) and await desk.whispers.cards(scene, seat, at):
        return Answer()
    if word not in ("sheet", "down"):
        return Answer(replies.glance(scene, seat, word, locale), alert=True)
    if person.chat is None or person.private != "open":
        return Answer(replies.toast(locale, "start_first"), alert=True)
    if word == "down":
        desk.picks.bring(scene, seat)
        return Answer()
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
    reader = await presser_of(query, person, desk.directory, desk.update_id)
    if press.word == "new":
        await desk.host.open(reader.chat, person.id, desk.update_id, thread=reader.thread)
    else:
        await desk.pages.open(reader.chat, reader.locale, desk.update_id, thread=reader.thread)
    return Answer()


async def _rule(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """A page of the rules, or a change there."""
    reader = await presser_of(query, person, desk.directory, desk.update_id)
    assert reader.message_id is not None
    place = (reader.message_id, person, desk.update_id, reader.thread)
    await desk.pages.press(reader.chat, reader.locale, press.table, press.word, *place)
    return Answer()


async def _page(press: Press, query: CallbackQuery, person: Person, desk: Desk) -> Answer:
    """A page that belongs to no table, or something chosen there."""
    locale = locale_of(person)
    reader = await presser_of(query, person, desk.directory, desk.update_id)
    if press.word == "my" and reader.open is None:
        return Answer(await desk.notes.mine_in_short(person, locale), alert=True)
    code = await desk.notes.turn(press.word, reader)
    return Answer(replies.toast(locale, code)) if code else Answer()


_KINDS = {"answer": _answer, "draft": _draft, "ask": _ask, "rule": _rule, "page": _page}


async def _answered(query: CallbackQuery, answer: Answer) -> None:
    """The answer may come too late for Telegram; what was done stands all the same."""
    try:
        await query.answer(answer.text or None, show_alert=answer.alert or None, url=answer.url or None)
    except AiogramError as error:
        log.info("a press could not be answered: %s", type(error).__name__)
