"""From a screen to the call that shows it.

The answers are taken as the JSON they are. aiogram would parse a sent message as a whole, and one that it cannot parse
would look like one that was never sent, and be sent again and again.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

from aiogram import methods
from aiogram.methods import TelegramMethod
from aiogram.types import (
    BufferedInputFile,
    CopyTextButton,
    EphemeralMessageParameters,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
)

from bot.screens.screen import Button, Screen

_QUIET_LINKS = LinkPreviewOptions(is_disabled=True)


M = TypeVar("M", bound=TelegramMethod[Any])


def _raw(method: type[M]) -> type[M]:
    """The same method, its answer left as JSON."""
    return cast(type[M], type(method.__name__, (method,), {"__returning__": Any, "__module__": __name__}))


SendMessage = _raw(methods.SendMessage)
SendDocument = _raw(methods.SendDocument)
EditMessageText = _raw(methods.EditMessageText)
EditMessageReplyMarkup = _raw(methods.EditMessageReplyMarkup)
EditEphemeralMessageText = _raw(methods.EditEphemeralMessageText)
GetChatMember = _raw(methods.GetChatMember)


def send(chat_id: int, screen: Screen, *, thread: int | None = None, silent: bool = False) -> methods.SendMessage:
    return SendMessage(
        chat_id=chat_id,
        message_thread_id=thread,
        text=screen.text,
        reply_markup=_prompt(screen) or keyboard(screen),
        parse_mode="HTML",
        link_preview_options=_QUIET_LINKS,
        disable_notification=silent,
    )


def edit(chat_id: int, message_id: int, screen: Screen) -> methods.EditMessageText:
    """Also takes the buttons away if the screen has none."""
    return EditMessageText(
        chat_id=chat_id,
        message_id=message_id,
        text=screen.text,
        reply_markup=keyboard(screen),
        parse_mode="HTML",
        link_preview_options=_QUIET_LINKS,
    )


def whisper(
    chat_id: int, receiver: int, screen: Screen, *, query: str = "", thread: int | None = None
) -> methods.SendMessage:
    """Seen by one person alone. `query`: a press of his that is not answered yet; without one only an administrator may
    (TELEGRAM.md, 1.1)."""
    return SendMessage(
        chat_id=chat_id,
        message_thread_id=thread,
        text=screen.text,
        reply_markup=keyboard(screen),
        parse_mode="HTML",
        link_preview_options=_QUIET_LINKS,
        ephemeral_message_parameters=EphemeralMessageParameters(
            receiver_user_id=receiver, callback_query_id=query or None
        ),
    )


def edit_whisper(chat_id: int, receiver: int, message_id: int, screen: Screen) -> methods.EditEphemeralMessageText:
    """An ephemeral message has no number among the chat's: the other edits do not find it."""
    return EditEphemeralMessageText(
        chat_id=chat_id,
        receiver_user_id=receiver,
        ephemeral_message_id=message_id,
        text=screen.text,
        reply_markup=keyboard(screen),
        parse_mode="HTML",
        link_preview_options=_QUIET_LINKS,
    )


def hush(chat_id: int, receiver: int, message_id: int) -> methods.DeleteEphemeralMessage:
    return methods.DeleteEphemeralMessage(chat_id=chat_id, receiver_user_id=receiver, ephemeral_message_id=message_id)


def strip(chat_id: int, message_id: int) -> methods.EditMessageReplyMarkup:
    """Takes a message's buttons away."""
    return EditMessageReplyMarkup(chat_id=chat_id, message_id=message_id)


def delete(chat_id: int, message_id: int) -> methods.DeleteMessage:
    return methods.DeleteMessage(chat_id=chat_id, message_id=message_id)


def document(
    chat_id: int, name: str, content: bytes, caption: str, *, thread: int | None = None
) -> methods.SendDocument:
    return SendDocument(
        chat_id=chat_id,
        message_thread_id=thread,
        document=BufferedInputFile(content, name),
        caption=caption or None,
        parse_mode="HTML",
    )


def keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    """The buttons of a message as it is edited; one that asks for a reply has none."""
    if not screen.buttons:
        return None
    return InlineKeyboardMarkup(inline_keyboard=[[_button(button) for button in row] for row in screen.buttons])


def _prompt(screen: Screen) -> ForceReply | None:
    """Opens a reply to the message for everybody who sees it come."""
    return ForceReply(force_reply=True, input_field_placeholder=screen.reply) if screen.reply else None


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        text=button.text,
        callback_data=button.data or None,
        url=button.url or None,
        copy_text=CopyTextButton(text=button.copy) if button.copy else None,
        style=button.style or None,
    )
