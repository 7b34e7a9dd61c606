"""From a table as it stands to the messages that show it: which place of which chat holds which screen.

In the group one message a deal: the deal's board becomes the deal's result by an edit and is never touched again; only
then comes the next board. In private one hand screen a table. A burst of changes is drawn once, the newest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from bot.bells import Bells
from bot.delivery import Place, Wanted
from bot.framing import (
    first_commitment,
    label,
    lobby_of,
    names_of,
    newest_question,
    next_commitment,
    talk_of,
    times_of,
)
from bot.game.actions import Seat
from bot.game.cards import Card
from bot.game.state import Closed, Ended, State
from bot.game.view import View, view
from bot.host.lately import Lately
from bot.host.refusals import Stale
from bot.host.scene import Scene, Sitter
from bot.screens.advice import Moment, advised
from bot.screens.advice import moment as trick_of
from bot.screens.aside import unfolded
from bot.screens.board import board
from bot.screens.drafting import redrafted
from bot.screens.frame import Draft, Frame, Times
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.opening import opening
from bot.screens.result import result
from bot.screens.screen import Screen
from bot.screens.settlement import settlement
from bot.screens.talk import parted, talk, talk_button

DRAWING_DELAY = 0.01
"""Seconds for which changes gather before they are drawn: the answer to a press goes out first."""
BREATH = 0.002
"""Seconds between two drawings, for presses: half a millisecond each, all at once they would be felt by everybody."""
HAND, BOARD, OTHER = 0, 1, 2
"""Priorities: the hand of the one to move, the group's message, other hands."""
SEATS = 5000
"""Seats of which it is remembered what their people have picked, and that they could not be written to."""


class Shower(Protocol):
    """Where wanted screens go (delivery). It returns at once."""

    def show(self, wanted: Iterable[Wanted]) -> None: ...


