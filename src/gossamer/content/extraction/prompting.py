"""What a prompt asks of a page, without a model: the fields it names, else all that the page marks up of its thing."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.content.extraction.candidates import plain
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.filling import Filler
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.shape import shape_of
from gossamer.content.extraction.vocabulary import Concept, Kind, by_phrase, named
from gossamer.content.locales import words
from gossamer.content.structured import Item
from gossamer.content.text.names import same_words, singular, words_of
from gossamer.core.understanding import Confidence, Evidence, Extraction, Method

_MAX_PROMPT: Final = 2_000
_LONGEST_PHRASE: Final = 3
_ASKING: Final = words("fields", "asking")
# Words that hold a sentence together.
_SAYING: Final = words("fields", "saying")
# Signs and words that part an enumeration.
_PARTS: Final = re.compile(r"[,;.?!:\n]|\b(?:and|und|et|y|e|plus|as well as|with)\b", re.IGNORECASE)
_THINGS: Final = words("fields", "things")
_MAX_NAMES: Final = 20
# Fields of things that take place on their date; unless the prompt speaks of these, the date is that.
_OF_EVENTS: Final = frozenset({"startDate", "endDate", "venue", "organizer", "performer"})
_PUBLISHED: Final = frozenset({"publish", "published", "publication", "posted", "post", "created", "release", "upload"})
# "Number of bedrooms": a prompt of so few words names what it asks for.
_MOST_BRIEF: Final = 6
_MEANT_NOTHING: Final = (
    "Of the prompt, the rules could do nothing with {words}. Ask with a schema whose fields are named as on the page, "
    "or let a model read it."
)
_TEXT: Final[Mapping[str, Any]] = {"type": "string"}
_TYPES: Final[Mapping[Kind, Mapping[str, Any]]] = {
    Kind.RATING: {"type": "number"},
    Kind.COUNT: {"type": "integer"},
    Kind.NUMBER: {"type": "number"},
    Kind.LIST: {"type": "array", "items": {"type": "string"}},
    Kind.BOOLEAN: {"type": "boolean"},
}
_USUAL: Final = ("name", "description", "url", "image")
_MAX_NODES: Final = 2_000
_MAX_DEPTH: Final = 8
_MAX_TEXT: Final = 20_000


def by_prompt(reading: Reading, prompt: str) -> Extraction:
    """Return the fields that *prompt* names; where it names none, the thing that the page is about.

    What it names is in the answer, null where it was not found; words that meant nothing are named in
    a warning.
    """
    request = _Asked.of(reading, prompt[:_MAX_PROMPT])
    item = next(iter(reading.main(request.family)), None) if request.family is not None else None
    if not request.is_named and request.many is None and item is not None:
        return replace(_whole(item, reading.page.url), warnings=request.warnings)
    filler = Filler(reading, prompt[:_MAX_PROMPT])
    value = filler.fill(shape_of(request.schema()), request.family.name if request.family is not None else "")
    # A prompt promises no shape: what the page does not say is left out, unless it was asked for by name.
    answer, missing = (value, filler.found.missing) if request.is_named else (_without_nothing(value), {})
    filled = filler.found
    return Extraction(
        answer, Method.DETERMINISTIC, filled.evidence, missing, filled.coverage, warnings=request.warnings
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A prompt as it is understood: the *concepts* and the *own* names of its fields, and *many* things or one."""

    family: Family | None
    concepts: list[Concept]
    own: list[str]
    many: str | None
    warnings: tuple[str, ...]

    @classmethod
    def of(cls, reading: Reading, prompt: str) -> "_Asked":
        """Return the request of *prompt* to the page."""
        spoken = words_of(f"{prompt} ")
        family = _family(spoken, reading)
        concepts, field_words = _concepts(spoken, family, prompt)
        many = _many(prompt, field_words)
        if concepts:
            own_names = _own_names(prompt, field_words, family if family in reading.families else None)
        elif many is None and len(same_words(prompt)) <= _MOST_BRIEF:
            own_names = [name for name in _own_names(prompt, field_words, family) if _is_shown(reading, name)]
        else:
            own_names = []
        warnings = _unknown(prompt, field_words | {word for name in own_names for word in words_of(name)}, family)
        return cls(
            family, _choose_event_concepts(concepts, field_words, family if many else None), own_names, many, warnings
        )

    @property
    def is_named(self) -> bool:
        """Return whether it names fields."""
        return bool(self.concepts or self.own)

    def schema(self) -> Mapping[str, Any]:
        """Return the schema of its fields, the usual ones of such a thing where it names none."""
        usual = (*_USUAL, *sorted(self.family.concepts if self.family is not None else ()))
        concepts = self.concepts or ([] if self.own else [named(name) for name in usual])
        # Entries of a list are told apart by what they are called.
        properties = {"name": _TEXT} if self.many is not None else {}
        properties |= {concept.name: _TYPES.get(concept.kind, _TEXT) for concept in concepts} | dict.fromkeys(
            self.own, _TEXT
        )
        fields = {"type": "object", "properties": properties}
        if self.many is None:
            return fields
        return {"type": "object", "properties": {self.many: {"type": "array", "items": fields}}}


def _choose_event_concepts(concepts: list[Concept], field_words: set[str], listed: Family | None) -> list[Concept]:
    """Return the meaning of *concepts* for an event, which has a date of its own, and for a list of jobs."""
    is_held = any(concept.name in _OF_EVENTS for concept in concepts)
    concept_renames = {"datePublished": "startDate"} if is_held and field_words.isdisjoint(_PUBLISHED) else {}
    if listed is not None and listed.name == "job":
        # The title of a job is its name in a list of jobs.
        concept_renames["jobTitle"] = "name"
    return [named(concept_renames.get(concept.name, concept.name)) for concept in concepts]


