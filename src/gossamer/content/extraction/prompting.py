"""What a prompt asks of a page, without a model: the fields it names, else all that the page marks up of its thing."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.content.extraction.candidates import plain
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.filling import Filler
from gossamer.content.extraction.naming import same_words, singular, word_set, words_of
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.shape import shape_of
from gossamer.content.extraction.vocabulary import Concept, Kind, by_phrase, named
from gossamer.content.structured import Item
from gossamer.core.understanding import Evidence, Extraction, Method

_MAX_PROMPT: Final = 2_000
_LONGEST_PHRASE: Final = 3
# Words of asking, and words that mean too much to name a field.
_ASKING: Final = word_set(
    "extract get find give show return list all what which who where page site website about information info detail "
    "data content text source label item link type time total by number amount include field value"
)
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
    """Return the fields that *prompt* names; where it names none, the thing that the page is about."""
    words = words_of(f"{prompt[:_MAX_PROMPT]} ")
    family = _family(words, reading)
    concepts, told = _concepts(words, family)
    many = _many(prompt, told)
    item = next(iter(reading.main(family)), None) if family is not None else None
    if not concepts and many is None and item is not None:
        return _whole(item, reading.page.url)
    wanted = concepts or [named(name) for name in (*_USUAL, *sorted(family.concepts if family is not None else ()))]
    filler = Filler(reading)
    fields = {"type": "object", "properties": {one.name: _TYPES.get(one.kind, {"type": "string"}) for one in wanted}}
    schema = (
        {"type": "object", "properties": {many: {"type": "array", "items": fields}}} if many is not None else fields
    )
    value = filler.fill(shape_of(schema), family.name if family is not None else "")
    # A prompt promises no shape: what the page does not say is left out, unless it was asked for by name.
    answer = value if concepts else _without_nothing(value)
    found = filler.found
    return Extraction(answer, Method.DETERMINISTIC, found.evidence, found.missing if concepts else {}, found.coverage)


def _family(words: tuple[str, ...], reading: Reading) -> Family | None:
    spoken = [family for word in words if (family := families.of_word(word)) is not None]
    here = reading.families
    return next((family for family in spoken if family in here), None) or next(iter([*here, *spoken]), None)


def _concepts(words: tuple[str, ...], family: Family | None) -> tuple[list[Concept], set[str]]:
    """Return the concepts that *words* name, and the words that name them."""
    known = by_phrase()
    told: set[str] = set()
    found: dict[str, Concept] = {}
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
            spoken = words[at : at + length]
            concept = known.get(" ".join(spoken))
            vague = length == 1 and (spoken[0] in _ASKING or (family is not None and spoken[0] in family.words))
            if concept is not None and not vague:
                found.setdefault(concept.name, concept)
                told.update(spoken)
                at += length - 1
                break
        at += 1
    return list(found.values()), told


def _many(prompt: str, told: set[str]) -> str | None:
    """Return what many things are asked for, as the prompt calls them, or None; *told* words name fields."""
    for spoken in same_words(prompt):
        one = singular(spoken)
        if one != spoken and one not in told and families.of_word(spoken) is not None:
            return spoken
    return None


def _without_nothing(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: told for name, inner in value.items() if (told := _without_nothing(inner)) not in (None, [], {})}
    return value


class _Plain:
    """A thing as plain JSON, and where its words stand."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._left = _MAX_NODES
        self.evidence: dict[str, Evidence] = {}

    def of(self, item: Item, place: str, pointer: str, above: tuple[int, ...]) -> dict[str, Any]:
        """Return *item*; a ring of things ends where it would begin again."""
        made: dict[str, Any] = {"@type": item.kinds[0]} if item.kinds else {}
        for name, values in item.properties.items():
            told: list[Any] = []
            for value in values:
                self._left -= 1
                if self._left <= 0 or len(above) >= _MAX_DEPTH:
                    break
                here = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
                inner = f"{here}/{len(told)}" if len(values) > 1 else here
                if isinstance(value, Item):
                    if id(value) not in above and (
                        part := self.of(value, f"{place} > {name}", inner, (*above, id(value)))
                    ):
                        told.append(part)
                else:
                    text = plain(value)[:_MAX_TEXT] if isinstance(value, str) else value
                    told.append(text)
                    quote = text if isinstance(text, str) else str(text).lower()
                    self.evidence[inner] = Evidence(self._url, quote[:300], f"{place} > {name}", Method.DETERMINISTIC)
            if told:
                made[name] = told if len(values) > 1 else told[0]
        return made


def _whole(item: Item, url: str) -> Extraction:
    written = _Plain(url)
    value = written.of(item, item.label, "", (id(item),))
    return Extraction(value, Method.DETERMINISTIC, written.evidence, {}, 1.0 if written.evidence else 0.0)
