"""What the host refuses, besides what the rules refuse. Codes like those of the game; sentences are in the locales.

HostRefusal
  NoTable          there is no such table (any more)
  NotSeated        the person does not sit at this table
  Stale            the question was answered, or is not open to this seat now
  AlreadyBegun     the lobby is over
  LobbyFull        no seat is free
  AlreadySeated    he sits here already
  StartFirst       the bot may not write to him in private yet
  NeedPlayers      not all seats are taken
  NotYours         only who opened the table may do that
  NoComputer       no computer player sits there
  NotSilent        nobody sits there who has not said that he is ready
  SeatTaken        that seat is not free, or another deals first
  NotAway          whoever sits there is there
  NobodyAway       nobody keeps the others waiting: the end takes everybody's consent
  LastOne          he is the only person at the table: if he leaves, the pulka ends
  Petitioned       something else waits for consent
  WhileDealt       only between two deals
  AlreadyOpened    the people of this table have a new one (number)
  TableOver        the pulka is over
  ChangedMeanwhile the agreement is not the one that he saw
  RulesNotYours    the chat lets others change its rules (who: admins, seated)
  WhoIsUnknown     Telegram did not say whether he is an admin
  LanguageNotYours the chat's language is chosen by others
  NotSent          a file that he asked for could not be sent
"""

from __future__ import annotations

from bot.game.errors import PreferansError


class HostRefusal(PreferansError):
    """The table, or the person, is not in the state for that; nothing has changed."""


class NoTable(HostRefusal): ...


class NotSeated(HostRefusal): ...


class Stale(HostRefusal): ...


class AlreadyBegun(HostRefusal): ...


class LobbyFull(HostRefusal): ...


class AlreadySeated(HostRefusal): ...


class StartFirst(HostRefusal): ...


class LinkUsed(HostRefusal): ...


class NeedPlayers(HostRefusal): ...


class NoComputer(HostRefusal): ...


class NotSilent(HostRefusal): ...


class SeatTaken(HostRefusal): ...


class NotAway(HostRefusal): ...


class NotYours(HostRefusal): ...


class NobodyAway(NotYours): ...


class LastOne(HostRefusal): ...


class Petitioned(HostRefusal): ...


class WhileDealt(HostRefusal): ...


class AlreadyOpened(HostRefusal): ...


class TableOver(HostRefusal): ...


class ChangedMeanwhile(HostRefusal): ...


class RulesNotYours(HostRefusal): ...


class WhoIsUnknown(HostRefusal): ...


class LanguageNotYours(HostRefusal): ...


class NotSent(HostRefusal): ...
