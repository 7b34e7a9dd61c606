"""Updates and what governs them. getUpdates answers at once here; `polling` does the waiting. No webhooks yet."""

from __future__ import annotations

from typing import Any

from emulator.methods.table import method
from emulator.parameters import Arguments, array, boolean, integer
from emulator.refusals import not_emulated
from emulator.updates import Pending
from emulator.world import World

MOST_UPDATES = 100


def get_updates(world: World, arguments: Arguments) -> list[Pending]:
    """What waits now, having confirmed and remembered what the call says."""
    _allow(world, arguments.get("allowed_updates"))
    limit = min(max(arguments.get("limit", MOST_UPDATES), 1), MOST_UPDATES)
    return world.read_updates(arguments.get("offset", 0), limit)


def delete_webhook(world: World, arguments: Arguments) -> bool:
    if arguments.get("drop_pending_updates"):
        world.updates.clear()
    return True


def get_webhook_info(world: World, arguments: Arguments) -> dict[str, Any]:
    told: dict[str, Any] = {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }
    return told | ({"allowed_updates": list(world.updates.allowed)} if world.updates.allowed else {})


def _allow(world: World, allowed: list[Any] | None) -> None:
    """Remember which kinds of updates the bot wants; later calls without the parameter change nothing."""
    if allowed is None:
        return
    if not all(isinstance(kind, str) for kind in allowed):
        raise not_emulated('parameter "allowed_updates" of getUpdates must be an Array of String')
    world.updates.allowed = tuple(allowed)


ROWS = (
    method("getUpdates", get_updates, offset=integer, limit=integer, timeout=integer, allowed_updates=array),
    method("deleteWebhook", delete_webhook, drop_pending_updates=boolean),
    method("getWebhookInfo", get_webhook_info),
)
