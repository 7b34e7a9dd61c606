"""Makes Telegram equal to the wanted screens: what each place shows is remembered, only what differs is sent."""

from bot.delivery.bot import connect
from bot.delivery.delivery import Delivery
from bot.delivery.standing import Standing
from bot.delivery.wanted import Place, Wanted

__all__ = ["Delivery", "Place", "Standing", "Wanted", "connect"]
