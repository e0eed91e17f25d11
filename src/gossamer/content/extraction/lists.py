"""Lists: the one of a page that a schema requests, by its heading, its names and the fields of its entries.

Pages are full of lists: their reviews, their menus, what else there is to read. Nothing speaks for a list whose entries
have a name and no more; so one that is only seen has to be called what the schema calls it, or to say more than one of
the fields of its entries, among them one that such things have and others do not.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.list_evidence import is_of_another
from gossamer.content.extraction.scopes import Rows
from gossamer.content.extraction.shape import SlotShape
from gossamer.content.extraction.vocabulary import Concept, Kind, find, named
from gossamer.content.locales import words
from gossamer.content.page_model.others import leads_elsewhere
from gossamer.content.text.names import phrase, word_set, words_of
from gossamer.core.field_names import is_list_of_alike

# Names of fields that request a list of anything.
_ANYTHING: Final = words("extraction", "lists", "anything")
# Headings of what leads away from the page.
_ELSEWHERE: Final = word_set("similar related recommended recommendation sponsored advertisement")
# Words of such headings in some languages, and authors' names of the parts under them.
_LIKE_IT: Final = words("extraction", "lists", "like_it")
# Words for things to come, and for past ones.
_DAYS: Final = (words("extraction", "lists", "upcoming"), words("extraction", "lists", "past"))
_COMMON: Final = frozenset({Kind.URL, Kind.IMAGE})
_NAMING: Final = frozenset({"name", "question"})
_OPINIONS: Final = frozenset({"review"})
_OF_EVENTS: Final = frozenset({"startDate", "endDate", "venue", "organizer", "performer", "doorTime"})
_WHEN: Final = frozenset({("date",), ("time",), ("when",)})
_NAMES: Final = frozenset({("name",), ("full", "name")})
_LEAST_OF_CALLED: Final = 0.3
_LEAST: Final = 0.5
_SEVERAL: Final = 2
_MAX_DESCRIPTION: Final = 100


@dataclass(frozen=True, slots=True)
class ListSpec:
    """A requested list, as the schema describes it.

    *words* are what it may be called, *family* is that of its entries if known, *concepts* what their fields ask for,
    *one* what one of them is called, *spoken* the words of its name. *is_of_alike*: it is of things like the
    page's own.
    """

    words: frozenset[str]
    family: Family | None
    concepts: Mapping[str, Concept | None]
    one: str = ""
    spoken: frozenset[str] = frozenset()
    is_of_alike: bool = False
    others: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, name: str, shape: SlotShape, concepts: Mapping[str, Concept | None], beside: Collection[str] = ()
    ) -> "ListSpec":
        """Return the spec of the array *name* with entries of *shape*; *beside* are the schema's other fields."""
        name_words = words_of(name)
        family = families.of_word(name)
        described = words_of(f"{shape.description[:_MAX_DESCRIPTION]} ") if shape.description else ()
        family = family or families.of_word(" ".join(described[-1:]))
        words = frozenset((*name_words[-1:], *described)) | (family.words if family is not None else frozenset())
        others = frozenset(phrase(other) for other in beside) - {" ".join(name_words)}
        return cls(
            words, family, concepts, "".join(name_words[-1:]), frozenset(name_words), is_list_of_alike(name), others
        )

    @property
    def is_anything(self) -> bool:
        """Return whether the list's name says nothing of what is in it."""
        return self.words <= _ANYTHING

    @property
    def naming(self) -> frozenset[str]:
        """Return the fields without one of which an entry is none: its name, or else its words."""
        named = frozenset(
            name for name, concept in self.concepts.items() if concept is not None and concept.name in _NAMING
        )
        named |= {name for name in self.concepts if self.one and words_of(name) == (self.one,)}
        if self.family is not None and self.family.name in _OPINIONS:
            named = frozenset()
        return named or frozenset(
            name for name, concept in self.concepts.items() if concept is not None and concept.name == "body"
        )

    def is_named(self, rows: Rows) -> bool:
        """Return whether *rows* are headed by the very name of the list: "Past events" of those asked for so."""
        heading_words = frozenset(words_of(f"{rows.heading} "))
        return bool(self.spoken) and (
            heading_words == self.spoken or (len(self.spoken) > 1 and self.spoken <= heading_words)
        )

    def is_part(self, rows: Rows, whole: Rows) -> bool:
        """Return whether *rows* are one section of *whole*, or its sections in place of what is in them."""
        is_called = bool(self.words & (frozenset(words_of(f"{rows.heading} ")) | rows.names) - _ANYTHING)
        return rows.place in whole.sections or (rows.place in whole.holders and not is_called)

    def is_meant(self, rows: Rows, filled: Sequence[Collection[str]]) -> bool:
        """Return whether *rows* may be it, when the first of them have the *filled* fields."""
        half = len(filled) / 2
        often = {name for name in self.concepts if sum(name in row for row in filled) >= half}
        share = len(often) / max(1, len(self.concepts))
        if not often or (self.naming and not self.naming & often):
            return False
        if self.is_of_alike:
            return self._is_like_it(rows)
        if rows.is_marked:
            return share >= _LEAST_OF_CALLED
        return not rows.is_aside and self._is_seen(rows, often, share, filled)

    def _is_like_it(self, rows: Rows) -> bool:
        """Return whether *rows* stand where the page leads to things that are like its own."""
        called = frozenset(words_of(f"{rows.heading} ")) | rows.names
        return not _LIKE_IT.isdisjoint(called) and (rows.is_aside or not rows.is_marked)

    def _is_seen(self, rows: Rows, often: Collection[str], share: float, filled: Sequence[Collection[str]]) -> bool:
        """Return whether *rows*, which nothing marks up as this, are called so or say enough of it."""
        headed = frozenset(words_of(f"{rows.heading} "))
        called = headed | rows.names
        if not self._leads_on(rows.heading, called) or self._is_of_other_days(headed):
            return False
        if self.words & called - _ANYTHING:
            # A list may be called so and be one of links to such things: what is asked of them stands in it.
            least = min(_SEVERAL, max(1, len(self._telling(self.concepts))))
            return share >= _LEAST_OF_CALLED and 2 * self._saying(self.concepts, least, filled) >= len(filled)
        if rows.is_headed and self._is_of_another(rows.heading):
            return False
        if self.is_anything:
            return share >= _LEAST
        says = 2 * self._saying(often, _SEVERAL, filled) > len(filled) and (rows.is_table or self._is_of_family(often))
        return share >= _LEAST and says

    def _is_of_family(self, often: Collection[str]) -> bool:
        """Return whether what entries *often* say is said of things of the family; a date has a post, too."""
        if self.family is None or not self.family.concepts:
            return True
        concept_names = {
            concept.name
            for name in often
            if (concept := self.concepts[name]) is not None and words_of(name) not in _WHEN
        }
        return not (self.family.concepts | self.family.listed).isdisjoint(concept_names)

    def _is_of_another(self, heading: str) -> bool:
        """Return whether *heading* says outright that the list under it is another one."""
        return phrase(f"{heading} ") in self.others or (not self.is_anything and is_of_another(heading, self.one))

    def _is_of_other_days(self, headed: frozenset[str]) -> bool:
        """Return whether what is to come is asked for, and is *headed* by what has been, or the other way round."""
        return any(self.spoken & days and headed & other and not headed & days for days, other in (_DAYS, _DAYS[::-1]))

    def _leads_on(self, heading: str, called: frozenset[str]) -> bool:
        """Return whether what is *called* so, under *heading*, is no list of other things than those asked for."""
        is_elsewhere = leads_elsewhere(heading) and self.words.isdisjoint(words_of(f"{heading} "))
        return bool(_ELSEWHERE & self.words) or not (_ELSEWHERE & called or (is_elsewhere and not self.is_anything))

    def _telling(self, fields: Collection[str]) -> frozenset[str]:
        """Return those of *fields* that entries of any list do not have all the same: no link, no picture."""
        concepts = {name: self.concepts[name] for name in fields}
        return frozenset(name for name, concept in concepts.items() if concept is None or concept.kind not in _COMMON)

    def _saying(self, fields: Collection[str], least: int, filled: Sequence[Collection[str]]) -> int:
        """Return the number of entries that say *least* of the telling *fields*."""
        telling = self._telling(fields)
        return sum(len(telling.intersection(row)) >= least for row in filled)


def concepts_of(shape: SlotShape, name: str) -> dict[str, Concept | None]:
    """Return the concepts of the fields of *shape*, an object called *name*.

    Beside a name the "title" of somebody is what they are; beside a venue the "date" of something is when it is held.
    """
    concepts = {field: find(field) for field in shape.properties}
    spoken = {field: words_of(field) for field in concepts}
    names = {concept.name for concept in concepts.values() if concept is not None}
    family = families.of_word(name)
    called = family.name if family is not None else ""
    if not _NAMES.isdisjoint(spoken.values()) and (called == "person" or names & {"email", "telephone"}):
        concepts |= {field: named("jobTitle") for field, words in spoken.items() if words == ("title",)}
    if called == "event" or names & _OF_EVENTS:
        concepts |= {field: named("startDate") for field, words in spoken.items() if words in _WHEN}
    return concepts
