"""Personal data in the text of an answer: found by type, with checksums where there are any, and replaced."""

from gossamer.content.redaction.document import redact_document, redact_texts
