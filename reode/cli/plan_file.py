"""A saved plan: read back, checked, and turned into what a migration is asked for."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reode.errors import UsageError
from reode.run.migration import Wish

_AGAIN = "Make it anew with `reode plan PATH --to N --save FILE`."


def wish_of(
    path: str,
    to: int | None,
    release: int | None,
    plan: Path | None,
    *,
    use_models: bool,
    check: Callable[[int, int | None], int],
) -> Wish:
    """Return what is asked for, by flags alone or by flags and a saved plan.

    `check` judges target and level. Raises UsageError where the plan does not fit the flags, names
    a step that no rule knows, or was made for another commit.
    """
    if plan is None:
        if to is None:
            raise UsageError("--to is missing", hint="Say the Java version, such as --to 25.")
        return Wish(path, to, check(to, release), use_models=use_models)
    data = read_plan(plan)
    _check_same("--to", to, data["target"])
    _check_same("--release", release, data["release"])
    check(data["target"], data["release"])
    kept = _kept_steps(data)
    removed = tuple(step for step in data["offered"] if step not in kept)
    _check_commit(path, data)
    return Wish(path, data["target"], data["release"], use_models=use_models, removed_steps=removed)


def read_plan(file: Path) -> dict[str, Any]:
    """Return a saved plan; raise UsageError where it can't be one."""
    from reode.run.planning import PLAN_VERSION

    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"can't read {file}: {error.strerror}", hint=_AGAIN) from error
    except ValueError as error:
        raise UsageError(f"{file} is not JSON: {error}", hint=_AGAIN) from error
    data = data.get("data", data) if isinstance(data, dict) else {}
    wanted = {"plan_version", "base_commit", "target", "release", "offered", "steps"}
    if not isinstance(data, dict) or not wanted <= data.keys():
        raise UsageError(f"{file} is not a plan of REODE", hint=_AGAIN)
    if data["plan_version"] != PLAN_VERSION:
        raise UsageError(f"{file} is a plan of version {data['plan_version']}", hint=_AGAIN)
    return data


def _kept_steps(data: dict[str, Any]) -> set[str]:
    from reode.rules.discovery import find_rules

    known = [rule.id for rule in find_rules()]
    kept = [
        str(step.get("step")) if isinstance(step, dict) else str(step) for step in data["steps"]
    ]
    for step in kept:
        if step in data["offered"] and step in known:
            continue
        near = difflib.get_close_matches(step, data["offered"] or known, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else "Steps can be removed, not added."
        what = "no rule knows" if step not in known else "was not offered for this project"
        raise UsageError(f"the plan's step `{step}` {what}", hint=hint)
    return set(kept)


def _check_same(option: str, given: int | None, planned: int) -> None:
    if given is not None and given != planned:
        raise UsageError(
            f"{option} {given} differs from the plan, which says {planned}",
            hint=f"Leave {option} out, or make a new plan.",
        )


def _check_commit(path: str, data: dict[str, Any]) -> None:
    """A plan of another commit may miss what came since."""
    from reode.project.git import Git

    folder = Path(path)
    if not folder.is_dir() or not Git.contains(folder):
        return
    repository = Git(folder)
    try:
        head = repository.head()
    finally:
        repository.close()
    if head != data["base_commit"]:
        raise UsageError(
            f"the plan was made for commit {data['base_commit'][:10]}, but HEAD is {head[:10]}",
            hint=_AGAIN,
        )
