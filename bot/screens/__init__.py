"""Pure rendering: what a person may know, in his language, as a `Screen`."""
