"""A finished run as Markdown, HTML and JSON; sees only facts."""
