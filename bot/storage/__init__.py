"""What must not be lost: one SQLite file, plain SQL, one module per family of tables.

`Database` opens the file and runs functions of the other modules inside its transactions; each of those takes the
connection first. Ids are the database's own, times are unix seconds.
"""

from bot.storage.database import Database
from bot.storage.errors import Busy, Closed, Conflict, StorageError, TooNew, Trouble, WrongBot, WrongSeq

__all__ = ["Busy", "Closed", "Conflict", "Database", "StorageError", "TooNew", "Trouble", "WrongBot", "WrongSeq"]
