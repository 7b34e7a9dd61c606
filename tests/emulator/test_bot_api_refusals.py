"""The Bot API says no as Telegram says no: one row per refusal.

A row is the call, what must be true before it, and the answer word for word. Rows marked [emulator] are refused here
although Telegram would let them pass in silence.
"""

from __future__ import annotations

from typing import Any

import pytest

from emulator.client import World
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

STRANGER = 9999


def keyboard(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"reply_markup": {"inline_keyboard": list(rows)}}


def button(text: str = "Sit", **fields: Any) -> dict[str, Any]:
    return {"text": text, "callback_data": "sit", **fields}


SEND = {"chat_id": GROUP, "text": "hello"}
BLANK = {"chat_id": GROUP, "text": " \n "}
LONG = {"chat_id": GROUP, "text": "x" * 4097}
NO_SUCH = {"chat_id": GROUP, "message_id": 77}

# What is the same whatever happened before.
ALWAYS = [
    ("no text", "sendMessage", {"chat_id": GROUP}, 400, "Bad Request: message text is empty"),
    ("empty text", "sendMessage", {"chat_id": GROUP, "text": ""}, 400, "Bad Request: message text is empty"),
    ("blank text", "sendMessage", BLANK, 400, "Bad Request: text must be non-empty"),
    ("4097 characters", "sendMessage", LONG, 400, "Bad Request: message is too long"),
    ("no chat", "sendMessage", {"text": "hello"}, 400, "Bad Request: chat_id is empty"),
    ("unknown group", "sendMessage", {**SEND, "chat_id": -5}, 400, "Bad Request: chat not found"),
    ("unknown person", "sendMessage", {**SEND, "chat_id": STRANGER}, 400, "Bad Request: chat not found"),
    ("unknown username", "sendMessage", {**SEND, "chat_id": "@nobody"}, 400, "Bad Request: chat not found"),
    (
        "before Start",
        "sendMessage",
        {**SEND, "chat_id": ANNA},
        403,
        "Forbidden: bot can't initiate conversation with a user",
    ),
    ("parse mode", "sendMessage", {**SEND, "parse_mode": "RTF"}, 400, "Bad Request: unsupported parse_mode"),
    (
        "open tag",
        "sendMessage",
        {"chat_id": GROUP, "text": "♠ <b>A", "parse_mode": "HTML"},
        400,
        "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
    ),
    (
        "unknown tag, offset in bytes",
        "sendMessage",
        {"chat_id": GROUP, "text": "♠ <h1>A</h1>", "parse_mode": "HTML"},
        400,
        'Bad Request: can\'t parse entities: Unsupported start tag "h1" at byte offset 4',
    ),
    (
        "a name as markup",
        "sendMessage",
        {"chat_id": GROUP, "text": "I <3 you", "parse_mode": "HTML"},
        400,
        'Bad Request: can\'t parse entities: Unsupported start tag "3" at byte offset 2',
    ),
    (
        "reply to nothing",
        "sendMessage",
        {**SEND, "reply_parameters": {"message_id": 77}},
        400,
        "Bad Request: message to be replied not found",
    ),
    (
        "65 bytes of data",
        "sendMessage",
        SEND | keyboard([button(callback_data="♠" * 21 + "xx")]),
        400,
        "Bad Request: BUTTON_DATA_INVALID",
    ),
    (
        "no data",
        "sendMessage",
        SEND | keyboard([{"text": "Sit"}]),
        400,
        "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (
        "no label",
        "sendMessage",
        SEND | keyboard([{"callback_data": "sit"}]),
        400,
        'Bad Request: can\'t parse inline keyboard button: Field "text" must be of type String',
    ),
    (
        "style",
        "sendMessage",
        SEND | keyboard([button(style="purple")]),
        400,
        "Bad Request: can't parse inline keyboard button: invalid button style specified",
    ),
    (
        "link",
        "sendMessage",
        SEND | keyboard([button(url="javascript:alert(1)")]),
        400,
        "Bad Request: inline keyboard button URL 'javascript:alert(1)' is invalid: Wrong HTTP URL",
    ),
    (
        "101 buttons",
        "sendMessage",
        SEND | keyboard(*[[button()]] * 101),
        400,
        "Bad Request: reply markup is too long",
    ),
    (
        "keyboard without rows",
        "sendMessage",
        SEND | {"reply_markup": {"inline_keyboard": [button()]}},
        400,
        'Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ),
    (
        "keyboard no JSON",
        "sendMessage",
        SEND | {"reply_markup": "{"},
        400,
        "Bad Request: can't parse reply keyboard markup JSON object",
    ),
    (
        "nine in a row [emulator]",
        "sendMessage",
        SEND | keyboard([button()] * 9),
        400,
        "Bad Request: [emulator] row 1 of the keyboard has 9 buttons; clients show at most 8 in a row and drop what is "
        "beyond",
    ),
    (
        "blank label [emulator]",
        "sendMessage",
        SEND | keyboard([button(" ")]),
        400,
        "Bad Request: [emulator] inline keyboard button text must be non-empty; Telegram drops such a button in "
        "silence",
    ),
    (
        "unknown parameter [emulator]",
        "getChat",
        {"chat_id": GROUP, "colour": "red"},
        400,
        'Bad Request: [emulator] parameter "colour" is unknown; getChat takes chat_id',
    ),
    (
        "not emulated [emulator]",
        "sendMessage",
        {**SEND, "message_effect_id": "3"},
        400,
        'Bad Request: [emulator] parameter "message_effect_id" of sendMessage is real but not emulated',
    ),
    (
        "wrong type [emulator]",
        "getUpdates",
        {"limit": "many"},
        400,
        'Bad Request: [emulator] parameter "limit" of getUpdates must be an Integer',
    ),
    ("edit nothing", "editMessageText", {**NO_SUCH, "text": "x"}, 400, "Bad Request: message to edit not found"),
    ("edit nowhere", "editMessageText", {"text": "x"}, 400, "Bad Request: message identifier is not specified"),
    ("edit into nothing", "editMessageText", NO_SUCH, 400, "Bad Request: message text is empty"),
    ("markup of nothing", "editMessageReplyMarkup", NO_SUCH, 400, "Bad Request: message to edit not found"),
    ("delete nothing", "deleteMessage", NO_SUCH, 400, "Bad Request: message to delete not found"),
    ("delete unnamed", "deleteMessage", {"chat_id": GROUP}, 400, "Bad Request: message identifier is not specified"),
    (
        "answer to no press",
        "answerCallbackQuery",
        {"callback_query_id": "1"},
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    ),
    ("no document", "sendDocument", {"chat_id": GROUP}, 400, "Bad Request: there is no document in the request"),
    (
        "unknown file",
        "sendDocument",
        {"chat_id": GROUP, "document": "nothing"},
        400,
        "Bad Request: wrong file identifier/HTTP URL specified",
    ),
    ("file unnamed", "getFile", {}, 400, 'Bad Request: parameter "file_id" is required'),
    ("file unknown", "getFile", {"file_id": "nothing"}, 400, "Bad Request: invalid file_id"),
    ("chat unknown", "getChat", {"chat_id": -5}, 400, "Bad Request: chat not found"),
    ("member unnamed", "getChatMember", {"chat_id": GROUP}, 400, "Bad Request: invalid user_id specified"),
    ("member unknown", "getChatMember", {"chat_id": GROUP, "user_id": STRANGER}, 400, "Bad Request: user not found"),
    (
        "administrators of one",
        "getChatAdministrators",
        {"chat_id": ANNA},
        400,
        "Bad Request: there are no administrators in the private chat",
    ),
    (
        "command in capitals",
        "setMyCommands",
        {"commands": [{"command": "Play", "description": "Play"}]},
        400,
        "Bad Request: BOT_COMMAND_INVALID",
    ),
    (
        "command without description",
        "setMyCommands",
        {"commands": [{"command": "play", "description": ""}]},
        400,
        "Bad Request: command description must be non-empty",
    ),
    (
        "command of 33",
        "setMyCommands",
        {"commands": [{"command": "p" * 33, "description": "Play"}]},
        400,
        "Bad Request: command length must not exceed 32",
    ),
    (
        "101 commands",
        "setMyCommands",
        {"commands": [{"command": "play", "description": "Play"}] * 101},
        400,
        "Bad Request: BOT_COMMANDS_TOO_MUCH",
    ),
    (
        "scope",
        "getMyCommands",
        {"scope": {"type": "planet"}},
        400,
        "Bad Request: can't parse BotCommandScope: Unsupported type specified",
    ),
    ("unknown method", "makeCoffee", {}, 404, "Not Found"),
]


@pytest.mark.parametrize(
    ("method", "parameters", "code", "description"), [pytest.param(*row[1:], id=row[0]) for row in ALWAYS]
)
async def test_refused_whatever_happened_before(bot: Bot, method: str, parameters: dict, code: int, description: str):
    assert await bot.refused(method, **parameters) == (code, description)


async def test_a_refused_call_leaves_no_trace(bot: Bot, world: World):
    for _, method, parameters, _, _ in ALWAYS:
        await bot.refused(method, **parameters)
    assert await world.messages(GROUP) == []
    assert await world.messages(ANNA) == []
    assert (await world.counts())["chats"] == {}


async def test_another_token_is_unauthorized(bot: Bot):
    async with bot.session.get(f"{bot.url}/bot7000:OTHER/getMe") as response:
        assert response.status == 401
        assert await response.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}


