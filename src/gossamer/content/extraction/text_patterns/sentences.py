"""Sentences: fields that pages answer in words, by the patterns of `text_patterns.toml`.

An entry of that file names the concepts or field names that it answers, the families of things that they may belong
to, and its patterns: those of `head` match a whole part of the lines at the top of the page, those of `sentences` are
found anywhere in its lines. With `about_itself` a sentence has to speak of whom the page is of; with `around` the
patterns are also looked for in what stands around the content, such as the footer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import entry
from gossamer.content.text.names import words_of


@dataclass(frozen=True, slots=True)
class _Patterns:
    """One entry of the file, its patterns compiled."""

    concepts: frozenset[str]
    fields: frozenset[str]
    families: frozenset[str]
    head: tuple[re.Pattern[str], ...]
    sentences: tuple[re.Pattern[str], ...]
    about_itself: bool
    around: bool

    def answers(self, family: str, name: str, concept: Concept | None) -> bool:
        """Return whether the field *name* of a thing of *family* is one of these."""
        is_field = bool(self.fields) and not self.fields.isdisjoint(words_of(name))
        is_concept = concept is not None and concept.name in self.concepts
        return (is_field or is_concept) and (not self.families or family in self.families)


@cache
def _entries() -> tuple[_Patterns, ...]:
    shared = {"PLACE": lines.PLACE, "FIRM": lines.FIRM, "PERSON": lines.PERSON, **entry("text_patterns", "shared")}

    def compiled(pattern: str) -> re.Pattern[str]:
        # A shared pattern may use those above it.
        for name, part in reversed(shared.items()):
            pattern = pattern.replace(f"<{name}>", part)
        return re.compile(pattern)

    return tuple(
        _Patterns(
            frozenset(pattern.get("concepts", ())),
            frozenset(pattern.get("fields", ())),
            frozenset(pattern.get("families", ())),
            tuple(map(compiled, pattern.get("head", ()))),
            tuple(map(compiled, pattern.get("sentences", ()))),
            pattern.get("about_itself", False),
            pattern.get("around", False),
        )
        for pattern in entry("text_patterns", "patterns")
    )


def values(reading: Reading, family: Family | None, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the values in sentences of the page for the field, for each entry that answers it, where they agree."""
    kind = family.name if family is not None else ""
    for patterns in _entries():
        if patterns.answers(kind, name, concept):
            yield from lines.keep_agreed(_find_sentences(reading, patterns))


def _find_sentences(reading: Reading, patterns: _Patterns) -> list[Candidate]:
    if patterns.head and (candidates := list(_in_head(reading, patterns.head))):
        return candidates
    if patterns.about_itself:
        return list(lines.about_itself(reading, *patterns.sentences))
    candidates = list(lines.find_matches(lines.read(reading), *patterns.sentences))
    if candidates or not patterns.around:
        return candidates
    around = (line for line in reading.visible.lines() if len(line) <= lines.MOST)
    return list(lines.find_matches(around, *patterns.sentences))


def _in_head(reading: Reading, patterns: Sequence[re.Pattern[str]]) -> Iterator[Candidate]:
    for part in chain.from_iterable(lines.parts(reading)):
        for pattern in patterns:
            if (match := pattern.fullmatch(part)) is not None:
                yield Candidate(match.group(match.lastindex or 0), "line of the page", quote=part)
