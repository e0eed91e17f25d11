"""A site of any number of pages for crawls: every page, link and trap follows from its number.

    /                    page 0, the root of a tree in which each page links to `links` more
    /page/N              the other pages; each also links to its parent, to "/" and to earlier pages
    /page/N?utm_source=… `tagged` links to pages under another address
    /old/K  /older/K     redirects to a page; /older goes by way of /old
    /copy/K              the text of page K + 1 with a canonical link to it
    /missing/K /failing/K /dead/K    404, 500, and a connection that breaks
    /flaky/K             503 with Retry-After at the first visit, a page afterwards
    /slow/K              a page that takes `slow_seconds`
    /private/K           a page that robots.txt disallows
    /excluded/K          ordinary pages in a folder of their own
    /file/K.zip          no page at all
    /calendar/Y/M        months that lead to more months for ever
    /session/N?sid=…     pages that link to themselves under ever new addresses
    /deep/K              pages that only the sitemap names
    /robots.txt /sitemap.xml

`Graph` says what is where; `running_graph` serves it in a thread, `spawned_graph` in a process
of its own, as does `python -m gossamer.testing.site`.
"""

from gossamer.testing.site.graph.plan import Graph
from gossamer.testing.site.graph.process import spawned_graph
from gossamer.testing.site.graph.server import GraphSite, running_graph
