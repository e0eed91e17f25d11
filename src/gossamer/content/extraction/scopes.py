"""Where a field's value is looked for: the thing a page is about, a thing inside of it, or one of many records.

A scope answers with candidates, best first; what they are worth as a number or a date is for `converting` to say.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Final, Protocol

from gossamer.content.extraction import paths, told
from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.entities import article, codes, families, pictures, product, recipe, unmarked
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.naming import likeness, phrase, singular, words_of
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.values import contacts, dates
from gossamer.content.extraction.values.availability import availability, can_be_had
from gossamer.content.extraction.values.names import unled
from gossamer.content.extraction.values.numbers import number
from gossamer.content.extraction.visible import Fact, Record
from gossamer.content.extraction.visible.sections import parts_of
from gossamer.content.extraction.vocabulary import Concept, Kind, find, named
from gossamer.content.structured import Item

_LIKE_ENOUGH: Final = 0.6
_SPOKEN: Final = 0.95
_MAX_ROWS: Final = 1_000
# What of a thing is a thing itself, by the name of the field that asks for it.
_PARTS: Final = {
    "offer": "offers", "price": "offers", "pricing": "offers", "variant": "hasVariant", "rating": "aggregateRating",
    "review": "review", "aggregate rating": "aggregateRating", "seller": "offers.seller",
    "company": "hiringOrganization", "salary": "baseSalary", "location": "location", "nutrition": "nutrition",
    "faq": "mainEntity", "question": "mainEntity", "episode": "episode", "breadcrumb": "itemListElement",
    "contact": "contactPoint",
}  # fmt: skip

# "Length (km)".
_UNIT: Final = re.compile(r"\s?\([^()]{1,12}\)\Z")
# What stands under what people write: "Upvote 0 Downvote", "Reply".
_BUTTONS: Final = re.compile(r"(?:(?:up|down)?vote|repl(?:y|ies)|click to)\b[\w\s.…]{0,20}\Z", re.IGNORECASE)
_WRITTEN: Final = frozenset({"author", "datePublished", "dateModified"})
_OTHER_ADDRESS: Final = frozenset({"video", "image", "logo", "avatar"})
# "$29" has its currency; what a job pays is its price.
_SAID_WITH: Final = {"currency": "price", "salary": "price"}
# What a list in a record is asked for as.
_ENTRIES: Final = frozenset(
    {
        "feature",
        "benefit",
        "perk",
        "include",
        "included",
        "inclusion",
        "item",
        "highlight",
        "bullet",
        "point",
        "entry",
        "limit",
    }
)
# "5 users", "Unlimited users".
_COUNTED: Final = re.compile(r"(?:\d[\d.,]{0,12}|unlimited|no|one|unbegrenzt\w{0,2}|illimité\w{0,2})\s", re.IGNORECASE)
_MOST_COUNTED: Final = 60
_LONG_BYLINE: Final = 60
# What links to people are called.
_REACHING: Final = frozenset(
    {
        "e-mail", "email", "mail", "linkedin", "twitter", "contact", "profile", "bio", "read more", "more", "call",
        "website",
    }
)  # fmt: skip
_RUNNING: Final = frozenset({"text", "description", "body", "content", "comment", "message"})
# What is known by its look, without a label.
_FOUND: Final[Mapping[Kind, Callable[[str], str | None]]] = {
    Kind.EMAIL: contacts.email, Kind.PHONE: contacts.phone, Kind.DATE: dates.only_date,
    Kind.RATING: contacts.only_rated,
}  # fmt: skip


class Scope(Protocol):
    """Where the fields of one object of the answer are looked for."""

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what may be the value of the field *name*, best first."""
        ...

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the values of a field that takes many."""
        ...

    def part(self, name: str) -> "Scope | None":
        """Return the scope of an object inside of this one, None when there is none."""
        ...

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what is labelled with *name* under a heading of the page."""
        ...

    def rows(self, name: str, fields: Sequence[str]) -> "list[Rows]":
        """Return lists of things that may be what a list of objects with these *fields* asks for, best first."""
        ...

    def sections(self) -> "list[Rows]":
        """Return lists of things that hold lists themselves."""
        ...


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of things: its *heading* and the *names* of its elements, where it is only seen.

    *is_told*: the page itself marks these up as what is asked for.
    """

    scopes: Sequence[Scope]
    is_told: bool = False
    heading: str = ""
    names: frozenset[str] = frozenset()
    is_table: bool = False
    is_aside: bool = False


class ItemScope:
    """A thing that the page marks up, and nothing else of the page."""

    def __init__(self, item: Item, within: Sequence[Item] = ()) -> None:
        self._items = [item, *within]

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the values along the concept's paths, then those of a property of that name."""
        for item in self._items:
            yield from paths.by_name(item, name)
            if concept is not None:
                yield from paths.candidates(item, concept)
                yield from _last_steps(item, concept)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the values of the concept, or of the property of that name."""
        return _listed(self._items, name, concept)

    def part(self, name: str) -> Scope | None:
        """Return the thing at the property of that name."""
        inside = _inside(self._items, name)
        return ItemScope(inside[0]) if inside else None

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:  # noqa: ARG002 - the protocol's
        """Yield nothing: a thing that is marked up stands under no heading."""
        return iter(())

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:  # noqa: ARG002 - the protocol's
        """Return the things at the property of that name."""
        inside = _inside(self._items, name)
        return [Rows([ItemScope(_entry(item)) for item in inside], is_told=True)] if inside else []

    def sections(self) -> list[Rows]:
        """Return nothing: what is marked up says itself what it holds."""
        return []


class PageScope:
    """What the page is about: a thing of a *family*, or, without one, the page itself."""

    def __init__(self, reading: Reading, family: Family | None) -> None:
        self._reading = reading
        self._family = family
        self._items = reading.main(family) if family is not None else _any_main(reading)

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield from what is marked up for the thing, then the page, then its scripts, then what is seen."""
        if concept is not None and concept.name == "name" and not self._is_marked_up:
            yield from self._heading()
        if concept is not None and concept.kind is Kind.IMAGE and concept.name == "image":
            yield from self._picture(concept)
        if concept is not None and concept.name == "sku" and self._is_product:
            items = chain.from_iterable(paths.candidates(item, concept) for item in self._items)
            yield from codes.ranked(self._reading, items, self._around(concept), lambda: self._labelled(concept))
            return
        marked = self._marked(name, concept)
        is_description = concept is not None and concept.name == "description"
        if is_description and not self._items and self._family is not None and self._family.name == "recipe":
            # What the page says to its readers of the dish, before what it says to search engines.
            yield from article.lead(self._reading)
        yield from article.read_on(self._reading, marked) if is_description else marked
        if concept is not None:
            yield from unmarked.values(self._reading, self._family, concept)
        yield from self._seen(name, concept)
        yield from told.values(self._reading, self._family, name, concept)
        yield from self._of_scripts(name, concept)

    def _picture(self, concept: Concept) -> Iterator[Candidate]:
        """Yield the picture of a recipe; of anything else what the page gives those who share it.

        Of several pictures that a thing names the first is often a small crop, or one of its steps; what is shared is
        its picture at full size.
        """
        shared = self._metas(concept)
        if self._family is not None and self._family.name == "recipe":
            yield from pictures.of_recipe(self._items, concept, shared, self._reading.embedded.meta)
        else:
            yield from shared

    @property
    def _is_marked_up(self) -> bool:
        """Return whether the page marks up the thing itself, and not an article about something."""
        return bool(self._items) and (self._family is None or self._family.name != "article")

    def _heading(self) -> list[Candidate]:
        """Return the visible heading, if it is what the page is called elsewhere too."""
        heading = self._reading.heading
        if heading is None or not self._reading.is_called(heading_text := plain(heading.text), elsewhere=True):
            return []
        return [Candidate(heading_text, "h1")]

    def _labelled(self, concept: Concept) -> list[Fact]:
        if not self._reading.mentions(concept.labels):
            return []
        return [fact for fact in self._reading.visible.facts if phrase(fact.label) in concept.labels]

    @property
    def _is_product(self) -> bool:
        return self._family is not None and self._family.name == "product"

    @property
    def _is_sold(self) -> bool:
        return self._family is not None and self._family.name in {"product", "book", "software"}

    def _marked(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what is marked up for programs."""
        if concept is not None and concept.kind is Kind.AVAILABILITY:
            told = paths.availabilities(self._items, concept)
            yield from _contradicted(told, self._reading) if self._is_product else told
        if concept is not None and concept.name == "mpn":
            yield from codes.part_numbers(self._reading, self._items, concept)
            yield from self._around(concept)
            return
        if concept is not None and concept.name == "author":
            # A recipe is often its site's; an article that its site signs has been written by someone.
            signs = self._family is not None and self._family.name == "recipe"
            marked = self._of_items(name, concept)
            yield from article.credited(self._reading, marked, lambda: self._labelled(concept), site_counts=signs)
            return
        yield from self._of_items(name, concept)

    def _of_items(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        for item in self._items:
            if concept is not None:
                yield from paths.candidates(item, concept)
            yield from paths.by_name(item, name)
        if concept is not None:
            yield from self._around(concept)

    def _of_scripts(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what the page's scripts know of the thing under this very name.

        An amount without a point may be in cents.
        """
        for item in self._reading.state:
            for candidate in paths.by_name(item, concept.name if concept is not None else name):
                if concept is None or concept.kind is not Kind.PRICE or "." in candidate.text:
                    yield candidate

    def _around(self, concept: Concept) -> Iterator[Candidate]:
        yield from self._metas(concept)
        yield from self._of_the_frame(concept)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the first list that says anything."""
        found = _listed(self._items, name, concept)
        if concept is not None and concept.name == "ingredients":
            found = recipe.tidied(found)
        if not found and concept is not None:
            found = [
                Candidate(part, f"meta {meta}", machine=True)
                for meta in concept.metas
                for text in self._reading.embedded.meta.get(meta, ())
                for part in (text.split(",") if concept.kind is Kind.LIST else [text])
                if part.strip()
            ]
            loose = paths.listed(self._reading.embedded.loose, concept)
            # One entry alone is mostly a heading with the list's name on it.
            found = found or loose[: len(loose) * (len(loose) > 1)]
            found = found or unmarked.listed(self._reading, self._family, concept) or loose
        elif concept is not None and len(found) == 1:
            shown = unmarked.listed(self._reading, self._family, concept)
            # A list that is marked up as one text, and is shown entry by entry.
            if len(shown) > 1 and all(plain(one.text) in plain(found[0].text) for one in shown):
                return shown
        return found or told.headed(self._reading, self._family, name)

    def part(self, name: str) -> Scope | None:
        """Return the thing at the property of that name."""
        inside = _inside(self._items, name)
        return ItemScope(inside[0]) if inside else None

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what the page labels so under a heading that says *heading*."""
        if not self._reading.mentions([phrase(heading)]):
            return
        wanted = set(words_of(heading))
        facts = [fact for fact in self._reading.visible.facts if wanted == set(words_of(f"{fact.group} "))]
        for fact in matching(facts, name, concept):
            yield from _with_unit(fact)

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:
        """Return the thing's own parts of that name, the page's things of that kind, and records that are seen."""
        found: list[Rows] = []
        inside = _inside(self._items, name)
        if inside:
            found.append(Rows([ItemScope(_entry(item)) for item in inside], is_told=True))
        spoken = families.of_word(name)
        family = spoken or families.asked([c.name for f in fields if (c := find(f))], name, [])
        if family is not None:
            things = self._reading.all_of(family)[:_MAX_ROWS]
            if things:
                found.append(Rows([ItemScope(item) for item in things], is_told=_is_told(spoken)))
        if {one.name for field in fields if (one := find(field)) is not None} >= {"question", "answer"}:
            asked = self._reading.visible.questions
            if asked is not None:
                found.append(Rows([RecordScope(one) for one in asked.records], is_told=True))
        for seen in self._reading.visible.records:
            scopes = [RecordScope(record) for record in seen.records[:_MAX_ROWS]]
            is_table = seen.place.startswith("table")
            found.append(
                Rows(scopes, heading=seen.heading, names=seen.names, is_table=is_table, is_aside=seen.is_aside)
            )
        return found

    def sections(self) -> list[Rows]:
        """Return the parts of the page that hold records of the same kind, each under its own heading."""
        return [
            Rows([SectionScope(heading, records) for heading, records in told])
            for told in parts_of(self._reading.visible.records)
        ]

    def _metas(self, concept: Concept) -> Iterator[Candidate]:
        if concept.name == "publisher" and self._is_sold:
            # The shop's own name is not that of who published what it sells.
            return
        meta = self._reading.embedded.meta
        currency = next((code for name in named("currency").metas for code in meta.get(name, ())), "")
        for name in concept.metas:
            for text in meta.get(name, ()):
                yield Candidate(
                    text, f"meta {name}", machine=True, currency=currency if concept.kind is Kind.PRICE else ""
                )

    def _of_the_frame(self, concept: Concept) -> Iterator[Candidate]:
        """Yield what the things around the page's own say of it: the page's item, loose properties."""
        yield from paths.candidates(self._reading.embedded.loose, concept)
        if not self._items and self._family is not None and concept.name in _WRITTEN:
            # A page may mark up what is written about the thing, and not the thing.
            written = self._reading.main(families.BY_NAME["article"])
            yield from chain.from_iterable(paths.candidates(item, concept) for item in written)
        if self._family is None or self._family.name == "article":
            frame = (item for item in self._reading.outer if item.is_a({"webpage", "itempage"}))
            yield from chain.from_iterable(paths.candidates(item, concept) for item in frame)

    def _seen(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        if concept is not None and concept.kind in {Kind.NAME, Kind.LONG, Kind.IMAGE, Kind.URL}:
            return
        if not self._reading.mentions(concept.labels if concept is not None else words_of(name)):
            return
        for fact in matching(self._reading.visible.facts, name, concept):
            yield from _with_unit(fact)


class RecordScope:
    """One of many records that look alike; *is_entry*: of such with a name and a price, what is left describes it."""

    def __init__(self, record: Record, *, is_entry: bool = False) -> None:
        self._record = record
        self._is_entry = is_entry
        self._facts = [
            Fact(label, fact.text, fact.place, fact.group, fact.quote) for label, fact in record.cells.items()
        ]

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the cells of that name; its link and image where an address is asked for."""
        kind = concept.kind if concept is not None else None
        words = set(words_of(name))
        if kind is Kind.IMAGE or words & {"image", "picture", "photo", "thumbnail"}:
            if self._record.image:
                yield Candidate(self._record.image, self._record.place)
            return
        if (kind is Kind.URL or words & {"url", "link", "href"}) and self._record.link:
            if not words & _OTHER_ADDRESS:
                yield Candidate(self._record.link, self._record.place)
            return
        if concept is not None and concept.name == "body":
            yield from self._words()
            return
        for fact in matching(self._facts, name, concept):
            yield from _with_unit(fact)
        yield from self._unlabelled(name, concept)

    def _unlabelled(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield what no cell is called by, and is said all the same: in a list, beside a price, by its look."""
        if concept is None or singular(name.lower()) != name.lower():
            yield from self._counted(set(words_of(name)))
        if concept is not None and (other := _SAID_WITH.get(concept.name)) is not None:
            yield from self.values(other, named(other))
        if concept is not None and concept.name == "jobTitle":
            yield from self._office()
        if self._is_entry and concept is not None and concept.name == "description" and "price" in self._record.cells:
            texts = [fact for fact in self._facts if fact.label.startswith("text")]
            yield from (Candidate(one.text, one.place, quote=one.quote) for one in texts[: len(texts) == 1])
        if concept is not None and concept.name == "author" and "author 2" not in self._record.cells:
            yield from self._only(_signed)
        if concept is not None and (find_in := _FOUND.get(concept.kind)) is not None and concept.name != "mobile":
            yield from self._only(find_in)

    def _office(self) -> Iterator[Candidate]:
        """Yield the one short text beside a name and how to reach who is called so: what they are."""
        texts = [fact for fact in self._facts if fact.label.startswith("text")]
        offices = [
            one
            for one in texts
            if one.text.lower() not in _REACHING and not any(sign.isdigit() or sign in "@.!?:" for sign in one.text)
        ]
        is_of_one = "title" in self._record.cells and "title 2" not in self._record.cells
        if is_of_one and len(offices) == 1 and len(offices[0].text) <= _MOST_COUNTED:
            yield Candidate(offices[0].text, offices[0].place, quote=offices[0].quote)

    def _counted(self, words: AbstractSet[str]) -> Iterator[Candidate]:
        """Yield the entry of a list in the record that counts what the field is called: "5 users"."""
        said = [
            one
            for one in self._record.items
            if len(one.text) <= _MOST_COUNTED and _COUNTED.match(one.text) and words <= set(words_of(f"{one.text} "))
        ]
        if len(said) == 1:
            yield Candidate(said[0].text, said[0].place, quote=said[0].quote)

    def _words(self) -> Iterator[Candidate]:
        """Yield what is said in running words, the longest first; figures and single words are no text."""
        if "author 2" in self._record.cells:
            # Of several that answer each other nothing tells who said what.
            return
        texts = [fact for fact in self._facts if fact.label.split()[0].lower() in _RUNNING]
        for fact in sorted(texts, key=lambda fact: -len(fact.text)):
            if unled(fact.text) != fact.text and len(fact.text) <= _LONG_BYLINE:
                # "By Anna K." is who wrote it.
                continue
            is_said = len(words_of(f"{fact.text} ")) > 1 or fact.text.endswith((".", "!"))
            if is_said and not _BUTTONS.match(fact.text) and not _is_figure(fact.text):
                yield Candidate(fact.text, fact.place, quote=fact.quote)

    def _only(self, find_in: Callable[[str], str | None]) -> Iterator[Candidate]:
        """Yield what stands in the record without a label, if only one such does."""
        found = {value: fact for fact in self._facts if (value := find_in(fact.text)) is not None}
        if len(found) == 1:
            ((value, fact),) = found.items()
            yield Candidate(value, fact.place, quote=fact.quote)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the entries of the record's lists, where these are asked for, else the cell's parts between commas."""
        if self._record.items and _ENTRIES.intersection(words_of(name)) and not matching(self._facts, name, concept):
            return [Candidate(one.text, one.place, quote=one.quote) for one in self._record.items]
        return [
            Candidate(part.strip(), one.place, quote=one.words)
            for one in self.values(name, concept)
            for part in one.text.split(",")
            if part.strip()
        ]

    def part(self, name: str) -> Scope | None:  # noqa: ARG002 - the protocol's
        """Return the record itself: its cells are all it has."""
        return self

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:  # noqa: ARG002 - the protocol's
        """Yield nothing: a record has no headings of its own."""
        return iter(())

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:  # noqa: ARG002 - the protocol's
        """Return nothing: a record holds no lists of objects."""
        return []

    def sections(self) -> list[Rows]:
        """Return nothing, as above."""
        return []


class SectionScope:
    """A part of the page: the heading that it stands under, and records."""

    def __init__(self, heading: str, records: Sequence[Record]) -> None:
        self._heading = heading
        self._records = records

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:  # noqa: ARG002 - the protocol's
        """Yield the heading where a name is asked for."""
        if concept is not None and concept.name in {"name", "category", "section"}:
            yield Candidate(self._heading, "heading of the list")

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:  # noqa: ARG002 - the protocol's
        """Return the texts of the records."""
        return [Candidate(one.text, one.place) for one in self._records]

    def part(self, name: str) -> Scope | None:  # noqa: ARG002 - the protocol's
        """Return nothing: a part of the page is made of records alone."""
        return None

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:  # noqa: ARG002 - the protocol's
        """Yield nothing, as above."""
        return iter(())

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:  # noqa: ARG002 - the protocol's
        """Return the records."""
        return [Rows([RecordScope(one, is_entry=True) for one in self._records], is_told=True, heading=self._heading)]

    def sections(self) -> list[Rows]:
        """Return nothing: there are two levels and no more."""
        return []


def matching(facts: Sequence[Fact], name: str, concept: Concept | None) -> list[Fact]:
    """Return the *facts* whose label is called like the field, the closest first; none when several differ alike."""
    wanted = words_of(name)
    joined = " ".join(wanted)
    spoken = concept.labels if concept is not None else frozenset({joined})
    weighed: list[tuple[float, int, Fact]] = []
    for at, fact in enumerate(facts):
        label = phrase(_UNIT.sub("", fact.label) if "(" in fact.label and phrase(fact.label) != joined else fact.label)
        weight = 1.0 if label == joined else _SPOKEN if label in spoken else likeness(wanted, label.split())
        if weight >= _LIKE_ENOUGH:
            weighed.append((-weight, at, fact))
    weighed.sort(key=lambda one: one[:2])
    best = [fact for weight, _, fact in weighed if weight == weighed[0][0]]
    if not best:
        return []
    # "Acme" and "Acme Ltd." say the same, and the shorter one says no more than both.
    shortest = min(best, key=lambda fact: len(plain(fact.text)))
    core = f" {' '.join(words_of(shortest.text))} "
    others = (fact for fact in best if plain(fact.text).lower() != plain(shortest.text).lower())
    if any(core not in f" {' '.join(words_of(fact.text))} " for fact in others):
        return []
    return [shortest, *(fact for _, _, fact in weighed if fact is not shortest)]


def _is_figure(text: str) -> bool:
    """Return whether *text* is a date or a rating and no words."""
    return dates.only_date(text) is not None or contacts.only_rated(text) is not None


def _signed(text: str) -> str | None:
    """Return the name that *text* signs with: "by Anna K."."""
    name = unled(text)
    return name if name != text and len(text) <= _LONG_BYLINE and not any(map(str.isdigit, name)) else None


def _is_told(family: Family | None) -> bool:
    """Return whether things of *family* are what a list of its name asks for: who signs an article is no staff."""
    return family is not None and family.name != "person"


def _with_unit(fact: Fact) -> Iterator[Candidate]:
    """Yield what *fact* says: a bare figure first with the unit that its label has for it."""
    unit = _UNIT.search(fact.label)
    if unit is not None and number(fact.text) is not None:
        yield Candidate(f"{fact.text} {unit.group().strip(' ()')}", fact.place, quote=fact.quote or fact.text)
    yield Candidate(fact.text, fact.place, quote=fact.quote)


def _contradicted(told: Sequence[Candidate], reading: Reading) -> Iterator[Candidate]:
    """Yield what is marked up of a product's availability; a doubt when it is gone and yet can be bought."""
    said = availability(told[0].text) if told else None
    if said is not None and not can_be_had(said) and product.can_be_bought(reading):
        yield Candidate("", told[0].place, doubt="The page marks it up as gone and offers it all the same.")
    yield from told


def _any_main(reading: Reading) -> list[Item]:
    for family in reading.families:
        if main := reading.main(family):
            return main
    article = families.BY_NAME["article"]
    return reading.main(article)


def _inside(items: Sequence[Item], name: str) -> list[Item]:
    spoken = phrase(name)
    for item in items:
        for key in item.properties:
            if phrase(key) == spoken and (found := paths.inner(item, key)):
                return found
        path = _PARTS.get(spoken)
        if path and (found := paths.inner(item, path)):
            return found
        concept = find(name)
        for step in concept.paths if concept is not None else ():
            if found := paths.inner(item, step):
                return found
    return []


def _entry(item: Item) -> Item:
    """Return what an entry of a list is an entry for."""
    inside = next((value for value in item.get("item") if isinstance(value, Item)), None)
    return inside if inside is not None and item.is_a({"listitem"}) else item


def _listed(items: Sequence[Item], name: str, concept: Concept | None) -> list[Candidate]:
    for item in items:
        if concept is not None and (found := paths.listed(item, concept)):
            return found
        if found := list(paths.by_name(item, name)):
            return found
    return []


def _last_steps(item: Item, concept: Concept) -> Iterator[Candidate]:
    """Yield what *item* says when it is itself the holder that a path leads to: an offer's price."""
    for path in concept.paths:
        if "." in path and not path.endswith((".name", ".text", ".url", ".value")):
            yield from paths.along(item, path.rpartition(".")[2], concept.kind)
