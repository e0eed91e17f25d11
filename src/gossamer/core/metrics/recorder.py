"""The recorder of counts, gauges and times. It knows no format and imports no library: exporting is for others.

A series is a metric with the values of its labels. Label values come from small fixed sets, such as error codes and
names of fetchers: never an address, a team or a key, of which there is no end.
"""

import threading
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias


class Kind(StrEnum):
    """How a metric moves: a COUNTER only grows, a GAUGE is set, a HISTOGRAM counts observations by size."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """A metric's definition. A counter's *name* goes without `_total`; *buckets* are upper bounds of a histogram."""

    name: str
    description: str
    kind: Kind
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A metric with its label values, as it stands.

    *value* is the sum of all observations for a histogram, whose *counts* are per bucket, not cumulative; the last one
    is of what is above all bounds.
    """

    metric: Metric
    labels: tuple[str, ...] = ()
    value: float = 0.0
    counts: tuple[int, ...] = ()


_Key: TypeAlias = tuple[Metric, tuple[str, ...]]


@dataclass(slots=True)
class _Histogram:
    counts: list[int]
    total: float = 0.0


@dataclass(slots=True)
class Meters:
    """Records what happens in one process. Safe in threads; a call takes well under a microsecond."""

    _values: dict[_Key, float] = field(default_factory=dict)
    _histograms: dict[_Key, _Histogram] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, metric: Metric, *labels: str, by: float = 1) -> None:
        """Add *by* to a counter, or move a gauge."""
        key = (metric, labels)
        with self._lock:
            self._values[key] = self._values.get(key, 0) + by

    def observe(self, metric: Metric, value: float, *labels: str) -> None:
        """Add an observation to a histogram."""
        key = (metric, labels)
        with self._lock:
            histogram = self._histograms.get(key)
            if histogram is None:
                histogram = self._histograms[key] = _Histogram([0] * (len(metric.buckets) + 1))
            histogram.counts[bisect_left(metric.buckets, value)] += 1
            histogram.total += value

    def series(self) -> Sequence[Series]:
        """Return everything that was recorded so far."""
        with self._lock:
            values = [Series(*key, value) for key, value in self._values.items()]
            times = [
                Series(*key, histogram.total, tuple(histogram.counts)) for key, histogram in self._histograms.items()
            ]
        return [*values, *times]


def combine_series(series: Iterable[Series]) -> Sequence[Series]:
    """Return *series* with equal metric and labels added up, as those of several processes are."""
    sums: dict[_Key, Series] = {}
    for entry in series:
        key = (entry.metric, entry.labels)
        other = sums.get(key)
        sums[key] = entry if other is None else _sum(entry, other)
    return list(sums.values())


def _sum(entry: Series, other: Series) -> Series:
    counts = tuple(map(sum, zip(entry.counts, other.counts, strict=True)))
    return replace(entry, value=entry.value + other.value, counts=counts)
