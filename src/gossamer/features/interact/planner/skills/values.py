"""What is to be typed: words as they stand in the instruction, or something that has to be read from the page first."""

import re
from collections.abc import Callable
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import folded, likeness, related, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

_CASES: Final[dict[str, Callable[[str], str]]] = {
    "lower": str.lower, "lowercase": str.lower, "lower-case": str.lower, "lowercased": str.lower,
    "uncapitalized": str.lower,
    "upper": str.upper, "uppercase": str.upper, "upper-case": str.upper, "capitals": str.upper, "caps": str.upper,
    "uppercased": str.upper,
    "capital": str.upper, "all-caps": str.upper, "capitalized": str.title, "capitalised": str.title,
    "small": str.lower, "minuscule": str.lower, "majuscule": str.upper, "reversed": lambda text: text[::-1],
    "backwards": lambda text: text[::-1],
}  # fmt: skip
_ASKS: Final = word_set(
    "value values text number total sum answer result count amount word words code name email phone address content "
    "contents string solution quantity date price entry difference product figure it characters letters captcha "
    "message sentence paragraph digits zip city birthday line numbers equation expression problem addition color age "
    "job year state country"
) - {"it"}
# Of these words, those that are also what a page's own labels are called.
_KEYS: Final = word_set(
    "code name email phone address quantity date price zip city birthday color age job year state country"
)
_POINTS: Final = word_set(
    "below above shown displayed given following here there visible image picture distorted corresponding associated "
    "appears appearing listed present written provided on-screen"
)
_COUNTS: Final = frozenset({"total", "count", "many", "sum", "amount"})


def case_of(phrase: Phrase) -> "str | None":
    """Return the word by which letters are asked to be changed."""
    norms = [t.norm for t in phrase.tokens if t.kind == "word"]
    return next(
        (
            w
            for w in norms
            if w in _CASES
            and not (
                w in {"small", "capital", "lower", "upper"}
                and not {"letters", "case", "letter", "characters"} & set(norms)
            )
        ),
        None,
    )


def cased(text: str, word: str | None) -> str:
    """Return *text* in the letters that *word* asks for."""
    return _CASES[word](text) if word else text


_SHORT_NUMBER: Final = 2


def is_reference(phrase: Phrase) -> bool:
    """Return whether it describes something on the page instead of being the text itself."""
    if phrase.quotes or not phrase:
        return False
    norms = phrase.norms
    if any(
        t.kind in {"address", "date"} or (t.kind == "number" and len(t.text) > _SHORT_NUMBER) for t in phrase.tokens
    ):
        # "The card 4111 1111": what is to be written is given.
        return False
    if norms[0] in {"what", "whatever", "whichever"}:
        return True
    asks = any(singular(n) in _ASKS or n in _ASKS for n in norms)
    pointed = any(n in _POINTS for n in norms)
    definite = norms[0] in word_set("the this that these those each its their how") or phrase.ordinal is not None
    return asks and (definite or pointed)


def shown_text(page: PageModel) -> str | None:
    """Return the text that the page shows for itself: not a name of something that can be used."""
    blocks = _blocks(page)
    return max(blocks, key=lambda pair: len(pair[1]))[1] if blocks else None


def _blocks(page: PageModel) -> list[tuple[Element, str]]:
    found: list[tuple[Element, str]] = []
    labels = {page.label(f) for f in page.fields}
    for element in page.elements:
        if not element.text or (element.node.role == "text" and element.parent is None):
            continue
        inner = [e for e in element.walk() if e is not element]
        if any(e.actionable or e.kind == "heading" for e in (element, *inner)) or element.text in labels:
            continue
        if any(a.actionable for a in element.ancestors()):
            continue
        found.append((element, element.text))
    # The outermost block without anything to use in it is what a reader takes for one text.
    return [(e, t) for e, t in found if not any(o is not e and o.holds(e) for o, _ in found)]


def letters(element: Element) -> str:
    """Return the text of *element* with single letters that stand in elements of their own put together."""
    leaves = [e.text for e in element.walk() if e.text and not any(c.text for c in e.inside)]
    return "".join(leaves) if leaves and all(len(leaf) == 1 for leaf in leaves) else element.text


