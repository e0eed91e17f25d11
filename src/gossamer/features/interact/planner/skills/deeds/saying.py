"""What a clause says to do to an entity: names of the control that does it, which entity, where, and what it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import ARTICLES, KINDS, MARKERS, PRONOUNS, QUANTIFIERS
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.wordsets import word_set

# What entries of lists are called in general; a word that is none of these has to stand at the entry that is meant.
_NOUNS: Final = frozenset(noun for noun, kinds in KINDS.items() if kinds[0] in {"item", "treeitem"}) | word_set(
    "user member account customer client colleague employee session device key token file document doc folder page "
    "issue request bug task todo project order booking reservation room appointment event newsletter newsletters "
    "label tag status one number id people person team invitation company organisation organization contact supplier"
)
# Those of them that are no part of another one: "Remove tag" removes no ticket.
ENTITIES: Final = _NOUNS - word_set("tag label status one number id comment note invitation team")
_SMALL: Final = (
    ARTICLES
    | PRONOUNS
    | frozenset(QUANTIFIERS)
    | frozenset(word for marker in MARKERS for word in marker.split())
    | word_set("me my mine us our and or of that which who is are was were has have please number no so two three")
)
_VALUED_TO: Final = word_set("assign rename move change set update edit switch transfer reassign relabel retitle turn")
_SELF: Final = word_set("me myself us")
_VALUED_AS: Final = word_set("mark label tag flag categorize categorise classify")
_VALUED_WITH: Final = word_set("label tag")
_PUTTING: Final = word_set("put place")
# What brings something of an entity into a state, and which.
SWITCHING: Final = {
    **dict.fromkeys(("subscribe", "enable", "activate", "turn on", "switch on"), True),
    **dict.fromkeys(("unsubscribe", "disable", "deactivate", "turn off", "switch off"), False),
}
_SETTING: Final = word_set("change set update edit switch")
_PLACING: Final = word_set("from in on within under inside at")
# Behind these stands what something belongs to: "the priority of the ticket", "the tag on the card".
_NAMING: Final = word_set("to from into")
_OWNING: Final = word_set("of for from to on in at")

_STARRING: Final = (
    "star", "add star", "favourite", "favorite", "add to favourites", "add to favorites", "not starred",
)  # fmt: skip
_UNSTARRING: Final = (
    "unstar", "remove star", "unfavourite", "unfavorite", "remove from favourites", "remove from favorites", "starred",
    "star",
)  # fmt: skip
# What controls are called that do what a verb says, where that is another word.
_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "assign": ("assign", "assign to", "reassign", "assignee", "assigned to", "assigned", "owner", "agent", "members"),
    "rename": ("rename", "edit name", "edit title", "edit"),
    "label": ("label", "labels", "add label", "label as", "tag", "tags", "category"),
    "tag": ("tag", "tags", "add tag", "label", "labels", "category"),
    "move": ("move", "move to", "move to folder"),
    "copy": ("make a copy", "duplicate", "copy", "clone", "create a copy"),
    "duplicate": ("duplicate", "make a copy", "copy", "clone"),
    "delete": ("delete", "remove", "move to trash", "move to bin", "trash", "bin", "discard"),
    "remove": ("remove", "delete", "move to trash", "trash"),
    "put back": ("put back", "restore"),
    "restore": ("restore", "put back", "recover", "undelete"),
    "revoke": ("revoke", "remove", "delete"),
    "deactivate": ("deactivate", "disable", "suspend"),
    "activate": ("activate", "enable", "reactivate"),
    "reactivate": ("reactivate", "activate", "enable"),
    "permanently delete": ("delete permanently", "permanently delete", "delete forever", "delete"),
    "resolve": ("resolve", "mark as resolved", "solve", "close"),
    "solve": ("solve", "mark as solved", "resolve"),
    "close": ("close ticket", "close issue", "mark as closed"),
    "pin": ("pin", "pin to top"),
    **dict.fromkeys(("star", "favourite", "favorite"), _STARRING),
    **dict.fromkeys(("unstar", "unfavourite", "unfavorite"), _UNSTARRING),
}
_AS: Final = {
    "put": "move",
    "place": "move",
    "reassign": "assign",
    "relabel": "label",
    "retitle": "rename",
    "transfer": "move",
}
_EMPTYING: Final = ("empty", "delete all", "clear", "remove all")


# Nouns for what a value is, beside its name: "the Garden folder".
VALUE_NOUNS: Final = word_set(
    "folder group category list team project status state column stage department label tag section board role "
    "playlist collection album shelf queue"
)


@dataclass(frozen=True)
class Deed:
    """Something to do to entities.

    *names* are what a control may be called that does it, best first. *target* are the words that choose the entity,
    *parts* the words of what belongs to it and is meant ("email", "priority"), *value* what it is to be. *places* are
    the words for the view in which the entity may stand, each with the target without these words. *item* is what is
    taken away from the entity, or does not end it ("the tag remote"). *switch* says whether that is to be on or off,
    where it is something of the entity that is switched ("the newsletter"). *every* says that all that fit are meant,
    *count* how many these are; None where that is not said. *shown* is the text of the entry that is at work. *known*
    says that the verb is one of a language and not only a word that stands where a verb does.
    """

    verb: str
    names: tuple[str, ...]
    target: tuple[Token, ...]
    value: Phrase | None = None
    parts: tuple[str, ...] = ()
    places: tuple[tuple[tuple[Token, ...], tuple[Token, ...]], ...] = ()
    item: tuple[Token, ...] = ()
    switch: bool | None = None
    every: bool = False
    count: int | None = None
    shown: str = ""
    known: bool = True

    @property
    def text(self) -> str:
        """What it is to be, as it would be typed; "" without that."""
        return "" if self.value is None else self.value.literal

    @property
    def choices(self) -> tuple[str, ...]:
        """What it is to be as a page may call it that offers it: "the Garden folder" is "Garden"."""
        if self.value is None:
            return ()
        kept = tuple(t for t in self.value.bare.tokens if t.norm not in VALUE_NOUNS)
        name = Phrase(self.value.source, kept).raw if kept else ""
        return (self.text, name) if name and name != self.text and not self.value.quotes else (self.text,)


def telling(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the words that choose one entity from others; words for entities in general do not."""
    kept = tuple(t for t in tokens if t.kind == "quote" or (t.kind != "mark" and t.norm not in _SMALL))
    return tuple(t for t in kept if t.kind == "quote" or not is_general(t))


