"""How the Bot API says no, in Telegram's own words.

The texts are Telegram's (tdlib/telegram-bot-api `Client.cpp`, tdlib/td), so that a bot which tells refusals apart by
their text can be tested here. What Telegram would let pass or drop in silence, and this emulator refuses so that nobody
builds upon it, is marked `[emulator]`: see `not_emulated`.
"""

from __future__ import annotations

from typing import Any

CHAT_ID_EMPTY = "chat_id is empty"
CHAT_NOT_FOUND = "chat not found"
USER_NOT_FOUND = "user not found"
TEXT_EMPTY = "message text is empty"
TEXT_BLANK = "text must be non-empty"
TEXT_TOO_LONG = "message is too long"
EDITED_TEXT_TOO_LONG = "MESSAGE_TOO_LONG"
CAPTION_TOO_LONG = "message caption is too long"
ANSWER_TOO_LONG = "MESSAGE_TOO_LONG"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
NOTHING_TO_EDIT = "message to edit not found"
NOTHING_TO_DELETE = "message to delete not found"
NOTHING_TO_REPLY_TO = "message to be replied not found"
MESSAGE_NOT_NAMED = "message identifier is not specified"
NOT_EDITABLE = "message can't be edited"
NO_TEXT_TO_EDIT = "there is no text in the message to edit"
NOT_DELETABLE = "message can't be deleted"
NOT_DELETABLE_FOR_EVERYONE = "message can't be deleted for everyone"
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
ANSWER_URL_INVALID = "URL_INVALID"
BUTTON_DATA_INVALID = "BUTTON_DATA_INVALID"
KEYBOARD_TOO_LONG = "reply markup is too long"
FILE_ID_INVALID = "invalid file_id"
FILE_EMPTY = "file must be non-empty"
NO_PHOTO = "there is no photo in the request"
NOT_A_PICTURE = "IMAGE_PROCESS_FAILED"
PICTURE_TOO_LARGE = "PHOTO_INVALID_DIMENSIONS"
PICTURE_TOO_MANY_BYTES = "file of size {} bytes is too big for a photo; the maximum size is {} bytes"
NO_CAPTION_TO_EDIT = "there is no caption in the message to edit"
NO_DOCUMENT = "there is no document in the request"
NO_ADMINISTRATORS = "there are no administrators in the private chat"
NOT_UTF8 = "strings must be encoded in UTF-8"

NOT_STARTED = "bot can't initiate conversation with a user"
BLOCKED = "bot was blocked by the user"
DEACTIVATED = "user is deactivated"
KICKED = "bot was kicked from the {} chat"
NOT_A_MEMBER = "bot is not a member of the {} chat"
UPGRADED = "group chat was upgraded to a supergroup chat"
NO_SUCH_TOPIC = "message thread not found"
TOPIC_CLOSED = "TOPIC_CLOSED"
DEAD_MESSAGE = "MESSAGE_ID_INVALID"

NO_RIGHT_TO_SEND_TEXT = "not enough rights to send text messages to the chat"
NO_RIGHT_TO_SEND_PHOTOS = "not enough rights to send photos to the chat"
NO_RIGHT_TO_SEND_DOCUMENTS = "not enough rights to send documents to the chat"
NO_RIGHT_TO_EDIT = "CHAT_WRITE_FORBIDDEN"
NOT_ADMIN = "BOT_NOT_ADMIN"
NOT_A_PARTICIPANT = "USER_NOT_PARTICIPANT"
NOTHING_EPHEMERAL = "MESSAGE_ID_INVALID"
EPHEMERAL_TEXT_TOO_LONG = "MEDIA_CAPTION_TOO_LONG"

HOOKED = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
NOW_HOOKED = "terminated by setWebhook request"
OTHER_POLLER = "terminated by other getUpdates request; make sure that only one bot instance is running"


class Refused(Exception):
    """A call that is answered with `{"ok": false, ...}`; nothing in the world has changed.

    `code` is both the HTTP status and `error_code`; `parameters` is Telegram's ResponseParameters or None.
    """

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(code, description)
        self.code = code
        self.description = description
        self.parameters = parameters


def upgraded(chat_id: int) -> Refused:
    """The group is the supergroup `chat_id` now."""
    return Refused(400, f"Bad Request: {UPGRADED}", {"migrate_to_chat_id": chat_id})


def bad_request(reason: str) -> Refused:
    return Refused(400, f"Bad Request: {reason}")


def forbidden(reason: str) -> Refused:
    return Refused(403, f"Forbidden: {reason}")


def conflict(reason: str = OTHER_POLLER) -> Refused:
    return Refused(409, f"Conflict: {reason}")


def unauthorized() -> Refused:
    return Refused(401, "Unauthorized")


def not_found() -> Refused:
    return Refused(404, "Not Found")


def too_many_requests(retry_after: int) -> Refused:
    """`retry_after` in whole seconds."""
    return Refused(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def not_emulated(reason: str) -> Refused:
    """What Telegram might do, but this emulator will not pretend to."""
    return bad_request(f"[emulator] {reason}")
