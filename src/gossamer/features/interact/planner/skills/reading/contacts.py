"""Numbers to call and addresses of mail in running text: each with the words that stand at it, and no other one's.

"0117 1 (workshop) or 0117 2 (accounts). Mobile: 0770 3" tells three: what is in brackets behind a number or right
before it says whose it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, owner
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import telling
from gossamer.features.interact.planner.skills.reading.looking import Answer
from gossamer.features.interact.planner.wordsets import word_set

_MAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_PHONE: Final = re.compile(r"\+?\d[\d ()/-]{5,20}\d")
_BRACKET: Final = re.compile(r"\s{0,2}[(\[]([^()\[\]]{1,60})[)\]]")
_OTHERS: Final = word_set("who whose whom how when where why is are was were does do did can has have")
_MAILS: Final = word_set("email e-mail emails e-mails mail")
_PHONES: Final = word_set("phone telephone mobile fax tel")
# Kinds of numbers that a label tells apart; the others are any number to call.
_KINDS: Final = word_set("mobile fax")
_ASKING: Final = _MAILS | _PHONES | word_set("address addresses number numbers contact s open go to page")
_LONGEST: Final = 400
_LONGEST_ENTRY: Final = 200


@dataclass(frozen=True)
class Contact:
    """A number or an address, the words of its own label, and the text that it stands in."""

    value: str
    label: tuple[str, ...]
    place: Element


def asks_contact(phrase: Phrase) -> re.Pattern[str] | None:
    """Return how what is asked for is written, where a number to call or an address of mail is; else None."""
    norms = set(phrase.norms)
    if not phrase.norms or phrase.norms[0] in _OTHERS:
        return None
    if norms & _MAILS:
        return _MAIL
    return _PHONE if norms & _PHONES else None


def contact_asked(page: PageModel, phrase: Phrase) -> Answer | None:
    """Return the one number or address whose own label says what is asked; None when that is not one."""
    pattern = asks_contact(phrase)
    if pattern is None:
        return None
    told = list(_contacts(page, pattern))
    kinds = [n for n in phrase.norms if n in _KINDS and any(n in c.label for c in told)]
    about = [w for s in telling(phrase) for w in words(owner(s)) if w not in _ASKING] + kinds
    if not kinds and {"mobile", "fax"} & set(phrase.norms):
        about.append("")
    found = [c for c in told if all(stem(a) in {stem(w) for w in c.label} for a in about)]
    if about and not found:
        found = [c for c in told if _entry_says(page, c, about, pattern)]
    values = {c.value: c for c in found}
    if len(values) != 1:
        return None
    value, contact = next(iter(values.items()))
    return value, contact.place.text


def value_in(answer: Answer, pattern: re.Pattern[str]) -> Answer | None:
    """Return the one number or address that an answer holds; None when it holds none, or several."""
    found = {m.group().strip() for m in pattern.finditer(answer[0])}
    return (found.pop(), answer[1]) if len(found) == 1 else None


def _contacts(page: PageModel, pattern: re.Pattern[str]) -> Iterator[Contact]:
    """Yield all that are told in running text."""
    for block in _blocks(page, pattern):
        found = list(pattern.finditer(block.text))
        begin = 0
        for n, match in enumerate(found):
            bracket = _BRACKET.match(block.text, match.end())
            before = block.text[begin : match.start()]
            # What stands before a number belongs to it from its own sentence, or its part of one, on.
            before = re.split(r"[.;|\u00b7\u2022\n]\s", before)[-1]
            begin = bracket.end() if bracket is not None else match.end()
            end = found[n + 1].start() if n + 1 < len(found) else len(block.text)
            label = (*words(before), *(words(bracket.group(1)) if bracket is not None and begin <= end else ()))
            yield Contact(match.group().strip(), label, block)


def _blocks(page: PageModel, pattern: re.Pattern[str]) -> list[Element]:
    """Return the texts that hold such values, each as a whole: a number in bold is a part of its sentence."""
    found = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.text
        and len(e.text) <= _LONGEST
        and pattern.search(e.text)
        and not e.node.editable
    ]
    found = found[:_MOST_BLOCKS]
    inner = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
    blocks = [_sentence(e) for e in inner]
    return list({id(b): b for b in blocks}.values())


_MOST_BLOCKS: Final = 400


def _sentence(element: Element) -> Element:
    above = element.parent
    inline = element.node.tag in _INLINE and above is not None and len(above.text) <= _LONGEST
    return _sentence(above) if inline and above is not None else element


_INLINE: Final = word_set("a b strong em i span u small mark abbr tel code")


def _entry_says(page: PageModel, contact: Contact, about: Sequence[str], pattern: re.Pattern[str]) -> bool:
    """Return whether the entry that a value stands in says all the words, and holds no other value of its kind."""
    entry = page.record(contact.place) or contact.place.parent
    if entry is None or len(entry.text) > _LONGEST_ENTRY or len({m.group() for m in pattern.finditer(entry.text)}) > 1:
        return False
    have = {stem(w) for w in words(entry.text)}
    return all(stem(a) in have for a in about)
