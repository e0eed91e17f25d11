"""Domains: their one notation in lists, and which hosts belong to one owner.

The owner follows from the public suffix list (publicsuffix.org, in the package, read offline).
"""

import re
from functools import cache
from ipaddress import ip_address
from typing import Final

from publicsuffixlist import PublicSuffixList

from gossamer.core.errors import CallerError, InvalidTarget
from gossamer.core.urls import host_of, web_url

# Names that are certainly written as they should be: a key may have a thousand of them, a threat list a million.
_PLAIN: Final = re.compile(r"(?!-)(?=.{1,253}\Z)(?:[a-z0-9_-]{1,63}\.)*[a-z][a-z0-9_-]{0,62}", re.ASCII)
_NOT_IN_A_HOST: Final = frozenset("/?#@: \\")


@cache
def _suffixes() -> PublicSuffixList:
    # Four megabytes, and a tenth of a second: read when the first host is asked about.
    return PublicSuffixList()


def site_of(host: str) -> str:
    """Return the domain that was registered for *host*: "example.co.uk" for "shop.example.co.uk".

    Hosts without one are a site of their own: addresses, single names, public suffixes.
    """
    host = host.removesuffix(".")
    if not host.rpartition(".")[2].isalpha() and _is_address(host):
        return host
    return _suffixes().privatesuffix(host) or host


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def domain(text: str) -> str:
    """Return a domain or host as lists of domains have it: lower-case, in ASCII, without a final dot.

    Addresses are in canonical notation, those of IPv6 without brackets. Raises CallerError.
    """
    text = text.strip()
    if _PLAIN.fullmatch(text):
        return text
    try:
        return str(ip_address(text.removeprefix("[").removesuffix("]")))
    except ValueError:
        pass
    try:
        # An empty text is none to `web_url`.
        return host_of(web_url("" if _NOT_IN_A_HOST & set(text) else text)).removesuffix(".")
    except InvalidTarget as error:
        raise CallerError(f"`{text[:100]}` is no domain; give a name such as `example.org`.") from error
