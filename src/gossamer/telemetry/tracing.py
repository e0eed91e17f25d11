"""Traces by OpenTelemetry, sent over OTLP/HTTP. The SDK is an extra, and is loaded only when traces are wanted.

The provider is the service's own and not the global one: libraries below us have spans of their own, with what pages
say and what models are asked in them. The exporter connects to the operator's collector by itself: the egress policy is
about addresses that pages and callers name.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import Token
from importlib.metadata import version
from types import TracebackType
from typing import Final, Literal, Self

import structlog
from opentelemetry import trace as api
from opentelemetry.context import Context, attach, detach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from gossamer.core.errors import ServiceError
from gossamer.core.tracing import Kind, Value

_KINDS: Final = {
    "server": api.SpanKind.SERVER,
    "client": api.SpanKind.CLIENT,
    "internal": api.SpanKind.INTERNAL,
    "consumer": api.SpanKind.CONSUMER,
}
_HEADER: Final = "traceparent"
# Spans not sent by then are lost: the process ends.
_LAST_SECONDS: Final = 2.0
_log = structlog.get_logger(__name__)


class OpenTelemetryTracer:
    """A Tracer. Endpoint, headers, sampler and limits are those of OpenTelemetry's own environment variables."""

    def __init__(self, exporter: SpanExporter, *, service: str, process: str) -> None:
        about = {"service.name": service, "service.version": version("gossamer"), "service.instance.id": process}
        self._provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("gossamer")
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def trace(
        self, name: str, *, parent: str, kind: Kind, attributes: Mapping[str, Value]
    ) -> Iterator["_OpenSpan | None"]:
        """Open a trace, or go on with that of *parent*; None when it is not sampled."""
        context = self._propagator.extract({_HEADER: parent}, Context()) if parent else Context()
        with _OpenSpan(self._tracer, name, kind, attributes, context) as opened:
            yield opened if opened.is_sampled else None

    def span(self, name: str, *, kind: Kind, attributes: Mapping[str, Value]) -> "_OpenSpan":
        """Open a part of the trace that is open."""
        return _OpenSpan(self._tracer, name, kind, attributes, None)

    def traceparent(self) -> str:
        """Return the W3C `traceparent` of the span that is open."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier.get(_HEADER, "")

    async def close(self) -> None:
        """Send what is left, for a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_SECONDS):
                await asyncio.to_thread(self._provider.shutdown)


class _OpenSpan:
    """A span of the SDK, which is open while its block runs.

    The SDK's own way to open one is a generator inside a generator, and takes twice as long.
    """

    __slots__ = ("_span", "_token")

    def __init__(
        self, tracer: api.Tracer, name: str, kind: Kind, attributes: Mapping[str, Value], context: Context | None
    ) -> None:
        self._span = tracer.start_span(name, context, _KINDS[kind], attributes)
        self._token: Token[Context] | None = None

    def __enter__(self) -> Self:
        self._token = attach(api.set_span_in_context(self._span))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # An exception's text may quote the page: its code says enough.
        if error is not None:
            self.fail(error.code if isinstance(error, ServiceError) else type(error).__name__)
        self._span.end()
        if self._token is not None:
            detach(self._token)

    @property
    def is_sampled(self) -> bool:
        """Return whether it is recorded."""
        return self._span.is_recording()

    def set(self, name: str, value: Value) -> None:
        """Set an attribute."""
        self._span.set_attribute(name, value)

    def rename(self, name: str) -> None:
        """Give it another name."""
        self._span.update_name(name)

    def fail(self, code: str) -> None:
        """Note that it ended in an error with this code."""
        self._span.set_status(api.StatusCode.ERROR, code)
        self._span.set_attribute("error.type", code)


def open_exporter(kind: Literal["otlp", "console"], endpoint: str | None) -> SpanExporter:
    """Return an exporter of spans to the console, or to *endpoint*; None means the collector's port on this machine."""
    return ConsoleSpanExporter() if kind == "console" else OTLPSpanExporter(endpoint=endpoint)
