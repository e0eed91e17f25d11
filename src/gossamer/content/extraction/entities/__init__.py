"""Kinds of things that pages are about, and readers of their fields where nothing is marked up."""
