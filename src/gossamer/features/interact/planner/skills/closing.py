"""Closing dialogs, banners, tabs and sections."""

from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, CloseTab
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.acting import (
    consent_box,
    press_named,
)
from gossamer.features.interact.planner.skills.controls import control_for


async def collapse(run: Run, command: Command) -> None:
    """Fold what is open."""
    page = await run.see()
    opened = [e for e in page.elements if e.node.expanded is True]
    if command.object.name:
        match = await run.need(Description(command.object, command.chunks))
        await run.do(Click(match.element.ref))
    elif opened:
        for element in opened if command.object.plural or command.object.quantity == "all" else opened[:1]:
            await run.do(Click(element.ref))
    else:
        raise Stuck("Nothing on the page is open to be folded.")


_CONSENT: Final = (
    "close",
    "\u00d7",
    "x",
    "dismiss",
    "got it",
    "ok",
    "reject all",
    "reject",
    "decline",
    "necessary only",
    "accept all",
    "accept",
    "agree",
    "i agree",
    "allow all",
    "allow",
)


async def close(run: Run, command: Command) -> None:  # noqa: C901, PLR0911, PLR0912
    """Close a dialog, a banner, a tab, or what is named."""
    page = await run.see()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog(accept=page.snapshot.dialog.kind == "alert"))
        return
    if command.means is not None and command.means.object:
        dialogs = page.dialogs
        pool = [e for d in dialogs for e in d.walk()] or None
        found = Finder(page).find(Description(command.means.object, command.means.chunks), pool=pool) or Finder(
            page
        ).find(Description(command.means.object, command.means.chunks))
        if found:
            await run.do(Click(found[0].element.ref))
            return
    norms = set(command.whole().norms)
    if refers_back(command.object) and (run.last(page) is None or command.when is not None) and consent_box(page):
        norms |= {"cookie"}
    if "tab" in norms and len(page.snapshot.tabs) > 1:
        await run.do(CloseTab())
        return
    if "cookie" in norms or "cookies" in norms or "consent" in norms:
        box = consent_box(page)
        if box is None:
            raise Stuck("The page asks nothing about cookies.")
        run.take(*(t for t in command.clause if t.norm in {"cookie", "cookies", "consent", "banner"}))
        if await press_named(run, box, _CONSENT):
            return
    for dialog in reversed(page.dialogs):
        if await press_named(
            run,
            dialog,
            (
                "close",
                "\u00d7",
                "x",
                "✕",
                "✖",
                "dismiss",
                "cancel",
                "ok",
                "got it",
                "no thanks",
                "not now",
                "done",
                "exit",
            ),
        ):
            return
    opened = [e for e in page.elements if e.node.expanded is True]
    if opened and (command.object.kinds[:1] in {("section",), ("menu",)}):
        await collapse(run, command)
        return
    try:
        anchor = await run.need(Description(command.object, command.chunks))
    except Stuck:
        if await press_named(run, page.root, ("close", "\u00d7", "x", "✕", "✖", "dismiss")):
            return
        raise
    if _closes(anchor.element):
        await run.do(Click(anchor.element.ref))
        return
    row = page.record(anchor.element)
    own = [c for c in (control_for(box, "close") for box in (anchor.element, row) if box is not None) if c is not None]
    if not own:
        raise Stuck(f'Nothing on the page closes "{command.object.raw}".')
    await run.do(Click(own[0].ref))


def _closes(element: Element) -> bool:
    return element.actionable and bool(
        set(words(element.name)) & {"close", "x", "dismiss"}
        or element.classes & {"close", "dismiss"}
        or folded(element.name) in {"\u00d7", "x"}
    )
