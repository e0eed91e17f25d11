"""An instruction as commands: what to do, with what, in which order; a question is a command to read."""

from dataclasses import dataclass

from gossamer.features.interact.planner.language.lexicon import Action
from gossamer.features.interact.planner.language.phrases import Phrase, joined
from gossamer.features.interact.planner.language.tokens import Token


@dataclass(frozen=True)
class Chunk:
    """A phrase behind a word as "into" or "next to". *role* is what the word means, *word* the word itself."""

    role: str
    word: str
    phrase: Phrase


@dataclass(frozen=True)
class Command:
    """One thing to do.

    *object* follows the verb; *chunks* are the other phrases in the order they were said. *until* and *when* are
    conditions in words, *times* how often. *means* is how it is to be done ("by clicking the x"). *stated* tells a
    goal that was put as a fact ("the box should be ticked"). *said* is the part of the instruction it is from,
    *clause* all words of that part.
    """

    action: Action
    verb: str
    said: str
    object: Phrase
    chunks: tuple[Chunk, ...] = ()
    until: Phrase | None = None
    when: Phrase | None = None
    times: int | None = None
    negated: bool = False
    means: "Command | None" = None
    question: bool = False
    explore: bool = False
    stated: bool = False
    clause: tuple[Token, ...] = ()

    @property
    def source(self) -> str:
        """The instruction it is from."""
        return self.object.source

    def role(self, *names: str) -> Phrase | None:
        """Return the first phrase with one of these roles."""
        return next((chunk.phrase for chunk in self.chunks if chunk.role in names), None)

    def whole(self) -> Phrase:
        """Return all words after the verb."""
        found = [*([self.object] if self.object else []), *(chunk.phrase for chunk in self.chunks if chunk.phrase)]
        if not found:
            return Phrase(self.object.source)
        whole = found[0]
        for phrase in found[1:]:
            whole = joined(whole, phrase)
        return whole
