from __future__ import annotations

import pytest

from reode.llm import errors as e
from tests.llm.kit import FakeTime


def _run(
    time: FakeTime, error: e.ModelError, times: int, deadline: float = 10_000, **kw: float
) -> int:
    def attempt(number: int) -> int:
        if number <= times:
            raise error
        return number

    return time.retrying(**kw).run(attempt, deadline)


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (e.RateLimitedError("x"), 5),
        (e.OverloadedError("x"), 5),
        (e.ServerError("x"), 3),
        (e.ModelTimeoutError("x"), 3),
        (e.ConnectionFailedError("x"), 3),
        (e.StreamTruncatedError("x"), 3),
        (e.BadResponseError("x"), 3),
        (e.AuthError("x"), 1),
        (e.QuotaError("x"), 1),
        (e.ModelNotFoundError("x"), 1),
        (e.ContextWindowError("x"), 1),
        (e.InvalidRequestError("x"), 1),
        (e.SchemaRejectedError("x"), 1),
        (e.PromptTruncatedError("x"), 1),
    ],
    ids=lambda v: type(v).__name__,
)
def test_each_error_has_its_number_of_tries(error: e.ModelError, tries: int) -> None:
    assert _run(FakeTime(), error, tries - 1) == tries
    with pytest.raises(type(error)):
        _run(FakeTime(), error, tries)
    assert error.attempts == tries


def test_the_wait_doubles_with_full_jitter_up_to_its_cap() -> None:
    time = FakeTime()
    with pytest.raises(e.RateLimitedError):
        _run(time, e.RateLimitedError("x"), 9, cap=5.0)
    assert time.slept == [1.0, 2.0, 4.0, 5.0]


def test_the_servers_wish_is_honoured_within_the_cap() -> None:
    time = FakeTime()
    assert _run(time, e.RateLimitedError("x", retry_after=0.1), 1) == 2
    assert time.slept == [0.1]


def test_an_unbounded_wish_is_handed_to_the_caller() -> None:
    time = FakeTime()
    with pytest.raises(e.RateLimitedError) as caught:
        _run(time, e.RateLimitedError("x", retry_after=4_294_967), 1)
    assert caught.value.retry_after == 4_294_967
    assert caught.value.way_out is e.WayOut.WAIT
    assert time.slept == []


def test_no_wait_passes_the_deadline() -> None:
    time = FakeTime()
    with pytest.raises(e.OverloadedError):
        _run(time, e.OverloadedError("x", retry_after=300), 1, deadline=time.now + 299)
    assert time.slept == []


def test_anything_else_passes_at_once() -> None:
    def attempt(_number: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FakeTime().retrying().run(attempt, 10_000)
