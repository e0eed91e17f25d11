"""Metrics: their definitions, and the recorder that counts and measures. Any part may record; one place exports."""

from gossamer.core.metrics.catalogue import CATALOGUE
from gossamer.core.metrics.recorder import Kind, Meters, Metric, Series, combine_series
