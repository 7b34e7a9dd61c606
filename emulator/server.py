"""One world and its doors, joined into a web application and started on a port."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from emulator.bot_api import BotApi
from emulator.client_api import ClientApi
from emulator.control import Control
from emulator.events import Events
from emulator.faults import Faults
from emulator.group_api import GroupApi
from emulator.journal import Journal
from emulator.mischief import Mischief
from emulator.polling import Polling
from emulator.posting import Posting
from emulator.world import World

PAGE = Path(__file__).parent / "page"
UPLOAD_BYTES = 50 * 2**20  # Telegram's limit for what a bot sends


def build_app(
    world: World | None = None, faults: Faults | None = None, mischief: Mischief | None = None
) -> web.Application:
    """An application with the Bot API, the client API, the control interface and the page, over one world. `faults` and
    `mischief` may make trouble that nobody has ordered."""
    world = world or World()
    faults, journal, mischief, events = faults or Faults(), Journal(), mischief or Mischief(), Events(world)
    polling, posting = Polling(world, mischief), Posting(world, mischief)
    app = web.Application(client_max_size=UPLOAD_BYTES)
    app.add_routes(BotApi(world, faults, journal, polling).routes())
    app.add_routes(ClientApi(world, events).routes())
    app.add_routes(GroupApi(world).routes())
    app.add_routes(Control(world, faults, journal, polling, mischief).routes())
    app.add_routes([web.get("/", _page), web.static("/page", PAGE)])

    async def hang_up(app: web.Application) -> None:
        polling.drop()
        events.close()
        await posting.close()

    app.on_shutdown.append(hang_up)
    app.on_response_prepare.append(_always_fresh)
    return app


async def _page(request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


async def _always_fresh(request: web.Request, response: web.StreamResponse) -> None:
    """A browser asks again for each file of the page, so that it never mixes two versions."""
    if isinstance(response, web.FileResponse):
        response.headers.setdefault("Cache-Control", "no-cache")


@dataclass
class Emulator:
    """A running emulator. `url` is both the address of the page and the Bot API server to give to a bot."""

    world: World
    url: str
    _runner: web.AppRunner

    @property
    def token(self) -> str:
        return self.world.bot.token

    async def stop(self) -> None:
        """Close the port. Streams and waiting readers are cut off."""
        await self._runner.cleanup()


async def start(
    world: World | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    faults: Faults | None = None,
    mischief: Mischief | None = None,
) -> Emulator:
    """Start on `port` (0: any free one) and answer once it can be reached; OSError if the port is taken. `faults` and
    `mischief`: see `build_app`."""
    world = world or World()
    runner = web.AppRunner(build_app(world, faults, mischief), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    bound = runner.addresses[0][1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return Emulator(world, f"http://{shown}:{bound}", runner)
