"""Assignment: which words of a clause are values, and of which fields of the page.

Labels of fields and options of lists are looked for among the words, longest and best first. What stands behind a
label, or before "into" and a label, is its value. Values that are left over and of a type ("ada@example.org", a date,
"from Utrecht") go to the one field that takes such values.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Final

from gossamer.features.interact.rules.commands import Phrase, names_something
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.lexicon import markers, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import ALIKE, best_match, count_words, has_word, is_same, words
from gossamer.features.interact.rules.tokens import Token, read_day

_LONGEST_LABEL: Final = 6
_LABEL: Final = 0.6
_TOGGLE_LABEL: Final = 0.75
_BEFORE: Final = word_list("grammar", "before_field")
_BETWEEN: Final = word_list("grammar", "between_field_and_value")
_ENDS: Final = frozenset({",", "and", ";", "(", ")", "&", "/"})
_FEWEST: Final = 2
_MARKS: Final = frozenset({".", "!", "?"})
_SEARCHES: Final = frozenset({"search", "filter", "find"})
_KIND_LABELS: Final = frozenset({"password", "search", "date", "time", "color"})
_ARTICLES: Final = word_list("grammar", "articles")


@dataclass(frozen=True)
class Value:
    """A value for a field, "on" or "off" for what is switched; *tokens* are those that say it, and what it is for."""

    element: Element
    text: str
    tokens: tuple[Token, ...]


@dataclass
class Assignment:
    """The values that a clause gives to fields; *labels* name a field whose value another word says."""

    values: list[Value] = field(default_factory=list)
    labels: list[Token] = field(default_factory=list)
    # The tokens that nothing accounts for.
    left: tuple[Token, ...] = ()

    @property
    def explained(self) -> frozenset[int]:
        """Where the tokens start that are accounted for."""
        return frozenset(t.start for t in (*(t for v in self.values for t in v.tokens), *self.labels))

    @property
    def pairs(self) -> list[tuple[Element, str]]:
        """Each field with its value."""
        return [(v.element, v.text) for v in self.values]

    def __bool__(self) -> bool:
        return bool(self.values)


@dataclass(frozen=True)
class _Mention:
    """A label of a field, or an option of a list, among the tokens from *start* to *end*."""

    start: int
    end: int
    score: float
    element: Element
    option: str = ""


def assign(page: Page, phrase: Phrase, fields: Sequence[Element]) -> Assignment:
    """Return the values of *phrase* for *fields*, and the variants of the page ("size M") it chooses."""
    phrase_tokens = list(phrase.tokens)
    mentions = _choose_mentions(_mentions(page, phrase_tokens, fields))
    result = Assignment()
    used: set[int] = set()

    def put(element: Element, text: str, tokens: Sequence[Token]) -> None:
        result.values.append(Value(element, text, tuple(tokens)))
        used.update(t.start for t in tokens)

    for at, mention in enumerate(mentions):
        span = phrase_tokens[mention.start : mention.end]
        if not mention.option and any(m.option and m.element is mention.element for m in mentions):
            # The label of a list whose option is named as well.
            result.labels += span
            continue
        value = _value_of(phrase_tokens, mentions, at, used, phrase)
        if value is not None and takes(page, mention.element, value[1]):
            put(mention.element, value[1], (*span, *value[0]))
    for button, spoken_words in _variants(page, phrase_tokens, used):
        put(button, "on", spoken_words)
    for at, token in enumerate(phrase_tokens):
        free = [f for f in fields if f.kind not in TOGGLES and not any(v.element is f for v in result.values)]
        typed = _by_type(page, phrase, at, free, used) if token.start not in used else None
        if typed is not None:
            put(*typed)
    last = _by_elimination(page, phrase, result, fields, used)
    if last is not None:
        put(*last)
    result.left = tuple(t for t in phrase_tokens if t.start not in used and t.start not in result.explained)
    return result


def _mentions(page: Page, tokens: Sequence[Token], fields: Sequence[Element]) -> list[_Mention]:
    repeated = _in_rows(page, fields)
    searches = any(t.norm in _SEARCHES for t in tokens)
    lengths = range(1, _LONGEST_LABEL + 1)
    spans = [(n, n + length) for n in range(len(tokens)) for length in lengths if n + length <= len(tokens)]
    mentions: list[_Mention] = []
    for element in fields:
        is_search = element.kind == "search" or words(page.label(element))[:1] in {(w,) for w in _SEARCHES}
        if element.ref in repeated or selects_row(page, element) or (is_search and not searches):
            continue
        names = _labels_of(page, element)
        options = {words(option): option for option in element.node.options}
        for start, end in spans:
            score = _label_score(tokens[start:end], names, element)
            mentions += [_Mention(start, end, score, element)] if score is not None else []
            named = _options_named(tokens[start:end], options)
            mentions += [_Mention(start, end, 1.5 + 0.1 * (end - start), element, option) for option in named]
    return mentions


def _options_named(span: Sequence[Token], options: Mapping[tuple[str, ...], str]) -> list[str]:
    """Return the options, by the words of their names, that the tokens of *span* are."""
    spoken_words = tuple(w for t in span for w in words(t.text))
    if not options or not spoken_words or "mark" in {span[0].kind, span[-1].kind}:
        return []
    return [option for name, option in options.items() if is_same(spoken_words, name)]


def _in_rows(page: Page, fields: Sequence[Element]) -> set[str]:
    """Return the refs of fields that every row of a list has: which row is meant has to be known first."""
    inside = [(f, page.label(f)) for f in fields if f.kind not in TOGGLES and page.record(f) is not None]
    labels = [label for _, label in inside]
    rows = {page.record(f) for f, _ in inside}
    return {f.ref for f, label in inside if len(rows) > 1 and labels.count(label) > 1}


def _labels_of(page: Page, element: Element) -> list[tuple[str, ...]]:
    attributes = element.node.attributes
    label = page.label(element)
    # "Express (next day)" is called "Express".
    texts = [label, label.partition("(")[0], element.node.described]
    texts += [attributes.get(k, "") for k in ("placeholder", "title")]
    names = [words(t) for t in texts if t and len(words(t)) <= 2 * _LONGEST_LABEL]
    if element.kind != "radio":
        names.append(words(attributes.get("name", "").replace("_", " ").replace("-", " ")))
        names += [(element.kind,)] if element.kind in _KIND_LABELS else []
    return [n for n in names if n]


def _label_score(span: Sequence[Token], names: Sequence[tuple[str, ...]], element: Element) -> float | None:
    """Return the score of *span* as a label, by all its words; None when it is none."""
    spoken_words = _read_label(span, names)
    if spoken_words in {("from",), ("to",)} and spoken_words in names:
        # "From:" and "To:" are labels, though the words are grammar elsewhere.
        return 0.9
    core = [w for w in words(" ".join(spoken_words)) if w not in {"field", "box", "input", "the"}]
    best = max((_agreement(core, have) for have in names), default=0.0) if core else 0.0
    return best if best >= (_TOGGLE_LABEL if element.kind in TOGGLES else _LABEL) else None


def _read_label(span: Sequence[Token], names: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words of *span* where they may be a label: those of a quotation, or words that name something."""
    if len(span) == 1 and (span[0].kind == "quote" or (span[0].norm,) in names):
        return words(span[0].text)
    ends = names_something(span[-1]) or span[-1].norm in {have[-1] for have in names}
    is_label = ends and names_something(span[0]) and all(t.kind == "word" for t in span)
    return tuple(t.norm for t in span) if is_label else ()


