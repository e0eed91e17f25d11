"""Intermediate certificates that a server leaves out, fetched as browsers do. Loaded when one is missing.

A certificate names where that of its issuer is ("CA issuers", RFC 5280 section 4.2.2.1). What is found there is taken
when a root that is believed vouches for it, link by link; whether the whole chain holds is then for the TLS library.
"""

import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import load_der_pkcs7_certificates
from cryptography.x509.oid import AuthorityInformationAccessOID

from gossamer.net.tls import lenient_context

_LONGEST_CHAIN = 4


def peeking_context(seen: list[bytes]) -> ssl.SSLContext:
    """Return a context that puts a server's certificate into *seen*, in DER, and ends the handshake there."""

    class Peek(ssl.SSLObject):
        def do_handshake(self) -> None:
            super().do_handshake()
            seen.append(self.getpeercert(binary_form=True) or b"")
            raise ssl.SSLError("The certificate is all that was asked for.")

    context = lenient_context()
    context.sslobject_class = Peek
    return context


async def missing_issuers(leaf: bytes, roots: Sequence[bytes], fetch: Callable[[str], Awaitable[bytes]]) -> list[bytes]:
    """Return the certificates between *leaf* and one of *roots*, in DER; none when they cannot be had.

    *fetch* returns what an address holds. Each of them is an authority without conditions: libraries do not look for
    these in what they are told to believe.
    """
    chain = [x509.load_der_x509_certificate(leaf)]
    while not _issuer_of(chain[-1], _roots_of(chain[-1], roots)):
        address = _address_of_issuer(chain[-1])
        if address is None or len(chain) > _LONGEST_CHAIN:
            return []
        issuer = _issuer_of(chain[-1], _certificates(await fetch(address)))
        if issuer is None or not _may_issue(issuer, below=len(chain) - 1):
            return []
        chain.append(issuer)
    return [issuer.public_bytes(Encoding.DER) for issuer in chain[1:]]


def _roots_of(certificate: x509.Certificate, roots: Sequence[bytes]) -> Iterable[x509.Certificate]:
    """Return those of *roots* that have the name of the issuer of *certificate* in them."""
    name = certificate.issuer.public_bytes()
    return (x509.load_der_x509_certificate(root) for root in roots if name in root)


def _issuer_of(certificate: x509.Certificate, candidates: Iterable[x509.Certificate]) -> x509.Certificate | None:
    for candidate in candidates:
        with suppress(ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
            certificate.verify_directly_issued_by(candidate)
            return candidate
    return None


def _may_issue(certificate: x509.Certificate, below: int) -> bool:
    """Return whether *certificate* is an authority that may have so many others *below* it, for names of any kind."""
    known: dict[type, Any] = {type(extension.value): extension.value for extension in certificate.extensions}
    basic, usage = known.get(x509.BasicConstraints), known.get(x509.KeyUsage)
    if basic is None or not basic.ca or x509.NameConstraints in known:
        return False
    return (basic.path_length is None or basic.path_length >= below) and (usage is None or usage.key_cert_sign)


def _address_of_issuer(certificate: x509.Certificate) -> str | None:
    with suppress(x509.ExtensionNotFound):
        for entry in certificate.extensions.get_extension_for_class(x509.AuthorityInformationAccess).value:
            if entry.access_method == AuthorityInformationAccessOID.CA_ISSUERS:
                return str(entry.access_location.value)
    return None


def _certificates(file: bytes) -> Sequence[x509.Certificate]:
    """Return the certificates in *file*: several in PKCS #7 or PEM, or one in DER. Raises ValueError."""
    for load in (load_der_pkcs7_certificates, x509.load_pem_x509_certificates):
        with suppress(ValueError):
            return load(file)
    return [x509.load_der_x509_certificate(file)]
