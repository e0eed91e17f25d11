"""Tracing: spans around the parts of a request or of a page of a job.

A way in opens a trace with the `Tracer` that it was given; `span` inside adds to the trace that is open, wherever it is
called. Without a tracer, or in a trace that is not sampled, `span` does nothing and costs a look at a variable.

What a page says never becomes an attribute. Its address does, unless nothing of it may be retained.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

Value: TypeAlias = str | int | float | bool
Kind: TypeAlias = Literal["server", "client", "internal", "consumer"]


class Span(Protocol):
    """A part of a trace that goes on."""

    def set(self, name: str, value: Value) -> None:
        """Set an attribute."""

    def rename(self, name: str) -> None:
        """Give it another name."""

    def fail(self, code: str) -> None:
        """Note that it ended in an error with this code."""


class Tracer(Protocol):
    """Makes spans and sends them where the operator wants them."""

    def trace(
        self, name: str, *, parent: str, kind: Kind, attributes: Mapping[str, Value]
    ) -> AbstractContextManager[Span | None]:
        """Open a trace, or go on with that of *parent* (a W3C `traceparent`, "" for none); None when not sampled."""

    def span(self, name: str, *, kind: Kind, attributes: Mapping[str, Value]) -> AbstractContextManager[Span]:
        """Open a part of the trace that is open."""

    def traceparent(self) -> str:
        """Return the W3C `traceparent` of the span that is open."""


class _Nothing:
    """A span that is not recorded."""

    def set(self, name: str, value: Value) -> None:
        """Do nothing."""

    def rename(self, name: str) -> None:
        """Do nothing."""

    def fail(self, code: str) -> None:
        """Do nothing."""


_NOTHING: Final = _Nothing()
_NO_SPAN: Final = nullcontext[Span](_NOTHING)


class _NotSampled:
    """A trace that is not sampled: no part of it is recorded, in this process or another."""

    def __init__(self, traceparent: str) -> None:
        self._traceparent = traceparent

    def span(self, name: str, *, kind: Kind, attributes: Mapping[str, Value]) -> AbstractContextManager[Span]:  # noqa: ARG002 - as a Tracer
        return _NO_SPAN

    def traceparent(self) -> str:
        return self._traceparent


_open: ContextVar[Tracer | _NotSampled | None] = ContextVar("open_tracer", default=None)


@contextmanager
def trace(
    tracer: Tracer | None,
    name: str,
    attributes: Mapping[str, Value] = MappingProxyType({}),
    *,
    parent: str = "",
    kind: Kind = "internal",
) -> Iterator[Span]:
    """Open a trace around the block; without a *tracer* there is none."""
    if tracer is None:
        yield _NOTHING
        return
    with tracer.trace(name, parent=parent, kind=kind, attributes=attributes) as opened:
        token = _open.set(_NotSampled(tracer.traceparent()) if opened is None else tracer)
        try:
            yield opened or _NOTHING
        finally:
            _open.reset(token)


def span(
    name: str, attributes: Mapping[str, Value] = MappingProxyType({}), *, kind: Kind = "internal"
) -> AbstractContextManager[Span]:
    """Open a part of the trace that is open around the block, if there is one."""
    tracer = _open.get()
    return _NO_SPAN if tracer is None else tracer.span(name, kind=kind, attributes=attributes)


def traceparent() -> str:
    """Return the W3C `traceparent` of the span that is open; "" when no trace is."""
    tracer = _open.get()
    return "" if tracer is None else tracer.traceparent()
