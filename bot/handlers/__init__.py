"""aiogram's routers: from an update to the host and back, a few lines a handler. What they need is given by `app`."""

from aiogram import Router

from bot.handlers import back, commands, flood, late, members, notes, pressed, rules, sheets


def router() -> Router:
    """All routes, in the order in which they are tried."""
    root = Router(name="preferans")
    root.include_routers(
        pressed.router(),  # the first, for most of what comes is presses, and nobody else hears them
        late.router(),
        flood.router(),
        rules.router(),
        back.router(),
        notes.router(),
        sheets.router(),
        commands.router(),
        members.router(),
    )
    return root
