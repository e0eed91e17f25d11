"""Everything that leaves the machine: which addresses may be reached, and how they are."""
