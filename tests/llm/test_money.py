from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.errors import LimitReached
from reode.facts.usage import Usage
from reode.llm.budget import Budget, LimitWarning, Spent
from reode.llm.inference import LlmSettings, infer_provider
from reode.llm.messages import user
from reode.llm.prices import known_prices, price_of
from reode.llm.tokens import TokenMeter, estimate_request, estimate_text
from tests.llm.kit import EDIT, FakeTime, ask

_USAGE = Usage(1_000_000, 200_000, 100_000, 10_000)


def _inferred(model: str) -> Any:
    return infer_provider(model, LlmSettings(environ={}, base_url="http://x/v1", profile_files=()))


def test_cached_tokens_are_priced_once_and_as_cached() -> None:
    table = {"glm-5": {"input": 1.0, "cache_read": 0.1, "cache_write": 1.25, "output": 4.0}}
    cost = price_of(_inferred("glm-5"), _USAGE, table)
    assert cost == pytest.approx(0.7 * 1.0 + 0.2 * 0.1 + 0.1 * 1.25 + 0.01 * 4.0)


def test_the_users_price_wins_over_the_catalogue() -> None:
    inferred = _inferred("claude-sonnet-4-5")
    assert known_prices(inferred, {}) == (3.0, 15.0)
    own = {"anthropic/claude-sonnet-4-5": {"input": 1.0, "output": 2.0}}
    assert known_prices(inferred, own) == (1.0, 2.0)


@pytest.mark.parametrize("model", ["claude-from-the-future", "some/model", "ollama/qwen3:8b"])
def test_an_unknown_price_is_unknown_and_not_nothing(model: str) -> None:
    assert price_of(_inferred(model), _USAGE, {}) is None
    assert known_prices(_inferred(model), {}) is None


def test_unknown_counts_have_no_price() -> None:
    assert price_of(_inferred("claude-sonnet-4-5"), Usage(None, output=3), {}) is None


@pytest.mark.parametrize(
    ("limit", "usage"),
    [
        ({"max_cost": 1.0}, Usage(cost=1.0)),
        ({"max_calls": 1}, Usage()),
        ({"max_tokens": 10}, Usage(6, output=4)),
    ],
)
def test_a_used_up_limit_stops_the_next_call(limit: dict[str, Any], usage: Usage) -> None:
    budget = Budget(**limit)
    budget.check()
    budget.add(usage)
    with pytest.raises(LimitReached) as caught:
        budget.check()
    assert caught.value.exit_code == 124


def test_time_is_a_limit_too() -> None:
    time = FakeTime()
    budget = Budget(max_seconds=10, clock=time.clock)
    time.now += 4
    assert budget.seconds_left() == 6
    time.now += 7
    assert budget.seconds_left() == 0
    with pytest.raises(LimitReached):
        budget.check()
    assert Budget().seconds_left() is None


def test_the_warning_comes_once_at_four_fifths() -> None:
    told: list[LimitWarning] = []
    budget = Budget(max_cost=1.0, on_warning=told.append)
    for _ in range(4):
        budget.check()
        assert told == []
        budget.add(Usage(cost=0.2))
    budget.check()
    budget.check()
    assert told == [LimitWarning("cost", pytest.approx(0.8), 1.0)]


def test_unknown_prices_never_stop_a_run() -> None:
    budget = Budget(max_cost=0.01)
    for _ in range(100):
        budget.check()
        budget.add(Usage(1000, output=1000))
    assert budget.spent.unpriced_calls == 100
    assert budget.spent.cost == 0.0


def test_a_resumed_run_goes_on_counting() -> None:
    time = FakeTime()
    already = Spent(cost=0.5, calls=3, unpriced_calls=1, tokens=100, seconds=60)
    budget = Budget(max_cost=1.0, clock=time.clock, already=already)
    time.now += 5
    budget.add(Usage(10, output=5, cost=0.25))
    assert budget.spent == Spent(0.75, 4, 1, 115, 65)


def test_an_estimate_counts_bytes_and_not_letters() -> None:
    assert estimate_text("a" * 32) == 10
    assert estimate_text("漢" * 32) == 30
    with_tool = estimate_request(ask("x", tools=(EDIT,)))
    assert with_tool > estimate_request(ask("x")) + 50


@given(st.floats(0.5, 2.0), st.integers(200, 5000))
def test_the_estimate_learns_from_what_servers_count(ratio: float, size: int) -> None:
    meter = TokenMeter()
    request = ask("word " * size)
    true = max(1, round(estimate_request(request) * ratio))
    for _ in range(20):
        meter.observe("m", request, true)
    assert meter.estimate("m", request) == pytest.approx(true, rel=0.02, abs=3)
    assert meter.estimate("other", request) == estimate_request(request)


def test_small_requests_and_missing_counts_teach_nothing() -> None:
    meter = TokenMeter()
    meter.observe("m", ask("x"), 5000)
    meter.observe("m", ask("word " * 500), None)
    assert meter.ratios == {}


def test_a_request_must_fit_with_its_answer_and_a_reserve() -> None:
    meter, request = TokenMeter(), replace(ask(), messages=(user("a" * 3200),))
    assert meter.fits("m", request, 1300, 100)
    assert not meter.fits("m", request, 1300, 200)
