"""A prompt as its words, and what of them a reader has used."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS, Token
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.restating.vocabulary import CHATTER, SENDING, SENDS
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

_NAMING: Final = word_set("called named titled labelled labeled reading saying")
_SURE: Final = frozenset({"quote", "date", "time", "list", "address"})


@dataclass(frozen=True)
class Restated:
    """A wish in plain commands; *used* are the words that it stands for, *words* those that it may be put in."""

    text: str
    used: frozenset[int]
    words: frozenset[str]


@dataclass(frozen=True)
class Saying:
    """The words of a prompt, by their place."""

    whole: Phrase

    @classmethod
    def of(cls, prompt: str) -> "Saying":
        """Return the words of *prompt*, without what is said out of courtesy alone."""
        return cls(Phrase.of(_COURTESY.sub("", prompt)))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words in order."""
        return self.whole.tokens

    @cached_property
    def norms(self) -> frozenset[str]:
        """The folded words outside quotes."""
        return frozenset(t.norm for t in self.tokens if t.kind != "quote")

    def says(self, words: frozenset[str]) -> bool:
        """Return whether one of the words is said."""
        return not self.norms.isdisjoint(words)

    def of_kind(self, *kinds: str) -> list[int]:
        """Return the places of words of these kinds."""
        return [i for i, t in enumerate(self.tokens) if t.kind in kinds]

    def alone(self) -> frozenset[int]:
        """Return the places of words that say that there is nothing more to it: "nothing else", "and no others"."""
        found: set[int] = set()
        for i, token in enumerate(self.tokens[:-1]):
            after = self.tokens[i + 1].norm
            if token.norm == "nothing" and after in {"else", "further", "more"}:
                found |= {i, i + 1}
            elif token.norm in {"no", "none"} and after in {"other", "others", "further", "more"}:
                noun = (
                    self.tokens[i + 2] if after in {"other", "further", "more"} and i + 2 < len(self.tokens) else None
                )
                found |= {i, i + 1} | ({i + 2} if noun is not None and noun.kind == "word" else set())
        return frozenset(found)

    def literals(self) -> list[int]:
        """Return the places of what is meant letter by letter: quoted, or unlike any word of English."""
        return [
            i
            for i, t in enumerate(self.tokens)
            if t.kind == "quote" or (t.kind == "word" and (_is_odd(t) or self._is_called(i)))
        ]

    def _is_called(self, i: int) -> bool:
        """Return whether a word stands where a name is given: "a link called vitae"."""
        token = self.tokens[i]
        return bool(i) and self.tokens[i - 1].norm in _NAMING and token.norm not in CHATTER and token.text[:1].isalpha()

    def left(self, used: Iterable[int], words: frozenset[str]) -> list[int]:
        """Return the places of words that are neither used nor among *words*."""
        taken = frozenset(used)
        return [i for i, t in enumerate(self.tokens) if i not in taken and not _explained(t, words)]

    def runs(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """Return where words that stand side by side begin and end."""
        found: list[tuple[int, int]] = []
        for place in places:
            if found and found[-1][1] == place:
                found[-1] = (found[-1][0], place + 1)
            else:
                found.append((place, place + 1))
        return found

    def text(self, start: int, end: int) -> str:
        """Return the words from *start* to before *end* as they were written; of a quote, what is inside."""
        part = self.whole.part(start, end)
        return part.quotes[0] if len(part.tokens) == 1 and part.quotes else part.raw.strip(" ,")

    def place_of(self, text: str) -> tuple[int, int] | None:
        """Return where *text* stands, word for word; None when it does not."""
        wanted = Phrase.of(text).tokens
        for start in range(len(self.tokens)):
            if self.tokens[start].kind == "quote" and self.tokens[start].text == text:
                return start, start + 1
            end = start + len(wanted)
            if wanted and [t.text for t in self.tokens[start:end]] == [t.text for t in wanted]:
                return start, end
        return None


def _is_odd(token: Token) -> bool:
    """Return whether a word looks like nothing that is written in a sentence: "fO", "5VdIPA", "rR"."""
    text = token.text
    return (any(c.isupper() for c in text[1:]) and not text.isupper()) or any(c.isdigit() for c in text)


def _explained(token: Token, words: frozenset[str]) -> bool:
    if token.kind == "mark":
        return True
    if token.kind in _SURE:
        return False
    if token.kind in {"number", "ordinal"} or (token.norm in NUMBERS and token.norm != "one"):
        return token.norm in words
    noun = singular(owner(token.norm))
    return token.norm in words or noun in words or token.norm in CHATTER


_COURTESY: Final = re.compile(
    r"^\W*(?:is there )?(?:any|a) chance (?:that )?(?:you|we) (?:could|can|might|would)\b"
    r"|^\W*(?:would|do) you mind\b"
    r"|,? (?:it )?(?:doesn['\u2019]t|does not) matter\b(?: (?:which|how|if|whether)[^,.;]*)?,?"
    r"|,?\s*\bif (?:you (?:can|could|would|will|please|like|don['\u2019]t mind|do not mind)"
    r"|possible|needed|necessary|required|need be"
    r"|that(?:['\u2019]s| is) ok(?:ay)?)\b,?",
    re.IGNORECASE,
)


def sending(saying: Saying, page: PageModel, *more: str) -> str:
    """Return the command that sends the form off, when the prompt speaks of that; "" when it does not."""
    button = nearest_send_button(page, None)
    if button is None:
        return ""
    name = button.name or button.node.value or ""
    called = set(words(name)) <= saying.norms if name else False
    return f' Then click "{name}".' if name and (called or saying.says(SENDS | frozenset(more))) else ""


def sending_words(page: PageModel) -> frozenset[str]:
    """Return the words in which a form is sent off on this page."""
    button = nearest_send_button(page, None)
    return SENDING | SENDS | frozenset(words(button.name) if button is not None else ())


def quoted(text: str) -> str:
    """Return *text* in quotes that it does not contain itself."""
    return f"\u201c{text}\u201d" if '"' in text else f'"{text}"'