class TestLimitsOfLength:
    """The longest that is allowed passes: characters are counted after the markup is taken out, data in bytes."""

    async def test_4096_characters(self, bot: Bot):
        text = "<b>" + "♠" * 4096 + "</b>"
        assert await bot.does("sendMessage", chat_id=GROUP, text=text, parse_mode="HTML")

    async def test_64_bytes_of_data(self, bot: Bot):
        assert await bot.does("sendMessage", **SEND, **keyboard([button(callback_data="♠" * 21 + "x")]))

    async def test_8_buttons_a_row_and_100_in_all(self, bot: Bot):
        assert await bot.does("sendMessage", **SEND, **keyboard(*[[button()] * 8] * 12, [button()] * 4))

    async def test_an_edit_that_is_too_long_is_refused_in_other_words(self, bot: Bot):
        message_id = await bot.says("short")
        refused = await bot.refused("editMessageText", message_id=message_id, **LONG)
        assert refused == (400, "Bad Request: MESSAGE_TOO_LONG")

    async def test_an_answer_of_200_characters(self, bot: Bot, world: World):
        anna = world.person("Anna")
        await bot.says("Table", GROUP, ["Sit"])
        await anna.presses("Sit", GROUP)
        [press] = await bot.hears()
        query_id = press["callback_query"]["id"]
        assert await bot.refused("answerCallbackQuery", callback_query_id=query_id, text="x" * 201) == (
            400,
            "Bad Request: MESSAGE_TOO_LONG",
        )
        assert await bot.does("answerCallbackQuery", callback_query_id=query_id, text="x" * 200)


