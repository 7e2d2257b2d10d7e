"""REODE migrates legacy Java repositories to a newer Java, and says only what it can prove."""

import os

# LangGraph reads this once, at its first import: only the types that the state declares may be
# restored from a checkpoint.
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

__version__ = "0.1.0"
