-- Version 3. What chats and people have chosen for themselves, lobbies that expire, seats that change hands.

-- Who may change a chat's agreement, and the changes that are told in one message: from `base` on.
ALTER TABLE chats ADD COLUMN rules_by TEXT NOT NULL DEFAULT 'admins'
    CHECK (rules_by IN ('admins', 'anybody', 'seated'));

CREATE TABLE rule_changes (
    chat_id INTEGER PRIMARY KEY REFERENCES chats (id),
    number INTEGER NOT NULL CHECK (number > 0),
    base TEXT NOT NULL,
    who TEXT NOT NULL,
    at REAL NOT NULL
);

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

-- What a table is called in its chat; how seats are given (drawn when the pulka begins, or free); who deals first, if that
-- is agreed; why a lobby asks for agreement again, or was closed; and the table whose people play again at this one.
ALTER TABLE tables ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN seating TEXT NOT NULL DEFAULT 'drawn' CHECK (seating IN ('drawn', 'free'));
ALTER TABLE tables ADD COLUMN dealer INTEGER;
ALTER TABLE tables ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN again_of INTEGER REFERENCES tables (id);
CREATE UNIQUE INDEX tables_again ON tables (again_of);
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT '';
UPDATE seats SET level = 'thumb' WHERE computer IS NOT NULL;
UPDATE tables SET number =
    (SELECT count(*) FROM tables AS known WHERE known.chat_id = tables.chat_id AND known.id <= tables.id);

-- People's own choices: when a turn may be told with sound, quiet hours (from and until an hour of the day in a zone), and
-- whether the only card that may be played plays itself.
ALTER TABLE people ADD COLUMN rings TEXT NOT NULL DEFAULT 'away' CHECK (rings IN ('away', 'always', 'never'));
ALTER TABLE people ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN zone TEXT;
ALTER TABLE people ADD COLUMN forced INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1));

-- Groups as they are: since when a group cannot be written to, and since when the people at a table know that the group
-- does not see it.
ALTER TABLE chats ADD COLUMN lost_at REAL;
ALTER TABLE tables ADD COLUMN hidden_at REAL;

-- What people talk of about a table: one message of its chat each. A petition is something that the others are to agree to;
-- `agreed` are seats, `outcome` is null as long as the talk goes on. Who has left keeps his seat until somebody takes it;
-- `leavers` are who had the seats that others took, in the order in which they were settled.
CREATE TABLE talks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL CHECK (number > 0),
    petition TEXT NOT NULL DEFAULT '' CHECK (petition IN ('', 'replace', 'computer', 'join', 'end', 'in_group', 'in_private')),
    seat INTEGER NOT NULL DEFAULT 0,
    person_id INTEGER REFERENCES people (id),
    agreed TEXT NOT NULL DEFAULT '',
    outcome TEXT,
    who TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

ALTER TABLE seats ADD COLUMN left_at REAL;

-- Whether the people of a table have agreed that hands may be played from messages of the group that one person sees.
ALTER TABLE tables ADD COLUMN in_group INTEGER NOT NULL DEFAULT 0 CHECK (in_group IN (0, 1));

CREATE TABLE leavers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    n INTEGER NOT NULL CHECK (n > 0),
    seat INTEGER NOT NULL,
    person_id INTEGER REFERENCES people (id),
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
