"""Public registers: scientific papers, and code with what is written about it, from many services at once."""

from gossamer.features.registers.developer import DeveloperSearch
from gossamer.features.registers.papers import Papers
