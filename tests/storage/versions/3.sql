-- Version 1. Times are unix seconds, ids are our own; what Telegram calls things by are attributes.
-- Tables are named in the plural, since TABLE and UPDATE are words of SQL.

CREATE TABLE bot (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    telegram_id INTEGER NOT NULL
);

-- Updates in their order of arrival; Telegram's numbers may start anew after a quiet week.
CREATE TABLE inbox (
    n INTEGER PRIMARY KEY,
    update_id INTEGER NOT NULL UNIQUE,
    raw TEXT NOT NULL,
    received_at REAL NOT NULL,
    done_at REAL,
    error TEXT
);
CREATE INDEX inbox_pending ON inbox (n) WHERE done_at IS NULL;

CREATE TABLE chats (
    id INTEGER PRIMARY KEY,
    telegram_id INTEGER NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('group', 'private')),
    title TEXT NOT NULL DEFAULT '',
    locale TEXT,
    agreement TEXT,
    reachable INTEGER NOT NULL DEFAULT 1 CHECK (reachable IN (0, 1))
);

-- A person's private chat is the row of `chats` with the same Telegram id; there is none before Start.
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    telegram_id INTEGER NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    username TEXT,
    locale TEXT
);

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    chat_id INTEGER NOT NULL REFERENCES chats (id),
    thread_id INTEGER,
    status TEXT NOT NULL DEFAULT 'lobby' CHECK (status IN ('lobby', 'playing', 'ended', 'cancelled')),
    size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 4),
    agreement TEXT NOT NULL,
    opened_by INTEGER NOT NULL REFERENCES people (id),
    created_at REAL NOT NULL,
    first_dealer INTEGER,
    start TEXT,
    settled TEXT,
    CHECK (status NOT IN ('playing', 'ended') OR (first_dealer IS NOT NULL AND start IS NOT NULL))
);
CREATE INDEX tables_chat ON tables (chat_id, status);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4),
    person_id INTEGER REFERENCES people (id),
    computer TEXT,
    ready INTEGER NOT NULL DEFAULT 0 CHECK (ready IN (0, 1)),
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, person_id),
    CHECK ((person_id IS NULL) <> (computer IS NULL))
) WITHOUT ROWID;
CREATE INDEX seats_person ON seats (person_id);

-- Secrets of deep links: each works once.
CREATE TABLE tokens (
    token TEXT PRIMARY KEY,
    person_id INTEGER REFERENCES people (id),
    table_id INTEGER REFERENCES tables (id),
    created_at REAL NOT NULL,
    used_at REAL
) WITHOUT ROWID;

-- The log of a pulka: what was accepted, as text, for ever. `seat` is who pressed, null for deck, clock, judge, chair.
CREATE TABLE actions (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    token TEXT NOT NULL,
    seat INTEGER,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- A closed deal: how it ended and the value of the pulka that it leaves. Later programs read these, they do not recount.
CREATE TABLE deals (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    closed_seq INTEGER NOT NULL,
    result TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, closed_seq),
    FOREIGN KEY (table_id, closed_seq) REFERENCES actions (table_id, seq)
) WITHOUT ROWID;

-- The sheet, line by line; `amount` is an exact fraction as text ("4", "-7/3").
CREATE TABLE lines (
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL CHECK (n > 0),
    kind TEXT NOT NULL CHECK (kind IN ('pool', 'hill', 'whists')),
    seat INTEGER NOT NULL,
    other INTEGER,
    amount TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    FOREIGN KEY (table_id, seq) REFERENCES actions (table_id, seq)
) WITHOUT ROWID;

CREATE TRIGGER actions_stay BEFORE UPDATE ON actions BEGIN SELECT RAISE(ABORT, 'actions are only ever added'); END;
CREATE TRIGGER actions_last BEFORE DELETE ON actions BEGIN SELECT RAISE(ABORT, 'actions are only ever added'); END;
CREATE TRIGGER deals_stay BEFORE UPDATE ON deals BEGIN SELECT RAISE(ABORT, 'closed deals are only ever added'); END;
CREATE TRIGGER deals_last BEFORE DELETE ON deals BEGIN SELECT RAISE(ABORT, 'closed deals are only ever added'); END;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;
CREATE TRIGGER lines_last BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;

