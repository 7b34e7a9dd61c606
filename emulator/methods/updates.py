"""Updates and what governs them. The waiting of getUpdates is `polling`'s; webhooks are not emulated."""

from __future__ import annotations

from typing import Any

from emulator.methods.table import method
from emulator.parameters import Arguments, array, boolean, integer
from emulator.refusals import not_emulated
from emulator.world import World


def get_updates(world: World, arguments: Arguments) -> Any:
    raise NotImplementedError("getUpdates waits, and is answered by polling.Polling")


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


def allow_updates(world: World, arguments: Arguments) -> None:
    """Remember which kinds of updates the bot wants; later calls without the parameter change nothing."""
    allowed = arguments.get("allowed_updates")
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
