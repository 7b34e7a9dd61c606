"""The picture of the web chat in README.md, made anew: `python -m tests.browser.picture [FILE]`.

The bot, the local Telegram and the page are the real ones; only the cards are prepared.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.browser.onscreen import OnScreen, opened
from tests.conftest import NO_BROWSER, find_chromium
from tests.e2e.decks import Hands
from tests.e2e.evening import evening
from tests.e2e.openings import SPADES, eight_spades

PICTURE = Path(__file__).parents[2] / "docs" / "web-chat.png"
WIDTH, HEIGHT = 1440, 900
HEARTS = Hands(
    first="♠ТД ♣7 ♦К10 ♥ТКД98",
    second="♠К98 ♣ТК10 ♦В9 ♥В10",
    third="♠В107 ♣ДВ98 ♦Д87",
    talon="♥7 ♦Т",
)
"""The first hand makes eight hearts."""


async def draw(chromium: str, file: Path) -> None:
    """A deal is over, and the next is being played: three look at their hands, and the fourth at the group."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            evening(Path(folder), [SPADES, HEARTS]) as tonight,
            opened(chromium, tonight.world.base_url, WIDTH, HEIGHT) as page,
        ):
            tonight.befriends = partial(OnScreen, page=page)
            vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
            await page.locator("section[data-person]").first.wait_for()
            await tonight.sits_down(vira, anna, boris)
            await tonight.deal(1)
            await eight_spades(anna, boris, vira)
            await boris.presses("Вист")
            await vira.presses("Віст")
            await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
            await tonight.trick("Anna ♠К, Борис ♠9, Віра ♥8")
            await tonight.trick("Anna ♠Д, Борис ♥10, Віра ♥9")
            await tonight.trick("Anna ♥Т, Борис ♥Д, Віра ♥В")
            await tonight.trick("Anna ♣Т, Борис ♣В, Віра ♣7")
            await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
            await tonight.trick("Anna ♣8, Борис ♦Д, Віра ♣10")
            await tonight.trick("Віра ♦В, Anna ♠10, Борис ♦Т")
            await tonight.trick("Anna ♠В, Борис ♦К, Віра ♦8")
            await tonight.trick("Anna ♥7, Борис ♥К, Віра ♦10")
            await tonight.deal(2)
            await boris.presses("6♥")
            await vira.presses("Пас")
            tonight.may_be_seen(HEARTS.talon)
            await anna.presses("Пас")
            await boris.presses("♣7")
            await boris.presses("♦10")
            await boris.presses("Снести ♣7 ♦10")
            await boris.presses("8…")
            await boris.presses("8♥")
            await boris.presses("Играю 8♥")
            await vira.presses("Віст")
            await anna.presses("Вист")
            await tonight.trick("Борис ♥Т, Віра ♥10, Anna ♦7")
            await tonight.trick("Борис ♥К, Віра ♥В, Anna ♦8")
            await tonight.trick("Борис ♠Д, Віра ♠К")
            for friend in (anna, boris, vira):
                await friend.column.locator('button[data-view="private"]').click()
            await gleb.column.locator('button[data-view="group"]').click()
            await gleb.sees("Ход: Anna", tonight.group)
            await page.mouse.move(WIDTH / 2, 2)  # nothing is pointed at
            await asyncio.sleep(1)  # toasts and rings fade
            await page.screenshot(path=file)


def main() -> int:
    chromium = find_chromium()
    if chromium is None:
        print(NO_BROWSER, file=sys.stderr)
        return 2
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    asyncio.run(draw(chromium, file))
    print(f"{file}: {file.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
