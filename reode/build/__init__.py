"""Build tools, JDKs and processes; their output becomes facts."""
