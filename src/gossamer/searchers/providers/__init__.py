"""Search providers, one a file: each makes a Service of what opens its account."""
