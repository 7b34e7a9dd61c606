"""Files: sent, kept, fetched by the bot and by people."""

from __future__ import annotations

import aiohttp

from emulator.client import World
from tests.emulator.bot_in_hand import GROUP, Bot

RECORD = "pref = 1\n# Пулька\n".encode()


async def send(bot: Bot, content: bytes = RECORD, **fields: str) -> dict:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("chat_id", str(GROUP))
    form.add_field("document", "attach://it")
    for name, value in fields.items():
        form.add_field(name, value)
    form.add_field("it", content, filename="пулька.pref", content_type="text/plain")
    async with bot.session.post(bot.address + "sendDocument", data=form) as response:
        return await response.json()


async def test_a_person_can_download_it(bot: Bot, world: World):
    await send(bot, caption="The <b>record</b>", parse_mode="HTML")
    [message] = await world.person("Anna").sees(GROUP)
    assert message.html == "The <b>record</b>"
    assert message.document["file_name"] == "пулька.pref"
    assert message.document["size"] == len(RECORD)
    async with bot.session.get(bot.url + message.document["url"]) as response:
        assert await response.read() == RECORD
        assert response.content_type == "text/plain"
        assert response.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''")


async def test_the_bot_can_download_it(bot: Bot):
    sent = (await send(bot))["result"]["document"]
    told = await bot.does("getFile", file_id=sent["file_id"])
    assert told["file_size"] == sent["file_size"] == len(RECORD)
    async with bot.session.get(f"{bot.url}/file/bot7000:EMULATOR/{told['file_path']}") as response:
        assert await response.read() == RECORD
    async with bot.session.get(f"{bot.url}/file/bot7000:OTHER/{told['file_path']}") as response:
        assert response.status == 401
    async with bot.session.get(f"{bot.url}/file/bot7000:EMULATOR/documents/none") as response:
        assert response.status == 404


async def test_it_can_be_sent_again_by_its_id(bot: Bot):
    sent = (await send(bot))["result"]["document"]
    again = await bot.does("sendDocument", chat_id=GROUP, document=sent["file_id"])
    assert again["document"] == sent


async def test_it_is_refused_empty(bot: Bot):
    assert (await send(bot, b""))["description"] == "Bad Request: file must be non-empty"


async def test_its_caption_has_up_to_1024_characters(bot: Bot):
    assert (await send(bot, caption="x" * 1024))["ok"]
    assert (await send(bot, caption="x" * 1025))["description"] == "Bad Request: message caption is too long"


async def test_it_has_no_text_to_edit(bot: Bot):
    message_id = (await send(bot))["result"]["message_id"]
    refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="x")
    assert refused == (400, "Bad Request: there is no text in the message to edit")


async def test_a_file_that_did_not_come_is_missed(bot: Bot):
    refused = await bot.refused("sendDocument", chat_id=GROUP, document="attach://it")
    assert refused == (
        400,
        'Bad Request: [emulator] parameter "document" names attach://it, and no such file came with it',
    )
