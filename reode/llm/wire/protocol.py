"""The protocols by name: how each writes a request and reads an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from reode.errors import SettingsError
from reode.llm.events import Event
from reode.llm.messages import Origin, Request
from reode.llm.profiles import Profile
from reode.llm.schema.cache import SchemaCache
from reode.llm.wire import anthropic, anthropic_reply, openai_chat, openai_reply
from reode.llm.wire.prepared import Mode, Prepared


class Reader(Protocol):
    """Reads one stream."""

    def read(self, event: Mapping[str, Any], /) -> Iterator[Event]:
        """Yield what one stream item says."""

    def close(self) -> Iterator[Event]:
        """Yield the end."""


@dataclass(frozen=True, slots=True)
class WireProtocol:
    """Pure functions of one protocol; no I/O in any of them."""

    write_request: Callable[[Request, Profile, Origin, Mode, SchemaCache], Prepared]
    reader: Callable[[], Reader]
    read_response: Callable[[Any], Iterable[Event]]


_PROTOCOLS = {
    "anthropic": WireProtocol(
        anthropic.write_request, anthropic_reply.StreamReader, anthropic_reply.read_response
    ),
    "openai": WireProtocol(
        openai_chat.write_request, openai_reply.StreamReader, openai_reply.read_response
    ),
}


def protocol(wire: str) -> WireProtocol:
    """Return the protocol of that name; SettingsError where there is none."""
    if wire not in _PROTOCOLS:
        raise SettingsError(f"no protocol is named {wire!r}")
    return _PROTOCOLS[wire]
