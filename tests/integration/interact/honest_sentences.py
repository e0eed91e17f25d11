"""What strangers say to the applications, and what has to be true of the page and of the answer afterwards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """A sentence. *heard* is what the server heard: what, and some of what was told with it.

    *answer* is a part of the output. *missed* is a part of what is told as not understood or not done; None where all
    of it is done. *nothing* says that nothing had to be done.
    """

    prompt: str
    heard: Sequence[tuple[str, Mapping[str, str | None]]] = ()
    answer: str = ""
    missed: str | None = None
    nothing: bool = False


@dataclass(frozen=True)
class Walk:
    """Sentences that are said one after the other on a page of an application."""

    application: str
    said: tuple[Said, ...]


def walk(application: str, *said: Said) -> Walk:
    return Walk(application, said)


def did(prompt: str, what: str, **told: str) -> Said:
    """Return a sentence after which the server has heard one thing."""
    return Said(prompt, ((what, told),))


def answers(prompt: str, answer: str) -> Said:
    return Said(prompt, answer=answer)


def misses(prompt: str, missed: str = "") -> Said:
    """Return a sentence of which something is not understood, and nothing that lasts is done."""
    return Said(prompt, missed=missed)


def uses(prompt: str, told: str = "") -> Said:
    """Return a sentence for which the page is used, and its server hears nothing."""
    return Said(prompt, answer=told)


ADA = {"email": "ada@example.org"}
OPENED = ("open", {"subject": "Invoice 118"})

WALKS: tuple[Walk, ...] = (
    # Mail
    walk(
        "mail",
        did("Open Arachne's message and tell me what time it starts", "open", subject="Contest on Friday"),
        did("Reply to her saying I'll be there", "send", to="Arachne", text="I'll be there"),
        misses("Star the message from Penelope", "Penelope"),
        Said("go back to the inbox, then get rid of the invoice", (OPENED, ("delete", {"subject": "Invoice 118"}))),
    ),
    walk(
        "mail",
        did("Star the message from Penelope", "star", subject="The shroud"),
        answers("How many messages do I have?", "4"),
        answers("Is there anything unread?", "2"),
        answers("Who sent the invoice?", "Clotho"),
        misses("Delete the message from Zeus", "Zeus"),
        misses("Delete all mails", "all mails"),
        misses("Who wrote about the wedding?", "wedding"),
    ),
    walk("mail", Said("What is the amount due on the invoice?", (OPENED,), answer="61.20")),
    walk(
        "mail",
        did(
            "write a mail to zeus@olympus.gr about the thunder with the text Please keep it down tonight",
            "send",
            to="zeus@olympus.gr",
            subject="the thunder",
            text="Please keep it down tonight",
        ),
        did(
            "Send an email to zeus@olympus.gr with subject Thunder and message Keep it down",
            "send",
            to="zeus@olympus.gr",
            subject="Thunder",
            text="Keep it down",
        ),
        did("Write to bob@example.org saying hello", "send", to="bob@example.org", text="hello"),
        did(
            "Compose an email to ada@example.org, subject Looms, message: Is the loom free on Monday?",
            "send",
            to="ada@example.org",
            subject="Looms",
            text="Is the loom free on Monday?",
        ),
        misses("Send a message to eve@example.org", "eve@example.org"),
    ),
    walk(
        "mail",
        did("open the first unread mail", "open", subject="The shroud"),
        uses("go back to the inbox", "Back to inbox"),
        did("Please open the message about yarn", "open", subject="Left my ball of yarn"),
        misses("Mark it as spam", "spam"),
    ),
    walk("mail", Said("Delete the mail from Clotho", (OPENED, ("delete", {"subject": "Invoice 118"})))),
    walk("mail", misses("Mark all messages as read", "read"), misses("Open the newest unread message", "newest")),
    walk(
        "mail",
        Said(
            'Find the message about yarn and reply "It is here"',
            (
                ("open", {"subject": "Left my ball of yarn"}),
                ("send", {"to": "Ariadne", "text": "It is here"}),
            ),
        ),
    ),
    walk(
        "mail",
        did("Search for yarn", "search", wanted="yarn"),
        misses("Open the result and reply to it with 'It is mine'", "the result"),
    ),
    # Hotel
    walk(
        "hotel",
        uses("I want to check in on 12 April 2027 and check out on 15 April 2027", "Check-out date"),
        uses("Set the number of guests to 4", "More guests"),
        misses("pick the cheapest room", "cheapest"),
        did(
            "My name is Theseus, please book it",
            "book",
            arrival="2027-04-12",
            departure="2027-04-15",
            guests="4",
            name="Theseus",
        ),
    ),
    walk(
        "hotel",
        uses("there will be four guests", "More guests"),
        did(
            "book a suite from 3 May 2027 to 9 May 2027 for Theseus",
            "book",
            arrival="2027-05-03",
            departure="2027-05-09",
            room="Suite",
            guests="4",
            name="Theseus",
        ),
        misses("cancel my booking", "cancel"),
        misses("Set guests to 9", "9"),
    ),
    walk(
        "hotel",
        uses("Choose Suite from Room"),
        answers("What room is selected?", "Suite"),
        misses("I'd like a room with sea view", "sea view"),
        misses("Book the room with breakfast", "breakfast"),
        misses("add a swimming pool", "swimming pool"),
        Said("Book it now", (("book", {"room": "Suite"}),), missed="Choose both dates first."),
    ),
    walk(
        "hotel",
        did(
            "Choose 12 April 2027 as check-in date and 15 April 2027 as check-out date, enter Theseus as name of guest "
            "and click Book now",
            "book",
            arrival="2027-04-12",
            name="Theseus",
        ),
    ),
    walk(
        "hotel",
        did(
            "Book a single room for 3 guests from 5 April 2027 to 8 April 2027, name Ariadne",
            "book",
            arrival="2027-04-05",
            departure="2027-04-08",
            room="Single room",
            guests="3",
            name="Ariadne",
        ),
    ),
    # Board
    walk(
        "board",
        did(
            "put Handloom lament at the top of the songs",
            "sort",
            order="Handloom lament, Waulking song, Spinning wheel",
        ),
        did("put Spinning wheel first", "sort", order="Spinning wheel, Handloom lament, Waulking song"),
        did("Move Warp the loom to Done", "move", card="Warp the loom", to="Done"),
        misses("Is Dye the silk finished?", "finished"),
        misses("Move Dye the silk to Archive", "Archive"),
        misses("delete the card Dye the silk", "delete"),
        misses("Move every card to Done", "every card"),
        did("set the tempo to 140", "tempo", beat="140"),
        misses("make it faster", "faster"),
    ),
    # Cars
    walk(
        "cars",
        did(
            "show me only automatic electric cars under 20000", "search", fuel="Electric", max="20000", automatic="yes"
        ),
        misses("sort the cars by price", "price"),
    ),
    walk(
        "cars",
        did("Find automatic electric cars", "search", fuel="Electric", automatic="yes"),
        answers("How many cars are found?", "3"),
        answers("Which one is the cheapest?", "Clotho Spindle"),
        answers("how much is the Clotho Spindle?", "18,900"),
    ),
    walk(
        "cars",
        did("Only show cars under 20000 euros", "search", max="20000"),
        uses("Remove all the filters", "Clear filters"),
        Said("Find me a red electric car", (("search", {"fuel": "Electric"}),), missed="red"),
    ),
    walk("cars", did("show petrol cars made by Arachne", "search", make="Arachne", fuel="Petrol")),
    # Members
    walk(
        "members",
        did(
            "Sign me in as ada@example.org, the password is analytical-engine, and stay signed in",
            "signed in",
            stay="yes",
            **ADA,
        ),
        answers("what's my balance", "1,204.50"),
        answers("How much was the February invoice?", "42.00"),
        answers("What is the amount of the January invoice?", "40.00"),
        answers("How much was invoice 2027-02?", "42.00"),
        misses("Download the invoice 2027-01", "Download"),
        Said("log me out", (("signed out", {}),)),
    ),
    walk(
        "members",
        Said("Log in with ada@example.org and password wrong", (("refused", ADA),), missed="Wrong e-mail address"),
        did("log in with ada@example.org / analytical-engine", "signed in", **ADA),
        Said("Sign out", (("signed out", {}),)),
        misses("what's my balance", "balance"),
    ),
    walk("members", misses("Create an account for bob@example.org", "account"), misses("reset my password", "reset")),
    walk(
        "members",
        did("remember me and sign in with ada@example.org, password analytical-engine", "signed in", stay="yes", **ADA),
        Said("sign me out please", (("signed out", {}),)),
    ),
    # Gazette
    walk(
        "gazette",
        Said(
            "refuse cookies and subscribe with ada@example.org",
            (("consent", {"choice": "necessary"}), ("letter", ADA)),
        ),
        misses("unsubscribe me", "unsubscribe"),
        answers("What's the headline?", "Weavers vote"),
        misses("Who wrote the article?", "wrote"),
    ),
    walk(
        "gazette",
        did("Accept only the necessary cookies", "consent", choice="necessary"),
        misses("subscribe", "filled in"),
    ),
    walk("gazette", misses("only allow statistics cookies, nothing else", "statistics")),
    walk(
        "gazette",
        Said("Do not accept the cookies", nothing=True),
        Said(
            "If there is a cookie banner, close it. Then subscribe me with eve@example.org",
            (("consent", {"choice": "necessary"}), ("letter", {"email": "eve@example.org"})),
        ),
    ),
    # Catalogue
    walk(
        "catalogue",
        did("Add the Linen basket to the basket", "basket", item="Linen basket"),
        did("Put the cheapest product in the basket", "basket", item="Linen lamp"),
        did("Add the second product to the basket", "basket", item="Linen kettle"),
        misses("click Add to basket", "may be any of 6"),
        misses("put two copper kettles and a linen lamp in my basket", "two copper kettles"),
        misses("Remove the Linen lamp from the basket", "remove"),
        misses("Buy the linen kettle", "buy"),
        answers("What is the price of the first product", "19.50"),
        answers("How many products are there?", "72"),
        misses("sort the products by price", "price"),
        misses("how much is the Golden harp?", "Golden harp"),
    ),
    walk("catalogue", answers("show everything and tell me the most expensive product", "Glass curtain € 90.50")),
    # Kettle
    walk(
        "kettle",
        Said("what do customers say about it?", (("reviews", {}),), missed="customers"),
        misses("how heavy is it?", "heavy"),
        misses("Is it delivered by car?", "car"),
        misses("Buy it", "Buy"),
        uses("Show the specifications", "Specifications"),
        answers("what is its capacity?", "1.6 litres"),
    ),
    # Weather
    walk(
        "weather",
        misses("what's the weather in Athens in Fahrenheit?", "weather"),
        did("Tick Fahrenheit and search for Bergen", "search", city="Bergen", unit="F"),
        misses("Show me the weather in Quito", "in Quito"),
    ),
    # Checkout
    walk(
        "checkout",
        answers("How much do I have to pay?", "93.50"),
        misses("Apply the voucher SPRING", "voucher"),
        misses("Pay by invoice", "invoice"),
        did(
            "pay with card 4111 1111 1111 1111, expiring 12/29, cvc 123, name Ada Lovelace",
            "paid",
            number="4111 1111 1111 1111",
            holder="Ada Lovelace",
            expiry="12/29",
            code="123",
        ),
        answers("What does the page say now?", "Thank you for your order."),
        misses("Cancel the order", "Cancel"),
    ),
    walk(
        "checkout",
        did(
            "Pay with card number 4111111111111111, name Ada Lovelace, expiry 12/29 and security code 123",
            "paid",
            holder="Ada Lovelace",
            code="123",
        ),
    ),
    walk("checkout", Said("Enter card 4111111111111111 and pay", (("refused", {}),), missed="Fill in the whole form.")),
    # Tasks
    walk(
        "tasks",
        misses("mark Buy yarn as done", "done"),
        misses("Click the button", "may be any of"),
        misses("Click Delete", "may be any of"),
        misses("Order me a pizza", "pizza"),
        misses("Delete everything except Buy yarn", "everything"),
        misses("Archive Buy yarn", "Archive"),
        misses("Delete the task about the cow", "cow"),
        misses("delete the ninth task", "ninth"),
        misses("Complete the first task", "first task"),
        answers("How many tasks are there?", "3"),
        answers("Are there any tasks?", "3"),
    ),
    walk(
        "tasks",
        did("delete the second task and confirm", "delete", title="Oil the loom"),
        did("add a high priority task called Feed the cat", "create", title="Feed the cat", priority="High"),
        did("rename Buy yarn to Buy wool", "rename", title="Buy yarn", to="Buy wool"),
        did('Please add the task "Wash the dog" with low priority', "create", title="Wash the dog", priority="Low"),
        misses("Create a task called Sweep the floor for tomorrow", "for tomorrow"),
    ),
    walk(
        "tasks",
        did('Create a new task "Feed the cat" with priority High', "create", title="Feed the cat", priority="High"),
    ),
    walk("tasks", did("Remove the task about the loom", "delete", title="Oil the loom")),
    walk("tasks", did("Could you please rename 'Buy yarn' into 'Buy wool'?", "rename", to="Buy wool")),
    # Archive
    walk(
        "archive",
        misses("How many entries are there in total?", "more pages"),
        answers("open the last page and give me the title of the last entry", "Entry 30"),
        misses("take me to entry 3", "entry 3"),
        misses("Go to page 9", "9"),
        misses("search for cloth", "search"),
    ),
    walk(
        "archive",
        uses("Visit the first 3 pages", "Next page"),
        answers("What is the title of the first entry?", "Entry 11"),
    ),
    # Feed
    walk(
        "feed",
        uses("load everything", "Scrolled"),
        answers("how many posts are there?", "80"),
        misses("like the first post", "like"),
    ),
    walk("feed", answers("keep scrolling to the very bottom and count the posts", "80")),
    # Documents
    walk(
        "documents",
        uses("upload a file called notes.txt containing hello world, title Notes, accept the terms", "typed “Notes”"),
        did("press Upload", "upload", name="notes.txt", text="hello world", title="Notes", terms="yes"),
    ),
    walk("documents", misses("Set the title to My essay and upload it", "Choose a document first.")),
)
