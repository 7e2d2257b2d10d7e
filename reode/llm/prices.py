"""What a call cost in US dollars: the user's table, then genai-prices offline, else unknown."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from reode.facts.usage import Usage
from reode.llm.inference import Inferred

_MILLION = 1_000_000
Table = Mapping[str, Mapping[str, float]]


def price_of(inferred: Inferred, usage: Usage, table: Table) -> float | None:
    """Return the cost of one call, None where the price or the token counts are unknown.

    A model served by the user has a price only in the user's own table: what a stranger charges
    for the same weights says nothing.
    """
    if usage.input_total is None or usage.output is None:
        return None
    own = table.get(inferred.model) or table.get(f"{inferred.provider}/{inferred.model}")
    if own is not None:
        return _by_table(own, usage)
    if not inferred.profile.needs_key:
        return None
    return _by_catalogue(inferred, usage)


def _by_table(price: Mapping[str, float], usage: Usage) -> float:
    read, written = usage.cache_read or 0, usage.cache_write or 0
    plain = max(0, (usage.input_total or 0) - read - written)
    per_input = price["input"]
    total = plain * per_input + (usage.output or 0) * price["output"]
    total += read * price.get("cache_read", per_input)
    total += written * price.get("cache_write", per_input)
    return total / _MILLION


def _by_catalogue(inferred: Inferred, usage: Usage) -> float | None:
    try:
        import genai_prices  # noqa: PLC0415 - optional, and 3 MB of data
    except ImportError:
        return None
    counted: Any = genai_prices.Usage(
        input_tokens=usage.input_total,
        cache_read_tokens=usage.cache_read,
        cache_write_tokens=usage.cache_write,
        output_tokens=usage.output,
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = genai_prices.calc_price(
                counted, inferred.model, provider_id=inferred.profile.price_provider
            )
    except (LookupError, ValueError):
        return None
    return float(found.total_price)


def known_prices(inferred: Inferred, table: Table) -> tuple[float, float] | None:
    """Return dollars per million input and output tokens, None where unknown."""
    # A thousand at a time: long prompts have higher prices of their own.
    thousand = Usage(1_000, 0, 0, 0), Usage(0, 0, 0, 1_000)
    costs = [price_of(inferred, usage, table) for usage in thousand]
    if costs[0] is None or costs[1] is None:
        return None
    return round(costs[0] * 1_000, 6), round(costs[1] * 1_000, 6)