def _agreement(core: Sequence[str], have: Sequence[str]) -> float:
    """Return the match of the words *core* with a field called *have*; 0 where one of them does not match."""
    hits = [best_match(w, tuple(have)) for w in core]
    if min(hits) <= 0:
        return 0.0
    if len(core) > 1 and set(core) == set(have):
        # The whole label, which may have the name of an option in it.
        return 1.7 + 0.1 * len(core)
    covered = count_words(core, have, ALIKE) / len(have)
    # Of "name of guest" the name is meant, not the guest.
    joint = next((n for n, w in enumerate(have) if n and w in {"of", "on", "for", "in"}), len(have))
    weight = 1.0 if len(have) == 1 or has_word(core, have[joint - 1], ALIKE) else 0.7
    return weight * (sum(hits) / len(hits) * (0.75 + 0.25 * covered) + 0.08 * (len(core) - 1))


def _choose_mentions(mentions: Iterable[_Mention]) -> list[_Mention]:
    """Return the best mentions that do not overlap, one for each field, in the order of the words."""
    chosen_mentions: list[_Mention] = []
    for mention in sorted(mentions, key=lambda m: (-m.score, m.start, m.start - m.end, m.element.index)):
        overlaps = any(m.start < mention.end and mention.start < m.end for m in chosen_mentions)
        same = any(m.element is mention.element and bool(m.option) == bool(mention.option) for m in chosen_mentions)
        if not overlaps and not same:
            chosen_mentions.append(mention)
    return sorted(chosen_mentions, key=lambda m: m.start)


