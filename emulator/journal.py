"""What the bot has called, for tests that count and for people who wonder."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Any

KEPT = 20_000  # calls; counts go on for ever

_EFFECTS = {"sendmessage": "sends", "senddocument": "sends", "sendphoto": "sends"}
_EFFECTS |= {"editmessagetext": "edits", "editmessagereplymarkup": "edits", "deletemessage": "deletions"}
_EFFECTS |= {"editmessagemedia": "edits", "editmessagecaption": "edits"}
_EFFECTS |= {"editephemeralmessagetext": "edits", "editephemeralmessagereplymarkup": "edits"}


@dataclass(frozen=True)
class Call:
    """One answered call; `at` is the unix time it came, `parameters` as it brought them (files by name and size)."""

    n: int
    at: float
    method: str
    chat_id: int | None
    ok: bool
    error_code: int | None
    parameters: dict[str, Any]


class Journal:
    def __init__(self) -> None:
        self._calls: deque[Call] = deque(maxlen=KEPT)
        self._written = 0
        self._methods: Counter[tuple[str, str]] = Counter()
        self._errors: Counter[int] = Counter()
        self._chats: Counter[tuple[int, str]] = Counter()

    def write(
        self, at: float, method: str, chat_id: int | None, error_code: int | None, parameters: dict[str, Any]
    ) -> None:
        self._written += 1
        ok = error_code is None
        self._calls.append(Call(self._written, at, method, chat_id, ok, error_code, parameters))
        self._methods[method, "ok" if ok else "refused"] += 1
        if error_code is not None:
            self._errors[error_code] += 1
        elif chat_id is not None and (effect := _EFFECTS.get(method.lower())):
            self._chats[chat_id, effect] += 1

    def since(self, n: int) -> list[Call]:
        """The calls numbered above `n`, as far as they are kept."""
        return [call for call in self._calls if call.n > n]

    def counts(self) -> dict[str, Any]:
        """`{"calls": n, "methods": {name: {"ok", "refused"}}, "errors": {code: n}, "chats": {id: {"sends", ...}}}`."""
        return {
            "calls": self._written,
            "methods": _nested(self._methods),
            "errors": {str(code): count for code, count in self._errors.items()},
            "chats": _nested(self._chats),
        }


def _nested(counter: Counter[Any]) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (outer, inner), count in counter.items():
        told.setdefault(str(outer), {})[inner] = count
    return told