class TestEdits:
    async def test_nothing_new_is_not_modified(self, bot: Bot):
        message_id = await bot.says("Table", GROUP, ["Sit"])
        same = {"chat_id": GROUP, "message_id": message_id, "text": "<b></b>Table ", "parse_mode": "HTML"}
        refused = await bot.refused("editMessageText", **same, **keyboard([button(callback_data="Sit")]))
        assert refused == (
            400,
            "Bad Request: message is not modified: specified new message content and reply markup are exactly the "
            "same as a current content and reply markup of the message",
        )

    @pytest.mark.parametrize(
        "change",
        [
            {"text": "Table!"} | keyboard([button(callback_data="Sit")]),
            {"text": "<i>Table</i>", "parse_mode": "HTML"} | keyboard([button(callback_data="Sit")]),
            {"text": "Table"} | keyboard([button(callback_data="Sit", style="success")]),
            {"text": "Table"},
        ],
        ids=["text", "markup", "style", "no keyboard"],
    )
    async def test_anything_new_is_modified(self, bot: Bot, change: dict):
        message_id = await bot.says("Table", GROUP, ["Sit"])
        assert await bot.does("editMessageText", chat_id=GROUP, message_id=message_id, **change)

    async def test_the_keyboard_stays_only_if_it_is_sent_again(self, bot: Bot, world: World):
        message_id = await bot.says("Table", GROUP, ["Sit"])
        await bot.does("editMessageText", chat_id=GROUP, message_id=message_id, text="Table of four")
        [table] = await world.messages(GROUP)
        assert (table.text, table.labels, table.edited) == ("Table of four", [], True)

    async def test_only_its_own_messages(self, bot: Bot, world: World):
        theirs = await world.person("Anna").says(GROUP, "/play")
        refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=theirs, text="x")
        assert refused == (400, "Bad Request: message can't be edited")

    async def test_a_deleted_message_is_not_found(self, bot: Bot):
        message_id = await bot.says("Table")
        await bot.does("deleteMessage", chat_id=GROUP, message_id=message_id)
        refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="x")
        assert refused == (400, "Bad Request: message to edit not found")


