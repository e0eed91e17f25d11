"""Check that every installed dependency has a licence of licences.toml. `make licences` runs it.

An expression with AND needs all of its parts, one with OR any of them.
"""

import re
import sys
import tomllib
from importlib.metadata import Distribution, distributions
from pathlib import Path

RULES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
RULES_FILE = "scripts/licences.toml"
PERMITTED = frozenset(RULES["permitted"])


def licence_of(package: Distribution) -> str:
    """Return the licence as the package states it, "" where it states none."""
    classifiers = [
        text.rpartition(" :: ")[2] for text in package.metadata.get_all("Classifier") or () if "License ::" in text
    ]
    named = [name for name in classifiers if name not in {"OSI Approved", "DFSG approved"}]
    written = (package.metadata.get("License") or "").strip().partition("\n")[0]
    return package.metadata.get("License-Expression") or " OR ".join(named) or written


def is_permitted(licence: str) -> bool:
    parts = re.split(r" AND | OR ", licence)
    permitted = [part in PERMITTED or part.strip("() ") in PERMITTED for part in parts]
    return any(permitted) if " AND " not in licence and " OR " in licence else all(permitted)


def main() -> None:
    licences = {package.name.lower(): licence_of(package) for package in distributions()}
    del licences["gossamer"]
    refused = {name for name, licence in licences.items() if not is_permitted(licence)} - RULES["reasons"].keys()
    for name in sorted(refused):
        print(f"{name}: the licence {licences[name] or '(none stated)'} is not among those of {RULES_FILE}.")
    print(f"{len(licences)} packages, {len(refused)} refused.")
    sys.exit(bool(refused))


if __name__ == "__main__":
    main()
