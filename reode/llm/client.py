"""A model behind an API: one call with its checks, retries, money and the second chances it has."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from reode.facts.usage import Usage
from reode.llm.adapter import Attempt, Observer
from reode.llm.assembler import Reading, assemble
from reode.llm.classify import wants_other_cap
from reode.llm.errors import (
    BadResponseError,
    ContextWindowError,
    ModelError,
    PromptTruncatedError,
    QuotaError,
    RefusalError,
    SchemaRejectedError,
    StreamTruncatedError,
    UnconfiguredError,
)
from reode.llm.ids import taken_ids
from reode.llm.inference import Inferred, LlmSettings
from reode.llm.messages import Message, Origin, Problem, Refusal, Request, Stop
from reode.llm.prices import Table, price_of
from reode.llm.profiles import Profile, read_catalogue
from reode.llm.retry import Retrying
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.families import family
from reode.llm.tokens import TokenMeter
from reode.llm.transport import SdkTransport, Transport
from reode.llm.wire.prepared import Mode, Prepared, schemas_of
from reode.llm.wire.protocol import protocol

#: A prompt of fewer estimated tokens says nothing about silent truncation.
_LEAST_JUDGED = 2_000


@dataclass
class ModelClient:
    """The adapter of both SDKs; what it learns about its endpoint it keeps for the run.

    Learnt: that strict tools are not accepted, which token cap parameter is, that the quota is
    spent, and how the model's token counts relate to our estimates.
    """

    inferred: Inferred
    settings: LlmSettings
    observer: Observer
    transport: Transport
    retrying: Retrying = field(default_factory=Retrying)
    meter: TokenMeter = field(default_factory=TokenMeter)
    cache: SchemaCache = field(default_factory=SchemaCache)
    prices: Table = field(default_factory=dict)
    strict_refused: bool = False
    cap_param: str = ""
    spent_quota: QuotaError | None = None

    @property
    def profile(self) -> Profile:
        """The provider's profile."""
        return self.inferred.profile

    @property
    def model(self) -> str:
        """The model's name at its provider."""
        return self.inferred.model

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self.inferred.provider

    @property
    def context_window(self) -> int:
        """Tokens of prompt and answer together."""
        return self.profile.context_window

    @property
    def max_output(self) -> int:
        """Tokens of the longest answer."""
        return self.profile.max_output

    @cached_property
    def origin(self) -> Origin:
        """Who answers, as messages remember it."""
        return Origin(self.provider, self.model, self.inferred.base_url)

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        """Return the model's answer; see `Adapter.complete`.

        An answer cut at a smaller cap than the model's own is asked for once more with twice the
        cap. Raises RefusalError for a refusal and ContextWindowError for a prompt too long.
        """
        clock = self.retrying.clock
        limit = clock() + self.settings.timeout
        limit = limit if deadline is None else min(limit, deadline)
        cap = min(request.max_output or self.max_output, self.max_output)
        message = self._answer(request, cap, limit)
        if _was_cut(message) and cap < self.max_output:
            message = self._answer(request, min(2 * cap, self.max_output), limit)
        self.observer.answered(request, message)
        return _accepted(message, self.model)

    def _answer(self, request: Request, cap: int, limit: float) -> Message:
        """Ask, and once more in the form that a rejection asks for."""
        try:
            return self._retried(request, cap, limit)
        except SchemaRejectedError:
            if not self._is_strict(request, cap):
                raise
            self.strict_refused = True
        except ModelError as error:
            other = wants_other_cap(error, self.cap_param or self.profile.max_tokens_param)
            if not other or self.profile.wire != "openai":
                raise
            self.cap_param = other
        return self._retried(request, cap, limit)

    def _retried(self, request: Request, cap: int, limit: float) -> Message:
        if self.spent_quota is not None:
            raise self.spent_quota
        prepared = self.prepare(request, cap)
        try:
            return self.retrying.run(lambda n: self._once(request, prepared, cap, n, limit), limit)
        except ModelError as error:
            error.model, error.provider = self.model, self.provider
            if isinstance(error, QuotaError):
                self.spent_quota = error
            raise

    def prepare(self, request: Request, cap: int) -> Prepared:
        """Return the request as it goes over the wire."""
        write = protocol(self.profile.wire).write_request
        mode = Mode(
            max_output=cap,
            strict=self.settings.strict_tools and not self.strict_refused,
            stream=self.settings.stream,
            effort=self.settings.effort,
            max_tokens_param=self.cap_param,
        )
        return write(request, self.profile, self.origin, mode, self.cache)

    def _is_strict(self, request: Request, cap: int) -> bool:
        return self.prepare(request, cap).strict

    def _once(
        self, request: Request, prepared: Prepared, cap: int, number: int, limit: float
    ) -> Message:
        """Make one HTTP call, count it, log it."""
        self.observer.budget.check()
        started = self.retrying.clock()
        message: Message | None = None
        failed: ModelError | None = None
        try:
            events = self.transport.events(prepared, max(0.001, limit - started))
            message = self._priced(assemble(events, self._reading(request, prepared, cap)))
            self._check(request, message)
        except ModelError as error:
            failed = error
            raise
        finally:
            usage = message.usage if message else None
            if message is not None or isinstance(failed, StreamTruncatedError | BadResponseError):
                self.observer.budget.add(usage)
            self.observer.attempt(self._line(prepared, number, started, message, failed))
        return message

    def _reading(self, request: Request, prepared: Prepared, cap: int) -> Reading:
        return Reading(
            origin=self.origin,
            tools=schemas_of(request.tools),
            names=prepared.names.from_wire,
            taken=frozenset(taken_ids(request.messages)),
            think_tags=self.profile.think_tags,
            text_tool_calls=self.profile.text_tool_calls,
            cap=cap,
        )

    def _priced(self, message: Message) -> Message:
        usage = message.usage or Usage()
        cost = price_of(self.inferred, usage, self.prices)
        return replace(message, usage=replace(usage, cost=cost))

    def _check(self, request: Request, message: Message) -> None:
        """Raise for an answer that is none, and for a prompt that was cut silently."""
        counted = message.usage.input_total if message.usage else None
        estimate = self.meter.estimate(self.model, request)
        judged = self.profile.truncates_silently and estimate >= _LEAST_JUDGED
        if judged and counted and counted < estimate / 2:
            raise PromptTruncatedError(
                f"{self.model} counted {counted} tokens where about {estimate} were sent"
            )
        self.meter.observe(self.model, request, counted)
        if message.stop is Stop.UNKNOWN:
            raise BadResponseError(
                f"{self.model} stopped for an unknown reason: {message.stop_raw}"
            )
        if message.stop is Stop.CONTEXT:
            raise ContextWindowError(f"{self.model}: the context window is full")

    def _line(
        self,
        prepared: Prepared,
        number: int,
        started: float,
        message: Message | None,
        failed: ModelError | None,
    ) -> Attempt:
        origin = message.origin if message else None
        return Attempt(
            model=self.model,
            provider=self.provider,
            number=number,
            request_id=origin.response_id if origin else (failed.request_id if failed else ""),
            prompt_sha256=prepared.sha256,
            seconds=self.retrying.clock() - started,
            stop=message.stop_raw if message else "",
            error=type(failed).__name__ if failed else ("" if message else "Interrupted"),
            usage=message.usage if message else None,
        )


