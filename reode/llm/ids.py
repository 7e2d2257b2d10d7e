"""Our own ids of tool calls: nine letters and digits, unique in a conversation.

Providers repeat ids (Kimi numbers them anew in each round), leave them out (Ollama) or insist on
a form (Mistral: exactly nine of `[a-zA-Z0-9]`). One form that all accept cures the three.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable

from reode.llm.messages import Message

_ALPHABET = string.ascii_letters + string.digits
_LENGTH = 9


def taken_ids(messages: Iterable[Message]) -> set[str]:
    """Return the ids of every call in a conversation."""
    return {call.id for message in messages for call in message.calls}


def mint_id(taken: set[str], seed: str) -> str:
    """Return an id that is not in `taken`, and add it there; the same inputs give the same id."""
    for salt in range(len(taken) + 1):
        text = f"{len(taken)}:{salt}:{seed}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
        letters = []
        for _ in range(_LENGTH):
            number, digit = divmod(number, len(_ALPHABET))
            letters.append(_ALPHABET[digit])
        minted = "".join(letters)
        if minted not in taken:
            break
    taken.add(minted)
    return minted
