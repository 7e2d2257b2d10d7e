"""One migration, from what was asked to what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from reode.facts.scorecard import Verdict


class EndReason(StrEnum):
    """Why a run ended; a closed set, so that fleets can count."""

    ALL_GATES = "all_gates"
    NOT_JUDGED = "not_judged"
    GATE_FAILED = "gate_failed"
    TESTS_FAILING = "tests_failing"
    TEST_EXPECTATION = "test_expectation"
    UNRESOLVABLE_DEPENDENCY = "unresolvable_dependency"
    UNRESOLVABLE_PARENT = "unresolvable_parent"
    UNSUPPORTED_BUILD_TOOL = "unsupported_build_tool"
    PROJECT_UNREADABLE = "project_unreadable"
    JDK_MISSING = "jdk_missing"
    BUILD_TOOL_MISSING = "build_tool_missing"
    NO_MODEL_CONFIGURED = "no_model_configured"
    MODEL_UNUSABLE = "model_unusable"
    STUCK = "stuck"
    BUDGET = "budget"
    ITERATION_LIMIT = "iteration_limit"
    TIME_LIMIT = "time_limit"
    OUR_FAULT = "our_fault"
    INTERRUPTED = "interrupted"

    @property
    def is_limit(self) -> bool:
        """True where the user's own limit ended the run (exit code 124)."""
        return self in {self.BUDGET, self.ITERATION_LIMIT, self.TIME_LIMIT}


class RunStatus(StrEnum):
    """Where a stored run stands; `interrupted` can be resumed."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What the user asked for; written once, at the start of a run.

    `source` is the path or URL as given, `repository` the git repository the branch lives in,
    `folder` the sub-folder that is migrated ("" for all of it). `private` repositories were made
    by REODE for a folder without git. `replay_of` is the run whose transcripts answer in place of
    models; `minimise` asks for the smallest change that passes the gates. `recipes` are what the user
    named beside the rules, `recipe_licences` what the artifact of each says. Times are ISO 8601 in
    UTC; limits are None where unset.
    """

    run_id: str
    source: str
    repository: str
    folder: str
    private: bool
    base_commit: str
    branch: str
    worktree: str
    target_jdk: int
    target_release: int
    jdk_home: str
    started: str
    dirty: tuple[str, ...] = ()
    use_models: bool = True
    models: tuple[str, ...] = ()
    max_iterations: int = 8
    max_cost: float | None = None
    timeout: float | None = None
    removed_steps: tuple[str, ...] = ()
    rules_folder: str | None = None
    upgrade: str = "minimal"
    reode_version: str = ""
    replay_of: str = ""
    test_java: str = ""
    minimise: bool = False
    recipes: tuple[str, ...] = ()
    recipe_licences: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data; `from_json` is its inverse."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in data.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RunRequest:
        """Build a request from what `to_json` returned."""
        values: dict[str, Any] = dict(data)
        for name, value in data.items():
            if isinstance(value, list):
                values[name] = tuple(value)
        return cls(**values)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What a run came to: everything a report needs, JSON-plain inside.

    `baseline` and `result` are `BuildOutcome.to_json()` or None; `gates` are `Gate.to_json()`;
    `transforms`, `findings` and `fix_attempts` are the graph's accumulated lists; `seconds` holds
    `total` and `maven`; `cost` is in US dollars, None where a price was unknown. `minimised` says
    what `--minimise` tried (None: it was not asked): `builds`, `end`, and `tried`, one entry a
    change with `id`, `by`, `reason`, `lines`, `dropped` and `why`.
    """

    request: RunRequest
    status: RunStatus
    verdict: Verdict | None = None
    reason: EndReason | None = None
    detail: str = ""
    head_commit: str = ""
    build_tool: str = ""
    baseline: Mapping[str, Any] | None = None
    baseline_note: str = ""
    result: Mapping[str, Any] | None = None
    gates: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Mapping[str, Any], ...] = ()
    transforms: tuple[Mapping[str, Any], ...] = ()
    fix_attempts: tuple[Mapping[str, Any], ...] = ()
    errors: tuple[Mapping[str, Any], ...] = ()
    maven_runs: int = 0
    llm_calls: int = 0
    cost: float | None = 0.0
    tokens: int = 0
    changed_files: int = 0
    changed_lines: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    iterations: int = 0
    diff: str = ""
    minimised: Mapping[str, Any] | None = None
