"""A turn of phrase and what is put in its place."""

# ruff: noqa: E501 - a turn of phrase is read in one line.
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from gossamer.features.interact.planner.language.lexicon import VERB_FORMS

_Words: TypeAlias = str | Callable[["re.Match[str]"], str]


@dataclass(frozen=True, slots=True)
class Rule:
    """What is put in the place of a turn of phrase, wherever it stands; *denies* when it is one that denies."""

    turn: str
    words: _Words
    denies: bool = False

    def applied(self, text: str) -> str:
        """Return *text* with the words in the place of the turn, in capitals where a sentence begins."""
        return _compiled(self.turn).sub(self._instead, text)

    def _instead(self, match: "re.Match[str]") -> str:
        put = match.expand(self.words) if isinstance(self.words, str) else self.words(match)
        if not self.denies and len(_DENIALS.findall(put)) < len(_DENIALS.findall(match[0])):
            # What is not to be done, or only on a condition, is never put as an order.
            return match[0]
        before = match.string[: match.start()].rstrip()
        return put[:1].upper() + put[1:] if not before or before[-1] in ".?!;" else put


_DENIALS: Final = re.compile(r"\b(?:not|never|no|nothing|without|unless|if|except|\w+n't)\b", re.IGNORECASE)

_PARTS: Final[dict[str, str]] = {
    # Where a sentence begins, and where it may end.
    "S": r"(?:^|(?<=[.?!;]\s))\s*",
    "E": r"(?=\s*(?:[.?!;]|$))",
    # What cannot begin the name of a thing.
    "NP": r"(?!(?:do|don't|never|not|if|unless|once|when|after|before|with|without|please|click|press|type|enter|select|"
    r"choose|submit|set|put|open|find|go|move|drag|tick|check|use|make|send|i|we|you|what|how|who|which|in|on)\b)",
    # What stands for a value that is literal, and for one word or literal of any kind.
    "Q": r"[\ue000-\uf8ff]",
    # (There is one way to read a word: with two, words full of hyphens would take for ever.)
    "V": r"(?:[\ue000-\uf8ff]|[^\s,.?!;:]+(?:[.:][^\s,.?!;:]+)*)",
    "IT": r"(?:it|that|this|them|those|these|that one|the one)",
    "IS": r"(?:is|are|'s|'re|was|were|has been|have been|gets|get|will be)",
    "SEND": r"(?:submit|send|confirm|finish|hand|turn|wrap)",
    "SENT": r"(?:sent|submitted|confirmed|handed|turned|finished|saved)",
    "PICKED": r"(?:picked|selected|chosen|ticked|checked|marked|clicked)",
    "TYPE": r"(?:enter|type|put|fill|write|key|input|insert|place|punch|copy|repeat|retype)",
    "LOOK": r"(?:look up|look for|find out|find|read|check|work out|see|get|note|fetch)",
    "N": r"(?:text ?field|text ?box|field|box|input(?: field| box)?|form)",
    "FORM": r"(?:the (?:whole |entire )?(?:form|page|lot|thing|answers?|result|whole lot|whole thing)|everything|it all|"
    r"all of it|this|that|it|them|the choice|my choice|your answers?)",
}  # fmt: skip


def rule(turn: str, words: _Words, *, denies: bool = False) -> Rule:
    """Return the rule for a turn, in which a name in braces stands for the part of that name."""
    for name, part in _PARTS.items():
        turn = turn.replace("{" + name + "}", part)
    return Rule(turn, words, denies)


@cache
def _compiled(turn: str) -> "re.Pattern[str]":
    """Return the pattern of a turn; a hundred of them are worth compiling when the first prompt comes, not before."""
    return re.compile(turn, re.IGNORECASE)


def base_form(words: str) -> str | None:
    """Return the base form of a verb; None of other words."""
    entry = VERB_FORMS.get(tuple(words.casefold().split()))
    return entry[1] if entry else None
