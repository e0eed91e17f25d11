"""Findings: what of a page is aimed at language models, where it stands, and how much speaks for it.

The wording of an order is evidence; that nobody sees it, or that it stands where only machines look, is more. An order
that a page quotes, or that a page about such orders shows, is less. The same page has the same findings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import turbohtml

from gossamer.content.injection.characters import invisible, read_tag_text, without_invisible
from gossamer.content.injection.hidden_elements import HiddenElements
from gossamer.content.locales import entry, words
from gossamer.content.suspicion import may_hold_orders, orders_in, reasons_in

# From this score on a page is said to hold an injection, and from this one on it may.
DETECTED, DOUBTFUL = 0.7, 0.4
_WORDING, _MORE_WORDINGS = 0.55, 0.1
_HIDDEN, _IN_TAGS, _FOR_MACHINES, _VISIBLE = 0.35, 0.4, 0.2, 0.15
_QUOTED, _SUBJECT = -0.35, -0.25
_INVISIBLE: Final = 0.3
_MOST: Final = 50
_MOST_TEXT: Final = 400_000
_MOST_QUOTE: Final = 160
_ATTRIBUTES: Final = ("alt", "title", "aria-label", "aria-description", "placeholder", "content", "value", "summary")
_QUOTES: Final = frozenset({"code", "pre", "blockquote", "q", "samp", "kbd", "cite", "textarea"})
_WITHIN_SENTENCES: Final = frozenset({"a", "b", "em", "font", "i", "mark", "small", "span", "strong", "u"})
_UNREAD: Final = frozenset({"script", "style"})


@dataclass(frozen=True, slots=True)
class Injection:
    """Text that is aimed at models: its *kind*, the *reason*, a *quote*, and its place as a CSS selector.

    *hidden* says why people do not see it, "" for what they see. *score* is from 0 to 1.
    """

    kind: str
    reason: str
    quote: str
    selector: str
    hidden: str
    score: float

    def to_json(self) -> dict[str, Any]:
        """Return the finding as answers have it."""
        return {
            "kind": self.kind,
            "reason": self.reason,
            "quote": self.quote,
            "selector": self.selector,
            **({"hidden": self.hidden} if self.hidden else {}),
            "score": round(self.score, 2),
        }


def injections(document: turbohtml.Node, text: str) -> tuple[Injection, ...]:
    """Return the parts of a page that are aimed at language models, the surest first.

    *document* is the page as it came; *text* is its source, or all of a body that is no page.
    """
    findings: list[Injection] = []
    about = _subject(document)
    for finding in _find_patterns(document, text, about):
        findings.append(finding)
        if len(findings) >= _MOST:
            break
    return tuple(sorted(findings, key=lambda injection: -injection.score))


def _find_patterns(document: turbohtml.Node, text: str, about: float) -> Iterator[Injection]:
    yield from _characters(text)
    body = next((node for node in document.children if isinstance(node, turbohtml.Element)), None)
    if body is None or not any(map(str.strip, body.strings)):
        yield from _orders(text, "", "", _VISIBLE)
        return
    hidden = HiddenElements(document)
    for element in _innermost(body):
        reason = hidden.reason(element) or ("a template" if _is_in(element, {"template", "noscript"}) else "")
        if not reason and not reasons_in(_words_of(_sentence_of(element))):
            # In bold letters, behind "Never".
            continue
        quoted = _QUOTED + about if not reason and _is_in(element, _QUOTES) else 0.0 if reason else about
        extra = _HIDDEN if reason else _VISIBLE + quoted
        yield from _orders(_words_of(element), element.css_path(), reason, extra)
    yield from _unseen(document)


def _characters(text: str) -> Iterator[Injection]:
    if written := read_tag_text(text):
        reasons = reasons_in(written)
        score = min(1.0, (_WORDING if reasons else _INVISIBLE) + _IN_TAGS)
        reason = f"{'; '.join(reasons) or 'hidden text'}, in tag characters"
        yield Injection("invisibleCharacters", reason, written[:_MOST_QUOTE], "", "tag characters", score)
    elif count := invisible(text):
        yield Injection("invisibleCharacters", f"{count} characters that nobody sees", "", "", "zero width", _INVISIBLE)


def _unseen(document: turbohtml.Node) -> Iterator[Injection]:
    """Yield orders in comments and attributes, which only machines read."""
    comments = document.xpath("//comment()")
    for comment in comments if isinstance(comments, list) else ():
        if isinstance(comment, turbohtml.Comment):
            parent = comment.parent
            place = parent.css_path() if isinstance(parent, turbohtml.Element) else ""
            yield from _orders(comment.data, place, "a comment", _FOR_MACHINES)
    for name in _ATTRIBUTES:
        elements = document.select(f"[{name}]")
        # One look at all of them: hardly any page has an order in its attributes.
        if not reasons_in("\n".join(element.attr(name) or "" for element in elements)):
            continue
        for element in elements:
            yield from _orders(element.attr(name) or "", element.css_path(), f"the attribute {name}", _FOR_MACHINES)


def _orders(text: str, selector: str, hidden: str, extra: float) -> Iterator[Injection]:
    plain = without_invisible(text[:_MOST_TEXT])
    reasons = reasons_in(plain)
    if reasons:
        weights: dict[str, float] = entry("injection", "weights")
        wording = max(weights.get(reason, _WORDING) for reason in reasons)
        score = wording + _MORE_WORDINGS * (len(reasons) - 1) + extra
        quote = next(iter(orders_in(plain)), plain[:_MOST_QUOTE])
        yield Injection("instruction", "; ".join(reasons), quote, selector, hidden, max(0.0, min(1.0, score)))


def _innermost(element: turbohtml.Element) -> Iterator[turbohtml.Element]:
    """Yield the smallest elements whose text may hold an order."""
    level = [element]
    while level:
        inner_element = level.pop()
        if inner_element.tag in _UNREAD or not may_hold_orders(_words_of(inner_element)):
            continue
        inner = [
            child
            for child in inner_element.children
            if isinstance(child, turbohtml.Element) and child.tag not in _UNREAD
        ]
        holding = [child for child in inner if may_hold_orders(_words_of(child))]
        if holding:
            level.extend(holding)
        else:
            yield inner_element


def _sentence_of(element: turbohtml.Element) -> turbohtml.Element:
    """Return the smallest element that holds whole sentences of *element*, which may only make a part of one bold."""
    chain = (holder for holder in (element, *element.ancestors) if isinstance(holder, turbohtml.Element))
    return next((holder for holder in chain if holder.tag not in _WITHIN_SENTENCES), element)


def _words_of(element: turbohtml.Element) -> str:
    """Return the text of an element without that of scripts and styles in it."""
    # Elements stand apart: the text of two paragraphs is not one word.
    text = " ".join(element.strings)
    for unread in element.select("script, style"):
        text = text.replace(unread.text, " ", 1)
    return text[:_MOST_TEXT]


def _is_in(element: turbohtml.Element, tags: set[str] | frozenset[str]) -> bool:
    chain = (element, *element.ancestors)
    return any(holder.tag in tags for holder in chain if isinstance(holder, turbohtml.Element))


def _subject(document: turbohtml.Node) -> float:
    """Return the weight against an order in a page that says it is about them."""
    heads = " ".join(element.text for element in document.select("title, h1")[:3]).lower()
    return _SUBJECT if any(word in heads for word in words("injection", "subject", "words")) else 0.0
