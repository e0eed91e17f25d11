"""TLS contexts of our own clients."""

import ssl

import certifi


def verifying_context() -> ssl.SSLContext:
    """Return a context that trusts what the machine trusts and, besides, Mozilla's list."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context


def lenient_context() -> ssl.SSLContext:
    """Return a context for `skip_tls_verification`: any certificate, also old ciphers."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    context.set_alpn_protocols(["http/1.1"])
    return context
