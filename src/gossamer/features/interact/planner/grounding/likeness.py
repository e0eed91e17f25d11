"""How much two names are alike, from 0 (not at all) to 100 (letter by letter)."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Words that name the same thing on pages; a word may stand in several groups.
_SYNONYMS: Final = tuple(
    frozenset(group.split())
    for group in """
    username user name account userid
    username user account userid login-name
    password passcode pwd passphrase pass secret
    repeat verify retype confirm again confirmation reenter verification
    email e-mail mail emailaddress
    phone telephone mobile cell tel number
    search find lookup go query
    submit send ok done go confirm apply save finish continue
    login signin log-in sign-in enter logon
    logout signout sign-out log-out
    delete trash remove bin discard erase trashcan garbage
    star favorite favourite important starred bookmark
    reply respond answer
    forward share fwd pass
    like heart love thumbs thumbsup
    share
    retweet repost reblog
    close x \u00d7 dismiss exit cancel cross closethick
    next forward more older \u203a » >
    previous prev back newer \u2039 « <
    cost price fee amount fare
    duration length time long
    date day when
    year released release date
    movie film
    flight fly plane flights
    genre type category kind
    director directed filmmaker
    from out origin departure source leaving depart departing start where
    to destination arrival arrive arriving receiver recipient going
    cheapest price
    subject title topic
    message body text content comment
    city town
    age old years
    zip postal postcode zipcode
    country nation
    color colour
    gender sex
    language tongue
    job occupation profession position
    surname lastname last-name family
    firstname given
    add plus new create +
    settings preferences options gear cog
    menu hamburger
    picture image photo
    home house
    edit modify pencil change
    cart basket bag
    accept agree allow consent yes
    reject decline deny refuse rejects no
    bold strong b
    italic italics em emphasis i
    underline underlined u
    up increase increment raise higher
    down decrease decrement lower
    website url homepage
    quantity qty amount count
    expiry expiration expires expiring expire valid
    cvc cvv csc cvc2 security
    stay keep remember
    rating ratings stars star rated score
    maximum max
    minimum min
    begin begins start starts commence
    birth born birthday birthdate dob
    """.strip().split("\n")
)


@lru_cache(4096)
def stem(word: str) -> str:
    """Return a word without the endings of English grammar; rough, and the same for all forms that matter."""
    root = _cut(word)
    return (
        root[:-2] + "i"
        if root.endswith("ie") and len(root) > 3  # noqa: PLR2004
        else (root[:-1] + "i" if root.endswith("y") and len(root) > 3 else root)  # noqa: PLR2004
    )


def _cut(word: str) -> str:
    for ending, least in (
        ("ations", 4),
        ("ation", 4),
        ("ions", 5),
        ("ings", 3),
        ("ing", 3),
        ("ors", 4),
        ("ers", 4),
        ("ies", 2),
        ("ied", 2),
        ("ical", 4),
        ("ion", 4),
        ("ed", 3),
        ("or", 4),
        ("er", 4),
        ("es", 3),
        ("ly", 3),
        ("s", 3),
        ("e", 3),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            root = word[: -len(ending)] + ("y" if ending in {"ies", "ied"} else "")
            return (
                root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls" else root.removesuffix("e")  # noqa: PLR2004
            )
    return word


@lru_cache(4096)
def folded(text: str) -> str:
    """Return *text* without case, outer marks and runs of spaces; typographic marks as plain ones."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return re.sub(r"\s+", " ", text).strip(" \t\n.,:;!?*\"'“”()")


@lru_cache(4096)
def words(text: str) -> tuple[str, ...]:
    """Return the words of *text*, folded; "e-mail" and "check-in" are one word each."""
    text = re.sub(r"(?<=\w)-(?=\w)", "", text)
    return tuple(re.findall(r"[^\W_]+(?:['\u2019][^\W_]+)*", unicodedata.normalize("NFKC", text).casefold()))


@lru_cache(16384)
def related(one: str, other: str) -> bool:
    """Return whether two words are forms of one another, or used for the same thing."""
    if one == other or stem(one) == stem(other):
        return True
    return any({one, other} <= group or {stem(one), stem(other)} <= {stem(w) for w in group} for group in _SYNONYMS)


def likeness(said: str, named: str) -> float:  # noqa: PLR0911
    """Return how much *named* is what was *said*."""
    if not said.strip() or not named.strip():
        return 0
    if said.strip() == named.strip():
        return 100
    one, other = folded(said), folded(named)
    if not one or not other:
        # Marks alone, as "x" or ">": they are the name.
        return 97 if said.strip().casefold() == named.strip().casefold() else 0
    if one == other:
        return 97 if said.strip().casefold() == named.strip().casefold() else 95
    want, have = _telling(words(one)), _telling(words(other))
    if not want or not have:
        return 0
    if "".join(want) == "".join(have):
        return 92
    return _overlap(want, have)


def _telling(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without articles, which names leave out, unless there is nothing else."""
    return tuple(w for w in found if w not in {"the", "a", "an"}) or found


def _overlap(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    if _contains(have, want):
        return 62 + 25 * len(want) / len(have)
    if len(want) == 1 and len(have) == 1 and len(want[0]) > 3 and have[0].startswith(want[0]):  # noqa: PLR2004
        return 60
    stems = [stem(w) for w in have]
    hits = sum(1 for w in want if stem(w) in stems)
    if hits == len(want):
        return 52 + 25 * len(want) / max(len(have), len(want))
    alike = sum(1 for w in want if any(related(w, h) for h in have))
    if alike == len(want):
        return 42 + 20 * len(want) / max(len(have), len(want))
    if _contains(want, have) and len("".join(have)) > 2:  # noqa: PLR2004
        return 35 + 25 * len(have) / len(want)
    return 30 * alike / len(want)


def _contains(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))
