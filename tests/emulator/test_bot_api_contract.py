"""aiogram as a witness: the emulator takes what aiogram's models send, and aiogram reads what the emulator answers.

Importing aiogram takes seconds; that is why nothing else here does it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiogram import Bot, methods, types
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from pydantic import BaseModel

from emulator.client import World
from emulator.methods import METHODS
from emulator.server import Emulator
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP
from tests.emulator.test_bot_api_photos import png

Method = type[methods.TelegramMethod]
MODELS: dict[str, Method] = {
    model.__api_method__: model
    for model in vars(methods).values()
    if isinstance(model, type) and issubclass(model, methods.TelegramMethod) and hasattr(model, "__api_method__")
}
ROWS = [pytest.param(row, id=row.name) for row in METHODS.values()]
KEYBOARD = types.InlineKeyboardMarkup(
    inline_keyboard=[
        [types.InlineKeyboardButton(text="Sit", callback_data="sit", style="success")],
        [types.InlineKeyboardButton(text="Open", url="https://t.me/preferans_bot?start=x")],
    ]
)


@pytest.fixture
async def aiogram_bot(emulator: Emulator) -> AsyncIterator[Bot]:
    api = TelegramAPIServer.from_base(emulator.url)
    async with Bot(emulator.token, session=AiohttpSession(api=api)) as bot:
        yield bot


@pytest.mark.parametrize("row", ROWS)
def test_every_parameter_of_the_real_method_is_taken_or_refused_by_name(row: Any):
    real = set(MODELS[row.name].model_fields)
    assert set(row.accepts) <= real, "accepted, but there is no such parameter"
    assert not row.unsupported & set(row.accepts), "both accepted and refused"
    assert set(row.accepts) | row.unsupported == real, "neither accepted nor refused by name"


@pytest.mark.parametrize("row", ROWS)
async def test_what_is_not_emulated_is_refused_by_name(aiogram_bot: Bot, emulator: Emulator, row: Any):
    session = await aiogram_bot.session.create_session()
    for name in row.unsupported:
        url = f"{emulator.url}/bot{emulator.token}/{row.name}"
        async with session.post(url, json={name: "x"}) as response:
            told = await response.json()
            assert (response.status, told["description"]) == (
                400,
                f'Bad Request: [emulator] parameter "{name}" of {row.name} is real but not emulated',
            )


async def send(bot: Bot) -> types.Message:
    return await bot.send_message(
        GROUP,
        '<b>Table</b> <a href="tg://user?id=101">Anna</a> <tg-spoiler>♠A</tg-spoiler> /play',
        parse_mode="HTML",
        reply_markup=KEYBOARD,
        disable_notification=True,
        protect_content=False,
        link_preview_options=types.LinkPreviewOptions(is_disabled=True),
    )


class TestAnswersAreReadByAiogram:
    """Each method's answer, parsed into aiogram's own type; nothing it does not know may be in it."""

    async def test_get_me(self, aiogram_bot: Bot):
        me = await aiogram_bot.me()
        assert (me.id, me.username, me.can_read_all_group_messages) == (7000, "preferans_bot", False)
        assert_all_known(me)

    async def test_send_message(self, aiogram_bot: Bot):
        sent = await send(aiogram_bot)
        assert sent.reply_markup
        assert sent.reply_markup.model_dump() == KEYBOARD.model_dump()
        assert [entity.type for entity in sent.entities or ()] == ["bold", "text_mention", "spoiler", "bot_command"]
        assert sent.chat.title == "Преферанс по пятницам"
        assert "♠A" in sent.html_text
        assert_all_known(sent)

    async def test_a_reply(self, aiogram_bot: Bot):
        first = await send(aiogram_bot)
        reply = await first.reply("so it is")
        assert reply.reply_to_message
        assert reply.reply_to_message.message_id == first.message_id
        assert_all_known(reply)

    async def test_edits(self, aiogram_bot: Bot):
        sent = await send(aiogram_bot)
        edited = await sent.edit_text("Table of four", reply_markup=KEYBOARD)
        assert isinstance(edited, types.Message)
        assert (edited.text, edited.edit_date is not None) == ("Table of four", True)
        bare = await edited.edit_reply_markup()
        assert isinstance(bare, types.Message)
        assert bare.reply_markup is None
        assert_all_known(edited)

    async def test_ephemeral_messages(self, aiogram_bot: Bot, world: World):
        await send(aiogram_bot)
        await world.person("Anna").presses("Sit", GROUP)
        query = (await aiogram_bot.get_updates())[-1].callback_query
        assert query
        to_anna = types.EphemeralMessageParameters(receiver_user_id=ANNA, callback_query_id=query.id)
        sent = await aiogram_bot.send_message(
            GROUP, "♠ A K", reply_markup=KEYBOARD, ephemeral_message_parameters=to_anna
        )
        assert (sent.message_id, sent.receiver_user and sent.receiver_user.id) == (0, ANNA)
        assert_all_known(sent)
        assert await sent.edit_ephemeral_text("♠ A") is True
        assert await sent.edit_ephemeral_reply_markup(reply_markup=KEYBOARD) is True
        await world.person("Anna").presses("Sit", GROUP)
        press = (await aiogram_bot.get_updates())[-1]
        assert press.callback_query
        assert isinstance(press.callback_query.message, types.Message)
        assert press.callback_query.message.ephemeral_message_id == sent.ephemeral_message_id
        assert_all_known(press)
        assert await sent.delete_ephemeral() is True

    async def test_a_prompt_to_reply(self, aiogram_bot: Bot, world: World):
        prompt = types.ForceReply(input_field_placeholder="preset=sochi", selective=True)
        asked = await aiogram_bot.send_message(GROUP, "Which rules?", reply_markup=prompt)
        assert_all_known(asked)
        await world.person("Anna").answers("preset=rostov", GROUP)
        [update] = await aiogram_bot.get_updates()
        assert update.message
        assert update.message.reply_to_message
        assert update.message.reply_to_message.message_id == asked.message_id
        assert_all_known(update)

    async def test_an_anonymous_administrator(self, aiogram_bot: Bot, world: World):
        await world.person("Anna").is_anonymous(GROUP)
        await world.person("Anna").says(GROUP, "/rules")
        [update] = await aiogram_bot.get_updates()
        assert update.message
        assert update.message.from_user
        assert update.message.sender_chat
        assert (update.message.from_user.id, update.message.sender_chat.id) == (1087968824, GROUP)
        assert_all_known(update)

    async def test_topics(self, aiogram_bot: Bot, world: World):
        anna = world.person("Anna")
        await anna.sets_forum(GROUP)
        thread = await anna.opens_topic("Пулька", GROUP)
        sent = await aiogram_bot.send_message(GROUP, "Table", message_thread_id=thread, reply_markup=KEYBOARD)
        assert (sent.message_thread_id, sent.is_topic_message, sent.chat.is_forum) == (thread, True, True)
        assert_all_known(sent)
        await anna.says(GROUP, "/play", thread=thread)
        await anna.presses("Sit", GROUP)
        await anna.closes_topic(thread, GROUP)
        await anna.reopens_topic(thread, GROUP)
        for update in await aiogram_bot.get_updates():
            assert_all_known(update)

    async def test_a_group_that_becomes_a_supergroup(self, aiogram_bot: Bot, world: World):
        anna = world.person("Anna")
        old = await anna.founds("Дача", basic=True)
        assert_all_known(await aiogram_bot.get_chat(old))
        new = await anna.upgrades(old)
        for update in await aiogram_bot.get_updates():
            assert_all_known(update)
        with pytest.raises(TelegramMigrateToChat) as refused:
            await aiogram_bot.send_message(old, "x")
        assert refused.value.migrate_to_chat_id == new

    async def test_speakers_that_are_no_people(self, aiogram_bot: Bot, world: World):
        for kind in ("channel", "post", "bot"):
            await world.speaks(GROUP, "/play@preferans_bot", as_=kind)
        updates = await aiogram_bot.get_updates()
        assert len(updates) == 3
        for update in updates:
            assert_all_known(update)

    async def test_presses_on_messages_it_cannot_see(self, aiogram_bot: Bot, world: World):
        sent = await send(aiogram_bot)
        for seen in ("inaccessible", "nothing"):
            await world.person("Anna").forges("sit", sent.message_id, GROUP, seen=seen)
        inaccessible, nothing = await aiogram_bot.get_updates()
        assert inaccessible.callback_query
        assert isinstance(inaccessible.callback_query.message, types.InaccessibleMessage)
        assert nothing.callback_query
        assert nothing.callback_query.message is None
        for update in (inaccessible, nothing):
            assert_all_known(update)

    async def test_delete_message(self, aiogram_bot: Bot):
        assert await (await send(aiogram_bot)).delete() is True

    async def test_documents(self, aiogram_bot: Bot):
        file = types.BufferedInputFile(b"pref = 1", "пулька.pref")
        sent = await aiogram_bot.send_document(GROUP, file, caption="<i>record</i>", parse_mode="HTML")
        assert sent.document
        assert (sent.document.file_name, sent.document.file_size, sent.caption) == ("пулька.pref", 8, "record")
        assert_all_known(sent)
        assert_all_known(await aiogram_bot.get_file(sent.document.file_id))
        downloaded = await aiogram_bot.download(sent.document)
        assert downloaded
        assert downloaded.read() == b"pref = 1"
        again = await aiogram_bot.send_document(GROUP, sent.document.file_id)
        assert again.document == sent.document

    async def test_pictures(self, aiogram_bot: Bot):
        picture = types.BufferedInputFile(png(640, 480), "board.png")
        sent = await aiogram_bot.send_photo(GROUP, picture, caption="<i>board</i>", parse_mode="HTML")
        assert sent.photo
        assert (sent.photo[0].width, sent.photo[0].height, sent.caption) == (640, 480, "board")
        assert_all_known(sent)
        media = types.InputMediaPhoto(media=types.BufferedInputFile(png(320, 240), "board.png"), caption="next")
        edited = await sent.edit_media(media)
        assert isinstance(edited, types.Message)
        assert edited.photo
        assert (edited.photo[0].width, edited.caption) == (320, "next")
        assert_all_known(edited)
        captioned = await sent.edit_caption(caption="last")
        assert isinstance(captioned, types.Message)
        assert captioned.caption == "last"
        assert_all_known(captioned)

    async def test_commands(self, aiogram_bot: Bot):
        commands = [types.BotCommand(command="play", description="A new table")]
        scope = types.BotCommandScopeAllGroupChats()
        assert await aiogram_bot.set_my_commands(commands, scope=scope, language_code="ru") is True
        [command] = await aiogram_bot.get_my_commands(scope=scope, language_code="ru")
        assert (command.command, command.description) == ("play", "A new table")
        assert_all_known(command)
        assert await aiogram_bot.get_my_commands() == []

    async def test_chats(self, aiogram_bot: Bot):
        for chat_id in (GROUP, ANNA):
            assert_all_known(await aiogram_bot.get_chat(chat_id))

    async def test_members_of_every_standing(self, aiogram_bot: Bot, world: World):
        await world.person("Gleb").leaves(GROUP)
        await world.person("Anna").gives_standing(aiogram_bot.id, "administrator", GROUP)
        await world.person("Anna").gives_standing(103, "restricted", GROUP)
        banned = await world.newcomer("Дмитро", into=GROUP)
        await world.person("Anna").gives_standing(banned.id, "kicked", GROUP)
        stands = {}
        for user_id in (ANNA, BORIS, 103, 104, banned.id, aiogram_bot.id):
            member = await aiogram_bot.get_chat_member(GROUP, user_id)
            assert_all_known(member)
            stands[user_id] = type(member)
        assert stands == {
            ANNA: types.ChatMemberOwner,
            BORIS: types.ChatMemberMember,
            103: types.ChatMemberRestricted,
            104: types.ChatMemberLeft,
            banned.id: types.ChatMemberBanned,
            aiogram_bot.id: types.ChatMemberAdministrator,
        }
        assert len(await aiogram_bot.get_chat_administrators(GROUP)) == 2

    async def test_the_webhook(self, aiogram_bot: Bot):
        assert await aiogram_bot.delete_webhook(drop_pending_updates=True) is True
        await aiogram_bot.get_updates(allowed_updates=["message"])
        info = await aiogram_bot.get_webhook_info()
        assert (info.url, info.allowed_updates) == ("", ["message"])
        assert_all_known(info)

    async def test_a_webhook_that_is_set(self, aiogram_bot: Bot, world: World):
        certificate = types.FSInputFile(Path(__file__).parent / "certificate.pem")
        assert await aiogram_bot.set_webhook(
            "https://127.0.0.1:9/closed", certificate, max_connections=5, secret_token="hush"
        )
        await world.person("Anna").says(GROUP, "/play")
        async with asyncio.timeout(5):
            while not (info := await aiogram_bot.get_webhook_info()).last_error_date:
                await asyncio.sleep(0.01)
        assert (info.has_custom_certificate, info.max_connections, info.pending_update_count) == (True, 5, 1)
        assert_all_known(info)

    async def test_updates_of_every_kind(self, aiogram_bot: Bot, world: World):
        anna, gleb = world.person("Anna"), world.person("Gleb")
        sent = await send(aiogram_bot)
        await anna.says(GROUP, "/play@preferans_bot")
        await anna.says(GROUP, "yes", reply_to=sent.message_id)
        await anna.presses("Sit", GROUP)
        await gleb.leaves(GROUP)
        await gleb.joins(GROUP)
        await anna.starts("table_7")
        await anna.blocks()
        await anna.removes_bot(GROUP)
        await anna.adds_bot(GROUP)
        await anna.gives_standing(7000, "restricted", GROUP)
        updates = await aiogram_bot.get_updates(limit=100, timeout=0)
        assert [update.event_type for update in updates] == [
            *("message", "message", "callback_query"),
            *("message", "message", "message"),
            *("my_chat_member", "my_chat_member", "my_chat_member", "message", "my_chat_member"),
        ]
        for update in updates:
            assert_all_known(update)

    async def test_a_press(self, aiogram_bot: Bot, world: World):
        anna = world.person("Anna")
        await send(aiogram_bot)
        await anna.presses("Sit", GROUP)
        [update] = await aiogram_bot.get_updates()
        assert update.callback_query
        assert isinstance(update.callback_query.message, types.Message)
        assert await update.callback_query.answer("You sit", show_alert=True) is True
        assert (await anna.toast()).alert

    def test_every_method_is_here(self):
        """A method without a test of its answer would be a promise nobody holds."""
        seen = {
            *("getMe", "sendMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage", "sendDocument"),
            *("getFile", "setMyCommands", "getMyCommands", "getChat", "getChatMember", "getChatAdministrators"),
            *("setWebhook", "deleteWebhook", "getWebhookInfo", "getUpdates", "answerCallbackQuery"),
            *("sendPhoto", "editMessageMedia", "editMessageCaption"),
            *("editEphemeralMessageText", "editEphemeralMessageReplyMarkup", "deleteEphemeralMessage"),
        }
        assert {row.name for row in METHODS.values()} == seen


class TestRefusalsAreRaisedByAiogram:
    async def test_by_kind(self, aiogram_bot: Bot, emulator: Emulator):
        with pytest.raises(TelegramBadRequest, match="chat not found"):
            await aiogram_bot.send_message(-5, "x")
        with pytest.raises(TelegramForbiddenError, match="bot can't initiate conversation with a user"):
            await aiogram_bot.send_message(ANNA, "x")
        with pytest.raises(TelegramNotFound):
            await aiogram_bot.send_dice(GROUP)
        other = Bot("7000:OTHER", session=aiogram_bot.session)
        with pytest.raises(TelegramUnauthorizedError):
            await other.get_me()

    async def test_flood_with_the_seconds_to_wait(self, aiogram_bot: Bot):
        for _ in range(20):
            await aiogram_bot.send_message(GROUP, "x")
        with pytest.raises(TelegramRetryAfter) as refused:
            await aiogram_bot.send_message(GROUP, "x")
        assert 0 < refused.value.retry_after <= 60

    @pytest.mark.parametrize(
        ("trouble", "raised"),
        [
            ({"status": 500}, TelegramServerError),
            ({"status": 502, "html": True}, ClientDecodeError),
            ({"status": 409, "description": "Conflict: terminated by other getUpdates"}, TelegramConflictError),
            ({"status": 418, "description": "I'm a teapot"}, TelegramAPIError),
        ],
        ids=["500", "502 with a page", "409", "anything"],
    )
    async def test_trouble_on_order(self, aiogram_bot: Bot, world: World, trouble: dict, raised: type[Exception]):
        await world.fail("getMe", **trouble)
        with pytest.raises(raised):
            await aiogram_bot.get_me()

    async def test_a_lost_answer(self, aiogram_bot: Bot, world: World):
        await world.lose("sendMessage")
        with pytest.raises(TelegramNetworkError):
            await aiogram_bot.send_message(GROUP, "sent all the same")
        assert [message.text for message in await world.messages(GROUP)] == ["sent all the same"]

    async def test_an_update_it_cannot_parse(self, aiogram_bot: Bot, world: World):
        """Live today: a forward from something newer than aiogram stops a bot that parses whole batches."""
        origin = {"type": "from_the_future", "date": 0}
        chat = {"id": GROUP, "type": "supergroup", "title": "x"}
        await world.inject({"message": {"message_id": 9, "date": 0, "chat": chat, "forward_origin": origin}})
        with pytest.raises(ClientDecodeError):
            await aiogram_bot.get_updates()


def assert_all_known(told: BaseModel) -> None:
    """No model anywhere in it has a field aiogram does not know: a typing error of ours would be one."""
    assert not told.model_extra, f"{type(told).__name__} does not know {told.model_extra}"
    for value in dict(told).values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, BaseModel):
                assert_all_known(part)
