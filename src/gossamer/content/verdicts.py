"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. Signs of different kinds (status, header, mark in the markup, title, sentences, how much else there is)
add up, and a verdict needs `enough` of them. A sentence is read as the concepts its words stand for, in any language,
and is a sign by those that it has. Which verdicts there are, their signs and what follows from them is data,
`locales/verdicts.toml`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import chain, islice
from operator import or_
from typing import Any, Final, NamedTuple

import turbohtml

from gossamer.content.locales import entry, pattern, table
from gossamer.content.page import words
from gossamer.core.pages import FetchedPage

# A page with so many characters of visible text is looked at only where its status, title or heading is suspicious.
PLENTY: Final = 2_500
# Signs that a page shares with many others, so that they do not tell two verdicts apart.
_COMMON: Final = frozenset({"status", "bare", "long", "about", "asks"})
# Signs that no page has by its subject.
_HARD: Final = frozenset({"header", "mark", "snippet", "element", "path"})
_UNSPACED: Final = re.compile("[\u0e00-\u0e7f\u3040-\u9fff]")
# Whoever writes longer words does not write them in a language.
_LONGEST_STEM: Final = 24
_UNQUOTED: Final = {ord(sign): None for sign in "'\u2019"}


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


class _Sentence(NamedTuple):
    """A sentence as its *words*: what each means, as bits, and how many letters of it say something.

    *signs* and *hints* are, by verdict, the meanings of its strong and weak signs, *names* those that name it.
    """

    text: str
    words: tuple[tuple[int, int], ...]
    signs: Mapping[str, int]
    hints: Mapping[str, int]
    names: Mapping[str, int]

    @property
    def size(self) -> int:
        """Return how many letters say something."""
        return sum(letters for _, letters in self.words)

    def strange(self, verdict: str) -> int:
        """Return how many letters are in words that pages of a *verdict* do not use."""
        known = _lexicon().vocabularies[verdict]
        return sum(letters for bits, letters in self.words if not bits & known)

    def holds(self, verdict: str, share: str) -> bool:
        """Return whether no more than a *share* of the sentence is strange to a *verdict*."""
        return self.strange(verdict) <= float(entry("verdicts", "limits", share)) * self.size


