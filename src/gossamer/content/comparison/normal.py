"""Normal forms: the text of a block without marks of Markdown and without what differs between any two visits."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final
from urllib.parse import unquote

import re2

from gossamer.content.locales import table
from gossamer.content.text.markdown_lines import LINK, address_of, without_marks
from gossamer.core.canonical import canonical
from gossamer.core.urls import WebUrl

# In the place of what was left out.
GAP: Final = "…"
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# Quotation marks, dashes and dots that typography puts in the place of those of a keyboard.
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
        **dict.fromkeys("\u2010\u2011\u2013\u2014", "-"),
    }
)
# A name or a value that a program made up: digits among letters, and longer than words are.
_MADE_UP: Final = re.compile(r"(?=[^/]*\d)(?=[^/]*[A-Za-z])[A-Za-z0-9_~-]{16,}|\d{9,}|[0-9a-fA-F]{8,}")


@cache
def _noise() -> re.Pattern[str]:
    expressions = [expression for kind in table("comparison").values() for expression in kind]
    options = re2.Options()
    options.case_sensitive = False
    # A hundred times as fast as `re` for so many alternatives, and linear.
    noise: re.Pattern[str] = re2.compile("|".join(f"(?:{expression})" for expression in expressions), options)
    return noise


def plain(line: str) -> str:
    """Return the words of a line of Markdown: links and pictures by their text, without other marks."""
    return _tidy(_INVISIBLE.sub("", line))


def normal(line: str) -> str:
    """Return the part of a line that is compared: its words, where its links lead, and gaps for what always differs."""
    text = _INVISIBLE.sub("", line)
    # A picture within a link is read first.
    for _ in range(1 + ("[![" in text) if "](" in text else 0):
        text = LINK.sub(_with_target, text)
    return _tidy(_noise().sub(GAP, text))


def noise_in(line: str) -> Iterator[re.Match[str]]:
    """Yield the parts of a line that always differ."""
    return _noise().finditer(line)


def target(line: str) -> str:
    """Return the normal address of the first link of a line that has one, "" without; a picture is no link."""
    link = next((link for link in LINK.finditer(line) if not _is_picture(link)), None)
    return address(address_of(link)) if link is not None else ""


def address(url: str) -> str:
    """Return *url* as it is compared: without scheme, fragment, and what a program made up for one visit."""
    if not url.startswith(("http://", "https://")):
        return url.partition("#")[0]
    path, _, query = canonical(WebUrl(url)).removeprefix("//").partition("?")
    parameters = [
        parameter for parameter in query.split("&") if parameter and not _is_made_up(parameter.partition("=")[2])
    ]
    return unquote(path + ("?" + "&".join(parameters) if parameters else ""))


def _with_target(link: re.Match[str]) -> str:
    # The address of a picture changes with the server that sends it; its text says what it shows.
    if _is_picture(link) or not link[2]:
        return f" {link[1]} "
    return f"{link[1]} ({address(address_of(link))})"


def _is_picture(link: re.Match[str]) -> bool:
    return link[0].startswith("!")


def _is_made_up(value: str) -> bool:
    return _MADE_UP.fullmatch(value) is not None


def _tidy(text: str) -> str:
    return " ".join(without_marks(text).translate(_SIGNS).split())
