"""A page that is read once: native passes over one serialised tree."""
