"""The scope of one of many records that look alike."""

import re
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.scopes import headed
from gossamer.content.extraction.scopes.matching import matching, with_unit
from gossamer.content.extraction.scopes.model import FieldScope
from gossamer.content.extraction.vocabulary import Concept, Kind, named
from gossamer.content.locales import words
from gossamer.content.page_model import Fact, Record
from gossamer.content.text.names import singular, words_of
from gossamer.content.values import contacts, dates
from gossamer.content.values.names import drop_leading_by

# Signs around the words under people's posts: "Upvote 0 Downvote", "Reply".
_DASHES: Final = frozenset("-–—")  # noqa: RUF001
_BUTTONS: Final = re.compile(r"(?:(?:up|down)?vote|repl(?:y|ies)|click to)\b[\w\s.…]{0,20}\Z", re.IGNORECASE)
_OTHER_ADDRESS: Final = frozenset({"video", "image", "logo", "avatar"})
# "$29" has its currency; what a job pays is its price.
_SHARED: Final = {"currency": "price", "salary": "price"}
# Names of fields that request a list in a record.
_ENTRIES: Final = words("fields", "list_entries")
# "5 users", "Unlimited users".
_COUNTED: Final = re.compile(r"(?:\d[\d.,]{0,12}|unlimited|no|one|unbegrenzt\w{0,2}|illimité\w{0,2})\s", re.IGNORECASE)
_MOST_COUNTED: Final = 60
_LONG_BYLINE: Final = 60
# Names of links to people.
_LINKS: Final = words("fields", "links_to_people")
_RUNNING: Final = frozenset({"text", "description", "body", "content", "comment", "message"})
# Kinds of values that are known by their look, without a label.
_FOUND: Final[Mapping[Kind, Callable[[str], str | None]]] = {
    Kind.EMAIL: contacts.email, Kind.PHONE: contacts.phone, Kind.DATE: dates.only_date,
    Kind.RATING: contacts.only_rated,
}  # fmt: skip


