"""Spans come from the events alone, nested as the run was, and always end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("opentelemetry.trace", reason="tracing is an extra")

from opentelemetry.trace import NonRecordingSpan, SpanContext, get_current_span

from reode.cli.tracing import SpanSink, tracing
from reode.events import NodeStarted
from tests.report.sample_run import happenings


@dataclass
class _Tracer:
    """Keeps the spans that it was asked for."""

    spans: list[_Span] = field(default_factory=list)

    def start_span(
        self, name: str, context: Any = None, attributes: Any = None, start_time: Any = None
    ) -> _Span:
        parent = get_current_span(context) if context is not None else None
        span = _Span(name, parent, dict(attributes or {}))
        self.spans.append(span)
        return span


class _Span(NonRecordingSpan):
    def __init__(self, name: str, parent: Any, attributes: dict[str, Any]) -> None:
        super().__init__(SpanContext(0, 0, is_remote=False))
        self.name, self.parent, self.attributes = name, parent, attributes
        self.ended, self.happened = 0, list[str]()

    def set_attributes(self, attributes: Any) -> None:
        self.attributes |= attributes

    def add_event(self, name: str, *_: Any, **__: Any) -> None:
        self.happened.append(name)

    def end(self, *_: Any) -> None:
        self.ended += 1


def _spans(events: Any) -> list[_Span]:
    tracer = _Tracer()
    sink = SpanSink(tracer)
    for event in events:
        sink.emit(event)
    sink.close()
    return tracer.spans


def test_spans_are_nested_as_the_run_was() -> None:
    spans = _spans(happenings())
    run = spans[0]
    assert (run.name, run.parent) == ("migrate", None)
    assert run.attributes["reode.verdict"] == "migrated_unproven"
    builds = [s for s in spans if s.name == "clean verify"]
    assert [b.parent.name for b in builds] == ["explore", "validate", "validate"]
    assert builds[1].attributes["reode.errors"] == 6
    calls = [s for s in spans if s.name.startswith("chat ")]
    assert [c.attributes["gen_ai.request.model"] for c in calls] == ["glm-5", "claude-opus-4-6"]
    assert "reode.cost_usd" not in calls[1].attributes  # unknown stays unknown
    rules = next(s for s in spans if s.name == "deterministic_fix")
    assert rules.happened == ["fix-applied", "fix-refused"]


@pytest.mark.parametrize("cut", [1, 4, 14, 19])
def test_every_span_ends_once_also_in_an_interrupted_run(cut: int) -> None:
    spans = _spans(happenings()[:cut])
    assert all(span.ended == 1 for span in spans)


def test_a_node_that_starts_anew_after_a_break_ends_the_old_one() -> None:
    spans = _spans([*happenings()[:4], NodeStarted("explore", 0)])
    assert [span.ended for span in spans] == [1, 1, 1, 1]


def test_without_an_endpoint_nothing_is_traced() -> None:
    with tracing({}) as sinks:
        assert sinks == ()
