"""The higher tiers' prompt: the whole project, ordered by relevance, with a stated cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reode.fixer.evidence import render_chain
from reode.fixer.file_text import text_of
from reode.fixer.fix_context import build_hints, error_excerpt, render_past
from reode.fixer.job import Job, Tier
from reode.fixer.prompts import load_prompt
from reode.fixer.secrets import hide_secrets, is_closed, shown
from reode.llm.tokens import estimate_text
from reode.project.view import ProjectView

_CONFIG = (".xml", ".properties", ".yml", ".yaml", ".conf", ".toml", ".json", ".ini", ".factories")
_TEXT = (*_CONFIG, ".java", ".kt", ".groovy", ".sql", ".md", ".txt", ".html", ".jsp", ".sh")
_MODEL_PLACE = re.compile(
    r"/(?:model|models|entity|entities|domain|dto|pojo|bean|beans|vo|po)/", re.IGNORECASE
)
_MODEL_MARKS = frozenset(
    {"Data", "Entity", "Value", "Getter", "Setter", "Builder", "Table", "Embeddable",
     "MappedSuperclass", "XmlRootElement", "Document"}
)  # fmt: skip
_LARGEST_FILE = 200_000


@dataclass(frozen=True, slots=True)
class Layer:
    """One class of files, most relevant first; whole layers are cut from the end."""

    name: str
    paths: tuple[str, ...]


def build_full_project_context(job: Job, tier: Tier) -> str:
    """Return the user message of a higher tier, within its token budget.

    Order of what goes in: error, evidence, attempts, file tree; then every pom, the files of the
    failure, the model classes, the configuration, the other main sources, the tests, the rest.
    What does not fit is left out whole, from the end, and named.
    """
    fixed = {
        "error": error_excerpt(job, tier.error_chars),
        "evidence": hide_secrets(render_chain(job.findings)),
        "attempts": render_past(job.past),
        "hints": build_hints(job.view),
        "tree": "\n".join(path for path in job.view.files if not is_closed(path)),
    }
    prompt = load_prompt("fix_expert")
    used = estimate_text(prompt.render({**fixed, "files": "", "cut": ""}))
    files, cut = _fill(job, tier.prompt_tokens - used)
    return prompt.render({**fixed, "files": files, "cut": cut})


def context_layers(job: Job) -> tuple[Layer, ...]:
    """Return every readable text file of the project, each in the first layer it belongs to."""
    view = job.view
    seen: set[str] = set()

    def layer(name: str, paths: Iterator[str]) -> Layer:
        fresh = tuple(p for p in dict.fromkeys(paths) if p not in seen and _is_readable(view, p))
        seen.update(fresh)
        return Layer(name, fresh)

    files = view.files
    main, test = tuple(view.java_files("main")), tuple(view.java_files("test"))
    return (
        layer("poms", (p for p in files if p.endswith("pom.xml"))),
        layer("files of the failure", _failing(job)),
        layer("model classes", (p for p in main if is_model_class(view, p))),
        layer("configuration", (p for p in files if p.endswith(_CONFIG))),
        layer("main sources", iter(main)),
        layer("tests", iter(test)),
        layer("the rest", (p for p in files if p.endswith(_TEXT))),
    )


def is_model_class(view: ProjectView, path: str) -> bool:
    """Tell whether a source is a model or entity class: by its place or its annotations."""
    if _MODEL_PLACE.search(path):
        return True
    text = text_of(view, path)
    return "@" in text and any(a.name in _MODEL_MARKS for a in view.java(path).annotations())


def _failing(job: Job) -> Iterator[str]:
    for diagnostic in job.diagnostics:
        if diagnostic.file:
            yield diagnostic.file
    for finding in job.findings:
        for evidence in finding.chain:
            if evidence.where:
                yield evidence.where.split(":")[0]


def _is_readable(view: ProjectView, path: str) -> bool:
    if is_closed(path) or not view.exists(path):
        return False
    return len(view.read(path)) <= _LARGEST_FILE


def _fill(job: Job, tokens: int) -> tuple[str, str]:
    blocks, cut = [], []
    for layer in context_layers(job):
        left_out = []
        for path in layer.paths:
            block = f"## {path}\n```\n{shown(path, text_of(job.view, path))}\n```"
            cost = estimate_text(block)
            if cost > tokens:
                left_out.append(path)
                continue
            tokens -= cost
            blocks.append(block)
        if left_out:
            cut.append(f"- {layer.name}: {', '.join(left_out)}")
    return "\n\n".join(blocks), "\n".join(cut) or "nothing"
