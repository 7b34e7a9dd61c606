-- Version 3. What chats and people have chosen for themselves, lobbies that expire, seats that change hands.

-- People's own choices: when a turn may be told with sound, quiet hours (from and until an hour of the day in a zone), and
-- whether the only card that may be played plays itself.
ALTER TABLE people ADD COLUMN rings TEXT NOT NULL DEFAULT 'away' CHECK (rings IN ('away', 'always', 'never'));
ALTER TABLE people ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN zone TEXT;
ALTER TABLE people ADD COLUMN forced INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1));
