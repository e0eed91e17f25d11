"""One page as it is read for a schema: what it marks up, what it is called, where it is at home."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final
from urllib.parse import unquote, urlsplit

import turbohtml

from gossamer.content.extraction.candidates import plain, running_text
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.families import Family
from gossamer.content.locales import selector
from gossamer.content.page_model import Visible, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.structured import Embedded, Item, walk
from gossamer.content.text.names import same_words, words_in

_MAX_TITLES: Final = 6
_MAX_TEXT: Final = 400_000
_ICONS: Final = selector("extraction", "reading", "selectors", "icons")
_MAX_ICONS: Final = 300
_MAX_LABEL: Final = 80
_PLACES: Final = {"uk": "gb"}
_TOKEN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{3,40}")
_TITLE_ENDS: Final = re.compile(r"\s+[|\-\u2013\u2014:·»]\s+")
_ALIKE: Final = 0.6
# From here on words are not told apart by blanks.
_UNSPACED: Final = "\u2e80"
# Of these a page is about one, by the name that its heading has.
_SINGLE: Final = frozenset({"product", "recipe", "event", "job", "book"})
# Below this nothing but its place on the page speaks for a thing.
_LIKELY: Final = 0.4


class Reading:
    """What is known of a page, each thing found out once."""

    def __init__(self, page: PageMaterial) -> None:
        self.page = page
        self.embedded = Embedded(page.document, page.base)

    @cached_property
    def country(self) -> str:
        """Return the two letters of the page's country, or nothing: by its language tag, its host, its path."""
        region = self.language.replace("_", "-").partition("-")[2][-2:].lower()
        host = urlsplit(self.page.url).hostname or ""
        ending = host.rpartition(".")[2]
        first = urlsplit(self.page.url).path.strip("/").partition("/")[0].lower()
        if len(ending) == 2 and ending not in {"eu", "io", "co", "me", "tv", "ai"}:  # noqa: PLR2004 - a country's two letters
            return _PLACES.get(ending, ending)
        if region.isalpha():
            return region
        return first if len(first) == 2 and first in {"us", "ca", "au", "nz", "mx", "gb", "in"} else ""  # noqa: PLR2004

    @cached_property
    def language(self) -> str:
        """Return the page's language tag as it is written, or nothing."""
        root = self.page.document.find("html")
        declared = (root.attr("lang") or root.attr("xml:lang") or "") if root is not None else ""
        return (declared or next(iter(self.embedded.meta.get("og:locale", ())), ""))[:12].strip()

    @cached_property
    def headings(self) -> list[turbohtml.Element]:
        """Return the page's first-level headings that say something."""
        return [element for element in self.page.document.select("h1")[:_MAX_TITLES] if element.text.strip()]

    @cached_property
    def heading(self) -> turbohtml.Element | None:
        """Return the heading that names what the page is about: the one that its `<title>` repeats, else the first.

        One that repeats the name of the site is taken only where there is no other.
        """
        return max(
            self.headings,
            key=lambda element: (
                not self.names_site(element.text),
                _alike(same_words(element.text), same_words(self.without_site(self.title))),
            ),
            default=None,
        )

    @cached_property
    def heading_text(self) -> str:
        """Return the text of the heading, without the mark of a link to itself; lines of it are apart."""
        return plain(self.heading.to_text()).rstrip(" ¶") if self.heading is not None else ""

    @cached_property
    def title(self) -> str:
        """Return the `<title>`."""
        element = self.page.document.select_one("head > title") or self.page.document.select_one("title")
        return plain(element.text) if element is not None else ""

    def is_site(self, text: str) -> bool:
        """Return whether *text* is what the site is called, by itself or by its host."""
        words = same_words(text)
        return bool(words) and (words == self._site or "".join(words) in self._hosts)

    def without_site(self, title: str) -> str:
        """Return *title* without the name of the site at its end: "Bread in a day | Example"."""
        for end in reversed(list(_TITLE_ENDS.finditer(title))):
            if not self.is_site(title[end.end() :]):
                break
            title = title[: end.start()]
        return title

    def names_site(self, heading: str) -> bool:
        """Return whether *heading* is the name of the site, and the `<title>` begins with that of the page.

        The end of a title is a site's name unless the address repeats it: "Example | Rye bread", "/rye-bread".
        """
        first, *others = _TITLE_ENDS.split(self.title)
        words = same_words(heading)
        if words == same_words(first) or self.is_site(first):
            return False
        is_end = bool(others) and words == same_words(others[-1])
        slug = urlsplit(self.page.url).path.rstrip("/").rpartition("/")[2]
        return self.is_site(heading) or (is_end and not set(words) <= set(same_words(slug)))

    @cached_property
    def _site(self) -> tuple[str, ...]:
        return same_words(" ".join(self.embedded.meta.get("og:site_name", ())[:1]))

    @cached_property
    def _hosts(self) -> frozenset[str]:
        """Return the parts of the host and its endings, as words without blanks."""
        parts = ["".join(same_words(part)) for part in (urlsplit(self.page.url).hostname or "").split(".")]
        return frozenset([*parts, *("".join(parts[at:]) for at in range(len(parts)))])

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Return the parts of the page's address that look like a thing's own number or code, in lower case."""
        return frozenset(code.lower() for code in codes_of(self.page.url))

    def is_called(self, text: str, *, elsewhere: bool = False) -> bool:
        """Return whether *text* is, in other words or fewer, what the page is called; *elsewhere*: but in headings."""
        words = same_words(plain(text))
        return any(_alike(words, title) >= _ALIKE for title in (self._head_titles if elsewhere else self._titles))

    def main(self, family: Family) -> list[Item]:
        """Return the things of *family* that the page is about, best first; none when it cannot be told which."""
        if family.name not in self._mains:
            self._mains[family.name] = self._main(family)
        return self._mains[family.name]

    @cached_property
    def _mains(self) -> dict[str, list[Item]]:
        return {}

    @cached_property
    def families(self) -> list[Family]:
        """Return the families of the things that the page marks up, in order."""
        names = dict.fromkeys(
            family.name
            for item in self.outer
            if not item.is_a(families.FRAME) and (family := families.of_item(item)) is not None
        )
        return [families.BY_NAME[name] for name in names]

    @cached_property
    def outer(self) -> list[Item]:
        """Return the things that are no parts of others, or that others name as what the page is about."""
        items: list[Item] = []
        for item in self.embedded.items:
            if item.kinds or item.properties:
                items.append(item)
            for name in ("mainEntity", "mainEntityOfPage", "about"):
                items.extend(value for value in item.get(name) if isinstance(value, Item))
        return list({id(item): item for item in items}.values())

    def mentions(self, labels: Iterable[str]) -> bool:
        """Return whether all words of one of *labels* stand on the page; cheaper than `visible`, and asked first."""
        words = self._words
        return any(all(word in words for word in label.split()) for label in labels)

    @cached_property
    def _words(self) -> frozenset[str]:
        text = running_text(self.page.document)[:_MAX_TEXT]
        # The meaning of an icon is written for those who do not see it.
        icons = self.page.document.select(_ICONS)[:_MAX_ICONS]
        written = [
            icon.attr("aria-label") or icon.attr("title") or (icon.attr("class") or "").replace("-", " ")
            for icon in icons
        ]
        return words_in({*text.split(), *(word for icon_text in written for word in icon_text[:_MAX_LABEL].split())})

    @cached_property
    def visible(self) -> Visible:
        """Return the view of the page for those who look at it; costs more than all that it marks up."""
        return look(self.page)

    def all_of(self, family: Family) -> list[Item]:
        """Return every thing of *family* that the page marks up, as it stands on the page."""
        return [item for item in walk(self.embedded.items) if families.of_item(item) is family]

    def _main(self, family: Family) -> list[Item]:
        things = [item for item in self.outer if families.of_item(item) is family]
        if not things:
            return []
        ranked = sorted(
            ((self._weight(item), -at, item) for at, item in enumerate(things)),
            key=lambda weighed_item: weighed_item[:2],
            reverse=True,
        )
        best, _, first = ranked[0]
        if best < _LIKELY and len({_name_of(item) for item in things}) > 1:
            return []
        name = same_words(_name_of(first))
        if best < _LIKELY and family.name in _SINGLE and self._is_another(name):
            return []
        return [
            item
            for weight, _, item in ranked
            if item is first
            or (weight > 0 and (not _name_of(item) or _alike(same_words(_name_of(item)), name) >= _ALIKE))
        ]

    def _is_another(self, name: tuple[str, ...]) -> bool:
        """Return whether nothing that the page is called has a word of *name*: a copied template's thing."""
        if not name or not self.headings or max("".join(name)) >= _UNSPACED:
            return False
        return not any(set(name) & set(title) for title in self._titles)

    def _weight(self, item: Item) -> float:
        name = _name_of(item)
        weight = 0.0
        if name and self.is_called(name):
            weight += 3
        addresses = [
            value for value in (*item.get("url"), *item.get("mainEntityOfPage"), item.ident) if isinstance(value, str)
        ]
        if any(self._is_here(address) for address in addresses if address):
            weight += 2
        codes = (*item.get("sku"), *item.get("productID"), *item.get("mpn"))
        if any(isinstance(code, str) and code.lower() in self.identifiers for code in codes):
            weight += 2
        if weight == 0 and not name:
            weight = 0.5
        return weight + min(len(item.properties), 20) / 100 - 2 * item.is_a(families.FRAME)

    def _is_here(self, address: str) -> bool:
        address_parts, page_parts = urlsplit(self.page.base.absolute(address) or ""), urlsplit(self.page.url)
        return address_parts.path.rstrip("/") == page_parts.path.rstrip("/") and len(page_parts.path) > 1

    @cached_property
    def _titles(self) -> list[tuple[str, ...]]:
        return [*filter(None, (same_words(heading.text) for heading in self.headings)), *self._head_titles]

    @cached_property
    def _head_titles(self) -> list[tuple[str, ...]]:
        meta = self.embedded.meta
        texts: list[str] = []
        for title in (self.title, *meta.get("og:title", ()), *meta.get("twitter:title", ())):
            texts += [title, *_TITLE_ENDS.split(title)[:3]]
        return [words for words in dict.fromkeys(same_words(text) for text in texts) if words]


def codes_of(url: str) -> list[str]:
    """Return the parts of *url* that hold figures and may be a thing's number or code."""
    parts = urlsplit(url)
    codes: list[str] = []
    for text in (parts.path, parts.query):
        for token in _TOKEN.findall(unquote(text)):
            for part in {token, token.rpartition(".")[0] or token, *token.split("-")}:
                code = part.removesuffix(".html").removesuffix(".htm").removesuffix(".php").strip(".-")
                if sum(sign.isdigit() for sign in code) >= 4:  # noqa: PLR2004 - fewer figures number other things too
                    codes.append(code)
                    bare = code.lstrip("abcdefghijklmnopqrstuvwxyz")
                    if bare != code and bare.isdigit():
                        codes.append(bare)
    return codes


def _name_of(item: Item) -> str:
    return plain(item.text("name", "headline", "title"))


def _alike(name_words: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return the share of the shorter name that the longer has, less when it is very short beside it."""
    if not name_words or not other:
        return 0.0
    first, second = set(name_words), set(other)
    shared = len(first & second)
    fewer, more = sorted((len(first), len(second)))
    return shared / fewer if fewer * 3 >= more else shared / more