class Staging:
    """Keeps what people have picked but not confirmed, also while their table is not in memory."""

    def __init__(self, delivery: Shower, delay: float = DRAWING_DELAY) -> None:
        self._delivery, self._delay = delivery, delay
        self._drafts = Lately[tuple[int, Seat], Draft](SEATS)
        self._asides = Lately[tuple[int, Seat], tuple[int, str]](SEATS)
        """What each seat has unfolded, and in which deal."""
        self._advice: dict[int, tuple[Moment, dict[Seat, Card]]] = {}
        """What is advised at each table, and for which trick."""
        self._closed = Lately[tuple[int, Seat], None](SEATS)
        """Whose private chats were closed when the table was drawn last."""
        self.near: Callable[[Scene], None] = lambda scene: None
        """Told when a table is drawn: who shows hands in groups."""
        self.gone: Callable[[int], None] = lambda table: None
        """The same one is told when a table has left memory."""
        self._bells = Bells()
        self._waiting: dict[int, Scene] = {}
        self._leaving: set[int] = set()
        """Tables that have left memory and are still to be drawn."""
        self._drawing: Iterator[Wanted] = iter(())
        self._table: int | None = None
        """The one that is being drawn."""
        self._timer: asyncio.Handle | None = None

    def changed(self, scene: Scene) -> None:
        """The table looks like this now; it is drawn in a moment."""
        self._waiting[scene.table] = scene
        if scene.state is not None and scene.state.offer is not None:  # what was unfolded has served its purpose
            self._asides.pop((scene.table, scene.state.offer.by), None)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._draw)

    def missed(self, scene: Scene) -> None:
        """Presses may have been lost: whoever is asked is told again."""
        self._bells.missed(scene.table)
        self.changed(scene)

    def opened(self, scene: Scene) -> None:
        """The table looked like this before: whoever is asked has been told already."""
        self._leaving.discard(scene.table)
        self._bells.opened(scene)

    def left(self, table: int) -> None:
        """Nobody uses the table any more: as soon as it is drawn nothing need be known of it."""
        if table in self._waiting or table == self._table:
            self._leaving.add(table)
            return
        self._leaving.discard(table)
        self._advice.pop(table, None)
        self._bells.left(table)
        self.gone(table)

    def pick(self, scene: Scene, seat: Seat, number: int, word: str) -> None:
        """A person picks something that he has still to confirm. Raises NotationError for a word that is no choice."""
        key = (scene.table, seat)
        self._drafts[key] = redrafted(self._drafts.get(key, Draft()), number, word)
        self.changed(scene)

    def unfold(self, scene: Scene, seat: Seat, word: str) -> None:
        """A person unfolds something beside his cards, or folds it up. Raises NotationError for a word that is none."""
        assert scene.state is not None
        self._asides[scene.table, seat] = (scene.state.table.deals, unfolded(word))
        self.changed(scene)

    def advise(self, scene: Scene, seat: Seat, word: str) -> None:
        """A person advises who plays, or takes it back. Raises Stale when he may not, NotationError for no advice."""
        if scene.state is None:
            raise Stale()
        seen = view(scene.state, seat)
        wanted = advised(seen, word)
        if wanted is None:
            raise Stale()
        when, given = self._advice.get(scene.table, (trick_of(seen), {}))
        others = {s: c for s, c in given.items() if s != seat} if when == trick_of(seen) else {}
        taken_back = when == trick_of(seen) and given.get(seat) is wanted
        self._advice[scene.table] = (trick_of(seen), others if taken_back else {**others, seat: wanted})
        self.changed(scene)

    def _advised(self, scene: Scene, seen: View) -> tuple[tuple[Seat, Card], ...]:
        """What the seat is advised, or advises: for this trick, to the hand whose turn it is."""
        when, given = self._advice.get(scene.table, ((0, 0), {}))
        if when != trick_of(seen) or seen.seat is None:
            return ()
        cards, plays = seen.hands.get(seen.turn, ()), seen.control.get(seen.turn) == seen.seat
        return tuple((s, c) for s, c in sorted(given.items()) if c in cards and (plays or s == seen.seat))

    def bring(self, scene: Scene, seat: Seat) -> None:
        """A person wants his hand as the newest message of his chat."""
        sitter = next(s for s in scene.sitters if s.seat == seat)
        if sitter.chat is None or scene.state is None:
            return
        if scene.private:
            *_, newest = self._boards(scene, Place(scene.chat, f"lobby:{scene.table}"))
        else:
            newest = self._hand(scene, sitter.chat, self.frame(scene, seat, sitter.locale), fresh=True)
        self._delivery.show([replace(newest, fresh=True)])

    def frame(self, scene: Scene, seat: Seat | None, locale: str, state: State | None = None) -> Frame:
        """What a screen for a seat, or for the group, is drawn from."""
        assert scene.state is not None
        draft = self._drafts.get((scene.table, seat or 0), Draft())
        seen = view(state or scene.state, seat)
        if seen.question is None or draft.number != seen.question.number:
            draft = Draft()
        name = label(scene, locale, at_home=seat is None)
        times = times_of(scene, seat) if state is None else Times()
        deal, aside = self._asides.get((scene.table, seat or 0), (-1, ""))
        aside = aside if deal == seen.table.deals else ""
        return Frame(
            seen,
            scene.table,
            names_of(scene, locale),
            name,
            locale,
            draft,
            aside,
            times,
            scene.leavers,
            closed=scene.closed if state is None else frozenset(),
            in_group=scene.in_group,
            advice=self._advised(scene, seen),
        )

    def _draw(self) -> None:
        """One screen, and soon the next: presses are heard in between."""
        self._timer = asyncio.get_running_loop().call_later(BREATH, self._draw)  # whatever becomes of this one
        if wanted := next(self._drawing, None):
            self._delivery.show([wanted])
            return
        table, self._table = self._table, None
        if table in self._leaving:
            self.left(table)
        if self._waiting:
            scene = self._waiting.pop(next(iter(self._waiting)))
            self._table, self._drawing = scene.table, self.wanted(scene)
            self.near(scene)
        else:
            self._timer.cancel()
            self._timer = None

    @property
    def drawn(self) -> bool:
        """Whether everything that has changed has been handed to delivery."""
        return self._timer is None

    @property
    def waiting(self) -> int:
        """How many tables are still to be drawn."""
        return len(self._waiting)

    def wanted(self, scene: Scene) -> Iterator[Wanted]:
        """Every message of the table, as it should be; for what its chat is told once room is made first."""
        room = opening(scene.locale, scene.table, label(scene, scene.locale))
        for wanted in self._wanted(scene):
            once = wanted.final and wanted.place.chat == scene.chat
            yield replace(wanted, opening=room) if once else wanted

    def _wanted(self, scene: Scene) -> Iterator[Wanted]:
        lobby_place = Place(scene.chat, f"lobby:{scene.table}")
        if scene.state is None:
            screen = lobby(lobby_of(scene))
            cancelled = scene.status == "cancelled"
            yield Wanted(lobby_place, screen, scene.table, 0, BOARD, final=cancelled, thread=scene.thread)
            return
        yield from self._start(scene, lobby_place)
        yield from self._boards(scene, lobby_place)
        yield from self._talk(scene)
        yield from self._hands(scene)

    def _start(self, scene: Scene, place: Place) -> Iterator[Wanted]:
        """The lobby becomes the message that starts the pulka: it holds the first deck's hash, before anybody cuts."""
        commitment = first_commitment(scene)
        if commitment:
            screen = lobby(replace(lobby_of(scene), begun=True, commitment=commitment))
            yield Wanted(place, screen, scene.table, scene.seq, BOARD, final=True, thread=scene.thread)

    def _boards(self, scene: Scene, lobby_place: Place) -> Iterator[Wanted]:
        state, table, thread = scene.state, scene.table, scene.thread
        assert state is not None

        def place(number: int) -> Place:
            return Place(scene.chat, f"board:{table}:{number}") if number else lobby_place

        for moment in scene.untold:
            closed = moment.phase.last  # type: ignore[union-attr]
            assert isinstance(closed, Closed)
            number = closed.deal.number
            screen = result(self.frame(scene, None, scene.locale, moment), closed, next_commitment(moment))
            before = place(number - 1)
            yield Wanted(place(number), screen, table, moment.seq, BOARD, final=True, after=before, thread=thread)
        frame = self.frame(scene, None, scene.locale)
        number = state.table.deals
        if isinstance(state.phase, Ended):
            # Ended by the clock: what waited for the next deal becomes the settlement.
            end = place(number + 1) if state.phase.between else Place(scene.chat, f"settlement:{table}")
            screen = settlement(frame)
            yield Wanted(end, screen, table, state.seq, BOARD, final=True, after=place(number), thread=thread)
        else:
            screen = self._alone(scene) if scene.private else board(frame)
            yield Wanted(place(number + 1), screen, table, state.seq, BOARD, after=place(number), thread=thread)

    def _talk(self, scene: Scene) -> Iterator[Wanted]:
        """What people talk of about the table; the message stays with what came of it."""
        state, spoken = scene.state, scene.talk
        assert state is not None
        if spoken is not None:
            place = Place(scene.chat, f"talk:{scene.table}:{spoken.number}")
            screen, over = talk(talk_of(scene)), spoken.outcome is not None
            yield Wanted(place, screen, scene.table, state.seq, BOARD, final=over, thread=scene.thread)

    def parted(self, scene: Scene, sitter: Sitter) -> None:
        """Who sat there does not any more: his hand says so."""
        if sitter.chat is None or scene.state is None:
            return
        name = label(scene, sitter.locale, at_home=False)
        place = Place(sitter.chat, f"hand:{scene.table}")
        self._delivery.show([Wanted(place, parted(sitter.locale, name), scene.table, scene.state.seq, OTHER)])

    def _alone(self, scene: Scene) -> Screen:
        """In a private chat the board is the hand of its owner: it becomes the deal's result as any board does."""
        me = next(s for s in scene.sitters if s.person is not None)
        shown = hand(self.frame(scene, me.seat, scene.locale))
        return replace(shown, buttons=(*shown.buttons, (talk_button(scene.locale, scene.table),)))

    def _hands(self, scene: Scene) -> Iterator[Wanted]:
        if scene.private:
            return
        for sitter in scene.sitters:
            key = (scene.table, sitter.seat)
            if sitter.chat is None:
                self._closed[key] = None
                continue
            frame = self.frame(scene, sitter.seat, sitter.locale)
            away = sitter.seat in frame.times.away
            bells = self._bells
            fresh = bells.notices(scene, sitter) or (not away and bells.rings(scene, sitter, frame.view))
            if key in self._closed:  # what he had may be far above, or deleted
                del self._closed[key]
                fresh = True
            yield self._hand(scene, sitter.chat, frame, fresh=fresh)

    def _hand(self, scene: Scene, chat: int, frame: Frame, *, fresh: bool) -> Wanted:
        assert scene.state is not None
        priority = HAND if newest_question(frame.view) else OTHER
        over = isinstance(scene.state.phase, Ended)
        place = Place(chat, f"hand:{scene.table}")
        return Wanted(place, hand(frame), scene.table, scene.seq, priority, final=over, fresh=fresh)
