"""A town to measure in: a local Telegram whose people play, and the bot in a process of its own.

The people live in the emulator's process: a press costs no request, and one clock sees it and its answer.
"""
