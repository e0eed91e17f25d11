"""A small public web, on loopback: pages of the kinds that a scraper meets, each with known content."""

from gossamer.testing.site.applications import Happening
from gossamer.testing.site.serving import Site, running_site
