"""A page's scripts: which of them could bring content in.

Analytics, consent, advertising, fonts, chats and the common libraries (`third_parties.toml`) add nothing a reader
came for. What is left can write to the page: code in the page that does, and linked code of unknown purpose.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.dynamic.loading_words import searcher
from gossamer.content.page import scan

_CODE: Final = re.compile(r"(?:text|application)/(?:x-)?(?:java|ecma|live)script\d?(?:\.\d)?|module|", re.IGNORECASE)
# Ways of code to put something on the page.
_WRITES: Final = searcher(
    r"\b(?:inner|outer)(?:HTML|Text)\s*\+?=[^=]|\btextContent\s*\+?=[^=]|\binsertAdjacent\w+\s*\(|"
    r"\b(?:append|prepend|appendChild|insertBefore|replaceChildren|replaceWith|replaceChild|before|after|cloneNode)\s*\(|"
    r"\.(?:html|load|text|mount|render|appendTo|prependTo)\s*\(|\b(?:createRoot|hydrate(?:Root)?|createApp|render)\s*\(|"
    r"\bnew\s+Vue\b|\bdocument\.write(?:ln)?\s*\(|\bimport\s*\(|\bcustomElements\.define\b|\bng\.bootstrap\b|\bimport\s*[\w{*'\"]",
    case_sensitive=True,
)
# Code that only loads another script: what counts is whose.
_LOADER: Final = searcher(r"createElement\(\s*['\"](?:script|link|style|img|iframe)['\"]|\bdocument\.write\s*\(")
_HOST: Final = searcher(r"//((?:[\w-]+\.)+[a-z]{2,})")
_VERSION: Final = re.compile(
    r"[-._@](?:min|slim|umd|esm|prod|production|pack|packed|bundle|v?\d+(?:\.\d+)*|[0-9a-f]{6,})(?=[-._]|$)"
)
# The host of an address, if it has one, and its path.
_PARTS: Final = re.compile(r"(?:(?:[A-Za-z][A-Za-z0-9+.-]*:)?//(?:[^/?#@]*@)?([^\s/?#:@\[\]]*)(?=[:/?#]|\Z))?([^?#]*)")
_MOST_BYTES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Scripts:
    """The scripts of a page that could bring content in.

    *code* is that of each script in the page that writes to it; *linked* are the addresses of others, as written.
    """

    code: tuple[bytes, ...] = ()
    linked: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is any."""
        return bool(self.code or self.linked)


def scripts_of(page: scan.Scan, url: str) -> Scripts:
    """Return the scripts of *page*, found at *url*, that could bring content in."""
    page_host = (urlsplit(url).hostname or "").lower()
    code: list[bytes] = []
    linked: list[str] = []
    remaining_bytes = _MOST_BYTES
    for number in page.elements("script"):
        values = page.attributes(number)
        kind = values.get("type")
        if kind and _CODE.fullmatch(kind.partition(";")[0].strip()) is None:
            continue
        if "src" in values:
            if not _is_harmless(values["src"], page_host):
                linked.append(values["src"])
        elif remaining_bytes > 0:
            text = page.content(number)[:remaining_bytes]
            remaining_bytes -= len(text)
            if may_write(text):
                code.append(text)
    return Scripts(tuple(code), tuple(linked))


def _is_harmless(address: str, page_host: str) -> bool:
    """Return whether the script at *address* is known to bring no content to a page of the host *page_host*."""
    if is_third_party(address, page_host):
        return True
    third_parties, path = _third_parties(), path_of(address)
    name = path.rpartition("/")[2].lower().removesuffix(".js").removesuffix(".mjs")
    return (
        name in third_parties.libraries
        or _VERSION.sub("", name) in third_parties.libraries
        or third_parties.folders.search(path) is not None
    )


def path_of(address: str) -> str:
    """Return the path of a reference as it is written."""
    parts = _PARTS.match(address.strip())
    return "" if parts is None else parts[2]


def is_third_party(address: str, page_host: str) -> bool:
    """Return whether *address* cannot be read, or is of a host known to bring no content to pages of *page_host*."""
    parts = _PARTS.match(address.strip())
    if parts is None:
        return True
    domain = _find_known_domain(parts[1] or "")
    # A company whose scripts are on every site has pages of its own.
    return domain != "" and not page_host.endswith(domain)


def may_write(code: bytes) -> bool:
    """Return whether *code* could put content on the page, and not only load the script of a third party."""
    if _WRITES.search(code) is None:
        return False
    # A snippet that loads somebody else's script.
    hosts = set(_HOST.findall(code)) if _LOADER.search(code) is not None else ()
    return not hosts or not all(_find_known_domain(host.decode()) for host in hosts)


def _find_known_domain(host: str) -> str:
    """Return the domain of *host* that is known to bring no content, "" where none is."""
    domain = host.lower()
    while domain and domain not in _third_parties().hosts:
        domain = domain.partition(".")[2]
    return domain


@dataclass(frozen=True, slots=True)
class _ThirdParties:
    hosts: frozenset[str]
    libraries: frozenset[str]
    folders: re.Pattern[str]


@cache
def _third_parties() -> _ThirdParties:
    data = tomllib.loads(files(__package__).joinpath("third_parties.toml").read_text("utf-8"))
    hosts = frozenset(host for group in data["hosts"].values() for host in group)
    folders = re.compile("|".join(map(re.escape, data["libraries"]["folders"])))
    return _ThirdParties(hosts, frozenset(data["libraries"]["names"]), folders)
