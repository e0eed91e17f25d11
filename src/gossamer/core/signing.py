"""What a service publishes about the keys that sign its requests to sites."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# The path of the directory, at the origin that requests name.
DIRECTORY_PATH: Final = "/.well-known/http-message-signatures-directory"


@dataclass(frozen=True, slots=True)
class PublishedKeys:
    """Public keys as a JSON Web Key Set, and the headers by which each key signs it."""

    body: bytes
    signatures: Mapping[str, str]
