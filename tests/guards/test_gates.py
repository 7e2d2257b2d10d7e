"""Each gate by itself, over facts that a build or a reader would give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.scorecard import Gate, GateStatus, VerifyAnswer
from reode.facts.snapshot import (
    ClassFact,
    Comparison,
    Coverage,
    DependencyFact,
    FileFact,
    ModuleFact,
    Setting,
    TreeFacts,
    TypeFact,
)
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.facts.target import Target
from reode.guards.gates import (
    build,
    coverage,
    dependencies,
    level,
    residue,
    stable,
    surface,
    tests_honest,
    tests_kept,
    untouched,
)
from reode.guards.migrationbench import judge_criteria
from reode.guards.scoring import score
from reode.project.tests_syntax import read_test_sources

PASSED, FAILED, SKIPPED = TestStatus.PASSED, TestStatus.FAILED, TestStatus.SKIPPED


def result(name: str, status: TestStatus = PASSED, **more: object) -> TestResult:
    cls, _, method = name.partition("#")
    module = str(more.pop("module", "."))
    return TestResult(TestKey(module, cls, method), status, **more)  # type: ignore[arg-type]


def outcome(*results: TestResult, ok: bool = True, **more: object) -> BuildOutcome:
    start = BuildOutcome(ok, Phase.DONE if ok else Phase.TEST, ("clean", "verify"), 17)
    return replace(start, tests=TestTally(results), **more)  # type: ignore[arg-type]


def compared(before: TreeFacts, after: TreeFacts, **more: object) -> Comparison:
    return Comparison(before, after, Target(17, 17), **more)  # type: ignore[arg-type]


def of_builds(before: BuildOutcome | None, after: BuildOutcome | None) -> Comparison:
    return compared(TreeFacts(outcome=before), TreeFacts(outcome=after))


def said(gate: Gate) -> str:
    return " | ".join([gate.detail, *map(str, gate.proofs)])


class TestBuild:
    def test_j05_no_build_is_unknown(self) -> None:
        assert build.judge(of_builds(None, None)).status is GateStatus.UNKNOWN

    def test_j05_a_new_failure_fails(self) -> None:
        gate = build.judge(
            of_builds(outcome(result("A#a")), outcome(result("A#a", FAILED, cause="x")))
        )

        assert gate.status is GateStatus.FAILED
        assert "A#a fails: x" in said(gate)

    def test_j05_an_old_failure_with_the_same_cause_passes_and_is_named(self) -> None:
        old = result("A#a", FAILED, cause="NPE in Foo")

        gate = build.judge(of_builds(outcome(old), outcome(old, result("B#b"))))

        assert gate.status is GateStatus.PASSED
        assert "failed before with the same cause" in gate.detail

    def test_j05_an_old_failure_with_another_cause_fails(self) -> None:
        before = outcome(result("A#a", FAILED, cause="one"))
        after = outcome(result("A#a", FAILED, cause="two"))

        assert build.judge(of_builds(before, after)).status is GateStatus.FAILED

    @pytest.mark.parametrize("before", [None, outcome(result("A#a", FAILED, environment=True))])
    def test_j05_what_the_machine_lacks_is_unproven(self, before: BuildOutcome | None) -> None:
        after = outcome(result("A#a", FAILED, cause="refused", environment=True), result("B#b"))

        assert build.judge(of_builds(before, after)).status is GateStatus.UNKNOWN

    @pytest.mark.parametrize("kind", ["fork-crashed", "timeout", "out-of-memory"])
    def test_j05_a_crash_fails_whatever_the_exit_code_says(self, kind: str) -> None:
        crash = Diagnostic(kind, Phase.TEST, "the forked machine died")

        assert (
            build.judge(of_builds(None, outcome(diagnostics=(crash,)))).status is GateStatus.FAILED
        )

    def test_j05_an_interrupted_build_fails(self) -> None:
        assert build.judge(of_builds(None, outcome(ended="silent"))).status is GateStatus.FAILED

    def test_j05_a_compile_error_fails_with_its_place(self) -> None:
        error = Diagnostic("symbol-missing", Phase.COMPILE, "cannot find symbol", "A.java", 3)
        after = outcome(ok=False, phase=Phase.COMPILE, diagnostics=(error,))

        gate = build.judge(of_builds(outcome(), after))

        assert gate.status is GateStatus.FAILED
        assert (gate.proofs[0].file, gate.proofs[0].line) == ("A.java", 3)

    def test_j05_packaging_that_the_machine_cannot_do_is_unproven(self) -> None:
        docker = Diagnostic("environment-docker", Phase.PACKAGE, "no docker")
        after = outcome(ok=False, phase=Phase.PACKAGE, diagnostics=(docker,))

        assert build.judge(of_builds(outcome(), after)).status is GateStatus.UNKNOWN

    def test_j05_new_packaging_trouble_fails(self) -> None:
        broken = Diagnostic("plugin-failed", Phase.PACKAGE, "jar")
        after = outcome(ok=False, phase=Phase.PACKAGE, diagnostics=(broken,))

        assert build.judge(of_builds(outcome(), after)).status is GateStatus.FAILED
        assert build.judge(of_builds(after, after)).status is GateStatus.UNKNOWN


class TestLevel:
    @staticmethod
    def classes(*names: str, major: int = 61, test: bool = False) -> tuple[ClassFact, ...]:
        return tuple(ClassFact(".", name, major, test) for name in names)

    def judge(self, before: tuple[ClassFact, ...], after: tuple[ClassFact, ...]) -> Gate:
        return level.judge(
            compared(
                TreeFacts(outcome=outcome(), classes=before),
                TreeFacts(outcome=outcome(), classes=after),
            )
        )

    def test_j05_all_at_the_level(self) -> None:
        old = self.classes("a.A", "a.A$B", major=52)

        assert self.judge(old, self.classes("a.A", "a.A$B")).status is GateStatus.PASSED

    def test_j05_one_test_class_at_another_level(self) -> None:
        after = (*self.classes("a.A"), *self.classes("a.ATest", major=52, test=True))

        gate = self.judge(self.classes("a.A"), after)

        assert gate.status is GateStatus.FAILED
        assert "a.ATest has major version 52" in said(gate)

    def test_j05_a_class_that_a_test_made_is_not_the_builds(self) -> None:
        """Tests of a compiler write class files of the level that they ask it for."""
        made = replace(self.classes("a.Made", major=52)[0], late=True)
        source = TypeFact("a.Made", ".", "Made.java", 1, visible=True)
        built = TreeFacts(outcome=outcome(), classes=(*self.classes("a.A"), made))

        assert level.judge(compared(built, built)).status is GateStatus.PASSED
        with_source = replace(built, types=(source,))
        assert level.judge(compared(with_source, with_source)).status is GateStatus.FAILED

    def test_j05_a_class_file_of_the_repository_itself_is_not_the_builds(self) -> None:
        """It lies among the resources, so no compiler wrote it; one that is new does not count."""
        built = (*self.classes("a.A"), *self.classes("a.Old", major=52))
        there = ("src/test/resources/a/Old.class",)
        after = TreeFacts(outcome=outcome(), classes=built, files=there)

        kept = level.judge(compared(TreeFacts(files=there), after))
        new = level.judge(compared(TreeFacts(), after))

        assert (kept.status, new.status) == (GateStatus.PASSED, GateStatus.FAILED)

    def test_j05_a_level_above_the_asked_one_fails_too(self) -> None:
        assert self.judge((), self.classes("a.A", major=62)).status is GateStatus.FAILED

    def test_j05_a_level_that_the_applications_own_library_cannot_read_is_not_proven(self) -> None:
        """A build never starts the application: `migrated` would be a word without ground."""
        built = TreeFacts(outcome=outcome(), classes=self.classes("a.A"))
        facts = replace(compared(built, built), unread=("spring-core 5.3.39 reads up to Java 21",))

        gate = level.judge(facts)

        assert gate.status is GateStatus.UNKNOWN
        assert "spring-core 5.3.39 reads up to Java 21" in said(gate)

    def test_j05_a_lost_class_fails_and_a_made_up_one_does_not(self) -> None:
        old = self.classes("a.A", "a.A$1", "a.package-info", "a.B$WhenMappings", major=52)

        assert self.judge(old, self.classes("a.A")).status is GateStatus.PASSED
        assert "a.A is no longer built" in said(self.judge(old, self.classes("a.C")))

    def test_j05_a_main_class_that_became_a_test_class_is_lost(self) -> None:
        assert (
            self.judge(self.classes("a.A"), self.classes("a.A", test=True)).status
            is GateStatus.FAILED
        )

    def test_j05_no_class_at_all_fails(self) -> None:
        types = (TypeFact("a.A", ".", "A.java", 1, visible=True),)
        facts = compared(TreeFacts(types=types), TreeFacts(outcome=outcome()))

        assert level.judge(facts).status is GateStatus.FAILED

    def test_j05_without_a_baseline_the_sources_say_what_must_be_built(self) -> None:
        module = ModuleFact(".", "g:a", "jar", "pom.xml", 1)
        types = (TypeFact("a.A", ".", "A.java", 7, visible=True),)
        before = TreeFacts(types=types, modules=(module,))
        after = TreeFacts(outcome=outcome(), classes=self.classes("a.B"), modules=(module,))

        gate = level.judge(compared(before, after))

        assert gate.status is GateStatus.FAILED
        assert "A.java:7: the class a.A is no longer built" in said(gate)

    def test_j05_a_module_descriptor_may_have_its_own_level(self) -> None:
        after = (*self.classes("a.A"), *self.classes("module-info", major=53))

        assert self.judge((), after).status is GateStatus.PASSED

    def test_j05_every_module_is_named_however_many_classes_another_has(self) -> None:
        many = tuple(ClassFact("big", f"b.B{n}", 52, test=False) for n in range(50))

        gate = self.judge((), (*many, ClassFact("small", "s.S", 52, test=False)))

        assert "module small" in said(gate)


class TestKept:
    def judge(
        self, before: tuple[TestResult, ...], after: tuple[TestResult, ...], **more: object
    ) -> Gate:
        facts = of_builds(outcome(*before), outcome(*after))
        return tests_kept.judge(replace(facts, **more))  # type: ignore[arg-type]

    def test_j05_all_kept_and_more_is_no_error(self) -> None:
        after = (result("A#a"), result("A#b"), result("B#new", SKIPPED))

        assert self.judge((result("A#a"), result("A#b")), after).status is GateStatus.PASSED

    @pytest.mark.parametrize(
        ("after", "text"),
        [
            ((), "did not run"),
            ((result("A#a", SKIPPED),), "is skipped"),
            ((result("A#a", FAILED, cause="boom"),), "fails: boom"),
            ((result("A#a", cases=2),), "ran 2 cases; 3 before"),
        ],
    )
    def test_j05_a_loss_is_named(self, after: tuple[TestResult, ...], text: str) -> None:
        gate = self.judge((result("A#a", cases=3),), after)

        assert gate.status is GateStatus.FAILED
        assert text in said(gate)

    def test_j05_a_test_that_failed_before_may_not_vanish_or_be_skipped(self) -> None:
        before = (result("A#a", FAILED), result("A#b"))

        assert self.judge(before, (result("A#b"),)).status is GateStatus.FAILED
        assert (
            self.judge(before, (result("A#a", SKIPPED), result("A#b"))).status is GateStatus.FAILED
        )
        assert self.judge(before, (result("A#a"), result("A#b"))).status is GateStatus.PASSED

    def test_j05_a_failing_class_makes_its_tests_red_not_lost(self) -> None:
        after = (result("A#<class>", FAILED, cause="init"), result("B#b"))

        gate = self.judge((result("A#a"), result("B#b")), after)

        assert gate.status is GateStatus.FAILED
        assert "fails: init" in said(gate)

    def test_j05_a_machine_that_lacks_something_leaves_it_open(self) -> None:
        after = (result("A#a", FAILED, cause="refused", environment=True), result("B#b"))

        assert self.judge((result("A#a"), result("B#b")), after).status is GateStatus.UNKNOWN

    def test_j05_a_moved_module_is_found_again(self) -> None:
        before = (result("A#a", module="old"),)

        assert self.judge(before, (result("A#a", module="new"),)).status is GateStatus.PASSED

    def test_j05_the_same_class_in_two_modules_is_two_tests(self) -> None:
        before = (result("AppTest#a", module="x"), result("AppTest#a", module="y"))

        after = (result("AppTest#a", module="x"), result("Other#a", module="y"))
        gate = self.judge(before, after)
        assert gate.status is GateStatus.FAILED

    def test_j05_a_logged_rename_is_followed(self) -> None:
        before = (result("A#a"), result("B#b"))
        after = (result("A#z"), result("C#b"))

        assert self.judge(before, after).status is GateStatus.FAILED
        renames = {"A#a": "A#z", "B": "C"}
        assert self.judge(before, after, renames=renames).status is GateStatus.PASSED


SOURCE = b"""\
package p;
import org.junit.*;
public class ATest {
    @Test public void a() { Assert.assertEquals(1, new Foo().one()); }
    @Test public void b() { Assert.assertEquals(2, new Foo().two()); }
    @Ignore @Test public void c() { }
}
"""


class TestWithoutBaseline:
    module = ModuleFact("m", "g:m", "jar", "m/pom.xml", 1)
    sources = read_test_sources({"m/src/test/java/p/ATest.java": ("m", SOURCE)})

    def judge(self, *after: TestResult) -> Gate:
        before = TreeFacts(tests=self.sources, modules=(self.module,))
        return tests_kept.judge(compared(before, TreeFacts(outcome=outcome(*after))))

    def test_j05_all_ran_is_still_unproven(self) -> None:
        gate = self.judge(result("p.ATest#a", module="m"), result("p.ATest#b", module="m"))

        assert gate.status is GateStatus.UNKNOWN
        assert "2 of 2 test methods" in gate.detail

    def test_j05_a_module_whose_tests_are_silent_fails(self) -> None:
        gate = self.judge(result("q.Other#x", module="n"))

        assert gate.status is GateStatus.FAILED
        assert "no test ran in m" in gate.detail
        assert gate.proofs[0].line == 4

    def test_j05_a_module_whose_tests_were_silent_before_is_not_proven(self) -> None:
        silent = Diagnostic("tests-not-run", Phase.TEST, "x", evidence={"folder": "m"})
        before = TreeFacts(
            outcome=outcome(diagnostics=(silent,)), tests=self.sources, modules=(self.module,)
        )

        gate = tests_kept.judge(compared(before, TreeFacts(outcome=outcome())))

        assert gate.status is GateStatus.UNKNOWN
        assert "before or after" in gate.detail

    def test_j05_tests_that_the_repository_itself_turned_off_are_not_missed(self) -> None:
        off = Setting("effective maven-surefire-plugin/skipTests", "true", "m/pom.xml", module="m")
        before = TreeFacts(tests=self.sources, modules=(self.module,), settings=(off,))

        gate = tests_kept.judge(compared(before, TreeFacts(outcome=outcome())))

        assert gate.status is GateStatus.UNKNOWN
        assert gate.detail == "the repository's own settings run no test in m"

    def test_j05_some_missing_are_named(self) -> None:
        gate = self.judge(result("p.ATest#a", module="m"))

        assert "p.ATest#b did not run" in said(gate)


class TestCoverage:
    @pytest.mark.parametrize(
        ("before", "after", "status"),
        [
            (None, Coverage(1, 2), GateStatus.UNKNOWN),
            (Coverage(80, 100), Coverage(791, 1000), GateStatus.PASSED),
            (Coverage(80, 100), Coverage(789, 1000), GateStatus.FAILED),
            (Coverage(80, 100), Coverage(95, 100), GateStatus.PASSED),
        ],
    )
    def test_j05_one_point_may_be_lost(
        self, before: Coverage | None, after: Coverage, status: GateStatus
    ) -> None:
        gate = coverage.judge(compared(TreeFacts(coverage=before), TreeFacts(coverage=after)))

        assert gate.status is status


class TestTheRest:
    @pytest.mark.parametrize("judge", [stable.judge, untouched.judge])
    def test_j05_what_only_a_run_knows(self, judge: object) -> None:
        assert callable(judge)
        empty = compared(TreeFacts(), TreeFacts())
        good = replace(empty, stable=True, untouched=True)
        bad = replace(empty, stable=False, untouched=False)

        assert [judge(c).status for c in (empty, good, bad)] == [
            GateStatus.NOT_APPLICABLE,
            GateStatus.PASSED,
            GateStatus.FAILED,
        ]

    def test_j05_a_library_that_cannot_run_there_is_named(self) -> None:
        lombok = DependencyFact(".", "org.projectlombok:lombok", "1.16.8", "provided", "pom.xml", 9)

        gate = dependencies.judge(compared(TreeFacts(), TreeFacts(dependencies=(lombok,))))

        assert gate.status is GateStatus.FAILED
        assert "lombok:1.16.8 does not run on Java 17" in said(gate)

    def test_j05_licences_of_added_libraries_are_listed(self) -> None:
        added = DependencyFact(
            ".", "g:api", "1.0", "compile", "pom.xml", 3, "library", ("MIT",), frozenset({"g.api"})
        )
        after = TreeFacts(dependencies=(added,), imports=frozenset({"g.api.Thing"}))

        gate = dependencies.judge(compared(TreeFacts(), after))

        assert gate.status is GateStatus.PASSED
        assert "added g:api:1.0 (MIT)" in said(gate)
        assert gate.detail == "1 library and 0 plugins, none downgraded, 1 added"

    def test_libraries_and_plugins_are_counted_apart_and_managed_ones_not(self) -> None:
        def fact(key: str, kind: str) -> DependencyFact:
            return DependencyFact(".", key, "1.0", "compile", "pom.xml", 3, kind)

        facts = (fact("g:a", "library"), fact("g:b", "library"), fact("g:p", "plugin"))
        tree = TreeFacts(dependencies=(*facts, *facts, fact("g:m", "managed")))

        gate = dependencies.judge(compared(tree, tree))

        assert gate.detail == "2 libraries and 1 plugin, none downgraded, 0 added"

    def test_j05_uncommitted_files_are_residue(self) -> None:
        gate = residue.judge(compared(TreeFacts(), TreeFacts(dirty=("a.txt",))))

        assert gate.status is GateStatus.FAILED
        assert "a.txt: not committed" in said(gate)

    def test_j05_a_lost_archive_or_manifest_entry_is_a_loss(self) -> None:
        before = TreeFacts(
            archives={"m/a.jar": "", "m/a.jar!Main-Class": "A", "m/a.jar!Build-Jdk": "8"}
        )
        after = TreeFacts(archives={"m/a.jar": "", "m/a.jar!Created-By": "x"})

        gate = surface.judge(compared(before, after))

        assert "m/a.jar has lost Main-Class: A" in said(gate)
        assert len(gate.proofs) == 1

    def test_j05_a_moved_resource_is_kept(self) -> None:
        old = TreeFacts(resources=(FileFact("src/main/resources/a.txt", ".", "d1", test=False),))
        new = TreeFacts(resources=(FileFact("src/main/resources/b/a.txt", ".", "d1", test=False),))

        assert surface.judge(compared(old, new)).status is GateStatus.PASSED

    def test_j05_unreadable_syntax_is_unknown_not_green(self) -> None:
        broken = read_test_sources({"src/test/java/p/ATest.java": (".", SOURCE + b"class {{{")})
        whole = read_test_sources({"src/test/java/p/ATest.java": (".", SOURCE)})

        gate = tests_honest.judge(compared(TreeFacts(tests=whole), TreeFacts(tests=broken)))

        assert gate.status is GateStatus.UNKNOWN

    def test_j05_an_empty_comparison_proves_nothing(self) -> None:
        card = score(compared(TreeFacts(), TreeFacts()))

        assert card.answer is VerifyAnswer.PASSED_UNPROVEN

    def test_j05_migrationbench_criteria_come_from_the_same_facts(self) -> None:
        sources = read_test_sources({"src/test/java/p/ATest.java": (".", SOURCE)})
        tests = (result("p.ATest#a"), result("p.ATest#b"))
        classes = (
            ClassFact(".", "p.Foo", 61, test=False),
            ClassFact(".", "p.ATest", 52, test=True),
        )
        before = TreeFacts(tests=sources, outcome=outcome(*tests))
        after = TreeFacts(tests=sources, outcome=outcome(*tests), classes=classes)

        found = judge_criteria(compared(before, after))

        assert [c.holds for c in found] == [True, True, True, True, True]
