"""Wishes about where something is: in a dialog, behind what is closed, among results, under the cursor."""

from typing import Final

from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.restating.saying import Restated, Saying, quoted, sending, sending_words
from gossamer.features.interact.planner.restating.vocabulary import CLICKING, FIELD, LOOKING, OPENING, TYPING
from gossamer.features.interact.planner.skills.exploring import closed
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.submitting import send_buttons
from gossamer.features.interact.planner.wordsets import word_set

_DIALOG: Final = word_set("dialog dialogue popup pop-up modal alert window overlay box message prompt lightbox notice")
_DIALOGS: Final = _DIALOG | word_set(
    "few buttons locate find text several whose answer answered answering caption respond waiting waits means "
    "top little hit open opened popped appeared showing showed up corner close closes closing dismiss "
    "dismissed gone away shut rid screen way icon symbol label labelled labeled says choose cross disappear "
    "disappears pressing its press pressed"
)
_TREE: Final = word_set("tree folder folders file files directory directories structure node nodes branch branches")
_HIDING: Final = (
    LOOKING
    | OPENING
    | CLICKING
    | _TREE
    | word_set(
        "traverse iterate hyperlink panels located opening over until reach another after text light nested comes "
        "bits fold-out hidden tucked buried somewhere either till find spot see item entry named called its each "
        "every any all through one of them name necessary needed locate reveal revealed under sits lies sitting "
        "sections where go get drill out look within collapsed closed"
    )
)
_FOCUS: Final = word_set("focus focused cursor caret active typing focussed activate click focusing inside into")
_FOCUSING: Final = (
    _FOCUS
    | FIELD
    | word_set(
        "several element elements counted counting top all keyboard ready type start move moved moving set place "
        "placed position positioned give given shift bring land sit write text entering so enter that select "
        "where my number make made blinking mouse"
    )
)
_RESULTS: Final = word_set("result results hit hits match matches link entry item")
_RESULT: Final = (
    _RESULTS
    | LOOKING
    | FIELD
    | TYPING
    | CLICKING
    | word_set(
        "entry pages further on counting top scroll till until page term query via brings bring number list "
        "whichever whatever "
        "search searched for position come back searching appear appears returned nth among out all from"
    )
)


def in_dialog(page: PageModel, saying: Saying) -> Restated | None:
    """Read that a button of the open dialog is named."""
    dialog = page.dialogs[-1] if page.dialogs else None
    if dialog is None or not saying.says(_DIALOG):
        return None
    buttons = [e for e in dialog.walk() if e is not dialog and e.kind in {"button", "link"} and e.name and e.seen]
    crosses = [b for b in buttons if folded(b.name) in {"close", "x", ""} or b.name.strip() == "\u00d7"]
    for i, token in enumerate(saying.tokens):
        if token.kind not in {"quote", "word"}:
            continue
        if crosses and token.norm == "x" and not any(folded(b.name) == "x" for b in buttons):
            return Restated('Close the dialog box by clicking the "x".', frozenset({i}), CLICKING | _DIALOGS)
        named = [b for b in buttons if folded(b.name) == folded(token.text)]
        if named and (token.kind == "quote" or token.text[:1].isupper()):
            text = f'Click the button in the dialog box labeled "{named[0].name}".'
            return Restated(text, frozenset({i}), CLICKING | _DIALOGS)
    return None


def hidden(page: PageModel, saying: Saying) -> Restated | None:
    """Read that something named is behind what is closed: sections, folders."""
    places, handles = saying.literals(), closed(page)
    if len(places) != 1 or not handles or not saying.says(_TREE | OPENING | word_set("tree hidden")):
        return None
    name = quoted(saying.text(places[0], places[0] + 1))
    text = (
        f"Navigate through the file tree. Find and click on the folder or file named {name}."
        if saying.says(_TREE)
        else f"Expand the sections below, to find and click on the link {name}."
    )
    return Restated(text, frozenset(places), _HIDING)


def opened(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the only closed section is opened."""
    sends = {b.name for b in send_buttons(page)}
    handles = [e for e in page.elements if e.node.expanded is False and e.seen] or closed(page)
    handles = [e for e in handles if e.name not in sends]
    if (
        len(handles) != 1
        or saying.literals()
        or not saying.says(OPENING - word_set("content contents area block part up"))
    ):
        return None
    known = OPENING | CLICKING | sending_words(page) | word_set("single only both")
    return Restated(f"Expand the section below.{sending(saying, page)}", frozenset(), known)


def focused(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the cursor is put into the only field, or the nth one."""
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    ordinals = saying.of_kind("ordinal")
    if (
        not fields
        or saying.literals()
        or len(ordinals) > 1
        or not saying.says(_FOCUS)
        or len(fields) != len(page.fields)
    ):
        return None
    if saying.says(_FOCUS - word_set("click inside into typing activate")) or (
        saying.says(word_set("inside into")) and saying.says(word_set("click"))
    ):
        if ordinals:
            text = f"Focus into the {saying.tokens[ordinals[0]].text} input textbox."
        elif len(fields) == 1:
            text = "Focus into the textbox."
        else:
            return None
        return Restated(text, frozenset(ordinals), _FOCUSING)
    return None


def result(page: PageModel, saying: Saying) -> Restated | None:
    """Read that one of the results of a search is opened, by its place."""
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    buttons = send_buttons(page)
    literal, ordinals = saying.literals(), saying.of_kind("ordinal")
    literal = [i for i in literal if i not in ordinals] or [
        i
        for i, t in enumerate(saying.tokens)
        if i and t.kind == "word" and t.text[:1].isupper() and saying.tokens[i - 1].norm == "for"
    ]
    if len(literal) > 1:
        # The button is no text to search for.
        literal = [i for i in literal if not any(folded(b.name) == folded(saying.tokens[i].text) for b in buttons)]
    if len(fields) != 1 or len(literal) != 1 or len(ordinals) != 1 or not saying.says(_RESULTS | LOOKING):
        return None
    if not (is_search(fields[0], page) or any(folded(b.name) in {"search", "go", "find"} for b in buttons)):
        return None
    ordinal = saying.tokens[ordinals[0]].text
    name = next((b.name for b in buttons), "Search")
    text = (
        f'Use the textbox to enter {quoted(saying.text(literal[0], literal[0] + 1))} and press "{name}", then find and '
        f"click the {ordinal} search result."
    )
    named = (i for i in saying.literals() if i not in literal)
    return Restated(text, frozenset({*literal, *ordinals, *named}), _RESULT)


def button(page: PageModel, saying: Saying) -> Restated | None:
    """Read that the only thing that is named is a button."""
    places = saying.of_kind("quote") or [
        i for i, t in enumerate(saying.tokens) if t.kind == "word" and len(t.text) > 1 and t.text.isupper()
    ]
    if len(places) != 1 or saying.says(_DIALOG & word_set("dialog dialogue popup modal alert")):
        return None
    name = saying.text(places[0], places[0] + 1)
    if len(_called(page, name)) != 1:
        return None
    known = CLICKING | LOOKING | word_set("buttons labelled label labeled says reading please that text push it its")
    return Restated(f"Click on the {quoted(name)} button.", frozenset(places), known)


def _called(page: PageModel, name: str) -> list[Element]:
    return [e for e in page.elements if e.kind == "button" and e.seen and e.name.strip() == name]


READERS: Final = (in_dialog, result, hidden, opened, focused, button)
