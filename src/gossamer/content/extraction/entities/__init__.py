"""Kinds of things that pages are about, and what of them can be read where nothing is marked up."""
