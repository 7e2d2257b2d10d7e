"""A local web page that lists runs and follows one live; it reads and never writes."""
