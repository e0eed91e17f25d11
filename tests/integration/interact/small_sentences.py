"""What strangers say to the small pages: rows, switches, conditions, questions with conditions."""

from tests.integration.interact.honest_sentences import Said, Walk, answers, did, misses, uses, walk

SMALL_WALKS: tuple[Walk, ...] = (
    walk(
        "plans",
        answers("What does the Crew plan cost?", "$31"),
        answers("How much is the Crew plan when billed yearly?", "$25"),
        answers("What does the Fleet plan cost a month?", "$122"),
    ),
    walk("tent", answers("What is the price?", "$179.00"), uses("Click Next", "Clicked “Next”")),
    walk("notebook", did("Using the editor, give the text at. the style bold", "bold", text="at.")),
    walk("notebook", did("Make the text in the style bold", "bold", text="in")),
    walk(
        "tickets",
        did("Turn dark mode off", "dark", on="false"),
        did("Switch the dark mode on, please", "dark", on="true"),
        misses("Close ticket 999", "999"),
        misses("Delete the ticket of Zed Zebra", "Zed Zebra"),
        misses("Delete the lamp ticket", "may be any of 2"),
        misses("Cancel ticket 201", "201"),
        answers("What is the status of ticket 202?", "Waiting"),
        answers("Who has the ticket about the parcel?", "Tom Alder"),
        answers("Which tickets are open?", "Una Crane"),
        did("Assign the lost parcel ticket to me", "assign", number="202"),
        misses("Assign the lost parcel ticket to Bob", "Bob"),
        Said("If ticket 201 is waiting, close it", answer="It is not so", nothing=True),
        did("If ticket 202 is waiting, close it", "close", number="202"),
        misses("If the moon is full, close ticket 201", "the moon is full"),
        did("Close ticket number 203", "close", number="203"),
        did('Click "Delete" next to Tom Alder', "delete", number="202"),
        did("Delete Una Crane's ticket", "delete", number="203"),
    ),
    walk("tickets", Said("Close all tickets", tuple(("close", {"number": n}) for n in ("201", "202", "203")))),
    walk(
        "tickets",
        Said(
            "Close the tickets of Ida Noon and Una Crane", (("close", {"number": "201"}), ("close", {"number": "203"}))
        ),
    ),
    walk(
        "settings",
        did("Turn the radio off", "radio", on="false"),
        Said("If the radio is on, turn it off", answer="It is not so", nothing=True),
        misses("Turn the volume down", "volume"),
        did("Turn the volume down to 20", "change", name="volume", value="20"),
        misses("Change the nickname from Max to Zoe and save changes", "Max"),
        Said(
            "Change the nickname from Bob to Zoe and save changes",
            (("change", {"name": "nick", "value": "Zoe"}), ("save", {"nick": "Zoe"})),
        ),
        uses("Clear the nickname", "Cleared"),
    ),
    walk("settings", did("Turn newsletter and weekly tips off", "change", name="news", value="false")),
    walk(
        "books",
        did("Add the second book to the cart", "add", title="The Tower"),
        Said("Add Kirke to the cart twice", (("add", {"title": "Kirke"}), ("add", {"title": "Kirke"}))),
        misses("Add Kirke or Orbit to the cart", "Kirke or Orbit"),
        misses("Snooze the Orbit book", "Snooze"),
        Said("Empty the cart", (("empty", {}),), missed="cart"),
        answers("Which book has the highest rating?", "The Tower"),
        answers("What is the cheapest paperback?", "Kirke"),
        answers("How many books cost less than 9 pounds?", "2"),
        misses("Which book has the most chapters?", "chapters"),
        answers("List every title with its author and price", "Orbit, Sam Harv, £6.99"),
        answers("Sort by price, lowest first, and tell me the first title", "Orbit"),
        answers("Set the maximum price to 8 and tell me how many books there are", "1"),
    ),
    walk(
        "lakes",
        answers("List the lakes longer than 200 km", "Ladoga, Onega"),
        answers("List the lakes and their lengths", "Saimaa, 147"),
        answers("Which is the longest lake in Russia?", "Onega"),
        answers("What is the third lake?", "Saimaa"),
        answers("How many reviews are there?", "212"),
        misses("How many maps are in the guide?", "maps"),
    ),
    walk("mail", misses('Answer Ariadne: "It is under the mat."', "Ariadne")),
    walk(
        "tasks", misses('Mark "Buy yarn" as done', "done"), misses("Create two tasks: Wash wool and Card wool", "two")
    ),
    walk("cars", answers("What is the cheapest electric car?", "Clotho Spindle")),
    walk("catalogue", did("Put the second product in the basket", "basket", item="Linen kettle")),
    walk("checkout", uses("Fill in the card 4111 1111 1111 1111 and code 123 but don't pay", "Card number")),
    walk("archive", answers("Go through all pages and list all entries", "Entry 30")),
    walk("feed", answers("Scroll to the end and count the posts", "80")),
    walk(
        "hotel",
        uses(
            "I'd like a single room for one person, arriving 1 May 2027 and leaving 4 May 2027. Don't book yet.",
            "Fewer guests",
        ),
    ),
    # Deeds on entries, by the menu of the entry, the view that is named, and the questions of the page.
    walk(
        "shelf",
        did("Archive the minutes of the choir.", "archive", name="Minutes of the choir"),
        did(
            'Rename "Budget 2031.xlsx" to "Budget 2032.xlsx"', "rename", name="Budget 2031.xlsx", to="Budget 2032.xlsx"
        ),
        did("Make a copy of Ana Reis's travel plan", "copy", name="Travel plan Lisbon"),
        did("Move the minutes of the board to the Music folder", "move", name="Minutes of the board", to="Music"),
        misses("Move the budget to the Garden folder", "Garden"),
        misses("Archive the minutes of the opera", "opera"),
        misses("Snooze the budget", "snooze"),
        misses("Archive Ana Reis's document", "may be any of 2"),
        did("Restore the old recipe from the trash", "back", name="Old recipe"),
    ),
    walk(
        "shelf",
        misses("Delete the travel plan", "asks"),
        Said("Dismiss it", answer="Dismissed"),
        did("Delete the travel plan and accept the question", "delete", name="Travel plan Lisbon"),
        Said(
            "Archive the budget and the choir minutes",
            (("archive", {"name": "Budget 2031.xlsx"}), ("archive", {"name": "Minutes of the choir"})),
        ),
        misses("Empty the trash", "asks"),
    ),
    walk(
        "shelf",
        Said(
            "Archive both documents of Ana Reis",
            (("archive", {"name": "Travel plan Lisbon"}), ("archive", {"name": "Minutes of the choir"})),
        ),
        did("Archive the second document", "archive", name="Minutes of the board"),
        did("Empty the trash and confirm", "empty"),
    ),
    # Deeds over a selection, and in the view of the entry, on a page that makes its elements anew at each click.
    walk(
        "orders",
        did("Mark order 502 as paid", "paid", no="502"),
        Said("Mark the orders of Ines Melo as paid", (("paid", {"no": "501"}), ("paid", {"no": "503"}))),
        did("Assign the tea pot to Finn Dahl", "assign", no="502", to="Finn Dahl"),
        misses("Assign the order of Tove Lind to Olga", "Olga"),
        did("Remove the tag fragile from the espresso machine", "untag", no="501", tag="fragile"),
        misses("Remove the tag urgent from the espresso machine", "urgent"),
        misses("Delete the tea pot", "delete"),
        did("Change Karl Ruud's phone to 555 1234 and save", "phone", no="502", to="555 1234"),
        did("Set the state of the milk jug to Confirmed", "state", no="504", to="Confirmed"),
        did("Open the tea pot, then cancel order 504", "state", no="504", to="Cancelled"),
        did("Archive the milk jug", "archive", no="504"),
        did("Open the tea pot order and archive it", "archive", no="502"),
    ),
    # Behind tabs, folded parts and steps; a word that nothing takes stays open, and nothing is done for it.
    walk(
        "lodge",
        Said(
            "Turn on the frost warnings and have them sent on Thursday",
            (("change", {"name": "frost", "value": "true"}), ("change", {"name": "day", "value": "Thursday"})),
        ),
        did("I'd like coral as the banner colour", "colour", colour="Coral"),
        did("Make the text size large", "change", name="size", value="large"),
        did("Turn off arrivals by mail", "change", name="arrivals", value="false"),
        misses("Turn off the night heating", "night heating"),
        misses("Change the banner colour to mauve", "mauve"),
        misses("Turn on the fire alarm and save", "fire alarm"),
    ),
    walk(
        "lodge",
        misses("Revoke the key named Bob", "Revoke"),
        misses("Assign the cook to room 4", "Assign"),
        answers("How many porters are there?", "2"),
        answers("What is Ida Noon's duty?", "Cook"),
        answers("Who is the manager?", "Max Fell"),
    ),
    walk(
        "lodge",
        answers("What does it cost to rent a boat?", "12 euros"),
        answers("Where can I park?", "Behind the barn"),
        misses("Is there a sauna?", "sauna"),
    ),
    walk(
        "lodge",
        Said(
            "Open Stay and select 14 to 17 September",
            (("stay", {"from": "2027-9-14", "to": ""}), ("stay", {"from": "2027-9-14", "to": "2027-9-17"})),
        ),
        Said(
            "We come with 3 guests and 1 pet, please set that",
            (
                ("people", {"guests": "2", "pets": "0"}),
                ("people", {"guests": "3", "pets": "0"}),
                ("people", {"guests": "3", "pets": "1"}),
            ),
        ),
    ),
    # Steps with a button each, beside a table that names the same things and is nothing to choose from.
    walk("workshops", did("Pick the carving workshop", "change", name="shop", value="Carving")),
    walk("workshops", did("Change the starting day to 9 May 2031", "change", name="first", value="2031-05-09")),
    walk("workshops", did("I want the notes in Danish", "change", name="notes", value="Danish")),
    walk("workshops", misses("Pick the pottery workshop", "pottery")),
    walk("workshops", answers("How much does the weaving workshop cost?", "£90")),
    # A list goes on behind the numbers of its pages.
    walk(
        "dues",
        answers("How many dues are late at the moment?", "3"),
        answers("How many dues are on this page?", "3"),
        answers("How many dues are there?", "5"),
        answers("Which dues are late?", "D-5 Rosa Klein Late, D-1 Ida Noon Late"),
    ),
    # What belongs to somebody is done in the view of that one: lists of scripts, switches, notes behind a tab.
    walk(
        "roster",
        did("Change Una Crane's team to Green", "team", name="Una Crane", team="Green"),
        misses("Change Una Crane's team to Purple", "Purple"),
        Said(
            "Unsubscribe Ida Noon from the newsletter and set her team to Blue",
            (("news", {"name": "Ida Noon", "on": "false"}), ("team", {"name": "Ida Noon", "team": "Blue"})),
        ),
        did("Turn on the newsletter for Una Crane", "news", name="Una Crane", on="true"),
        did("Add a note to Max Fell: Bring two stands", "note", name="Max Fell", text="Bring two stands"),
        did("Remove the note about the broken bow from Una Crane", "unnote", text="Has a broken bow"),
        misses("Remove the note about the harp from Una Crane", "note about the harp"),
        did("Ida Noon has a new phone number: 77 10 20", "phone", name="Ida Noon", phone="77 10 20"),
        did("Archive Ida Noon", "archive", name="Ida Noon"),
        misses("Archive Max", "may be any of 2"),
        answers("What is the phone number of Una Crane?", "55 09"),
    ),
    walk(
        "roster",
        did("Put Hanna Roth on the waiting list", "on", name="Hanna Roth"),
        did("Take Tom Reed off the waiting list", "off", name="Tom Reed"),
    ),
    # A control that is called by all of a wish, what is selected, and the pages that a list goes on to.
    walk(
        "bills",
        did("Send a reminder for the bill of Una Crane", "remind", bills="B-3"),
        misses("Send a reminder to Max", "Max"),
        did("Select B-1 and B-3 and archive them", "archive", bills="B-1 B-3"),
        Said("Select B-1 and B-2 and burn them", missed="burn them"),
    ),
    walk(
        "bills",
        misses("Settle the bill of Max", "may be any of 2"),
        did("Settle the bill of Max Alder", "settle", bills="B-4"),
    ),
    walk(
        "bills",
        did(
            "Create a bill for Ida Noon over 40 pounds, due on 5 May 2031",
            "bill",
            payer="Ida Noon",
            amount="40",
            due="2031-05-05",
        ),
        answers("When does the bill of Una Crane fall due?", "2031-07-03"),
        answers("What does a large boat cost?", "£30"),
    ),
    # A place that is searched in is no part of what is searched for, and a result's own button sends no search off.
    walk("songs", did("Search the library for Oskar Lind", "search", q="Oskar Lind")),
    # A switch is no view to go to, and belongs to the one whose details are shown.
    walk(
        "songs",
        misses("Open the members and unsubscribe Hans Vogel from the newsletter", "Hans Vogel"),
    ),
    walk(
        "depot",
        did("Show only the lent tools", "show", s="lent"),
        misses("Show only the broken tools", "broken"),
        Said("Show the tools from most to least expensive", (("order", {"o": "down"}),)),
        did("Sort the tools by price, cheapest first", "order", o="up"),
        did("Apply the voucher SPRING10", "voucher", code="SPRING10"),
    ),
    walk(
        "depot",
        Said(
            "Show me only drills that cost at most 30 euros",
            (("top", {"top": "30"}), ("kinds", {"kinds": "Drill"})),
        ),
        misses("How many tools are there?", "tools"),
    ),
    walk(
        "depot",
        answers("How many tools are there?", "5"),
        answers("How many jobs are waiting?", "3"),
        answers("How many jobs are in hand?", "1"),
        answers("How many drills cost less than 30 euros?", "1"),
        answers("What does the rake cost?", "8 €"),
        misses("Who will oil the rake?", "oil"),
        misses("Who mends the bench drill?", "mends"),
        misses("Solve the job of Ida Noon", "Solve"),
        did(
            'Lend a machine to Gita Rao with the purpose "New fence", group Wood, machine Planer, urgency Urgent, and '
            "submit it",
            "lend",
            who="Gita Rao",
            why="New fence",
            group="Wood",
            machine="Planer",
            urgency="Urgent",
        ),
    ),
    # Cards that open at a double click, a menu at the right click, tabs, prompts, and questions in the page.
    walk(
        "contacts",
        did("Block Hans Klein", "block", n="Hans Klein"),
        did("Change Rosa Klein's email to rosa@new.test and save", "save", n="Rosa Klein", m="rosa@new.test"),
        misses("Star Petra Vogel", "star"),
        did("Remove Petra Vogel from the favourites", "fav", n="Petra Vogel", on="false"),
        misses("Delete Klein", "may be any of 2"),
        did("Delete Hans Klein and say OK when asked", "delete", n="Hans Klein"),
        did("Rename the company Zinc Ltd to Zinc AG", "rename", to="Zinc AG"),
        did("Revoke the API key named staging and confirm", "revoke", k="staging"),
        misses("Revoke the production key", "asks"),
    ),
)
