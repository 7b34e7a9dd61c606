"""One chat's queue: what is to be done there, in which order, and when the next call may be made."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field

from bot.delivery.budget import Budget
from bot.delivery.jobs import Bring, Job, Remove, Say, Show
from bot.delivery.memory import Memory
from bot.delivery.wanted import Place, Wanted
from bot.delivery.whispers import Whisper

LONGEST_PAUSE = 60
"""Seconds between tries when Telegram cannot be reached. A send whose answer is always lost must not become a flood."""
PATIENCE = 3
"""Calls of others after which a job counts for one priority more: what matters less comes later, but it comes."""


@dataclass(slots=True, eq=False)
class Channel:
    """`task` works while there is something to do; `resting` while it only waits and may be cancelled."""

    chat: int
    telegram_id: int = 0
    lost: bool = False
    """Whether it could not be written to, and nothing has been said there since."""
    budget: Budget | None = None
    jobs: dict[Hashable, Job] = field(default_factory=dict)
    named: deque[tuple[int, str]] = field(default_factory=deque)
    pressed: deque[tuple[int, int, int]] = field(default_factory=deque)
    """Telegram's chat, the message in it, and the table whose button was pressed there."""
    task: asyncio.Task[None] | None = None
    resting: bool = False
    failures: int = 0
    shut_until: float = float("-inf")

    def want(self, wanted: Wanted) -> None:
        """The newest wish for a place replaces the older one, and keeps its turn."""
        known = self.jobs.get(wanted.place.key)
        if not isinstance(known, Show):
            self.jobs[wanted.place.key] = Show(wanted)
        elif known.wanted.yields_to(wanted):
            self.jobs[wanted.place.key] = Show(wanted, passed_over=known.passed_over)

    def add(self, job: Job) -> None:
        older = self.jobs.get(_key(job))
        self.jobs[_key(job)] = job
        if isinstance(job, Whisper) and isinstance(older, Whisper):
            job.replaces(older)

    def places(self) -> list[Place]:
        """Everything that must be known to `pick`."""
        wanted = [job.wanted for job in self.jobs.values() if isinstance(job, Show)]
        return [w.place for w in wanted] + [w.after for w in wanted if w.after is not None]

    def pick(self, memory: Memory) -> Job | None:
        """The next job that takes a call, by priority and then by age. Those that take none are done here and now."""
        while (job := self._first(memory)) is not None and isinstance(job, Show):
            place = job.wanted.place
            shown = memory[place]
            settled = job.without_a_call(shown, memory.sure(place, job.wanted.seq))
            if settled is None:
                break
            if settled != shown:
                memory.note(settled)
            self.drop(job)
        return job

    def _first(self, memory: Memory) -> Job | None:
        free = (job for job in self.jobs.values() if not (isinstance(job, Show) and self._blocked(job.wanted, memory)))
        return min(free, key=lambda job: job.priority - job.passed_over // PATIENCE, default=None)

    def pass_over(self, chosen: Job) -> None:
        """This one is called: all others have waited for it."""
        chosen.passed_over = 0
        for job in self.jobs.values():
            job.passed_over += job is not chosen

    def _blocked(self, wanted: Wanted, memory: Memory) -> bool:
        """Whether the place before it is not final yet; one that was never shown nor wanted is not waited for."""
        if wanted.after is None:
            return False
        before = memory[wanted.after]
        return not before.final and (wanted.after.key in self.jobs or before.seq >= 0)

    def drop(self, job: Job) -> None:
        """The job is done or given up; a newer wish for its place waits for its turn, after all that wait already."""
        newer = self.jobs.pop(_key(job), job)
        if newer is not job:
            self.jobs[_key(job)] = newer

    def forget_messages(self) -> None:
        """The chat's messages are dead: none of them is to be deleted, or named."""
        for job in [job for job in self.jobs.values() if isinstance(job, Remove)]:
            self.drop(job)
        self.forget_presses()

    def forget_presses(self) -> None:
        self.named.clear()
        self.pressed.clear()

    def take_over(self, other: Channel) -> None:
        """What is to be said in a chat that turned out to be this one. Its screens are wanted anew."""
        for job in other.jobs.values():
            if isinstance(job, Say | Bring):
                self.add(job)
        other.jobs.clear()
        other.forget_presses()

    def give_up(self, job: Job) -> None:
        """The job will not be done. A newer wish for its place stays."""
        if isinstance(job, Bring) and not job.brought.done():
            job.brought.set_result(False)
        if isinstance(job, Whisper):
            job.tell(False)
        self.drop(job)

    def clear(self) -> None:
        """Give everything up."""
        for job in tuple(self.jobs.values()):
            self.give_up(job)
        self.jobs.clear()
        self.forget_presses()

    def wait(self, now: float) -> float:
        """Seconds until this chat may be called."""
        assert self.budget is not None
        return max(self.shut_until - now, self.budget.wait(now))

    def back_off(self, now: float) -> None:
        """Telegram was not to be reached: the pauses grow."""
        self.failures += 1
        self.shut_until = now + random.uniform(0.5, 1) * min(LONGEST_PAUSE, 2.0**self.failures)

    def spent(self, now: float) -> bool:
        """Whether there is nothing to remember about it."""
        return (
            self.task is None
            and not self.jobs
            and now >= self.shut_until
            and (self.budget is None or self.budget.full(now))
        )


def _key(job: Job) -> Hashable:
    """Of two jobs with one key the newer takes the other's place."""
    match job:
        case Show():
            return job.wanted.place.key
        case Whisper():
            return job.ear
    return job
