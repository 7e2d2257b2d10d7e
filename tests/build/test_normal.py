"""What changes from run to run is cut from a text; what tells problems apart stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.normal import normalise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "module java.base to unnamed module @69eee410",
            "module java.base to unnamed module @7d4793a8",
        ),
        ("Connection refused: localhost:38211", "Connection refused: localhost:41007"),
        ("can't read /tmp/junit123/a/b.txt", "can't read /tmp/junit987/c/d.txt"),
        ("took 12.5 ms", "took 7 ms"),
        ("failed at 2026-12-01T00:09:10.094Z", "failed at 2026-12-02T11:19:12.001Z"),
        ("in pool-3-thread-12", "in pool-1-thread-2"),
        ('Exception x [in thread "main"]', 'Exception x [in thread "worker"]'),
        ("com.sun.proxy.$Proxy12", "com.sun.proxy.$Proxy7"),
        ("p.A$$EnhancerBySpringCGLIB$$1a2b", "p.A$$EnhancerBySpringCGLIB$$ff00"),
        ("id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-e89b-12d3-a456-426614174000"),
        ("a\n\tb", "a b"),
    ],
)
def test_equal_but_for_noise(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("expected:<1> but was:<2>", "expected:<1> but was:<3>"),
        ("NoClassDefFoundError: javax/xml/bind/A", "NoClassDefFoundError: javax/xml/bind/B"),
        ('does not "opens java.lang"', 'does not "opens java.util"'),
        ("Unsupported class file major version 61", "Unsupported class file major version 69"),
    ],
)
def test_different_problems_stay_different(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@given(st.text())
def test_total_short_and_one_line(text: str) -> None:
    short = normalise(text)
    assert len(short) <= 300
    assert "\n" not in short
