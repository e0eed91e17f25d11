"""Readers of what a site says about the use of its pages."""
