"""Titles and snippets without markup."""

import html
import re
from typing import Any, Final

# Tags with which providers mark words. Other things in angle brackets are text: "Vec<String>".
_TAGS: Final = re.compile(
    r"</?(?:a|b|br|code|div|em|font|i|li|mark|ol|p|pre|q|s|small|span|strong|sub|sup|u|ul|wbr|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BREAKS: Final = re.compile(r"<(?:br|/?p|/?div|/?li)\b", re.IGNORECASE)
# Private use: where some engines mark the beginning and the end of a match.
_MARKS: Final = re.compile("[\ue000-\ue001\u200b\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_SPACE: Final = re.compile(r"\s+")


def plain_text(value: Any, *, longest: int) -> str:
    """Return *value* as one line of text; of a list its texts, empty for what is none."""
    if isinstance(value, list):
        value = " … ".join(part for part in value if isinstance(part, str))
    if not isinstance(value, str):
        return ""
    text = value[: 20 * longest]
    if "<" in text:
        text = _TAGS.sub(lambda tag: " " if _BREAKS.match(tag[0]) else "", text)
    text = _SPACE.sub(" ", _MARKS.sub("", html.unescape(text))).strip()
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
