"""Putting text into fields: which words are the text, and which field each belongs into.

A page's labels decide. Parts of the instruction are laid against the fields; each part goes to the field whose label
its
words name, a part that names none to what is left, and the words of the label are not typed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.core.interaction import AnswerDialog, Check, Click, Press, Type, Upload
from gossamer.features.interact.planner.grounding.finding import GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import likeness, related, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import ARTICLES, FIELD_KINDS
from gossamer.features.interact.planner.language.phrases import Phrase, joined
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.language.tokens import NUMBERS
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.setting import set_field, suggestions
from gossamer.features.interact.planner.skills.submitting import nearest_send_button, submit
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
    if len(pairs) > 1 or (pairs and not targets):
        for field, value in pairs:
            await _put(run, field, cased(value, case_of(whole)))
        return
    if len(targets) == 1:
        # "In the password field and in the verify field": the same into each.
        others = [c.phrase for c in command.chunks if c.role in {"in", "into"} and c.phrase is not destination]
        targets += [
            _one(page, o, fields) for o in others if _is_field(o, page, fields) and not case_of(o) and not o.quotes
        ]
        rest = [p for p in rest if p.phrase not in others or case_of(p.phrase)] if len(targets) > 1 else rest
    if not targets:
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
        await _put(run, target, value)
    if destination is None and not command.role("as"):
        run.form_fields = len(fields)


async def _put(run: Run, field: Element, value: str) -> None:
    run.clipboard = value
    now = (await run.see()).by_ref.get(field.ref, field)
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


def _split(command: Command, page: PageModel, fields: Sequence[Element]) -> tuple[Phrase | None, list[Part]]:
    """Return the phrase for the field, None when it is not said, and the parts that are to be typed."""
    chunks = list(command.chunks)
    if command.verb.split()[0] in _OUTWARD or command.verb == "say":
        for marker in ("with", "to", "using", "as"):
            chunk = next((c for c in chunks if c.role == marker and command.verb != "say"), None)
            if (
                chunk is not None
                and command.object
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
    joining = True
    for chunk in chunks:
        if chunk is chosen or chunk.role in {"front", "under", "above", "using"} or case_of(chunk.phrase):
            joining = joining and chunk is not chosen
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
        return cased(run.clipboard, case)
    if is_reference(first):
        plain = _apposed(first)
        if plain is None or about is not None:
            found = value_of(page, first, about, run.clipboard)
            if found is None:
                raise Stuck(f'The page does not show "{first.raw}".')
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
            await _put(run, field, found[0])
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
    run.form_fields = len(fields)


async def search(run: Run, command: Command) -> None:
    """Search for what the command says, in the form that the page has for it."""
    page = await run.see()
    fields = [f for f in page.fields if f.seen and f.kind in TYPED and not f.node.disabled]
    if not fields:
        raise Stuck("The page has no field to search with.")
    form = [f for f in page.fields if f.seen and f.kind in TYPED | {"select"} and not f.node.disabled]
    chunks = [c for c in command.chunks if not _is_search_field(c)]
    parts = (
        [Part(command.object), *(Part(c.phrase, c.word) for c in chunks)]
        if command.object
        else [Part(c.phrase, c.word) for c in chunks]
    )
    parts = [p for p in parts if p.phrase]
    if not parts or all(refers_back(p.phrase) for p in parts):
        if any(f.node.value for f in fields):
            # What to search for was typed before.
            await submit(run, replace(command, object=Phrase(command.object.source), chunks=()))
            return
        raise Stuck("It is not said what to search for.")
    pairs = align(command.whole(), form, page) if len(form) > 1 else []
    if not pairs:
        phrase = parts[0].phrase
        for part in parts[1:]:
            phrase = joined(phrase, part.phrase)
        box = next(
            (f for f in fields if f.kind == "search" or "search" in (*words(page.label(f)), *f.classes)), fields[0]
        )
        pairs = [(box, phrase.literal)]
    for field, value in pairs:
        await _put(run, field, value)
    await tick_named(run, command.whole(), pairs)
    if run.sent_next:
        # The next command sends the form off.
        return
    page = await run.see()
    button = nearest_send_button(page, page.by_ref.get(pairs[-1][0].ref))
    await run.do(Click(button.ref) if button is not None else Press("Enter", pairs[-1][0].ref))


async def tick_named(run: Run, whole: Phrase, pairs: Sequence[tuple[Element, str]]) -> None:
    """Tick the boxes and options of the form that the words name besides the fields' values."""
    page = await run.see()
    taken = {value.casefold() for _, value in pairs}
    for box in [e for e in page.elements if e.kind in {"checkbox", "radio"} and e.name]:
        length = len(Phrase.of(box.name).tokens)
        spans = (whole.part(i, i + length).raw for i in range(len(whole.tokens) - length + 1))
        if box.name.casefold() not in taken and any(span.casefold() == box.name.casefold() for span in spans):
            await run.do(Check(box.ref))


