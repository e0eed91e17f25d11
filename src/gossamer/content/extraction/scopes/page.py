"""The scope of a whole page: the thing that it is about."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from gossamer.content.extraction import paths, text_patterns
from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.entities import article, codes, families, pictures, recipe, unmarked
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.entities.page_titles import rank_titles
from gossamer.content.extraction.list_evidence import SoughtList
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.scopes.marked import ItemScope, inside, listed, listed_item, posts
from gossamer.content.extraction.scopes.matching import matching, with_unit
from gossamer.content.extraction.scopes.model import FieldScope, Rows
from gossamer.content.extraction.scopes.records import RecordScope
from gossamer.content.extraction.text_patterns import (
    contact_details,
    counts,
    lines,
    organization_name,
    section_lists,
)
from gossamer.content.extraction.vocabulary import Concept, Kind, find, named
from gossamer.content.locales import pattern, words
from gossamer.content.page_model import TICKS, Fact, Record, RecordList
from gossamer.content.structured import Item
from gossamer.content.text.names import phrase, words_of
from gossamer.core.field_names import is_list_of_alike

_MAX_ROWS: Final = 1_000
_OF_CONTACT: Final = re.compile(
    r"\b(?:contact|enquir\w+|inquir\w+|questions?|ansprechpartner\w*|kontakt)\b", re.IGNORECASE
)
_DAYS: Final = words("extraction", "article", "days")
_BESIDE_DAYS: Final = words("extraction", "article", "beside")
_INVITES: Final = pattern("extraction", "article", "invites")
# Lines at the top in which a page may invite.
_FIRST_LINES: Final = 42
_WRITTEN: Final = frozenset({"author", "datePublished", "dateModified"})


class PageScope(FieldScope):
    """What the page is about: a thing of a *family*, or, without one, the page itself."""

    def __init__(self, reading: Reading, family: Family | None) -> None:
        self._reading = reading
        self._family = family
        self._items = reading.main(family) if family is not None else _any_main(reading)

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield from what is marked up for the thing, then the page, then what is seen."""
        if concept is not None and concept.name == "name" and not self._is_marked_up:
            if self._is_headed_generally(name):
                yield from organization_name.values(self._reading)
                return
            yield from self._heading()
        if concept is not None and concept.kind is Kind.IMAGE and concept.name == "image":
            yield from self._picture(concept)
        if concept is not None and concept.name == "sku" and self._is_product:
            items = chain.from_iterable(paths.candidates(item, concept) for item in self._items)
            yield from codes.rank_codes(
                self._reading, items, self._around(concept), lambda: self._find_labelled_facts(concept)
            )
            return
        yield from self._find_marked_values(name, concept)
        if concept is not None:
            yield from text_patterns.own_contact(self._reading, self._family, name, concept)
            if concept.name != "email" or not contact_details.is_of_department(name):
                yield from unmarked.values(self._reading, self._family, concept)
        yield from self._match_facts(name, concept)
        yield from text_patterns.values(self._reading, self._family, name, concept)
        if concept is not None and concept.name == "currency":
            yield from self.values("price", named("price"))
        if name == "date" and (self._family is None or self._family.name == "article"):
            # Without a day of publication the date of a page is that of its last change.
            yield from self._find_marked_values("dateModified", named("dateModified"))

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

    def _is_headed_generally(self, name: str) -> bool:
        """Return whether *name* asks what an organization is called, and the heading does not say it: "About us"."""
        is_of_one = self._family is not None and self._family.name == "organization"
        is_requested = len(words_of(name)) > 1 and not words("text_patterns", "organizations").isdisjoint(
            words_of(name)[:-1]
        )
        heading = self._reading.heading
        return (is_of_one or is_requested) and heading is not None and organization_name.heads_any(plain(heading.text))

    def _heading(self) -> list[Candidate]:
        """Return the visible heading, if it is what the page is called elsewhere too; of a page its likeliest title."""
        heading = self._reading.heading_text
        if not heading or article.is_index(self._reading):
            return []
        if self._family is not None and self._family.name != "article":
            return [Candidate(heading, "h1")] if self._reading.is_called(heading, elsewhere=True) else []
        return [] if self._reading.names_site(heading) else list(islice(rank_titles(self._reading), 1))

    def _find_labelled_facts(self, concept: Concept) -> list[Fact]:
        if not self._reading.mentions(concept.labels):
            return []
        return [fact for fact in self._reading.visible.facts if phrase(fact.label) in concept.labels]

    @property
    def _is_product(self) -> bool:
        return self._family is not None and self._family.name == "product"

    @property
    def _is_sold(self) -> bool:
        return self._family is not None and self._family.name in {"product", "book", "software"}

    def _find_marked_values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the values that are marked up for programs."""
        if concept is not None and concept.kind is Kind.AVAILABILITY:
            yield from paths.availabilities(self._items, concept)
        if concept is not None and concept.name == "mpn":
            yield from codes.part_numbers(self._reading, self._items, concept)
            yield from self._around(concept)
            return
        marked = self._of_items(name, concept)
        # A recipe is often its site's; an article that its site signs has been written by someone.
        signs = self._family is not None and self._family.name == "recipe"
        is_author = concept is not None and concept.name == "author"
        yield from article.find_authors(self._reading, marked, site_counts=signs) if is_author else marked

    def _of_items(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        for item in self._items:
            if concept is not None:
                yield from paths.candidates(item, concept)
            yield from paths.by_name(item, name)
        if concept is not None:
            yield from self._around(concept)

    def _around(self, concept: Concept) -> Iterator[Candidate]:
        yield from self._metas(concept)
        yield from self._of_the_frame(concept)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the first list that says anything."""
        candidates = listed(self._items, name, concept)
        if concept is not None and concept.name == "ingredients":
            candidates = recipe.tidy_ingredients(candidates)
        if not candidates and concept is not None:
            candidates = [
                Candidate(part, f"meta {meta}", machine=True)
                for meta in concept.metas
                for text in self._reading.embedded.meta.get(meta, ())
                for part in (text.split(",") if concept.kind is Kind.LIST else [text])
                if part.strip()
            ]
            loose = paths.listed(self._reading.embedded.loose, concept)
            # One entry alone is mostly a heading with the list's name on it.
            candidates = candidates or loose[: len(loose) * (len(loose) > 1)]
            candidates = candidates or unmarked.listed(self._reading, self._family, concept) or loose
        return candidates

    def called(self, name: str, concept: Concept | None, description: str) -> list[Candidate]:
        """Return the entries of the list of the page that is called so."""
        return section_lists.listed(self._reading, SoughtList.of(name, concept, description))

    def part(self, name: str) -> FieldScope | None:
        """Return the thing at the property of that name."""
        things = inside(self._items, name)
        return ItemScope(things[0]) if things else None

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the values that the page labels so under a heading that says *heading*."""
        if not self._reading.mentions([phrase(heading)]):
            return
        heading_words = set(words_of(heading))
        facts = [fact for fact in self._reading.visible.facts if heading_words == set(words_of(f"{fact.group} "))]
        for fact in matching(facts, name, concept):
            yield from with_unit(fact)

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:
        """Return the thing's own parts of that name, the page's things of that kind, and records that are seen."""
        concepts = [concept.name for field in fields if (concept := find(field)) is not None]
        lists = [
            Rows([ItemScope(item) for item in things[:_MAX_ROWS]], is_marked=is_marked)
            for things, is_marked in self._find_listed_things(name, concepts)
            if things
        ]
        visible = self._reading.visible
        if {"question", "answer"}.issubset(concepts) and visible.questions is not None:
            lists.append(Rows([RecordScope(record) for record in visible.questions.records], is_marked=True))
        return [*lists, *map(_scope_records, (*visible.records, *visible.joined))]

    def _find_listed_things(self, name: str, concepts: Sequence[str]) -> Iterator[tuple[list[Item], bool]]:
        """Yield the lists that are marked up, each with whether it is certainly what *name* asks for."""
        things = inside(self._items, name)
        yield [listed_item(item) for item in things], True
        spoken = families.of_word(name)
        # A list may have any name: what has a price is what the page sells.
        page_families = self._reading.families if "price" in concepts else ()
        family = spoken or families.find_requested_family(concepts, name, page_families)
        if written := posts(self._reading.embedded.items, name):
            yield written, True
        elif family is not None and not things and not is_list_of_alike(name):
            marked = [item for item in self._reading.all_of(family) if spoken or item.get("name")]
            yield marked, _names_kind(spoken)

    def counted(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the number that sentences of the page say of the field *name*."""
        return counts.values(self._reading, name, concept)

    def _metas(self, concept: Concept) -> Iterator[Candidate]:
        if concept.name == "publisher" and self._is_sold:
            # The shop's own name is not that of who published what it sells.
            return
        meta = self._reading.embedded.meta
        currency = next((code for name in named("currency").metas for code in meta.get(name, ())), "")
        for name in concept.metas:
            for text in meta.get(name, ()):
                own_text = self._reading.without_site(text) if concept.name == "name" else text
                yield Candidate(
                    own_text,
                    f"meta {name}",
                    machine=True,
                    currency=currency if concept.kind is Kind.PRICE else "",
                    quote=text,
                )

    def _of_the_frame(self, concept: Concept) -> Iterator[Candidate]:
        """Yield the values in the things around the page's own: the page's item, loose properties."""
        yield from paths.candidates(self._reading.embedded.loose, concept)
        if not self._items and self._family is not None and concept.name in _WRITTEN:
            # A page may mark up what is written about the thing, and not the thing.
            written = self._reading.main(families.BY_NAME["article"])
            yield from chain.from_iterable(paths.candidates(item, concept) for item in written)
        if self._family is None or self._family.name == "article":
            frame = (item for item in self._reading.outer if item.is_a({"webpage", "itempage"}))
            yield from chain.from_iterable(paths.candidates(item, concept) for item in frame)

    def _match_facts(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        if concept is not None and concept.kind in {Kind.NAME, Kind.LONG, Kind.IMAGE, Kind.URL}:
            return
        if not self._reading.mentions(concept.labels if concept is not None else words_of(name)):
            return
        for fact in matching(self._facts(name, concept), name, concept):
            yield from with_unit(fact)

    def _facts(self, name: str, concept: Concept | None) -> Sequence[Fact]:
        """Return the labelled facts without those of something else than the field *name* asks for."""
        facts = self._reading.visible.facts
        if concept is named("datePublished") and phrase(name) not in _DAYS and self._announces():
            return [fact for fact in facts if phrase(fact.label) not in _DAYS]
        if self._family is not None and self._family.name == "job" and concept is named("jobTitle"):
            # A person to ask has a job, too.
            return [fact for fact in facts if _OF_CONTACT.search(fact.group) is None]
        return facts

    def _announces(self) -> bool:
        """Return whether the page announces something that takes place, so that its "date" is the day of that."""
        labels = (words_of(f"{fact.label} ") for fact in self._reading.visible.facts)
        first = lines.read(self._reading)[:_FIRST_LINES]
        return any(map(_BESIDE_DAYS.intersection, labels)) or any(map(_INVITES.search, first))


def _heading_of(record: Record) -> str:
    """Return the heading that *record* stands under, or nothing."""
    return next((fact.group for fact in record.cells.values()), "")


def _scope_records(record_list: RecordList) -> Rows:
    """Return the records of a list as scopes; where they stand under several headings each knows its own."""
    headings = [_heading_of(record) for record in record_list.records[:_MAX_ROWS]]
    is_parted = len(set(headings)) > 1
    ticked = frozenset(
        name for record in record_list.records for name, fact in record.cells.items() if fact.text in TICKS
    )
    return Rows(
        [
            RecordScope(
                record,
                is_entry=is_parted,
                section=heading if is_parted else "",
                ticked=ticked,
            )
            for record, heading in zip(record_list.records, headings, strict=False)
        ],
        heading=record_list.heading,
        names=record_list.names,
        is_table=record_list.place.startswith("table"),
        is_aside=record_list.is_aside,
        place=record_list.place,
        sections=frozenset(record_list.sections),
        holders=frozenset(record_list.holders),
        is_headed=record_list.is_headed,
    )


def _names_kind(family: Family | None) -> bool:
    """Return whether things of *family* are what a list of its name asks for: who signs an article is no staff."""
    return family is not None and family.name != "person"


def _any_main(reading: Reading) -> list[Item]:
    for family in reading.families:
        if main := reading.main(family):
            return main
    article = families.BY_NAME["article"]
    return reading.main(article)