def _is_shown(reading: Reading, name: str) -> bool:
    """Return whether the page says what *name* asks for."""
    shape = shape_of({"type": "object", "properties": {name: {"type": "string"}}})
    return Filler(reading).fill(shape)[name] is not None


def _own_names(prompt: str, field_words: Collection[str], family: Family | None) -> list[str]:
    """Return the parts of an enumeration that name a field of their own: "the opening year"."""
    names: list[str] = []
    for part in _PARTS.split(prompt):
        kind = family.words if family is not None else frozenset[str]()
        spoken_words = [word for word in words_of(f"{part} ") if word not in _ASKING | _SAYING | kind | _THINGS]
        if 0 < len(spoken_words) <= _LONGEST_PHRASE and not any(word in field_words for word in spoken_words):
            names.append(spoken_words[0] + "".join(map(str.capitalize, spoken_words[1:])))
    return names[:_MAX_NAMES]


def _unknown(prompt: str, field_words: Collection[str], family: Family | None) -> tuple[str, ...]:
    """Return a warning that names the words of *prompt* which meant nothing; none when each meant something."""
    known_words = {singular(word) for word in field_words} | set(field_words)
    spoken_words = [
        word
        for word in dict.fromkeys(same_words(prompt))
        if not _is_asking(singular(word), family) and known_words.isdisjoint((word, singular(word)))
    ]
    if not spoken_words:
        return ()
    return (_MEANT_NOTHING.format(words=", ".join(f'"{word}"' for word in spoken_words[:_MAX_NAMES])),)


def _is_asking(word: str, family: Family | None) -> bool:
    """Return whether *word* is one of asking, or names the kind of thing that the page is about."""
    return (
        word in _ASKING
        or word in _SAYING
        or words_of(f"{word} ") == ()
        or families.of_word(word) is not None
        or (family is not None and word in family.words)
    )


def _family(spoken_words: tuple[str, ...], reading: Reading) -> Family | None:
    spoken = [family for word in spoken_words if (family := families.of_word(word)) is not None]
    page_families = reading.families
    return next((family for family in spoken if family in page_families), None) or next(
        iter([*page_families, *spoken]), None
    )


def _concepts(spoken_words: tuple[str, ...], family: Family | None, prompt: str) -> tuple[list[Concept], set[str]]:
    """Return the concepts that *spoken_words* name, and the words that name them."""
    phrases = by_phrase()
    # A headline is what an article is called, whatever else is called after it.
    titles = named("name").phrases
    # "Events with date" speaks of no event date: only words that stand together are one name.
    written = f" {' '.join(singular(word) for word in same_words(prompt))} "
    field_words: set[str] = set()
    concepts: dict[str, Concept] = {}
    at = 0
    while at < len(spoken_words):
        for length in range(min(_LONGEST_PHRASE, len(spoken_words) - at), 0, -1):
            spoken = spoken_words[at : at + length]
            concept = phrases.get(" ".join(spoken))
            vague = length == 1 and (
                spoken[0] in _ASKING or (family is not None and spoken[0] in family.words - titles)
            )
            apart = length > 1 and families.of_word(spoken[0]) is not None and f" {' '.join(spoken)} " not in written
            if concept is not None and not vague and not apart:
                concepts.setdefault(concept.name, concept)
                field_words.update(spoken)
                at += length - 1
                break
        at += 1
    return list(concepts.values()), field_words


def _many(prompt: str, field_words: set[str]) -> str | None:
    """Return the plural by which the prompt asks for many things, or None; *field_words* words name fields."""
    before = ""
    for spoken in same_words(prompt):
        thing = singular(spoken)
        if thing != spoken and thing not in field_words and families.of_word(spoken) is not None:
            return spoken
        if thing != spoken and families.of_word(before) is not None and singular(before) == before:
            # "Job titles" are those of several jobs.
            return f"{before}s"
        before = spoken
    return None


def _without_nothing(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rest for name, inner in value.items() if (rest := _without_nothing(inner)) not in (None, [], {})}
    return value


class _Plain:
    """A thing as plain JSON, and where its spoken_words stand."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._left = _MAX_NODES
        self.evidence: dict[str, Evidence] = {}

    def of(self, item: Item, place: str, pointer: str, above: tuple[int, ...]) -> dict[str, Any]:
        """Return *item*; a ring of things ends where it would begin again."""
        plain_object: dict[str, Any] = {"@type": item.kinds[0]} if item.kinds else {}
        for name, values in item.properties.items():
            plain_values: list[Any] = []
            for value in values:
                self._left -= 1
                if self._left <= 0 or len(above) >= _MAX_DEPTH:
                    break
                property_pointer = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
                inner = f"{property_pointer}/{len(plain_values)}" if len(values) > 1 else property_pointer
                if isinstance(value, Item):
                    if id(value) not in above and (
                        part := self.of(value, f"{place} > {name}", inner, (*above, id(value)))
                    ):
                        plain_values.append(part)
                else:
                    text = plain(value)[:_MAX_TEXT] if isinstance(value, str) else value
                    plain_values.append(text)
                    quote = text if isinstance(text, str) else str(text).lower()
                    where = f"{place} > {name}"
                    self.evidence[inner] = Evidence(
                        self._url, quote[:300], where, Method.DETERMINISTIC, Confidence.HIGH.number
                    )
            if plain_values:
                plain_object[name] = plain_values if len(values) > 1 else plain_values[0]
        return plain_object


def _whole(item: Item, url: str) -> Extraction:
    written = _Plain(url)
    value = written.of(item, item.label, "", (id(item),))
    return Extraction(value, Method.DETERMINISTIC, written.evidence, {}, 1.0 if written.evidence else 0.0)
