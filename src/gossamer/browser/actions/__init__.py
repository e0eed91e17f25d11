"""Page actions, done with real input events: what a page gets from us is what it gets from a person."""
