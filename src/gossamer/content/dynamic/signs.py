"""Signs in a page's HTML that its content is yet to come.

The native survey says which elements may be one; what is decided here is whether they are, and how much that means.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from gossamer.content.dynamic.loading_words import is_waiting
from gossamer.content.dynamic.lookups import LookedUp
from gossamer.content.page import signs, visible, vocabulary

# More of one kind say nothing more.
_MOST: Final = 60
_LONGEST_PLACEHOLDER: Final = 80
_LONGEST_ID: Final = 100
_LONGEST_NOTICE: Final = 600
_LONGEST_BESIDE_TITLE: Final = 200
_CONTROLS: Final = frozenset(
    {"a", "button", "input", "form", "label", "select", "textarea", "img", "li", "script", "style", "option"}
)
_SCRIPT_WANTED: Final = re.compile(
    r"(?:enable|activate|turn on|requires?|needs?|without|allow|use)\b[^.]{0,60}\bjava ?script|java ?script\b[^.]{0,60}"
    r"\b(?:enabled?|disabled|required|needed|must|to (?:run|view|use))|javascript (?:aktivieren|ist deaktiviert)|"
    r"activer? javascript|habilit\w+ (?:el )?javascript|включите javascript|启用\s*javascript|javascript\s*を有効",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign: its *kind*, whose weight `need` knows; *name* is the element's id, *reason* a clause for people."""

    kind: str
    name: str
    reason: str


def signs_of(page: signs.Survey, names: LookedUp) -> list[Sign]:
    """Return the signs on *page* that a script has content to bring; *names* are what its scripts look up."""
    if page.body < 0:
        return []
    page_signs = chain(
        _find_looked_up(page, names),
        _roots(page),
        _loads(page),
        _waiting(page),
        _placeholders(page),
        _empty_main(page),
        _empty(page),
        _templates(page),
        _find_script_notices(page),
    )
    return list(dict.fromkeys(page_signs))


def _find_looked_up(page: signs.Survey, names: LookedUp) -> Iterator[Sign]:
    """Find elements that a script fills because they hold nothing yet, and those with text that it adds to."""
    for name in sorted(names.ids & page.ids().keys()):
        number = page.ids()[name]
        tag = page.scan.tag(number)
        if tag in _CONTROLS or page.is_named(number, "aside") or page.is_aside(number):
            continue
        if _holds_nothing(page, number):
            kind = "filled_inline" if tag in {"span", "p"} else _name_place("filled", page, number)
            yield Sign(kind, name, f"a script fills #{name}, which holds nothing yet")
        elif name in names.added_to and tag != "span":
            is_content = page.is_named(number, "content") or page.is_named(number, "main")
            yield Sign("added" if is_content else "added_elsewhere", name, f"a script adds to #{name}")


def _roots(page: signs.Survey) -> Iterator[Sign]:
    for number in page.find("root")[:_MOST]:
        if _holds_nothing(page, number):
            reason = f"the root of an application, {_name_element(page, number)}, is empty"
            yield Sign("root", page.scan.attr(number, "id") or "", reason)


def _loads(page: signs.Survey) -> Iterator[Sign]:
    for number in page.find("loading")[:_MOST]:
        values, tag = page.scan.attributes(number), page.scan.tag(number)
        rules = ((values[name], rule) for name, rule in vocabulary.LOADING.items() if name in values)
        is_loading = ("-" in tag and "src" in values) or any(re.search(rule, value) for value, rule in rules)
        if is_loading and not page.is_named(number, "aside"):
            reason = f"{_name_element(page, number)} loads its content when it is shown"
            yield Sign(_name_place("loads", page, number), tag, reason)


def _waiting(page: signs.Survey) -> Iterator[Sign]:
    texts = ((number, visible.read_text(page.scan, number)) for number in page.find("waiting"))
    for number, text in islice((numbered_text for numbered_text in texts if is_waiting(numbered_text[1])), _MOST):
        name = next((name for block in page.hollow(number) if (name := page.scan.attr(block, "id"))), "")
        yield Sign(_name_place("waiting", page, number), name, f"a placeholder says {text!r}")


def _placeholders(page: signs.Survey) -> Iterator[Sign]:
    for number in page.find("placeholder")[:_MOST]:
        reason = f"{_name_element(page, number)} stands for what is loading"
        yield Sign(_name_place("skeleton", page, number), page.scan.attr(number, "id") or "", reason)


def _empty_main(page: signs.Survey) -> Iterator[Sign]:
    mains = page.find("main")[:_MOST]
    if all(_holds_nothing(page, number) for number in mains):
        for number in mains:
            if not page.is_aside(number):
                yield Sign("empty_main", page.scan.attr(number, "id") or "", f"{_name_element(page, number)} is empty")


def _empty(page: signs.Survey) -> Iterator[Sign]:
    # An id that comes twice means the first to scripts.
    named = ((name, page.ids()[name]) for number in page.find("empty") if (name := page.scan.attr(number, "id")))
    empty_signs = (
        Sign(_name_place("empty", page, number), name, f"#{name} is empty")
        for name, number in named
        if len(name) <= _LONGEST_ID
        and page.inside(number)[:2] == (0, 0)
        and not page.is_aside(number)
        and not page.is_named(number, "aside")
    )
    yield from islice(empty_signs, _MOST)


def _templates(page: signs.Survey) -> Iterator[Sign]:
    if page.templates > 1:
        yield Sign("template", "{{", "the text is a template that a script fills in")


def _find_script_notices(page: signs.Survey) -> Iterator[Sign]:
    texts = (visible.read_text(page.scan, number) for number in page.scan.elements("noscript"))
    if any(_SCRIPT_WANTED.search(text, 0, _LONGEST_NOTICE) for text in texts if text):
        yield Sign("noscript", "noscript", "the page asks for JavaScript")


def _holds_nothing(page: signs.Survey, number: int) -> bool:
    shown, hidden, media = page.inside(number)
    if media or shown + hidden >= _LONGEST_PLACEHOLDER:
        return False
    return shown + hidden == 0 or is_waiting(visible.read_text(page.scan, number))


def _name_place(kind: str, page: signs.Survey, number: int) -> str:
    """Return *kind* with where an element is: all of the main part, all of what is named for content, or elsewhere."""
    around = page.hollow(number)
    if any(page.is_named(place, "main") for place in around) or (
        kind in {"waiting", "skeleton"} and _is_under_title(page, page.scan.parent(around[-1]))
    ):
        return f"{kind}_main"
    aside = [page.is_named(place, "aside") for place in around]
    if any(page.is_named(place, "content") and not is_side for place, is_side in zip(around, aside, strict=True)):
        return f"{kind}_nested" if len(around) > 1 else f"{kind}_content"
    return f"{kind}_aside" if any(aside) else kind


def _is_under_title(page: signs.Survey, number: int) -> bool:
    """Return whether an element holds the title of the page and hardly anything else."""
    title = next(iter(page.scan.elements("h1")), -1)
    if not page.body < number < title <= page.scan.last(number):
        return False
    return page.inside(number)[0] < page.inside(title)[0] + _LONGEST_BESIDE_TITLE


def _name_element(page: signs.Survey, number: int) -> str:
    tag = page.scan.tag(number)
    if name := page.scan.attr(number, "id"):
        return f"#{name}"
    named = (page.scan.attr(number, "class") or "").split()
    return f"<{tag} class={named[0]!r}>" if named else f"<{tag}>"
