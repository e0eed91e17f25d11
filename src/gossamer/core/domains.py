"""Which hosts belong to one owner, by the public suffix list (publicsuffix.org, in the package, read offline)."""

from functools import cache
from ipaddress import ip_address

from publicsuffixlist import PublicSuffixList


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
