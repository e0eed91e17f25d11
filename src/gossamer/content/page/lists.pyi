# Only other native modules use what this one has.
