"""Codes that are given to a field and applied by the button beside it: "apply the promo code SPRING10"."""

import re
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_VERBS: Final = word_set("apply use redeem enter add")
_SMALL: Final = word_set("the a an my our this please to in on at into cart basket order checkout my")
_BUTTONS: Final = word_set("apply redeem use add ok activate")


def applies_code(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command gives a code to the field that it names."""
    del whole, norms
    return not command.question and _read(command, page) is not None


async def apply_code(run: Run, command: Command) -> None:
    """Enter the code, and use the button beside its field."""
    found = _read(command, await run.see())
    if found is None:
        return
    field, code = found
    await set_field(run, field, code.text)
    page = await run.see()
    button = _button(page, page.by_ref.get(field.ref, field))
    run.settle(command)
    if button is not None:
        await run.do(Click(button.ref))


def _read(command: Command, page: PageModel) -> tuple[Element, Token] | None:
    """Return the field that is named and the code for it; None when the words say anything else."""
    if not {t.norm for t in command.clause[:1]} & _VERBS:
        return None
    rest = [t for t in command.clause[1:] if t.kind != "mark" and t.norm not in _SMALL]
    codes = [t for t in rest if t.kind == "quote" or re.fullmatch(r"(?=.*[A-Z\d])[A-Z\d][A-Z\d-]{2,}", t.text)]
    naming = [t for t in rest if t not in codes]
    if len(codes) != 1 or not naming:
        return None
    fields = [
        f
        for f in page.fields
        if f.kind in TYPED
        and f.seen
        and not f.node.disabled
        and (label := words(page.label(f)))
        and all(any(related(t.norm, w) for w in (*label, "code")) for t in naming)
        and any(related(t.norm, w) for t in naming for w in label)
    ]
    return (fields[0], codes[0]) if len(fields) == 1 and _button(page, fields[0]) is not None else None


def _button(page: PageModel, field: Element) -> Element | None:
    """Return the button that stands beside a field and applies what it holds."""
    named = [e for e in page.elements if e.kind == "button" and e.seen and set(words(e.name)[:1]) & _BUTTONS]
    beside = [e for e in named if page.common(e, field).depth >= field.depth - 2]
    return max(beside, key=lambda e: page.common(e, field).depth, default=None)
