"""A rule's recipes in the loop: on a copy, bounded, guarded, one commit, and soft where they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from reode.errors import BuildToolError, Interrupted
from reode.events import FixApplied, FixRefused
from reode.facts.build import BuildOutcome, Jdk, LogRef
from reode.facts.diagnostic import Phase
from reode.facts.recipe import RecipeCall
from reode.graph.context import RunContext
from reode.graph.recipe_fix import RecipeResult, run_recipes
from reode.rules.rule import Rule, Situation, When, no_edits
from tests.graph.world import FAULTS, HEADER, FaultTool, World

A = "src/main/java/a/A.java"
FAULT = "compile symbol-missing A.java\n"
OLD = "package a;\r\n\r\nimport org.old.Gone;\r\n\r\nclass A   {\r\n\tGone g; // 编码\r\n}\r\n"
NEW = OLD.replace("org.old.Gone", "org.fresh.Here").replace("Gone g", "Here g")
STAND_IN = "package org.old;\n\npublic class Gone {\n}\n"
MOVE = RecipeCall(
    "org.openrewrite.java.ChangeType",
    "org.old.Gone is org.fresh.Here now.",
    mentions=("Gone", "Here"),
    stand_ins={"org.old.Gone": STAND_IN},
)
OTHER = RecipeCall("x.Y", "why", artifacts=("org.openrewrite.recipe:rewrite-spring:6.37.1",))
Change = Callable[[Path], str]


@dataclass
class RecipeTool(FaultTool):
    """The fault tool that also stands for OpenRewrite: `change` edits the copy, returns the log."""

    change: Change = lambda _: ""
    ok: bool = True
    ended: str = "exit"
    asked: list[dict[str, Any]] = field(default_factory=list)

    def run(
        self, goals: Iterable[str], *, root: Path, jdk: Jdk, log: Path, **more: Any
    ) -> BuildOutcome:
        wanted = tuple(goals)
        if not any("rewrite-maven-plugin" in goal for goal in wanted):
            return super().run(wanted, root=root, jdk=jdk, log=log, **more)
        config = Path(more["properties"]["rewrite.configLocation"])
        files = {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}
        self.asked.append(
            {"root": root, "config": config, "yaml": config.read_text(), "files": files, **more}
        )
        text = self.change(root)
        log.write_text(text)
        reference = LogRef(str(log), "", len(text))
        return BuildOutcome(
            self.ok, Phase.DONE, wanted, 17, (), seconds=4.0, ended=self.ended, log=reference
        )


def rewritten(root: Path) -> str:
    """Rename as OpenRewrite would: with a layout and line ends of its own, and other files too."""
    place = root / A
    text = place.read_bytes().decode("utf-8").replace("org.old.Gone", "org.fresh.Here")
    text = text.replace("Gone g", "Here g").replace("\r\n", "\n").replace("   {", " {")
    place.write_bytes(text.encode())
    (root / FAULTS).write_text(HEADER)
    (root / "pom.xml").write_text((root / "pom.xml").read_text().replace("><", ">\n<"))
    for stand_in in root.rglob("Gone.java"):
        stand_in.rename(stand_in.with_name("Here.java"))
    return "[INFO] BUILD SUCCESS\n"


def recipe_rule(*calls: RecipeCall, **more: Any) -> Rule:
    def recipes(situation: Situation) -> list[RecipeCall]:
        return list(calls) if situation.view.text(A).count("org.old.Gone") else []

    made = Rule(
        find=no_edits,
        when=When.DIAGNOSED,
        kinds=frozenset({"symbol-missing"}),
        recipes=recipes,
        id="moved",
        doc={"Title": "It moved.", "Cause": "It moved."},
    )
    return replace(made, **more)


FAULT_FILE = replace(MOVE, files=("*.java", "faults.txt"), mentions=())


def world(folder: Path, tool: RecipeTool, *calls: RecipeCall, **more: Any) -> World:
    files = {A: OLD}
    return World(folder, FAULT, rules=(recipe_rule(*calls),), files=files, tool=tool, **more)


def refusals(made: World) -> list[str]:
    return [event.why for event in made.events if isinstance(event, FixRefused)]


def run(context: RunContext, *calls: RecipeCall) -> RecipeResult:
    return run_recipes(calls, context, context.view(), spent=0.0)


def test_a_rules_recipe_runs_on_a_copy_and_becomes_one_commit(tmp_path: Path) -> None:
    tool = RecipeTool(change=rewritten)
    made = world(tmp_path, tool, FAULT_FILE)
    state = made.run()

    assert state["outcome"]["verdict"] == "migrated"
    (transform,) = state["transforms"]
    assert transform["by"] == "rule:moved"
    assert transform["recipes"] == ["org.openrewrite.java.ChangeType@8.89.0 Apache-2.0"]
    assert transform["files"] == [A, FAULTS]
    assert made.workspace.text(state["head"], A) == NEW  # line ends, blanks and characters stay
    (asked,) = tool.asked
    assert asked["root"] != made.workspace.project
    assert not asked["root"].exists()
    assert not asked["config"].is_relative_to(asked["root"])
    assert "org.openrewrite.java.ChangeType" in asked["yaml"]
    assert [e.by for e in made.events if isinstance(e, FixApplied)] == ["rule:moved"]


def test_the_time_of_maven_counts_but_no_lifecycle_run(tmp_path: Path) -> None:
    plain = World(tmp_path / "a", "")
    before = plain.run()
    state = world(tmp_path / "b", RecipeTool(change=rewritten), FAULT_FILE).run()
    assert state["maven_seconds"] == before["maven_seconds"] + 4.0
    assert state["maven_runs"] == 2  # before and after the rule


def test_a_log_of_its_own_with_limits_and_the_stop_flag(tmp_path: Path) -> None:
    tool = RecipeTool(change=rewritten)
    context = world(tmp_path, tool, MOVE, timeout=50.0).context()
    run_recipes([MOVE], context, context.view(), spent=10.0)
    (asked,) = tool.asked
    assert asked["timeout"] == pytest.approx(40.0)
    assert asked["stop"] is context.stop
    assert [p.name for p in (tmp_path / "logs").iterdir()] == ["mvn-001-recipes.log"]


def test_only_files_and_changes_inside_the_intent_are_kept(tmp_path: Path) -> None:
    context = world(tmp_path, RecipeTool(change=rewritten), MOVE).context()
    result = run(context, MOVE)
    assert [edit.path for edit in result.edits] == [A]
    assert result.edits[0].content == NEW.encode()
    assert result.edits[0].reason == MOVE.reason


def test_stand_ins_are_seen_by_openrewrite_alone(tmp_path: Path) -> None:
    tool = RecipeTool(change=rewritten)
    context = world(tmp_path, tool, MOVE).context()
    result = run(context, MOVE)
    assert "src/main/java/org/old/Gone.java" in tool.asked[0]["files"]
    assert not any("org/old" in edit.path for edit in result.edits)
    assert not (context.workspace.project / "src/main/java/org/old").exists()


def test_a_module_that_is_spared_stays(tmp_path: Path) -> None:
    context = world(tmp_path, RecipeTool(change=rewritten), MOVE).context()
    result = run(context, replace(MOVE, spares=("pom.xml",)))
    assert result.edits == []
    assert "changed nothing" in result.why


@pytest.mark.parametrize("where", ["plugins", "managed", "profile"])
def test_openrewrite_settings_of_the_project_never_run(tmp_path: Path, where: str) -> None:
    plugin = (
        "<plugin><groupId>org.openrewrite.maven</groupId>"
        "<artifactId>rewrite-maven-plugin</artifactId><dependencies><dependency>"
        "<groupId>org.openrewrite.recipe</groupId><artifactId>rewrite-spring</artifactId>"
        "<version>6.37.1</version></dependency></dependencies></plugin>"
    )
    plugins = f"<plugins>{plugin}</plugins>"
    if where == "managed":
        plugins = f"<pluginManagement>{plugins}</pluginManagement>"
    body = f"<build>{plugins}</build>"
    if where == "profile":
        body = f"<profiles><profile><id>p</id>{body}</profile></profiles>"
    pom = (
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
        f"<version>1</version>{body}</project>\n"
    )
    seen = []

    def change(root: Path) -> str:
        seen.append((root / "pom.xml").read_text())
        return rewritten(root)

    made = World(tmp_path, FAULT, files={A: OLD, "pom.xml": pom}, tool=RecipeTool(change=change))
    result = run(made.context(), replace(MOVE, files=("*",)))
    assert "openrewrite" not in seen[0]
    assert "pom.xml" not in [edit.path for edit in result.edits]
    assert made.workspace.text(made.workspace.base, "pom.xml") == pom


def test_artifacts_that_are_not_listed_never_reach_maven(tmp_path: Path) -> None:
    tool = RecipeTool(change=rewritten)
    made = world(tmp_path, tool, OTHER)
    state = made.run()
    assert tool.asked == []
    assert state["transforms"] == []
    assert any("rewrite-spring:6.37.1" in why and "--recipes" in why for why in refusals(made))


def test_what_the_user_named_may_run_under_its_own_licence(tmp_path: Path) -> None:
    tool = RecipeTool(change=rewritten)
    context = world(tmp_path, tool, OTHER).context()
    request = replace(
        context.request,
        recipes=(f"{OTHER.artifacts[0]}#x.Y",),
        recipe_licences=("Moderne Source Available License",),
    )
    result = run(replace(context, request=request), OTHER)
    assert [edit.path for edit in result.edits] == [A]
    assert tool.asked[0]["properties"]["rewrite.recipeArtifactCoordinates"] == OTHER.artifacts[0]


def test_a_guard_that_refuses_is_heard(tmp_path: Path) -> None:
    def weaken(root: Path) -> str:
        (root / "src/test/java/a/ATest.java").unlink()
        return ""

    test = "package a;\n\nclass ATest { @org.junit.Test public void t() { assert true; } }\n"
    files = {A: OLD, "src/test/java/a/ATest.java": test}
    rules = (recipe_rule(replace(MOVE, files=("*",), mentions=())),)
    made = World(tmp_path, FAULT, rules=rules, files=files, tool=RecipeTool(change=weaken))
    state = made.run()
    assert state["transforms"] == []
    assert refusals(made)
    assert state["outcome"]["verdict"] == "gave_up"


def test_java_that_would_no_longer_be_java_is_left_out(tmp_path: Path) -> None:
    def break_it(root: Path) -> str:
        (root / A).write_bytes(NEW.replace("Here g;", "Here g = ;").encode())
        return ""

    context = world(tmp_path, RecipeTool(change=break_it), MOVE).context()
    assert run(context, MOVE).edits == []


UNREAD = "[WARNING] There were problems parsing src/main/java/a/A.java\n"


@pytest.mark.parametrize(
    ("tool", "why"),
    [
        (RecipeTool(ok=False), "OpenRewrite failed"),
        (RecipeTool(ok=False, ended="timeout"), "took too long"),
        (RecipeTool(), "changed nothing that had to change"),
        (RecipeTool(change=lambda _: UNREAD), f"could not read {A}"),
    ],
)
def test_failures_are_soft_and_say_why(tmp_path: Path, tool: RecipeTool, why: str) -> None:
    made = world(tmp_path, tool, MOVE)
    state = made.run()
    assert len(tool.asked) == 1  # not again for the same failure
    assert why in refusals(made)[0]
    assert state["outcome"]["verdict"] == "gave_up"
    assert state["maven_seconds"] == 4.0


def test_a_tool_that_can_not_start_is_soft_too(tmp_path: Path) -> None:
    def fail(_: Path) -> str:
        raise BuildToolError("no mvn")

    context = world(tmp_path, RecipeTool(change=fail), MOVE).context()
    assert run(context, MOVE).why == "the recipes could not run: no mvn"
    assert not (tmp_path / "recipes").exists()


def test_a_stopped_run_keeps_nothing_of_a_recipe(tmp_path: Path) -> None:
    stop = Event()

    def change(root: Path) -> str:
        stop.set()
        return rewritten(root)

    made = world(tmp_path, RecipeTool(change=change), FAULT_FILE)
    whole = made.context()
    made.context = lambda: replace(whole, stop=stop)  # type: ignore[method-assign]
    with pytest.raises(Interrupted):
        made.run()


def test_a_recipe_of_the_users_runs_once_and_leaves_out_what_no_fix_may_write(
    tmp_path: Path,
) -> None:
    def change(root: Path) -> str:
        (root / "Jenkinsfile").write_text("new")
        (root / FAULTS).write_text(HEADER + "test other-thing B\n")
        return ""

    tool = RecipeTool(change=change)
    call = replace(MOVE, files=("*",), mentions=())
    rule = recipe_rule(call, once=True, when=When.CERTAIN, id="org.acme.R")
    made = World(tmp_path, FAULT, rules=(rule,), files={A: OLD, "Jenkinsfile": "old"}, tool=tool)
    state = made.run()
    assert len(tool.asked) == 1
    assert state["transforms"][0]["files"] == [FAULTS]
    assert any("Jenkinsfile" in why for why in refusals(made))
