"""What happens between people: lobbies, presses, computer players, coming back after a restart."""

from bot.game.errors import PreferansError
from bot.host.host import Host
from bot.host.refusals import HostRefusal
from bot.host.scene import Scene, Sitter, Stage
from bot.storage import Trouble

__all__ = ["Host", "HostRefusal", "PreferansError", "Scene", "Sitter", "Stage", "Trouble"]
