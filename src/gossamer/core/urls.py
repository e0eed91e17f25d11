"""URLs: what is sent to a site, and which two of them name the same page.

A `WebUrl` is what we fetch, exactly as it will be sent. A fingerprint is what we compare.
The two are kept apart because reordering a query is right for comparison and wrong for a
request: some sites sign their parameters in order.

Parsing follows the WHATWG URL Standard where it matters for safety: one reading of the
host, shared by the egress check and the connector. Text that two parsers read in two
ways (backslash, control characters, a percent sign in the host) is refused.
"""

import hashlib
import ipaddress
import re
from functools import lru_cache
from typing import NewType
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit, urlunsplit

import idna

from gossamer.core.errors import InvalidTarget

WebUrl = NewType("WebUrl", str)

_MAX_LENGTH = 32_768
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST_PORT = re.compile(r"[a-z0-9.-]+:\d+(?:[/?#]|$)", re.IGNORECASE)
_LINE_BREAKS = re.compile(r"[\t\r\n]")
_SPACE_AND_CONTROL = "".join(map(chr, range(33)))
_SURROGATE = re.compile(r"[\udc80-\udcff]+")
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\]|[\ud800-\udfff]")
_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:@]+)(?::(\d*))?", re.IGNORECASE | re.ASCII)
_LABEL = r"[a-z0-9_-]{1,63}"
_HOST = re.compile(rf"(?!-){_LABEL}(?:\.{_LABEL})*\.?", re.ASCII)
_NUMERIC_LABEL = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_HIGHEST_PORT = 65_535
# A browser escapes what these leave out; "%" is in because escapes are already there.
_PATH_SAFE = "/:@!$&'()*+,;=-._~%[]|^"
_QUERY_SAFE = _PATH_SAFE.replace("'", "") + "?`{}"
_FRAGMENT_SAFE = _PATH_SAFE + "?{}"
_USERINFO_SAFE = ":%!$&*+,=-._~"


def web_url(text: str) -> WebUrl:
    """Return *text* as an absolute http or https URL.

    A missing scheme becomes http. The host comes out lower-case, in its ASCII form and,
    if it is an address, in canonical notation; "." and ".." are resolved and what a
    browser escapes is escaped. Raises InvalidTarget with the reason.
    """
    text = text.strip()
    if not text:
        raise InvalidTarget("The URL is empty.")
    if not _SCHEME.match(text) or _HOST_PORT.match(text):
        text = "http://" + text.removeprefix("//")
    return _absolute(text)


def _absolute(text: str) -> WebUrl:
    if len(text) > _MAX_LENGTH:
        raise InvalidTarget(f"The URL is longer than {_MAX_LENGTH} characters.")
    if _FORBIDDEN.search(text):
        raise InvalidTarget("Invalid URL: it has a backslash or a control character.")
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise InvalidTarget("Invalid URL") from error
    if parts.scheme not in _DEFAULT_PORTS:
        raise InvalidTarget("Invalid URL: unsupported protocol, only http and https can be fetched.")
    return WebUrl(urlunsplit((parts.scheme, _netloc(parts), *_rest(parts))))


def _rest(parts: SplitResult) -> tuple[str, str, str]:
    path = quote(_without_dot_segments(parts.path), safe=_PATH_SAFE)
    return path, quote(parts.query, safe=_QUERY_SAFE), quote(parts.fragment, safe=_FRAGMENT_SAFE)


def _without_dot_segments(path: str) -> str:
    """Resolve "." and "..", also written as %2e, which a browser takes for the same."""
    if "/." not in path and "%2e" not in path.lower():
        return path or "/"
    resolved: list[str] = []
    segments = path.split("/")[1:]
    for index, segment in enumerate(segments):
        dots = segment.lower().replace("%2e", ".")
        if dots not in {".", ".."}:
            resolved.append(segment)
            continue
        if dots == "..":
            del resolved[-1:]
        if index == len(segments) - 1:
            resolved.append("")
    return "/" + "/".join(resolved)


def _netloc(parts: SplitResult) -> str:
    user, at, authority = parts.netloc.rpartition("@")
    match = _AUTHORITY.fullmatch(authority)
    if match is None:
        raise InvalidTarget("Invalid URL: it has no usable host name.")
    host = _canonical_host(match[1].lower())
    return f"{quote(user, safe=_USERINFO_SAFE)}{at}{host}{_format_port(match[2], parts.scheme)}"


def _format_port(digits: str | None, scheme: str) -> str:
    if not digits:
        return ""
    # A run of thousands of digits is text, not a number worth converting.
    port = int(digits.lstrip("0")[:6] or "0")
    if not 0 < port <= _HIGHEST_PORT:
        raise InvalidTarget("Invalid URL: the port is not between 1 and 65535.")
    return "" if port == _DEFAULT_PORTS[scheme] else f":{port}"


# The links of a page name few hosts, again and again; longer ones than a host may be are refused, and not kept.
@lru_cache(maxsize=4096)
def _canonical_host(host: str) -> str:
    """Return *host* as it stands in a URL: addresses canonical and bracketed, names in ASCII."""
    if host.startswith("["):
        try:
            return f"[{ipaddress.IPv6Address(host[1:-1])}]"
        except ValueError as error:
            raise InvalidTarget("Invalid URL: the IPv6 address cannot be read.") from error
    ascii_host = host if host.isascii() else _punycode(host)
    if len(ascii_host) > 254 or not _HOST.fullmatch(ascii_host):  # noqa: PLR2004 - RFC 1035, and a final dot
        raise InvalidTarget("Invalid URL: the host name is not valid.")
    relative = ascii_host.removesuffix(".")
    if _NUMERIC_LABEL.fullmatch(relative.rpartition(".")[2]):
        return str(_legacy_ipv4(relative))
    return ascii_host


