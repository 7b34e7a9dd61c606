"""A Telegram bot that hosts tables of Russian preferans."""
