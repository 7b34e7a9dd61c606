-- Version 3. What chats and people have chosen for themselves, lobbies that expire, seats that change hands.

-- Clocks: of each seat when its person was heard last, what he has used of his bank in this pulka, since when his time is
-- over and he has not been heard, and the question that he is on the clock for: its number, the end of the move's time,
-- the minutes over it that were counted (null as long as there is time).
CREATE TABLE clocks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 4),
    heard_at REAL,
    spent REAL NOT NULL DEFAULT 0 CHECK (spent >= 0),
    late_since REAL,
    question INTEGER,
    until REAL,
    over INTEGER,
    PRIMARY KEY (table_id, seat),
    CHECK ((question IS NULL) = (until IS NULL))
) WITHOUT ROWID;

-- When the bot was last known to be up and to hear Telegram, in one row at most.
CREATE TABLE pulse (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at REAL NOT NULL
);

-- Groups as they are: since when a group cannot be written to, and since when the people at a table know that the group
-- does not see it.
ALTER TABLE chats ADD COLUMN lost_at REAL;
ALTER TABLE tables ADD COLUMN hidden_at REAL;
