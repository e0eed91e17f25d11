"""Layout of a PDF page: runs of text with their places become columns, tables, headings, lists and paragraphs."""