class RecordScope(FieldScope):
    """One of many records that look alike; *is_entry*: of such with a name and a price, what is left describes it.

    *section* is the heading that it stands under where others of its list stand under others, else empty. *ticked* are
    the columns in which some record has a tick, so that a dash says no.
    """

    def __init__(
        self,
        record: Record,
        *,
        is_entry: bool = False,
        section: str = "",
        ticked: frozenset[str] = frozenset(),
    ) -> None:
        self._record = record
        self._section = section
        self._is_entry = is_entry
        self._facts = [
            replace(fact, label=label, text="no" if label in ticked and fact.text in _DASHES else fact.text)
            for label, fact in record.cells.items()
        ]

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the cells of that name; its link and image where an address is asked for."""
        kind = concept.kind if concept is not None else None
        spoken = set(words_of(name))
        if kind is Kind.IMAGE or spoken & {"image", "picture", "photo", "thumbnail"}:
            if self._record.image:
                yield Candidate(self._record.image, self._record.place)
            return
        if (kind is Kind.URL or spoken & {"url", "link", "href"}) and self._record.link:
            if not spoken & _OTHER_ADDRESS:
                yield Candidate(self._record.link, self._record.place)
            return
        if concept is not None and concept.name == "body":
            yield from self._words()
            return
        for fact in matching(self._facts, name, concept):
            yield from with_unit(fact)
        yield from self._find_unlabelled_values(name, concept)

    def _find_unlabelled_values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the values that no cell names and the entry still has: in a list, beside a price, by its look."""
        if concept is None or singular(name.lower()) != name.lower():
            yield from self._find_counted_entries(set(words_of(name)))
        if concept is not None:
            yield from self._of_concept(concept)
        if headed.says(self._section, name, concept):
            yield Candidate(self._section, "heading of the list", quote=self._section)

    def _of_concept(self, concept: Concept) -> Iterator[Candidate]:
        cells = self._record.cells
        if (other := _SHARED.get(concept.name)) is not None:
            yield from self.values(other, named(other))
        match concept.name:
            case "jobTitle":
                yield from self._role()
            case "description" if self._is_entry and "price" in cells:
                texts = self._texts()
                yield from (Candidate(text.text, text.place, quote=text.quote) for text in texts[: len(texts) == 1])
            case "author" if "author 2" not in cells:
                yield from self._only(_read_signature)
        if (find_in := _FOUND.get(concept.kind)) is not None and concept.name != "mobile":
            yield from self._only(find_in)

    def _texts(self) -> list[Fact]:
        """Return the facts of the record that nothing names."""
        return [fact for fact in self._facts if fact.label.startswith("text")]

    def _role(self) -> Iterator[Candidate]:
        """Yield the one short text beside a name and how to reach its bearer: what they are."""
        roles = [
            text
            for text in self._texts()
            if text.text.lower() not in _LINKS and not any(sign.isdigit() or sign in "@.!?:" for sign in text.text)
        ]
        is_of_one = "title" in self._record.cells and "title 2" not in self._record.cells
        if is_of_one and len(roles) == 1 and len(roles[0].text) <= _MOST_COUNTED:
            yield Candidate(roles[0].text, roles[0].place, quote=roles[0].quote)

    def _find_counted_entries(self, spoken: AbstractSet[str]) -> Iterator[Candidate]:
        """Yield the entry of a list in the record that counts what the field is called: "5 users"."""
        text = [
            item
            for item in self._record.items
            if len(item.text) <= _MOST_COUNTED
            and _COUNTED.match(item.text)
            and spoken <= set(words_of(f"{item.text} "))
        ]
        if len(text) == 1:
            yield Candidate(text[0].text, text[0].place, quote=text[0].quote)

    def _words(self) -> Iterator[Candidate]:
        """Yield the running texts, the longest first; figures and single words are no text."""
        if "author 2" in self._record.cells:
            # Of several that answer each other nothing tells who said what.
            return
        texts = [fact for fact in self._facts if fact.label.split()[0].lower() in _RUNNING]
        for fact in sorted(texts, key=lambda fact: -len(fact.text)):
            if drop_leading_by(fact.text) != fact.text and len(fact.text) <= _LONG_BYLINE:
                # "By Anna K." is who wrote it.
                continue
            is_stated = len(words_of(f"{fact.text} ")) > 1 or fact.text.endswith((".", "!"))
            if is_stated and not _BUTTONS.match(fact.text) and not _is_figure(fact.text):
                yield Candidate(fact.text, fact.place, quote=fact.quote)

    def _only(self, find_in: Callable[[str], str | None]) -> Iterator[Candidate]:
        """Yield the fact without a label, if the record has a single such fact."""
        facts = {value: fact for fact in self._facts if (value := find_in(fact.text)) is not None}
        if len(facts) == 1:
            ((value, fact),) = facts.items()
            yield Candidate(value, fact.place, quote=fact.quote)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the entries of the record's lists, where these are asked for, else the cell's parts between commas."""
        called = matching(self._facts, name, concept)
        is_list = not called or called[0].text == " ".join(item.text for item in self._record.items)
        if self._record.items and _ENTRIES.intersection(words_of(name)) and is_list:
            return [Candidate(item.text, item.place, quote=item.quote) for item in self._record.items]
        return [
            Candidate(part.strip(), candidate.place, quote=candidate.words)
            for candidate in self.values(name, concept)
            for part in candidate.text.split(",")
            if part.strip()
        ]

    def part(self, name: str) -> FieldScope:  # noqa: ARG002 - of any name
        """Return the record itself: its cells are all it has."""
        return self


def _is_figure(text: str) -> bool:
    """Return whether *text* is a date or a rating and no words."""
    return dates.only_date(text) is not None or contacts.only_rated(text) is not None


def _read_signature(text: str) -> str | None:
    """Return the name that *text* signs with: "by Anna K."."""
    name = drop_leading_by(text)
    return name if name != text and len(text) <= _LONG_BYLINE and not any(map(str.isdigit, name)) else None
