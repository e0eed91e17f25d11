"""Contact details: telephone numbers and e-mail addresses in the lines of a page, and whose each of them is.

Pages have several: of the press office, of a branch, of each of the staff. What is labelled as a number to call, and
stands at the foot of the page or under a heading such as "Contact", is the organization's own; what stands with the
name of a department, of somebody or of another house is not. Where two remain, none is answered.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.locales import entry, words
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import OutlineLine
from gossamer.content.text.names import same_words, words_of
from gossamer.content.values import contacts

SEVERAL: Final = "The page gives several, and does not tell which is its own."
# A number that begins as numbers to be dialled do.
_DIALLED: Final = re.compile(
    r"(?<![\w./-])(?:(?:\+|\(?0)[\d\s()./-]{5,22}\d|(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4})(?![\w/-])"
)
_DATE: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_BRACKET: Final = re.compile(r"\s{0,2}\(([^()\d@]{2,30})\)")
# Where what is said of one number ends.
_CLAUSE: Final = re.compile(r"[.;|·\n]\s?|,\s|\s(?:or|and|oder|und|ou)\s")
_APART: Final = re.compile(r"[·|•;]|\s[–—-]\s")  # noqa: RUF001 - dashes as pages have them
_NAME: Final = re.compile(lines.PERSON)
_MOST_LABEL: Final = 40
_MOST_NAME: Final = 120
_MOST_FOUND: Final = 60
_MEANT: Final = {"job": frozenset({"", "hiring", "person"}), "person": frozenset({"", "person"})}


@dataclass(frozen=True, slots=True)
class _Contact:
    """A number or address in a *line*, with the *words* said of it.

    *weight* is how much its place and its label speak for its being the page's own. *part* is that of the page which
    it stands in. *owner* is "hiring", "person" or "others" where it is not the organization's general one.
    """

    text: str
    line: str
    words: frozenset[str]
    weight: tuple[int, int]
    part: str
    owner: str


def own(reading: Reading, family: Family | None, kind: Kind) -> Iterator[Candidate]:
    """Yield the one contact of *kind* of whom the page is of; a doubt where several are as likely."""
    name = family.name if family is not None else ""
    page_contacts = reading.page.known(_Contacts).of(kind)
    owner_contacts = _choose_contacts(page_contacts, name)
    if not owner_contacts and name not in {"", "organization"}:
        return
    most = max((contact.weight for contact in owner_contacts), default=None)
    likeliest = [contact for contact in owner_contacts if contact.weight == most] or page_contacts
    if len({_same(contact.text) for contact in likeliest}) > 1:
        yield Candidate("", "lines of the page", doubt=SEVERAL)
    elif owner_contacts:
        yield Candidate(likeliest[0].text, "line of the page", quote=likeliest[0].line)


def _choose_contacts(page_contacts: Sequence[_Contact], family: str) -> list[_Contact]:
    """Return those of *page_contacts* that may be whom a page about a thing of *family* is of."""
    owner_contacts = [contact for contact in page_contacts if contact.owner in _MEANT.get(family, {""})]
    # Around a post or somebody's profile is the site that it stands on.
    own_contacts = [contact for contact in owner_contacts if not contact.part and family in _MEANT]
    return own_contacts or owner_contacts


def of_department(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the number or address of whom the field *name* names: "press_email", "mobile"."""
    kind, owners = _kind(name, concept), whose(name)
    if owners and kind in {Kind.PHONE, Kind.EMAIL}:
        page_contacts = reading.page.known(_Contacts).of(kind)
        matching = (contact for contact in page_contacts if _is_of(contact.words, owners))
        yield from lines.keep_agreed(
            Candidate(contact.text, "line of the page", quote=contact.line) for contact in matching
        )


def whose(name: str) -> frozenset[str]:
    """Return the words of a field's *name* that say whose number or address it asks for; none in "contactEmail"."""
    return frozenset(words_of(name)) - words("text_patterns", "contacts", "plain")


def is_of_department(name: str) -> bool:
    """Return whether the field *name* asks for the number or the address of a department: "jobs_email"."""
    return any(not kind.isdisjoint(whose(name)) for kind in _groups("departments"))


