"""List evidence: how far what a list is called says that it is the one that a field requests.

A list has several names: the heading that leads to it, its label for those who do not see it, and its author's names
for its elements. A field has its own name, the names that others give to the same list, and its description. Nothing
else binds one to the other: not that a list is the only one, nor that its entries are of the right type.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from gossamer.content.extraction.vocabulary import Concept, by_phrase
from gossamer.content.locales import entry, words
from gossamer.content.page_model import RecordList
from gossamer.content.page_model.others import leads_elsewhere
from gossamer.content.text.names import phrase

# Below it nothing speaks for a list.
LEAST: Final = 0.6
_SAME: Final = 1.0
# The heading is what the field is called, and more: "Technical requirements", "Sizes in stock".
_NARROWER: Final = 0.8
_DESCRIBED: Final = 0.8
# Authors call elements by what they look like, too.
_BY_AUTHOR: Final = 0.7
# Words that say nothing of what is in a list: "available sizes", "product-color-list".
_EMPTY: Final = words("extraction", "lists", "empty")
# Words behind which a name begins that is not that of the list: "nutrition per serving".
_SMALL: Final = words("text", "fillers") | words("extraction", "lists", "joining")
# The beginning of a description ends here, before additions: "Supported systems, one per entry".
_ADDS: Final = re.compile(r"[.,;:()]")
_MAX_DESCRIPTION: Final = 200


@dataclass(frozen=True, slots=True)
class SoughtList:
    """What a list may be called, as phrases: its *own* name, what it is *called* in all; the words that describe it."""

    own: frozenset[str]
    called: frozenset[str]
    described: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, concept: Concept | None, description: str) -> "SoughtList":
        """Return the names that the list may have which the field *name* requests."""
        own_names = frozenset(filter(None, (phrase(name), bare(phrase(name)))))
        labels = concept.labels if concept is not None else frozenset[str]()
        beginning = _ADDS.split(description[:_MAX_DESCRIPTION], maxsplit=1)[0]
        return cls(
            own_names, own_names | labels | frozenset().union(*map(alike, own_names)), tuple(beginning.lower().split())
        )

    def support(self, seen: RecordList) -> float:
        """Return the support of the names of *seen* for its being the list, 0 to 1."""
        if leads_elsewhere(seen.heading):
            return 0.0
        scores = [self._says(seen.label)]
        if seen.is_headed:
            scores.append(self._says(seen.heading))
        if not (seen.is_headed and is_known(seen.heading)):
            scores.append(_BY_AUTHOR * (not self.called.isdisjoint(map(bare, seen.marks))))
        return max(scores)

    def _says(self, heading: str) -> float:
        """Return the degree to which *heading* names the field."""
        spoken = phrase(f"{heading} ") if heading else ""
        if not spoken:
            return 0.0
        if spoken in self.called or bare(spoken) in self.called:
            return _SAME
        if self._is_described(bare(spoken)):
            return _DESCRIBED
        return _NARROWER if any(_narrows(heading, spoken, name) for name in self.called) else 0.0

    def _is_described(self, spoken: str) -> bool:
        """Return whether the description says *spoken* first: "Highlights of the product" says "Highlights"."""
        if not self.described:
            return False
        described_phrase = bare(phrase(" ".join(self.described) + " "))
        subject = bare(phrase(" ".join(_subject(self.described)) + " "))
        return bool(subject) and (
            described_phrase == spoken or described_phrase.startswith(f"{spoken} ") or subject.endswith(f" {spoken}")
        )


def _subject(described: tuple[str, ...]) -> list[str]:
    """Return the words of a description up to what they belong to: "key features" of "the key features of the car"."""
    subject_words = list(described)
    while subject_words and (subject_words[0] in _SMALL or subject_words[0] in _EMPTY):
        subject_words.pop(0)
    end = next((at for at, word in enumerate(subject_words) if word in _SMALL), len(subject_words))
    return subject_words[:end]


def _narrows(heading: str, spoken: str, called: str) -> bool:
    """Return whether *heading* is of some of what is *called* so: its last words, or those before a small word."""
    if spoken.endswith(f" {called}"):
        before = spoken.removesuffix(f" {called}").split()[-1]
        return before not in _SMALL
    return _head(heading) == called


def _head(heading: str) -> str:
    """Return the part of *heading* before a small word as a phrase: "nutritional values" of those "per 100 g"."""
    first = re.split(r"[(:,]", heading)[0].lower().split()
    end = next((at for at, word in enumerate(first) if at and word in _SMALL), len(first))
    return phrase(" ".join(first[:end]) + " ") if end else ""


def bare(spoken: str) -> str:
    """Return a phrase without the words that say nothing of what is in a list; as it is where it has no others."""
    return " ".join(word for word in spoken.split() if word not in _EMPTY) or spoken


@cache
def alike(spoken: str) -> frozenset[str]:
    """Return other names of the lists that a field *spoken* asks for."""
    groups = (group for group in entry("text_patterns", "section_headings") if spoken in map(phrase, group["fields"]))
    return frozenset(phrase(heading) for group in groups for heading in group["headings"])


def is_of_another(heading: str, name: str) -> bool:
    """Return whether *heading* is what lists of another kind are called than the one that a field *name* requests."""
    own_phrase = bare(phrase(name))
    kinds = [kind for kind in _kinds() if bare(phrase(f"{heading} ")) in kind or bare(_head(heading)) in kind]
    return bool(kinds) and not any(own_phrase in kind for kind in kinds)


@cache
def _kinds() -> tuple[frozenset[str], ...]:
    """Return the names of each kind of list."""
    groups = entry("text_patterns", "section_headings")
    return tuple(frozenset(phrase(name) for name in (*group["fields"], *group["headings"])) for group in groups)


def is_known(heading: str) -> bool:
    """Return whether *heading* says outright what the list under it is of, by a name that such lists have."""
    spoken = bare(phrase(f"{heading} "))
    return spoken in by_phrase() or any(spoken in kind for kind in _kinds())
