# ruff: noqa: E501, RUF001 - words and dashes as pages have them
"""What sentences say of the thing that a page is about: what it is made of, what it costs, who designed it.

The sentence has to be about the thing itself: "The lid is made of oak" says nothing of the kettle.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.text.names import same_words, words_of
from gossamer.content.values import prices

_MADE: Final = re.compile(
    r"\b(?i:made|crafted|handcrafted|built|constructed|woven|knitted|carved|manufactured|machined|forged)"
    r"(?: entirely| completely| wholly| purely| by hand)? (?:of|from|out of) ((?:\d{1,3} ?% )?[^\W\d_][^,.;:()!?]{1,80})"
)
# Behind these something else is said: "oak with brass fittings", "steel and comes with a lid".
_ENDS: Final = re.compile(
    r" (?:in|with|by|that|which|for|to|at|on|so|but|while|as|using|since|from|is|was|has|it|"
    r"and (?:is|was|are|has|can|will|comes|stands|fits|looks|lasts|sits|works|goes|feels|weighs|holds|measures|"
    r"features|includes|takes|boils|designed|made|built|finished|painted|assembled|hand\w{0,8}))\b"
)
_MOST_WORDS: Final = 6
_COSTS: Final = re.compile(
    r"\b(?:costs?|(?:is|are) priced at|retails? (?:at|for)|sells? for|(?:is|are) available for|(?:is|are) yours for)"
    r"(?: only| just)? (?=.{0,3}\S{0,3}\s?\d)"
)
# "costs £240 more", "costs £4 a month", "costs £5 to deliver".
_NOT_ITS_PRICE: Final = re.compile(
    r"\s?(?:/|more\b|less\b|extra\b|off\b|to\b|per\b|a\b|an\b|each (?:way|month|year)\b|-|–)"
)
_MOST_PRICE: Final = 20
# By the field: what who is asked for did.
_DID: Final = {
    "designer": "designed", "architect": "designed", "illustrator": "illustrated", "translator": "translated",
    "narrator": "narrated|read", "composer": "composed", "sculptor": "sculpted|carved", "inventor": "invented",
    "choreographer": "choreographed", "curator": "curated",
}  # fmt: skip
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])")
_CLAUSE: Final = re.compile(r",? and |, ")
_VERBS: Final = frozenset({"is", "are", "was", "were", "has", "have", "had", "comes", "costs", "been", "being", "be"})
_ITSELF: Final = frozenset(
    {"it", "this", "these", "they", "the", "our", "a", "an", "each", "every", "all", "also", "both", "now", "product", "item"}
)  # fmt: skip
_POINTING: Final = frozenset({"it", "they", "these", "this"})
_DETERMINERS: Final = frozenset({"the", "its", "their", "a", "an", "each", "our", "all", "both"})


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the sentences about the page's own thing say of the field *name*, if they agree."""
    match concept.name if concept is not None else words_of(name)[-1:]:
        case "material":
            yield from lines.agreed(_materials(reading))
        case "price" | "currency":
            yield from lines.agreed(_costs(reading))
        case [role] if role in _DID:
            yield from lines.agreed(_makers(reading, _DID[role]))
        case _:
            return


def _materials(reading: Reading) -> Iterator[Candidate]:
    for sentence, match in _said(reading, _MADE):
        text = _ENDS.split(match.group(1))[0].strip()
        if len(text.split()) <= _MOST_WORDS:
            yield Candidate(text, "line of the page", quote=sentence)


def _costs(reading: Reading) -> Iterator[Candidate]:
    for sentence, match in _said(reading, _COSTS):
        rest = sentence[match.end() : match.end() + _MOST_PRICE]
        told = prices.prices(rest, country=reading.country, limit=1)
        if told and rest.startswith(told[0].printed) and not _NOT_ITS_PRICE.match(rest, len(told[0].printed)):
            yield Candidate(told[0].printed, "line of the page", currency=told[0].currency, quote=sentence)


def _makers(reading: Reading, did: str) -> Iterator[Candidate]:
    pattern = re.compile(
        rf"\b(?i:{did})(?: and \w{{2,14}}ed)?(?: in [A-Z][\w-]{{1,24}})?(?: in \d{{4}})? by ({lines.PERSON})"
    )
    for sentence, match in _said(reading, pattern):
        if lines.is_person(match.group(1)):
            yield Candidate(match.group(1), "line of the page", quote=sentence)


def _said(reading: Reading, pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the sentences about the page's own thing in which *pattern* is found, and where."""
    own = _own_words(reading)
    for line in lines.read(reading):
        if pattern.search(line) is None:
            continue
        before = ""
        for sentence in _SENTENCE.split(line):
            match = pattern.search(sentence)
            if match is not None and _is_of_thing(sentence[: match.start()], before, own):
                yield sentence, match
            before = sentence


def _own_words(reading: Reading) -> frozenset[str]:
    heading = reading.heading.text if reading.heading is not None else ""
    return frozenset((*same_words(heading), *same_words(reading.title)))


def _is_of_thing(said: str, before: str, own: frozenset[str]) -> bool:
    """Return whether the subject of what is *said*, behind the sentence *before*, is what the page is called."""
    clauses = [_subject(clause) for clause in _CLAUSE.split(said)]
    # "… is made of oak, and was designed by": what a clause without a subject is about is said in the one before.
    subjects = [words for words in (clauses[0], clauses[-1]) if words]
    if not all(own.union(_ITSELF).issuperset(words) for words in subjects):
        return False
    is_pointing = any(_POINTING.issuperset(words[:1]) and own.isdisjoint(words) for words in subjects)
    return not (is_pointing and _is_of_part(before, own))


def _subject(clause: str) -> tuple[str, ...]:
    words = same_words(clause)
    verb = next((at for at, word in enumerate(words) if word in _VERBS), len(words))
    return words[:verb]


def _is_of_part(sentence: str, own: frozenset[str]) -> bool:
    """Return whether *sentence* begins with a thing that the page is not called: "The lid has a knob."."""
    words = same_words(sentence)
    return bool(words) and words[0] in _DETERMINERS and own.isdisjoint(words[:4])