class _Contacts:
    """The numbers and addresses of a page, found once."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        titles = [heading.text.strip() for heading in reading.headings]
        contacts_by_kind: dict[Kind, list[_Contact]] = {Kind.PHONE: [], Kind.EMAIL: []}
        parts: dict[str, str] = {}
        for before, line in pairwise([OutlineLine(""), *reading.visible.outline.lines]):
            if line.level:
                parts[line.text] = line.part
            if line.is_choice or line.level or len(line.text) > lines.MOST:
                continue
            # The last heading of the content is none of the footer.
            headings = [
                line_heading
                for line_heading in line.headings
                if line_heading not in titles and parts.get(line_heading) == line.part
            ]
            for kind, several in contacts_by_kind.items():
                several.extend(_contacts(line, before.text, headings, kind))
        self._found = {kind: contacts_of_kind[:_MOST_FOUND] for kind, contacts_of_kind in contacts_by_kind.items()}

    def of(self, kind: Kind) -> list[_Contact]:
        """Return those of *kind*: numbers or addresses."""
        return self._found[kind]


def _contacts(line: OutlineLine, before: str, headings: list[str], kind: Kind) -> Iterator[_Contact]:
    """Yield the contacts in *line*, which stands behind the line *before* and under *headings*."""
    last = 0
    for match in (_DIALLED if kind is Kind.PHONE else contacts.EMAIL).finditer(line.text):
        text, ahead = match.group().strip(), line.text[last : match.start()]
        bracket = _BRACKET.match(line.text, match.end())
        last = bracket.end() if bracket is not None else match.end()
        if not ahead.strip() and len(before) <= _MOST_LABEL and not any(map(str.isdigit, before)):
            ahead = before
        written = _words(bracket.group(1) if bracket is not None else _CLAUSE.split(ahead)[-1])
        local = (
            frozenset(same_words(text.partition("@")[0].replace(".", " "))) if kind is Kind.EMAIL else frozenset[str]()
        )
        near = "; ".join([ahead, before[:_MOST_NAME], *headings[-1:]])
        owner = _owner(line, headings, written | _words(ahead) | _words(" ".join(local)), kind)
        if not owner and _is_personal(local, near):
            owner = "person"
        if kind is Kind.EMAIL or _is_number(text):
            weight = _weight(line, headings, ahead, local)
            yield _Contact(text, line.text, written | local, weight, line.part, owner)


def _owner(line: OutlineLine, headings: list[str], labels: frozenset[str], kind: Kind) -> str:
    """Return whose contact *line* has, by the words of its *labels*; empty: the organization's own."""
    above = _words(" ".join(headings))
    is_card = line.part == "aside" and bool(headings) and _table("own").isdisjoint(above)
    is_direct = any("direct" in words_of(claim.label) for claim in line.claims)
    if line.apart or is_card or is_direct or not above.isdisjoint(_table("others")):
        return "others"
    if re.search(entry("text_patterns", "contacts", "made_by"), line.text) is not None:
        return "others"
    if not _table("special").isdisjoint(labels | above) or (kind is Kind.PHONE and _is_of_else(labels)):
        return "others"
    return "" if _table("hiring").isdisjoint(labels | above) else "hiring"


def _weight(line: OutlineLine, headings: list[str], ahead: str, local: frozenset[str]) -> tuple[int, int]:
    """Return the score of a contact's place and of the words *ahead* of it for its being the page's own."""
    is_own = not headings or not _table("own").isdisjoint(_words(headings[-1]))
    place = 0 if line.part == "aside" else 1 + is_own
    part = _APART.split(ahead)[-1].strip()
    label = re.search(entry("text_patterns", "contacts", "label"), part)
    stands = (not part.strip(" ,:-")) if label is None else 3 if label.start() == 0 else 2
    if not _table("booking").isdisjoint(_words(ahead)):
        stands = 1
    labelled = stands + (not _table("general").isdisjoint(local))
    return place + labelled, labelled


def _table(key: str) -> frozenset[str]:
    return words("text_patterns", "contacts", key)


@cache
def _groups(key: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.split()) for group in entry("text_patterns", "contacts", key))


def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(f"{text} ".replace(".", " ").replace("_", " ")))


def _kind(name: str, concept: Concept | None) -> Kind:
    """Return the kind of the field, as far as it is a way to reach somebody."""
    if concept is not None:
        return concept.kind
    spoken = words_of(name)
    if spoken[-1:] and spoken[-1] in {"phone", "telephone", "tel", "fax", "hotline", "mobile"}:
        return Kind.PHONE
    return Kind.EMAIL if "email" in spoken or spoken[-2:] == ("e", "mail") else Kind.TEXT


def _is_of(labels: frozenset[str], owners: frozenset[str]) -> bool:
    """Return whether *labels* name all *owners*, and no other kind of number than that."""
    groups = (*_groups("departments"), *_groups("kinds"))
    owner_groups = (next((alike for alike in groups if word in alike), {word}) for word in owners)
    others = (kind for kind in _groups("kinds") if owners.isdisjoint(kind))
    return all(not labels.isdisjoint(word) for word in owner_groups) and all(labels.isdisjoint(kind) for kind in others)


def _is_of_else(labels: frozenset[str]) -> bool:
    """Return whether *labels* name a number that is not dialled, or one of a kind with a name of its own."""
    return not labels.isdisjoint(_table("other_numbers")) or any(
        not labels.isdisjoint(kind_words) for kind_words in _groups("kinds")
    )


def _is_number(text: str) -> bool:
    is_apart = text.startswith("+") or not text.isdigit()
    return is_apart and contacts.phone(text) is not None and _DATE.fullmatch(text) is None


def _is_personal(local: frozenset[str], near: str) -> bool:
    """Return whether the address is somebody's who is named beside it: "karin@…" under "Karin Lind"."""
    names = {word for name in _NAME.findall(near) for word in same_words(name)}
    return not names.isdisjoint(local) and _table("general").isdisjoint(local)


def _same(text: str) -> str:
    return text.lower() if "@" in text else "".join(filter(str.isdigit, text))[-9:]