def _value_of(
    tokens: Sequence[Token], mentions: Sequence[_Mention], at: int, used: set[int], phrase: Phrase
) -> tuple[tuple[Token, ...], str] | None:
    """Return the tokens and the text of the value of a mention; None when it has none."""
    mention = mentions[at]
    if mention.option:
        return (), mention.option
    lower = mentions[at - 1].end if at else 0
    upper = mentions[at + 1].start if at + 1 < len(mentions) else len(tokens)
    before, after = _before(tokens, lower, mention, used), _after(tokens, mention.end, upper)
    following = tokens[mention.end].norm if mention.end < len(tokens) else ""
    behind = after and (following in {":", "=", "is", "as"} or (after[0].kind == "quote" and following != ","))
    value = after if behind else before or after
    states = word_list("page", "on") | word_list("page", "off")
    if mention.element.kind in TOGGLES and (not value or value[0].norm not in states):
        negated = any(t.norm in word_list("grammar", "negations") for t in tokens[: mention.start])
        return (), "off" if negated else "on"
    text = _text(phrase, value) if value else ""
    return (tuple(value), text) if text else None


def _before(tokens: Sequence[Token], lower: int, mention: _Mention, used: set[int]) -> list[Token]:
    """Return the value before a label: "kettle into Search", "3 guests"."""
    end = mention.start
    while end > lower and tokens[end - 1].norm in _ARTICLES:
        end -= 1
    if end > lower and tokens[end - 1].value is not None and tokens[end - 1].kind in {"number", "word"}:
        return [tokens[end - 1]] if mention.element.kind in FIELDS and end == mention.start else []
    if end <= lower or tokens[end - 1].norm not in _BEFORE or tokens[end - 1].kind != "word":
        return []
    start = end = end - 1
    while start > lower and tokens[start - 1].start not in used and not _ends_value(tokens, start - 1):
        start -= 1
    return _bare(tokens[start:end])


def _after(tokens: Sequence[Token], start: int, upper: int) -> list[Token]:
    """Return the value behind a label: "Search: kettle", "email a@b.c"."""
    while start < upper and tokens[start].kind in {"word", "mark"} and tokens[start].norm in _BETWEEN:
        start += 1
    end = start
    while end < upper and not _ends_value(tokens, end):
        end += 1
    return _bare(tokens[start:end])


