"""OpenTelemetry spans from the events of a run: run, node, build, model call."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from typing import Any

from reode.events import Event, Sink

#: Tracing is on where one of these names a place to send spans to, as OpenTelemetry defines them.
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_OPENS = {"run-started": "run", "node-started": "node", "build-started": "build"}
_CLOSES = {"run-finished": "run", "node-finished": "node", "build-finished": "build"}
_DEPTH = ("run", "node", "build")


@contextmanager
def tracing(environment: Mapping[str, str]) -> Iterator[tuple[Sink, ...]]:
    """Yield the sink that sends spans, or nothing where tracing is off or not installed."""
    provider = _open_provider() if any(environment.get(n) for n in _ENDPOINTS) else None
    if provider is None:
        yield ()
        return
    sink = SpanSink(provider.get_tracer("reode"))
    try:
        yield (sink,)
    finally:
        sink.close()
        provider.shutdown()


def _open_provider() -> Any:
    """Return a provider that sends to the endpoint of the environment, None without the extra."""
    try:
        sdk = import_module("opentelemetry.sdk.trace")
        export = import_module("opentelemetry.sdk.trace.export")
        resources = import_module("opentelemetry.sdk.resources")
        otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ModuleNotFoundError:
        sys.stderr.write("reode: tracing is asked for; run `pip install 'reode[otel]'`\n")
        return None
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": "reode"}))
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    return provider


class SpanSink:
    """Opens and closes spans as events come; a span that never closed ends with the run."""

    def __init__(self, tracer: Any) -> None:
        """Take an OpenTelemetry tracer."""
        self._tracer = tracer
        self._open: dict[str, Any] = {}

    def emit(self, event: Event) -> None:
        """Take one event: open or close a span, or add to the innermost one."""
        data = asdict(event)
        if event.kind in _OPENS:
            self._start(_OPENS[event.kind], data)
        elif event.kind in _CLOSES:
            self._end(_CLOSES[event.kind], data)
        elif event.kind == "model-called":
            self._call(data)
        elif self._open:
            self._innermost().add_event(event.kind, _attributes(data))

    def close(self) -> None:
        """End what is still open."""
        for level in reversed(_DEPTH):
            span = self._open.pop(level, None)
            if span is not None:
                span.end()

    def _start(self, level: str, data: dict[str, Any]) -> None:
        self._end(level, {})  # an interrupted one of the same kind
        name = {"run": "migrate", "node": data.get("node"), "build": data.get("goals")}[level]
        self._open[level] = self._span(str(name), data)

    def _span(self, name: str, data: dict[str, Any], start: int | None = None) -> Any:
        api = import_module("opentelemetry.trace")
        context = api.set_span_in_context(self._innermost()) if self._open else None
        return self._tracer.start_span(
            name, context=context, attributes=_attributes(data), start_time=start
        )

    def _innermost(self) -> Any:
        return self._open[next(level for level in reversed(_DEPTH) if level in self._open)]

    def _end(self, level: str, data: dict[str, Any]) -> None:
        for inner in reversed(_DEPTH[_DEPTH.index(level) :]):
            span = self._open.pop(inner, None)
            if span is None:
                continue
            if inner == level:
                span.set_attributes(_attributes(data))
            span.end()

    def _call(self, data: dict[str, Any]) -> None:
        now = time.time_ns()
        span = self._span(f"chat {data['model']}", {}, now - int(data["seconds"] * 1e9))
        shown = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": data["model"],
            "gen_ai.usage.input_tokens": data["input_tokens"],
            "gen_ai.usage.output_tokens": data["output_tokens"],
            "reode.tier": data["tier"],
            "reode.call_ok": data["call_ok"],
        }
        if data["cost"] is not None:
            shown["reode.cost_usd"] = data["cost"]
        span.set_attributes(shown)
        span.end(now)


def _attributes(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenTelemetry takes: plain values and lists of texts, none that is None."""
    plain = {k: v for k, v in data.items() if isinstance(v, str | bool | int | float | list)}
    nested = {
        f"{k}.{inner}": value
        for k, v in data.items()
        if isinstance(v, dict)
        for inner, value in v.items()
    }
    return {f"reode.{name}": value for name, value in (plain | nested).items()}