def _was_cut(message: Message) -> bool:
    """Tell whether an answer was cut where it matters: in a call, or before any call."""
    if message.stop is not Stop.MAX_TOKENS:
        return False
    return not message.calls or any(c.problem is Problem.TRUNCATED for c in message.calls)


def _accepted(message: Message, model: str) -> Message:
    if message.stop is not Stop.REFUSAL:
        return message
    refusals = [p for p in message.parts if isinstance(p, Refusal)]
    said = refusals[0].text if refusals else message.text
    category = refusals[0].category if refusals else ""
    raise RefusalError(
        f"{model} declined: {said[:200] or 'no words'}", reply=message, category=category
    )


def model_client(inferred: Inferred, settings: LlmSettings, observer: Observer) -> ModelClient:
    """Return the client of an inferred model; UnconfiguredError without the key it needs."""
    if inferred.profile.needs_key and not inferred.key:
        names = " or ".join(inferred.profile.key_env)
        raise UnconfiguredError(f"{inferred.model} needs a key", hint=f"Set {names}.")
    family(inferred.profile.schema)
    secrets = tuple({*observer.secrets, inferred.key} - {""})
    return ModelClient(
        inferred,
        settings,
        replace(observer, secrets=secrets),
        SdkTransport(inferred),
        retrying=Retrying(retry_after_cap=settings.retry_after_cap),
        prices=read_catalogue(settings.profile_files).prices,
    )
