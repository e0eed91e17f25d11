"""What tags, roles and class names say about the part of a page they stand in: data of the native passes.

Every hint is one bit, so that the hints of an element and of all its ancestors are one integer. Names are compared
word by word (`post-body` and `postBody` are the same two words), never as parts of words: "leadership" is not an
advertisement because it contains "ad".
"""

import tomllib
from importlib.resources import files
from typing import Any, Final

from gossamer.content.locales import words

_DATA: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))
_LISTS: Final = _DATA["lists"]

BITS: Final = {name: 1 << number for number, name in enumerate((*_DATA["names"], *_DATA["hints"]["tags"].split()))}
# Beyond the hints: the role of a landmark of the site.
SITE_ROLE: Final = 1 << 62
NAME_WORDS: Final[dict[str, int]] = {}
for _name, _words in _DATA["names"].items():
    for _word in _words.split():
        NAME_WORDS[_word] = NAME_WORDS.get(_word, 0) | BITS[_name]
BITS_OF_TAG: Final = {tag: BITS[name] for tag, name in _DATA["hints_of_tags"].items()}
ROLE_WORDS: Final = {role: BITS[name] for role, name in _DATA["hints_of_roles"].items()} | dict.fromkeys(
    _LISTS["site_roles"].split(), SITE_ROLE
)
STATES: Final = _LISTS["states"].split()
ROLES: Final[dict[str, str]] = _DATA["roles"]
SHAPES: Final[dict[str, str]] = _DATA["shapes"]
INSIDE: Final[dict[str, str]] = _DATA["inside"]
HEADING_WORDS: Final = {
    word: 2 << number
    for number, names in reversed(list(enumerate(_DATA["announcing"].values())))
    for word in names.split()
}
AGAINST: Final = [sum(BITS[name] for name in names.split()) for names in _LISTS["against"]]
CALL_OUTS: Final = words("main_content", "call_outs")
DIALOGS: Final = words("main_content", "dialogs")
PAGE_LINKS: Final = words("main_content", "page_links")
WRITTEN: Final = words("main_content", "rendered_text")
# Signs before or behind a number that is a price, and those behind a rating.
CURRENCIES: Final = words("main_content", "currencies")
RATINGS: Final = sorted(words("main_content", "ratings"))
LOADING: Final[dict[str, str]] = _DATA["loading"]
AD_MARKS: Final = _LISTS["ad_marks"].split()
ADDRESSES: Final = _LISTS["addresses"].split()
ADDRESS_SETS: Final = _LISTS["address_sets"].split()
VIEWS: Final = _LISTS["views"].split()


def bits_of_tags(groups: dict[str, str], tags: list[bytes]) -> list[int]:
    """Return for each of *tags*, and for numbers up to 256, the bits of the *groups* that name it, in their order."""
    bits = [0] * 256
    for number, names in enumerate(groups.values()):
        for name in names.split():
            bits[tags.index(name.encode())] |= 1 << number
    return bits
