"""Everything that survives: SQL by SQLAlchemy Core, blobs by obstore."""
