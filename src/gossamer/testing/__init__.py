"""Test tools that ship with the product: a web site to scrape."""
