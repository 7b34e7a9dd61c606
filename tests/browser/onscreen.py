"""Friends who look at the web chat and click in it: the same evening as over HTTP, seen as people see it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from playwright.async_api import Locator, Page, async_playwright

from emulator.client import Person
from tests.e2e.evening import Evening, Friend, plain

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds that somebody waits for something to turn up on the screen."""

FIND_BUTTON = """(pane, label) => {
  const bare = (text) => text.replace(/[\\u2068\\u2069]/g, "");
  for (const message of [...pane.querySelectorAll("li[data-message]")].reverse()) {
    const buttons = [...message.querySelectorAll("button[data-row]")];
    const named = buttons.filter((b) => bare(b.textContent).includes(label));
    const found = named.find((b) => bare(b.textContent) === label) ?? named[0];
    if (found) return [Number(message.dataset.message), Number(found.dataset.row), Number(found.dataset.column)];
  }
  return null;
}"""
FIND_TEXT = """(pane, text) => {
  const bare = (some) => some.replace(/[\\u2068\\u2069]/g, "");
  const seen = pane.querySelector(".scroller").getBoundingClientRect();
  for (const message of [...pane.querySelectorAll("li[data-message]")].reverse()) {
    const said = bare(message.querySelector(".text").textContent);
    const { top, bottom } = message.getBoundingClientRect();
    if (said.includes(text) && bottom > seen.top && top < seen.bottom) return said;
  }
  return null;
}"""
COMPLAINTS = """() => {
  const HALF_A_LINE = 9; // a suit is taller than its line
  const found = [];
  const tell = (what, thing) => found.push(`${what}: ${thing.textContent.slice(0, 60)}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
  for (const scroller of document.querySelectorAll(".scroller")) {
    if (scroller.scrollWidth > scroller.clientWidth) tell("a chat is wider than its column", scroller);
  }
  for (const row of document.querySelectorAll(".keyboard .row")) {
    if (row.children.length > 5) tell("more than five buttons in a row", row);
  }
  for (const button of document.querySelectorAll(".keyboard button")) {
    const label = button.querySelector(".label");
    const cut = label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + HALF_A_LINE;
    if (cut && button.checkVisibility()) tell("a button's text is cut", button);
  }
  for (const block of document.querySelectorAll(".text pre")) {
    if (block.scrollWidth > block.clientWidth + 1) tell("a table is cut", block);
  }
  return found;
}"""
"""What is ugly on the page as it stands: a list of sentences."""


class OnScreen(Friend):
    """A friend who knows nothing but the page. Where a chat is asked for, None is his private chat with the bot."""

    def __init__(self, person: Person, evening: Evening, page: Page) -> None:
        super().__init__(person, evening)
        self.page = page
        self.column = page.locator(f'section[data-person="{person.id}"]')

    async def goes_to(self, chat: int | None = None) -> Locator:
        """The chat, brought to the front if it does not show: on a phone one person's one chat fills the window."""
        if not await self.column.count():
            await self.page.click(f'button[data-show-person="{self.id}"]')
        pane = self.column.locator(f'article[data-chat="{chat or self.id}"]')
        if not await pane.count():
            await self.column.locator(f'button[data-view="{"group" if chat else "private"}"]').click()
        return pane

    async def starts(self) -> None:
        pane = await self.goes_to()
        await pane.locator('button[data-action="start"]').click()
        await pane.locator("textarea").wait_for()

    async def says(self, text: str, chat: int | None = None) -> None:
        pane = await self.goes_to(chat)
        await pane.locator("textarea").fill(text)
        await pane.locator('button[data-action="send"]').click()

    async def tries(self, label: str, chat: int | None = None) -> str:
        """Click, and what the toast or the alert says; if there is none, the message changes."""
        message, button = await self._button(label, chat)
        before = await message.inner_html()
        await button.click()
        told = await self._told()
        if not told:
            await _until(lambda: _is_other(message, before), f"{self.name} clicked {label!r} and nothing changed")
        assert not (ugly := await self.page.evaluate(COMPLAINTS)), ugly
        return told

    async def is_told(self, label: str, chat: int | None = None) -> str:
        return await self.tries(label, chat)

    async def sees(self, text: str, chat: int | None = None) -> str:
        """The newest message with this text that is to be seen without scrolling, waited for."""
        pane = await self.goes_to(chat)
        return await _until(
            lambda: pane.evaluate(FIND_TEXT, text), f"{self.name} saw no {text!r} in chat {chat or self.id}"
        )

    async def _button(self, label: str, chat: int | None) -> tuple[Locator, Locator]:
        pane = await self.goes_to(chat)
        place = await _until(lambda: pane.evaluate(FIND_BUTTON, label), f"{self.name} saw no button {label!r}")
        message = pane.locator(f'li[data-message="{place[0]}"]')
        return message, message.locator(f'button[data-row="{place[1]}"][data-column="{place[2]}"]')

    async def _told(self) -> str:
        """What the bot answers, once it has; it is read and put away."""

        async def answered() -> bool:
            return not await self.column.locator('[aria-busy="true"]').count()

        await _until(answered, f"the bot did not answer {self.name}")
        alert, toast = self.column.locator(".alert .card"), self.column.locator(".toast:not(.gone)")
        if await alert.count():
            said = await alert.locator("p").inner_text()
            await alert.locator('button[data-action="ok"]').click()
        elif await toast.count():
            said = await toast.last.inner_text()
            await toast.last.click()
        else:
            return ""
        return plain(said)


@asynccontextmanager
async def opened(chromium: str, url: str, width: int, height: int) -> AsyncIterator[Page]:
    """The web chat in a window of this size, in pixels."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            page = await browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
            await page.goto(url)
            yield page
            assert not problems, problems
        finally:
            await browser.close()


async def _until(look: Callable[[], Awaitable[T | None]], otherwise: str) -> T:
    late = time.monotonic() + PATIENCE
    while not (found := await look()):
        assert time.monotonic() < late, otherwise
        await asyncio.sleep(0.02)
    return found


async def _is_other(message: Locator, before: str) -> bool:
    return not await message.count() or await message.inner_html() != before
