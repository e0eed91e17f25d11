"""The Grafana dashboard and the docs name the metrics that there are, and all of them."""

import json
import re
from pathlib import Path

from gossamer.core.metrics import CATALOGUE, Kind

ROOT = Path(__file__).resolve().parents[2]
_SUFFIXES = {Kind.COUNTER: ("_total",), Kind.GAUGE: ("",), Kind.HISTOGRAM: ("_bucket", "_sum", "_count")}


def written(name: str) -> set[str]:
    """The names under which a metric is read."""
    return {name + suffix for suffix in _SUFFIXES[CATALOGUE[name].kind]}


def named(text: str) -> set[str]:
    return set(re.findall(r"gossamer_\w+", text))


def test_the_dashboard_reads_every_metric_and_no_other() -> None:
    dashboard = json.loads((ROOT / "deploy/grafana/gossamer.json").read_text("utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    queries += [variable["query"]["query"] for variable in dashboard["templating"]["list"][1:]]
    found = named("\n".join(queries))
    assert found <= {name for metric in CATALOGUE for name in written(metric)}
    assert [metric for metric in CATALOGUE if not found & written(metric)] == []


def test_every_metric_is_documented() -> None:
    text = (ROOT / "docs/operating.md").read_text("utf-8")
    documented = set(re.findall(r"^\| `(gossamer_\w+)`", text, re.MULTILINE))
    assert documented == {name + ("_total" if CATALOGUE[name].kind is Kind.COUNTER else "") for name in CATALOGUE}
