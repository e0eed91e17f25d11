"""Putting text into fields: which words are the text, and which field each belongs into.

A page's labels decide. Parts of the instruction are laid against the fields; each part goes to the field whose label
its
words name, a part that names none to what is left, and the words of the label are not typed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Type
from gossamer.features.interact.planner.grounding.finding import GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import likeness, related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.lexicon import ARTICLES, FIELD_KINDS
from gossamer.features.interact.planner.language.phrases import Phrase, joined
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.language.tokens import NUMBERS
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Ambiguous, Run, Stuck
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.entitling import require_entitled
from gossamer.features.interact.planner.skills.setting import set_field, suggestions
from gossamer.features.interact.planner.skills.values import case_of, cased, is_reference, look_up, value_of
from gossamer.features.interact.planner.wordsets import word_set

_INTO: Final = ("into", "in", "on", "to", "using", "front", "for", "as", "at", "with", "under", "from")


_OUTWARD: Final = word_set("fill complete populate supply provide feed update")


_APPOSED: Final = word_set(
    "text word words value name number string phrase letters code sentence message term query keyword keywords item "
    "following date time password username"
)


@dataclass(frozen=True)
class Part:
    """Words for one field, and the preposition before them."""

    phrase: Phrase
    marker: str = ""


async def fill(run: Run, command: Command) -> None:  # noqa: C901, PLR0912
    """Type what the command says into the fields it says."""
    page = await run.see()
    if page.snapshot.dialog is not None and page.snapshot.dialog.kind == "prompt":
        await run.do(AnswerDialog(text=command.object.literal))
        return
    whole = command.whole()
    if not whole:
        raise Stuck("It is not said what to type.")
    fields = [f for f in page.fields if f.seen and not f.node.disabled]
    if not fields:
        raise Stuck("The page has no field to type into.")
    if constrained(command):
        await _from_suggestions(run, command, fields)
        return
    if (
        command.object
        and set(command.object.norms) <= {"both", "them", "these", "all", "everything", "of"}
        and any(f.node.value for f in fields)
    ):
        return
    destination, rest = _split(command, page, fields)
    targets = _targets(run, page, destination, fields, command)
    pairs = _pairs(command, fields, page) if not _only_reference(rest) else []
    if case_of(whole):
        run.take(
            *(t for t in command.clause if t.kind == "word" and (_CASE_WORDS.search(t.text) or t.norm in _OF_CASE))
        )
    if len(pairs) > 1 or (pairs and not targets):
        if (
            len(pairs) == 1
            and command.verb not in TYPING
            and not _is_value(whole)
            and not names_label(command, page, pairs[0][0])
        ):
            raise Ambiguous("It is not said into which field.", (f'{pairs[0][0].kind} "{page.label(pairs[0][0])}"',))
        for field, value in pairs:
            await put(run, field, cased(value, case_of(whole)))
        return
    if len(targets) == 1:
        # "In the password field and in the verify field": the same into each.
        others = [c.phrase for c in command.chunks if c.role in {"in", "into"} and c.phrase is not destination]
        targets += [
            _one(page, o, fields) for o in others if _is_field(o, page, fields) and not case_of(o) and not o.quotes
        ]
        rest = [p for p in rest if p.phrase not in others or case_of(p.phrase)] if len(targets) > 1 else rest
    if not targets:
        if command.verb not in TYPING and not _is_value(command.whole()):
            raise Ambiguous(
                "It is not said into which field.",
                tuple(f'{f.kind} "{page.label(f)}"' for f in fields if f.kind in TYPED)[:5],
            )
        targets = [_default(page, fields, rest)]
    if command.times is not None and command.times > 1 and len(targets) == 1:
        # "Enter it twice": into as many fields of that kind.
        targets = [f for f in fields if f.kind == targets[0].kind and (not f.node.value or f is targets[0])][
            : command.times
        ] or targets
    if command.object and refers_back(command.object) and destination is None and run.clipboard is not None:
        # "Type it again": where it is not yet.
        free = [f for f in fields if not f.node.value and f.kind in TYPED]
        if not free:
            return
        targets = free[:1]
    value = _value(run, page, rest, command)
    for target in targets:
        await put(run, target, value)
    run.take(*(t for t in command.clause if NUMBERS.get(t.norm) == len(targets) > 1))
    if destination is None and not command.role("as"):
        run.form_fields = len(fields)


TYPING: Final = frozenset(
    {
        "type",
        "enter",
        "write",
        "input",
        "key",
        "type in",
        "key in",
        "punch in",
        "type out",
        "retype",
        "put in",
        "fill in",
        "say",
    }
)


def names_label(command: Command, page: PageModel, field: Element) -> bool:
    """Return whether a word of the command is a word of the field's label, other than one that is in every sentence."""
    label = {w for w in words(page.label(field)) if len(w) > 3}  # noqa: PLR2004
    return any(related(t.norm, w) for t in command.clause if t.kind == "word" for w in label)


