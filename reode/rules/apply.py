"""Asks the rules: which of them match a situation, and what the tree becomes through them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reode.facts.edit import Edit
from reode.facts.recipe import RecipeCall
from reode.rules.discovery import find_rules
from reode.rules.rule import Rule, Situation

#: One rule may prepare the ground for another of lower order; more passes never changed anything.
_MAX_PASSES = 3

Match = tuple[Rule, list[Edit]]


def matching_rules(situation: Situation, rules: Iterable[Rule] | None = None) -> list[Match]:
    """Return the rules that want to edit the tree as it is, each with its own edits."""
    asked = find_rules() if rules is None else rules
    found = ((rule, edits_of(rule, situation)) for rule in asked if rule.is_awake(situation))
    return [(rule, edits) for rule, edits in found if edits]


def detect_fix_patterns(situation: Situation, rules: Iterable[Rule] | None = None) -> list[Match]:
    """Return what is known to be wrong and how each rule would repair it, alone."""
    return matching_rules(situation, rules)


def apply_deterministic_fixes(
    situation: Situation, rules: Iterable[Rule] | None = None
) -> list[Match]:
    """Return the edits of all rules, each over the tree that the one before left.

    The edits of a match hold whole files and are meant to be written, and committed, in order.
    An edit that names a parent which is not here yet is the last: what it sets is known only after
    the next build has fetched it.
    """
    asked = tuple(find_rules() if rules is None else rules)
    done: list[Match] = []
    unread = _unread_parents(situation)
    for _ in range(_MAX_PASSES):
        round_edits = _one_pass(situation, asked)
        for _rule, edits in round_edits:
            situation = replace(situation, view=situation.view.with_edits(edits))
        done += round_edits
        if not round_edits or _unread_parents(situation) - unread:
            break
    return done


def edits_of(rule: Rule, situation: Situation) -> list[Edit]:
    """Return a rule's edits without those that would leave a file as it is."""
    return [edit for edit in rule.find(situation) if _changes(situation, edit)]


def matching_recipes(
    situation: Situation, rules: Iterable[Rule]
) -> list[tuple[Rule, list[RecipeCall]]]:
    """Return the rules that want recipes to run on the tree as it is, each with its calls."""
    asking = (rule for rule in rules if rule.recipes is not None and rule.is_awake(situation))
    found = ((rule, recipes_of(rule, situation)) for rule in asking)
    return [(rule, calls) for rule, calls in found if calls]


def recipes_of(rule: Rule, situation: Situation) -> list[RecipeCall]:
    """Return the recipes that a rule asks for."""
    return [] if rule.recipes is None else rule.recipes(situation)


def _one_pass(situation: Situation, rules: tuple[Rule, ...]) -> list[Match]:
    done: list[Match] = []
    unread = _unread_parents(situation)
    for rule in rules:
        if not rule.is_awake(situation):
            continue
        edits = edits_of(rule, situation)
        if edits:
            done.append((rule, edits))
            situation = replace(situation, view=situation.view.with_edits(edits))
            if _unread_parents(situation) - unread:
                break
    return done


def _unread_parents(situation: Situation) -> set[str]:
    return {m.missing_parent for m in situation.view.reactor.modules if m.missing_parent}


def _changes(situation: Situation, edit: Edit) -> bool:
    exists = situation.view.exists(edit.path)
    if edit.content is None:
        return exists
    return not exists or situation.view.read(edit.path) != edit.content
