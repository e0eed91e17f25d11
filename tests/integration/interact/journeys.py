"""What somebody did in the applications of the test site, as a session records it, and what the server heard of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from gossamer.core.interaction import (
    AnswerDialog,
    Back,
    Check,
    Clear,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    GoTo,
    Hover,
    Locator,
    Performed,
    Press,
    ScrollBy,
    ScrollTo,
    Select,
    SelectText,
    SetValue,
    Step,
    StepResult,
    Type,
    Upload,
    WaitFor,
)
from gossamer.testing.site import Happening

REF = "e1"
CARD = ("iframe[title='Secure payment']",)


@dataclass(frozen=True)
class Journey:
    """Where it begins, what is done, and what the server then heard; `{site}` in a step is the site's address."""

    name: str
    path: str
    steps: tuple[Performed, ...]
    heard: tuple[Happening, ...]


def did(
    step: Step,
    css: str | None = None,
    *,
    named: tuple[str, str] = ("", ""),
    frames: tuple[str, ...] = (),
    onto: str | None = None,
    leads_on: bool = False,
    note: str = "",
) -> Performed:
    target = None if css is None else Locator(css, *named, frames=frames)
    other = None if onto is None else Locator(onto)
    return Performed(step, StepResult("", "", target, other, navigated=leads_on, note=note))


def heard(application: str, what: str, **told: str) -> Happening:
    return Happening(application, what, told)


def _pages(application: str, count: int) -> list[Happening]:
    return [heard(application, "page", page=str(number)) for number in range(1, count + 1)]


