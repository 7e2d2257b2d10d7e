"""Times, money and counts as people read them."""

from __future__ import annotations

from datetime import UTC, datetime


def clock(seconds: float) -> str:
    """Return `02:31`, or `1:02:31` from an hour on."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes:02}:{left:02}"


def money(cost: float | None) -> str:
    """Return `$0.12`; an unknown price is `$?`, a tiny one keeps what makes it more than nothing."""
    if cost is None:
        return "$?"
    return f"${cost:.4f}" if 0 < cost < 0.01 else f"${cost:.2f}"


def count(number: int, one: str, many: str = "") -> str:
    """Return `1 error`, `2 errors`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def age(moment: str, now: datetime | None = None) -> str:
    """Return how long ago an ISO 8601 time was: `12 s`, `5 min`, `3 h`, `2 d`."""
    try:
        then = datetime.fromisoformat(moment)
    except ValueError:
        return "?"
    seconds = ((now or datetime.now(UTC)) - then).total_seconds()
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(0, int(seconds))} s"


def tests(counts: dict[str, int] | None) -> str:
    """Return `15 tests, 2 failed, 1 skipped`; zeros are left out."""
    if not counts:
        return "no tests"
    parts = [count(counts.get("total", 0), "test")]
    parts += [f"{counts[k]} {k}" for k in ("failed", "skipped") if counts.get(k)]
    return ", ".join(parts)
