"""Wishes about several values at once: the fields of a form, an event, an offer that is the best of its kind."""

import re
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.lexicon import QUANTIFIERS
from gossamer.features.interact.planner.language.phrases import owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying, quoted, sending, sending_words
from gossamer.features.interact.planner.restating.vocabulary import CHATTER, CHOOSING, FIELD, LOOKING, TYPING
from gossamer.features.interact.planner.skills.aligning import NOUNS, align
from gossamer.features.interact.planner.skills.comparing import EXTREMES, extreme_in, measured
from gossamer.features.interact.planner.skills.creating import slots_of
from gossamer.features.interact.planner.skills.editing import editor_of, style_in
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

_TRAVEL: Final = word_set(
    "request outbound grab leg connections connection planes traveller passenger only flight flights fly flying trip "
    "travel travelling traveling journey ticket tickets seat plane leaving leave departing depart departure "
    "departs arriving arrive arrival landing land lands origin destination heading headed bound going from to "
    "out one-way way single date day reservation booking book booked reserve reserved fine option options "
    "whichever whatever results result among pick picking picked choose choosing available needing starting "
    "flown there take make made between"
)
_BUYING: Final = word_set(
    "pay paid paying grab book booking booked buy bought buying purchase purchased purchasing order ordered "
    "get getting reserve reserved reservation reserving pick select"
)
_OFFERS: Final = (
    _BUYING
    | LOOKING
    | word_set(
        "whichever whatever "
        "ticket tickets offer offers option options compare comparing compared among amongst listed list has have "
        "having whose which available choose choosing by price prices namely pick picking select selected them "
        "all every each these those"
    )
)
_ASKING: Final = LOOKING - word_set("query filters filter using list show check checks checking checked") | word_set(
    "submit start"
)
_EVENTS: Final = (
    TYPING
    | LOOKING
    | word_set(
        "earlier later must start end than event events appointment meeting calendar entry create created "
        "creating schedule scheduled scheduling add added adding plan make book fit block reserve session slot "
        "somewhere anywhere anytime any time between long length duration lasting last lasts takes take name "
        "title titled named called new aside fall starting ending within day hours hour minutes mins min h put "
        "set up one got range can my"
    )
)
_STYLES: Final = word_set(
    "style styled styling format formatted formatting text editor everything all whole entire content "
    "contents make made give apply applied change turn turned using set color colour in font italics letters "
    "word words it rendered bold italic underlined of part"
)


def filled(page: PageModel, saying: Saying) -> Restated | None:
    """Read that several fields of a form get the values that are said for them."""
    fields = [f for f in page.fields if f.kind in TYPED | {"select"} and f.seen and not f.node.readonly]
    searching = _is_searching(page) or saying.says(_ASKING)
    if len(fields) < 2 or not searching or extreme_in(saying.whole) is not None:  # noqa: PLR2004
        return None
    pairs = _with_kind(saying, fields, align(saying.whole, fields, page))
    pairs = [(field, value.strip("?!. ")) for field, value in pairs]
    spans = [(field, value, saying.place_of(value)) for field, value in pairs]
    if len(pairs) < 2 or any(span is None or not _tells(saying, span) for _, _, span in spans):  # noqa: PLR2004
        return None
    used = frozenset(i for _, _, span in spans if span is not None for i in range(*span))
    known = TYPING | FIELD | CHOOSING | _ASKING | sending_words(page) | _page_words(page, saying, fields)
    said = "".join(_set(page, field, value) for field, value, _ in spans)
    send = sending(saying, page, *_ASKING, *NOUNS, *(f"{noun}s" for noun in NOUNS))
    return Restated(said.strip() + send, used, known)


