"""Assignment: which words of a clause are values, and of which fields of the page.

Labels of fields and options of lists are looked for among the words, longest and best first. What stands behind a
label, or before "into" and a label, is its value. Values that are left over and of a type ("ada@example.org", a date,
"from Utrecht") go to the one field that takes such values.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.commands import Phrase, names_something
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import best_match, folded, related, word_similarity, words
from gossamer.features.interact.rules.tokens import Token, read_day

_LONGEST_LABEL: Final = 6
_LABEL: Final = 0.6
_TOGGLE_LABEL: Final = 0.75
_BEFORE: Final = word_list("grammar", "before_field")
_BETWEEN: Final = word_list("grammar", "between_field_and_value")
_ENDS: Final = frozenset({",", "and", ";", "(", ")", "&", "/"})
_FEWEST: Final = 2
_COUNTED: Final = ("quantity", "number", "guests")
_MARKS: Final = frozenset({".", "!", "?"})


@dataclass(frozen=True)
class Value:
    """A value for a field; *tokens* are those that say it, and what it is for."""

    element: Element
    text: str
    tokens: tuple[Token, ...]


@dataclass
class Assignment:
    """The values that a clause gives to fields, and the tokens that it does not account for."""

    values: list[Value] = field(default_factory=list)
    toggles: list[tuple[Element, bool, tuple[Token, ...]]] = field(default_factory=list)
    # Buttons that choose a variant: a size, a colour.
    choices: list[Element] = field(default_factory=list)
    left: tuple[Token, ...] = ()
    labels: list[Token] = field(default_factory=list)

    @property
    def explained(self) -> frozenset[int]:
        """Where the tokens start that are accounted for."""
        used = [t for v in self.values for t in v.tokens] + [t for _, _, found in self.toggles for t in found]
        return frozenset(t.start for t in (*used, *self.labels))

    def __bool__(self) -> bool:
        return bool(self.values or self.toggles or self.choices)


@dataclass(frozen=True)
class _Mention:
    """A label of a field, or an option of a list, among the tokens from *start* to *end*."""

    start: int
    end: int
    score: float
    element: Element
    option: str = ""


def assign(page: Page, phrase: Phrase, fields: Sequence[Element]) -> Assignment:
    """Return what *phrase* gives to *fields*."""
    found = list(phrase.tokens)
    mentions = _chosen(_mentions(page, found, fields))
    result = Assignment()
    used: set[int] = set()
    for at, mention in enumerate(mentions):
        if not mention.option and any(m.option and m.element is mention.element for m in mentions):
            # The label of a list whose option is named as well.
            result.labels += found[mention.start : mention.end]
            continue
        value = _value_of(found, mentions, at, used, phrase)
        if value is not None and takes(page, mention.element, value[1]):
            tokens, text = value
            span = tuple(found[mention.start : mention.end])
            used |= {t.start for t in (*tokens, *span)}
            _put(result, mention, text, (*span, *tokens))
    _choices(page, found, result, used)
    _by_type(page, phrase, result, fields, used)
    _by_elimination(page, phrase, result, fields, used)
    result.left = tuple(t for t in found if t.start not in used and t.start not in result.explained)
    return result


def _put(result: Assignment, mention: _Mention, text: str, tokens: tuple[Token, ...]) -> None:
    if mention.element.kind in TOGGLES:
        result.toggles.append((mention.element, folded(text) not in lexicon.word_list("page", "off"), tokens))
    else:
        result.values.append(Value(mention.element, text, tokens))


def _mentions(page: Page, found: Sequence[Token], fields: Sequence[Element]) -> list[_Mention]:
    made: list[_Mention] = []
    searches = {"search", "filter", "find"}
    asked = any(t.norm in searches for t in found)
    for element in fields:
        if selects_row(page, element):
            continue
        if not asked and (element.kind == "search" or words(page.label(element))[:1] in {(w,) for w in searches}):
            continue
        names = _labels_of(page, element)
        for start in range(len(found)):
            for end in range(start + 1, min(start + _LONGEST_LABEL, len(found)) + 1):
                if (score := _label_score(found[start:end], names, element)) is not None:
                    made.append(_Mention(start, end, score, element))
                named = [o for o in element.node.options if _same_words(found[start:end], o)]
                made += [_Mention(start, end, 1.5 + 0.1 * (end - start), element, option) for option in named]
    return made


def _labels_of(page: Page, element: Element) -> list[tuple[str, ...]]:
    attributes = element.node.attributes
    texts = [
        page.label(element),
        element.node.described,
        attributes.get("placeholder", ""),
        attributes.get("title", ""),
    ]
    names = [words(t) for t in texts if t and len(words(t)) <= 2 * _LONGEST_LABEL]
    identifier = tuple(w for w in words(attributes.get("name", "").replace("_", " ").replace("-", " ")))
    kind = {
        "password": ("password",),
        "search": ("search",),
        "date": ("date",),
        "time": ("time",),
        "color": ("color",),
    }.get(element.kind, ())
    if element.kind == "radio":
        return [n for n in names if n]
    return [n for n in (*names, identifier, kind) if n]


def _label_score(span: Sequence[Token], names: Sequence[tuple[str, ...]], element: Element) -> float | None:
    """Return how well the words of *span* are a label, by all of them; None when they are not."""
    said = [t.norm for t in span if t.kind == "word"]
    # "From:" and "To:" are labels, though the words are grammar elsewhere.
    exact = len(said) == 1 and any(have == (said[0],) for have in names) and said[0] in {"from", "to"}
    if exact and len(span) == 1:
        return 0.9
    ends = span[-1].norm in {have[-1] for have in names} or names_something(span[-1])
    if len(said) != len(span) or not said or not names_something(span[0]) or not ends:
        if len(span) == 1 and span[0].kind == "quote":
            said = list(words(span[0].text))
        else:
            return None
    core = [w for w in words(" ".join(said)) if w not in {"field", "box", "input", "the"}]
    if not core:
        return None
    best = 0.0
    for have in names:
        hits = [best_match(w, have) for w in core]
        if min(hits) <= 0:
            continue
        covered = sum(1 for h in have if any(related(w, h) for w in core)) / len(have)
        # Of "name of guest" the name is meant, not the guest.
        joint = next((n for n, w in enumerate(have) if n and w in {"of", "on", "for", "in"}), len(have))
        head = have[joint - 1]
        weight = 1.0 if any(related(w, head) for w in core) or len(have) == 1 else 0.7
        if set(core) == set(have):
            # The whole label, which may have the name of an option in it.
            best = max(best, 1.7 + 0.1 * len(core)) if len(core) > 1 else best
        best = max(best, weight * (sum(hits) / len(hits) * (0.75 + 0.25 * covered) + 0.08 * (len(core) - 1)))
    least = _TOGGLE_LABEL if element.kind in TOGGLES else _LABEL
    return best if best >= least else None


def _same_words(span: Sequence[Token], option: str) -> bool:
    said = tuple(w for t in span for w in words(t.text))
    return bool(said) and said == words(option) and (span[0].kind != "mark") and (span[-1].kind != "mark")


def _chosen(mentions: Iterable[_Mention]) -> list[_Mention]:
    """Return the best mentions that do not overlap, one for each field, in the order of the words."""
    kept: list[_Mention] = []
    for mention in sorted(mentions, key=lambda m: (-m.score, m.start, m.start - m.end, m.element.index)):
        overlaps = any(m.start < mention.end and mention.start < m.end for m in kept)
        same = any(m.element is mention.element and bool(m.option) == bool(mention.option) for m in kept)
        if not overlaps and not same:
            kept.append(mention)
    return sorted(kept, key=lambda m: m.start)


def _value_of(
    found: Sequence[Token], mentions: Sequence[_Mention], at: int, used: set[int], phrase: Phrase
) -> tuple[tuple[Token, ...], str] | None:
    """Return the tokens and the text of the value of a mention; None when it has none."""
    mention = mentions[at]
    if mention.option:
        return (), mention.option
    lower = mentions[at - 1].end if at else 0
    upper = mentions[at + 1].start if at + 1 < len(mentions) else len(found)
    before = _before(found, lower, mention, used)
    after = _after(found, mention.end, upper)
    chosen = before or after
    if before and after and _says_more(found, mention, after):
        chosen = after
    if not chosen:
        chosen = [] if mention.element.kind in TOGGLES else _adjective(found, lower, mention, used)
    if not chosen:
        return _toggled(found, mention)
    text = _text(phrase, chosen)
    return (tuple(chosen), text) if text else None


def _adjective(found: Sequence[Token], lower: int, mention: _Mention, used: set[int]) -> list[Token]:
    """Return the word before a label that says which: "crime movies" for the genre of a movie."""
    at = mention.start - 1
    fits = (
        at >= lower
        and found[at].start not in used
        and found[at].kind in {"word", "quote"}
        and names_something(found[at])
    )
    return [found[at]] if fits and mention.element.kind in TYPED else []


def _says_more(found: Sequence[Token], mention: _Mention, after: Sequence[Token]) -> bool:
    """Return whether the value stands behind the label although something stands before it."""
    following = found[mention.end].norm if mention.end < len(found) else ""
    return following in {":", "=", "is", "as"} or (after[0].kind == "quote" and following != ",")


def _toggled(found: Sequence[Token], mention: _Mention) -> tuple[tuple[Token, ...], str] | None:
    if mention.element.kind not in TOGGLES:
        return None
    negated = any(t.norm in lexicon.word_list("grammar", "negations") for t in found[: mention.start])
    return (), "off" if negated else "on"


def _before(found: Sequence[Token], lower: int, mention: _Mention, used: set[int]) -> list[Token]:
    """Return the value before a label: "kettle into Search", "3 guests"."""
    end = mention.start
    while end > lower and found[end - 1].norm in {"the", "my", "your", "a", "an", "its"}:
        end -= 1
    if end > lower and found[end - 1].value is not None and found[end - 1].kind in {"number", "word"}:
        return [found[end - 1]] if mention.element.kind in FIELDS and end == mention.start else []
    if end <= lower or found[end - 1].norm not in _BEFORE or found[end - 1].kind != "word":
        return []
    end -= 1
    start = end
    while start > lower and found[start - 1].start not in used and not _ends_value(found, start - 1):
        start -= 1
    return _bare(found[start:end])


def _after(found: Sequence[Token], start: int, upper: int) -> list[Token]:
    """Return the value behind a label: "Search: kettle", "email a@b.c"."""
    while start < upper and found[start].kind in {"word", "mark"} and found[start].norm in _BETWEEN:
        start += 1
    end = start
    while end < upper and not _ends_value(found, end):
        end += 1
    while end > start + 1 and end < len(found) and _leads(found[end - 1]) and end == upper:
        end -= 1
    return _bare(found[start:end])


def _leads(token: Token) -> bool:
    """Return whether a word belongs to the label behind it: "with", "and the", "from"."""
    return token.kind == "word" and (not names_something(token) or (token.norm,) in lexicon.markers())


def _ends_value(found: Sequence[Token], at: int) -> bool:
    token = found[at]
    if token.kind == "quote":
        return False
    if token.norm in _ENDS:
        return True
    if token.norm in _MARKS and token.kind == "mark":
        return True
    role = lexicon.markers().get((token.norm,)) if token.kind == "word" else None
    if role is None or at == 0:
        return False
    # "from Utrecht" behind a finished value begins another one.
    return role in {"from", "into", "with", "for", "named"} and at + 1 < len(found)


def _bare(found: Sequence[Token]) -> list[Token]:
    kept = list(found)
    while kept and kept[-1].kind in {"word", "mark"} and not names_something(kept[-1]) and _leads_or_mark(kept[-1]):
        kept.pop()
    while (
        kept
        and kept[0].kind in {"word", "mark"}
        and (kept[0].norm in {"the", "a", "an", "my"} or kept[0].kind == "mark")
    ):
        kept.pop(0)
    return kept


def _leads_or_mark(token: Token) -> bool:
    return token.kind == "mark" or (token.norm,) in lexicon.markers() or token.norm in {"and", "the", "my", "then"}


def _text(phrase: Phrase, found: Sequence[Token]) -> str:
    quotes = [t for t in found if t.kind == "quote"]
    if len(quotes) == 1 and all(t.kind == "quote" or not names_something(t) for t in found):
        return quotes[0].text
    return phrase.source[found[0].start : found[-1].end].strip()


def _by_type(page: Page, phrase: Phrase, result: Assignment, fields: Sequence[Element], used: set[int]) -> None:
    """Give values that are left over to the one field that takes such values."""
    taken = {id(v.element) for v in result.values}
    for at, token in enumerate(phrase.tokens):
        if token.start in used:
            continue
        free = [f for f in fields if id(f) not in taken and f.kind not in TOGGLES]
        chosen, text, tokens = _typed(page, phrase, at, free, used)
        if chosen is not None:
            taken.add(id(chosen))
            used |= {t.start for t in tokens}
            result.values.append(Value(chosen, text, tokens))


def _choices(page: Page, found: Sequence[Token], result: Assignment, used: set[int]) -> None:
    """Press the variants that are named: one of several buttons of one look, with what they are of before them."""
    for group in page.groups:
        buttons = [e for e in group if e.kind == "button" and e.seen and not e.node.disabled]
        if len(buttons) < _FEWEST or len(buttons) < len(group):
            continue
        label = words(page.text_near(buttons[0]))[:_FEWEST]
        for button in buttons:
            name = words(button.name)
            at = next((n for n in range(len(found)) if name and _spans(found, n, name, used)), None)
            if at is None:
                continue
            said = found[at : at + len(name)]
            near = [t for t in (*found[max(0, at - 1) : at], *found[at + len(name) :][:1]) if t.norm in label]
            if near or len(name) > 1 or len(name[0]) > _FEWEST:
                result.choices.append(button)
                result.labels += [*said, *near]
                used |= {t.start for t in (*said, *near)}
                break


def _spans(found: Sequence[Token], at: int, name: tuple[str, ...], used: set[int]) -> bool:
    span = found[at : at + len(name)]
    return tuple(w for t in span for w in words(t.text)) == name and not any(t.start in used for t in span)


def _by_elimination(page: Page, phrase: Phrase, result: Assignment, fields: Sequence[Element], used: set[int]) -> None:
    """Give the one value that is left over to the field for names, or to the only text field that is empty."""
    values = [v.element for v in result.values]
    runs = _runs(phrase.tokens, used | result.explained)
    if not values or len(runs) != 1:
        return
    boxes = [a for a in values[0].ancestors() if a.kind in {"form", "dialog"}][:1]
    free = [f for f in fields if f.kind in {"textbox", "textarea", "search"} and f not in values and not f.node.value]
    free = [f for f in free if all(box.holds(f) for box in boxes) and boxes]
    named = [f for f in free if any("name" in name for name in _labels_of(page, f))]
    chosen = named if len(named) == 1 and runs[0][0].text[:1].isupper() else free
    if len(chosen) == 1:
        used |= {t.start for t in runs[0]}
        result.values.append(Value(chosen[0], _text(phrase, runs[0]), tuple(runs[0])))


def _runs(found: Sequence[Token], used: set[int]) -> list[list[Token]]:
    """Return the tokens that are not used and name something, those that stand together as one run."""
    runs: list[list[Token]] = []
    open_ = False
    for token in found:
        says = token.start not in used and names_something(token)
        if says and open_:
            runs[-1].append(token)
        elif says:
            runs.append([token])
        open_ = says
    return runs


def _typed(
    page: Page, phrase: Phrase, at: int, free: Sequence[Element], used: set[int]
) -> tuple[Element | None, str, tuple[Token, ...]]:
    token = phrase.tokens[at]
    if token.kind != "word" or token.value is not None:
        return _typed_literal(page, token, free)
    role = lexicon.markers().get((token.norm,))
    following = [t for t in _after(phrase.tokens, at + 1, len(phrase.tokens)) if t.start not in used]
    labels = {"named": ("title", "name"), "for": ("name",), "as": ("name",)}.get(role or "", ("city", "country"))
    fits = role == "named" or (
        role in {"from", "into", "at", "for", "as"} and following and following[0].text[:1].isupper()
    )
    if not fits or not following:
        return None, "", ()
    chosen, _, _ = _first(page, free, labels, token)
    return chosen, _text(phrase, following), (token, *following)


def _typed_literal(page: Page, token: Token, free: Sequence[Element]) -> tuple[Element | None, str, tuple[Token, ...]]:
    """Return the field for a value that shows its type: an address, a date, a time, a quotation."""
    if token.kind == "address" and "@" in token.text:
        return _first(page, free, ("email", "username", "to", "recipient"), token)
    if token.kind == "quote":
        return _first(page, free, ("title", "name"), token)
    fitting: list[Element] = []
    if token.value is not None and token.kind in {"number", "word"}:
        chosen, _, tokens = _first(page, [f for f in free if f.kind == "spinner"], _COUNTED, token)
        return chosen, f"{token.value:g}", tokens
    if token.kind == "time":
        fitting = [f for f in free if f.kind == "time"]
    elif token.kind == "date" and read_day(token.text) is not None:
        fitting = [f for f in free if f.kind == "date" or f.classes & {"datepicker", "date"}]
    return (fitting[0], token.text, (token,)) if fitting else (None, "", ())


def _first(
    page: Page, free: Sequence[Element], labels: Sequence[str], token: Token
) -> tuple[Element | None, str, tuple[Token, ...]]:
    for wanted in labels:
        for one in free:
            if one.kind in TYPED - {"search"} and any(
                word_similarity(wanted, w) for name in _labels_of(page, one) for w in name
            ):
                return one, token.text, (token,)
    return None, "", ()


def selects_row(page: Page, element: Element) -> bool:
    """Return whether *element* is the box that selects a row of a list, not a field of a form."""
    record = page.record(element) if element.kind in TOGGLES else None
    return record is not None and len(record.text) > len(page.label(element)) + 4 and record.node.role == "row"


def takes(page: Page, element: Element, value: str) -> bool:
    """Return whether a field may be meant for *value*: a name is no number, and an e-mail address has an @."""
    label = words(page.label(element))
    is_number = value.replace(".", "", 1).isdigit()
    if element.kind in {"textbox", "textarea"} and is_number and {"name", "names", "email"} & set(label):
        return bool({"number", "no", "id", "card"} & set(label))
    return element.node.attributes.get("type") != "email" or "@" in value


def form_fields(page: Page) -> list[Element]:
    """Return the fields that are seen and can be changed: those of the open dialog, else all of the page."""
    usable = [f for f in page.fields if (f.seen or f.kind in TOGGLES) and not f.node.disabled]
    for dialog in reversed(page.dialogs):
        inside = [f for f in usable if dialog.holds(f)]
        if inside:
            return inside
    return usable