class TestDeletion:
    async def test_of_what_a_person_said_in_a_group_takes_an_administrator(self, bot: Bot, world: World):
        anna = world.person("Anna")
        theirs = await anna.says(GROUP, "/play")
        refused = await bot.refused("deleteMessage", chat_id=GROUP, message_id=theirs)
        assert refused == (400, "Bad Request: message can't be deleted")
        await world.post(f"/api/people/{ANNA}/promote_bot", chat_id=GROUP)
        assert await bot.does("deleteMessage", chat_id=GROUP, message_id=theirs)

    async def test_within_48_hours_only(self, bot: Bot, world: World):
        message_id = await bot.says("Table")
        await world.advance(48 * 3600 + 2)
        refused = await bot.refused("deleteMessage", chat_id=GROUP, message_id=message_id)
        assert refused == (400, "Bad Request: message can't be deleted for everyone")


class TestThePrivateChat:
    async def test_opens_with_start(self, bot: Bot, world: World):
        await world.person("Anna").starts()
        assert await bot.says("Your cards", ANNA)

    @pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
    async def test_is_forbidden_while_blocked(self, bot: Bot, world: World, method: str):
        anna = world.person("Anna")
        await anna.starts()
        shown = {"message_id": await bot.says("Your cards", ANNA)} if method == "editMessageText" else {}
        await anna.blocks()
        refused = await bot.refused(method, chat_id=ANNA, text="x", **shown)
        assert refused == (403, "Forbidden: bot was blocked by the user")
        await anna.unblocks()
        assert await bot.does(method, chat_id=ANNA, text="x", **shown)

    async def test_of_somebody_never_met_is_not_found(self, bot: Bot, world: World):
        newcomer = await world.newcomer("Дмитро")
        assert await bot.refused("sendMessage", chat_id=newcomer.id, text="x") == (400, "Bad Request: chat not found")
        await newcomer.joins(GROUP)
        code, _ = await bot.refused("sendMessage", chat_id=newcomer.id, text="x")
        assert code == 403


class TestTheGroup:
    async def test_is_forbidden_to_a_bot_thrown_out(self, bot: Bot, world: World):
        await world.person("Anna").removes_bot(GROUP)
        assert await bot.refused("sendMessage", chat_id=GROUP, text="x") == (
            403,
            "Forbidden: bot was kicked from the supergroup chat",
        )

    async def test_is_forbidden_to_a_bot_never_added(self, bot: Bot, world: World):
        group = await world.person("Борис").founds("Без бота", with_bot=False)
        assert await bot.refused("getChatMember", chat_id=group, user_id=BORIS) == (
            403,
            "Forbidden: bot is not a member of the supergroup chat",
        )
