"""`python -m gossamer.testing.site --pages 2000 --port 0` serves a site of linked pages and prints its address."""

from gossamer.testing.site.graph.process import main

main()
