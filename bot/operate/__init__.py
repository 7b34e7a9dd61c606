"""For whoever runs the bot: its log, its figures, whether it is well, and what it does when the disk is not."""
