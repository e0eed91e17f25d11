"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. Signs of different kinds (status, header, mark in the markup, title, phrases, how much else there is)
add up, and a verdict needs `enough` of them. Which verdicts there are, their signs and what follows from them is data,
`locales/verdicts.toml`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeAlias

import turbohtml

from gossamer.content.locales import entry, pattern, table
from gossamer.content.page import words
from gossamer.core.pages import FetchedPage

# A page with so many characters of visible text is looked at only where its status, title or heading is suspicious.
PLENTY: Final = 2_500
# Signs that a page shares with many others, so that they do not tell two verdicts apart.
_COMMON: Final = frozenset({"status", "bare", "long", "about"})
_UNSPACED: Final = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
# A phrase of a verdict, and whether it is ordinary: in many texts, and no title.
_Phrase: TypeAlias = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a page, and how it shows; *name* and *evidence* go to logs and errors.

    *barred* says that stronger means may bring the page, *readable* that the page is an answer all the same when they
    do not. *vendor* is whose firewall it is, "" when that is not known. *warning* is a sentence for the caller.
    """

    kind: str
    name: str
    evidence: str
    barred: bool
    readable: bool
    vendor: str = ""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known of a *page*, in the *document* that its *html* is.

    *words* is its visible text without `<noscript>`; of a page with `PLENTY` of it, so much of it as shows that.
    *frame* is what of it is in menus, heads and feet.
    """

    page: FetchedPage
    html: str
    document: turbohtml.Document
    words: str
    frame: tuple[str, ...]
    requested_url: str


class _Sign(NamedTuple):
    """A sign of a verdict: its *kind*, *points*, how it shows, and the vendor where that is known."""

    kind: str
    points: int
    shown: str = ""
    vendor: str = ""


class _Wording(NamedTuple):
    """The plain words of a page, its titles and headings by verdict, and phrases; a bit of *marks* is for a verdict."""

    text: str
    heading: str
    titles: Mapping[str, str]
    headings: Mapping[str, str]
    phrases: list[_Phrase]
    marks: int
    is_about: bool


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in the place of the page, or None when this is the page."""
    wording = _wording(signs)
    found = []
    for bit, (verdict, row) in enumerate(table("verdicts")["kinds"].items()):
        shown = [*_read_headers(signs, row), *(_read_page(signs, wording, bit, verdict, row) if wording else ())]
        points = sum(sign.points for sign in shown)
        if points >= row["enough"]:
            own = sum(sign.points for sign in shown if sign.kind not in _COMMON)
            may_yield = row.get("barred") in ("always", str(signs.page.status))
            is_barred = may_yield and row.get("barred_without") not in signs.page.headers
            found.append((is_barred, own, points, verdict, shown))
    if not found:
        return None
    # A barred page may be had by stronger means; whatever else it says of itself, that comes first.
    is_barred, _, _, verdict, shown = max(found, key=lambda item: item[:3])
    row = entry("verdicts", "kinds", verdict)
    return Finding(
        verdict,
        row.get("name", verdict),
        ", ".join(dict.fromkeys(sign.shown for sign in shown if sign.points > 0)),
        is_barred,
        {"always": True, "unless_led_away": signs.page.url == signs.requested_url}.get(row.get("readable"), False),
        next((sign.vendor for sign in shown if sign.vendor), ""),
        row.get("warning", ""),
    )


def _read_headers(signs: Signs, row: Mapping[str, Any]) -> Iterator[_Sign]:
    for name, header in row.get("headers", {}).items():
        value = signs.page.headers.get(name, "").lower()
        if value in header.get("values", {value} - {""}):
            yield _Sign("header", header["points"], f"header {name}", header.get("vendor", ""))


def _read_page(signs: Signs, wording: _Wording, bit: int, verdict: str, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in status, markup and words, each kind once."""
    points = {**entry("verdicts", "points"), **row.get("points", {})}
    status = row.get("statuses", {}).get(str(signs.page.status))
    if status is not None:
        yield _Sign("status", status, f"status {signs.page.status}")
    # Ordinary pages of a vendor's customers have its snippet, too.
    names = ("mark", "snippet")[: 1 if status is None and "statuses" in row else 2]
    marked = (
        _Sign(name, points[name], f"{vendor} {verdict}".strip(), vendor)
        for name in names
        for vendor, marks in row.get(f"{name}s", {}).items()
        for mark in marks
        # An article may quote the mark.
        if mark in signs.html and mark not in signs.words
    )
    yield from islice(marked, wording.marks >> bit & 1)
    if "elements" in row and signs.document.select_one(row["elements"]) is not None:
        yield _Sign("element", points["element"], row["element"])
    for name, url in (("asked", signs.requested_url), ("path", signs.page.url)) if "address" in row else ():
        if pattern("verdicts", "kinds", verdict, "address").search(url):
            yield _Sign(name, points[name], "led to another address")
    yield from _read_words(wording, verdict, points)
    yield _Sign("long", points["long"] * (len(signs.words) >= PLENTY))
    yield _Sign("about", points["about"] * wording.is_about)


