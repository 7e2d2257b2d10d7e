"""Finds the rules: every module of this package, or of a user's folder, that has a `rule`."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from reode.errors import RuleError
from reode.rules.rule import Case, Rule, When

#: The parts that every rule's docstring names, in this order.
DOC_PARTS = ("Symptom", "Cause", "Source")
_MEND = "Mend the file, or leave --rules out."


def find_rules(extra_dir: Path | None = None) -> tuple[Rule, ...]:
    """Return all rules sorted by (order, id); a user's rule may not take the id of another.

    Raises RuleError where a file of `extra_dir` is malformed.
    """
    rules = list(_own_rules())
    if extra_dir is not None:
        rules += _rules_in(extra_dir, {rule.id for rule in rules})
    return tuple(sorted(rules, key=lambda rule: (rule.order, rule.id)))


def rule_by_id(rule_id: str, extra_dir: Path | None = None) -> Rule:
    """Return the rule of that id; raises RuleError where there is none."""
    for rule in find_rules(extra_dir):
        if rule.id == rule_id:
            return rule
    raise RuleError(f"No rule is called {rule_id!r}.")


def parse_doc(docstring: str) -> dict[str, str]:
    """Split a rule's docstring into its title and the parts of DOC_PARTS, each on one line."""
    title, _, rest = docstring.strip().partition("\n")
    parts = {"Title": title.strip()}
    for name in DOC_PARTS:
        others = "|".join(DOC_PARTS)
        found = re.search(
            rf"^\s*{name}:\s*(.+?)(?=^\s*(?:{others}):|\Z)", rest, re.MULTILINE | re.DOTALL
        )
        if found:
            parts[name] = " ".join(found.group(1).split())
    return parts


@cache
def _own_rules() -> tuple[Rule, ...]:
    package = importlib.import_module("reode.rules")
    names = sorted(path.stem for path in Path(package.__path__[0]).glob("*.py"))
    modules = (importlib.import_module(f"reode.rules.{name}") for name in names if name[0] != "_")
    return tuple(_finish(module) for module in modules if isinstance(_rule_of(module), Rule))


def _rules_in(folder: Path, taken: set[str]) -> Iterator[Rule]:
    if not folder.is_dir():
        raise RuleError(f"{folder} is not a folder of rules.")
    paths = sorted(folder.glob("*.py"))
    if not paths:
        raise RuleError(f"{folder} holds no rule.", hint="Give the folder that has the .py files.")
    for path in paths:
        module = _load(path)
        if not isinstance(_rule_of(module), Rule):
            raise RuleError(f"{path} has no `rule`.")
        if path.stem in taken:
            raise RuleError(f"{path} has the id of another rule.")
        yield _finish(module)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"reode_user_rules.{path.stem}", path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{path} can't be loaded.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, Exception) else "it ends the program"
        raise RuleError(f"{path} can't be loaded: {reason}", hint=_MEND) from error
    return module


def _rule_of(module: ModuleType) -> object:
    return getattr(module, "rule", None)


def _finish(module: ModuleType) -> Rule:
    rule = _rule_of(module)
    cases = getattr(module, "CASES", ())
    name = module.__name__.rpartition(".")[2]
    doc = parse_doc(module.__doc__ or "")
    missing = [part for part in DOC_PARTS if part not in doc]
    if missing:
        raise RuleError(f"The docstring of rule {name} lacks {', '.join(missing)}.")
    if not isinstance(cases, list | tuple) or not all(isinstance(case, Case) for case in cases):
        raise RuleError(f"CASES of rule {name} is no list of cases.", hint=_MEND)
    if not any(case.keeps for case in cases):
        raise RuleError(f"Rule {name} has no case of what must not change.")
    if not isinstance(rule, Rule):
        raise RuleError(f"Rule {name} is no Rule.")
    if not (callable(rule.find) and isinstance(rule.when, When) and isinstance(rule.order, int)):
        text = f"Rule {name} needs a function `find`, a When and a whole number `order`."
        raise RuleError(text, hint=_MEND)
    return replace(rule, id=name, doc=doc, cases=tuple(cases))