def _is_search_field(chunk: Chunk) -> bool:
    if set(chunk.phrase.norms) <= word_set("the search engine this site site's function feature"):
        return chunk.role in {"in", "using", "with", "on", "through"}
    return (
        bool(chunk.phrase.kinds)
        and chunk.role in {"in", "using", "with", "into", "on", "front"}
        and chunk.phrase.kinds[0] in {"textbox", "search", "form", "page"}
        and not chunk.phrase.quotes
    )


async def login(run: Run, command: Command) -> None:
    """Fill in name and password and send them off."""
    page = await run.see()
    secret = next((f for f in page.fields if f.kind == "password"), None)
    if secret is None:
        opener = next(
            (e for e in page.actionable if e.kind in {"link", "button"} and likeness("log in", e.name) >= GOOD), None
        )
        if opener is None:
            raise Stuck("The page has no password field, and nothing called log in.")
        await run.do(Click(opener.ref))
        page = await run.see()
        secret = next((f for f in page.fields if f.kind == "password"), None)
        if secret is None or not command.whole():
            return
    before = [f for f in page.fields if f.kind in TYPED and f.kind != "password" and f.index < secret.index]
    user = before[-1] if before else next((f for f in page.fields if f.kind in TYPED and f is not secret), secret)
    name, password = credentials(command)
    if name is not None:
        await _put(run, user, name)
    if password is not None:
        await _put(run, secret, password)
    if name is None and password is None and not secret.node.value:
        raise Stuck("It is not said with which name and password.")
    page = await run.see()
    button = nearest_send_button(page, page.by_ref.get(secret.ref))
    await run.do(Click(button.ref) if button is not None else Press("Enter", secret.ref))


_USER_WORDS: Final = word_set("username user name login account id email e-mail userid user-name handle")
_SECRET_WORDS: Final = word_set("password passcode pass pin passphrase pwd secret")


def credentials(command: Command) -> tuple[str | None, str | None]:
    """Return the name and the password that are said, each None when it is not."""
    name: str | None = None
    password: str | None = None
    for phrase, marker in ((command.object, ""), *((c.phrase, c.word) for c in command.chunks)):
        for item in _slashed(phrase):
            norms = set(item.norms)
            bare = [
                t
                for t in item.bare.tokens
                if t.kind == "quote"
                or t.norm
                not in _USER_WORDS
                | _SECRET_WORDS
                | word_set("the is : = as my your of credentials details login these following user me")
            ]
            text = item.quotes[0] if item.quotes else Phrase(item.source, tuple(bare)).raw
            if not text:
                continue
            if norms & _SECRET_WORDS:
                password = text
            elif norms & _USER_WORDS or marker == "as" or name is None:
                name = text if name is None or norms & _USER_WORDS else name
            elif password is None:
                password = text
    return name, password


async def upload(run: Run, command: Command) -> None:
    """Give a file field a file of the name and content that the command says; the host's files are never read."""
    page = await run.see()
    field = next((f for f in page.fields if f.kind == "upload"), None)
    if field is None:
        raise Stuck("The page has no field for files.")
    named = command.role("named")
    content = next((c.phrase.literal for c in command.chunks if c.role in {"with", "containing"}), "")
    name = (named or command.object).literal
    found = re.search(r"[\w-]+\.\w{1,5}", name)
    await run.do(Upload(field.ref, found.group() if found else "file.txt", content.encode()))


def _slashed(phrase: Phrase) -> list[Phrase]:
    """Return the items of a phrase, those that a slash parts too."""
    found: list[Phrase] = []
    for item in phrase.items():
        at = next((i for i, t in enumerate(item.tokens) if t.kind == "mark" and t.norm in {"/", "|"}), None)
        found += [item] if at is None else [item.part(0, at), item.part(at + 1)]
    return [f for f in found if f]
