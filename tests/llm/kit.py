"""What the tests of the provider layer share: tools, clients of mock servers, a clock."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from langchain_core.tools import tool
from pydantic import BaseModel, Field

from reode.llm.adapter import Observer
from reode.llm.client import ModelClient, model_client
from reode.llm.inference import LlmSettings, infer_provider
from reode.llm.messages import Effect, Origin, Request, ToolSpec, user
from reode.llm.mock.server import MockServer
from reode.llm.profiles import Profile, read_catalogue
from reode.llm.retry import Retrying
from reode.llm.toolspec import toolspec_from


class Node(BaseModel):
    """A tree."""

    name: str
    children: list[Node] = []


class Place(BaseModel):
    line: int = Field(ge=1, description="first line")
    column: int | None = None


class EditArgs(BaseModel):
    path: str = Field(description="file to edit", pattern=r"^[^/]")
    mode: Literal["replace", "append"] = "replace"
    at: Place | None = None
    tree: Node | None = None
    count: int = Field(default=1, ge=1, le=9)


class ReadArgs(BaseModel):
    path: str = Field(description="file to read")


@tool("edit_file", args_schema=EditArgs)
def edit_file(
    path: str,
    mode: str = "replace",
    at: Place | None = None,
    tree: Node | None = None,
    count: int = 1,
) -> str:
    """Edit one file."""
    return f"edited {path} {mode} {count} {at!r} {tree!r}"


@tool("read_file", args_schema=ReadArgs)
def read_file(path: str) -> str:
    """Read one file."""
    return f"text of {path}"


EDIT = toolspec_from(edit_file)
READ = toolspec_from(read_file, effect=Effect.READ)
PING = ToolSpec("ping", "Say pong.", {"type": "object", "properties": {}}, effect=Effect.READ)
FLAT = ToolSpec(
    "write_line",
    "Write a line.",
    {
        "type": "object",
        "properties": {"path": {"type": "string"}, "text": {"type": "string"}},
        "required": ["path", "text"],
    },
)


@dataclass
class FakeTime:
    """A clock that only sleeping moves."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def retrying(self, **values: Any) -> Retrying:
        return Retrying(
            clock=self.clock, sleep=self.sleep, uniform=lambda _low, high: high, **values
        )


#: Model, environment prefix and mock mode of each dialect.
DIALECTS = {
    "anthropic": ("claude-sonnet-4-5", "ANTHROPIC", "openai"),
    "openai": ("gpt-5", "OPENAI", "openai"),
    "glm": ("glm-5", "ZAI", "glm"),
    "deepseek": ("deepseek-chat", "DEEPSEEK", "deepseek"),
    "mistral": ("mistral-large", "MISTRAL", "mistral"),
    "qwen": ("qwen3-max", "QWEN", "qwen"),
    "gemini": ("gemini-3-pro", "GEMINI", "gemini"),
    "ollama": ("ollama/qwen3:8b", "OLLAMA", "ollama"),
    "generic": ("some/model", "LOCAL", "generic"),
}


def settings_for(server: MockServer, dialect: str, **values: Any) -> LlmSettings:
    _, prefix, _ = DIALECTS[dialect]
    base = server.url if dialect == "anthropic" else f"{server.url}/v1"
    environ = {f"{prefix}_API_KEY": "key-for-tests", f"{prefix}_BASE_URL": base}
    return LlmSettings(environ=environ, profile_files=(), **values)


def client_for(
    server: MockServer,
    dialect: str,
    *,
    observer: Observer | None = None,
    time: FakeTime | None = None,
    profile: dict[str, Any] | None = None,
    **values: Any,
) -> ModelClient:
    """Return a client of the mock server that retries without waiting."""
    settings = settings_for(server, dialect, **values)
    inferred = infer_provider(DIALECTS[dialect][0], settings)
    inferred = replace(inferred, profile=replace(inferred.profile, **(profile or {})))
    client = model_client(inferred, settings, observer or Observer())
    client.retrying = (time or FakeTime()).retrying()
    return client


def profile_of(dialect: str, **values: Any) -> Profile:
    model, _, _ = DIALECTS[dialect]
    environ = {f"{DIALECTS[dialect][1]}_BASE_URL": "http://127.0.0.1/v1"}
    inferred = infer_provider(model, LlmSettings(environ=environ, profile_files=()))
    return replace(inferred.profile, **values)


def origin_of(dialect: str, endpoint: str = "http://here") -> Origin:
    profile = profile_of(dialect)
    return Origin(profile.name, DIALECTS[dialect][0].removeprefix("ollama/"), endpoint)


def ask(text: str = "Change the file a/b.java.", **values: Any) -> Request:
    return Request(("You repair builds.",), (user(text),), **values)


CATALOGUE = read_catalogue()
