"""Which element a phrase means."""
