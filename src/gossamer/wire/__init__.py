"""The wire: shapes of requests and answers, one folder a version, and what the versions share.

Shapes are read strictly as JSON types and say what a caller gets when a field is left out;
`spec()` turns a shape into the core's request, and old names end here.
"""
