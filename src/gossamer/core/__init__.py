"""The vocabulary of the product: what can be asked, what comes back, and how it fails.

Nothing here knows an API version, a web framework or a library that does I/O. Requests
are *specs*, results are *documents*; all of them are frozen values.
"""
