"""What a command means on this page, where its verb alone would mislead."""
