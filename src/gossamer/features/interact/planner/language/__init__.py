"""What an instruction says, before any page is looked at."""
