"""Sitemaps read as they arrive: XML of the protocol with its extensions, RSS, Atom, plain text.

Sources: sitemaps.org protocol 0.9; Google's news, image and video extensions; RSS 1.0 and 2.0;
RFC 4287.
"""

from gossamer.content.sitemaps.parser import SitemapParser
