"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. Signs of different kinds (status, header, mark in the markup, title, phrases, how much else there is)
add up, and a verdict needs `enough` of them. Which signs there are is data, `locales/verdicts.toml`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import turbohtml

from gossamer.content.locales import entry, pattern, table

# Characters of visible text from which on a page is what it seems to be, and its words are not looked at.
PLENTY: Final = 2_500
# Fewer characters beside the phrases are hardly any text.
_BARE: Final = 60
_REST: Final = 0.5
_MOST_OF_TITLE: Final = 0.6
# Signs that a page shares with many others, so that they do not tell two verdicts apart.
_COMMON: Final = frozenset({"status", "bare"})
_HOST: Final = re.compile(r"\b(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}\b(?!\()")
_PUNCTUATION: Final = re.compile(r"[\W_]+")
_PARTS: Final = re.compile(r"\s+[-\u2013\u2014\u00b7\u2022/]\s+|[|:\u00bb\u00ab\u203a\u2014\uff5c]")
_NUMBER: Final = re.compile(
    r"(?:^|\b(?:http|error|fehler|erreur|status|code) )(?:status |code |error )*[1-5]\d\d(?= |$)|(?<= )[1-5]\d\d$"
)
# Phrases by a word that each of them needs.
_Phrases: TypeAlias = tuple[tuple[str, str], ...]
_UNSPACED: Final = re.compile("[\u3040-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a page, and how it shows; *evidence* goes to logs and errors.

    *led_away* says that the address that was asked for is another one. *vendor* is whose firewall it is, "" when that
    is not known. *warning* is a sentence for the caller about a page that is returned all the same, "" for others.
    """

    kind: str
    evidence: str
    led_away: bool = False
    vendor: str = ""
    warning: str = ""

    @property
    def barred(self) -> bool:
        """Return whether stronger means may bring the page."""
        return not self.warning

    @property
    def readable(self) -> bool:
        """Return whether the page is an answer all the same when nobody gets more."""
        # Where a site asks for a password at the very address, the form is what the page has.
        return self.kind == "refusal" or (self.kind == "login" and not self.led_away)


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known of an answer.

    *words* is its visible text without `<noscript>`; of a page with `PLENTY` of it, so much of it as shows that.
    *frame* is what of it is in menus, heads and feet.
    """

    status: int
    headers: Mapping[str, str]
    html: str
    document: turbohtml.Document
    words: str
    frame: tuple[str, ...]
    url: str
    requested_url: str


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign of a verdict: its *kind*, *points*, and how it shows; *vendor* where that is known."""

    kind: str
    points: int
    shown: str
    vendor: str = ""


@dataclass(frozen=True, slots=True)
class _Wording:
    """The title, the heading and the text of a page as phrases are written: small letters, no punctuation.

    *keys* are the words of the text, with "" for a language that writes no blanks.
    """

    title: frozenset[str]
    heading: frozenset[str]
    text: str
    keys: frozenset[str]


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in the place of the page, or None when this is the page."""
    has_plenty = len(signs.words) >= PLENTY
    wording = None if has_plenty else _wording(signs)
    found = []
    for kind, row in table("verdicts").items():
        if kind == "points":
            continue
        shown = list(_announced(signs, row) if wording is None else _shown(signs, wording, row, kind))
        points = sum(sign.points for sign in shown)
        if points >= row["enough"]:
            own = sum(sign.points for sign in shown if sign.kind not in _COMMON)
            # A barred page may be had by stronger means; whatever else it says of itself, that comes first.
            found.append(("warning" not in row, own, points, kind, shown))
    if not found:
        return None
    _, _, _, kind, shown = max(found, key=lambda item: item[:3])
    return Finding(
        kind,
        ", ".join(dict.fromkeys(sign.shown for sign in shown if sign.points > 0)),
        led_away=kind == "login" and signs.url != signs.requested_url,
        vendor=next((sign.vendor for sign in shown if sign.vendor), ""),
        warning=entry("verdicts", kind).get("warning", ""),
    )


def _announced(signs: Signs, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs in the headers of the answer."""
    for name, header in row.get("headers", {}).items():
        value = signs.headers.get(name)
        if value is not None and (
            "value" not in header or value.lower() in (header["value"], *header["value"].split())
        ):
            yield _Sign("header", header["points"], f"header {name}", header.get("vendor", ""))


def _shown(signs: Signs, wording: _Wording, row: Mapping[str, Any], kind: str) -> Iterator[_Sign]:
    """Yield the signs of a verdict that the answer shows, each kind once."""
    points = {**entry("verdicts", "points"), **row.get("points", {})}
    yield from _announced(signs, row)
    status = row.get("statuses", {}).get(str(signs.status))
    if status is not None:
        yield _Sign("status", status, f"status {signs.status}")
    # Ordinary pages of a vendor's customers have its snippet, too.
    for sign, names in (("mark", "marks"), ("snippet", "snippets"))[: 1 if status is None and "statuses" in row else 2]:
        marks = row.get(names, {})
        # An article may quote the mark.
        mark = next((mark for mark in marks if mark in signs.html and mark not in signs.words), None)
        if mark is not None:
            yield _Sign(sign, points[sign], f"{marks[mark]} {kind}".strip(), marks[mark])
            break
    if "elements" in row and _has(signs.document, row["elements"], row.get("unless")):
        yield _Sign("element", points["element"], "a captcha" if kind == "challenge" else "a password field")
    if "address" in row:
        asked, got = (pattern("verdicts", kind, "address").search(url) for url in (signs.requested_url, signs.url))
        if asked or got:
            yield _Sign("path", -9 if asked else points["path"], "led to a login page")
    yield from _worded(wording, kind, points)


def _worded(wording: _Wording, kind: str, points: Mapping[str, int]) -> Iterator[_Sign]:
    """Yield the signs in the words of the page."""
    titles, phrases, words = _vocabulary(kind)
    rest = wording.text
    for name, parts in (("title", wording.title), ("heading", wording.heading)):
        if part := next((part for part in parts if _is_titled(part, titles, phrases)), ""):
            yield _Sign(name, points[name], f"the {name} {part!r}")
            # What the heading says is not said once more by the text.
            rest = _without(rest, f" {part} ")
    said = []
    for key, phrase in phrases:
        if key in wording.keys and phrase in rest:
            rest = _without(rest, phrase)
            said.append(phrase.strip())
    is_first = bool(said) and wording.text.startswith(f" {said[0]}")
    said += [word.strip() for key, word in words if key in wording.keys and word in rest][:1]
    if is_first and not wording.heading:
        yield _Sign("heading", points["heading"], f"the page begins with {said[0]!r}")
    for name, phrase in zip(("says", "several"), said, strict=False):
        yield _Sign(name, points[name], f"the page says {phrase!r}")
    total, left = (len(text.replace(" domain ", "").replace(" ", "")) for text in (wording.text, rest))
    if left <= _REST * total > 0:
        yield _Sign("mostly", points["mostly"], "the page says little else")
    if left < _BARE:
        yield _Sign("bare", points["bare"], "hardly any text")


def _without(text: str, phrase: str) -> str:
    # Two of them in a row share a blank.
    while phrase in text:
        text = text.replace(phrase, "  ")
    return text


def _is_titled(part: str, titles: frozenset[str], phrases: _Phrases) -> bool:
    """Return whether *part* is a title of the verdict, begins or ends as one does, or is little more than a phrase."""
    words = part.split()
    begins = (f"{' '.join(words[:number])} *" for number in range(1, len(words)))
    ends = (f"* {' '.join(words[number:])}" for number in range(1, len(words)))
    if not titles.isdisjoint((part, *begins, *ends)):
        return True
    most = _MOST_OF_TITLE * len(part)
    inside = (phrase for key, phrase in phrases if len(phrase) >= most and (not key or key in words))
    return any(phrase in f" {part} " for phrase in inside)


@cache
def _vocabulary(kind: str) -> tuple[frozenset[str], _Phrases, _Phrases]:
    """Return the titles, phrases and words of a verdict; longer ones first, for one may be a part of another."""
    row = entry("verdicts", kind)
    phrases, words = (sorted(row.get(name, ()), key=len, reverse=True) for name in ("phrases", "words"))
    return frozenset(row.get("titles", ())), tuple(map(_keyed, phrases)), tuple(map(_keyed, words))


def _keyed(phrase: str) -> tuple[str, str]:
    """Return the longest word of *phrase*, without which it is in no text, and *phrase* with the blanks around it."""
    if _UNSPACED.search(phrase):
        return "", phrase
    return max(phrase.split(), key=len), f" {phrase} "


def _wording(signs: Signs) -> _Wording:
    document = signs.document
    title = document.select_one("head > title")
    heading = document.select_one("h1") or document.select_one("h2,legend,[role='heading']")
    text = _plain(signs.words)
    for part in filter(None, map(_plain, signs.frame)):
        text = " ".join(text.replace(part, "", 1).split())
    return _Wording(
        _parts("" if title is None else title.text),
        _parts("" if heading is None else heading.text),
        f" {text} ",
        frozenset((*text.split(), *([""] if _UNSPACED.search(text) else []))),
    )


def _parts(text: str) -> frozenset[str]:
    """Return *text* and its parts, of which one is the name of the site, without numbers of errors."""
    parts = {_plain(part) for part in (text, *_PARTS.split(text))}
    return frozenset(parts | {_NUMBER.sub("", part).strip() for part in parts}) - {""}


def _plain(text: str) -> str:
    text = text.lower().replace("'", "").replace("\u2019", "")
    return " ".join(_PUNCTUATION.sub(" ", _HOST.sub(" domain ", text)).split())


def _has(document: turbohtml.Document, selector: str, unless: str | None) -> bool:
    return document.select_one(selector) is not None and (unless is None or document.select_one(unless) is None)
