"""Which words of an instruction belong into which field of a form.

The words are laid against the labels: a word that names a field ("director", "leaving", "year") points at the value
beside it. What is left over goes to the one field that is left over. No order of words and no preposition is required,
so the same form is filled from many wordings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.lexicon import ARTICLES, KINDS, MARKERS, VERB_FORMS
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS, Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

_FUNCTION: Final = (
    ARTICLES
    | word_set(
        "and or & , : ; = . - / ( ) is are be was were been being that which who whom whose as it its of in on at by "
        "to from for with into onto using through via should must will would needs need has have had i me my we us "
        "our you your he she they them one one-way way called named field fields box form text input inputs value "
        "values entry please then also both each login details credentials following information data there any some "
        "all not do does so if when page website site search query order available option about did made what look up "
        "show list find out set go going want wants looking get like released"
    )
) - {"released"}
NOUNS: Final = word_set(
    "movie film flick book flight ticket product item song hotel person people job restaurant recipe article car house "
    "user customer result record event course show game trip journey"
)
_MOST_FIELDS: Final = 8
_MOST_RUNS: Final = 8
_STATE: Final = 3
_DASHES: Final = frozenset({"-", "\u2013", "\u2014"})
_STOPS: Final = frozenset({".", "!", "?", ";"})
_BEYOND_DOUBT: Final = 2
_FIRST_YEAR: Final = 1800
_LAST_YEAR: Final = 2200


@dataclass(frozen=True)
class _Run:
    """Tokens that stand together and may be a value; where they start and end among all tokens."""

    tokens: tuple[Token, ...]
    start: int
    end: int


def align(phrase: Phrase, fields: Sequence[Element], page: PageModel) -> list[tuple[Element, str]]:
    """Return fields with their values, in the order of the fields; [] when nothing in the words points at a field."""
    fields = [f for f in fields if f.seen][:_MOST_FIELDS]
    tokens = phrase.tokens
    labels = [_label(field, page) for field in fields]
    cues = [_cues(token, labels, tokens, i) for i, token in enumerate(tokens)]
    runs = _runs(tokens, cues)[:_MOST_RUNS]
    if not fields or not runs:
        return []
    every = range(len(fields))
    pointed = [[_pointed(run, f, tokens, cues, runs, label=labels[f]) for f in every] for run in runs]
    fits = [[_fits(run, fields[f], labels[f]) for f in every] for run in runs]
    scores = [[p + k for p, k in zip(*rows, strict=True)] for rows in zip(pointed, fits, strict=True)]
    chosen = _best(scores, len(fields))
    pairs = {f: r for r, f in enumerate(chosen) if f is not None and scores[r][f] >= 1}
    # A word in capitals alone is no reason to fill in a form: something has to name a field, or be of its kind
    # beyond doubt.
    if (
        not any(pointed[r][f] >= 1 for f, r in pairs.items())
        and sum(fits[r][f] for f, r in pairs.items()) < _BEYOND_DOUBT
    ):
        return []
    free_fields = [
        f
        for f in range(len(fields))
        if f not in pairs
        and fields[f].kind not in {"slider", "upload", "listbox", "select", "password"}
        and not fields[f].node.value
    ]
    free_runs = [r for r in range(len(runs)) if r not in pairs.values()]
    if len(free_fields) == 1 and len(free_runs) == 1:
        pairs[free_fields[0]] = free_runs[0]
    return [(fields[f], _text(runs[r], phrase)) for f, r in sorted(pairs.items())]


def _label(field: Element, page: PageModel) -> tuple[str, ...]:
    label = words(page.label(field)) or words(field.node.described) or tuple(sorted(field.classes))
    label += ("password",) if field.kind == "password" and "password" not in label else ()
    label += ("date", "on") if field.kind == "date" else ()
    return label


def _cues(token: Token, labels: Sequence[tuple[str, ...]], tokens: tuple[Token, ...], i: int) -> frozenset[int]:
    """Return the fields that the word names; the more of a label it names alone, the fewer fields these are."""
    if token.kind in {"quote", "mark", "number", "date", "time", "list"}:
        return frozenset()
    found = frozenset(f for f, label in enumerate(labels) if any(_names(token.norm, have) for have in label))
    # A word of several labels ("name" of "first name" and "last name") points at the one that also has its neighbour.
    if len(found) > 1:
        near = {tokens[k].norm for k in (i - 1, i + 1) if 0 <= k < len(tokens)}
        closer = frozenset(f for f in found if any(_names(n, have) for n in near for have in labels[f]))
        exact = frozenset(f for f in found if token.norm in labels[f])
        own = frozenset(f for f in found if labels[f] and (token.norm,) == labels[f])
        return own or closer or exact or found
    return found


def _names(word: str, label: str) -> bool:
    if len(word) < 3 and word != label:  # noqa: PLR2004
        return False
    if "-" in word:
        return "".join(word.split("-")) == label or (len(word) > 3 and word.replace("-", "") in {label, label + "s"})  # noqa: PLR2004
    return related(word, label) or related(singular(word), singular(label))


def _runs(tokens: tuple[Token, ...], cues: Sequence[frozenset[int]]) -> list[_Run]:
    runs: list[_Run] = []
    part: list[Token] = []
    start = 0

    def close(end: int) -> None:
        if part:
            runs.append(_Run(tuple(part), start, end))
            part.clear()

    for i, token in enumerate(tokens):
        if token.kind in {"quote", "date", "time"}:
            close(i)
            runs.append(_Run((token,), i, i + 1))
            continue
        if part and _joins_names(tokens, cues, i):
            part.append(token)
            continue
        if (
            part
            and token.norm in {"the", "a", "an", "of"}
            and i + 1 < len(tokens)
            and not cues[i + 1]
            and tokens[i + 1].kind == "word"
            and _plain(tokens[i + 1])
            and _plain(tokens[i - 1])
        ):
            # "Wind the clock" is one value.
            part.append(token)
            continue
        # Every word has a capital where a sentence begins.
        literal = token.text[:1].isupper() and i > 0 and tokens[i - 1].norm not in _STOPS
        if (
            token.kind == "word"
            and not literal
            and (
                (singular(token.norm) in KINDS and KINDS[singular(token.norm)][0] in {"textbox", "page", "form"})
                or token.norm in NUMBERS
            )
        ):
            close(i)
            continue
        verb = (token.norm,) in VERB_FORMS and not literal
        if (
            (cues[i] and (not literal or _introduced(tokens, cues, i)))
            or (token.norm in _FUNCTION and not (literal and token.norm not in MARKERS))
            or verb
            or (singular(token.norm) in NOUNS and not literal)
            or (cues[i] and literal and _labels_next(tokens, i))
        ):
            close(i)
            continue
        if not part:
            start = i
        part.append(token)
    close(len(tokens))
    return runs


def _joins_names(tokens: tuple[Token, ...], cues: Sequence[frozenset[int]], i: int) -> bool:
    """Return whether a mark stands inside of a name: "Cincinnati, OH", "Washington DC - Dulles"."""
    if i + 1 >= len(tokens) or not tokens[i - 1].text[:1].isupper():
        return False
    after = tokens[i + 1]
    if tokens[i].norm == ",":
        return after.text.isupper() and len(after.text) <= _STATE
    return tokens[i].norm in _DASHES and after.kind == "word" and after.text[:1].isupper() and not cues[i + 1]


def _introduced(tokens: tuple[Token, ...], cues: Sequence[frozenset[int]], i: int) -> bool:
    """Return whether a capital word stands where a label does: behind a preposition, or beside another word of it."""
    before = tokens[i - 1].norm if i else ""
    return before in {"into", "in", "as", "under", "for", "the"} or any(
        0 <= k < len(tokens) and cues[k] & cues[i] for k in (i - 1, i + 1)
    )


def _plain(token: Token) -> bool:
    """Return whether a word is nothing but a word: no preposition, no verb, no part of a page."""
    part_of_page = KINDS.get(singular(token.norm), ("",))[0] in {"textbox", "form", "page", "button", "select", "date"}
    return token.norm not in _FUNCTION and not part_of_page and singular(token.norm) not in NOUNS


def _labels_next(tokens: tuple[Token, ...], i: int) -> bool:
    return i + 1 < len(tokens) and (
        tokens[i + 1].kind in {"quote", "number", "date"} or tokens[i + 1].norm in {":", "is", "="}
    )


def _pointed(
    run: _Run,
    f: int,
    tokens: tuple[Token, ...],
    cues: Sequence[frozenset[int]],
    runs: Sequence[_Run],
    *,
    label: tuple[str, ...],
) -> float:
    """Return how clearly words beside the value name the field; 0 when none does."""
    before = max((r.end for r in runs if r.end <= run.start), default=0)
    after = min((r.start for r in runs if r.start >= run.end), default=len(tokens))
    score = max(_named_before(run, f, cues, before), _named_after(run, f, tokens, cues, after))
    if score > 0:
        # Of two labels that are named, the one that is named more wholly.
        near = tokens[max(before, run.start - 4) : min(after, run.end + 5)]
        hits = sum(any(_names(t.norm, have) for t in near if t.kind == "word") for have in set(label))
        score += 0.3 * (hits - 1) - 0.05 * (len(set(label)) - hits)
    return score


def _named_before(run: _Run, f: int, cues: Sequence[frozenset[int]], before: int) -> float:
    others = 0.0
    for i in range(run.start - 1, before - 1, -1):
        if f in cues[i]:
            return 3 - 0.25 * (run.start - 1 - i) - 0.4 * (len(cues[i]) - 1) - others
        others += 0.2 if cues[i] else 0
    return -others


def _named_after(run: _Run, f: int, tokens: tuple[Token, ...], cues: Sequence[frozenset[int]], after: int) -> float:
    i = next((i for i in range(run.end, after) if f in cues[i]), None)
    if i is None:
        return 0
    between = {t.norm for t in tokens[run.end : i]}
    if between & {"as", "in", "into", "for", "under"}:
        return 3.2 - 0.4 * (len(cues[i]) - 1)
    if between <= {"is", "the"}:
        return 2.2
    return 0 if between & {"and", ",", "with"} else 1.2


def _fits(run: _Run, field: Element, label: tuple[str, ...]) -> float:
    """Return how much the kind of value is that of the field: a date, a year, a name, an address."""
    token, names = run.tokens[0], set(label)
    if token.kind == "date":
        return 2 if field.kind == "date" or {"date", "when", "day"} & names else -2
    if field.kind == "date":
        return -2
    if token.kind == "time":
        return 2 if field.kind == "time" or "time" in names else -1
    if token.kind == "number" and isinstance(token.value, float):
        year = _FIRST_YEAR < token.value < _LAST_YEAR and bool({"year", "date", "released", "release"} & names)
        return 1.5 if year else 0
    if token.kind == "address" and "@" in token.text:
        return 2 if {"email", "mail", "e"} & names else 0
    people = {"director", "name", "author", "person", "artist", "writer", "actor"}
    return 1 if token.kind == "word" and run.start and token.text[:1].isupper() and people & names else 0


def _best(scores: Sequence[Sequence[float]], fields: int) -> tuple[int | None, ...]:
    """Return for each run the field that gives the highest sum, no field twice; the first of equal ones."""
    best: tuple[float, tuple[int | None, ...]] = (0.0, tuple(None for _ in scores))
    # Only fields that a run points at are tried for it: forms are small, and so is what points.
    options = [[None, *[f for f in range(fields) if row[f] >= 1]] for row in scores]
    for chosen in product(*options):
        used = [f for f in chosen if f is not None]
        if len(used) != len(set(used)):
            continue
        total = sum(scores[r][f] for r, f in enumerate(chosen) if f is not None)
        if total > best[0] + 1e-9:
            best = (total, tuple(chosen))
    return best[1]


def _text(run: _Run, phrase: Phrase) -> str:
    if run.tokens[0].kind == "quote":
        return run.tokens[0].text
    return Phrase(phrase.source, run.tokens).raw.strip(" ,")
