"""What the web chat makes of a message's text."""

from __future__ import annotations

import aiohttp
import pytest

from emulator import server
from tests.browser.onscreen import opened
from tests.emulator.test_bot_api_photos import png

pytestmark = pytest.mark.browser
GAPS = """(text) => {
  const place = (node) => { const range = new Range(); range.selectNode(node); return range.getClientRects(); };
  const [before, block, after] = text.childNodes;
  const line = parseFloat(getComputedStyle(text).lineHeight);
  const { top, bottom } = block.getBoundingClientRect();
  const next = [...place(after)].find((words) => words.width > 9);
  return [(top - place(before)[0].bottom) / line, (next.top - bottom) / line];
}"""
"""How many lines are empty above and below the block in the middle of a text."""


@pytest.mark.parametrize("block", ["<pre>Anna 6 0</pre>", "<blockquote>Anna 6 0</blockquote>"])
async def test_a_block_ends_its_line(chromium, block: str):
    """One empty line stands after a table or a quotation where the bot has written one, as in Telegram."""
    telegram = await server.start()
    try:
        said = {"chat_id": -1001, "text": f"before\n\n{block}\n\nafter", "parse_mode": "HTML"}
        async with aiohttp.ClientSession() as session:
            sent = await session.post(f"{telegram.url}/bot{telegram.token}/sendMessage", json=said)
            assert sent.status == 200
        async with opened(chromium, telegram.url, 390, 844) as page:
            text = page.locator('article[data-chat="-1001"] li[data-message] .text').first
            above, below = await text.evaluate(GAPS)
        assert 1 <= above < 1.6
        assert 1 <= below < 1.6
    finally:
        await telegram.stop()


async def test_a_picture_stands_above_its_caption_and_fits_a_phone(chromium):
    telegram = await server.start()
    try:
        form = aiohttp.FormData({"chat_id": "-1001", "photo": "attach://it", "caption": "The board"})
        form.add_field("it", png(1200, 600), filename="board.png")
        async with aiohttp.ClientSession() as session:
            sent = await session.post(f"{telegram.url}/bot{telegram.token}/sendPhoto", data=form)
            assert sent.status == 200
        async with opened(chromium, telegram.url, 360, 740) as page:
            message = page.locator('article[data-chat="-1001"] li[data-message]').first
            picture = await message.locator("img").bounding_box()
            caption = await message.locator(".text").bounding_box()
            assert picture and caption
            assert await message.locator("img").evaluate("image => image.complete && image.naturalWidth") == 1200
            assert 100 < picture["width"] <= 360
            assert abs(picture["width"] / picture["height"] - 2) < 0.05
            assert picture["y"] + picture["height"] <= caption["y"]
    finally:
        await telegram.stop()
