-- Version 2. A message that a new one with sound has replaced and that is still to be deleted, null when there is none.

ALTER TABLE screens ADD COLUMN former INTEGER;
