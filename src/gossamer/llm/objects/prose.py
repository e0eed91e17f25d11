"""Plain words in place of an object: what small models write that were asked for one text."""

import re
from typing import Final

from gossamer.llm.objects.response_json import without_thoughts

# Longer ones are no summary and no answer, but a model that does not find an end.
_LONGEST: Final = 5_000
_LONGEST_LEAD: Final = 100
_WORD: Final = re.compile(r"\w")
# The one fence around all of it.
_FENCED: Final = re.compile(r"```[ \t]*\w*[ \t]*\n(?P<inside>[^`]*)```")
# "Here is a summary of the page:", "**Answer:** ".
_LEAD: Final = re.compile(rf"(?P<lead>[^\n:]{{1,{_LONGEST_LEAD}}}):[*_]*(?P<end>[ \t]*\n|[ \t]|$)")
# How objects, calls of tools and what is left of them begin.
_NO_PROSE: Final = ("{", "[", "<", "|", "}", "]")
_COURTESY: Final = ("here", "sure", "certainly", "of course", "okay")
_APOSTROPHE: Final = "\u2019"
_DECLINED: Final = re.compile(
    r"(?:sorry|i apologi[sz]e|unfortunately, i|as an ai|i(?:'?m| am) (?:sorry|unable|not able)|i can(?:'?t|not| not)"
    r"|i (?:don'?t|do not) have)\b",
    re.IGNORECASE,
)


def prose(reply_text: str, name: str) -> str:
    """Return the text that *reply_text* is, which was asked for as the property *name*; "" when it is none.

    Of the rest of an object, a call of a tool, an excuse, and what is endless nothing is taken.
    """
    text = without_thoughts(reply_text).strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced["inside"].strip()
    text = _without_lead(text, name)
    if len(text) > _LONGEST or not _WORD.search(text):
        return ""
    if text.startswith(_NO_PROSE) or f'"{name}"' in text or "```" in text:
        return ""
    return "" if _DECLINED.match(text.replace(_APOSTROPHE, "'")) else _strip_quotes(text)


def _strip_quotes(text: str) -> str:
    """Return *text* without the quotation marks that only say that it is one."""
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]
    return text[1:-1].strip() if is_quoted else text


def _without_lead(text: str, name: str) -> str:
    """Return *text* without the line, or the word, that only says what follows."""
    lead = _LEAD.match(text)
    if lead is None:
        return text
    lead_text = re.sub(r"[*_#]", "", lead["lead"]).strip().casefold()
    is_line = lead["end"].endswith("\n") or lead.end() == len(text)
    announces = is_line and (name.casefold() in lead_text or lead_text.startswith(_COURTESY))
    return text[lead.end() :].strip() if announces or lead_text == name.casefold() else text
