"""Links: whether following one only shows a page.

A GET may change things: "Empty basket" is a link on many sites, and nothing on a page says that a link is harmless. For
a question only those links are followed that are called as pages are, or that are the titles of entries, and whose
addresses name nothing but things. A prompt that names another one may open it.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urljoin, urlsplit

from gossamer.content import locales
from gossamer.content.text.names import singular
from gossamer.features.interact.rules.elements import Element, identifier_words
from gossamer.features.interact.rules.lexicon import kinds_of, months, verbs, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import Record, RecordList, record_lists
from gossamer.features.interact.rules.similarity import folded, words

_LEAST_STEM: Final = 3
_SHORT: Final = 2


def is_noun(word: str) -> bool:
    """Return whether *word* is no verb, by its form or because sites call their parts so."""
    if any(c.isdigit() for c in word) or word in months() or {word, singular(word)} & _data("sections"):
        return True
    plural = singular(word) != word and len(word) > _LEAST_STEM
    return plural or any(word.endswith(e) and len(word) - len(e) >= _LEAST_STEM for e in _data("endings"))


class PageLinks:
    """The links of *page*."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def lead(self, link: Element) -> bool:
        """Return whether enough speaks for it that following *link* only shows a page."""
        name = link.name or self._page.label(link)
        is_plain = bool(name) and not _acts(link) and self._names_things(link, set(words(name)))
        return is_plain and (id(link) in self._titles or _is_page_name(name) or _is_document(link, name))

    @cached_property
    def _titles(self) -> set[int]:
        """The links that are the titles of entries with more to them, each of its own name."""
        lists = record_lists(self._page, inner=True)
        return {id(link) for record_list in lists if not record_list.apart for link in _titles_of(record_list)}

    def _names_things(self, link: Element, name: set[str]) -> bool:
        """Return whether the address of *link* is one of the site, and says no more than things and the *name*."""
        href = urlsplit(urljoin(self._page.snapshot.url, link.node.attributes.get("href", "")))
        is_own = href.scheme in {"http", "https"} and href.netloc == urlsplit(self._page.snapshot.url).netloc
        if not is_own or link.node.attributes.get("href", "").strip() in {"", "#"}:
            return False
        values = {w for _, value in parse_qsl(href.query) for w in identifier_words(value)}
        plain = name | _data("addresses", "documents") | _data("alone")
        return all(map(_is_thing, _words_of(href) - plain)) and not any(map(_is_order, values - name))


def _words_of(href: SplitResult) -> set[str]:
    """Return the words of the last parts of a path, and of the parameters that not every site has."""
    segments = [unquote(s) for s in f"{href.path}/{href.fragment}".split("/") if s and s != "!"][-2:]
    common_parameters = _data("addresses", "parameters")
    keys = [key for key, _ in parse_qsl(href.query, keep_blank_values=True) if key.casefold() not in common_parameters]
    return {w for text in (*segments, *keys) if folded(text) not in _pages() for w in identifier_words(text)}


def _acts(link: Element) -> bool:
    """Return whether *link* is marked up or looks as one that does something."""
    attributes = link.node.attributes
    marked = _data("addresses", "acting") & set(attributes) or "nofollow" in attributes.get("rel", "").split()
    return bool(marked or link.classes & _data("addresses", "buttons")) or link.kind == "button"


def _is_thing(word: str) -> bool:
    return is_noun(word) or len(word) <= _SHORT or (bool(kinds_of(word)) and not _is_order(word))


def _is_document(link: Element, name: str) -> bool:
    """Return whether the address of *link* is that of a document, and its name orders nothing."""
    ending = urlsplit(link.node.attributes.get("href", "")).path.rpartition(".")[2]
    return ending.casefold() in _data("addresses", "documents") and not _is_order(*words(name)[:1])


def _is_page_name(name: str) -> bool:
    """Return whether *name* is that of a page as a whole, or begins with a noun or with what no order begins with."""
    name_words = words(name)
    if folded(name) in _pages():
        return True
    if not name_words or name_words[-1] in _data("particles"):
        return False
    return is_noun(name_words[0]) or (len(name_words) > 1 and name_words[0] in _data("openers") | _data("viewing"))


def _titles_of(listed: RecordList) -> Iterator[Element]:
    titled = [(r, link) for r in listed.records if (link := r.link) is not None and _is_title(r, link)]
    names = [words(link.name) for _, link in titled]
    # The same word before each name is what is done to the entry: "Accept Ada", "Accept Tom".
    is_repeated = len({name[:1] for name in names}) == 1 and not any(map(is_noun, names[0][:1]))
    # A few titles may begin as an order does: "Star lamp" between "Oak table" and "Blue vase".
    orders = sum(_is_order(*name[:1]) for name in names)
    if is_repeated or len(set(names)) < max(2, len(names)) or orders * 2 >= len(names):
        return
    yield from (link for record, link in titled if len(record.text) > len(link.text) + _SHORT)


def _is_order(word: str = "") -> bool:
    """Return whether *word* is what an order to do something begins with."""
    acts = (action for action, _, kind in verbs().get((word,), ()) if kind == "base")
    return any(action not in word_list("page", "looking") for action in acts) and not is_noun(word)


@cache
def _pages() -> frozenset[str]:
    """Return the words for whole pages."""
    phrases = str(locales.entry("navigation", "pages")).split(",")
    return frozenset(folded(p) for p in phrases) | _data("alone")


def _data(*path: str) -> frozenset[str]:
    return locales.words("navigation", *path)


def _is_title(record: Record, link: Element) -> bool:
    """Return whether *link* is what *record* is called: its heading, its title, or what it begins with."""
    headed = any(a.kind == "heading" for a in link.ancestors()) or link is record.element
    return headed or folded(link.text) == folded(record.title) or folded(record.text).startswith(folded(link.text))
