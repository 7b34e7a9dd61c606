"""answerCallbackQuery: what the one who pressed a button gets to see. Free of flood limits."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from emulator.methods.table import method
from emulator.parameters import Arguments, boolean, integer, string
from emulator.refusals import ANSWER_TOO_LONG, ANSWER_URL_INVALID, bad_request
from emulator.world import World

ANSWER_LENGTH = 200  # characters


def answer_callback_query(world: World, arguments: Arguments) -> bool:
    text, url = arguments.get("text", ""), arguments.get("url") or None
    if len(text) > ANSWER_LENGTH:
        raise bad_request(ANSWER_TOO_LONG)
    if url is not None and not _leads_to_bot(world, url):
        raise bad_request(ANSWER_URL_INVALID)
    now = world.clock.now()
    query = world.queries.answer(arguments.get("callback_query_id", ""), now)
    world.emit(
        {
            "kind": "answer",
            "query_id": query.id,
            "user_id": query.user_id,
            "chat_id": query.chat_id,
            "message_id": query.message_id,
            "text": text,
            "alert": arguments.get("show_alert", False),
            "url": url,
            "pressed": round((now - query.pressed) * 1000),
        }
    )
    return True


def _leads_to_bot(world: World, url: str) -> bool:
    """An answer may open only a game or a deep link to the bot itself."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    asked = parse_qs(parts.query)
    name = asked.get("domain", [""])[0] if parts.scheme == "tg" else parts.path.strip("/")
    at_home = parts.netloc == ("resolve" if parts.scheme == "tg" else "t.me")
    return at_home and name.lower() == world.bot.username.lower() and "start" in asked


ROWS = (
    method(
        "answerCallbackQuery",
        answer_callback_query,
        callback_query_id=string,
        text=string,
        show_alert=boolean,
        url=string,
        cache_time=integer,
    ),
)
