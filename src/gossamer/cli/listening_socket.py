"""The socket on which the service listens."""

import errno
import socket
import sys
from dataclasses import dataclass

from gossamer.cli.problems import BAD_SETTING

_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class Deaf:
    """Why nothing can be heard at the address, what to do, and the exit code that tells whose turn it is."""

    reason: str
    remedy: str
    code: int


def listen(host: str, port: int) -> socket.socket | Deaf:
    """Return a socket that listens at *host*, a name or an address of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:
        listening.close()
        return _deaf(host, port, error)
    return listening


def _deaf(host: str, port: int, error: OSError | UnicodeError) -> Deaf:
    if isinstance(error, socket.gaierror | UnicodeError) or error.errno == errno.EADDRNOTAVAIL:
        remedy = "Set GOSSAMER_HOST (--host) to 127.0.0.1, to 0.0.0.0 for all addresses, or to one of them."
        return Deaf(f"{host} is no address of this machine", remedy, BAD_SETTING)
    remedy = "Stop what uses the port, or choose another with GOSSAMER_PORT (--port)."
    if error.errno == errno.EACCES:
        remedy = "Choose a port above 1023 with GOSSAMER_PORT (--port); lower ones need special rights."
    return Deaf(f"Cannot listen on {host}:{port}: {error.strerror}", remedy, 1)
