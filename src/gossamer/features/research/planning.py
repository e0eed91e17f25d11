"""The plan of a run without a model: its questions, and what is searched for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.locales import entry, pattern, words
from gossamer.core.field_names import name_in_words
from gossamer.core.research import ResearchSpec

_MOST_FACETS: Final = 12
_MOST_QUERIES: Final = 3
_LONGEST_QUERY: Final = 300
_SHORTEST_FACET: Final = 3
# Capitalised words that do not begin the prompt.
_NAME: Final = re.compile(r"(?<!^)(?<![.?!]\s)\b[A-ZÀ-Þ][\w'’&.-]*\w(?:\s+[A-ZÀ-Þ0-9][\w'’&-]*)*")  # noqa: RUF001
_LEAD: Final = pattern("research", "lead")
_NEXT: Final = pattern("research", "next_question")
_BULLET: Final = pattern("research", "bullet")
_REFERRING: Final = pattern("research", "referring")
_BARE: Final = pattern("research", "bare_question")
_QUESTION_WORD: Final = pattern("research", "question_word")
_THING: Final = pattern("research", "thing")
_PERSONS: Final = words("research", "person_nouns")


@dataclass(frozen=True, slots=True)
class ResearchPlan:
    """The questions (*facets*) of a run, in order, and its searches (*queries*)."""

    facets: tuple[str, ...]
    queries: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as it is stored and shown."""
        return {"facets": list(self.facets), "queries": list(self.queries)}


@dataclass(frozen=True, slots=True)
class Hop:
    """A question whose answer is needed first: *inner*; its answer takes the place of {} in *outer*."""

    inner: str
    outer: str


def plan_of(spec: ResearchSpec) -> ResearchPlan:
    """Return the plan of *spec*: the questions of its prompt, or with a schema its fields."""
    prompt = spec.prompt
    if spec.thread is not None and spec.thread.subject:
        prompt = _REFERRING.sub(spec.thread.subject, prompt)
    facets = tuple(dict.fromkeys(_questions(prompt)))[:_MOST_FACETS] or (prompt.strip(),)
    queries = [_LEAD.sub("", prompt).strip() or prompt]
    if len(facets) > 1:
        queries += facets
    if spec.schema is not None:
        queries.append(" ".join([queries[0], *_names(spec.schema)]))
    return ResearchPlan(facets, tuple(dict.fromkeys(query[:_LONGEST_QUERY] for query in queries))[:_MOST_QUERIES])


def subject_of(prompt: str) -> str:
    """Return the name that *prompt* is about, the longest it has; empty when it has none."""
    names = [match.group() for match in _NAME.finditer(_LEAD.sub("", prompt))]
    return max(names, key=len, default="")


def hop_of(question: str) -> Hop | None:
    """Return the question that *question* has inside it, if any: "… the company that makes the Falcon kettle"."""
    for expression in entry("research", "nested"):
        match = re.search(expression, question)
        if match is None or match.start() == 0:
            continue
        parts = match.groupdict()
        noun = parts["noun"].lower()
        if "preposition" in parts:
            inner = entry("research", "ask_through").format(**{**parts, "noun": noun})
        elif "of" in parts:
            who = "Who" if noun.split()[-1] in _PERSONS else "What"
            inner = entry("research", "ask_of").format(who=who, **{**parts, "noun": noun})
        else:
            inner = entry("research", "ask_that").format(noun=noun, rest=parts["rest"])
        return Hop(inner, f"{question[: match.start()]}{{}}{question[match.end() :]}")
    return None


def _questions(prompt: str) -> Iterator[str]:
    before = ""
    for line in _BULLET.sub("\n", prompt).splitlines():
        for sentence in _sentences(line):
            for part in _NEXT.split(sentence):
                facet = _LEAD.sub("", part).strip(" \t,;:")
                if len(facet) >= _SHORTEST_FACET:
                    before = _complete_facet(facet, before)
                    yield before


def _complete_facet(facet: str, before: str) -> str:
    """Return *facet* with what it is about, which the question *before* it says: "when?", "What does it make?"."""
    if bare := _BARE.match(facet):
        rest = _QUESTION_WORD.sub("", before).rstrip(" .?!")
        return f"{bare['asked']} {rest}?" if rest else facet
    subject = subject_of(before)
    return _THING.sub(subject, facet) if subject else facet


def _sentences(line: str) -> Iterator[str]:
    from gossamer.content.answering.sentences import split  # noqa: PLC0415

    yield from split(line)


def _names(schema: Mapping[str, Any]) -> Iterator[str]:
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        yield from (name_in_words(name) for name in properties)
