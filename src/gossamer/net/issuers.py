"""Intermediate certificates that a server leaves out, fetched as browsers do. Loaded when one is missing.

A certificate names where that of its issuer is ("CA issuers", RFC 5280 section 4.2.2.1). What is found there is taken
when the chain to a root that is believed holds.
"""

import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import load_der_pkcs7_certificates
from cryptography.x509.oid import AuthorityInformationAccessOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from gossamer.net.addresses import parse_address
from gossamer.net.tls import lenient_context

_LONGEST_CHAIN = 4
_ISSUERS = AuthorityInformationAccessOID.CA_ISSUERS


def peeking_context(certificates: list[bytes]) -> ssl.SSLContext:
    """Return a context that puts a server's certificate into *certificates*, in DER, and ends the handshake there."""

    class Peek(ssl.SSLObject):
        def do_handshake(self) -> None:
            super().do_handshake()
            certificates.append(self.getpeercert(binary_form=True) or b"")
            raise ssl.SSLError("The certificate is all that was asked for.")

    context = lenient_context()
    context.sslobject_class = Peek
    return context


async def missing_issuers(
    leaf: bytes, host: str, roots: Sequence[bytes], fetch: Callable[[str], Awaitable[bytes]]
) -> list[bytes]:
    """Return the certificates between *leaf*, which is for *host*, and one of *roots*; none when they cannot be had.

    *fetch* returns what an address holds. All certificates are in DER. The chain is one of the web (CA/Browser Forum):
    what is returned is an authority. Libraries do not look for that in certificates which they are told to believe.
    """
    address = parse_address(host)
    subject = x509.DNSName(host) if address is None else x509.IPAddress(address)
    certificates = [x509.load_der_x509_certificate(leaf)]
    for _ in range(_LONGEST_CHAIN):
        certificates += _certificates(await fetch(_address_of_issuer(certificates[-1])))
        names = {certificate.issuer.public_bytes() for certificate in certificates}
        anchors = [x509.load_der_x509_certificate(root) for root in roots if any(name in root for name in names)]
        # ValueError: none of the roots has such a name.
        with suppress(VerificationError, ValueError):
            verifier = PolicyBuilder().store(Store(anchors)).build_server_verifier(subject)
            chain = verifier.verify(certificates[0], certificates[1:])
            return [issuer.public_bytes(Encoding.DER) for issuer in chain[1:-1]]
    return []


def _address_of_issuer(certificate: x509.Certificate) -> str:
    """Return the address of the issuer's certificate; empty when there is none."""
    with suppress(x509.ExtensionNotFound):
        access = certificate.extensions.get_extension_for_class(x509.AuthorityInformationAccess).value
        places = [entry.access_location.value for entry in access if entry.access_method == _ISSUERS]
        return str(*places[:1])
    return ""


def _certificates(file: bytes) -> Sequence[x509.Certificate]:
    """Return the certificates in *file*: several in PKCS #7 or PEM, or one in DER. Raises ValueError."""
    for load in (load_der_pkcs7_certificates, x509.load_pem_x509_certificates):
        with suppress(ValueError):
            return load(file)
    return [x509.load_der_x509_certificate(file)]
