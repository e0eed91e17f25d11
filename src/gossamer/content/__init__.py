"""Pure page work: bytes and markup in, text and values out; no network and no waiting."""
