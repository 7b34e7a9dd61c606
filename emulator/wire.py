"""JSON as it goes over the wire."""

from __future__ import annotations

import json
from typing import Any


def dumps(told: Any) -> str:
    """JSON without blanks, and with letters as letters."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
