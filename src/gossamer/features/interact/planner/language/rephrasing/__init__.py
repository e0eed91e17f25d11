"""Free sentences put into the clauses that the parser knows."""
