"""Plain sentences about the applications of the test site, what their server then has heard, and what is answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from gossamer.testing.site import Happening
from tests.integration.interact.journeys import heard


@dataclass(frozen=True)
class Sentence:
    """What is said on a page. *heard* is None where it does not matter; *answer* is a part of what is answered."""

    path: str
    prompt: str
    heard: tuple[Happening, ...] | None = None
    answer: str = ""

    @property
    def name(self) -> str:
        """Return a name for the test of it."""
        return f"{self.path.removeprefix('/apps/')}: {self.prompt}"


def told(path: str, *prompts: str, heard: Sequence[Happening] | None = None, answer: str = "") -> list[Sentence]:
    """Return a sentence for each wording of the same wish."""
    listened = None if heard is None else tuple(heard)
    return [Sentence(f"/apps/{path}", prompt, listened, answer) for prompt in prompts]


def turned(application: str, count: int) -> list[Happening]:
    """Return what is heard when so many pages of a list are asked for."""
    return [heard(application, "page", page=str(number)) for number in range(1, count + 1)]


ADA = heard("members", "signed in", email="ada@example.org", stay="")
BOOKED = {"arrival": "2027-04-14", "departure": "2027-04-17", "room": "Double room", "born": "", "name": ""}

SENTENCES: Sequence[Sentence] = (
    *told(
        "catalogue",
        'click "Show more products" until it is gone',
        "Keep clicking the show more products button until it disappears.",
        "Load more products until there are no more.",
        "press Show more products repeatedly until it's no longer there",
        heard=turned("catalogue", 12),
    ),
    *told(
        "catalogue",
        'Add the "Woollen bowl" to the basket after showing more products',
        "Click Show more products, then add the Woollen bowl to the basket",
        heard=(*turned("catalogue", 2), heard("catalogue", "basket", item="Woollen bowl")),
    ),
    *told("catalogue", "What is the price of the Linen kettle?", "how much is the linen kettle", answer="€ 20.50"),
    *told(
        "feed",
        "scroll down until there are no more posts",
        "Scroll to the end of the feed until nothing new loads.",
        'Keep scrolling until the page says "You have seen everything"',
        heard=turned("feed", 8),
    ),
    *told(
        "archive",
        "go to the next page until there is none",
        "Click on Next page until the last page is reached.",
        "page through to the end",
        "Go through all pages of the journal.",
        heard=turned("archive", 6),
    ),
    *told("archive", "go to page 4", "Open page 4.", heard=[heard("archive", "page", page=page) for page in "14"]),
    *told(
        "kettle",
        "open the Customer reviews tab",
        "Click the tab with the customer reviews",
        "Switch to the customer reviews tab.",
        heard=[heard("kettle", "reviews")],
    ),
    *told("kettle", "Open the Specifications tab and tell me the capacity.", answer="1.6 litres"),
    *told("kettle", "how much does it cost?", "What is the price?", answer="€ 89.00"),
    *told(
        "cars",
        "choose Clotho as the make, select Electric, set the maximum price to 20000 and click Show cars",
        'Select "Clotho" from Make. Choose the Electric radio button. Type 20000 into Maximum price. Press Show cars.',
        "Filter by make Clotho, fuel Electric and a maximum price of 20000, then show the cars.",
        heard=[heard("cars", "search", make="Clotho", fuel="Electric", max="20000")],
    ),
    *told(
        "cars",
        "Tick automatic gearbox only and show the cars",
        'check "Automatic gearbox only", then click the Show cars button',
        heard=[heard("cars", "search", automatic="yes")],
    ),
    *told(
        "members",
        "log in with ada@example.org and password analytical-engine",
        'Sign in as "ada@example.org" with the password "analytical-engine".',
        "Type ada@example.org into E-mail address, analytical-engine into Password and click Sign in",
        "Fill in the email ada@example.org and the password analytical-engine, then submit the form.",
        heard=[ADA],
    ),
    *told(
        "members",
        "Log in with ada@example.org and password analytical-engine and tell me the balance.",
        answer="1,204.50",
        heard=[ADA],
    ),
    *told(
        "members",
        "Check keep me signed in, then log in with ada@example.org and password analytical-engine",
        heard=[heard("members", "signed in", email="ada@example.org", stay="yes")],
    ),
    *told(
        "gazette",
        "reject all cookies",
        'Click "Reject all".',
        "Refuse the cookies.",
        "Decline the cookie banner",
        heard=[heard("gazette", "consent", choice="necessary")],
    ),
    *told(
        "gazette",
        "accept the cookies",
        "Accept all cookies.",
        heard=[heard("gazette", "consent", choice="all")],
    ),
    *told(
        "gazette",
        "Close the cookie banner, then subscribe with reader@example.org",
        "dismiss the cookie banner, type reader@example.org into Your e-mail and click Subscribe",
    ),
    *told(
        "checkout",
        "Type 4111111111111111 into Card number, 12/30 into Expiry date and 123 into Security code, then click Pay",
        "Enter 4111111111111111 as the card number, 12/30 as the expiry date and 123 as the security code and pay.",
        heard=[heard("checkout", "paid", number="4111111111111111", holder="", expiry="12/30", code="123")],
    ),
    *told(
        "weather",
        "search for Athens",
        'Type "Athens" into the City field and press Search',
        "Enter Athens in the city box and hit enter.",
        heard=[heard("weather", "search", city="Athens", unit="C")],
    ),
    *told(
        "weather",
        "Check Fahrenheit, then search for Quito.",
        heard=[heard("weather", "search", city="Quito", unit="F")],
    ),
    *told(
        "tasks",
        'Delete the task "Buy yarn" and accept the dialog',
        "click Delete Buy yarn, then confirm",
        heard=[heard("tasks", "delete", title="Buy yarn")],
    ),
    *told(
        "tasks",
        "Click Delete all tasks, then cancel the dialog.",
        "Press 'Delete all tasks' and dismiss the alert",
        heard=[],
    ),
    *told(
        "tasks",
        'Rename "Oil the loom" to "Oil both looms"',
        heard=[heard("tasks", "rename", title="Oil the loom", to="Oil both looms")],
    ),
    *told(
        "tasks",
        'Click New task, type "Wind the clock" into Title, choose High as priority and save',
        "Create a new task with the title Wind the clock and the priority High, then click Save.",
        heard=[heard("tasks", "create", title="Wind the clock", priority="High")],
    ),
    *told(
        "hotel",
        "Choose 14 April 2027 as the check-in date and 17 April 2027 as the check-out date, then click Book now",
        "Set the check-in date to April 14, 2027 and the check-out date to April 17, 2027 and book now.",
        "Pick 2027-04-14 as check-in date and 2027-04-17 as check-out date. Press Book now.",
        heard=[heard("hotel", "book", **BOOKED, guests="2")],
    ),
    *told(
        "hotel",
        "Click More guests twice and choose the Suite. Choose 14 April 2027 as the check-in date and 17 April 2027 as "
        "the check-out date. Set the date of birth to 1815-12-10. Then click Book now.",
        heard=[
            heard("hotel", "book", **{**BOOKED, "room": "Suite", "born": "1815-12-10"}, guests="4"),
        ],
    ),
    *told(
        "board",
        'drag "Dye the silk" to Done',
        "Move the card Dye the silk into the Done column.",
        "Drag and drop Dye the silk onto Done",
        heard=[heard("board", "move", card="Dye the silk", to="Done")],
    ),
    *told(
        "board", "set the tempo to 140", "Move the Tempo slider to 140.", heard=[heard("board", "tempo", beat="140")]
    ),
    *told(
        "mail",
        "open the second mail",
        "Open the e-mail from Arachne.",
        'click on "Contest on Friday"',
        heard=[heard("mail", "open", subject="Contest on Friday")],
    ),
    *told(
        "mail",
        'Open the mail from Clotho and reply "It is paid."',
        'Open the mail "Invoice 118", click Reply, type "It is paid." into Message and click Send.',
        heard=[
            heard("mail", "open", subject="Invoice 118"),
            heard("mail", "send", to="Clotho", subject="Re: Invoice 118", text="It is paid."),
        ],
    ),
    *told(
        "mail",
        "Star the mail from Ariadne",
        "Click the star of the mail from Ariadne.",
        heard=[heard("mail", "star", subject="Left my ball of yarn", on="true")],
    ),
    *told(
        "mail",
        "Search for invoice and open it",
        heard=[heard("mail", "search", wanted="invoice"), heard("mail", "open", subject="Invoice 118")],
    ),
)
