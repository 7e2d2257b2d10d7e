"""One migration from start to end, and the store of runs."""
