"""What the web chat shows to one person alone: ephemeral messages, and prompts to reply."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
from playwright.async_api import Locator, Page

from emulator import server
from emulator.client import World
from tests.browser.onscreen import opened
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

pytestmark = pytest.mark.browser


@pytest.fixture
async def world() -> AsyncIterator[World]:
    telegram = await server.start()
    async with World(telegram.url) as world:
        yield world
    await telegram.stop()


@pytest.fixture
async def bot(world: World) -> AsyncIterator[Bot]:
    async with aiohttp.ClientSession() as session:
        yield Bot(session, world.base_url, "7000:EMULATOR")


def group_of(page: Page, person: int) -> Locator:
    return page.locator(f'section[data-person="{person}"] article[data-chat="{GROUP}"]')


async def test_an_ephemeral_message_is_seen_by_its_receiver_and_its_buttons_are_pressed(chromium, bot, world):
    await world.person("Anna").gives_standing(7000, "administrator", GROUP)
    async with opened(chromium, world.base_url, 1400, 844) as page:
        styles = ["primary", "success", "danger"]
        row = [{"text": style, "callback_data": style, "style": style} for style in styles]
        await bot.does(
            "sendMessage",
            chat_id=GROUP,
            text="only for Anna",
            reply_markup={"inline_keyboard": [row]},
            ephemeral_message_parameters={"receiver_user_id": ANNA},
        )
        await bot.says("for all")
        await group_of(page, BORIS).locator(".text", has_text="for all").wait_for()
        assert await group_of(page, BORIS).locator(".message.private").count() == 0
        shown = group_of(page, ANNA).locator(".message.private")
        assert "only you see this" in await shown.inner_text()
        colours = [
            await shown.locator(f'button[data-style="{style}"]').evaluate("(b) => getComputedStyle(b).backgroundColor")
            for style in styles
        ]
        assert len(set(colours)) == 3
        await shown.locator("button", has_text="success").click()
        press = (await bot.hears(timeout=5))[-1]["callback_query"]
        assert (press["data"], press["message"]["message_id"]) == ("success", 0)


async def test_one_in_the_place_of_a_public_message_hides_it_until_it_goes(chromium, bot, world):
    async with opened(chromium, world.base_url, 1400, 844) as page:
        await bot.says("the board", GROUP, ["My cards"])
        await group_of(page, ANNA).locator("button", has_text="My cards").click()
        query = (await bot.hears(timeout=5))[-1]["callback_query"]
        told = {"receiver_user_id": ANNA, "callback_query_id": query["id"], "replace_callback_query_message": True}
        sent = await bot.does("sendMessage", chat_id=GROUP, text="the hand", ephemeral_message_parameters=told)
        await group_of(page, ANNA).locator(".text", has_text="the hand").wait_for()
        assert await group_of(page, ANNA).locator(".text", has_text="the board").count() == 0
        assert await group_of(page, BORIS).locator(".text", has_text="the board").count() == 1
        number = sent["ephemeral_message_id"]
        await bot.does("deleteEphemeralMessage", chat_id=GROUP, receiver_user_id=ANNA, ephemeral_message_id=number)
        await group_of(page, ANNA).locator(".text", has_text="the board").wait_for()


async def test_in_a_forum_one_chooses_the_topic_that_one_reads_and_writes_in(chromium, bot, world):
    anna = world.person("Anna")
    await anna.sets_forum(GROUP)
    thread = await anna.opens_topic("Пулька", GROUP)
    async with opened(chromium, world.base_url, 400, 800) as page:
        pane = group_of(page, ANNA)
        await bot.does("sendMessage", chat_id=GROUP, text="in the topic", message_thread_id=thread)
        await bot.says("in General")
        await pane.locator(".text", has_text="in General").wait_for()
        assert await pane.locator(".topic", has_text="# Пулька").count() == 2
        await pane.locator('select[data-field="topic"]').select_option(label="Пулька")
        assert await pane.locator(".text", has_text="in General").count() == 0
        assert await pane.locator(".text", has_text="in the topic").count() == 1
        await pane.locator("textarea").fill("/play")
        await pane.locator('button[data-action="send"]').click()
        await pane.locator(".text", has_text="/play").wait_for()
        assert (await bot.hears(timeout=5))[-1]["message"]["message_thread_id"] == thread
        await anna.closes_topic(thread, GROUP)
        await pane.locator("option", has_text="Пулька (closed)").wait_for(state="attached")


async def test_what_one_writes_after_a_prompt_is_the_reply_to_it(chromium, bot, world):
    async with opened(chromium, world.base_url, 1400, 844) as page:
        markup = {"force_reply": True, "input_field_placeholder": "preset=sochi"}
        asked = await bot.does("sendMessage", chat_id=GROUP, text="Which rules?", reply_markup=markup)
        field = group_of(page, ANNA).locator('textarea[placeholder="preset=sochi"]')
        await field.wait_for()
        assert await group_of(page, ANNA).locator('[data-field="prompt"]').inner_text() == "Reply to: Which rules?"
        await field.fill("preset=rostov")
        await group_of(page, ANNA).locator('button[data-action="send"]').click()
        message = (await bot.hears(timeout=5))[-1]["message"]
        assert (message["text"], message["reply_to_message"]["message_id"]) == ("preset=rostov", asked["message_id"])
        await bot.says("Thank you")
        await group_of(page, ANNA).locator('textarea[placeholder="To the group"]').wait_for()