JOURNEYS: Sequence[Journey] = (
    Journey(
        "load more until it is gone",
        "/apps/catalogue",
        (
            *[did(Click(REF), "#more", named=("button", "Show more products"))] * 11,
            did(Click(REF), "#products > article:nth-of-type(72) > button", named=("button", "Add to basket")),
        ),
        (*_pages("catalogue", 12), heard("catalogue", "basket", item="Glass curtain")),
    ),
    Journey(
        "scroll until there is no more",
        "/apps/feed",
        tuple(
            step
            for last in range(20, 81, 10)
            for step in (did(ScrollBy("down", to_end=True)), did(WaitFor(text=f"Post number {last}")))
        ),
        tuple(_pages("feed", 8)),
    ),
    Journey(
        "turn pages, go back and go elsewhere",
        "/apps/archive",
        (
            did(Click(REF), "nav > a[rel=next]", named=("link", "Next page ›"), leads_on=True),  # noqa: RUF001
            did(Click(REF), "nav > a[rel=next]", named=("link", "Next page ›"), leads_on=True),  # noqa: RUF001
            did(Back(), leads_on=True),
            did(GoTo("{site}/apps/archive?page=6"), leads_on=True),
        ),
        tuple(heard("archive", "page", page=page) for page in "12326"),
    ),
    Journey(
        "open a tab by its name where its place has changed",
        "/apps/kettle",
        (did(Click(REF), "#t3", named=("tab", "Customer reviews")), did(WaitFor(text="sings in tune"))),
        (heard("kettle", "reviews"),),
    ),
    Journey(
        "filter",
        "/apps/cars",
        (
            did(Select(REF, ("Clotho",)), "select[name=make]"),
            did(Check(REF), "input[value=Electric]"),
            did(SetValue(REF, "20000"), "input[name=max]"),
            did(Check(REF), "input[name=automatic]"),
            did(Click(REF), "form > button:nth-of-type(1)", named=("button", "Show cars"), leads_on=True),
        ),
        (heard("cars", "search", make="Clotho", fuel="Electric", max="20000", automatic="yes"),),
    ),
    Journey(
        "log in after a mistake was mended",
        "/apps/members",
        (
            did(Type(REF, "wrong"), "input[name=email]"),
            did(Type(REF, "ada@example.org"), "input[name=email]"),
            did(Type(REF, "analytical"), "input[name=password]"),
            did(Type(REF, "-engine", clear=False, submit=True), "input[name=password]", leads_on=True),
        ),
        (heard("members", "signed in", email="ada@example.org", stay=""),),
    ),
    Journey(
        "pay in a frame",
        "/apps/checkout",
        (
            did(Type(REF, "4111111111111111"), "input[name=number]", frames=CARD),
            did(Type(REF, "12/30"), "input[name=expiry]", frames=CARD),
            did(Type(REF, "Ada"), "input[name=holder]", frames=CARD),
            did(Clear(REF), "input[name=holder]", frames=CARD),
            did(Type(REF, "123"), "input[name=code]", frames=CARD),
            did(Click(REF), "form > button", frames=CARD, named=("button", "Pay € 93.50")),
            did(WaitFor(text="Thank you for your order.")),
        ),
        (heard("checkout", "paid", number="4111111111111111", holder="", expiry="12/30", code="123"),),
    ),
    Journey(
        "search in shadow roots",
        "/apps/weather",
        (
            did(Check(REF), "weather-app #unit"),
            did(Type(REF, "Athens"), "weather-app search-box #city"),
            did(Click(REF), "weather-app search-box form > button", named=("button", "Search")),
            did(WaitFor(text="88 °F")),
            did(Check(REF, on=False), "weather-app #unit"),
            did(Type(REF, "Quito", submit=True), "weather-app search-box #city"),
            did(WaitFor(text="18 °C")),
        ),
        (
            heard("weather", "search", city="Athens", unit="F"),
            heard("weather", "search", city="Quito", unit="C"),
        ),
    ),
    Journey(
        "answer dialogs",
        "/apps/tasks",
        (
            did(
                Click(REF),
                "#tasks > li:nth-child(1) > button:nth-of-type(2)",
                note='a confirm dialog asks: Delete "Buy yarn"?',
            ),
            did(AnswerDialog()),
            did(Click(REF), "#tasks > li:nth-child(2) > button:nth-of-type(1)"),
            did(AnswerDialog(text="Write to Odysseus")),
            did(Click(REF), "#clear"),
            did(AnswerDialog(accept=False)),
            did(Click(REF), "#new"),
            did(Type(REF, "Wind the clock"), "dialog input[name=title]"),
            did(Select(REF, ("High",)), "dialog select"),
            did(Click(REF), "dialog button[value=save]"),
            did(WaitFor(text="Wind the clock")),
        ),
        (
            heard("tasks", "delete", title="Buy yarn"),
            heard("tasks", "rename", title="Write to Penelope", to="Write to Odysseus"),
            heard("tasks", "create", title="Wind the clock", priority="High"),
        ),
    ),
    Journey(
        "choose dates",
        "/apps/hotel",
        (
            did(Click(REF), "button[data-for=arrival]"),
            did(Click(REF), "button[aria-label='Next month']"),
            did(Click(REF), "button[aria-label='14 April 2027']"),
            did(Click(REF), "button[data-for=departure]"),
            did(Click(REF), "button[aria-label='17 April 2027']"),
            *[did(Click(REF), "#more")] * 3,
            did(SetValue(REF, "1815-12-10"), "#born"),
            did(Select(REF, ("Suite",)), "#room"),
            did(Click(REF), "#booking > button"),
            did(WaitFor(text="Booked:")),
        ),
        (
            heard(
                "hotel",
                "book",
                arrival="2027-04-14",
                departure="2027-04-17",
                guests="5",
                room="Suite",
                born="1815-12-10",
                name="",
            ),
        ),
    ),
    Journey(
        "upload",
        "/apps/documents",
        (
            did(Upload(REF, "letter.txt", "Grüße\n".encode()), "input[type=file]"),
            did(Type(REF, 'A "letter"'), "input[name=title]"),
            did(Check(REF), "input[name=terms]"),
            did(Click(REF), "form > button", leads_on=True),
        ),
        (heard("documents", "upload", name="letter.txt", text="Grüße\n", title='A "letter"', terms="yes"),),
    ),
    Journey(
        "drag",
        "/apps/board",
        (
            did(Drag(REF, "e2"), ".column:nth-of-type(1) > .card:nth-of-type(2)", onto="section[aria-label=Done]"),
            did(Drag(REF, "e2", "after"), "#songs > li:nth-child(1)", onto="#songs > li:nth-child(3)"),
            did(WaitFor(seconds=0.2)),
            did(SetValue(REF, "140"), "#tempo"),
        ),
        (
            heard("board", "move", card="Dye the silk", to="Done"),
            heard("board", "sort", order="Spinning wheel, Handloom lament, Waulking song"),
            heard("board", "tempo", beat="140"),
        ),
    ),
    Journey(
        "refuse cookies and subscribe",
        "/apps/gazette",
        (
            did(Click(REF), "[data-choice=necessary]", named=("button", "Reject all")),
            did(Type(REF, "ada@example.org", submit=True), "input[type=email]"),
            did(WaitFor(text="Thank you.")),
        ),
        (heard("gazette", "consent", choice="necessary"), heard("gazette", "letter", email="ada@example.org")),
    ),
    Journey(
        "use a mailbox with keys and mouse",
        "/apps/mail",
        (
            did(Type(REF, "contest"), "input[type=search]"),
            did(Press("Enter", REF), "input[type=search]"),
            did(Hover(REF), "#mails > div:nth-child(1)"),
            did(ClickAt(12, 12, REF), "#mails > div:nth-child(1) > button"),
            did(DoubleClick(REF), "h1"),
            did(SelectText(REF, "box"), "h1"),
            did(ScrollTo(REF), "#mails > div:nth-child(1)"),
            did(Click(REF), "#mails > div:nth-child(1) > span"),
            did(Click(REF), "#reply"),
            did(Type(REF, "I come."), "textarea"),
            did(Press("Backspace")),
            did(Press("!")),
            did(Click(REF), "#writing > button"),
            did(WaitFor(text="Your message was sent.")),
        ),
        (
            heard("mail", "search", wanted="contest"),
            heard("mail", "star", subject="Contest on Friday", on="true"),
            heard("mail", "open", subject="Contest on Friday"),
            heard("mail", "send", to="Arachne", subject="Re: Contest on Friday", text="I come!"),
        ),
    ),
    Journey(
        "drag so far",
        "/apps/board",
        (did(DragBy(REF, 0, 70), "#songs > li:nth-child(1)"), did(WaitFor(seconds=0.2))),
        (heard("board", "sort", order="Spinning wheel, Handloom lament, Waulking song"),),
    ),
)
