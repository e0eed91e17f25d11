"""The honest identity: this service's own name, and signatures by which a site knows that it is not borrowed.

Requests are signed as Web Bot Auth says (draft-ietf-webbotauth-httpsig-protocol) by RFC 9421: the request names the
origin whose directory has the public key. A signature holds for one authority and some minutes, so it is made anew for
each request, and none is made for another authority that a redirect leads to.
"""

import base64
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Final, Self

from gossamer.core.errors import OwnError
from gossamer.core.ids import encode_base64url
from gossamer.core.signing import PublishedKeys
from gossamer.core.urls import authority_of
from gossamer.core.visit_identity import VisitIdentity
from gossamer.ports.clock import Clock

# The headers of a signature, as they are spelt in HTTP/1.
SIGNATURE_HEADERS: Final = frozenset({"Signature-Agent", "Signature-Input", "Signature"})

_LABEL: Final = "sig1"
_TAG: Final = "web-bot-auth"
_DIRECTORY_TAG: Final = "http-message-signatures-directory"
# Seconds. Longer than clocks differ, and too short to be of use to somebody who copies it.
_LASTS: Final = 300
_NONCE_BYTES: Final = 48
# Authorities that asked for signatures are remembered, the latest so many.
_MOST_ASKING: Final = 10_000


@dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 key; *key_id* is the thumbprint of *public*, its public half in base64url (RFC 8037, A.3)."""

    key_id: str
    public: str
    sign: Callable[[bytes], bytes]

    @classmethod
    def load(cls, private: bytes) -> Self:
        """Return the key of these 32 bytes."""
        # Six megabytes that a service without signatures does not need.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

        key = Ed25519PrivateKey.from_private_bytes(private)
        public = encode_base64url(key.public_key().public_bytes_raw())
        members = {"crv": "Ed25519", "kty": "OKP", "x": public}
        thumbprint = sha256(json.dumps(members, separators=(",", ":"), sort_keys=True).encode()).digest()
        return cls(encode_base64url(thumbprint), public, key.sign)

    def describe(self) -> Mapping[str, str]:
        """Return its public half as a JSON Web Key."""
        return {"kty": "OKP", "crv": "Ed25519", "kid": self.key_id, "use": "sig", "alg": "EdDSA", "x": self.public}


class OwnIdentity:
    """The name that sites are told, and the signatures that prove it.

    *contact* is a web or mail address for owners of sites. *agent* is the origin that serves the key directory; without
    one nothing is signed. Unless *always*, only authorities are sent signatures that asked for them (Accept-Signature).
    Unless *is_default*, it is used for the teams and keys alone that have chosen it.
    """

    def __init__(
        self, contact: str, agent: str | None, clock: Clock, *, always: bool = True, is_default: bool = True
    ) -> None:
        self.contact = contact
        self.agent = agent
        self.is_default = is_default
        # The first key signs; the others are published until nobody has their signatures any more.
        self.keys: Sequence[SigningKey] = ()
        self._product = f"Gossamer/{version('gossamer')}"
        self._clock = clock
        self._always = always
        self._asking: OrderedDict[str, None] = OrderedDict()

    def user_agent(self, *, mobile: bool = False) -> str:
        """Return the User-Agent: a product that robots.txt can name, and where to turn to."""
        place = "Linux; Android 10; Mobile; " if mobile else ""
        return f"Mozilla/5.0 ({place}compatible; {self._product}; +{self.contact})"

    def sign(self, url: str, began_at: str) -> Mapping[str, str]:
        """Return the headers that sign a request to *url*, in a chain of redirects that began at an authority.

        Empty where nothing is signed.
        """
        authority = authority_of(url)
        if not self.agent or not self.keys or authority != began_at:
            return {}
        if not (self._always or authority in self._asking):
            return {}
        key = self.keys[0]
        parameters = self._parameters(f'("@authority" "signature-agent";key="{_LABEL}")', key, _TAG)
        covered = f'"@authority": {authority}\n"signature-agent";key="{_LABEL}": "{self.agent}"'
        return {"Signature-Agent": f'{_LABEL}="{self.agent}"', **_sign_as(_LABEL, key, covered, parameters)}

    def is_asked(self, url: str, accepted: str) -> bool:
        """Note what the header Accept-Signature of an answer says; return whether the request has to be made again."""
        authority = authority_of(url)
        if not accepted or f'tag="{_TAG}"' not in accepted or self._always or authority in self._asking:
            return False
        self._asking[authority] = None
        while len(self._asking) > _MOST_ASKING:
            self._asking.popitem(last=False)
        return bool(self.agent and self.keys)

    def publish_keys(self) -> PublishedKeys | None:
        """Return the directory, signed by each key for the authority that serves it; None without keys."""
        if not self.agent or not self.keys:
            return None
        covered = f'"@authority";req: {authority_of(self.agent)}'
        signed = [
            _sign_as(f"binding{number}", key, covered, self._parameters('("@authority";req)', key, _DIRECTORY_TAG))
            for number, key in enumerate(self.keys)
        ]
        joined = {name: ", ".join(headers[name] for headers in signed) for name in ("Signature-Input", "Signature")}
        return PublishedKeys(json.dumps({"keys": [dict(key.describe()) for key in self.keys]}).encode(), joined)

    def _parameters(self, components: str, key: SigningKey, tag: str) -> str:
        now = int(self._clock.now().timestamp())
        nonce = base64.b64encode(secrets.token_bytes(_NONCE_BYTES)).decode()
        return (
            f'{components};created={now};expires={now + _LASTS};keyid="{key.key_id}";alg="ed25519";'
            f'nonce="{nonce}";tag="{tag}"'
        )


def select_own(identity: OwnIdentity | None, chosen: VisitIdentity | None) -> OwnIdentity | None:
    """Return *identity* where a visit under the identity *chosen* has it, None where it has that of a browser."""
    if chosen is VisitIdentity.HONEST and identity is None:
        raise OwnError("The identity `honest` of this key or team needs GOSSAMER_IDENTITY_CONTACT.")
    is_honest = identity is not None and identity.is_default if chosen is None else chosen is VisitIdentity.HONEST
    return identity if is_honest else None


def _sign_as(label: str, key: SigningKey, covered: str, parameters: str) -> dict[str, str]:
    signature = key.sign(f'{covered}\n"@signature-params": {parameters}'.encode())
    return {
        "Signature-Input": f"{label}={parameters}",
        "Signature": f"{label}=:{base64.b64encode(signature).decode()}:",
    }
