"""A request as it goes over the wire, and what is needed to read the answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.llm.messages import Request, Tool
from reode.llm.profiles import Profile
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.names import NameMap
from reode.llm.schema.tools import ToolForm, WireTools, spec_of


@dataclass(frozen=True, slots=True)
class Prepared:
    """Arguments of the SDK's `create`; `extra` holds what only `extra_body` takes."""

    body: dict[str, Any]
    extra: dict[str, Any] = field(default_factory=dict)
    names: NameMap = field(default_factory=lambda: NameMap({}, {}))
    strict: bool = False
    lost: tuple[str, ...] = ()

    @property
    def stream(self) -> bool:
        """Whether the answer is asked for as a stream."""
        return bool(self.body.get("stream"))

    @property
    def text(self) -> str:
        """The one text of the whole request."""
        return json.dumps([self.body, self.extra], sort_keys=True, ensure_ascii=False)

    @property
    def sha256(self) -> str:
        """Names the request in the call log."""
        return hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Mode:
    """What the client decides per call: token cap, strict tools, streaming, effort."""

    max_output: int
    strict: bool = False
    stream: str | None = None
    effort: str | None = None
    max_tokens_param: str = ""


def write_tools(request: Request, profile: Profile, mode: Mode, cache: SchemaCache) -> WireTools:
    """Return the request's tools in the profile's dialect."""
    form = ToolForm(
        wire="anthropic" if profile.wire == "anthropic" else "openai",
        schema=profile.schema,
        strict=profile.strict_schema if mode.strict else "",
        strict_limit=profile.strict_limit,
        optional_limit=profile.optional_limit,
    )
    return form.write(request.tools, cache)


def schemas_of(tools: tuple[Tool, ...]) -> dict[str, Mapping[str, Any]]:
    """Return the offered tools' raw schemas by name."""
    specs = [spec_of(tool) for tool in tools]
    return {spec.name: spec.schema for spec in specs}
