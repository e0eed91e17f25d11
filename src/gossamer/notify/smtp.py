"""E-mail over SMTP, by the standard library in a thread.

The server is the operator's own setting, so the egress policy for callers' addresses does not hold for it.
"""

import asyncio
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from typing import Final
from urllib.parse import unquote, urlsplit

from gossamer.core.errors import MessageRefused, NotAvailable
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import Letter

_SECONDS: Final = 20.0
_PORTS: Final = {"smtp": 587, "smtps": 465}


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
        """Return the server of `smtp://user:password@host:587` or `smtps://…`. Raises ValueError."""
        parts = urlsplit(address)
        if parts.scheme not in _PORTS or not parts.hostname:
            raise ValueError("An e-mail server is written as smtp://user:password@host:587, or smtps:// for TLS.")
        tls = "always" if parts.scheme == "smtps" else "offered"
        port = parts.port or _PORTS[parts.scheme]
        return cls(parts.hostname, port, tls, unquote(parts.username or ""), unquote(parts.password or ""))


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
        message = EmailMessage()
        name, address = parseaddr(self._sender)
        message["From"] = Address(name or "Gossamer", addr_spec=address)
        message["To"] = Address(addr_spec=letter.to)
        message["Subject"] = " ".join(letter.subject.split())
        message["Date"] = format_datetime(self._clock.now())
        # The same for every try: a server that took it before can tell.
        message["Message-ID"] = f"<{letter.message_id}@{address.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        for header, value in letter.headers.items():
            message[header] = value
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        return message


def _send(server: MailServer, message: EmailMessage) -> None:
    try:
        with _connected(server) as client:
            client.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        # What a server answers may hold an address of its own network.
        raise MessageRefused(f"The e-mail server did not take the message ({type(error).__name__}).") from error


@contextmanager
def _connected(server: MailServer) -> Iterator[smtplib.SMTP]:
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
