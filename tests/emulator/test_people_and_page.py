"""What people do, and what the web chat is told: the client API that the page is written against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import emulator
from emulator import server
from emulator.cast import Cast, load
from emulator.chats import Person
from emulator.client import World
from emulator.seen import Missed
from emulator.world import World as WholeWorld
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

LINK = "https://example.org/"


async def test_the_world_at_the_beginning(world: World):
    told = await world.get("/api/world")
    assert told.pop("now") > 1_700_000_000
    assert told == {
        "bot": {"id": 7000, "first_name": "Преферанс", "username": "preferans_bot"},
        "people": [
            {"id": 101, "first_name": "Anna", "username": "anna", "language_code": "ru", **UNMET},
            {"id": 102, "first_name": "Борис", "username": "boris", "language_code": "ru", **UNMET},
            {"id": 103, "first_name": "Віра", "username": "vira", "language_code": "uk", **UNMET},
            {"id": 104, "first_name": "Gleb", "username": "gleb", "language_code": "en", **UNMET},
        ],
        "chats": [
            {
                "id": GROUP,
                "type": "supergroup",
                "title": "Преферанс по пятницам",
                "members": [101, 102, 103, 104],
                "bot": True,
                "standings": {"101": "creator"},
                "anonymous": [],
                "topics": None,
            },
            {"id": 101, "type": "private", "title": "Anna", "members": [101], "bot": True, **PLAIN},
            {"id": 102, "type": "private", "title": "Борис", "members": [102], "bot": True, **PLAIN},
            {"id": 103, "type": "private", "title": "Віра", "members": [103], "bot": True, **PLAIN},
            {"id": 104, "type": "private", "title": "Gleb", "members": [104], "bot": True, **PLAIN},
        ],
        "commands": [],
    }


UNMET = {"started": False, "blocked": False, "offline": False, "deleted": False}
PLAIN: dict = {"standings": {}, "anonymous": [], "topics": None}


async def test_a_message_as_the_page_sees_it(bot: Bot, world: World):
    await bot.does(
        "sendMessage",
        chat_id=GROUP,
        text="<b>Table</b> & co".replace("&", "&amp;"),
        parse_mode="HTML",
        reply_markup={
            "inline_keyboard": [
                [{"text": "Sit", "callback_data": "sit", "style": "primary"}],
                [{"text": "Rules", "url": LINK}],
                [{"text": "Code", "copy_text": {"text": "preset=sochi"}}],
            ]
        },
    )
    [told] = (await world.get(f"/api/chats/{GROUP}/messages"))["messages"]
    assert told.pop("date") > 1_700_000_000
    assert told == {
        "message_id": 1,
        "chat_id": GROUP,
        "from": {"id": 7000, "first_name": "Преферанс", "is_bot": True},
        "edit_date": None,
        "text": "Table & co",
        "html": "<b>Table</b> &amp; co",
        "buttons": [
            [{"text": "Sit", "style": "primary", "kind": "callback", "copy": None, "url": None, "data": "sit"}],
            [
                {
                    "text": "Rules",
                    "style": None,
                    "kind": "url",
                    "copy": None,
                    "url": "https://example.org/",
                    "data": None,
                }
            ],
            [{"text": "Code", "style": None, "kind": "copy", "copy": "preset=sochi", "url": None, "data": None}],
        ],
        "document": None,
        "photo": None,
        "service": False,
        "reply_to": None,
        "force_reply": None,
        "only_for": None,
        "instead_of": None,
        "thread": None,
    }


async def test_the_page_hears_what_happens(bot: Bot, world: World):
    events = []
    async with bot.session.get(f"{bot.url}/api/events") as stream:
        assert await stream.content.readline() == b": listening\n"
        message_id = await bot.says("Table", GROUP, ["Sit"])
        await world.person("Anna").presses("Sit", GROUP)
        [press] = await bot.hears()
        query_id = press["callback_query"]["id"]
        await bot.does("answerCallbackQuery", callback_query_id=query_id, text="Yes")
        await bot.does("editMessageText", chat_id=GROUP, message_id=message_id, text="Table!")
        await bot.does("deleteMessage", chat_id=GROUP, message_id=message_id)
        await bot.does("setMyCommands", commands=[{"command": "play", "description": "Play"}])
        await world.restart()
        while len(events) < 6:
            line = (await stream.content.readline()).decode()
            if line.startswith("data: "):
                events.append(json.loads(line.removeprefix("data: ")))
    assert [event["kind"] for event in events] == ["message", "answer", "edited", "deleted", "world", "restart"]
    message, answer, edited, deleted, _, _ = events
    assert (message["chat_id"], message["message"]["text"]) == (GROUP, "Table")
    assert 0 <= answer.pop("pressed") < 5000
    assert answer == {
        "kind": "answer",
        "query_id": query_id,
        "user_id": ANNA,
        "chat_id": GROUP,
        "message_id": message_id,
        "text": "Yes",
        "alert": False,
        "url": None,
    }
    assert edited["message"]["text"] == "Table!"
    assert deleted == {"kind": "deleted", "chat_id": GROUP, "message_id": message_id}
    assert (await world.get("/api/world"))["commands"] == [{"command": "play", "description": "Play"}]


async def test_the_page_itself(bot: Bot):
    async with bot.session.get(bot.url) as response:
        assert (response.status, response.content_type) == (200, "text/html")
    async with bot.session.get(f"{bot.url}/page/app.js") as response:
        assert response.status == 200


async def test_groups_count_their_messages_and_private_chats_share_a_counter(bot: Bot, world: World):
    anna, boris = world.person("Anna"), world.person("Борис")
    other = await anna.founds("Суббота", boris, with_bot=False)
    await anna.says(other, "1 is that the group was made")
    await anna.starts()
    await boris.starts()
    assert [message.id for message in await world.messages(other)] == [1, 2]
    assert [message.id for message in await world.messages(ANNA)] == [1]
    assert [message.id for message in await world.messages(BORIS)] == [2]
    assert await bot.says("first here") == 1


async def test_only_the_newest_messages_on_request(bot: Bot, world: World):
    for number in range(5):
        await bot.says(str(number))
    told = await world.get(f"/api/chats/{GROUP}/messages?last=2")
    assert [message["text"] for message in told["messages"]] == ["3", "4"]


@pytest.mark.parametrize(
    ("url", "said", "answer"),
    [
        ("https://t.me/preferans_bot?start=table_7", ["/start table_7"], {"started": True, "external": None}),
        ("t.me/Preferans_Bot?start=table-7", ["/start table-7"], {"started": True, "external": None}),
        ("tg://resolve?domain=preferans_bot&start=x", ["/start x"], {"started": True, "external": None}),
        ("https://t.me/preferans_bot?start=", ["/start"], {"started": True, "external": None}),
        ("https://t.me/preferans_bot", [], {"started": False, "external": None}),
        ("https://t.me/other_bot?start=x", [], {"started": False, "external": "https://t.me/other_bot?start=x"}),
        ("https://example.org/?start=x", [], {"started": False, "external": "https://example.org/?start=x"}),
    ],
)
async def test_links_to_the_bot_press_start(world: World, url: str, said: list[str], answer: dict):
    anna = world.person("Anna")
    assert await anna.opens(url) == answer
    assert [message.text for message in await anna.sees()] == said


async def test_the_first_words_may_be_start_itself(world: World):
    anna = world.person("Anna")
    await anna.says(None, "/start table_7")
    await anna.says(None, "hello")
    assert [message.text for message in await anna.sees()] == ["/start table_7", "hello"]


@pytest.mark.parametrize("name", ["<b>Ж</b>", "\u202eAnna", "👩🏽\u200d🚀", 'O\'Neill & "sons"'])
async def test_names_may_be_anything(bot: Bot, world: World, name: str):
    newcomer = await world.newcomer(name, into=GROUP)
    await newcomer.says(GROUP, "/play")
    assert (await bot.hears())[-1]["message"]["from"]["first_name"] == name
    joined, said = await world.messages(GROUP)
    assert (joined.service, joined.text) == (True, f"{name} joined the group")
    assert "<b>" not in joined.html
    assert said.by == name


async def test_a_newcomer_needs_only_a_name(world: World):
    told = await world.post("/api/people", first_name="Дмитро", username=None)
    assert told == {"id": 105, "first_name": "Дмитро", "username": None, "language_code": "en", **UNMET}


async def test_who_has_left_neither_speaks_nor_counts(world: World):
    gleb = world.person("Gleb")
    await gleb.leaves(GROUP)
    with pytest.raises(Missed, match="403: Gleb is not in chat -1001"):
        await gleb.says(GROUP, "still here")
    [chat, *_] = (await world.get("/api/world"))["chats"]
    assert chat["members"] == [101, 102, 103]


@pytest.mark.parametrize(
    ("path", "body", "complaint"),
    [
        ("people/999/say", {"chat_id": GROUP, "text": "x"}, "404: no person 999; there are 101"),
        ("people/Anna/say", {"chat_id": GROUP, "text": "x"}, "404: 'Anna' is no id"),
        ("people/101/say", {"chat_id": -7, "text": "x"}, "404: no chat -7; there are -1001"),
        ("people/101/say", {"chat_id": GROUP}, "400: field 'text' is missing"),
        ("people/101/say", {"chat_id": GROUP, "text": " "}, "400: a message has 1 to 4096 characters, not 0"),
        ("people/101/say", {"chat_id": GROUP, "text": "x", "to": 1}, "400: unknown field 'to'"),
        ("people/101/say", {"chat_id": 101, "text": "x"}, "403: Anna has not pressed Start yet"),
        ("people/101/say", {"chat_id": 102, "text": "x"}, "403: Anna is not in chat 102"),
        ("people/101/start", {"payload": "a b"}, "400: a payload is up to 64"),
        ("people/101/join", {"chat_id": GROUP}, "409: Anna is in chat -1001 already"),
        ("people/101/leave", {"chat_id": 101}, "400: 101 is a private chat"),
        ("people/101/add_bot", {"chat_id": GROUP}, "409: the bot is in chat -1001 already"),
        ("people/101/new_group", {"title": " "}, "400: a group needs a title"),
        ("people/101/new_group", {"title": "x", "members": [5]}, "404: no person 5"),
        ("people", {"first_name": ""}, "400: field 'first_name' must not be empty"),
    ],
)
async def test_what_cannot_be_done_is_explained(world: World, path: str, body: dict, complaint: str):
    with pytest.raises(Missed, match=complaint):
        await world.post(f"/api/{path}", **body)


class TestACast:
    def test_is_read_from_a_file(self, tmp_path: Path):
        file = tmp_path / "cast.json"
        file.write_text(
            json.dumps(
                {
                    "bot": {"id": 5, "username": "my_bot", "token": "5:X"},
                    "people": [{"id": 1, "first_name": "Zoë"}],
                    "groups": [{"id": -10, "title": "Duo", "members": [1], "bot_standing": "administrator"}],
                }
            )
        )
        world = WholeWorld(load(file))
        assert (world.bot.username, world.people[1].first_name) == ("my_bot", "Zoë")
        assert world.chats[-10].members == {1: "creator", 5: "administrator"}

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("{", "is no cast: Expecting property name"),
            ('{"persons": []}', "unknown part 'persons'; a cast has bot, people, groups"),
            ('{"people": [{"name": "Zoë"}]}', "unexpected keyword argument 'name'"),
            ('{"groups": [{"id": -1, "title": "x"}]}', "is no cast: 'members'"),
        ],
    )
    def test_that_is_none_is_explained(self, tmp_path: Path, text: str, complaint: str):
        file = tmp_path / "cast.json"
        file.write_text(text)
        with pytest.raises(ValueError, match=complaint):
            load(file)

    async def test_begins_as_many_worlds_as_one_likes(self):
        cast = Cast(people=(Person(1, "Zoë"),))
        first, second = WholeWorld(cast), WholeWorld(cast)
        first.people[1].started = True
        assert not second.people[1].started


async def test_stopping_ends_streams_and_polls():
    running = await server.start()
    async with World(running.url):
        await running.stop()


def test_the_package_says_what_it_is():
    assert "local Telegram" in (emulator.__doc__ or "")
