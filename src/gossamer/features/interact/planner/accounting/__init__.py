"""Giving account of a prompt: which words were used for what, what was done, and what the page said to it."""
