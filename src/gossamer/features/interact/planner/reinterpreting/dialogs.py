"""Commands that answer an open dialog, or put one away."""

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run


def answers_dialog(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a button of the dialog that is open is named together with the dialog."""
    norms = norms | set(whole.norms) | set(Phrase.of(command.said).norms)
    asked = bool(norms & {"dialog", "dialogue", "popup", "modal", "alert", "pop-up", "window"})
    return (
        bool(page.dialogs)
        and command.action not in {"close", "fill", "create", "add"}
        and asked
        and _button_said(page, command) is not None
    )


def _button_said(page: PageModel, command: Command) -> Element | None:
    buttons = [e for d in page.dialogs for e in d.walk() if e.kind in {"button", "link"} and e.name]
    whole = Phrase.of(command.said)
    said = [
        *command.whole().quotes,
        *whole.quotes,
        *(t.text for t in whole.tokens if t.kind == "word" and t.text[:1].isupper()),
    ]
    return next((b for text in said for b in buttons if folded(b.name) == folded(text) != ""), None)


async def answer_dialog(run: Run, command: Command) -> None:
    """Click the button of the dialog that is named."""
    button = _button_said(await run.see(), command)
    if button is not None:
        await run.do(Click(button.ref))


def puts_away(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a dialog or a banner is to be got rid of."""
    del whole
    asked = command.object.kinds[:1] == ("dialog",) or bool(norms & {"cookie", "cookies", "consent"})
    return command.verb == "get rid of" and (asked or bool(page.dialogs))