-- What each chat shows: one row a place. `seq` is the action it shows; a final one is never touched again.
-- `uncertain` counts sends whose answer was lost: each may have left a twin that we cannot name.
CREATE TABLE screens (
    chat_id INTEGER NOT NULL REFERENCES chats (id),
    key TEXT NOT NULL,
    table_id INTEGER REFERENCES tables (id),
    message_id INTEGER,
    digest TEXT NOT NULL DEFAULT '',
    seq INTEGER NOT NULL,
    final INTEGER NOT NULL DEFAULT 0 CHECK (final IN (0, 1)),
    uncertain INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (chat_id, key)
) WITHOUT ROWID;
CREATE INDEX screens_table ON screens (table_id, seq);
CREATE INDEX screens_message ON screens (chat_id, message_id);

CREATE TABLE deadlines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID;
CREATE INDEX deadlines_at ON deadlines (at);

-- Version 2. A message that a new one with sound has replaced and that is still to be deleted, null when there is none.

ALTER TABLE screens ADD COLUMN former INTEGER;

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

PRAGMA user_version = 3;
PRAGMA journal_mode = WAL;

INSERT INTO bot VALUES (1, 42);
INSERT INTO inbox VALUES (1, 700, '', 1800000000.0, 1800000001.0, NULL), (2, 701, '{"update_id": 701}', 1800000002.0, NULL, NULL);
INSERT INTO chats VALUES (1, -1001, 'group', 'Пятница', 'ru', 'preset=sochi', 1, 'anybody', NULL),
    (2, 11, 'private', '', NULL, NULL, 1, 'admins', NULL);
INSERT INTO rule_changes VALUES (1, 2, 'preset=rostov', 'Анна', 1800000000.5);
INSERT INTO people VALUES (1, 11, 'Анна', 'anna', 'ru', 'never', 23, 8, 'Europe/Kyiv', 1),
    (2, 12, 'Борис <3', NULL, NULL, 'away', NULL, NULL, NULL, 0);
INSERT INTO tables VALUES (1, 1, NULL, 'playing', 3, 'preset=sochi', 1, 1800000000.0, 3, 'as it begins', NULL,
    1, 'drawn', NULL, '', NULL, NULL, 1);
INSERT INTO seats VALUES (1, 1, 1, NULL, 1, '', NULL), (1, 2, NULL, 'maxim', 1, 'thumb', NULL),
    (1, 3, 2, NULL, 1, '', 1800000020.0);
INSERT INTO talks VALUES (1, 1, 'replace', 3, 1, '1', NULL, '');
INSERT INTO leavers VALUES (1, 1, 2, NULL, 'Гена');
INSERT INTO tokens VALUES ('AbCdEfGhIjKlMnOpQrStUv', 2, 1, 1800000000.0, NULL);
INSERT INTO actions VALUES (1, 1, 'deck-first', NULL, 1800000010.0), (1, 2, '1:6s', 1, 1800000011.0),
    (1, 3, 'deck-second', NULL, 1800000012.0), (1, 4, '2:pass', 2, 1800000013.0);
INSERT INTO deals VALUES (1, 1, 2, '6s 1; pass 2 3; tricks 6-2-2', 'after the first');
INSERT INTO lines VALUES (1, 2, 1, 'pool', 1, NULL, '2', 'contract 6s'), (1, 2, 2, 'whists', 2, 1, '-7/3', 'consolation');
INSERT INTO screens VALUES (1, 'board:1:2', 1, 5, 'ab12', 4, 0, 1, NULL),
    (2, 'hand:1', 1, 9, 'cd34', 4, 0, 0, 8);
INSERT INTO deadlines VALUES (1, 'move', 1800000300.0);
INSERT INTO clocks VALUES (1, 3, 1800000012.0, 30.5, NULL, 4, 1800000072.0, NULL);
INSERT INTO pulse VALUES (1, 1800000014.0);
