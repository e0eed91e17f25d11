"""The core is given plain addresses, whatever a caller wrote: all that carries them further takes texts as they are."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from gossamer.wire import v0, v1, v2

URL = "HTTPS://Example.org/a"
MONITORED = {"name": "m", "schedule": {"text": "hourly"}}
CRAWL_TARGET = {"type": "crawl", "url": URL}
BODIES: tuple[tuple[Any, dict[str, Any]], ...] = (
    (v0.ScrapeRequest, {"url": URL}),
    (v0.CrawlRequest, {"url": URL}),
    (v1.ScrapeRequest, {"url": URL}),
    (v1.CrawlRequest, {"url": URL, "webhook": URL}),
    (v1.MapRequest, {"url": URL}),
    (v1.BatchScrapeRequest, {"urls": [URL]}),
    (v1.ExtractRequest, {"urls": [URL], "prompt": "p"}),
    (v1.LlmsTxtRequest, {"url": URL}),
    (v2.ScrapeRequest, {"url": URL}),
    (v2.CrawlRequest, {"url": URL, "webhook": {"url": URL}}),
    (v2.MapRequest, {"url": URL}),
    (v2.BatchScrapeRequest, {"urls": [URL], "webhook": URL}),
    (v2.ExtractRequest, {"urls": [URL], "prompt": "p"}),
    (v2.AgentRequest, {"urls": [URL], "prompt": "p"}),
    (v2.MonitorRequest, {**MONITORED, "webhook": {"url": URL}, "targets": [{"type": "scrape", "urls": [URL]}]}),
    (v2.MonitorRequest, {**MONITORED, "targets": [CRAWL_TARGET]}),
)


def texts(value: Any) -> Iterator[str]:
    """Yield all texts of a spec."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from texts(item)


@pytest.mark.parametrize(("shape", "body"), BODIES, ids=lambda value: getattr(value, "__module__", ""))
def test_no_spec_holds_an_address_of_a_kind_of_its_own(shape: Any, body: dict[str, Any]) -> None:
    found = list(texts(shape.model_validate(body).spec()))
    assert "https://example.org/a" in found
    assert {type(text) for text in found if text.startswith("http")} == {str}
