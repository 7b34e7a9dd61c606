"""How large a picture is, read from its first bytes: PNG and JPEG, which is what bots send."""

from __future__ import annotations


class NoPicture(ValueError):
    pass


def size_of(content: bytes) -> tuple[int, int]:
    """Width and height in pixels. Raises NoPicture."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and content[12:16] == b"IHDR" and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content[:2] == b"\xff\xd8":
        return _jpeg(content)
    raise NoPicture


def _jpeg(content: bytes) -> tuple[int, int]:
    """Segment after segment to the frame's header: FF C0 to FF CF, but for C4, C8 and CC."""
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(content[at + 7 : at + 9], "big"), int.from_bytes(content[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    raise NoPicture
