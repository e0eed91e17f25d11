"""Which field words of a prompt may be typed into: one they name, one that takes their kind alone, or any if so asked.

Words that were left over are no text for whatever field stands free: a prompt that says nothing of typing, and names no
field, is about something else.
"""

import re
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import folded, related, words
from gossamer.features.interact.planner.language.tokens import Token, tokens
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

# Words that ask for something to be typed, wherever it stands.
_TYPING: Final = word_set(
    "type types typed typing enter enters entering write writes writing fill fills filling filled input inputs "
    "retype insert inserting say saying says populate complete jot paste"
)
_SEEKING: Final = word_set(
    "search searching find finding look looking lookup filter filtering query book booking seek hunt locate"
)
_FINDS: Final = word_set("search find filter lookup query")
# Words behind which something is called so; they name no field themselves.
_CALLING: Final = word_set("named called titled name's labelled labeled")
_WHO_FINDS: Final = word_set("you i we they")
_MODAL: Final = word_set("could can would will")
_SMALL: Final = word_set("the and for of your you with this that here an a in on to or by")


async def require_entitled(run: Run, field: Element, value: str) -> None:
    """Raise Stuck when nothing of the prompt says that *value* belongs into *field*."""
    page = await run.see()
    if field.kind in TYPED and not is_entitled(run.prompt, run.meant, page, field, value):
        raise Stuck(f"Nothing says that “{value}” is to be typed into “{page.label(field)}”.")


def restates(prompt: str, restated: str, page: PageModel) -> bool:
    """Return whether each text that a restated prompt types may be typed there by what *prompt* says."""
    for value, name in _TYPED_INTO.findall(restated):
        field = next((f for f in page.fields if f.kind in TYPED and page.label(f).strip() == name.strip()), None)
        if field is not None and not is_entitled(prompt, prompt, page, field, value):
            return False
    return True


_TYPED_INTO: Final = re.compile(r'[Tt]ype "([^"]*)" into "([^"]*)"')


def is_entitled(prompt: str, clause: str, page: PageModel, field: Element, value: str) -> bool:
    """Return whether *prompt*, of which *clause* is at work, says that *value* belongs into *field*."""
    at = prompt.casefold().find(value.casefold())
    if not prompt or at < 0:
        # It was looked up or worked out: whoever did that was told into which field.
        return True
    part = clause if clause in prompt and value.casefold() in clause.casefold() else prompt
    said = [t for t in tokens(part) if not _within(t, part, value)]
    norms = [t.norm for t in said if t.kind == "word"]
    if set(norms) & _TYPING or norms[:1] == ["key"] or _seeks(norms):
        return True
    return not _finds(field, page) and (
        _given(prompt, value) or _of_its_kind(field, value) or bool(_named(norms, page, field))
    )


def _within(token: Token, part: str, value: str) -> bool:
    start = part.casefold().find(value.casefold())
    return start >= 0 and start <= token.start and token.end <= start + len(value)


def _finds(field: Element, page: PageModel) -> bool:
    return field.kind == "search" or bool(_FINDS & {*words(page.label(field)), *field.classes})


def _seeks(norms: list[str]) -> bool:
    """Return whether it is asked to look for something; "the tent you find" does not ask."""
    return any(n in _SEEKING and not _is_told_of(norms, i) for i, n in enumerate(norms))


def _is_told_of(norms: list[str], i: int) -> bool:
    """Return whether somebody is said to look for it, as in "the tent you find"; "could you find" asks for it."""
    return bool(i) and norms[i - 1] in _WHO_FINDS and (i < 2 or norms[i - 2] not in _MODAL)  # noqa: PLR2004


def _given(prompt: str, value: str) -> bool:
    return any(t.kind == "quote" and folded(t.text) == folded(value) for t in tokens(prompt))


def _of_its_kind(field: Element, value: str) -> bool:
    hint = {field.kind, field.node.attributes.get("type", ""), *field.classes}
    if re.fullmatch(r"\S+@\S+\.\w+", value.strip()):
        return bool(hint & {"email", "mail"})
    return field.kind in {"date", "time", "color", "password"} or (
        field.kind == "spinner" and re.fullmatch(r"[\d.,]+", value.strip()) is not None
    )


def _named(norms: list[str], page: PageModel, field: Element) -> list[str]:
    attributes = field.node.attributes
    told = " ".join((page.label(field), field.node.described, attributes.get("name", ""), attributes.get("id", "")))
    label = {w for w in words(told) if w not in _SMALL}
    return [n for n in norms if n not in _SMALL | _CALLING and any(related(n, w) for w in label)]