def _read_words(wording: _Wording, verdict: str, points: Mapping[str, int]) -> Iterator[_Sign]:
    """Yield the signs in the words of the page."""
    rest = wording.text
    if title := wording.titles.get(verdict):
        yield _Sign("title", points["title"], f"the title {title!r}")
    if heading := wording.headings.get(verdict):
        yield _Sign("heading", points["heading"], f"the heading {heading!r}")
        # What the heading says is not said once more by the text.
        rest = _without(rest, f" {heading} ")
    said, own = [], [phrase for phrase in wording.phrases if phrase[0] == verdict]
    for _, phrase, is_ordinary in own:
        if phrase in rest and not is_ordinary:
            rest = _without(rest, phrase)
            said.append(phrase)
    first = next((text.strip() for text in said if wording.text.startswith(f" {text.strip()}")), "")
    if first and not wording.heading:
        yield _Sign("heading", points["heading"], f"the page begins with {first!r}")
    said += [phrase for _, phrase, is_ordinary in own if is_ordinary and phrase in rest][:1]
    for name, text in zip(("says", "several"), said, strict=False):
        yield _Sign(name, points[name], f"the page says {text.strip()!r}")
    total, left = (len(text) - text.count(" ") - 6 * text.count(" domain ") for text in (wording.text, rest))
    if left <= entry("verdicts", "limits", "rest") * total > 0:
        yield _Sign("mostly", points["mostly"], "the page says little else")
    if left < entry("verdicts", "limits", "bare"):
        yield _Sign("bare", points["bare"], "hardly any text")


def _without(text: str, phrase: str) -> str:
    # Two of them in a row share a blank.
    while phrase in text:
        text = text.replace(phrase, "  ")
    return text


def _wording(signs: Signs) -> _Wording | None:
    """Return the words of the page; None for one with plenty of text and no sign in its status, title and heading."""
    title = signs.document.select_one("head > title")
    heading = signs.document.select_one("h1") or signs.document.select_one("h2,legend,[role='heading']")
    title_text, heading_text = getattr(title, "text", ""), getattr(heading, "text", "")
    titles, headings = _find_titles(title_text), _find_titles(heading_text)
    is_long = len(signs.words) >= PLENTY
    if is_long and not (titles or headings or signs.page.status >= entry("verdicts", "limits", "failures")):
        return None
    text = _plain(signs.words)
    for part in filter(None, map(_plain, signs.frame)):
        text = " ".join(text.replace(part, "", 1).split())
    text = f" {text[: entry('verdicts', 'limits', 'beginning')] if is_long else text} "
    is_about = pattern("verdicts", "about").search(_plain(f"{title_text} {heading_text}")) is not None
    # Longer ones first, for one may be a part of another.
    phrases = sorted(_found_in(text), key=lambda phrase: -len(phrase[1]))
    marks = _lexicon()[2].values_in(signs.html.encode("utf-8", "replace"))
    return _Wording(text, _plain(heading_text), titles, headings, phrases, marks, is_about)


def _find_titles(text: str) -> Mapping[str, str]:
    """Return by verdict the part of *text* that is, begins or ends as its title, or is hardly more than a phrase."""
    # One part is the name of the site.
    parts = {_plain(part) for part in (text, *pattern("verdicts", "parts").split(text))}
    parts |= {pattern("verdicts", "number").sub("", part).strip() for part in parts}
    found: dict[str, str] = {}
    for part in sorted(parts - {""}, key=len, reverse=True):
        tokens = part.split()
        begins = (f"{' '.join(tokens[:number])} *" for number in range(1, len(tokens)))
        ends = (f"* {' '.join(tokens[number:])}" for number in range(1, len(tokens)))
        kinds = [kind for name in (part, *begins, *ends) for kind in _lexicon()[0].get(name, ())]
        most = entry("verdicts", "limits", "title") * len(part)
        phrases = (phrase for phrase in _found_in(f" {part} ") if len(phrase[1]) >= most and not phrase[2])
        found = dict.fromkeys((*kinds, *(phrase[0] for phrase in phrases)), part) | found
    return found


def _found_in(text: str) -> Iterator[_Phrase]:
    phrases = _lexicon()[1]
    for key in {*text.split(), *([""] if _UNSPACED.search(text) else [])} & phrases.keys():
        yield from (phrase for phrase in phrases[key] if phrase[1] in text)


@cache
def _lexicon() -> tuple[Mapping[str, list[str]], Mapping[str, list[_Phrase]], words.Needles]:
    """Return verdicts by title, phrases by a word that each needs ("" for unspaced ones), and the bits of all marks."""
    titles: dict[str, list[str]] = {}
    phrases: dict[str, list[_Phrase]] = {}
    bits: dict[str, int] = {}
    for number, (verdict, row) in enumerate(table("verdicts")["kinds"].items()):
        for title in row.get("titles", ()):
            titles.setdefault(title, []).append(verdict)
        for text in (*row.get("phrases", ()), *row.get("words", ())):
            key, phrase = ("", text) if _UNSPACED.search(text) else (max(text.split(), key=len), f" {text} ")
            phrases.setdefault(key, []).append((verdict, phrase, text in row.get("words", ())))
        for mark in chain(*row.get("marks", {}).values(), *row.get("snippets", {}).values()):
            bits[mark.lower()] = bits.get(mark.lower(), 0) | 1 << number
    return titles, phrases, words.Needles(bits)


def _plain(text: str) -> str:
    text = text.lower().replace("'", "").replace("\u2019", "")
    return re.sub(r"[\W_]+", " ", pattern("verdicts", "host").sub(" domain ", text)).strip()
