"""Native page reading: modules compiled by Cython, which work on arrays without Python objects and without the GIL."""
