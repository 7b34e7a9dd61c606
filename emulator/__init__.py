"""A local Telegram: a Bot API server, a web chat and a control interface for tests. It knows nothing of any bot.

`world` is the pure part (people, chats, messages, what waits for the bot); `bot_api`, `client_api` and `control` are
three doors into it over HTTP; `server` joins them. README.md is the manual.
"""
