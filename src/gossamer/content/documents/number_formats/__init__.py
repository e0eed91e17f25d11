"""Numbers of workbooks as they are displayed: their format codes, and the cells that have one. In the confined child only."""
