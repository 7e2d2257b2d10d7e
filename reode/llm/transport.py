"""The only code that touches the two SDKs: sends a prepared request, yields events, names errors.

Both SDKs are imported when the first request is sent, never before; their own retries are off and
their stream helpers unused (they repair cut arguments and hide a missing end).
"""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from reode.llm.classify import Failure, classify
from reode.llm.errors import (
    BadResponseError,
    ConnectionFailedError,
    ModelError,
    ModelTimeoutError,
)
from reode.llm.events import Event
from reode.llm.inference import Inferred
from reode.llm.wire.prepared import Prepared
from reode.llm.wire.protocol import protocol


class Transport(Protocol):
    """Sends one request."""

    def events(self, prepared: Prepared, seconds: float) -> Iterator[Event]:
        """Yield the events of the answer; `seconds` bound the whole call.

        Raises ModelError, and nothing else but KeyboardInterrupt.
        """


@dataclass
class SdkTransport:
    """Speaks through the SDK of the profile's wire; the client is built at the first request."""

    inferred: Inferred
    http_client: Any = None
    _client: Any = field(init=False, default=None)

    def events(self, prepared: Prepared, seconds: float) -> Iterator[Event]:
        """Yield the events of the answer."""
        with named_errors(self.inferred.provider):
            yield from self._events(prepared, seconds)

    def _events(self, prepared: Prepared, seconds: float) -> Iterator[Event]:
        wire = self.inferred.profile.wire
        known = protocol(wire)
        client = self._connected()
        create = client.messages if wire == "anthropic" else client.chat.completions
        options: dict[str, Any] = {**prepared.body, "timeout": seconds}
        if prepared.extra:
            options["extra_body"] = prepared.extra
        if not prepared.stream:
            raw = create.with_raw_response.create(**options)
            yield from known.read_response(_json(raw.http_response.text))
            return
        reader = known.reader()
        with create.create(**options) as stream:
            if isinstance(stream, str) or not hasattr(stream, "response"):
                raise BadResponseError("the answer is no stream")
            if _is_document(stream.response):
                text = stream.response.read().decode("utf-8", "replace")
                yield from known.read_response(_json(text))
                return
            for item in stream:
                yield from reader.read(_plain(item))
        yield from reader.close()

    def _connected(self) -> Any:
        if self._client is None:
            build = _anthropic if self.inferred.profile.wire == "anthropic" else _openai
            self._client = build(self.inferred, self.http_client)
            weakref.finalize(self, self._client.close)
        return self._client


def _is_document(response: Any) -> bool:
    """Tell whether a whole document came where a stream was asked for."""
    kind = response.headers.get("content-type", "").lower()
    return "json" in kind or "html" in kind


def _json(text: str) -> Any:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        shown = " ".join(text.split())[:120] or "nothing"
        raise BadResponseError(f"the answer is no JSON: {shown}") from None
    if isinstance(data, Mapping) and data.get("error"):
        raise classify(Failure("the server", 200, data))
    return data


def _plain(item: Any) -> Mapping[str, Any]:
    """Return a stream item as the plain data that came, unknown fields included."""
    if isinstance(item, Mapping):
        return item
    if not hasattr(item, "model_dump"):
        raise BadResponseError("a stream item is no object")
    data: dict[str, Any] = item.model_dump(exclude_unset=True, warnings=False)
    return data


@contextmanager
def named_errors(provider: str) -> Iterator[None]:
    """Turn whatever the SDKs raise into our errors."""
    import httpx2  # noqa: PLC0415 - belongs to the SDKs

    try:
        yield
    except ModelError as error:
        error.provider = error.provider or provider
        raise
    except httpx2.TimeoutException as error:
        raise ModelTimeoutError(f"{provider}: no answer in time") from error
    except httpx2.TransportError as error:
        raise ConnectionFailedError(f"{provider}: the connection was cut: {error}") from error
    except Exception as error:
        raise _translated(error, provider) from error


def _translated(error: Exception, provider: str) -> ModelError:
    """Name an SDK's error by its shape: both SDKs have the same class names."""
    names = {cls.__name__ for cls in type(error).__mro__}
    if "APITimeoutError" in names:
        return ModelTimeoutError(f"{provider}: no answer in time")
    if "APIConnectionError" in names:
        cause = error.__cause__ or error
        return ConnectionFailedError(f"{provider}: {cause}")
    if "APIError" in names:
        response = getattr(error, "response", None)
        headers = dict(response.headers) if response is not None else {}
        status = getattr(error, "status_code", None)
        body = getattr(error, "body", None)
        return classify(Failure(provider, status, body, str(error), headers))
    return BadResponseError(f"{provider}: {type(error).__name__}: {error}")


def _http_client(module: Any) -> Any:
    """Return the SDK's own HTTP client, with a bound on the whole answer, not on each byte.

    A read timeout restarts with every byte: a server that trickles would never be left.
    """

    def bound(response: Any) -> None:
        timeout = response.request.extensions.get("timeout", {}).get("read")
        if timeout is not None:
            response.stream = _bounded(response.stream, time.monotonic() + timeout)

    return module.DefaultHttpxClient(event_hooks={"response": [bound]})


def _bounded(stream: Any, limit: float) -> Any:
    import httpx2  # noqa: PLC0415 - belongs to the SDKs

    class Bounded(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for chunk in stream:
                if time.monotonic() > limit:
                    raise httpx2.ReadTimeout("the answer takes too long")
                yield chunk

        def close(self) -> None:
            stream.close()

    return Bounded()


def _anthropic(inferred: Inferred, http_client: Any) -> Any:
    import anthropic  # noqa: PLC0415 - 1.2 s that only a call may cost

    profile = inferred.profile
    headers: dict[str, Any] = dict(profile.headers)
    if profile.auth == "x-api-key":
        headers |= {"X-Api-Key": inferred.key, "Authorization": anthropic.Omit()}
    if profile.api_version:
        headers["anthropic-version"] = profile.api_version
    return anthropic.Anthropic(
        api_key=inferred.key or "none",
        base_url=inferred.base_url,
        max_retries=0,
        default_headers=headers,
        http_client=http_client or _http_client(anthropic),
    )


def _openai(inferred: Inferred, http_client: Any) -> Any:
    import openai  # noqa: PLC0415 - half a second that only a call may cost

    headers: dict[str, Any] = dict(inferred.profile.headers)
    if inferred.provider != "openai":
        # The account's names in the environment are OpenAI's business alone.
        headers |= {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
    if inferred.profile.auth == "x-api-key":
        headers |= {"X-Api-Key": inferred.key, "Authorization": openai.Omit()}
    return openai.OpenAI(
        api_key=inferred.key or "none",
        base_url=inferred.base_url,
        max_retries=0,
        default_headers=headers,
        http_client=http_client or _http_client(openai),
    )
