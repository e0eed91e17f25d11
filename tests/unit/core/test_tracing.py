from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from gossamer.core.tracing import Kind, Span, Value, span, trace, traceparent

SAMPLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
NOT_SAMPLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"


class _Seen:
    def set(self, name: str, value: Value) -> None: ...

    def rename(self, name: str) -> None: ...

    def fail(self, code: str) -> None: ...


class Recorder:
    """A Tracer that remembers the names of spans."""

    def __init__(self, parent: str) -> None:
        self.names: list[str] = []
        self._parent = parent

    @contextmanager
    def trace(self, name: str, *, parent: str, kind: Kind, attributes: Mapping[str, Value]) -> Iterator[Span | None]:
        self.names.append(name)
        yield _Seen() if self._parent == SAMPLED else None

    @contextmanager
    def span(self, name: str, *, kind: Kind, attributes: Mapping[str, Value]) -> Iterator[Span]:
        self.names.append(name)
        yield _Seen()

    def traceparent(self) -> str:
        return self._parent


def test_parts_belong_to_the_trace_that_is_open() -> None:
    tracer = Recorder(SAMPLED)
    with trace(tracer, "request"), span("scrape"), span("read"):
        assert traceparent() == SAMPLED
    assert tracer.names == ["request", "scrape", "read"]


def test_without_a_trace_there_are_no_parts() -> None:
    with trace(None, "request"), span("scrape") as part:
        part.set("gossamer.fetcher", "http")
        assert traceparent() == ""


def test_a_trace_that_is_not_sampled_has_no_parts_here_or_elsewhere() -> None:
    tracer = Recorder(NOT_SAMPLED)
    with trace(tracer, "request"), span("scrape"):
        assert traceparent() == NOT_SAMPLED
    assert tracer.names == ["request"]
