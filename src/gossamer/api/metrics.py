"""`/metrics`: the figures in Prometheus's text format, for who has the token.

Labels are routes, never addresses: an address may hold an id or a secret, and there is no end of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from starlette.requests import Request
from starlette.types import Scope

from gossamer.api.addresses import caller_address
from gossamer.api.answers import RawAnswer, bytes_answer
from gossamer.api.errors import answer_to
from gossamer.api.health import Page
from gossamer.api.requests import headers_of, token_of
from gossamer.core.errors import Unauthenticated
from gossamer.core.ids import same_secret
from gossamer.core.metrics import Kind, Meters, Series
from gossamer.core.restrictions import address
from gossamer.operations import Operations

_CONTENT_TYPE: Final = "text/plain; version=1.0.0; charset=utf-8"
# A page of another site that is open in a browser on this machine may ask, but must not read the answer.
_PRIVATE: Final = ((b"cross-origin-resource-policy", b"same-origin"), (b"cache-control", b"no-store"))
_BY_PROXY: Final = frozenset({"x-forwarded-for", "forwarded", "x-real-ip", "via"})
_REFUSED: Final = (
    "The figures need a token: send GOSSAMER_METRICS_TOKEN or GOSSAMER_ADMIN_TOKEN as bearer token. "
    "Without GOSSAMER_METRICS_TOKEN they are open to this machine itself."
)


class Figures(Protocol):
    """The figures of this service: what is recorded here in *meters*, and everything that can be read."""

    @property
    def meters(self) -> Meters:
        """Return the recorder of this process."""

    async def series(self) -> Sequence[Series]:
        """Return all figures as they are now."""


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """Figures of an application alone, without a service around it."""

    meters: Meters

    async def series(self) -> Sequence[Series]:
        """Return the recorded series."""
        return self.meters.series()


@dataclass(frozen=True, slots=True)
class MetricsAccess:
    """Who may read the figures: the holder of *token*, the operator, and without a token this machine itself."""

    token: str | None
    is_operator: Callable[[str], bool]

    def allows(self, scope: Scope) -> bool:
        """Return whether a request may read them."""
        headers = headers_of(scope)
        if self.token is None and _is_this_machine(scope, headers):
            return True
        sent = token_of(headers)
        if not sent:
            return False
        return (self.token is not None and same_secret(sent, self.token)) or self.is_operator(sent)


def operator_check(operations: Operations) -> Callable[[str], bool]:
    """Return a check whether a token is the admin token."""

    def is_operator(sent: str) -> bool:
        try:
            operations.members.operator(sent)
        except Unauthenticated:
            return False
        return True

    return is_operator


def metrics_page(figures: Figures, access: MetricsAccess) -> Mapping[str, Page]:
    """Return the page that Prometheus reads."""

    async def page(request: Request) -> RawAnswer:
        if not access.allows(request.scope):
            return answer_to(Unauthenticated(_REFUSED))
        return bytes_answer(200, exposition(await figures.series()), _CONTENT_TYPE, _PRIVATE)

    return {"/metrics": page}


def exposition(series: Sequence[Series]) -> bytes:
    """Return *series* in Prometheus's text format."""
    from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415 - loaded when somebody asks

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(series))
    return generate_latest(registry)


class _Collected:
    """Series as a collector of the library."""

    def __init__(self, series: Sequence[Series]) -> None:
        self._series = series

    def collect(self) -> Iterator[Any]:
        """Yield a family for each metric."""
        families: dict[str, Any] = {}
        for series in self._series:
            family = families.setdefault(series.metric.name, _family(series))
            _add(family, series)
        yield from families.values()


def _family(series: Series) -> Any:
    from prometheus_client.core import (  # noqa: PLC0415 - as above
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
    )

    kinds = {Kind.COUNTER: CounterMetricFamily, Kind.GAUGE: GaugeMetricFamily, Kind.HISTOGRAM: HistogramMetricFamily}
    return kinds[series.metric.kind](series.metric.name, series.metric.description, labels=series.metric.labels)


def _add(family: Any, series: Series) -> None:
    if series.metric.kind is not Kind.HISTOGRAM:
        family.add_metric(series.labels, series.value)
        return
    bounds = [*(repr(bound) for bound in series.metric.buckets), "+Inf"]
    so_far = [sum(series.counts[: position + 1]) for position in range(len(series.counts))]
    family.add_metric(series.labels, list(zip(bounds, so_far, strict=True)), series.value)


def _is_this_machine(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Return whether the caller is on this machine; who came through a proxy may be anybody."""
    caller = address(caller_address(scope) or "")
    return caller is not None and caller.is_loopback and _BY_PROXY.isdisjoint(headers)
