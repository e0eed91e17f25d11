"""Links: whether following one only shows a page, scored by evidence for that.

A GET may change things: "Empty basket" is a link on many sites. Nothing on a page says that a link is harmless, so
evidence is collected and added up: where the link stands, how it is called and what its address looks like. Without
enough of it a link is not followed for a question, whatever it says; a prompt that names it may open it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from typing import Final
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from gossamer.content import locales
from gossamer.content.text.names import singular
from gossamer.features.interact.rules.elements import Element, identifier_words
from gossamer.features.interact.rules.lexicon import kinds_of, months, verbs, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import Record, RecordList, record_lists
from gossamer.features.interact.rules.similarity import folded, words

ENOUGH: Final = 0.5
_NEVER: Final = -10.0
# What each kind of evidence counts; half of it is a place and half a name, or all of it a clear noun or a document.
_TITLE, _HEADING, _MENU = 0.6, 0.3, 0.2
_NOUN, _OF_QUESTION, _ORDER = 0.5, 0.3, -0.5
_DOCUMENT, _ENTRY, _SLUG, _UNCLEAR, _ACTION = 0.5, 0.2, 0.1, -0.2, -0.6
# Actions of prompts that only look.
_LOOKING: Final = frozenset({"read", "count", "open", "go", "search", "filter", "sort", "load", "scroll", "wait"}) | {
    "hover", "focus", "collapse",
}  # fmt: skip
_LEAST_STEM: Final = 3
_SHORT: Final = 2
_NAV_TAGS: Final = frozenset({"nav", "header", "footer"})
_NAV_ROLES: Final = frozenset({"navigation", "menubar", "banner", "contentinfo"})


def nouns_of(query: Query) -> frozenset[str]:
    """Return the words of a question that stand where nouns do, in the singular."""
    pieces = words(query.source)
    wanted = {w for _, w in query.words}
    with_auxiliary = bool(_data("question", "auxiliaries") & set(pieces))
    found: set[str] = set()
    for before, (number, word) in zip(pieces, enumerate(pieces[1:], start=2), strict=False):
        # "When does my membership end": the last word is the verb.
        follows = singular(before) in found and not (with_auxiliary and number == len(pieces))
        is_verb = before in _data("question", "before_verbs") or _is_acting(word)
        if word in wanted and (before in _data("question", "before_nouns") or follows) and not is_verb:
            found.add(singular(word))
    return frozenset(found)


def is_noun(word: str) -> bool:
    """Return whether *word* is no verb, by its form or because sites call their parts so."""
    if any(c.isdigit() for c in word) or word in months():
        return True
    known = _data("sections")
    if word in known or singular(word) in known:
        return True
    plural = singular(word) != word and len(word) > _LEAST_STEM
    return plural or any(word.endswith(e) and len(word) - len(e) >= _LEAST_STEM for e in _data("endings"))


def _is_acting(word: str) -> bool:
    """Return whether *word* is the base form of a verb that prompts ask to do something with."""
    return any(kind == "base" and action not in _LOOKING for action, _, kind in verbs().get((word,), ()))


class Links:
    """The links of *page* for the question *query*."""

    def __init__(self, page: Page, query: Query) -> None:
        self._page = page
        self._question = query.source
        self._nouns = nouns_of(query)

    def lead(self, link: Element) -> bool:
        """Return whether enough speaks for it that following *link* only shows a page."""
        return self.evidence(link) >= ENOUGH

    def evidence(self, link: Element) -> float:
        """Return how much speaks for it that following *link* only shows a page; `ENOUGH` of it is enough."""
        attributes = link.node.attributes
        acting = _data("addresses", "acting") & set(attributes)
        looks = link.classes & _data("addresses", "buttons")
        if acting or looks or "nofollow" in attributes.get("rel", "").split() or link.kind == "button":
            return _NEVER
        return round(self._place(link) + self._name(link) + self._address(link), 2)

    def _place(self, link: Element) -> float:
        above = list(link.ancestors())
        headed = any(a.kind == "heading" for a in above) or any(e.kind == "heading" for e in link.walk())
        if id(link) in self._titles:
            return _TITLE
        looks = word_list("page", "navigation_looks")
        in_menu = any(a.node.tag in _NAV_TAGS or a.node.role in _NAV_ROLES or a.classes & looks for a in above)
        return _HEADING if headed else _MENU if in_menu else 0.0

    @cached_property
    def _titles(self) -> set[int]:
        """The links that are the titles of entries with more to them, each of its own name, under alike addresses."""
        return {id(link) for one in record_lists(self._page, inner=True) for link in self._titles_of(one)}

    def _titles_of(self, listed: RecordList) -> Iterator[Element]:
        titled = [(r, link) for r in listed.records if (link := r.link) is not None and _is_title(r, link)]
        names = [words(link.name) for _, link in titled]
        # The same word before each name is what is done to the entry: "Accept Ada", "Accept Tom".
        firsts = {name[:1] for name in names}
        is_order = len(firsts) == 1 and not any(map(self._is_thing, names[0][:1]))
        if listed.apart or is_order or len(set(names)) < max(2, len(names)):
            return
        # A few titles may begin as an order does: "Star lamp" between "Oak table" and "Blue vase".
        have_orders = sum(_is_order(link.name) for _, link in titled) * 2 >= len(names)
        shapes = Counter(_shape(self._href(link)) for _, link in titled)
        for record, link in titled:
            shape, has_more = _shape(self._href(link)), len(record.text) > len(link.text) + _SHORT
            if has_more and shape is not None and shapes[shape] > 1 and not (have_orders and _is_order(link.name)):
                yield link

    def _is_thing(self, word: str) -> bool:
        return is_noun(word) or singular(word) in self._nouns

    def _name(self, link: Element) -> float:
        name = link.name or self._page.label(link)
        said = words(name)
        if not said or (len(said) > 1 and said[-1] in _data("particles") and folded(name) not in _pages()):
            return _ORDER if said else 0.0
        heads = _data("openers") | _data("viewing")
        if folded(name) in _pages() or is_noun(said[0]) or (len(said) > 1 and said[0] in heads):
            return _NOUN
        if _is_order(name):
            return 0.0 if id(link) in self._titles else _ORDER
        return _OF_QUESTION if singular(said[0]) in self._nouns else 0.0

    def _href(self, link: Element) -> str:
        return urljoin(self._page.snapshot.url, link.node.attributes.get("href", ""))

    def _address(self, link: Element) -> float:
        href = urlsplit(self._href(link))
        if href.scheme not in {"http", "https"} or href.netloc != urlsplit(self._page.snapshot.url).netloc:
            return _NEVER
        query = parse_qsl(href.query, keep_blank_values=True)
        name = set(words(link.name or self._page.label(link)))
        things = name | self._things | {singular(w) for w in identifier_words(href.path)}
        if any(not _shows(key, value, things) for key, value in query):
            return _NEVER
        if link.node.attributes.get("href", "").strip() in {"", "#"}:
            # A script does what it does.
            return _UNCLEAR
        path = f"{href.path}/{href.fragment}" if href.fragment.startswith(("/", "!")) else href.path
        segments = [unquote(s) for s in path.split("/") if s and s != "!"][-2:]
        last, _, ending = segments[-1].rpartition(".") if segments and "." in segments[-1] else ("", "", "")
        if ending.casefold() in _data("addresses", "documents"):
            segments[-1] = last
            return _DOCUMENT + min(0.0, self._segments(segments[:-1], name))
        is_entry = bool(query) or (bool(segments) and any(c.isdigit() for c in segments[-1]))
        return (_ENTRY if is_entry else 0.0) + self._segments(segments, name)

    @cached_property
    def _things(self) -> frozenset[str]:
        """What the page calls the things that it shows, in the singular."""
        texts = (*self._page.titles, *(h.text for h in self._page.headings))
        return frozenset(singular(w) for text in texts for w in words(text))

    def _segments(self, segments: Sequence[str], name: set[str]) -> float:
        """Return what the last parts of a path say: less than 0 for an action, or for what nothing tells."""
        worst, named = 0.0, False
        of_entry = bool(segments) and any(c.isdigit() for c in segments[-1])
        for segment in segments:
            said = [] if segment.casefold() in _pages() else [w for w in identifier_words(segment) if not w.isdigit()]
            if said and set(said) <= name and (len(said) > 1 or len(name) == 1):
                # It says what the name says, which has been weighed.
                named = True
                continue
            # Behind the thing that the name says stands what is done to it: /basket/void.
            unclear = _ACTION if named else _UNCLEAR
            worst = min((worst, *(self._segment_word(w, of_entry, unclear) for w in said)))
        return worst or (_SLUG if named else 0.0)

    def _segment_word(self, word: str, of_entry: bool, unclear: float) -> float:  # noqa: FBT001
        if is_noun(word) or singular(word) in self._nouns or len(word) <= _SHORT or (of_entry and kinds_of(word)):
            return 0.0
        return _ACTION if _is_acting(word) else unclear


def _is_order(name: str) -> bool:
    """Return whether *name* begins as an order to do something does."""
    first = words(name)[:1]
    return bool(first) and _is_acting(first[0]) and not is_noun(first[0])


@cache
def _pages() -> frozenset[str]:
    """Return what pages are called as a whole."""
    phrases = str(locales.entry("navigation", "pages")).split(",")
    return frozenset(folded(p) for p in phrases) | _data("alone")


def _data(*path: str) -> frozenset[str]:
    return locales.words("navigation", *path)


def _is_title(record: Record, link: Element) -> bool:
    """Return whether *link* is what *record* is called: its heading, its title, or what it begins with."""
    headed = any(a.kind == "heading" for a in link.ancestors()) or link is record.element
    return headed or folded(link.text) == folded(record.title) or folded(record.text).startswith(folded(link.text))


def _shape(address: str) -> tuple[object, ...] | None:
    """Return what the addresses of entries of one kind have in common; None where it says nothing."""
    parts = urlsplit(address)
    folder, _, last = parts.path.rpartition("/")
    keys = tuple(sorted(key for key, _ in parse_qsl(parts.query)))
    if keys:
        return parts.path, keys
    _, dot, ending = last.rpartition(".")
    many = len(identifier_words(last)) > 1 or any(c.isdigit() for c in last)
    return (folder, dot + ending if dot else "") if folder or dot or many else None


def _shows(key: str, value: str, things: AbstractSet[str]) -> bool:
    """Return whether a parameter of an address says what is shown: of *things*, or of those that sites have."""
    said = identifier_words(key)
    known = _data("addresses", "parameters")
    of_thing = all(len(w) <= _SHORT or is_noun(w) or singular(w) in things or kinds_of(w) for w in said)
    named = key.casefold() in known or said[:1] == ["utm"] or (of_thing and not any(map(_is_order, said)))
    values = {w for w in identifier_words(value) if not w.isdigit()}
    return named and not any(_is_order(w) for w in values - things)