def _punycode(host: str) -> str:
    try:
        mapped = idna.uts46_remap(host, std3_rules=False, transitional=False)
        labels = mapped.split(".")
        return ".".join(label if label.isascii() else _a_label(label) for label in labels)
    except (idna.IDNAError, UnicodeError, IndexError) as error:
        raise InvalidTarget("Invalid URL: the host name is not valid.") from error


def _a_label(label: str) -> str:
    try:
        return idna.alabel(label).decode()
    except idna.IDNAError:
        # Registries sell names such as a single emoji, which IDNA 2008 has not, and browsers open them.
        return "xn--" + label.encode("punycode").decode()


def _legacy_ipv4(host: str) -> ipaddress.IPv4Address:
    """Read decimal, octal, hex and short notations as a browser does (WHATWG "IPv4 parser")."""
    refusal = InvalidTarget("Invalid URL: the IPv4 address cannot be read.")
    labels = host.split(".")
    if len(labels) > 4:  # noqa: PLR2004
        raise refusal
    try:
        numbers = [_ipv4_number(label) for label in labels]
    except ValueError as error:
        raise refusal from error
    *head, last = numbers
    if any(n > 255 for n in head) or last >= 256 ** (5 - len(numbers)):  # noqa: PLR2004
        raise refusal
    return ipaddress.IPv4Address(last + sum(n * 256 ** (3 - i) for i, n in enumerate(head)))


def _ipv4_number(label: str) -> int:
    # Not int(label, 0): it accepts "1_0" and "0b1", which no browser does. Labels are at most 63 characters.
    if not _NUMERIC_LABEL.fullmatch(label):
        raise ValueError(label)
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    if len(label) > 1 and label.startswith("0"):
        return int(label, 8)
    return int(label)


def host_of(url: str) -> str:
    """Return the host of *url* without brackets, lower-case; empty when it has none."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def port_of(url: WebUrl) -> int:
    """Return the port of *url*, its scheme's own when none is written."""
    parts = urlsplit(url)
    return parts.port or _DEFAULT_PORTS[parts.scheme]


def origin_of(url: str) -> tuple[str, str, int]:
    """Return scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)


def authority_of(url: str) -> str:
    """Return host and port as the Host header has them: lower-case, in brackets, without the scheme's own port."""
    scheme, host, port = origin_of(url)
    host = f"[{host}]" if ":" in host else host
    return host if port == _DEFAULT_PORTS.get(scheme) else f"{host}:{port}"


def resolve(base: str, reference: str) -> WebUrl:
    """Return *reference* as seen from *base*; InvalidTarget when that is no web URL.

    Raw bytes in a Location header arrive as surrogate escapes and are escaped as bytes.
    """
    cleaned = _LINE_BREAKS.sub("", reference.strip(_SPACE_AND_CONTROL))
    if not cleaned.isascii():
        cleaned = _escape_surrogates(cleaned)
    head, question, query = cleaned.partition("?")
    try:
        # Outside the query a browser reads a backslash as a slash; inside it is text.
        joined = urljoin(base, head.replace("\\", "/") + question + query.replace("\\", "%5C"))
    except ValueError as error:
        raise InvalidTarget("Invalid URL") from error
    return _absolute(joined)


def _escape_surrogates(text: str) -> str:
    return _SURROGATE.sub(lambda match: quote(match[0].encode("utf-8", "surrogateescape")), text)


def without_fragment(url: WebUrl) -> WebUrl:
    """Return *url* as a server sees it."""
    return WebUrl(url.partition("#")[0])


def without_credentials(url: str) -> str:
    """Return *url* for logs and results: user and password are dropped."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])) if "@" in parts.netloc else url


def credentials_of(url: str) -> str:
    """Return user and password as they are written in *url*, "user:password"; empty when it has none."""
    return urlsplit(url).netloc.rpartition("@")[0]


def with_credentials(url: WebUrl, credentials: str) -> WebUrl:
    """Return *url* with *credentials* in place of its own; *url* itself when they are empty."""
    return WebUrl(without_credentials(url).replace("//", f"//{credentials}@", 1)) if credentials else url


def with_credentials_of(lender: str, url: WebUrl) -> WebUrl:
    """Return *url* with the credentials of *lender* if both are of one origin and it has none of its own."""
    is_lent = not credentials_of(url) and origin_of(lender) == origin_of(url)
    return with_credentials(url, credentials_of(lender)) if is_lent else url


def login_of(url: str) -> tuple[str, str] | None:
    """Return user and password of *url*, None when it has none."""
    user, _, password = credentials_of(url).partition(":")
    return (unquote(user), unquote(password)) if "@" in urlsplit(url).netloc else None


def fingerprint(*parts: str) -> str:
    """Return a short stable key of *parts*: 32 hex digits of BLAKE2b."""
    return hashlib.blake2b("\x00".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


_FIXED_SEGMENT = re.compile(r"[A-Za-z][A-Za-z_.]{0,23}")


def path_pattern(url: WebUrl) -> str:
    """Return the pattern of addresses of pages that are made alike: "/blog/*/*?page" for "/blog/2024/tea?page=2".

    The last segment, and those with digits or several words, vary from page to page; of a query the names count.
    """
    parts = urlsplit(url)
    *folders, last = parts.path.split("/")[1:] or [""]
    fixed = [segment if _FIXED_SEGMENT.fullmatch(segment) else "*" for segment in folders]
    ending = last.rpartition(".")[2].lower() if "." in last else ""
    page = f"*.{ending}" if ending.isalpha() else "*" if last else ""
    names = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return "/" + "/".join([*fixed, page]) + ("?" + "&".join(names) if names else "")
