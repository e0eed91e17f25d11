"""What stands at a place of a sentence: a verb, a preposition, a turn of phrase, or words that only lead in or trail.

Each function looks at tokens and answers one question; none of them builds a command.
"""

from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    FILLERS,
    KINDS,
    LONGEST_MARKER,
    LONGEST_VERB,
    MARKERS,
    PRONOUNS,
    TRAILERS,
    VERB_FORMS,
    Action,
)
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS, Token
from gossamer.features.interact.planner.wordsets import word_set

# Words that stand between two commands; others of the fillers are such only at the beginning of one.
SEQUENCE: Final = word_set(
    "then next finally lastly afterwards afterward also thereafter subsequently later second third firstly secondly "
    "thirdly please"
) | {
    "after that",
    "after this",
    "after which",
    "once done",
    "when done",
    "when finished",
    "with that done",
    "as the final step",
    "as a final step",
    "to finish",
    "from there",
    "having done that",
    "after doing that",
    "after doing so",
    "and then",
    "right after that",
    "right after",
    "that done",
    "before anything else",
    "at the end",
    "once finished",
    "having done so",
}


ENDS: Final = frozenset({".", "!", "?", ";", "..."})


JOINS: Final = word_set("and followed , then & but - — \u2013 afterwards finally next also or")


LAST_WORDS: Final = word_set("submit send confirm save finish search")


KEYS: Final = {
    "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": " ",
    "spacebar": " ", "backspace": "Backspace", "delete": "Delete", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "home": "Home", "end": "End", "page down": "PageDown",
    "page up": "PageUp",
}  # fmt: skip


QUESTION: Final = word_set(
    "what which who whose where when why how is are does do did has have was were can what's who's where's"
)


COPULAS: Final = tuple(
    tuple(words.split())
    for words in sorted(
        [
            "should be",
            "must be",
            "needs to be",
            "need to be",
            "has to be",
            "have to be",
            "is to be",
            "are to be",
            "ought to be",
            "shall be",
            "is",
            "are",
            "should end up as",
            "should end up",
            "ends up",
            "should become",
            "becomes",
            "should have",
            "must have",
            "will be",
            "should now be",
            "be",
            "becoming",
            "being",
            "been",
            "has been",
            "have been",
            "is supposed to be",
            "are supposed to be",
            "should get",
            "must get",
            "gets",
            "needs",
            "should turn",
            "should match",
            "should equal",
        ],
        key=lambda words: -len(words.split()),
    )
)


GOES: Final = tuple(
    tuple(w.split()) for w in ("should go", "must go", "needs to go", "has to go", "goes", "belongs", "belong",
    "should land", "should end up", "ends up", "should sit", "must end up", "need to go", "go", "should move")
)  # fmt: skip


SAYS: Final = tuple(
    tuple(w.split())
    for w in (
        "should say", "should read", "should contain", "should show", "should hold", "must say", "must read",
        "must contain",
        "needs to say", "needs to read", "needs to contain", "has to say", "has to read", "reads", "says",
        "contains", "to say", "to read",
        "to contain", "to show", "to hold", "should display", "must show", "to display", "has to contain", "shows",
        "should have", "needs to show", "has to show", "equals", "must display", "must hold", "needs to hold",
    )
)  # fmt: skip


WANTS: Final = tuple(
    tuple(w.split())
    for w in (
        "i want", "i need", "i would like", "i'd like", "we want", "we need", "get", "have", "let", "make sure",
        "ensure", "see to it that",
        "make sure that", "ensure that", "i want to see", "leave", "keep", "be sure", "be sure that", "i expect",
        "i want to have", "i'd like to see", "i would like to see", "make it so that", "i'd like to have", "so that",
        "arrange for", "cause", "i want you to have", "i wish to have",
    )
)  # fmt: skip


BEFORE: Final = frozenset({"before", "prior"})


