"""The two protocols as pure functions: requests to JSON, JSON to events."""
