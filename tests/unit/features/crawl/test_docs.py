"""What users read names everything that a crawl may tell them."""

import re
from pathlib import Path

from gossamer.core.crawls import Reason

DOCS = Path(__file__).resolve().parents[4] / "docs" / "crawling.md"


def test_every_reason_is_documented_in_the_order_in_which_it_is_decided() -> None:
    documented = re.findall(r"^\| `([A-Za-z_]+)`", DOCS.read_text("utf-8"), re.MULTILINE)
    assert sorted(documented) == sorted(reason.value for reason in Reason)
    decided_first = ["EXTERNAL_LINK", "SUBDOMAIN", "KEY_RESTRICTION", "unsafe_domain_blocked", "FILE_TYPE"]
    assert documented[:5] == decided_first
