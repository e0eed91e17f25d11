"""TLS: the certificate authorities that are believed, and contexts of our own clients.

They are those of the machine (`SSL_CERT_FILE`, `SSL_CERT_DIR`, the system's store) and Mozilla's list. HTTP, the
stealth client, connections to upstream proxies and a Chromium that we start believe the same.
"""

import os
import ssl
from contextlib import suppress
from pathlib import Path

import certifi


def verifying_context() -> ssl.SSLContext:
    """Return a context that trusts what the machine trusts and, besides, Mozilla's list."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    # A chain must end in a root: intermediates are added that were fetched on the way, and they are none.
    context.verify_flags &= ~ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


def lenient_context() -> ssl.SSLContext:
    """Return a context for `skip_tls_verification`: any certificate, also old ciphers and TLS 1.0."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    context.set_alpn_protocols(["http/1.1"])
    return context


def find_trusted_roots() -> set[bytes]:
    """Return the roots that are believed, in DER."""
    context = verifying_context()
    paths = ssl.get_default_verify_paths()
    for folder in os.environ.get(paths.openssl_capath_env, paths.openssl_capath).split(os.pathsep):
        # The context reads a file of the folder when it meets its name, and lists none before.
        for file in Path(folder).glob("*.[0-9]"):
            with suppress(OSError):
                context.load_verify_locations(file)
    return set(context.get_ca_certs(binary_form=True))


def mozilla_roots() -> set[bytes]:
    """Return the roots of Mozilla's list, in DER."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(certifi.where())
    return set(context.get_ca_certs(binary_form=True))
