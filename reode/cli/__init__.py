"""Arguments in, text and exit code out; the only room that prints."""
