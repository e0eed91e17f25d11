"""Where the clauses of a sentence begin: at a new verb, behind "before" and "once you have", at a condition."""

from dataclasses import dataclass

from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    KINDS,
    SHY,
)
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.language.scanning import (
    BEFORE,
    COPULAS,
    GOES,
    JOINS,
    LAST_WORDS,
    SAYS,
    Verb,
    after_length,
    filler_length,
    marker_at,
    match_at,
    stands_between,
    verb_at,
    without_fillers,
)
from gossamer.features.interact.planner.language.tokens import Token


@dataclass(frozen=True)
class Segment:
    """Tokens of a clause, and its *order*: "" after the one before, "first" before it, "means" how that is done."""

    tokens: tuple[Token, ...]
    order: str = ""
    subordinate: bool = False


def segments_of(body: tuple[Token, ...]) -> list[Segment]:
    """Return the clauses of a sentence in the order in which they were said."""
    found: list[Segment] = []
    start, order, i = 0, "", 0
    subordinate = False
    opening = after_length(body, 0)
    if opening:
        start, subordinate = opening, True
        i = start
    elif body[0].norm in BEFORE and len(body) > 1 and (verb := verb_at(body, 1)) and verb.form == "ing":
        # "Before pressing submit, type x."
        end = next((k for k in range(1, len(body)) if body[k].norm == ","), len(body))
        rest = segments_of(without_fillers(body[end + 1 :]))
        return [*rest, Segment(body[1:end], "", subordinate=True)]
    elif body[0].norm in {"if", "unless"}:
        end = next(
            (k for k in range(1, len(body)) if body[k].norm in {",", "then"} and body[k].kind != "quote"), len(body)
        )
        rest = segments_of(without_fillers(body[end + 1 :])) if end + 1 < len(body) else []
        return [Segment(body[:end]), *rest]
    i = max(i, start) + _verb_length(body, start)
    while i < len(body):
        cut = _boundary(body, start, i, subordinate=subordinate)
        if cut is None:
            i += 1
            continue
        next_start, next_order = cut
        found.append(Segment(body[start:i], order, subordinate))
        start, order = next_start, next_order
        subordinate = next_order in {"first", "means", "then-ing"}
        i = start + _verb_length(body, start)
    found.append(Segment(body[start:], order, subordinate))
    return [s for s in found if s.tokens]


def _boundary(body: tuple[Token, ...], start: int, i: int, *, subordinate: bool) -> tuple[int, str] | None:
    """Return where the next clause begins and how it stands to this one, when this one ends before *i*."""
    token = body[i]
    if token.kind == "quote" or _stands_in_front(body, start, i):
        return None
    if token.kind == "ordinal" and body[i - 1].norm in ARTICLES:
        # "The second book" is one of several, and books nothing.
        return None
    cut = _subordinate_at(body, start, i)
    if cut is not None:
        return cut
    head = verb_at(body, start)
    if token.norm == "to" and head is not None and head.action not in {"go", "scroll", "wait", "drag"}:
        verb = verb_at(body, i + 1)
        cased = verb is not None and verb.base in {"lower", "upper"} and _says_case(body[i + 2 : i + 3])
        # What is renamed "to Buy wool" is given a name, and nothing is bought.
        named = i + 1 < len(body) and body[i + 1].text[:1].isupper()
        if verb and not cased and not named and verb.form == "base" and _begins_command(body, i + 1, verb, strict=True):
            return i + 1, ""
    follows_next = i + 1 < len(body) and body[i + 1].norm in {"to", "page"}
    if (token.norm in JOINS and not (token.norm == "next" and follows_next)) or stands_between(body, i):
        return _joined(body, start, i, subordinate=subordinate)
    return None


