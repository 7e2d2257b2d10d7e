"""`reode models`: what is known about providers, and whether a model really works."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.llm.check import CheckReport, check_model
from reode.llm.inference import Inferred, LlmSettings, infer_provider, user_profiles
from reode.llm.prices import known_prices
from reode.llm.profiles import Catalogue, Profile, read_catalogue

app = typer.Typer(
    help="Show what is known about models and providers.", invoke_without_command=True
)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Model = Annotated[str, typer.Argument(help="a model's name, or provider/model")]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", envvar="REODE_BASE_URL", help="endpoint of a self-hosted model"),
]


@app.callback()
def models(context: typer.Context, *, as_json: Json = False) -> None:
    """List the providers: their models, endpoints, and which keys are set."""
    if context.invoked_subcommand is not None:
        return
    settings = LlmSettings()
    catalogue = read_catalogue(settings.profile_files)
    rows = [_row(profile, settings) for profile in catalogue.profiles.values()]
    if as_json:
        place = str(user_profiles())
        print_json("models", {"providers": rows, "user_file": place, "prices": _own(catalogue)})
        return
    for row in rows:
        key = {True: "key set", False: "no key", None: "no key needed"}[row["key_set"]]
        patterns = " ".join(row["models"]) or f"{row['provider']}/MODEL"
        typer.echo(f"{row['provider']:<10} {key:<14} {patterns}")
        typer.echo(f"{'':<10} {row['base_url'] or 'endpoint not set'}")
    typer.echo(f"Your own providers and prices: {user_profiles()}")


def _row(profile: Profile, settings: LlmSettings) -> dict[str, Any]:
    named = [name for name in profile.key_env if settings.environ.get(name)]
    urls = [settings.environ[n] for n in profile.base_url_env if settings.environ.get(n)]
    return {
        "provider": profile.name,
        "wire": profile.wire,
        "models": list(profile.models),
        "key_set": bool(named) if profile.needs_key else (True if named else None),
        "key_env": list(profile.key_env),
        "base_url": urls[0] if urls else profile.base_url,
    }


def _own(catalogue: Catalogue) -> dict[str, dict[str, float]]:
    return {model: dict(price) for model, price in catalogue.prices.items()}


@app.command()
def show(model: Model, *, base_url: BaseUrl = None, as_json: Json = False) -> None:
    """Show who serves a model, its window, and what it costs."""
    settings = LlmSettings(base_url=base_url)
    catalogue = read_catalogue(settings.profile_files)
    found = infer_provider(model, settings, catalogue)
    data = _shown(found, catalogue)
    if as_json:
        print_json("models show", data)
        return
    for name, value in data.items():
        typer.echo(f"{name.replace('_', ' '):<16} {_said(value)}")


def _shown(found: Inferred, catalogue: Catalogue) -> dict[str, Any]:
    prices = known_prices(found, catalogue.prices)
    return {
        "model": found.model,
        "provider": found.provider,
        "because": found.rule,
        "endpoint": found.base_url,
        "key_set": bool(found.key),
        "context_window": found.profile.context_window,
        "max_output": found.profile.max_output,
        "input_usd_per_million": prices[0] if prices else None,
        "output_usd_per_million": prices[1] if prices else None,
    }


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unknown" if value is None else str(value)


@app.command()
def check(model: Model, *, base_url: BaseUrl = None, as_json: Json = False) -> None:
    """Make one cheap round trip with a tool call, and say exactly what fails."""
    report = check_model(model, LlmSettings(base_url=base_url))
    if as_json:
        print_json("models check", _report(report))
    else:
        _print_report(report)
    if not report.ok:
        raise typer.Exit(4)


def _report(report: CheckReport) -> dict[str, Any]:
    return {
        "model": report.model,
        "ok": report.ok,
        "steps": [
            {"name": s.name, "ok": s.ok, "detail": s.detail, "hint": s.hint} for s in report.steps
        ],
        "usage": report.usage.to_json(),
        "seconds": round(report.seconds, 2),
    }


def _print_report(report: CheckReport) -> None:
    for step in report.steps:
        typer.echo(f"{'ok  ' if step.ok else 'FAIL'} {step.name:<12} {step.detail}")
        if step.hint and not step.ok:
            typer.echo(f"{'':<17} {step.hint}")
    cost = report.usage.cost
    money = "cost unknown" if cost is None else f"${cost:.4f}"
    typer.echo(f"{report.usage.tokens} tokens, {money}, {report.seconds:.1f} s")