def look_up(page: PageModel, key: str) -> tuple[str, Element] | None:
    """Return the value that stands beside *key* in a table, a list of terms, or a row, and where."""
    best: tuple[float, str, Element] | None = None
    for element in page.texts:
        name = element.text
        score = likeness(key, name.rstrip(": "))
        head, colon, rest = name.partition(":")
        if colon and rest.strip() and likeness(key, head) > max(score, 60):
            score, value = likeness(key, head), rest.strip()
        elif score >= 50 and len(words(name)) <= len(words(key)) + 2:  # noqa: PLR2004
            value = _beside(page, element) or ""
        else:
            continue
        if value and (best is None or score > best[0]):
            best = (score, value, element)
    return (best[1], best[2]) if best and best[0] >= 50 else None  # noqa: PLR2004


def _beside(page: PageModel, element: Element) -> str | None:
    fields = {id(f) for f in page.fields}
    for one in (element, *element.ancestors()):
        if one.parent is None:
            return None
        siblings = [e for e in one.parent.inside if e.text or any(id(w) in fields for w in e.walk())]
        if one not in siblings or len(siblings) < 2:  # noqa: PLR2004
            continue
        after = siblings[siblings.index(one) + 1 :]
        if after and _is_one_of_many(one, after[0], siblings):
            # One entry of a list tells nothing of the next.
            return None
        if after and any(id(w) in fields for w in after[0].walk()):
            return None
        if after and after[0].text:
            return after[0].text
        if one.kind == "cell" or one.node.tag in {"dt", "th", "label"}:
            return None
    return None


_PAIR: Final = 2


def _is_one_of_many(one: Element, other: Element, siblings: list[Element]) -> bool:
    """Return whether two are among several that are built alike, and are no cells, terms or labels."""

    def build(element: Element) -> tuple[str, str]:
        return element.node.tag, element.node.attributes.get("class", "")

    alike = sum(build(e) == build(one) for e in siblings)
    listed = one.node.tag in {"li", "article", "section", "a"} or (one.node.tag == "div" and bool(build(one)[1]))
    return listed and one.kind != "cell" and build(one) == build(other) and alike > _PAIR


_OPERATORS: Final = {
    "+": "+",
    "-": "-",
    "\u2212": "-",
    "\u2013": "-",
    "*": "*",
    "\u00d7": "*",
    "x": "*",
    "·": "*",
    "/": "/",
    "÷": "/",
}


# A year and a number, as of invoices, or a date; nobody subtracts like that.
_NUMBERED: Final = re.compile(r"\b(?:19|20)\d\d[-/]\d{1,4}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|[A-Za-z]\d*[-/]\d")


def arithmetic(text: str) -> float | None:
    """Return the result of a sum as "3 + 4 =" in *text*, or what x is in an equation; None without one."""
    solved = _solve(text) if "=" in text else None
    if solved is not None:
        return solved
    if _NUMBERED.search(text):
        return None
    match = re.search(r"-?\d+(?:\.\d+)?(?:\s*[+\-\u2212\u2013*\u00d7x·/÷]\s*-?\d+(?:\.\d+)?)+", text)
    return _calculate(match.group()) if match else None


def _solve(text: str) -> float | None:
    cleaned = re.sub(r"\s+", "", text.translate(str.maketrans("\u2212\u2013\u00d7·÷", "--**/")))
    match = re.search(r"([\dx+\-*/.a-z]+)=([\dx+\-*/.a-z]+)", cleaned)
    if not match or len(set(re.findall(r"[a-z]", match.group()))) != 1:
        return None
    letter = re.findall(r"[a-z]", match.group())[0]

    def side(expression: str) -> tuple[float, float] | None:
        slope = constant = 0.0
        for sign, factor, name in re.findall(rf"([+-]?)(\d*\.?\d*)\*?({letter}?)", expression):
            if not factor and not name:
                continue
            number = float(factor or 1) * (-1 if sign == "-" else 1)
            if name:
                slope += number
            else:
                constant += number
        return slope, constant

    left, right = side(match[1]), side(match[2])
    if left is None or right is None or left[0] == right[0]:
        return None
    return (right[1] - left[1]) / (left[0] - right[0])


