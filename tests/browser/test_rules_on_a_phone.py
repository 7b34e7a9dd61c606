"""The rules in a window of 360 pixels: every page of theirs is sent, and none has a button whose words are cut."""

from __future__ import annotations

import aiohttp
import pytest

from bot.delivery.calls import keyboard
from bot.game.agreement import PRESETS, SECTIONS
from bot.game.conventions import REGISTRY
from bot.game.presets import preset
from bot.screens.rulebook import Book, page
from bot.screens.screen import Screen
from emulator import server
from emulator.limits import FloodControl
from emulator.world import World
from tests.browser.onscreen import COMPLAINTS, opened
from tests.screens.dealing import LANGUAGES

pytestmark = pytest.mark.browser
NARROW = (360, 740)
HEIGHT = (
    """() => Math.max(...[...document.querySelectorAll("li[data-message] .text")].map((text) => text.clientHeight))"""
)


def pages(locale: str) -> list[Screen]:
    """The sections as Leningrad has them among Sochi's rules, so that most lines depart, and every rule."""
    leningrad = preset("leningrad")
    departing = preset().but(**{key: leningrad[key] for key in REGISTRY.by_key})
    book = Book(locale, departing, may_change="admins")
    names = ["top", "presets", "who", *(f"section:{name}" for name in SECTIONS), *(f"preset:{p}" for p in PRESETS)]
    return [page(book, name) for name in (*names, *(f"rule:{key}" for key in REGISTRY.by_key))]


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_no_button_of_the_rules_is_cut_and_no_rule_is_longer_than_the_window(chromium, locale: str):
    telegram = await server.start(World(flood=FloodControl(on=False)))
    try:
        shown = pages(locale)
        async with aiohttp.ClientSession() as session:
            for screen in shown:
                markup = keyboard(screen)
                assert markup is not None
                said = {"chat_id": -1001, "text": screen.text, "parse_mode": "HTML"}
                said |= {"reply_markup": markup.model_dump(mode="json", exclude_none=True)}
                async with session.post(f"{telegram.url}/bot{telegram.token}/sendMessage", json=said) as sent:
                    assert sent.status == 200
        async with opened(chromium, telegram.url, *NARROW) as window:
            await window.locator("li[data-message] .keyboard").nth(len(shown) - 1).wait_for(state="attached")
            assert await window.evaluate(COMPLAINTS) == []
            assert await window.evaluate(HEIGHT) < NARROW[1]
    finally:
        await telegram.stop()
