"""Verdicts on a labelled set of small pages."""
