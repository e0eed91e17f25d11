"""Writing a message: to whom, about what, and what it says; a form for it is opened first where none is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gossamer.core.interaction import Click, Type
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

_MAIL: Final = word_set("mail e-mail email message letter note mails")
_ACTIONS: Final = word_set("fill submit create act find click open")
_WRITES: Final = word_set("write send compose create draft email mail")
_OPENS: Final = word_set("compose write")
# Turns behind which a part of a message is said.
_TURNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "to": "to", "with the subject": "subject", "with subject": "subject", "the subject": "subject",
        "subject": "subject", "about": "subject", "regarding": "subject", "concerning": "subject", "titled": "subject",
        "with the text": "text", "with text": "text", "the text": "text", "text": "text", "saying": "text",
        "that says": "text", "which says": "text", "says": "text", "telling them": "text", "message": "text",
        "the message": "text", "with the message": "text", "with message": "text", "body": "text", "the body": "text",
        "with body": "text", "with the body": "text", "reading": "text",
    }
)  # fmt: skip
_LONGEST_TURN: Final = 3
_LABELS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "to": word_set("to recipient recipients receiver"),
        "subject": word_set("subject topic title"),
        "text": word_set("message text body content"),
    }
)


@dataclass(frozen=True)
class Message:
    """The parts of a message that are said, by the name of the part, and the words that say them."""

    parts: Mapping[str, str]
    words: tuple[Token, ...]


def composes(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether the command asks for a message to somebody, on a page on which one can be written."""
    del whole
    if command.action not in _ACTIONS or not set(command.verb.split()) & _WRITES:
        return False
    # "Create a contact with email x" makes a contact.
    creates = command.action == "create"
    about_mail = bool((set(command.object.norms) if creates else norms) & _MAIL) or command.verb in {"email", "mail"}
    parts = message_of(command).parts
    addressed = not creates and any("@" in v for v in parts.values())
    return (about_mail or addressed) and bool(parts) and (_field(page, "to") is not None or _opener(page) is not None)


async def compose(run: Run, command: Command) -> None:
    """Write the message and send it."""
    page = await run.see()
    message = message_of(command)
    if _field(page, "to") is None:
        opener = _opener(page)
        if opener is None:
            raise Stuck("The page has nothing to write a message with.")
        await run.do(Click(opener.ref))
        page = await run.look()
    if "text" not in message.parts and not run.sent_next:
        raise Stuck("It is not said what the message says.")
    last: Element | None = None
    for part, text in message.parts.items():
        field = _field(page, part)
        if field is None:
            raise Stuck(f"The message has no field for its {part}.")
        await run.do(Type(field.ref, text))
        last = field
    run.take(*message.words)
    if run.sent_next:
        return
    page = await run.see()
    button = nearest_send_button(page, page.by_ref.get(last.ref) if last is not None else None)
    if button is None:
        raise Stuck("The message has no button that sends it.")
    await run.do(Click(button.ref))


def message_of(command: Command) -> Message:
    """Return the parts of the message that a clause says; a text in quotes without a turn before it is the message."""
    tokens = command.clause
    cuts: list[tuple[int, int, str]] = []
    i = 0
    while i < len(tokens):
        found = _turn_at(tokens, i)
        if found is None or any(part == found[0] for _, _, part in cuts):
            i += 1
            continue
        cuts.append((i, i + found[1], found[0]))
        i += found[1]
        if found[0] == "text":
            break
    parts: dict[str, str] = {}
    taken: list[Token] = []
    for n, (_, start, part) in enumerate(cuts):
        end = cuts[n + 1][0] if n + 1 < len(cuts) else len(tokens)
        text = _text(command.source, tokens[start - 1].end, tokens[start:end])
        if text:
            parts[part] = text
            taken += tokens[cuts[n][0] : end]
    loose = [t for t in tokens if t.kind == "quote" and t not in taken]
    if "text" not in parts and len(loose) == 1:
        parts["text"] = loose[0].text
        taken += loose
    receiver = next((t for t in tokens if t.kind == "address" and "@" in t.text and t not in taken), None)
    if "to" not in parts and receiver is not None:
        parts["to"] = receiver.text
        taken.append(receiver)
    return Message({p: parts[p] for p in ("to", "subject", "text") if p in parts}, tuple(taken))


def _turn_at(tokens: Sequence[Token], i: int) -> tuple[str, int] | None:
    for length in range(min(_LONGEST_TURN, len(tokens) - i), 0, -1):
        part = tokens[i : i + length]
        if any(t.kind == "quote" for t in part):
            continue
        name = _TURNS.get(" ".join(t.norm for t in part))
        if name is None:
            continue
        if (
            name == "text"
            and part[-1].norm == "message"
            and i < _LONGEST_TURN
            and not _follows_text(tokens, i + length)
        ):
            # "Send a message to …": that is what is sent, and not yet what it says.
            return None
        return name, length
    return None


def _follows_text(tokens: Sequence[Token], i: int) -> bool:
    return i < len(tokens) and tokens[i].norm == ":"


def _text(source: str, begin: int, tokens: Sequence[Token]) -> str:
    """Return what stands behind a turn, letter by letter: politeness in a message belongs to it."""
    tokens = list(tokens)
    while tokens and tokens[0].norm in {":", ",", "is", "of", "as"} and tokens[0].kind in {"mark", "word"}:
        stop = tokens.pop(0)
        begin = stop.end
        if stop.norm == ":":
            break
    while tokens and tokens[-1].kind in {"mark", "word"} and tokens[-1].norm in {",", "and", "with"}:
        tokens.pop()
    if not tokens:
        return ""
    if len(tokens) == 1 and tokens[0].kind == "quote":
        return tokens[0].text
    end = tokens[-1].end
    return source[begin : end + (source[end : end + 1] in {"?", "!"})].strip(" ,:")


def _field(page: PageModel, part: str) -> Element | None:
    fields = [f for f in page.fields if f.kind in TYPED and f.seen and f.kind != "search"]
    return next((f for f in fields if _LABELS[part] & set(words(page.label(f)))), None)


def _opener(page: PageModel) -> Element | None:
    return next(
        (
            e
            for e in page.actionable
            if e.kind in {"button", "link", "tab"}
            and e.seen
            and (name := words(e.name))
            and (name[0] in _OPENS or (name[0] == "new" and set(name) & _MAIL))
        ),
        None,
    )
