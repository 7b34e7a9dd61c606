"""What storage may refuse.

StorageError
  Busy       another process has this database open
  WrongBot   the database belongs to another bot
  TooNew     the database was written by a newer program
  Closed     the database was closed before the work could run
  Conflict   the row is not in the state that the operation needs (a lobby that has started, a taken seat)
  WrongSeq   an action's number is taken already, or leaves a gap
  Trouble    the disk or the file: nothing is recorded, and nothing is lost of what was
    DiskFull, ReadOnly, Locked, Failing, Vanished     it may pass
    Broken, Replaced                                  it does not: the process has to end
"""

from __future__ import annotations


class StorageError(Exception):
    """The root; its text is one sentence for the person who runs the bot."""


class Busy(StorageError):
    pass


class WrongBot(StorageError):
    pass


class TooNew(StorageError):
    pass


class Closed(StorageError):
    pass


class Conflict(StorageError):
    pass


class Trouble(StorageError):
    """Nothing can be recorded. Whoever meets it may tell people so: what they did has not happened."""

    passes = True
    """Whether it may be over by itself."""


class DiskFull(Trouble):
    pass


class ReadOnly(Trouble):
    pass


class Locked(Trouble):
    pass


class Failing(Trouble):
    """The disk answers with errors."""


class Vanished(Trouble):
    """The file is not there any more."""


class Broken(Trouble):
    """The file is not what was written."""

    passes = False


class Replaced(Trouble):
    """Another file stands in its place."""

    passes = False


class WrongSeq(StorageError):
    """The second wall against doubled actions: the log of `table` stands at `stands`, so `given` is not the next."""

    def __init__(self, table: int, stands: int, given: int) -> None:
        self.table, self.stands, self.given = table, stands, given
        what = "is taken already" if given <= stands else "would leave a gap"
        super().__init__(f"the log of table {table} stands at {stands}: action {given} {what}")
