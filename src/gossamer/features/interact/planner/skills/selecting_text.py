"""Selecting text on a page as with the mouse."""

from gossamer.core.interaction import SelectText
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.running import Run, Stuck


async def highlight(run: Run, command: Command) -> None:
    """Select text on the page as with the mouse: the one that is quoted, of an ordinal paragraph, or all there is."""
    page = await run.see()
    whole = command.whole()
    if whole.quotes:
        holder = next((e for e in reversed(page.elements) if e.node.role != "text" and whole.quotes[0] in e.text), None)
        if holder is None:
            raise Stuck(f'The page does not show "{whole.quotes[0]}".')
        await run.do(SelectText(holder.ref, whole.quotes[0]))
        return
    blocks = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.text
        and e.seen
        and (e.kind in {"text", "textarea", "editor"} or e.node.tag in {"p", "blockquote", "pre"})
    ]
    if not blocks:
        blocks = [
            e
            for e in page.elements
            if e.node.role != "text"
            and e.text
            and not e.actionable
            and not any(c.node.role != "text" for c in e.inside)
        ]
    if not blocks:
        raise Stuck("The page shows no text to select.")
    ordinal = whole.ordinal
    chosen = blocks[(ordinal - 1 if ordinal > 0 else ordinal) % len(blocks)] if ordinal else blocks[0]
    await run.do(SelectText(chosen.ref))
