"""Trouble on order: calls that fail, that are applied and never answered, that take their time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ANY_METHOD = "*"


@dataclass
class Fault:
    """What happens to the next `times` calls of a method (to one chat only, if `chat_id` is set).

    Either the call is not applied and answered with `status` and a description (`html`: with a web server's error page
    instead of JSON), or the connection is dropped (`lose`), `hold` seconds after it took effect or, if it is not
    `applied`, without that; or it starts `delay` seconds later.
    """

    method: str
    times: int = 1
    chat_id: int | None = None
    status: int = 0
    description: str = ""
    parameters: dict[str, Any] | None = None
    html: bool = False
    lose: bool = False
    applied: bool = True
    hold: float = 0.0
    delay: float = 0.0

    def meets(self, method: str, chat_id: int | None) -> bool:
        return self.method in (method, ANY_METHOD) and self.chat_id in (None, chat_id)


class Faults:
    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        fault.method = fault.method.lower()
        self._faults.append(fault)

    def clear(self) -> None:
        self._faults.clear()

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """The oldest fault this call meets, used up once; None in peaceful times. `method` in lower case."""
        for fault in self._faults:
            if fault.meets(method, chat_id):
                fault.times -= 1
                if fault.times <= 0:
                    self._faults.remove(fault)
                return fault
        return None
