"""Which two addresses name the same page: what a frontier and a map compare.

A canonical form is only for comparing and is never sent to a site: it may lack the scheme,
and its query is sorted. A crawl keeps its frontier by `fingerprint64`, a map merges by it, so
both agree on what is one page.

Always: RFC 3986 section 6.2.2 (letters of escapes, needless escapes), no fragment, no
credentials, parameters in order. With *similar* also what site owners mean by the same page:
http and https, with and without "www.", a final slash, an index file, and parameters that
tell where a visitor came from or who he is.
"""

import re
from hashlib import blake2b
from typing import Final

from gossamer.core.urls import WebUrl

_ESCAPE: Final = re.compile(r"%([0-9a-fA-F]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_INDEX: Final = re.compile(r"/(?:index|default)\.(?:html?|xhtml|php[345]?|aspx?|jsp|cfm)$", re.IGNORECASE)
_SESSION_SEGMENT: Final = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*", re.IGNORECASE)
_PASSING: Final = frozenset(
    {
        *("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "twclid", "ttclid", "igshid"),
        *("mc_cid", "mc_eid", "_hsenc", "_hsmi", "mkt_tok", "_ga", "_gl", "oly_anon_id", "oly_enc_id", "vero_id"),
        *("jsessionid", "phpsessid", "aspsessionid", "sessionid", "session_id", "cfid", "cftoken"),
    }
)


def canonical(url: WebUrl, *, ignore_query: bool = False, similar: bool = True) -> str:
    """Return the form of *url* that is equal for equal pages; *ignore_query* leaves the query out."""
    scheme, _, rest = url.partition("#")[0].partition("://")
    rest, _, query = rest.partition("?")
    authority, _, path = rest.partition("/")
    host = authority.rpartition("@")[2]
    # Only a name has a final dot: a port stands behind it.
    if "." in host and (host[-1] == "." or ".:" in host):
        host = host[:-1] if host[-1] == "." else host.replace(".:", ":", 1)
    path = "/" + path
    if "%" in path:
        path = _ESCAPE.sub(_normal_escape, path)
    if similar:
        host = host.removeprefix("www.")
        path = _plain_path(path)
    origin = f"//{host}" if similar else f"{scheme}://{host}"
    if query and not ignore_query:
        query = _order_parameters(query, similar=similar)
        return f"{origin}{path}?{query}" if query else origin + path
    return origin + path


def fingerprint64(url: WebUrl, *, ignore_query: bool = False, similar: bool = True) -> int:
    """Return a signed 64-bit number that is equal for equal pages and stays so over releases.

    By chance two of a million different pages share one once in about 37 million crawls.
    """
    text = canonical(url, ignore_query=ignore_query, similar=similar)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little", signed=True)


def fetchable(url: WebUrl) -> WebUrl:
    """Return *url* without its fragment, unless that is a route ("#/about", "#!about").

    A server never sees a fragment, but a page that is a script shows what its route says.
    """
    if "#" not in url:
        return url
    address, _, fragment = url.partition("#")
    return url if fragment[:1] in {"/", "!"} else WebUrl(address)


def exact_fingerprint(url: WebUrl) -> int:
    """Return the key of an address that was asked for as it stands."""
    return fingerprint64(with_route_in_path(fetchable(url)), similar=False)


def mark_repeated(url: WebUrl, mark: str) -> int:
    """Return the key of an address that is asked for once more; no address has a space."""
    return fingerprint64(WebUrl(f"{with_route_in_path(fetchable(url))} {mark}"), similar=False)


def with_route_in_path(url: WebUrl) -> WebUrl:
    """Return *url* with the route in its fragment, if there is one, where it is compared."""
    address, hash_sign, route = url.partition("#")
    if not hash_sign:
        return url
    path, question, query = address.partition("?")
    return WebUrl(f"{path}%23{route}{question}{query}")


def _normal_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _plain_path(path: str) -> str:
    if ";" in path:
        path = _SESSION_SEGMENT.sub("", path)
    # Nearly no path ends so, and the look at a letter is cheaper than the pattern.
    if "." in path[-12:]:
        path = _INDEX.sub("/", path)
    return path.rstrip("/") or "/"


def _order_parameters(query: str, *, similar: bool) -> str:
    if "%" in query:
        query = _ESCAPE.sub(_normal_escape, query)
    parameters = [parameter for parameter in query.split("&") if parameter]
    if similar:
        parameters = [parameter for parameter in parameters if not _is_passing(parameter)]
    # By name alone: the order of two values of one name means something.
    parameters.sort(key=_name)
    return "&".join(parameters)


def _name(parameter: str) -> str:
    return parameter.partition("=")[0]


def _is_passing(parameter: str) -> bool:
    name = _name(parameter).lower()
    return name in _PASSING or name.startswith("utm_")
