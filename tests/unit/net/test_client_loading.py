import json
import subprocess
import sys

_SCRIPT = """
import json, ssl
from gossamer.net.client_loading import load_without_certificates
load_without_certificates()
from aiohttp import connector
from gossamer.net.tls import verifying_context
default = connector._SSL_CONTEXT_VERIFIED
print(json.dumps({
    "trusted by default": default.cert_store_stats()["x509_ca"],
    "verified by default": default.verify_mode == ssl.CERT_REQUIRED and default.check_hostname,
    "trusted by ours": verifying_context().cert_store_stats()["x509_ca"] > 0,
}))
"""


def test_a_client_that_names_no_tls_context_trusts_nobody_and_ours_do() -> None:
    told = json.loads(subprocess.check_output([sys.executable, "-c", _SCRIPT], text=True))
    assert told == {"trusted by default": 0, "verified by default": True, "trusted by ours": True}
