"""Cover: accept, reject or close what lies over the page: banners, pop-ups, dialogs of the page and of scripts."""

from gossamer.core.interaction import AnswerDialog, Press
from gossamer.features.interact.rules.commands import Command, wanted_words
from gossamer.features.interact.rules.covers import button_for, covering
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, step_plan
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, folded, words


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for what covers the page, and for a dialog of a script that waits for an answer."""
    # Only what is necessary: that is what the button to reject does.
    least = command.action == "accept" and any(t.norm in word_list("page", "minimal") for t in command.content)
    action = "reject" if least else command.action
    dialog = page.snapshot.dialog
    if dialog is not None and (answer := _answer(command, action)):
        accept = answer in {"accept", "submit"} or command.verb in {"ok", "confirm"}
        # Without a text of the prompt a dialog that asks for one can only be dismissed.
        if dialog.kind == "prompt" and accept:
            return []
        return [step_plan(1.2, command.whole, AnswerDialog(accept=accept), answers_dialog=True)]
    if action in {"press", "submit", "act"}:
        return []
    clause_words = [w for _, w in wanted_words(command.content)]
    scored = [(sum(_is_of(c, w) for w in clause_words), n, c) for n, c in enumerate(covering(page))]
    best = max(scored, default=None, key=lambda s: s[:2])
    return [_on_cover(page, command, best[2], action)] if best is not None and (best[0] or not clause_words) else []


def _answer(command: Command, action: str) -> str:
    """Return the action by which a clause answers the dialog of a script; "" where it is for something else."""
    if action != "press":
        return action if action != "act" or command.verb == "cancel" else ""
    name = folded(command.object.bare.raw)
    if name in phrase_set("page", "accept"):
        return "accept"
    return "reject" if name in phrase_set("page", "reject") | phrase_set("page", "close") else ""


def _is_of(cover: Element, word: str) -> bool:
    is_generic = word in word_list("page", "cover") | word_list("page", "minimal")
    return is_generic or bool(best_match(word, (*words(cover.text), *cover.classes)))


def _on_cover(page: Page, command: Command, cover: Element, action: str) -> Plan:
    """Return the plan for the button of *cover* that does *action*, or for saying that it has none."""
    plain = word_list("page", "cover") | {"all", "button"}
    clause_words = [w for _, w in wanted_words(command.content) if w not in plain]
    button = button_for(cover, action, clause_words)
    button_words = words(button.name) if button is not None else ()
    explained = {t.start for t, w in wanted_words(command.content) if _is_of(cover, w) or best_match(w, button_words)}
    closes = button is None and action == "close" and cover.kind == "dialog"

    async def carry(run: Run) -> None:
        before = await run.see()
        if button is not None:
            await run.click(button)
        elif closes:
            await run.do(Press("Escape"))
        else:
            named = tuple(describe(e, page) for e in cover.walk() if e.kind in {"button", "link"} and e.name)
            raise Stuck(f"What covers the page has no button to {action} it.", named[:8])
        await changed(run, before)

    score = 1.05 if button is not None else 0.8 if closes else 0.5
    return Plan(score, frozenset(explained), carry)