def _ends_value(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind == "quote":
        return False
    if token.norm in _ENDS or (token.norm in _MARKS and token.kind == "mark"):
        return True
    # "from Utrecht" behind a finished value begins another one.
    role = markers().get((token.norm,)) if token.kind == "word" and 0 < at < len(tokens) - 1 else None
    return role in {"from", "into", "with", "for", "named"}


def _bare(tokens: Sequence[Token]) -> list[Token]:
    bare_tokens = list(tokens)
    while bare_tokens and (
        bare_tokens[-1].kind == "mark"
        or bare_tokens[-1].norm in {"and", "the", "my", "then"}
        or _is_marker(bare_tokens[-1])
    ):
        bare_tokens.pop()
    while bare_tokens and (
        bare_tokens[0].kind == "mark"
        or (bare_tokens[0].kind == "word" and bare_tokens[0].norm in {"the", "a", "an", "my"})
    ):
        bare_tokens.pop(0)
    return bare_tokens


def _is_marker(token: Token) -> bool:
    return token.kind == "word" and (token.norm,) in markers() and not names_something(token)


def _text(phrase: Phrase, tokens: Sequence[Token]) -> str:
    quotes = [t for t in tokens if t.kind == "quote"]
    if len(quotes) == 1 and all(t.kind == "quote" or not names_something(t) for t in tokens):
        return quotes[0].text
    return phrase.source[tokens[0].start : tokens[-1].end].strip()


def _variants(page: Page, tokens: Sequence[Token], used: set[int]) -> Iterator[tuple[Element, list[Token]]]:
    """Yield the variants that are named: one of several buttons of one look, with what they are of before them."""
    for group in page.groups:
        buttons = [e for e in group if e.kind == "button" and not e.node.disabled]
        if len(buttons) < max(_FEWEST, len(group)):
            continue
        label = words(page.text_near(buttons[0]))[:_FEWEST]
        named_variants = (v for button in buttons if (v := _variant(button, label, tokens, used)) is not None)
        yield from islice(named_variants, 1)


def _variant(
    button: Element, label: tuple[str, ...], tokens: Sequence[Token], used: set[int]
) -> tuple[Element, list[Token]] | None:
    name = words(button.name)
    at = next((n for n in range(len(tokens)) if name and _spans(tokens, n, name, used)), None)
    if at is None:
        return None
    around = (*tokens[max(0, at - 1) : at], *tokens[at + len(name) :][:1])
    near = [t for t in around if t.norm in label]
    is_telling = bool(near) or len(name) > 1 or len(name[0]) > _FEWEST
    return (button, [*tokens[at : at + len(name)], *near]) if is_telling else None


def _spans(tokens: Sequence[Token], at: int, name: tuple[str, ...], used: set[int]) -> bool:
    span = tokens[at : at + len(name)]
    return tuple(w for t in span for w in words(t.text)) == name and not any(t.start in used for t in span)


def _by_elimination(
    page: Page, phrase: Phrase, result: Assignment, fields: Sequence[Element], used: set[int]
) -> tuple[Element, str, list[Token]] | None:
    """Return the one value that is left over, for the field for names, or for the only text field that is empty."""
    values = [v.element for v in result.values if v.element.kind not in TOGGLES | {"button"}]
    unused_tokens = _one_run(phrase, used | result.explained)
    free = [f for f in _free_beside(values, fields) if unused_tokens]
    named = [f for f in free if any("name" in name for name in _labels_of(page, f))]
    chosen = named if len(named) == 1 else free
    return (chosen[0], _text(phrase, unused_tokens), unused_tokens) if len(chosen) == 1 else None


def _free_beside(values: Sequence[Element], fields: Sequence[Element]) -> list[Element]:
    """Return the empty text fields of the form that the fields with *values* stand in."""
    box = next((a for v in values[:1] for a in v.ancestors() if a.kind in {"form", "dialog"}), None)
    texts = [f for f in fields if f.kind in {"textbox", "textarea", "search"} and f not in values]
    return [f for f in texts if box is not None and not f.node.value and box.holds(f)]


def _one_run(phrase: Phrase, explained_starts: AbstractSet[int]) -> list[Token]:
    """Return the tokens that nothing accounts for, where they are one value: in one run, led in or a name."""
    token_groups = groupby(phrase.tokens, lambda t: t.start not in explained_starts and names_something(t))
    runs = [list(run) for is_left, run in token_groups if is_left]
    if len(runs) != 1:
        return []
    first = runs[0][0]
    led = first != phrase.tokens[0] and phrase.norms[phrase.tokens.index(first) - 1] in {"for", "about", "with", "as"}
    return runs[0] if led or first.kind != "word" or first.text[:1].isupper() else []


def _by_type(
    page: Page, phrase: Phrase, at: int, free: Sequence[Element], used: set[int]
) -> tuple[Element, str, Sequence[Token]] | None:
    """Return the field for a value that shows its type: an address, a date, a quotation, a name behind "as"."""
    token = phrase.tokens[at]
    if token.kind == "time" or (token.kind == "date" and read_day(token.text) is not None):
        return next(((f, token.text, [token]) for f in free if f.kind == token.kind), None)
    labels, text, spoken = _read_value(phrase, at, used)
    kinds = {"spinner"} if labels == _AMOUNTS else TYPED - {"search"}
    named = [(f, _labels_of(page, f)) for f in free if f.kind in kinds] if labels else []
    fits = (f for label in labels for f, names in named if any(has_word(name, label, ALIKE) for name in names))
    return next(((f, text, spoken) for f in fits), None)


def _read_value(phrase: Phrase, at: int, used: set[int]) -> tuple[Sequence[str], str, list[Token]]:
    """Return the labels of fields that take what stands at *at*, best first, the value, and the tokens that say it."""
    token = phrase.tokens[at]
    if token.kind == "address" and "@" in token.text:
        return ("email", "username", "to", "recipient"), token.text, [token]
    if token.kind == "quote":
        return ("title", "name"), token.text, [token]
    if token.value is not None and token.kind in {"number", "word"}:
        return _AMOUNTS, f"{token.value:g}", [token]
    role = markers().get((token.norm,), "") if token.kind == "word" else ""
    value = [t for t in _after(phrase.tokens, at + 1, len(phrase.tokens)) if t.start not in used]
    if role not in _NAMED_BY or not value or (role != "named" and not value[0].text[:1].isupper()):
        return (), "", []
    return _NAMED_BY[role], _text(phrase, value), [token, *value]


_AMOUNTS: Final = ("quantity", "number", "guests")
_NAMED_BY: Final = {"named": ("title", "name"), "for": ("name",), "as": ("name",)} | dict.fromkeys(
    ("from", "into", "at"), ("city", "country")
)


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
    inside = ([f for f in usable if dialog.holds(f)] for dialog in reversed(page.dialogs))
    return next((dialog_fields for dialog_fields in inside if dialog_fields), usable)
