"""The pace of requests to a host: by its rules, by its responses, and over all workers."""

from gossamer.features.crawl.pace.pacer import Pacer, host_key

__all__ = ["Pacer", "host_key"]
