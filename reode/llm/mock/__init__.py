"""Strict loopback servers that refuse what the real providers refuse, and fail when told to."""
