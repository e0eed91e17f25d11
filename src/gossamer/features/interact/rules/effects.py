"""Effects: what a step did, seen on the page: a change, a question asked back, a complaint."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from gossamer.content.text.names import singular
from gossamer.core.interaction import AnswerDialog
from gossamer.features.interact.rules.commands import names_something
from gossamer.features.interact.rules.elements import TOGGLES, Element
from gossamer.features.interact.rules.lexicon import kinds_of, phrases, verbs, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, has_all, has_word, holds_words, words
from gossamer.features.interact.rules.tokens import Token, tokens

_LONGEST_COMPLAINT: Final = 200
_SECONDS: Final = 0.5
_FEW_BUTTONS: Final = 3
_ACTS: Final = frozenset({"act", "clear", "buy", "reject", "submit", "uncheck"})
_SEVERAL: Final = word_list("grammar", "all") | word_list("page", "several")
_ALERTS: Final = frozenset({"error", "alert", "invalid", "danger", "warning", "errors"})


async def changed(run: Run, before: Page) -> Page:
    """Return the page after something was done. Raises Stuck when nothing on it has changed within a second."""
    page = await run.watch(lambda page: page.signature != before.signature)
    if page is None:
        raise Stuck("Nothing on the page changed.")
    return page


async def taken(run: Run, before: Page, sender: Element, *, changes: bool = True) -> Page:
    """Return the page when it took what *sender* was used for, questions answered.

    Raises Stuck with the page's complaint, with what its form still needs, or, with *changes*, where nothing happened.
    """
    page = await _answer_question(run, before, sender)
    if changes and page.signature == before.signature:
        await run.wait(_SECONDS)
        page = await run.look()
    if (refused := complaint(before, page)) is not None:
        raise Stuck(f"The page says: “{refused}”")
    empty = [page.label(f) for f in _find_required(page, page.by_ref.get(sender.ref))]
    if empty and page.snapshot.url == before.snapshot.url:
        raise Stuck(f"The form has to be filled in: {', '.join(empty[:5])}.")
    wrong = [page.label(f) for f in page.fields if _is_invalid(f) and not _is_invalid(before.by_ref.get(f.ref))]
    if wrong:
        raise Stuck(f"The page did not take the value of “{wrong[0]}”.")
    return await changed(run, before) if changes else page


def _find_required(page: Page, sender: Element | None) -> list[Element]:
    """Return the empty fields that the form of *sender* requires."""
    form = next((a for a in sender.ancestors() if a.kind == "form"), None) if sender is not None else None
    required = (f for f in page.fields if f.node.required and f.node.value == "" and f.kind not in TOGGLES)
    return list(filter(form.holds, required)) if form is not None else []


def _is_invalid(field: Element | None) -> bool:
    return field is not None and field.node.attributes.get("aria-invalid") == "true"


async def _answer_question(run: Run, before: Page, sender: Element) -> Page:
    """Answer what the page asks back ("Delete it?") where the prompt asks for just that. Raises Stuck."""
    page = await run.settled()
    dialog = page.snapshot.dialog
    if dialog is not None:
        if dialog.kind == "alert":
            run.notices.append(f"The page said: “{dialog.message}”")
        elif not _may_accept(run, dialog.message, sender):
            return page
        await run.do(AnswerDialog(accept=True))
        return await run.settled()
    question = _asking(before, page)
    button = accepting(question) if question is not None else None
    if question is None or button is None or not _may_accept(run, _without_controls(question), sender):
        return page
    return await run.click(button)


def _without_controls(question: Element) -> str:
    """Return the texts of *question*, without those of its buttons."""
    controls = [e for e in question.walk() if e.usable]
    texts = [e for e in question.walk() if e.is_text or not e.inside]
    plain_texts = (e.text for e in texts if e not in controls and not any(c.holds(e) for c in controls))
    return " ".join(text for text in plain_texts if text)[:_LONGEST_COMPLAINT]


def _may_accept(run: Run, question: str, sender: Element) -> bool:
    """Return whether the prompt accepts *question*, False where a later clause answers it. Raises Stuck otherwise."""
    if run.confirms:
        return True
    if run.answered_later:
        return False
    if asks_again(run.meant, (*run.entity, sender.name), question):
        return True
    if not run.following:
        raise Stuck(f"The page asks: “{question}” Add “and confirm” to the prompt to accept.")
    return False


def asks_again(action: str, about: Collection[str], question: str) -> bool:
    """Return whether *question* asks nothing but what the clause *action* has ordered: "Delete Ada Holt?".

    *about* are texts of what was acted on. Another act, more things than one, or a further effect is more.
    """
    clause_words, have = words(action), (*words(action), *(w for text in about for w in words(text)))
    question_tokens = [t for t in tokens(question) if t.kind != "mark"]
    named = (w for t in question_tokens if t.value is None and names_something(t) for w in words(t.text))
    telling = list(filter(_tells, named))
    # "Are you sure?" names no act: the clause has to order one by its verb, or by the name of a button: "click Delete".
    ordered = (
        has_word(clause_words, telling[0])
        if telling
        else _is_act(*clause_words[:1]) or any(_orders(action, t) for t in about)
    )
    return (
        ordered
        and has_all(have, telling)
        and (_is_of_several(clause_words) or not _asks_of_more(question_tokens, have))
    )


def _is_of_several(clause_words: Collection[str]) -> bool:
    return any(w in _SEVERAL or _is_plural(w) for w in clause_words)


def _tells(word: str) -> bool:
    """Return whether a word of a question says what is asked: neither "sure" nor "item"."""
    return not _is_item(word) and word not in word_list("page", "asking")


def _asks_of_more(question_tokens: Sequence[Token], have: tuple[str, ...]) -> bool:
    """Return whether *question_tokens* speak of more than *have* says: of all, of several, of a number."""
    plurals = [t.norm for t in question_tokens if _is_plural(t.norm)]
    counted = {w for t in question_tokens if t.value is not None for w in words(t.text)}
    all_words = word_list("grammar", "all")
    return any(t.norm in all_words for t in question_tokens) or not has_all(have, plurals) or not counted <= set(have)


def _orders(clause_text: str, name: str) -> bool:
    """Return whether *name* is that of a button that does something to an entry, and *clause_text* says it."""
    name_words = words(name)
    return _is_act(*name_words[:1]) and holds_words(clause_text, name_words) and all(map(_is_item, name_words[1:]))


def _is_item(word: str) -> bool:
    return kinds_of(word)[:1] == ("item",)


def _is_plural(word: str) -> bool:
    return singular(word) != word and _is_item(word)


def _is_act(word: str = "") -> bool:
    return any(kind == "base" and action in _ACTS for action, _, kind in verbs().get((word,), ()))


def _asking(before: Page, page: Page) -> Element | None:
    """Return the new question, a dialog or a text with its buttons; None for a form or nothing."""
    earlier_texts = {folded(d.text) for d in before.dialogs}
    filled = {page.dialog_of(f) for f in page.fields}
    asking = [d for d in page.dialogs if folded(d.text) not in earlier_texts and d not in filled]
    if asking:
        return asking[-1]
    texts = [e for e in page.fresh_texts(before) if e.text.endswith("?")]
    buttons = [e for e in page.usable if e.kind == "button" and e.ref not in before.by_ref]
    asks = bool(texts) and 1 <= len(buttons) <= _FEW_BUTTONS and page.snapshot.url == before.snapshot.url
    return page.common(texts[-1], buttons[0]) if asks else None


def accepting(dialog: Element) -> Element | None:
    """Return the button of *dialog* that says yes; None without one."""
    buttons = [e for e in dialog.walk() if e.kind in {"button", "link"} and e.seen]
    yes = (b for p in phrases("page", "confirm") for b in buttons if words(b.name)[:1] == words(p)[:1])
    return next(yes, None)


def complaint(before: Page, page: Page) -> str | None:
    """Return the page's complaint about the sent form: a fresh text that reads as an error; None without one."""
    for element in (e for e in page.fresh_texts(before) if len(e.text) < _LONGEST_COMPLAINT and not e.usable):
        if any(re.search(rf"\b{re.escape(p)}", element.text.casefold()) for p in phrases("page", "failed")):
            around = (element, *list(element.ancestors())[:2])
            marked = any(e.classes & _ALERTS or e.node.role == "alert" for e in around)
            if marked or len(element.text) < _LONGEST_COMPLAINT / 2:
                return element.text
    return None


def is_final(name: str) -> bool:
    """Return whether what a control is called cannot be taken back: buying, sending, deleting, signing out."""
    parts = words(name)
    return bool(set(parts) & word_list("page", "final")) or "".join(parts[:2]) in word_list("page", "final")


def is_sending(name: str) -> bool:
    """Return whether a control is called as those that send a form are."""
    text = folded(name)
    return any(
        text == phrase or (len(phrase) > 2 and text.startswith(f"{phrase} "))  # noqa: PLR2004
        for phrase in phrases("page", "submit")
    )
