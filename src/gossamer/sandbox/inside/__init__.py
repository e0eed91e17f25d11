"""What runs in the bubble: programs of their own, which are never imported by the service."""
