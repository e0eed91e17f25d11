"""Typed values among a page's words; each reader says None where the words do not say it."""
