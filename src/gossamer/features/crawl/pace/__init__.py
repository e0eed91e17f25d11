"""The pace of requests to a host: by its rules, by its responses, and over all workers."""

from gossamer.features.crawl.pace.pacer import Pacer, host_key
from gossamer.features.crawl.pace.retry_after import retry_after

__all__ = ["Pacer", "host_key", "retry_after"]
