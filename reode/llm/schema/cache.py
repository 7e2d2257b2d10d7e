"""Remembers normalised schemas by their content, so that a request costs no second pass."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema.families import Family, NormalResult, family


def canonical(schema: Mapping[str, Any]) -> str:
    """Return the one text of a schema: sorted keys, no spaces."""
    return json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(slots=True)
class SchemaCache:
    """Normalised schemas of one adapter, the least used dropped first.

    The key is family, version and SHA-256 of the canonical text; the text itself is compared
    too. What goes in and out is copied: a caller can't spoil what is stored.
    """

    size: int = 256
    hits: int = 0
    _found: OrderedDict[tuple[str, int, str], tuple[str, NormalResult]] = field(
        default_factory=OrderedDict
    )
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def normalize(self, dialect: Family, schema: Mapping[str, Any]) -> NormalResult:
        """Return `dialect.normalize(schema)`, or its fallback's where that is unsupported."""
        text = canonical(schema)
        key = (dialect.id, dialect.version, hashlib.sha256(text.encode()).hexdigest())
        with self._lock:
            known = self._found.get(key)
            if known is not None and known[0] == text:
                self._found.move_to_end(key)
                self.hits += 1
                return deepcopy(known[1])
        result = self._with_fallback(dialect, schema)
        with self._lock:
            self._found[key] = (text, deepcopy(result))
            while len(self._found) > self.size:
                self._found.popitem(last=False)
        return result

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()
            self.hits = 0

    def _with_fallback(self, dialect: Family, schema: Mapping[str, Any]) -> NormalResult:
        try:
            return dialect.normalize(schema)
        except UnsupportedSchemaError:
            if not dialect.fallback:
                raise
            return self._with_fallback(family(dialect.fallback), schema)
