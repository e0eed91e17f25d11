"""Whether ordinary questions about other people's pages are answered by the pages' own words."""
