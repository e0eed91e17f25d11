"""A benchmark of research: generated sites whose facts are known, and questions about them."""
