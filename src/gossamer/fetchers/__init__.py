"""Ways to bring a page, each behind `ports.fetcher.Fetcher`; `bootstrap` chooses among them."""
