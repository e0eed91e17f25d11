"""The guard: what a model may do on a page, whatever instructions it has read.

Rights come from the prompt alone. The egress policy and the key's limits hold on every navigation besides; here it
is about what they cannot know: whether the person who asked would have meant this.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urljoin, urlsplit

from gossamer.core.domains import site_of
from gossamer.core.interaction import AnswerDialog, GoTo, Node, SetValue, Snapshot, Step, Type, Upload

_PRIVATE: Final = re.compile(
    r"pass(?:word|wort|code|phrase)|\bpwd\b|\bpin\b|secret|token|api.?key|\bcvv\b|\bcvc\b|card.?number|cc-|\biban\b|\bssn\b|\botp\b",
    re.IGNORECASE,
)
_ASIDE: Final = ("name", "id", "placeholder", "autocomplete", "aria-label")
# A password in a prompt: "password: x", "with the password 'x'", "PIN is x".
_TOLD_SECRET: Final = re.compile(
    r"\b(?:pass(?:word|code|phrase|wort)?|pwd|pin|token|api key|secret|code)\b\s*(?:is|of|as|:|=)?\s*"
    r"[\"'\u201c\u2018`]?([^\s\"'\u201d\u2019`,;]{3,})",
    re.IGNORECASE,
)
# Nobody asks for such a text without saying it: letters and digits mixed, as keys are.
_KEYLIKE: Final = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.~-]{20,}")
_COMMON_ENDINGS: Final = frozenset({"com", "org", "net", "edu", "gov"})
_SMALLEST_NAME: Final = 4


class StepGuard:
    """Judges the steps of one prompt that began at the address *start*."""

    def __init__(self, prompt: str, start: str) -> None:
        self._words = _words(prompt)
        self._plain = _squeeze_blanks(prompt)
        self._home = _site(start)
        self._secrets = tuple(_TOLD_SECRET.findall(prompt))

    def refusal(self, step: Step, snapshot: Snapshot) -> str | None:
        """Return the reason against *step*, in words for the model, or None."""
        match step:
            case GoTo(url=url):
                return self._refuse_address(url, snapshot)
            case Type(ref=ref, text=text) | SetValue(ref=ref, value=text):
                return self._refuse_text(text, snapshot, snapshot.find(ref))
            case Upload(content=content):
                return self._refuse_text(content.decode(errors="replace"), snapshot, None)
            case AnswerDialog(text=str() as text):
                return self._refuse_text(text, snapshot, None)
            case _:
                return None

    def _refuse_address(self, url: str, snapshot: Snapshot) -> str | None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            return "Only addresses that begin with http:// or https:// can be gone to."
        if any(secret in url for secret in self._secrets):
            return "A password of the task must not be part of an address."
        site = _site(url)
        if site in {self._home, _site(snapshot.url)} or url in _links(snapshot):
            return None
        # A name without its ending is a guess at a site: good enough to go there, not to take anything along.
        if self._names(site, parts.hostname) or (not parts.query and self._calls(site)):
            return None
        return (
            f"{parts.hostname} is another site, which the task does not name and no link of this page leads to. "
            "Stay on this site."
        )

    def _names(self, site: str, host: str) -> bool:
        """Return whether the prompt names the site by its host or domain, with the port where there is no domain."""
        names = {site} if ":" in site else {site, host}
        return any(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", self._plain) for name in names if name)

    def _calls(self, site: str) -> bool:
        """Return whether the prompt calls the site by its name without the ending, where that is a common one."""
        name, _, ending = site.partition(".")
        common = ending in _COMMON_ENDINGS and len(name) >= _SMALLEST_NAME
        return common and re.search(rf"\b{re.escape(name)}\b", self._plain) is not None

    def _refuse_text(self, text: str, snapshot: Snapshot, field: Node | None) -> str | None:
        site, words = _site(snapshot.url), _squeeze_blanks(text)
        at_home = site == self._home or self._names(site, urlsplit(snapshot.url).hostname or "")
        if not at_home and any(secret in text for secret in self._secrets):
            return "A password of the task is not for this site."
        if words in self._plain or words in _squeeze_blanks(snapshot.root.text):
            return None
        if is_private(field):
            return "This field takes a secret, and neither the task nor this page says this one. Never make one up."
        if _KEYLIKE.search(text):
            return "This looks like a key, and neither the task nor this page says it."
        if not at_home and not _words(text) <= self._words | _words(snapshot.root.text):
            return "On a site that the task does not name, only words of the task or of its own page may be entered."
        return None


def is_private(field: Node | None) -> bool:
    """Return whether *field* asks for a password, a key or a card's number."""
    if field is None:
        return False
    if field.attributes.get("type") == "password":
        return True
    descriptions = [field.name, field.described, *(field.attributes.get(key, "") for key in _ASIDE)]
    return field.editable and any(_PRIVATE.search(text) for text in descriptions)


def _site(url: str) -> str:
    """Return the owner of the address: its registered domain; host and port where there is none, as on loopback."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    site = site_of(host)
    alone = "." not in site or site.replace(".", "").isdigit() or ":" in site
    return f"{site}:{parts.port}" if alone and host else site


def _links(snapshot: Snapshot) -> Sequence[str]:
    hrefs = (node.attributes.get("href") for node in snapshot.walk())
    return [urljoin(snapshot.url, href) for href in hrefs if href]


def _squeeze_blanks(text: str) -> str:
    return " ".join(text.casefold().split())


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
