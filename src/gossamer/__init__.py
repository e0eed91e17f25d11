"""Gossamer: a self-hosted web-data service."""
