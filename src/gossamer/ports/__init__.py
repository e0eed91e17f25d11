"""Contracts between what the product does and what it is done with; one Protocol a file."""