def _with_kind(saying: Saying, fields: list[Element], pairs: list[tuple[Element, str]]) -> list[tuple[Element, str]]:
    """Return the pairs with the one that "historical films" makes: the word before the noun is for the field left."""
    free = [f for f in fields if all(f is not field for field, _ in pairs)]
    used = {i for _, value in pairs for i in range(*(saying.place_of(value) or (0, 0)))}
    kinds = [
        i
        for i, t in enumerate(saying.tokens[:-1])
        if t.kind == "word"
        and i not in used
        and t.norm not in CHATTER | LOOKING | QUANTIFIERS.keys()
        and singular(saying.tokens[i + 1].norm) in NOUNS
    ]
    if len(free) != 1 or len(kinds) != 1 or len(pairs) < 2:  # noqa: PLR2004
        return pairs
    return [*pairs, (free[0], saying.tokens[kinds[0]].text)]


def _tells(saying: Saying, span: tuple[int, int]) -> bool:
    """Return whether words may be a value: none that carries the grammar, or says what is done."""
    told = saying.tokens[span[0] : span[1]]
    return any(
        t.kind not in {"mark", "ordinal"}
        and (t.kind != "word" or t.norm not in CHATTER | QUANTIFIERS.keys() | TYPING | LOOKING)
        for t in told
    )


def _set(page: PageModel, field: Element, value: str) -> str:
    label = page.label(field).rstrip(": ")
    verb, turn = ("Choose", "in") if field.kind == "select" else ("Type", "into")
    return f" {verb} {quoted(value)} {turn} {quoted(label)}."


def _is_searching(page: PageModel) -> bool:
    button = nearest_send_button(page, None)
    return button is not None and bool({"search", "find"} & set(words(button.name)))


def _page_words(page: PageModel, saying: Saying, fields: list[Element]) -> frozenset[str]:
    """Return the words of the prompt that name a field, or what the whole page is about."""
    labels = [w for f in fields for w in (*words(page.label(f)), *(("date", "on") if f.kind == "date" else ()))]
    about = [w for e in page.elements if e.kind == "heading" for w in words(e.text)] + [*words(page.snapshot.title)]
    return frozenset(
        t.norm
        for t in saying.tokens
        if t.kind == "word"
        and (any(related(singular(t.norm), singular(w)) for w in (*labels, *about)) or singular(t.norm) in NOUNS)
    )


