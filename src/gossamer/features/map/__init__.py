"""The URLs of a site: from its sitemaps, its start page and the pages that are stored."""

from gossamer.features.map.map import PATIENCE, Maps
