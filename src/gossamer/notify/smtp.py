"""E-mail over SMTP, by the standard library in a thread.

The server is the operator's own setting, so the egress policy for callers' addresses does not hold for it.
"""

import asyncio
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy, default
from email.utils import format_datetime, parseaddr
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from gossamer.core.errors import MessageRefused, NotAvailable
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import Letter

_SECONDS: Final = 20.0
_PORTS: Final = {"smtp": 587, "smtps": 465}
_FORM: Final = "An e-mail server is written as smtp://user:password@host:587, or smtps:// for TLS."


@dataclass(frozen=True, slots=True)
class MailServer:
    """A server and how it is spoken to: *tls* is "always" (smtps), "offered" (STARTTLS if the server has it)."""

    host: str
    port: int
    tls: str
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, address: str) -> "MailServer":
        """Return the server of `smtp://user:password@host:587` or `smtps://…`.

        Raises ValueError with what is wrong, which holds nothing of the address: it may be a part of the password.
        """
        try:
            parts = urlsplit(address.strip())
        except ValueError:
            raise ValueError(f"It cannot be read. {_FORM}") from None
        if parts.scheme not in _PORTS:
            raise ValueError(f"It must begin with smtp:// or smtps://. {_FORM}")
        if parts.path not in {"", "/"} or parts.query or parts.fragment:
            raise ValueError("Nothing may follow the host and port. Write / ? # of a password as %2F %3F %23.")
        if not parts.hostname or not _is_host(parts.hostname):
            raise ValueError(f"It must name a host. {_FORM}")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        # SMTP's sign-in takes no other letters.
        if not (user + password).isascii() or (password and not user):
            raise ValueError("A password needs a user name, and both may have ASCII letters only.")
        tls = "always" if parts.scheme == "smtps" else "offered"
        return cls(parts.hostname, _port(parts), tls, user, password)

    @property
    def place(self) -> str:
        """Return host and port, as an address has them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _port(parts: SplitResult) -> int:
    try:
        port = _PORTS[parts.scheme] if parts.port is None else parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError("The port must be a number from 1 to 65535.")
    return port


def _is_host(name: str) -> bool:
    try:
        # Raises as a look-up would later, for a label that is empty or too long.
        return bool(name.encode("idna")) and not any(sign.isspace() for sign in name)
    except UnicodeError:
        return False


def sender_address(text: str) -> Address:
    """Return the address of "Name <name@host>" or "name@host"; the name is Gossamer when none is given.

    Raises ValueError.
    """
    name, address = parseaddr(text)
    try:
        sender = Address(name or "Gossamer", addr_spec=address)
    except (HeaderParseError, ValueError, IndexError):
        sender = Address()
    if not (sender.username and sender.domain):
        raise ValueError("It must be an e-mail address, as `Gossamer <gossamer@example.org>`.")
    return sender


def connection_problem(server: MailServer) -> str | None:
    """Connect and sign in without sending anything; return why that failed, or None.

    It blocks, up to 20 seconds an answer.
    """
    try:
        with _connect(server):
            return None
    except smtplib.SMTPAuthenticationError:
        return "it does not take the user name and password"
    except smtplib.SMTPNotSupportedError:
        return "it offers no sign-in, so it takes no user name and password"
    except ssl.SSLError as error:
        return f"TLS failed: {getattr(error, 'verify_message', '') or error.reason or type(error).__name__}"
    except (OSError, smtplib.SMTPException) as error:
        return getattr(error, "strerror", None) or type(error).__name__


class _AddressHeader(UnstructuredHeader, BaseHeader):
    """A header of addresses that programs read: on one line, because as an RFC 2047 word none would find them."""

    def fold(self, *, policy: Policy) -> str:
        """Return the header as it is sent."""
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _AddressHeader)
_POLICY: Final = default.clone(header_factory=_HEADERS)


class SmtpMailer:
    """A Mailer; *server* None sends nothing. *sender* is the address in From, with a name if it has one."""

    def __init__(self, server: MailServer | None, sender: str, clock: Clock) -> None:
        self._server = server
        self._sender = sender
        self._clock = clock

    @property
    def available(self) -> bool:
        """Return whether a server is configured."""
        return self._server is not None

    async def send(self, letter: Letter) -> None:
        """Hand *letter* to the server. Raises MessageRefused when it was not taken."""
        if self._server is None:
            raise NotAvailable("No e-mail server is configured: set GOSSAMER_SMTP_URL.")
        await asyncio.to_thread(_send, self._server, self._message(letter))

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage(_POLICY)
        message["From"] = sender = sender_address(self._sender)
        message["To"] = Address(addr_spec=letter.to)
        message["Subject"] = " ".join(letter.subject.split())
        message["Date"] = format_datetime(self._clock.now())
        # The same for every try: a server that took it before can tell.
        message["Message-ID"] = f"<{letter.message_id}@{sender.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        for header, value in letter.headers.items():
            message[header] = value
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        return message


def _send(server: MailServer, message: EmailMessage) -> None:
    try:
        with _connect(server) as client:
            client.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        # The server's answer may hold an address of its own network.
        raise MessageRefused(f"The e-mail server did not take the message ({type(error).__name__}).") from error


@contextmanager
def _connect(server: MailServer) -> Iterator[smtplib.SMTP]:
    context = ssl.create_default_context()
    if server.tls == "always":
        client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=_SECONDS, context=context)
    else:
        client = smtplib.SMTP(server.host, server.port, timeout=_SECONDS)
    with client:
        client.ehlo()
        if server.tls == "offered" and client.has_extn("starttls"):
            client.starttls(context=context)
            client.ehlo()
        if server.user:
            client.login(server.user, server.password)
        yield client
