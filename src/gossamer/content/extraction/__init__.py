"""Data in the shape of a schema, read from a page without a model."""
