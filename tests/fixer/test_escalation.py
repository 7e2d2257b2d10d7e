"""R08: escalation swaps the adapter; two strict servers of different protocols see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from reode.events import CallbackSink
from reode.fixer.job import Spent
from reode.fixer.model_tiers import ModelTiers
from reode.fixer.project_context import is_model_class
from reode.llm.adapter import Adapter, Observer
from reode.llm.mock.answer import Answer, MockCall
from reode.llm.mock.server import MockServer
from reode.llm.registry import adapter_for
from reode.settings import Settings
from tests.fixer.kit import FILES, job_of
from tests.llm.kit import settings_for

ENTITY = "src/main/java/g/model/Order.java"
FILES_WITH_MODEL = {
    **FILES,
    "web/pom.xml": FILES["pom.xml"].replace("<artifactId>a<", "<artifactId>web<"),
    ENTITY: "package g.model;\n\npublic class Order {\n    private int items = 3;\n}\n",
}
#: What a model of each server says: the first looks once, both then give up.
LOOK = Answer(calls=(MockCall("list_files", json.dumps({"folder": ""})),))
GIVE_UP = Answer(calls=(MockCall("finish", json.dumps({"summary": "no idea"})),))
FIRST, SECOND = "deepseek-chat", "claude-sonnet-4-5"


def _said(body: Mapping[str, Any]) -> str:
    texts: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, str):
            texts.append(value)
        for item in value.values() if isinstance(value, dict) else ():
            walk(item)
        for item in value if isinstance(value, list) else ():
            walk(item)

    walk(body)
    return "\n".join(texts)


def _two_attempts(folder: Path, factory: Any) -> list[str]:
    tiers = ModelTiers((FIRST, SECOND), Settings(), folder / "t", CallbackSink(lambda _: None))
    tiers.factory = factory
    job = job_of(folder, FILES_WITH_MODEL)
    return [tiers.attempt(job, n, spent=Spent(), seconds=None).summary for n in (0, 1)]


def test_r08_after_escalation_no_request_reaches_the_first(tmp_path: Path) -> None:
    view = job_of(tmp_path / "view", FILES_WITH_MODEL).view
    whole = [p for p in view.files if p.endswith("pom.xml") or (p == ENTITY)]
    assert is_model_class(view, ENTITY)
    with (
        MockServer(mode="deepseek", answers=[LOOK, GIVE_UP]) as first,
        MockServer(answers=[LOOK, GIVE_UP]) as second,
    ):

        def renamed(model: str, _: Settings, observer: Observer) -> Adapter:
            """The first REODE's escalation: another name for the same client."""
            adapter = adapter_for(FIRST, settings_for(first, "deepseek"), observer=observer)
            adapter.inferred = _named(adapter.inferred, model)  # type: ignore[attr-defined]
            return adapter

        _two_attempts(tmp_path / "old", renamed)
        assert any(seen.body["model"] == SECOND for seen in first.seen)
        assert not second.seen

    with (
        MockServer(mode="deepseek", answers=[LOOK, GIVE_UP]) as first,
        MockServer(answers=[LOOK, GIVE_UP]) as second,
    ):
        at = {FIRST: settings_for(first, "deepseek"), SECOND: settings_for(second, "anthropic")}
        said_at_the_end = _two_attempts(
            tmp_path / "new", lambda m, _, observer: adapter_for(m, at[m], observer=observer)
        )
        assert said_at_the_end == ["no idea", "no idea"]
        assert not first.rejected + second.rejected
        assert [s.body["model"] for s in first.seen] == [FIRST] * 2
        assert [s.body["model"] for s in second.seen] == [SECOND] * 2
        assert {s.wire for s in first.seen} != {s.wire for s in second.seen}
        said = _said(second.seen[0].body)
        assert all(view.text(path) in said for path in whole)
        assert ENTITY not in _said(first.seen[0].body)
        conversation = json.dumps(second.seen[0].body["messages"])
        assert "list_files" not in conversation


def _named(inferred: Any, model: str) -> Any:
    return replace(inferred, model=model)