def _calculate(text: str) -> float | None:
    pieces = re.findall(r"\d+(?:\.\d+)?|[+\-\u2212\u2013*\u00d7x·/÷]", text)
    numbers: list[float] = []
    operators: list[str] = []
    sign = 1.0
    expecting = True
    for piece in pieces:
        if expecting and piece in {"-", "\u2212", "\u2013"}:
            sign = -sign
        elif expecting and re.match(r"\d", piece):
            numbers.append(sign * float(piece))
            sign, expecting = 1.0, False
        elif not expecting:
            operators.append(_OPERATORS[piece])
            expecting = True
    if expecting or len(operators) != len(numbers) - 1:
        return None
    i = 0
    while i < len(operators):
        if operators[i] in "*/":
            if operators[i] == "/" and numbers[i + 1] == 0:
                return None
            numbers[i : i + 2] = [numbers[i] * numbers[i + 1] if operators[i] == "*" else numbers[i] / numbers[i + 1]]
            del operators[i]
        else:
            i += 1
    total = numbers[0]
    for operator, number in zip(operators, numbers[1:], strict=True):
        total += number if operator == "+" else -number
    return total


def plain(number: float) -> str:
    """Return a number as people write it."""
    return str(int(number)) if number == int(number) else f"{number:g}"


def value_of(page: PageModel, phrase: Phrase, about: Phrase | None, clipboard: str | None) -> str | None:  # noqa: C901, PLR0911
    """Return what the reference stands for on the page; None when it cannot be found there.

    *about* is what it is said to be of: "the value of **Color**", "the number of **blocks**".
    """
    norms = set(phrase.norms)
    if clipboard is not None and norms & {"copied", "it"}:
        return clipboard
    if about is not None and (found := look_up(page, about.literal)) is not None:
        return found[0]
    own = [
        t
        for t in phrase.bare.tokens
        if t.kind == "quote"
        or (
            t.norm not in _ASKS - _KEYS
            and t.norm not in _POINTS
            and t.norm not in word_set("of in the for s corresponding next to total is 's listed what field")
        )
    ]
    if own and (found := look_up(page, Phrase(phrase.source, tuple(own)).raw.removesuffix("'s"))) is not None:
        return found[0]
    if (
        norms & word_set("sum total answer result solution x difference product many count addition")
        and (result := arithmetic(page.root.text)) is not None
    ):
        return plain(result)
    if about is not None and (norms & _COUNTS or "number" in norms):
        return str(count_of(page, about))
    if (norms & _COUNTS or "number" in norms) and own and count_of(page, Phrase(phrase.source, tuple(own))):
        return str(count_of(page, Phrase(phrase.source, tuple(own))))
    if norms & word_set("largest greatest biggest highest maximum smallest lowest least minimum"):
        numbers = [
            (float(n.replace(",", "")), n) for e in page.texts for n in re.findall(r"-?\d[\d,]*(?:\.\d+)?", e.text)
        ]
        if numbers:
            most = bool(norms & {"largest", "greatest", "biggest", "highest", "maximum"})
            return str((max(numbers) if most else min(numbers))[1])
    if "word" in norms and phrase.ordinal is not None and (text := shown_text(page)):
        every = re.findall(r"[^\s]+", text)
        position = phrase.ordinal - 1 if phrase.ordinal > 0 else phrase.ordinal
        return re.sub(r"^\W+|\W+$", "", every[position]) if -len(every) <= position < len(every) else None
    blocks = _blocks(page)
    if blocks:
        return letters(max(blocks, key=lambda pair: len(pair[1]))[0])
    return None


def count_of(page: PageModel, what: Phrase) -> int:
    """Return how many of what the phrase names there are: elements by class, or colour and shape."""
    wanted = [singular(w) for w in what.name.words()] or [singular(w) for w in what.words()]
    if what.head:
        wanted.append(what.head[0].split()[-1])
    best = 0
    for word in wanted:
        found = [
            e
            for e in page.elements
            if any(
                related(word, singular(c))
                for c in re.findall(r"[a-z0-9]+", e.node.attributes.get("class", "").casefold())
            )
            and e.node.role != "text"
        ]
        found = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
        best = max(best, len(found))
    return best


def same(one: str | None, other: str) -> bool:
    """Return whether a field holds what was meant."""
    return one is not None and (one.strip() == other.strip() or folded(one) == folded(other))