AFTER: Final = tuple(
    tuple(w.split())
    for w in (
        "after", "once", "when", "as soon as", "having", "upon", "whenever", "after you", "once you", "when you",
        "after you have", "once you have", "when you have", "after you've",
        "once you've", "when you've", "now that", "as soon as you have", "as soon as you've", "as soon as you",
        "after having", "once you're done", "once you are done", "when you're done", "when you are done",
        "once done", "when done", "after you finish", "once you finish", "upon", "only after", "right after",
        "but only after", "but not until you have", "after you are done", "after you're done", "when finished",
        "once finished",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Verb:
    """A verb at a place: what it asks for, its base form, the kind of its form, and how many words it has."""

    action: Action
    base: str
    form: str
    length: int


ABOUT: Final = frozenset({"which", "who", "that's"})


def without_asides(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words without what only comments: ", which is hidden", "so that I can type", "without selecting"."""
    words = tuple(
        w
        for i, w in enumerate(words)
        if not (
            w.kind != "quote"
            and (
                (w.norm == "for" and i + 1 < len(words) and words[i + 1].norm in {"me", "us"})
                or (w.norm in {"me", "us"} and i and words[i - 1].norm == "for")
                or w.norm == "please"
            )
        )
    )
    """Drop what only comments: ", which is hidden somewhere", "so that I can type there", "without selecting
    anything"."""
    kept: list[Token] = []
    i = 0
    while i < len(words):
        token = words[i]
        after = words[i + 1 : i + 4]
        plain = token.kind != "quote"
        purpose = (
            plain
            and token.norm == "to"
            and kept
            and (v := verb_at(words, i + 1)) is not None
            and v.form == "base"
            and (head := verb_at(words, 0)) is not None
            and head.action == "click"
            and 0 < len(rest := words[i + 1 + v.length :]) <= 2  # noqa: PLR2004
            and all(w.norm in PRONOUNS | ARTICLES | {"dialog", "box"} and w.kind != "quote" for w in rest)
        )
        if purpose:
            break
        aside = (
            (
                plain
                and token.norm == ","
                and after[:1]
                and after[0].norm in ABOUT
                and (len(after) < 2 or after[1].norm not in {"one", "of"})  # noqa: PLR2004
            )
            or (
                plain
                and token.norm == "so"
                and any(a.norm in {"i", "we", "you"} for a in after[:2])
                and any(w.norm in {"can", "could", "may", "might"} for w in words[i : i + 5])
            )
            or (
                plain
                and token.norm == "without"
                and (verb := verb_at(words, i + 1)) is not None
                and verb.form == "ing"
                and kept
            )
        )
        if not aside:
            kept.append(token)
            i += 1
            continue
        i += 1
        while i < len(words) and not (
            words[i].norm in {"and", ",", "then"}
            and (verb_at(words, i + 1) or words[i].norm == ",")
            and words[i].kind != "quote"
        ):
            i += 1
    return tuple(kept)


def trim(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words without commas and joining words at their ends."""
    start, end = 0, len(words)
    while start < end and words[start].kind == "mark" and words[start].norm in {",", ":"}:
        start += 1
    while end > start and (
        (words[end - 1].kind == "mark" and words[end - 1].norm in {",", ":"})
        or (words[end - 1].kind != "quote" and words[end - 1].norm in {"and", "then"})
    ):
        end -= 1
    return words[start:end]


def names_field(words: tuple[Token, ...]) -> bool:
    """Return whether the words soon name something to type into."""
    return any(
        w.kind != "quote" and KINDS.get(singular(w.norm), ("",))[0] in {"textbox", "textarea", "editor", "search"}
        for w in words[1:6]
    )


def names_part(words: tuple[Token, ...]) -> bool:
    """Return whether the words soon name a part of a page."""
    return any(singular(w.norm) in KINDS for w in words[1:6] if w.kind != "quote")


def match_at(words: tuple[Token, ...], i: int, table: tuple[tuple[str, ...], ...]) -> int:
    """Return the length of the longest entry of *table* that stands at *i*, 0 when none does."""
    best = 0
    for entry in table:
        if (
            len(entry) > best
            and i + len(entry) <= len(words)
            and all(
                w.norm == e and w.kind in {"word", "mark", "ordinal", "number"}
                for w, e in zip(words[i : i + len(entry)], entry, strict=True)
            )
        ):
            best = len(entry)
    return best


def after_length(words: tuple[Token, ...], i: int) -> int:
    """Return the length of "after", "once you have" and the like at *i* when a clause follows it, else 0."""
    length = match_at(words, i, AFTER)
    if not length or i + length >= len(words):
        return 0
    return length


def filler_length(words: tuple[Token, ...], i: int) -> int:
    """Return the length of the words at *i* that only lead in, 0 when there are none."""
    return match_at(words, i, FILLERS)


def stands_between(words: tuple[Token, ...], i: int) -> bool:
    """Return whether words at *i* stand between two commands, as "after that"."""
    length = filler_length(words, i)
    if words[i].norm == "next" and i + 1 < len(words) and words[i + 1].norm in {"to", "page"}:
        return False
    return bool(length) and " ".join(w.norm for w in words[i : i + length]) in SEQUENCE


def without_fillers(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words without those that only lead in."""
    while words:
        length = filler_length(words, 0)
        if match_at(words, 0, WANTS) > length:
            return words
        if (
            length
            and length < len(words)
            and not (
                length == 1 and words[0].norm in {"by", "first", "next", "second", "third"} and not leads(words, length)
            )
        ):
            words = words[length:]
        elif words[0].kind == "mark" and words[0].norm in word_set(", : - — \u2013 * ) •"):
            words = words[1:]
        elif words[0].kind == "number" and len(words) > 1 and words[1].norm in {".", ")"}:
            words = words[2:]
        else:
            return words
    return words


def leads(words: tuple[Token, ...], i: int) -> bool:
    """Return whether a command, or more that leads in, begins at *i*."""
    return words[i].norm in {",", ":"} or verb_at(words, i) is not None or bool(filler_length(words, i))


def without_trailers(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words without those that only trail, as "when you are done"."""
    changed = True
    while changed and words:
        changed = False
        if words[-1].kind == "mark" and words[-1].norm in {",", ":", "-"}:
            words, changed = words[:-1], True
            continue
        for phrase in TRAILERS:
            if (
                len(words) > len(phrase)
                and tuple(w.norm for w in words[-len(phrase) :]) == phrase
                and all(w.kind != "quote" for w in words[-len(phrase) :])
                # Of '"lic" at the end' it is said where the text is.
                and not (phrase == ("at", "the", "end") and words[-len(phrase) - 1].kind == "quote")
            ):
                words, changed = words[: -len(phrase)], True
                break
        if changed and words and words[-1].norm == "and":
            words = words[:-1]
    return words


def verb_at(words: tuple[Token, ...], i: int) -> Verb | None:
    """Return the verb at *i*, the longest that fits; None when there is none."""
    for length in range(min(LONGEST_VERB, len(words) - i), 0, -1):
        part = words[i : i + length]
        if any(w.kind == "quote" for w in part):
            continue
        entry = VERB_FORMS.get(tuple(w.norm for w in part))
        if entry is not None:
            return Verb(entry[0], entry[1], entry[2], length)
    return None


def marker_at(words: tuple[Token, ...], i: int) -> tuple[str, int] | None:
    """Return the role and length of the preposition at *i*; None when there is none."""
    for length in range(min(LONGEST_MARKER, len(words) - i), 0, -1):
        part = words[i : i + length]
        if any(w.kind == "quote" for w in part):
            continue
        role = MARKERS.get(" ".join(w.norm for w in part))
        if role is not None:
            return role, length
    return None


def key_press(words: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Return the words of a key, when it is a key that is to be pressed."""
    rest = tuple(
        w
        for w in words
        if w.norm not in ARTICLES and w.norm not in {"key", "keyboard", "arrow", "button", "on", "your"}
    )
    named = any(w.norm == "key" for w in words)
    _, rest = taken_times(rest)
    if (
        len(rest) == 1
        and rest[0].kind != "quote"
        and rest[0].norm in KEYS
        and (named or rest[0].norm in word_set("enter return escape esc tab backspace space spacebar"))
    ):
        return rest
    if (
        rest
        and all(w.kind == "word" for w in rest)
        and rest[0].norm.split("+")[0] in {"ctrl", "control", "alt", "shift", "cmd", "meta"}
    ):
        return rest
    return None


def taken_times(words: tuple[Token, ...]) -> tuple[int | None, tuple[Token, ...]]:
    """Return how many times, and the words without it."""
    for i, token in enumerate(words):
        if token.kind == "quote":
            continue
        if token.norm == "twice":
            return 2, words[:i] + words[i + 1 :]
        if token.norm in {"times", "time"} and i and (count := cardinal(words[i - 1])) is not None:
            return count, words[: i - 1] + words[i + 1 :]
    return None, words


def cardinal(token: Token) -> int | None:
    """Return the whole number that a word is."""
    if token.norm in NUMBERS:
        return NUMBERS[token.norm]
    return int(token.value) if token.kind == "number" and isinstance(token.value, float) else None


def key_of(phrase: Phrase) -> str | None:
    """Return the key that is named, as in KeyboardEvent.key with modifiers before it."""
    words = [w for w in phrase.norms if w not in ARTICLES and w not in {"key", "arrow"}]
    if len(words) == 1 and words[0] in KEYS:
        return KEYS[words[0]]
    parts = "+".join(words).replace("-", "+").split("+")
    names = {"ctrl": "Control", "control": "Control", "alt": "Alt", "shift": "Shift", "cmd": "Meta", "meta": "Meta"}
    if len(parts) > 1 and all(p in names for p in parts[:-1]):
        return "+".join([*(names[p] for p in parts[:-1]), KEYS.get(parts[-1], parts[-1])])
    return None


def refers_back(phrase: Phrase) -> bool:
    """Return whether it is a pronoun alone."""
    return bool(phrase) and all(norm in PRONOUNS or norm in ARTICLES for norm in phrase.norms)