def _is_value(phrase: Phrase) -> bool:
    """Return whether the words are something to be typed beyond doubt, and no description of something."""
    return any(t.kind in _GIVEN for t in phrase.tokens) or is_reference(phrase) or case_of(phrase) is not None


async def put(run: Run, field: Element, value: str) -> None:
    """Give a field its value, which later words may refer to."""
    now = (await run.see()).by_ref.get(field.ref, field)
    await require_entitled(run, now, value)
    run.clipboard = value
    await set_field(run, now, value)


def constrained(command: Command) -> bool:
    """Return whether only its beginning or end is said of what is wanted."""
    return any(beginning_and_end(command))


def beginning_and_end(command: Command) -> tuple[str, str]:
    """Return how what is wanted starts and ends, each "" when that is not said."""
    starts = next((c.phrase.literal for c in command.chunks if c.role == "starts"), "")
    ends = next((c.phrase.literal for c in command.chunks if c.role == "ends"), "")
    tokens_ = command.whole().tokens
    for i, token in enumerate(tokens_):
        after = {t.norm for t in tokens_[i + 1 : i + 4]}
        if token.kind == "quote" and "at" in after and after & {"beginning", "start", "front"}:
            starts = token.text
        elif token.kind == "quote" and "at" in after and "end" in after:
            ends = token.text
    return starts, ends


def _is_field(phrase: Phrase, page: PageModel, fields: Sequence[Element]) -> bool:
    if not phrase:
        return False
    if set(phrase.kinds) & FIELD_KINDS or (phrase.head and phrase.head[0] in {"form", "page"}):
        return True
    if phrase.quotes and len(phrase.tokens) == len(phrase.quotes):
        return any(likeness(phrase.quotes[0], page.label(f)) >= 90 for f in fields)  # noqa: PLR2004
    return any(likeness(phrase.bare.raw, page.label(f)) >= GOOD for f in fields)


def _split(command: Command, page: PageModel, fields: Sequence[Element]) -> tuple[Phrase | None, list[Part]]:  # noqa: C901
    """Return the phrase for the field, None when it is not said, and the parts that are to be typed."""
    chunks = list(command.chunks)
    if command.verb.split()[0] in _OUTWARD or command.verb == "say":
        for marker in ("with", "to", "using", "as"):
            chunk = next((c for c in chunks if c.role == marker and command.verb != "say"), None)
            if (
                chunk is not None
                and command.object
                and not (marker == "as" and any(t.kind in _GIVEN for t in command.object.tokens))
                and (_is_field(command.object, page, fields) or not command.object.quotes)
            ):
                rest = [c for c in chunks if c is not chunk and c.role != "for"]
                return command.object, [
                    Part(chunk.phrase),
                    *(Part(c.phrase, c.word) for c in rest if not case_of(c.phrase)),
                ]
    chosen = None
    for role in _INTO:
        for chunk in chunks:
            if (chunk.role == role and chunk.phrase.norms == ("both",)) or (
                chunk.role == role and not case_of(chunk.phrase) and _is_field(chunk.phrase, page, fields)
            ):
                chosen = chosen or chunk
    parts: list[Part] = [Part(command.object)] if command.object else []
    source = chosen.phrase if chosen is not None else None
    for chunk in chunks:
        if chosen is not None and chunk.role == "of" and chosen.phrase.tokens[-1].end < chunk.phrase.tokens[0].start:
            whole = joined(chosen.phrase, chunk.phrase)
            if any(
                likeness(whole.bare.raw, page.label(f)) > likeness(chosen.phrase.bare.raw, page.label(f))
                for f in fields
            ):
                # "As name of guest" is one name.
                chosen = replace(chosen, phrase=whole)
                continue
        if chunk.phrase is source or chunk.role in {"front", "under", "above", "using"} or case_of(chunk.phrase):
            continue
        if (
            chunk.role in {"in", "into", "on", "at"}
            and not chunk.phrase.quotes
            and chunk.phrase.head
            and chunk.phrase.head[0] in {"form", "page"}
        ):
            continue
        parts.append(Part(chunk.phrase, chunk.word))
    return (chosen.phrase if chosen else None), parts


