"""Updates and what governs them. getUpdates answers at once here; `polling` does the waiting, `posting` the posting."""

from __future__ import annotations

from typing import Any

from emulator.hooks import MOST_CONNECTIONS, USUAL_CONNECTIONS, Hook, checked_secret, checked_url, trusting
from emulator.methods.table import method
from emulator.parameters import Arguments, array, boolean, file, integer, string
from emulator.refusals import not_emulated
from emulator.updates import Pending
from emulator.world import World

MOST_UPDATES = 100


def get_updates(world: World, arguments: Arguments) -> list[Pending]:
    """What waits now, having confirmed and remembered what the call says."""
    _allow(world, arguments.get("allowed_updates"))
    limit = min(max(arguments.get("limit", MOST_UPDATES), 1), MOST_UPDATES)
    return world.read_updates(arguments.get("offset", 0), limit)


def set_webhook(world: World, arguments: Arguments) -> bool:
    """Without a url it deletes, as in Telegram."""
    if not arguments.get("url"):
        return delete_webhook(world, arguments)
    certificate = arguments.get("certificate")
    if isinstance(certificate, str):
        raise not_emulated("a certificate is uploaded as a file, whatever library you use")
    hook = Hook(
        checked_url(arguments["url"]),
        checked_secret(arguments.get("secret_token", "")),
        certificate and certificate.content,
        min(max(arguments.get("max_connections", USUAL_CONNECTIONS), 1), MOST_CONNECTIONS),
    )
    if hook.certificate is not None:
        trusting(hook.certificate)
    world.hook.change(world.clock.now())
    hook.changed_at = world.hook.changed_at
    _allow(world, arguments.get("allowed_updates"))
    if arguments.get("drop_pending_updates"):
        world.updates.clear()
    world.set_hook(hook)
    return True


def delete_webhook(world: World, arguments: Arguments) -> bool:
    world.hook.change(world.clock.now())
    world.set_hook(Hook(changed_at=world.hook.changed_at))
    if arguments.get("drop_pending_updates"):
        world.updates.clear()
    return True


def get_webhook_info(world: World, arguments: Arguments) -> dict[str, Any]:
    told: dict[str, Any] = {
        "url": world.hook.url,
        "has_custom_certificate": world.hook.certificate is not None,
        "pending_update_count": len(world.updates),
    }
    if world.hook.url:
        told["max_connections"] = world.hook.max_connections
    if world.hook.last_error_date is not None:
        told |= {"last_error_date": world.hook.last_error_date, "last_error_message": world.hook.last_error_message}
    return told | ({"allowed_updates": list(world.updates.allowed)} if world.updates.allowed else {})


def _allow(world: World, allowed: list[Any] | None) -> None:
    """Remember which kinds of updates the bot wants; later calls without the parameter change nothing."""
    if allowed is None:
        return
    if not all(isinstance(kind, str) for kind in allowed):
        raise not_emulated('parameter "allowed_updates" must be an Array of String')
    world.updates.allowed = tuple(allowed)


ROWS = (
    method("getUpdates", get_updates, offset=integer, limit=integer, timeout=integer, allowed_updates=array),
    method(
        "setWebhook",
        set_webhook,
        unsupported="ip_address",
        url=string,
        certificate=file,
        max_connections=integer,
        allowed_updates=array,
        drop_pending_updates=boolean,
        secret_token=string,
    ),
    method("deleteWebhook", delete_webhook, drop_pending_updates=boolean),
    method("getWebhookInfo", get_webhook_info),
)
