"""The process that checks an address, or sends one message, with Apprise: an order comes in, an outcome goes out.

Apprise reads a file where a parameter of an address names one, and sends it. So such addresses are refused, and the
process reads nothing but Python and the certificates of the system.
"""

import json
import ssl
import sys
from typing import Any, Final

from gossamer.content.confinement import die_with_parent, leave_no_core, read_only_below, write_no_file

# Certificates, and what Python's own modules look up.
_SYSTEM: Final = (
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ssl",
    "/etc/pki",
    "/etc/ca-certificates",
    "/etc/hosts",
    "/etc/mime.types",
)
_UNREADABLE: Final = "Apprise cannot read this address: check its parts. See https://github.com/caronc/apprise/wiki."
_NAMES_FILE: Final = "A parameter of this address (`{}`) names a file, which is not allowed: leave it out."


def main() -> None:
    """Carry out the order on standard input."""
    order = json.load(sys.stdin)
    die_with_parent()
    leave_no_core()
    write_no_file()
    certificates = ssl.get_default_verify_paths()
    read_only_below([*sys.path, *filter(None, (certificates.cafile, certificates.capath)), *_SYSTEM])
    json.dump(_outcome(order), sys.stdout)


def _outcome(order: dict[str, str]) -> dict[str, Any]:
    import apprise  # noqa: PLC0415 - takes a while, and only after the process gave up its rights

    service = apprise.Apprise.instantiate(order["address"])
    if service is None:
        return {"refusal": _UNREADABLE}
    for name, part in vars(service).items():
        # A plugin makes this of a parameter that names a file, whatever the parameter is called.
        if isinstance(part, apprise.AppriseAttachment) and len(part):
            return {"refusal": _NAMES_FILE.format(name)}
    return {"sent": "text" in order and bool(service.notify(body=order["text"], title=order["title"]))}


if __name__ == "__main__":
    main()
