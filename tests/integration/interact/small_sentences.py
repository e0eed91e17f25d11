"""What strangers say to the small pages: rows, switches, conditions, questions with conditions."""

from tests.integration.interact.honest_sentences import Said, Walk, answers, did, misses, uses, walk

SMALL_WALKS: tuple[Walk, ...] = (
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
        misses("Empty the cart", "cart"),
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
)
