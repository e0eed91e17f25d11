"""How fast a host is asked: by its rules, by what it answers, and by all workers together."""

from gossamer.features.crawl.pace.pacer import Pacer, host_key
from gossamer.features.crawl.pace.retry_after import retry_after

__all__ = ["Pacer", "host_key", "retry_after"]