def _targets(  # noqa: PLR0911
    run: Run, page: PageModel, destination: Phrase | None, fields: Sequence[Element], command: Command
) -> list[Element]:
    if destination is None:
        return []
    if refers_back(destination):
        last = run.last(page)
        return [last] if last is not None and last.kind in FIELDS else []
    typed = [f for f in fields if f.kind in TYPED and not f.node.readonly] or list(fields)
    if destination.head and destination.head[0] in {"form", "page"} and not destination.name:
        return []
    if (
        destination.quantity == "all"
        or destination.norms[:1] == ("both",)
        or (destination.plural and any(t.norm in NUMBERS for t in destination.tokens))
    ):
        return typed if _simple_value(command) else []
    if destination.plural and not destination.name and destination.ordinal is None:
        return typed if len(typed) > 1 and _simple_value(command) and len(command.object.items()) < 2 else []  # noqa: PLR2004
    items = destination.items()
    if len(items) > 1 and all(i.name or i.ordinal for i in items):
        return [_one(page, item, typed) for item in items]
    return [_one(page, destination, typed)]


def _simple_value(command: Command) -> bool:
    return len(command.object.quotes) < 2 and "each" not in command.object.norms  # noqa: PLR2004


def _one(page: PageModel, destination: Phrase, fields: Sequence[Element]) -> Element:
    ranked = sorted(
        (
            (likeness(t, page.label(f)), -f.index, f)
            for f in fields
            for t in {destination.bare.raw, destination.name.literal}
            if t
        ),
        reverse=True,
        key=lambda entry: entry[:2],
    )
    if ranked and ranked[0][0] >= GOOD and (destination.name or ranked[0][0] >= 90):  # noqa: PLR2004
        return ranked[0][2]
    finder = Finder(page)
    for pool in (fields, page.fields):
        found = [m for m in finder.find(Description(destination), pool=pool) if m.element.kind in FIELDS]
        if found:
            return (
                _first_free([m.element for m in found if m.score >= found[0].score - 0.1])
                if destination.ordinal is None
                else found[0].element
            )
    if len(fields) == 1 or not destination.name:
        return _first_free(fields)
    raise Stuck(f'No field is called "{destination.raw}".', tuple(f'{f.kind} "{page.label(f)}"' for f in fields[:5]))


def _first_free(fields: Sequence[Element]) -> Element:
    return next((f for f in fields if not f.node.value), fields[0])


def _default(page: PageModel, fields: Sequence[Element], parts: Sequence[Part]) -> Element:
    typed = [f for f in fields if f.kind in TYPED and not f.node.readonly] or list(fields)
    said = {w for part in parts for w in (*words(part.marker), *part.phrase.words())}
    named = [f for f in typed if any(related(w, label) for w in said for label in words(page.label(f)))]
    value = parts[0].phrase if parts else None
    if value is not None and value.tokens and value.tokens[0].kind in {"date", "time"}:
        special = [f for f in fields if f.kind == value.tokens[0].kind]
        if special:
            return special[0]
    focused = [f for f in typed if f.node.focused and not f.node.value]
    return (named or focused or [_first_free(typed)])[0]


def _pairs(command: Command, fields: Sequence[Element], page: PageModel) -> list[tuple[Element, str]]:
    """Return fields with their texts, when the words name several fields, or one by its label."""
    usable = [f for f in fields if f.kind not in {"slider", "upload"} and not (f.kind == "textbox" and f.node.readonly)]
    return align(command.whole(), usable, page)


def _value(run: Run, page: PageModel, parts: Sequence[Part], command: Command) -> str:  # noqa: C901
    whole = command.whole()
    case = case_of(whole)
    quotes = [q for part in parts for q in part.phrase.quotes]
    if quotes:
        return cased(quotes[0] if len(quotes) == 1 or len(parts[0].phrase.quotes) == 1 else " ".join(quotes[:1]), case)
    if not parts:
        raise Stuck("It is not said what to type.")
    first = parts[0].phrase
    about = next(
        (
            p.phrase
            for p in parts[1:]
            if p.marker in {"of", "for", "from", "with", "to", "in", "by", "next to", "beside"}
            and not (
                p.phrase.kinds[:1]
                and p.phrase.kinds[0] in {"table", "page", "list", "form", "image", "text"}
                and not p.phrase.name
            )
        ),
        None,
    )
    if run.clipboard is not None and (refers_back(first) or _what_was_found(first)):
        run.take(*first.tokens)
        return cased(run.clipboard, case)
    if is_reference(first):
        plain = _apposed(first)
        if plain is None or about is not None:
            found = value_of(page, first, about, run.clipboard)
            if found is None:
                raise Stuck(f'The page does not show "{first.raw}".')
            run.take(*(t for p in (first, *(p.phrase for p in parts[1:] if p.marker in _OF)) for t in p.tokens))
            return cased(found, case)
        return cased(plain, case)
    phrase = first
    for part in parts[1:]:
        phrase = joined(phrase, part.phrase)
    if case:
        while len(phrase.tokens) > 1 and phrase.norms[-1] in {"all", "only", "completely", "entirely", "but"}:
            phrase = phrase.part(0, len(phrase.tokens) - 1)
    while len(phrase.tokens) > 1 and phrase.norms[-1] in {"there", "here", "again", "in"}:
        phrase = phrase.part(0, len(phrase.tokens) - 1)
    text = _apposed(phrase) or phrase.bare.raw
    if (told := _told_by_table(page, first, parts)) is not None:
        run.take(*(t for part in parts for t in part.phrase.tokens))
        return cased(told, case)
    if case:
        text = _CASE_WORDS.sub("", text).strip()
        text = re.sub(r"(?i)\s*,?\s*\bbut\b\s*$", "", text).strip(" ,")
        text = re.sub(r"(?i)^(?:the\s+)?(?:version|form)\s+of\s+", "", text)
    return cased(text, case)