def signed_in(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a name and a password are given to sign in with."""
    fields = [f for f in page.fields if f.seen and f.kind in TYPED]
    places = saying.literals()
    if len(places) != 2:  # noqa: PLR2004
        places = _told_by(saying, _USER) + _told_by(saying, _SECRET)
    if len(fields) != 2 or [f.kind for f in fields].count("password") != 1 or len(places) != 2:  # noqa: PLR2004
        return None
    cues = [
        (i, owner(t.norm) in _SECRET)
        for i, t in enumerate(saying.tokens)
        if owner(t.norm) in _SECRET | _USER and i not in places
    ]
    if not any(secret for _, secret in cues):
        return None
    first, second = places
    fits = _far(first, cues, secret=False) + _far(second, cues, secret=True)
    other = _far(second, cues, secret=False) + _far(first, cues, secret=True)
    name, password = (first, second) if fits <= other else (second, first)
    secret = next(f for f in fields if f.kind == "password")
    user = next(f for f in fields if f is not secret)
    known = TYPING | FIELD | _SECRET | _USER | _LOGIN | sending_words(page)
    said = _set(page, user, saying.text(name, name + 1)) + _set(page, secret, saying.text(password, password + 1))
    return Restated(said.strip() + sending(saying, page, *_ENTERING), frozenset(places), known)


def _told_by(saying: Saying, names: frozenset[str]) -> list[int]:
    """Return the place of the one word that is said to be it: "the user name is ada"."""
    found = [
        i + 2
        for i in range(len(saying.tokens) - 2)
        if saying.tokens[i].norm in names
        and saying.tokens[i + 1].norm in {"is", ":", "="}
        and saying.tokens[i + 2].kind in {"word", "number", "quote"}
        and saying.tokens[i + 2].norm not in CHATTER
    ]
    return found if len(found) == 1 else []


def _far(place: int, cues: list[tuple[int, bool]], *, secret: bool) -> float:
    """Return how far the word that names a value stands from it; those before it are nearer."""
    return min((place - i if i < place else 1.5 * (i - place) for i, kind in cues if kind is secret), default=6.0)


_ENTERING: Final = word_set("login log sign signin logging signing authenticate")
_SECRET: Final = word_set("password pass passcode passphrase pw pwd")
_USER: Final = word_set("user username user-name name account userid as i'm i")
_LOGIN: Final = word_set(
    "both log logged login sign signed signing logging in credentials button form details account press hit "
    "authenticate popup"
)


def booked(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a form is filled in, and of what it finds the one that is the most or least of something is booked."""
    extreme = [i for i, t in enumerate(saying.tokens) if t.norm in EXTREMES]
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    dates = saying.of_kind("date")
    if len(extreme) != 1 or len(fields) < 3 or len(dates) != 1 or not saying.says(_TRAVEL):  # noqa: PLR2004
        return None
    where = [f for f in fields if f.kind != "date" and not {"date", "day"} & set(words(page.label(f)))]
    ends = _ends(saying)
    if len(where) != 2 or ends is None:  # noqa: PLR2004
        return None
    (a, b), (c, d) = ends
    used = frozenset({*extreme, *dates, *range(a, b), *range(c, d), *_no_return(saying)})
    best = saying.tokens[extreme[0]].norm
    text = (
        f"Book the {best} one-way flight from: {saying.text(a, b)} to: {saying.text(c, d)} on "
        f"{saying.tokens[dates[0]].text}."
    )
    return Restated(text, used, _TRAVEL | LOOKING | CHOOSING | FIELD | word_set("submitted one"))


def _no_return(saying: Saying) -> frozenset[int]:
    """Return the words that say that nobody comes back: "no return trip", "not round-trip"."""
    for end, token in enumerate(saying.tokens):
        if token.norm not in _RETURNING:
            continue
        for start in range(end - 1, max(-1, end - _NEAR), -1):
            if saying.tokens[start].norm in _DENYING:
                return frozenset(range(start, end + 1))
    return frozenset()


_NEAR: Final = 7
_RETURNING: Final = word_set("return round-trip roundtrip back")
_DENYING: Final = word_set("no not without won't don't")


def _ends(saying: Saying) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return where the start and the end of a journey are said."""
    places: list[tuple[int, int]] = []
    i = 0
    while i < len(saying.tokens):
        token = saying.tokens[i]
        if token.kind == "quote" or (token.kind == "word" and _is_place(token, saying, i)):
            end = i + 1
            while end < len(saying.tokens) and (
                (saying.tokens[end].kind == "word" and saying.tokens[end].text[:1].isupper())
                or (saying.tokens[end].norm in {",", "/", "-", "(", ")"} and _state(saying, end + 1))
            ):
                end += 1
            end = _after_dash(saying, end)
            places.append((i, end))
            i = end
        else:
            i += 1
    if len(places) != 2:  # noqa: PLR2004
        return None
    first, second = (_direction(saying, start) for start, _ in places)
    if first == "to" or second == "from":
        return None if first == second else (places[1], places[0])
    return places[0], places[1]


def _after_dash(saying: Saying, end: int) -> int:
    """Return the end of a place with what a dash adds to it: "Dayton, OH - Bus service"."""
    if end + 1 >= len(saying.tokens) or saying.tokens[end].norm not in {"-", "\u2013"}:
        return end
    if not saying.tokens[end + 1].text[:1].isupper():
        return end
    stop = end + 1
    while stop < len(saying.tokens) and saying.tokens[stop].kind == "word":
        if stop > end + 1 and saying.tokens[stop].norm in _TRAVEL | _FROM | _TO | CHATTER:
            break
        stop += 1
    return stop


def _is_place(token: Token, saying: Saying, i: int) -> bool:
    begins = i == 0 or saying.tokens[i - 1].norm in {".", "!", "?", ":"}
    if not token.text[:1].isupper() or token.norm in {"i", "i'm", "i'd", "i'll", "i've"}:
        return False
    return (
        not begins
        or token.text.isupper()
        or (token.norm not in _TRAVEL | LOOKING | CHOOSING and token.norm not in CHATTER)
    )


def _state(saying: Saying, i: int) -> bool:
    return i < len(saying.tokens) and saying.tokens[i].text.isupper() and len(saying.tokens[i].text) <= 3  # noqa: PLR2004


_FROM: Final = word_set("from leaving departing origin starting out departure leave depart start")
_TO: Final = word_set(
    "to arriving landing destination for headed heading bound arrive into arrival towards toward reach"
)


def _direction(saying: Saying, start: int) -> str | None:
    for i in range(start - 1, max(-1, start - 4), -1):
        norm = saying.tokens[i].norm
        if norm in _FROM:
            return "from"
        if norm in _TO:
            return "to"
    return None


def offered(page: PageModel, saying: Saying) -> Restated | None:
    """Read that of several offers the one that is the most or least of something is taken."""
    extreme = extreme_in(saying.whole)
    places = [i for i, t in enumerate(saying.tokens) if t.norm in EXTREMES]
    if extreme is None or len(places) != 1 or not saying.says(_BUYING) or saying.literals():
        return None
    rows = measured(page, extreme)
    if len(rows) < 2 or not any(e.kind == "button" for _, row in rows for e in row.walk()):  # noqa: PLR2004
        return None
    known = frozenset(w for _, row in rows for e in row.walk() if e.text and len(e.text) < 200 for w in words(e.text))  # noqa: PLR2004
    if extreme.measure == "number" and extreme.about and extreme.about[0] not in known:
        # What is compared is a column's name, which this way of putting it would lose.
        return None
    about = [
        i
        for i in saying.left(places, _OFFERS - word_set("price"))
        if saying.tokens[i].norm in known | {"cost", "price"}
    ]
    about = [i for i in about if saying.tokens[i].kind == "word"]
    if len({saying.tokens[i].norm for i in about}) > 1:
        return None
    measure = saying.tokens[about[0]].norm if about else ""
    text = f"Buy the ticket with the {saying.tokens[places[0]].norm} {measure}".strip() + "."
    return Restated(text, frozenset({*places, *about}), _OFFERS)


def event(page: PageModel, saying: Saying) -> Restated | None:
    """Read that an event of a name and length is put between two times of a day."""
    names, times = saying.literals(), saying.of_kind("time")
    names = [i for i in names if saying.tokens[i].kind == "quote"] or [
        i for i in names if saying.tokens[i].text.isalpha()
    ]
    length = re.search(r"\b(\d+(?:\.\d+)?)[ -]?(mins?|minutes?|hours?|hrs?|h)\b", saying.whole.raw)
    if len(names) != 1 or len(times) != 2 or length is None or not slots_of(page):  # noqa: PLR2004
        return None
    numbers = saying.of_kind("number")
    begin, end = (saying.tokens[i].text for i in times)
    text = (
        f"Create a {length[1]} {length[2]} event named {quoted(saying.text(names[0], names[0] + 1))}, "
        f"between {begin} and {end}."
    )
    return Restated(text, frozenset({*names, *times, *numbers}), _EVENTS)


def styled(page: PageModel, saying: Saying) -> Restated | None:
    """Read that all of the text of an editor is given a style."""
    style = style_in(saying.whole)
    if editor_of(page) is None or style is None or saying.literals():
        return None
    places = [i for i, t in enumerate(saying.tokens) if t.kind == "word" and style_in(saying.whole.part(i, i + 1))]
    if not saying.says(word_set("everything all whole entire")):
        return None
    text = f"Using the text editor, give everything the style {saying.tokens[places[0]].norm if places else style}."
    known = _STYLES | sending_words(page)
    return Restated(text + sending(saying, page), frozenset(places), known)


READERS: Final = (signed_in, booked, offered, event, styled, filled)
