"""Certificates of a small authority: a root, intermediates, and leaves that name where their issuer is found."""

import ipaddress
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import AuthorityInformationAccessOID, NameOID


@dataclass(frozen=True)
class Issued:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(Encoding.PEM)


def issue(
    name: str, issuer: Issued | None = None, *, is_authority: bool = False, issuer_at: str | None = None
) -> Issued:
    """Issue a certificate for 127.0.0.1 and localhost, or for an authority; self-signed without an *issuer*."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    signer = issuer.key if issuer else key
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(_usage(is_authority=is_authority), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if not is_authority:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    if issuer_at is not None:
        place = x509.UniformResourceIdentifier(issuer_at)
        access = x509.AccessDescription(AuthorityInformationAccessOID.CA_ISSUERS, place)
        builder = builder.add_extension(x509.AuthorityInformationAccess([access]), critical=False)
    return Issued(builder.sign(signer, hashes.SHA256()), key)


def _usage(*, is_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not is_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=is_authority,
        crl_sign=is_authority,
        encipher_only=False,
        decipher_only=False,
    )


def server_context(folder: Path, *chain: Issued) -> ssl.SSLContext:
    """Return the context of a server that sends *chain*, its own certificate first."""
    file = folder / f"{chain[0].certificate.serial_number}.pem"
    key = chain[0].key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(b"".join(issued.pem for issued in chain) + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
