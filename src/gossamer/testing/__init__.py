"""What tests of the product need, shipped with it: a web site to scrape."""