def _told_by_table(page: PageModel, phrase: Phrase, parts: Sequence[Part]) -> str | None:
    """Return what the page's table tells for the words, when they are "the x of the table" and not text."""
    tabled = any("table" in p.phrase.norms for p in parts) or bool(set(phrase.norms) & {"given", "shown", "listed"})
    if not tabled or phrase.quotes:
        return None
    kept = tuple(t for t in phrase.tokens if t.norm not in word_set("the given shown listed value a in table from"))
    found = look_up(page, Phrase(phrase.source, kept).raw)
    return found[0] if found else None


_CASE_WORDS: Final = re.compile(
    r"\s*,?\s*\b(?:all\s+)?(?:in\s+)?(?:all\s+)?"
    r"(?:(?:lower|upper|capital|small)[- ]?(?:case)?d?(?:\s+letters)?|lowercase|uppercase|caps|capitals)\b",
    re.IGNORECASE,
)


_GIVEN: Final = frozenset({"quote", "date", "time", "number", "address"})


_OF: Final = word_set("of for from with to in by beside") | {"next to"}


_OF_CASE: Final = word_set("lower upper capital small case letters letter characters version form reversed backwards")


_FOUND: Final = word_set(
    "corresponding matching associated respective answer result total sum value count number solution text it that "
    "this word one same copied found its your my resulting"
)


def _what_was_found(phrase: Phrase) -> bool:
    """Return whether it is what an earlier command found, as "the answer" or "its value"."""
    return not phrase.quotes and phrase.ordinal is None and all(n in _FOUND | ARTICLES for n in phrase.bare.norms)


def _apposed(phrase: Phrase) -> str | None:
    """Return what stands behind "the word …" or "the text …"; None when nothing does."""
    body = phrase.bare.tokens
    for i, token in enumerate(body[:3]):
        if token.kind == "word" and token.norm in _APPOSED and i + 1 < len(body):
            rest = Phrase(phrase.source, body[i + 1 :]).bare
            if (
                rest
                and rest.norms[0]
                not in word_set(
                    "below above shown displayed of that which in on here corresponding from for you given is "
                    "it next beside associated listed and this as visible presented appearing written"
                )
                and (i or phrase.norms[0] in {"the", *_APPOSED})
            ):
                return rest.raw.lstrip(": ")
            return None
    return None


def _only_reference(parts: Sequence[Part]) -> bool:
    return (
        bool(parts)
        and is_reference(parts[0].phrase)
        and _apposed(parts[0].phrase) is None
        and not any(p.phrase.quotes for p in parts)
    )


async def copy_by_label(run: Run, page: PageModel, fields: Sequence[Element]) -> None:
    """Give each field the value that the page tells for its label."""
    done = 0
    for field in fields:
        found = look_up(page, page.label(field).rstrip(": "))
        if found is not None:
            await put(run, field, found[0])
            done += 1
    if not done:
        raise Stuck("No field has a label whose value stands on the page.")


async def _from_suggestions(run: Run, command: Command, fields: Sequence[Element]) -> None:
    """Type the beginning that is said, and take the suggestion that also ends as is said."""
    starts, ends = beginning_and_end(command)
    field = next((f for f in fields if f.kind in {"combobox", "textbox", "search"}), fields[0])
    before = {e.ref for e in (await run.see()).elements}
    await run.do(Type(field.ref, starts or ends))
    found = await suggestions(run, before)
    fitting = [
        e
        for e in found
        if e.text.casefold().startswith(starts.casefold()) and e.text.casefold().endswith(ends.casefold())
    ]
    if not fitting:
        raise Stuck("No suggestion begins and ends like that.", tuple(e.text for e in found[:5]))
    await run.do(Click(fitting[0].ref))
    run.clipboard = fitting[0].text
    run.take(*(t for t in command.clause if t.kind != "quote" or t.text in {starts, ends}))
    run.form_fields = len(fields)
