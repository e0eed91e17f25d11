"""Cover: accept, reject or close what lies over the page: banners, pop-ups, dialogs of the page and of scripts."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import AnswerDialog, Press
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.covers import covering, usual_buttons
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Carry, Plan, starts
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words

_ACTIONS: Final = frozenset({"accept", "reject", "close", "submit", "act"})
_LONG: Final = 60
_TEXT: Final = 600


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for what covers the page; for a verb and its opposite where the clause is negated."""
    if command.action not in _ACTIONS or command.negated:
        return []
    action = command.action
    if action == "accept" and any(t.norm in word_list("page", "minimal") for t in command.content):
        # Only what is necessary: that is what the button to reject does.
        action = "reject"
    if page.snapshot.dialog is not None and (action != "act" or command.verb in {"answer", "reply", "cancel"}):
        return [_script_dialog(page, command, action)]
    cover = _meant(page, command) if action not in {"submit", "act"} else None
    return _on_cover(page, command, cover, action) if cover is not None else []


def _on_cover(page: Page, command: Command, cover: Element, action: str) -> list[Plan]:
    """Return the plan for the button of *cover* that does *action*, or for saying that it has none."""
    explained = {t.start for t, w in wanted_words(command.content) if _is_of(cover, w)}
    button = _button(cover, action, command)
    if button is None and action == "close" and _confirms_nothing(cover):
        return [Plan(0.8, frozenset(explained), _escape, "close")]
    if button is None:
        return [Plan(0.5, frozenset(explained), _refusal(page, cover, action), "refuse")]
    explained |= {t.start for t, w in wanted_words(command.content) if best_match(w, words(button.name))}

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.click(button)
        await changed(run, before)

    return [Plan(1.05, frozenset(explained), carry, f"{action} {button.name}")]


def _script_dialog(page: Page, command: Command, action: str) -> Plan:
    accept = action in {"accept", "submit"} or command.verb in {"ok", "confirm"}
    kept = [t for t in command.rest.tokens if t.start not in _where_said(command)]
    said = Phrase(command.rest.source, tuple(kept))
    quoted = said.quotes or ((said.literal,) if command.verb in {"answer", "reply"} else ())
    text = quoted[0] if quoted and page.snapshot.dialog is not None and page.snapshot.dialog.kind == "prompt" else None

    async def carry(run: Run) -> None:
        await run.do(AnswerDialog(accept=accept or text is not None, text=text))
        await run.settled()

    return Plan(1.2, starts(command.clause.tokens), carry, "answer dialog")


def _where_said(command: Command) -> set[int]:
    """Return where the words start that say that the dialog is meant: "in the dialog"."""
    looks = word_list("page", "cover")
    chunks = [c for c in command.chunks if any(w in looks for _, w in wanted_words(c.phrase.tokens))]
    return {t.start for c in chunks for t in (*c.marker, *c.phrase.tokens)}


def _meant(page: Page, command: Command) -> Element | None:
    """Return what covers the page and is meant: the dialog whose text has the words, else the one on top."""
    covers = covering(page)
    wanted = [w for _, w in wanted_words(command.content)]
    scored = [(sum(_is_of(c, w) for w in wanted), n, c) for n, c in enumerate(covers)]
    best = max(scored, default=None, key=lambda s: s[:2])
    if best is None or (wanted and best[0] == 0):
        return None
    return best[2]


def _is_of(cover: Element, word: str) -> bool:
    looks = word_list("page", "cover")
    known = word in looks or word in word_list("page", "minimal")
    return known or bool(best_match(word, words(cover.text)) or best_match(word, tuple(cover.classes)))


def _button(cover: Element, action: str, command: Command) -> Element | None:
    """Return the button of *cover* for *action*: the one that says the words of the clause, else the usual ones."""
    buttons = [e for e in cover.walk() if e.kind in {"button", "link", "icon"} and e.seen and len(e.name) < _LONG]
    buttons = [e for e in buttons if not any(e.holds(o) for o in buttons)]
    minimal = word_list("page", "minimal")
    asked = [w for _, w in wanted_words(command.content) if not _is_plain(w)]
    if (
        action == "reject"
        and asked
        and set(asked) <= minimal
        and not any(best_match(w, words(b.name)) for w in asked for b in buttons)
    ):
        asked = []
    least = [e for e in buttons if set(words(e.name)) & minimal]
    said = [e for e in buttons if asked and all(best_match(w, words(e.name)) for w in asked)]
    for names in (said, usual_buttons(buttons, action), least if action == "reject" else []):
        if names:
            return names[0]
    if action == "close":
        closing = [
            e
            for e in buttons
            if e.classes & {"close", "dismiss"} or e.name.strip() in phrase_set("page", "close_signs")
        ]
        # Where there is nothing to close it with, it is refused, never accepted.
        return next(iter([*closing, *usual_buttons(buttons, "reject")]), None) or _single(buttons)
    return None


def _single(buttons: Sequence[Element]) -> Element | None:
    return buttons[0] if len(buttons) == 1 else None


def _is_plain(word: str) -> bool:
    return word in word_list("page", "cover") or word in {"all", "button"}


def _confirms_nothing(cover: Element) -> bool:
    return cover.kind == "dialog"


async def _escape(run: Run) -> None:
    before = await run.see()
    await run.do(Press("Escape"))
    await changed(run, before)


def _refusal(page: Page, cover: Element, action: str) -> Carry:
    named = tuple(describe(e, page) for e in cover.walk() if e.kind in {"button", "link"} and e.name)

    async def carry(_run: Run) -> None:
        raise Stuck(f"What covers the page has no button to {action} it.", named[:8])

    return carry
