"""Figures for Prometheus: requests by route, method and status, and how long they took.

Labels are routes, never addresses: an address may hold an id or a secret, and there is no
end of them.
"""

from contextlib import AbstractContextManager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gossamer.api.answers import Answer, bytes_answer

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """Counts of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "gossamer_http_requests", "Requests answered.", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "gossamer_http_request_seconds",
            "Time from the request's head to the answer's end.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._open_sockets = Gauge("gossamer_sockets_open", "WebSockets that are open.", registry=self._registry)
        self._closed_sockets = Counter(
            "gossamer_sockets_closed",
            "Closed WebSockets, by close code; 0 when the client left.",
            ("route", "code"),
            registry=self._registry,
        )
        # Looking a labelled child up costs more than counting on it.
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        method = method if method in _METHODS else "other"
        key = (route, method, status)
        found = self._children.get(key)
        if found is None:
            found = self._requests.labels(route, method, str(status)), self._seconds.labels(route)
            self._children[key] = found
        counter, histogram = found
        counter.inc()
        histogram.observe(seconds)

    def open_socket(self) -> AbstractContextManager[object]:
        """Count a socket as open while the block runs."""
        return self._open_sockets.track_inprogress()

    def socket_closed(self, route: str, code: int) -> None:
        """Count a socket that was closed with *code*."""
        self._closed_sockets.labels(route, str(code)).inc()

    def answer(self) -> Answer:
        """Return all figures in Prometheus's text format."""
        return bytes_answer(200, generate_latest(self._registry), CONTENT_TYPE_LATEST)
