"""Numbers of workbooks as they are displayed by their format codes. Runs in the confined child only."""
