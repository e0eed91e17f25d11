# ruff: noqa: E501, RUF001 - words of several languages, dashes as pages have them
"""How the page's own house is reached: the one number, the one address, of those on the page that are its own.

Pages have several: of the press office, of a branch, of the café next door, of each of the staff. What is labelled as a
number to call, and stands at the foot of the page or under a heading such as "Contact", is the house's; what stands with
the name of a department, of somebody or of another house is not. Where two remain, none is told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import contacts, lines
from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import OutlineLine
from gossamer.content.text.names import same_words, singular, word_set, words_of

SEVERAL: Final = "The page gives several, and does not tell which is its own."
_LABEL: Final = re.compile(
    r"(?:\b(?:phone|telephone|tel|tél|téléphone|telefon|telefoon|telefono|teléfono|fon|reception|switchboard|call(?: us)?|ring(?: us)?|zentrale|standard|accueil|e-?mail|courriel|mail)|電話)[^\w+(]{0,4}(?:(?:on|at|is)\W?)?\Z",
    re.IGNORECASE,
)
_BOOKED: Final = word_set("reservation booking reserve reservierung book table")
_DEPARTMENTS: Final = word_set(
    "press presse media pr journalist sponsor sponsoring sponsorship wedding hochzeit mariage group groupe groupes gruppe "
    "invoice invoicing billing account accounting complaint care privacy datenschutz dpo webmaster abuse security emergency notfall urgence breakdown "
    "support help helpdesk sale vertrieb part hire export investor catering traiteur rental vermietung shop boutique training"
)
_HIRING: Final = word_set(
    "job career karriere application apply recruiting recruitment hr apprenticeship internship talent people bewerbung candidature"
)
_ELSEWHERE: Final = word_set(
    "friend sister neighbour vertretung substitute neighbor partnerbetrieb filiale branch depot annexe annex longer agency agentur"
)
_PARTS_OF_OTHERS: Final = word_set(
    "cafe partner sponsor press news blog depot branch filiale department team staff people catering shop boutique restaurant bar"
)
_CONTACT: Final = word_set(
    "contact enquiry enquirie inquiry head headquarter address find visit reach touch kontakt anfahrt anschrift adresse coordonnee impressum imprint reception acces accueil contacto contatti hq"
)
_GENERIC: Final = word_set(
    "info hello hi hallo contact kontakt contacto office mail post postmaster bonjour accueil reception enquiry enquirie enquiries inquiries studio team ask welcome willkommen hola ciao stay table general secretariat sekretariat praxis museum hotel"
)
_MADE: Final = re.compile(
    r"\b(?:web ?site|site|web ?design|design|realised|réalisé\w*|powered|built|hosted|umsetzung|gestaltung) (?:by|par|von|:)",
    re.IGNORECASE,
)
_APART: Final = re.compile(r"[·|•;]|\s[–—-]\s")
_NAME: Final = re.compile(lines.PERSON)
_MOST_NAME: Final = 120
_OWN: Final = 2
_NOBODY_S: Final = frozenset({""})
_MEANT: Final = {"job": frozenset({"", "hiring", "person"}), "person": frozenset({"", "person"})}
_KINDS: Final = {Kind.PHONE: contacts.DIALLED, Kind.EMAIL: contacts.MAIL}


@dataclass(frozen=True, slots=True)
class _Way:
    """A number or address: its *text*, the *line* it stands in, how much its *place* and its *label* speak for it.

    *part* is that of the page which it stands in. *whose* it is where it is not the house's: of who hires, of a "person", of "others"; else empty.
    """

    text: str
    line: str
    place: int
    label: int
    part: str = ""
    whose: str = ""

    @property
    def weight(self) -> tuple[int, int]:
        """Return how much speaks for it."""
        return self.place + self.label, self.label


def values(reading: Reading, family: Family | None, kind: Kind) -> Iterator[Candidate]:
    """Yield the one way of *kind* to reach whom the page is of; a doubt where several are as likely."""
    if kind not in _KINDS:
        return
    name = family.name if family is not None else ""
    known = reading.page.known(_Known)
    found = known.numbers if kind is Kind.PHONE else known.mails
    own = [one for one in found if one.whose in _MEANT.get(name, _NOBODY_S)]
    if name in _MEANT:
        # Around a post or somebody's profile is the site that it stands on.
        own = [one for one in own if not one.part] or own
    if not own:
        if name in {"", "organization"} and len({_same(one) for one in found}) > 1:
            yield Candidate("", "lines of the page", doubt=SEVERAL)
        return
    most = max(one.weight for one in own)
    best = [one for one in own if one.weight == most]
    if len({_same(one) for one in best}) > 1:
        yield Candidate("", "lines of the page", doubt=SEVERAL)
    else:
        yield Candidate(best[0].text, "line of the page", quote=best[0].line)


class _Known:
    """The numbers and addresses of a page with what speaks for each, found once."""

    def __init__(self, page: PageMaterial) -> None:
        self._titles = [one.text.strip() for one in page.known(Reading).headings]
        told = [one for one in page.known(Reading).visible.outline.lines if not one.is_choice]
        self.numbers: list[_Way] = []
        self.mails: list[_Way] = []
        self._parts: dict[str, str] = {}
        for before, line in pairwise([OutlineLine(""), *told]):
            if line.level:
                self._parts[line.text] = line.part
            if len(line.text) > lines.MOST or line.level:
                continue
            self.numbers += self._ways(line, before, Kind.PHONE) if any(map(str.isdigit, line.text)) else ()
            self.mails += self._ways(line, before, Kind.EMAIL) if "@" in line.text else ()

    def _ways(self, line: OutlineLine, before: OutlineLine, kind: Kind) -> Iterator[_Way]:
        # The last heading of the content is none of the footer.
        headings = [one for one in line.headings if one not in self._titles and self._parts.get(one) == line.part]
        for text, ahead, said in contacts.said(line.text, before.text, kind):
            local = frozenset(same_words(text.partition("@")[0].replace(".", " "))) if "@" in text else frozenset[str]()
            words = frozenset(words_of(f"{ahead.replace('.', ' ')} ")) | said | frozenset(map(singular, local))
            whose = _whose(line, headings, words)
            if (
                not whose
                and local
                and _is_personal(local, "; ".join([ahead, before.text[:_MOST_NAME], *headings[-1:]]))
            ):
                whose = "person"
            yield _Way(text, line.text, _place(line, headings), _label(ahead, words, local), line.part, whose)


def _whose(line: OutlineLine, headings: list[str], words: frozenset[str]) -> str:
    """Return of whom a number or address is that stands in *line*, with the *words* that are said of it."""
    above = frozenset(word for one in headings for word in words_of(f"{one} "))
    is_card = line.part == "aside" and bool(headings) and _CONTACT.isdisjoint(above)
    is_of_others = line.apart or is_card or not above.isdisjoint(_PARTS_OF_OTHERS) or _MADE.search(line.text)
    if is_of_others or not _ELSEWHERE.isdisjoint(words_of(f"{line.text} ")) or _is_direct(line):
        return "others"
    if not _DEPARTMENTS.isdisjoint(words | above):
        return "others"
    return "" if _HIRING.isdisjoint(words | above) else "hiring"


def _is_direct(line: OutlineLine) -> bool:
    return any("direct" in words_of(one.label) for one in line.claims)


def _place(line: OutlineLine, headings: list[str]) -> int:
    if line.part == "aside":
        return 0
    if not headings or not _CONTACT.isdisjoint(words_of(f"{headings[-1]} ")):
        return _OWN
    return 1


def _label(ahead: str, words: frozenset[str], local: frozenset[str]) -> int:
    """Return how much what stands *ahead* of it, alone in its part of the line, and its own words speak for it."""
    if not _BOOKED.isdisjoint(words):
        return 1
    part = _APART.split(ahead)[-1].strip()
    label = _LABEL.search(part)
    alone = 1 if not part.strip(" ,:-") else 0
    return (alone if label is None else 3 if label.start() == 0 else 2) + (not _GENERIC.isdisjoint(local))


def _is_personal(local: frozenset[str], near: str) -> bool:
    """Return whether the address is somebody's who is named beside it: "karin@…" under "Karin Lind"."""
    names = {word for one in _NAME.findall(near) for word in same_words(one)}
    return not names.isdisjoint(local) and _GENERIC.isdisjoint(local)


def _same(way: _Way) -> str:
    return way.text.lower() if "@" in way.text else "".join(filter(str.isdigit, way.text))[-9:]
