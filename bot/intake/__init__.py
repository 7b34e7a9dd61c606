"""Updates in: taken raw, stored, committed, only then acknowledged; parsed and dealt with one by one.

aiogram's own polling acknowledges a batch before its handlers are done and parses it as one value, so a crash loses
updates and one that it cannot parse stops the bot for good. Here an update is in the database before Telegram may
forget it, and one that makes trouble is set aside alone. `Polling` and `Webhook` are two ways to come by them.
"""

from bot.intake.intake import AnotherReader, Intake, IntakeError, TokenRefused, WebhookRefused, describe
from bot.intake.polling import Polling
from bot.intake.webhook import Hook, Webhook

__all__ = [
    "AnotherReader",
    "Hook",
    "Intake",
    "IntakeError",
    "Polling",
    "TokenRefused",
    "Webhook",
    "WebhookRefused",
    "describe",
]
