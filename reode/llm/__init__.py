"""Model providers, tool schemas, streams, errors, retry and money; nothing of Java."""