class _Wording(NamedTuple):
    """What a page says: *titles* and *headings* by verdict, and *sentences* of *size* letters that say something.

    A bit of *marks* is for a verdict, *doubts* are against each.
    """

    titles: Mapping[str, _Sentence]
    headings: Mapping[str, _Sentence]
    sentences: list[_Sentence]
    size: int
    marks: int
    doubts: list[str]
    is_long: bool


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in the place of the page, or None when this is the page."""
    wording = _wording(signs)
    found = []
    for bit, (verdict, row) in enumerate(table("verdicts")["kinds"].items()):
        shown = [*_read_headers(signs, row), *(_read_page(signs, wording, bit, verdict, row) if wording else ())]
        points = sum(sign.points for sign in shown if sign.kind != "special")
        if points >= row["enough"] and _has_evidence(signs, shown, row):
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
        ", ".join(dict.fromkeys(sign.shown for sign in shown if sign.points > 0 and sign.shown)),
        is_barred,
        {"always": True, "unless_led_away": signs.page.url == signs.requested_url}.get(row.get("readable"), False),
        next((sign.vendor for sign in shown if sign.vendor), ""),
        row.get("warning", ""),
    )


def _has_evidence(signs: Signs, shown: Sequence[_Sign], row: Mapping[str, Any]) -> bool:
    """Return whether more than a word speaks for a verdict.

    An answer that succeeded has nothing but words, and those are the subject of other pages: several concepts must
    stand together, and what would keep a page from its reader takes two sentences of a short page.
    """
    points = {sign.kind: sign.points for sign in shown}
    if signs.page.status >= entry("verdicts", "limits", "failures") or points.keys() & _HARD:
        return True
    is_told_twice = "several" in points or {"title", "says", "mostly"} <= points.keys()
    is_wall = is_told_twice and "long" not in points
    return points.get("special", 0) > 1 and (is_wall or row.get("barred") != "always")


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
    yield from (_Sign(name, points[name]) for name in wording.doubts)


def _read_words(wording: _Wording, verdict: str, points: Mapping[str, int]) -> Iterator[_Sign]:
    """Yield the signs in the words of the page."""
    title, heading = wording.titles.get(verdict), wording.headings.get(verdict)
    # What the heading says is not said once more by the text.
    told = [sentence for sentence in wording.sentences if verdict in sentence.signs and sentence != heading]
    bits = [s.signs.get(verdict, 0) | s.names.get(verdict, 0) for s in (title, heading, *told) if s]
    size = strange = wording.size
    has_any = bool(bits)
    if has_any:
        strange = sum(sentence.strange(verdict) for sentence in wording.sentences)
        # Weak signs count beside strong ones, and where the page says little of anything else.
        if told or strange <= entry("verdicts", "limits", "weak") * size:
            told += [s for s in wording.sentences if verdict in s.hints and s != heading][:1]
        shown = [("title", "the title", title), ("heading", "the heading", heading)]
        shown += [(name, "the page says", sentence) for name, sentence in zip(("says", "several"), told, strict=False)]
        yield from (_Sign(name, points[name], f"{begins} {s.text!r}") for name, begins, s in shown if s)
        # Words of a product are more special than any concepts.
        has_phrase = any(number & _lexicon().phrases for number in bits)
        yield _Sign("special", 4 if has_phrase else min(3, max(number.bit_count() for number in bits)))
    if wording.is_long:
        # Title, heading and beginning agree.
        yield _Sign("long", 1 if title and heading and told else points["long"])
    if has_any and strange <= entry("verdicts", "limits", "rest") * size:
        yield _Sign("mostly", points["mostly"], "the page says little else")
    if strange < entry("verdicts", "limits", "bare") and (title or heading or not told):
        yield _Sign("bare", points["bare"], "hardly any text")


def _wording(signs: Signs) -> _Wording | None:
    """Return what the page says; None for one with plenty of text and no sign in its status, title and heading."""
    title = signs.document.select_one("head > title")
    heading = signs.document.select_one("h1") or signs.document.select_one("h2,legend,[role='heading']")
    most = entry("verdicts", "limits", "beginning")
    title_text, heading_text = (getattr(node, "text", "").strip()[:most] for node in (title, heading))
    titles, headings = _find_titles(title_text), _find_titles(heading_text)
    is_long = len(signs.words) >= PLENTY
    if is_long and not (titles or headings or signs.page.status >= entry("verdicts", "limits", "failures")):
        return None
    text = signs.words[:most] if is_long else signs.words
    # The heading is a sentence, whatever follows it.
    head = " ".join(heading_text.split())
    for part in filter(None, signs.frame):
        text = text.replace(part, "", 1)
    text = text.replace(head, f" | {head} | ", 1) if head else text
    sentences = list(_sentences(text))
    if not head and sentences:
        first = sentences[0]
        headings = dict.fromkeys(first.names, first)
        # A sentence that a page without a heading begins with counts as one, too.
        headings |= {kind: first._replace(text=f"{first.text} …") for kind in first.signs if first.holds(kind, "title")}
    said = [" ".join(text.lower().split()) for text in (title_text, heading_text)]
    doubts = [name for name in ("about", "asks") if any(map(pattern("verdicts", name).search, said))]
    marks = _lexicon().marks.values_in(signs.html.encode("utf-8", "replace"))
    return _Wording(titles, headings, sentences, sum(s.size for s in sentences), marks, doubts, is_long)


def _find_titles(text: str) -> Mapping[str, _Sentence]:
    """Return by verdict the part of *text* that has its sign and says little else."""
    # One part is the name of the site.
    parts = sorted({text, *pattern("verdicts", "parts").split(text)}, key=len)
    read = [sentence for part in parts for sentence in _sentences(part)]
    named = [(kind, sentence) for sentence in read for kind in (*sentence.names, *sentence.signs)]
    return {kind: sentence for kind, sentence in named if sentence.holds(kind, "title")}


def _sentences(text: str) -> Iterator[_Sentence]:
    text = pattern("verdicts", "elided").sub("", text.lower()).translate(_UNQUOTED)
    text = pattern("verdicts", "host").sub(" hostname ", text)
    length = entry("verdicts", "limits", "sentence")
    for part in pattern("verdicts", "ends").split(text):
        tokens = pattern("verdicts", "gaps").sub(" ", part).translate(_plain_letters()).split()
        yield from (_read_sentence(*tokens[start : start + length]) for start in range(0, len(tokens), length))


@lru_cache(4_096)
def _read_sentence(*tokens: str) -> _Sentence:
    read = tuple(meaning for word in _joined(tokens) for meaning in _read_word(word))
    meaning = reduce(or_, (bits for bits, _ in read), 0)
    sentence = _Sentence(" ".join(tokens), read, {}, {}, {})
    # What could be is no sign that it is so.
    if meaning <= 1 or pattern("verdicts", "conditions").match(sentence.text):
        return sentence
    strong, weak, named = (
        {kind: bits for kind, bits in _matches(meaning, name).items() if sentence.holds(kind, "dense")}
        for name in ("signs", "hints", "names")
    )
    hints = {kind: bits for kind, bits in weak.items() if bits & ~strong.get(kind, 0)}
    # A name has no other words.
    names = {kind: bits for kind, bits in named.items() if all(word & (bits | 1) for word, _ in read)}
    return sentence._replace(signs=strong, hints=hints, names=names)


def _joined(tokens: Sequence[str]) -> Iterator[str]:
    """Yield *tokens*, those that mean something together as one."""
    at = 0
    while at < len(tokens):
        sizes = _lexicon().sizes.get(tokens[at], ())
        size = next((size for size in sizes if "_".join(tokens[at : at + size]) in _lexicon().words), 1)
        yield "_".join(tokens[at : at + size])
        at += size


@lru_cache(16_384)
def _read_word(word: str) -> tuple[tuple[int, int], ...]:
    """Return what *word* means, as bits, and how many letters of it say something; of an unspaced script, its words."""
    lexicon = _lexicon()
    if _UNSPACED.search(word):
        parts = [(lexicon.words[part], len(part)) for part in lexicon.unspaced.findall(word)]
        rest = len(word) - sum(letters for _, letters in parts)
        return tuple((bits, 2 * letters * (bits != 1)) for bits, letters in (*parts, (0, rest)) if letters)
    stems = (lexicon.stems.get(word[:size], 0) for size in range(2, min(len(word), _LONGEST_STEM) + 1))
    # Numbers of errors and requests say nothing.
    bits = reduce(or_, stems, lexicon.words.get(word, 0)) or any(map(str.isdecimal, word))
    return ((bits, len(word) * (bits != 1)),)


@lru_cache(4_096)
def _matches(meaning: int, name: str) -> Mapping[str, int]:
    """Return by verdict the meanings of all its patterns of a *name* that are in *meaning*."""
    found: dict[str, int] = {}
    for kind, bits in _lexicon().patterns[name]:
        if bits & meaning == bits:
            found[kind] = found.get(kind, 0) | bits
    return found


class _Lexicon(NamedTuple):
    """Meanings of words and stems as bits, the *sizes* of what begins with a word, patterns of meanings, and marks.

    The *vocabulary* of a verdict is what pages of it are about, and *phrases* the meaning of words of products.
    """

    words: dict[str, int]
    stems: dict[str, int]
    sizes: Mapping[str, list[int]]
    unspaced: re.Pattern[str]
    phrases: int
    patterns: Mapping[str, list[tuple[str, int]]]
    vocabularies: Mapping[str, int]
    marks: words.Needles


@cache
def _lexicon() -> _Lexicon:
    kinds, concepts = table("verdicts")["kinds"], entry("verdicts", "concepts")
    bits = {name: 1 << number for number, name in enumerate(concepts)}
    # The phrases of a verdict have a meaning of their own.
    phrases = {kind: 1 << number for number, kind in enumerate(kinds, len(concepts))}
    spelled = [(bits[name], text.split()) for name, text in concepts.items()]
    spelled += [(phrases[kind], [text.replace(" ", "_") for text in row["phrases"]]) for kind, row in kinds.items()]
    known: dict[str, int] = {}
    stems: dict[str, int] = {}
    for bit, word in ((bit, word) for bit, of_bit in spelled for word in of_bit):
        plain = word.translate(_UNQUOTED).translate(_plain_letters())
        stem = plain.removesuffix("*")
        meanings = known if stem == plain else stems
        meanings[stem] = meanings.get(stem, 0) | bit
    sizes: dict[str, list[int]] = {}
    for parts in sorted((word.split("_") for word in known if "_" in word), key=len, reverse=True):
        sizes.setdefault(parts[0], []).append(len(parts))
    patterns = {"signs": [*phrases.items()], "hints": [], "names": []}
    vocabularies: dict[str, int] = {}
    marks: dict[str, int] = {}
    for number, (kind, row) in enumerate(kinds.items()):
        for name, rows in patterns.items():
            rows += [(kind, sum(bits[concept] for concept in text.split())) for text in row[name]]
        own = " ".join(("fill", row["also"], *row["signs"], *row["hints"], *row["names"])).split()
        vocabularies[kind] = reduce(or_, (bits[concept] for concept in own), phrases[kind])
        for mark in chain(*row.get("marks", {}).values(), *row.get("snippets", {}).values()):
            marks[mark.lower()] = marks.get(mark.lower(), 0) | 1 << number
    unspaced = re.compile("|".join(sorted(map(re.escape, filter(_UNSPACED.search, known)), key=len, reverse=True)))
    all_phrases = sum(phrases.values())
    return _Lexicon(known, stems, sizes, unspaced, all_phrases, patterns, vocabularies, words.Needles(marks))


@cache
def _plain_letters() -> Mapping[int, str | None]:
    """Return letters without their accents, by letters with them."""
    letters = (chr(code) for code in chain(range(0xC0, 0x590), range(0x1E00, 0x2000)))
    plain = {ord(letter): unicodedata.normalize("NFD", letter)[0] for letter in letters if letter.isalpha()}
    return plain | dict.fromkeys(range(0x300, 0x370)) | str.maketrans(entry("verdicts", "letters"))
