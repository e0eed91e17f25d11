"""What is common to all XML of the kind: comments and CDATA sections undone, character references.

No document type is read, so there are no entities but the five of XML, and nothing is expanded.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

_OPENING: Final = re.compile(r"<!(?:--|\[CDATA\[)")
_OPENINGS: Final = ("<!--", "<![CDATA[")
_CLOSING: Final = {"<!--": "-->", "<![CDATA[": "]]>"}
_REFERENCE: Final = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LONGEST_TITLE: Final = 1000
_HIGHEST_CHARACTER: Final = 0x10FFFF


class Plain:
    """Takes comments out and writes CDATA sections as ordinary text, across any cuts between pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = ""

    def feed(self, text: str, *, final: bool = False) -> str:
        """Return the part of *text* that is certain so far; the possible start of a mark is held back."""
        if not self._held and not self._inside and "<!" not in text and not text.endswith("<"):
            return text
        text, self._held = self._held + text, ""
        return "".join(self._pieces(text, final=final))

    def _pieces(self, text: str, *, final: bool) -> Iterator[str]:
        place = 0
        while True:
            if self._inside:
                closing = _CLOSING[self._inside]
                end = text.find(closing, place)
                if end < 0:
                    room = 0 if final else min(len(closing) - 1, len(text) - place)
                    yield self._content(text[place : len(text) - room])
                    self._held = text[len(text) - room :]
                    return
                yield self._content(text[place:end])
                place = end + len(closing)
                self._inside = ""
            match = _OPENING.search(text, place)
            if match is None:
                room = 0 if final else _measure_begun_tag(text, place)
                yield text[place : len(text) - room]
                self._held = text[len(text) - room :]
                return
            yield text[place : match.start()]
            self._inside = match[0]
            place = match.end()

    def _content(self, text: str) -> str:
        if self._inside == "<!--":
            return ""
        return text.replace("&", "&amp;").replace("<", "&lt;")


def _measure_begun_tag(text: str, place: int) -> int:
    """Return the number of characters at the end of *text* that may be the start of a mark."""
    start = text.rfind("<", max(place, len(text) - len("<![CDATA[") + 1))
    if start < 0 or not any(opening.startswith(text[start:]) for opening in _OPENINGS):
        return 0
    return len(text) - start


def address_text(raw: str) -> str:
    """Return the address that *raw* stands for.

    Only whole references of XML are read: in broken files `&copy=1` is a parameter of an
    address and no copyright sign.
    """
    text = raw.strip()
    return _REFERENCE.sub(_character, text) if "&" in text else text


def title_text(raw: str) -> str | None:
    """Return the title that *raw* stands for, on one line; None when there is none."""
    text = " ".join(unescape(raw).split()) if "&" in raw else " ".join(raw.split())
    return text[:_LONGEST_TITLE] or None


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED[match[1]]
    number = int(match[2]) if match[2] else int(match[3], 16)
    return chr(number) if 0 < number <= _HIGHEST_CHARACTER else match[0]