def _joined(body: tuple[Token, ...], start: int, i: int, *, subordinate: bool) -> tuple[int, str] | None:
    """Return where the next clause begins, when "and", a comma or "then" at *i* leads to one."""
    token, after = body[i], i
    while after < len(body) and body[after].kind != "quote":
        length = 1 if body[after].norm in JOINS else filler_length(body, after)
        if not length:
            break
        after += length
    if after == i or after >= len(body):
        return None
    if body[after].norm in {"don't", "do", "never"}:
        return after, ""
    if (length := after_length(body, after)) and body[after].norm in {"once", "after", "when", "as"}:
        return after + length, ""
    verb = verb_at(body, after)
    strong = any(stands_between(body, k) or body[k].norm in {"then", "followed"} for k in range(i, after))
    if verb is None:
        return (
            (after, "") if _begins_without_verb(body, start, i, after, strong=strong, subordinate=subordinate) else None
        )
    head = verb_at(body, start)
    wanted = {"base", *(("ing",) if head and head.form == "ing" else ())}
    wanted |= {"ed"} if head and head.form == "ed" and subordinate else set()
    if verb.form not in wanted or (token.norm == "or" and not strong):
        return None
    comma = token.norm == "," and after == i + 1
    return (after, "") if _begins_command(body, after, verb, strict=not strong, comma=comma) else None


def _begins_without_verb(
    body: tuple[Token, ...], start: int, i: int, after: int, *, strong: bool, subordinate: bool
) -> bool:
    token = body[i]
    if subordinate and token.norm == ",":
        return True
    if strong and after - i > 1 and not marker_at(body, after):
        return True
    return (
        token.norm in {"and", ",", "then"}
        and body[after].norm not in {"which", "that", "who"}
        and _declares(body[after:])
        and _declares(body[start:i])
    )


def _declares(part: tuple[Token, ...]) -> bool:
    return any(
        match_at(part, k, (*GOES, *SAYS)) or (match_at(part, k, COPULAS) and part[k].norm != "be")
        for k in range(1, len(part))
    )


def _begins_command(body: tuple[Token, ...], at: int, verb: Verb, *, strict: bool, comma: bool = False) -> bool:
    """Return whether the verb at *at* begins a command, and is not one more name in a list."""
    after = body[at + verb.length :]
    if (
        body[at].text[:1].isupper()
        and at
        and verb.base.split()[0] in SHY
        and body[at - 1].norm in {"and", ",", "&"}
        and not after
    ):
        return verb.base in LAST_WORDS
    if not after:
        return (
            verb.base in LAST_WORDS
            or verb.action in {"book", "act"}
            or not strict
            or verb.action in {"submit", "search", "login"}
        )
    follower = after[0]
    if verb.base.split()[0] in SHY or len(verb.base) <= 4:  # noqa: PLR2004
        if follower.norm in {",", "and", "or"}:
            return verb.base in LAST_WORDS and not comma
        if (
            singular(follower.norm) in KINDS
            and follower.norm not in ARTICLES
            and verb.action not in {"choose", "open"}
            and follower.norm not in {"it", "mail", "email"}
        ):
            # "the cancel and submit buttons" names two things.
            return verb.action in {"drag", "click"} and singular(follower.norm) == follower.norm
    return True


def _verb_length(body: tuple[Token, ...], start: int) -> int:
    """Return how many words to pass before a clause may end: those of "drag and drop" belong together."""
    verb = verb_at(body, start)
    return max(1, verb.length) if verb is not None else 1


def _stands_in_front(body: tuple[Token, ...], start: int, i: int) -> bool:
    """Return whether what is before the comma belongs to the verb behind it: "In the box, type x"."""
    if verb_at(body, start) is not None or body[i].norm != "," or body[start].norm in {"with", "if"}:
        return False
    front = verb_at(body, i + 1)
    return bool(marker_at(body, start)) and front is not None and front.form == "base"


def _subordinate_at(body: tuple[Token, ...], start: int, i: int) -> tuple[int, str] | None:
    """Return where a clause behind "by", "before", "after" or "once you have" begins, and its order."""
    token = body[i]
    if token.norm == "by" and (verb := verb_at(body, i + 1)) and verb.form == "ing":
        return i + 1, "means"
    if token.norm in BEFORE and i + 1 < len(body):
        at = i + 1 + (body[i + 1].norm == "to")
        if (verb := verb_at(body, at)) and verb.form == "ing":
            return at, "then-ing"
        if body[i + 1].norm in {"you", "i", "we"} and verb_at(body, i + 2):
            return i + 2, "then-ing"
    if (length := after_length(body, i)) and i > start:
        verb = verb_at(body, i + length)
        if verb and (verb.form in {"ing", "ed"} or (verb.form == "base" and body[i + length - 1].norm == "you")):
            return i + length, "first"
    return None


def _says_case(words: tuple[Token, ...]) -> bool:
    return any(word.norm in {"case", "letters"} for word in words)