def naming(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the words that name something, words for entities in general too."""
    return tuple(t for t in tokens if t.kind == "quote" or (t.kind != "mark" and t.norm not in _SMALL))


def is_general(token: Token) -> bool:
    """Return whether a word names entities in general, as "mail", and not in capitals as a name does."""
    return token.kind == "word" and singular(owner(token.norm)) in _NOUNS


def readings(command: Command) -> Iterator[Deed]:
    """Yield what the clause may say, the plainest first; nothing for what is no deed on an entity."""
    if command.question or command.until is not None or command.negated:
        return
    if (fact := _fact(command)) is not None:
        yield fact
        return
    if command.verb == "be":
        # How something is to be says nothing that a control does.
        return
    if (moved := _rescheduled(command)) is not None:
        yield moved
    value = _value(command)
    if value is None or value.literal.casefold() not in _SELF:
        yield from _by_verb(command, value)


def _by_verb(command: Command, value: Phrase | None) -> Iterator[Deed]:
    rest = tuple(c for c in command.chunks if c.phrase is not value)
    if not command.verb:
        yield from _unknown(command)
    elif command.action == "clear":
        yield from _emptying(command)
    elif copied := _copied(command):
        yield _whole(copied, "copy", _NAMES["copy"], copied.chunks)
    elif command.verb == "edit" and value is None:
        yield _whole(command, "edit", ("edit", "modify", "change"), command.chunks)
    elif command.verb in _SETTING:
        yield from _setting(command, value, rest)
    elif command.verb in SWITCHING:
        yield from _switching(command, rest)
        yield from _plain(command, value, rest)
    elif command.verb in {"mark", "flag"} and value is not None:
        yield from _marking(command, value, rest)
    elif value is not None or command.verb not in _VALUED_TO | _VALUED_WITH | _PUTTING:
        yield from _plain(command, value, rest)


def _marking(command: Command, value: Phrase, rest: Sequence[Chunk]) -> Iterator[Deed]:
    """Yield "mark it as paid": by a control of that name, or by a list of states."""
    state = value.literal.casefold()
    whole = _whole(command, command.verb, (f"mark as {state}", f"mark {state}", state), rest)
    yield replace(whole, value=value, parts=("status", "state"))


def _switching(command: Command, rest: Sequence[Chunk]) -> Iterator[Deed]:
    """Yield "unsubscribe Ada from the newsletter" and "turn the newsletter off for Ada"."""
    for chunk in rest:
        behind = chunk.phrase.tokens
        if chunk.role in {"from", "to"}:
            target, item = command.object.tokens, behind
        elif chunk.role in {"for", "of", "on"}:
            target, item = behind, command.object.tokens
        else:
            continue
        if telling(target) and naming(item):
            names = (f"{command.verb} {' '.join(t.norm for t in naming(item))}",)
            yield Deed(command.verb, names, target, item=item, switch=SWITCHING[command.verb])


def _plain(command: Command, value: Phrase | None, rest: Sequence[Chunk]) -> Iterator[Deed]:
    verb = "remove" if takes_off(command) else _AS.get(command.verb, command.verb)
    names = _NAMES.get(verb, (verb,))
    if verb == "remove" and telling(command.object.tokens) and any(c.role == "from" for c in rest):
        # Who is removed from a group is not deleted.
        names = ("remove",)
    nouns = () if value is None else tuple(t.norm for t in value.tokens if t.norm in VALUE_NOUNS)
    yield replace(_whole(command, verb, names, rest), value=value, parts=(*_parts_of(verb), *nouns))
    for n, chunk in enumerate(rest):
        if chunk.role in _NAMING and command.object and not chunk.phrase.quotes:
            # "Remove Anna from the favourites": so a control may be called.
            named = f"{verb} {chunk.word} {chunk.phrase.bare.raw.casefold()}"
            yield replace(_whole(command, verb, (named,), ()), value=None)
        if chunk.role in _OWNING and command.object and telling(chunk.phrase.tokens):
            # "Remove the tag remote from the ticket", "reset the password of Anna".
            named = f"{verb} {command.object.bare.raw.casefold()}"
            behind = tuple(t for c in rest[n:] for t in c.phrase.tokens)
            whole = _whole(command, verb, (named, *names), ())
            item = (*command.object.tokens, *(t for c in rest[:n] for t in c.phrase.tokens))
            yield replace(whole, target=behind, item=item, every=False, count=None)
    if command.verb in {"delete", "remove"} and command.object.quantity == "all":
        yield from _emptying(command)


def takes_off(command: Command) -> bool:
    """Return whether something is to be taken off a list, or out of it."""
    return command.verb == "take" and bool(command.object) and any(c.word in {"off", "out of"} for c in command.chunks)


def _unknown(command: Command) -> Iterator[Deed]:
    """Yield a clause that begins with a word that is no verb anywhere else: "ship the tea pot"."""
    tokens = command.object.tokens
    if len(tokens) > 1 and tokens[0].kind == "word" and tokens[0].norm.isalpha() and tokens[0].norm not in _SMALL:
        verb = tokens[0].norm
        rest = replace(command, object=command.object.part(1))
        yield replace(_whole(rest, verb, _NAMES.get(verb, (verb,)), command.chunks), known=verb in _NAMES)


def _parts_of(verb: str) -> tuple[str, ...]:
    return {
        "assign": ("assignee", "assigned", "agent", "owner", "responsible"), "rename": ("name", "title"),
        "label": ("label", "labels"), "tag": ("tag", "tags"), "move": ("folder",),
    }.get(verb, ())  # fmt: skip


def _whole(command: Command, verb: str, names: tuple[str, ...], chunks: Sequence[Chunk]) -> Deed:
    own = command.object.tokens
    told = (*own, *(t for c in chunks for t in c.phrase.tokens))
    places = tuple(
        (c.phrase.tokens, tuple(t for t in told if t not in c.phrase.tokens)) for c in chunks if c.role in _PLACING
    )
    every = (command.object.quantity == "all" or _in_plural(own)) and not command.object.quotes
    count = 2 if "both" in command.object.norms else next((_COUNTS[t.norm] for t in own[:2] if t.norm in _COUNTS), None)
    return Deed(verb, names, told, places=places, every=every or count is not None, count=count)


def _in_plural(tokens: Sequence[Token]) -> bool:
    """Return whether several are meant: "the orders of Anna" are all of them."""
    return bool(tokens) and tokens[-1].kind == "word" and is_general(tokens[-1]) and (
        singular(tokens[-1].norm) != tokens[-1].norm and owner(tokens[-1].norm) == tokens[-1].norm
    )  # fmt: skip


_COUNTS: Final = {"two": 2, "three": 3, "four": 4, "five": 5}


def _value(command: Command) -> Phrase | None:
    roles = set[str]()
    if command.verb in _PUTTING:
        # "Put Anna in the Friends group": only where it is said what it is put into.
        chunks = [c.phrase for c in command.chunks if c.role in {"in", "into", "to"}]
        return chunks[-1] if chunks and set(chunks[-1].norms) & VALUE_NOUNS else None
    verb = command.verb.partition(" ")[0]
    roles |= {"to", "into"} if verb in _VALUED_TO else set()
    roles |= {"as"} if verb in _VALUED_AS else set()
    roles |= {"with"} if verb in _VALUED_WITH else set()
    found = [c.phrase for c in command.chunks if c.role in roles]
    return found[-1] if found else None


def _emptying(command: Command) -> Iterator[Deed]:
    words = command.whole().tokens
    place = tuple(t for t in words if t.norm not in _SMALL and not (is_general(t) and len(words) > 1))
    if place:
        yield Deed("empty", _EMPTYING, (), places=((place, ()),))


def _copied(command: Command) -> Command | None:
    """Return "make a copy of x" as copying x."""
    if command.verb in {"copy", "duplicate"} and command.object:
        return command
    of = next((c for c in command.chunks if c.role == "of"), None)
    if of is None or command.object.bare.norms not in {("copy",), ("duplicate",)}:
        return None
    return replace(command, object=of.phrase, chunks=tuple(c for c in command.chunks if c is not of))


def _setting(command: Command, value: Phrase | None, rest: Sequence[Chunk]) -> Iterator[Deed]:
    """Yield "Anna's email to x" and "the priority of the ticket to x"."""
    tokens = command.object.tokens
    if value is None or {t.norm for t in tokens} & _AMOUNTS:
        return
    at = next((i for i, t in enumerate(tokens) if t.kind == "word" and owner(t.norm) != t.norm), None)
    if at is not None and at + 1 < len(tokens):
        yield _set(command, tokens[: at + 1], tokens[at + 1 :], value)
    for chunk in rest:
        if chunk.role in {"of", "for", "on", "in"} and command.object:
            behind = tuple(t for c in rest[rest.index(chunk) :] for t in c.phrase.tokens)
            yield _set(command, behind, tokens, value)


def _rescheduled(command: Command) -> Deed | None:
    """Return "move Ada's visit to Monday at 10:00" as a change of when it is."""
    if not command.verb and command.object.norms[:1] and command.object.norms[0] in _RESCHEDULING:
        command = replace(command, verb=command.object.norms[0], object=command.object.part(1))
    when = [c.phrase for c in command.chunks if c.role in {"to", "at", "on", "until", "into", "for"}]
    tokens = tuple(t for p in when for t in p.tokens)
    if command.verb not in _RESCHEDULING or not any(t.kind in {"date", "time"} or t.norm in _DAYS for t in tokens):
        return None
    if not telling(command.object.tokens) or len(when) != len(command.chunks):
        return None
    names = ("reschedule", "change time", "change date", "move", "postpone", "edit")
    return Deed(
        "reschedule", names, command.object.tokens, value=Phrase(command.source, tokens), parts=("date", "day", "time")
    )


_RESCHEDULING: Final = word_set("move reschedule postpone shift push delay")
_DAYS: Final = word_set("today tomorrow monday tuesday wednesday thursday friday saturday sunday")


def _fact(command: Command) -> Deed | None:
    """Return what a fact makes of an entity: "Ada has a new address: x", "Ada's new address is x"."""
    into, to = command.role("into"), command.role("to")
    if into is not None and command.action == "fill" and command.object:
        norms = into.norms
        at = next((i for i, n in enumerate(norms) if n in {"has", "have", "got", "gets"}), 0)
        if at and "new" in norms[at : at + 4]:
            new = norms.index("new", at)
            return _set(replace(command, verb="change"), into.tokens[:at], into.tokens[new + 1 :], command.object)
    if to is not None and command.stated and command.verb == "be" and "new" in command.object.norms:
        tokens = command.object.tokens
        new = command.object.norms.index("new")
        if new and owner(tokens[new - 1].norm) != tokens[new - 1].norm:
            return _set(replace(command, verb="change"), tokens[:new], tokens[new + 1 :], to)
    return None


# "The number of guests" is what a form asks for, and belongs to no entity.
_AMOUNTS: Final = word_set("number amount count quantity")


def _set(command: Command, target: Sequence[Token], part: Sequence[Token], value: Phrase) -> Deed:
    named = tuple(t.norm for t in part if t.kind == "word" and t.norm not in ARTICLES)
    said = " ".join(named)
    names = (f"{command.verb} {said}", f"change {said}", f"edit {said}", f"set {said}", said, "edit")
    return Deed(command.verb, names, tuple(target), value=value, parts=named)
