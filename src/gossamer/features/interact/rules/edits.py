"""Edits: the new text that a clause gives to something on the page, and whether the page shows it afterwards."""

from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, words


def new_text(command: Command) -> Phrase | None:
    """Return the text that something gets: "Beta" of "rename Alpha to Beta"; None where the clause is no edit."""
    given = command.chunk("to", "into", "as", "named") if command.verb in word_list("page", "editing") else None
    if given is None:
        return None
    leads = word_list("page", "edit_leads")
    at = next((n for n, t in enumerate(given.tokens) if t.kind == "quote" or t.norm not in leads), len(given.tokens))
    text = given.between(at)
    return text if text.literal else None


def edited_field(fields: list[Element], was: str) -> Element | None:
    """Return the field of *fields* that holds the text *was*, else the only one that is typed into; None else."""
    typed = [f for f in fields if f.kind in TYPED]
    holding = [f for f in typed if was and folded(f.node.value or "") == folded(was)]
    return holding[0] if len(holding) == 1 else typed[0] if len(typed) == 1 else None


async def see_edit(run: Run, before: Page, text: str) -> None:
    """Wait until the page shows *text* where it did not before. Raises Stuck when it does not within seconds."""
    was = _showing(before, text)

    def is_shown(page: Page) -> bool:
        has_moved = page.snapshot.url != before.snapshot.url
        return page.snapshot.dialog is not None or _showing(page, text) > (0 if has_moved else was)

    if await run.watch(is_shown) is None:
        raise Stuck(f"The page does not show “{text}” afterwards, so the change is not confirmed.", left=(text,))


def _showing(page: Page, text: str) -> int:
    """Return in how many places *page* shows *text*; what only stands in a field is not shown."""
    inner = [e for e in page.elements if e.seen and e.kind not in TYPED and holds_words(e.text, words(text))]
    return sum(not any(e.holds(o) for o in inner) for e in inner)
