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
