"""A replay starts where the old run started, and asks nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reode.errors import RunStateError
from reode.events import CallbackSink
from reode.fixer.job import Spent
from reode.fixer.model_tiers import ModelTiers
from reode.run.context import _models
from reode.run.history import replay_run
from reode.run.store import RunStore
from reode.settings import Settings
from tests.fixer.kit import MAIN, edit, finish, job_of, script
from tests.report.sample_run import happenings, store_run


def test_a_replay_answers_from_the_transcripts_of_the_old_run(tmp_path: Path) -> None:
    run = store_run(tmp_path, events=happenings()[:4], finished=False)
    place = script(tmp_path, [{"calls": [edit(MAIN, "return 1;", "return 0;"), finish("zero")]}])
    model, sink = f"script:{place}", CallbackSink(lambda _: None)
    asked = ModelTiers((model,), Settings(), run.folder / "transcripts", sink)
    first = asked.attempt(job_of(tmp_path / "a"), 0, spent=Spent(), seconds=None)
    again = replay_run(RunStore(tmp_path), run)
    request = again.request()
    assert request.replay_of == run.run_id != again.run_id
    assert request.base_commit == run.request().base_commit
    place.unlink()

    tiers = _models(again, replace(request, models=(model,)), Settings(), sink)
    assert tiers is not None
    second = tiers.attempt(job_of(tmp_path / "b"), 0, spent=Spent(), seconds=None)
    assert (second.edits, second.summary) == (first.edits, "zero")


def test_j10_the_money_limit_is_that_of_the_run_also_in_another_process(tmp_path: Path) -> None:
    run = store_run(tmp_path, events=happenings()[:4], finished=False)
    place = script(tmp_path, [{"calls": [finish("zero")]}])
    asked = replace(run.request(), models=(f"script:{place}",), max_cost=0.0)
    tiers = _models(run, asked, Settings(max_cost=5.0), CallbackSink(lambda _: None))
    assert tiers is not None
    attempt = tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None)
    assert "money ($0.00)" in attempt.limit


def test_a_run_without_models_cannot_be_replayed(tmp_path: Path) -> None:
    run = store_run(tmp_path, events=happenings()[:4], finished=False)
    with pytest.raises(RunStateError, match="asked no model"):
        replay_run(RunStore(tmp_path), run)
