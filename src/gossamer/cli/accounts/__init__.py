"""`gossamer team`, `key`, `member`, `user`, `org`, `audit`: what an operator does without a server."""
