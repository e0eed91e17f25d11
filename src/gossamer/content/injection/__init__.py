"""Prompt injection in pages: orders to language models, hidden text, and characters that nobody sees."""

from gossamer.content.injection.characters import without_invisible
from gossamer.content.injection.findings import DETECTED, DOUBTFUL, Injection, injections
