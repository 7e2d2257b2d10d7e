"""What the tests of the model repairer share: a job over a folder of files, and scripted talk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestTally
from reode.facts.target import Target
from reode.fixer.evidence import explore_before_fix
from reode.fixer.job import Attempt, Job, PastAttempt, Tier, tier_of
from reode.fixer.repair import attempt_repair
from reode.llm.scripted import ScriptedAdapter
from reode.project.tree import Tree
from reode.project.view import ProjectView

POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId>
  <artifactId>a</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.12</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
MAIN = "src/main/java/g/A.java"
JAVA = "package g;\n\nclass A {\n    int one() {\n        return 1;\n    }\n}\n"
TEST = "src/test/java/g/ATest.java"
TEST_JAVA = (
    "package g;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\n"
    "public class ATest {\n    @Test\n    public void one() {\n"
    "        assertEquals(1, new A().one());\n    }\n}\n"
)
FILES = {"pom.xml": POM, MAIN: JAVA, TEST: TEST_JAVA}
BROKEN = Diagnostic(
    "symbol-missing", Phase.COMPILE, "cannot find symbol: two()", file=MAIN, line=5, symbol="two()"
)
RED = BuildOutcome(False, Phase.COMPILE, ("verify",), 17, (BROKEN,))
GREEN = BuildOutcome(True, Phase.DONE, ("verify",), 17, (), TestTally(()))


@dataclass
class Builds:
    """A build tool that shows the given outcomes in turn, the last one for ever."""

    outcomes: list[BuildOutcome] = field(default_factory=lambda: [RED])
    runs: int = 0

    def __call__(self) -> BuildOutcome:
        self.runs += 1
        return self.outcomes[min(self.runs, len(self.outcomes)) - 1]


def job_of(
    folder: Path,
    files: Mapping[str, str | bytes] = FILES,
    *,
    diagnostics: tuple[Diagnostic, ...] = (BROKEN,),
    past: tuple[PastAttempt, ...] = (),
    error_text: str = "cannot find symbol: two()",
    build: Callable[[], BuildOutcome] | None = None,
    public_api: Callable[[str, str, str], str] = lambda *_: "",
) -> Job:
    """Return a job over the files, written below `folder`."""
    root = folder / "tree"
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    view = ProjectView.at(root)
    return Job(
        target=Target(17, 17),
        tree=Tree(root),
        view=view,
        diagnostics=diagnostics,
        findings=explore_before_fix(view, diagnostics),
        error_text=error_text,
        past=past,
        build=build or Builds(),
        public_api=public_api,
        effective_pom=lambda module: "<project/>" if module == "." else "",
    )


def tier(number: int = 0, **values: Any) -> Tier:
    return replace(tier_of(number, "script", 200_000), **values)


def call(name: str, /, **args: Any) -> dict[str, Any]:
    return {"name": name, "args": args}


def edit(path: str, old: str, new: str) -> dict[str, Any]:
    return call("edit_file", path=path, old_text=old, new_text=new)


def finish(summary: str = "done") -> dict[str, Any]:
    return call("finish", summary=summary)


def script(folder: Path, replies: Iterable[Mapping[str, Any]], name: str = "script") -> Path:
    place = folder / f"{name}.jsonl"
    place.write_text("".join(json.dumps(reply) + "\n" for reply in replies), encoding="utf-8")
    return place


@dataclass
class Talk:
    """An attempt with what the model was told in it, result by result."""

    attempt: Attempt
    results: list[tuple[str, bool, str]]
    prompts: list[str]

    def answer(self, tool: str, number: int = 0) -> str:
        return [text for name, _, text in self.results if name == tool][number]


class _Listening(ScriptedAdapter):
    def complete(self, request: Any, *, deadline: float | None = None) -> Any:
        from reode.llm.scripted import prompt_text

        self.requests.append(request)
        self.prompts.append(prompt_text(request))
        return super().complete(request, deadline=deadline)

    requests: list[Any]
    prompts: list[str]


def talk(job: Job, folder: Path, *turns: list[dict[str, Any]], used: Tier | None = None) -> Talk:
    """Let a scripted model make the calls of each turn, then finish."""
    replies = [{"calls": list(calls)} for calls in turns]
    if not any(c["name"] == "finish" for calls in turns for c in calls):
        replies.append({"calls": [finish()]})
    # The last results are only seen by a request after them.
    adapter = _Listening(script(folder, replies))
    adapter.requests, adapter.prompts = [], []
    seen: list[tuple[str, bool, str]] = []
    from reode.fixer import repair

    original = repair.run_tool_loop

    def listening(*args: Any, **values: Any) -> Any:
        def note(message: Any) -> None:
            seen.extend((r.name, r.is_error, r.text) for r in message.results)

        return original(*args, on_message=note, **values)

    repair.run_tool_loop = listening
    try:
        attempt = attempt_repair(job, used or tier(), adapter, deadline=None)
    finally:
        repair.run_tool_loop = original
    return Talk(attempt, seen, adapter.prompts)


def content(job: Job, path: str) -> bytes:
    return (job.tree.root / path).read_bytes()
