"""From a table as it stands to the messages that show it: which place of which chat holds which screen.

In the group one message a deal: the deal's board becomes the deal's result by an edit and is never touched again; only
then comes the next board. In private one hand screen a table. A burst of changes is drawn once, the newest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from bot import zones
from bot.delivery import Place, Wanted
from bot.game import deal as deals
from bot.game import rules
from bot.game.actions import Seat
from bot.game.chair import may_join
from bot.game.state import Between, Closed, Ended, State
from bot.game.view import view
from bot.host.prefs import rings_after
from bot.host.scene import Scene, Sitter
from bot.screens.board import board
from bot.screens.drafting import redrafted
from bot.screens.frame import Chair, Draft, Frame, Lobby, Running, Times
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.screens.screen import Screen
from bot.screens.settlement import settlement
from bot.screens.talk import Talk, parted, talk, talk_button
from bot.screens.words import bare
from bot.texts import tr

DRAWING_DELAY = 0.01
"""Seconds for which changes gather before they are drawn: the answer to a press goes out first."""
BREATH = 0.002
"""Seconds between two drawings, for presses: half a millisecond each, all at once they would be felt by everybody."""
HAND, BOARD, OTHER = 0, 1, 2
"""Priorities: the hand of the one to move, the group's message, other hands."""


class Shower(Protocol):
    """Where wanted screens go (delivery). It returns at once."""

    def show(self, wanted: Iterable[Wanted]) -> None: ...


class Staging:
    """Keeps what people have picked but not confirmed, and whom it has rung for which question."""

    def __init__(self, delivery: Shower, delay: float = DRAWING_DELAY) -> None:
        self._delivery, self._delay = delivery, delay
        self._drafts: dict[tuple[int, Seat], Draft] = {}
        self._rung: dict[tuple[int, Seat], int] = {}
        self._noticed: dict[tuple[int, Seat], str] = {}
        self._waiting: dict[int, Scene] = {}
        self._drawing: Iterator[Wanted] = iter(())
        self._timer: asyncio.Handle | None = None

    def changed(self, scene: Scene) -> None:
        """The table looks like this now; it is drawn in a moment."""
        self._waiting[scene.table] = scene
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._draw)

    def missed(self, scene: Scene) -> None:
        """Presses may have been lost: whoever is asked is told again."""
        for sitter in scene.sitters:
            self._rung.pop((scene.table, sitter.seat), None)
        self.changed(scene)

    def resumed(self, scene: Scene) -> None:
        """The table looked like this before a restart: whoever is asked has been told already."""
        if scene.state is not None:
            for seat, question in rules.asked(scene.state).items():
                self._rung[scene.table, seat] = question.number
        for sitter in scene.sitters:
            self._noticed[scene.table, sitter.seat] = notice(scene, sitter)
        self.changed(scene)

    def pick(self, scene: Scene, seat: Seat, number: int, word: str) -> None:
        """A person picks something that he has still to confirm. Raises NotationError for a word that is no choice."""
        key = (scene.table, seat)
        self._drafts[key] = redrafted(self._drafts.get(key, Draft()), number, word)
        self.changed(scene)

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
        return Frame(seen, scene.table, names_of(scene, locale), name, locale, draft, times, scene.leavers)

    def _draw(self) -> None:
        """One screen, and soon the next: presses are heard in between."""
        self._timer = asyncio.get_running_loop().call_later(BREATH, self._draw)  # whatever becomes of this one
        if wanted := next(self._drawing, None):
            self._delivery.show([wanted])
        elif self._waiting:
            self._drawing = self.wanted(self._waiting.pop(next(iter(self._waiting))))
        else:
            self._timer.cancel()
            self._timer = None

    @property
    def drawn(self) -> bool:
        """Whether everything that has changed has been handed to delivery."""
        return self._timer is None

    def wanted(self, scene: Scene) -> Iterator[Wanted]:
        """Every message of the table, as it should be."""
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
            if sitter.chat is None:
                continue
            frame = self.frame(scene, sitter.seat, sitter.locale)
            away = sitter.seat in frame.times.away
            fresh = self._notices(scene, sitter) or (not away and self._rings(scene, sitter, frame))
            yield self._hand(scene, sitter.chat, frame, fresh=fresh)

    def _hand(self, scene: Scene, chat: int, frame: Frame, *, fresh: bool) -> Wanted:
        assert scene.state is not None
        priority = HAND if frame.view.question is not None else OTHER
        over = isinstance(scene.state.phase, Ended)
        place = Place(chat, f"hand:{scene.table}")
        return Wanted(place, hand(frame), scene.table, scene.seq, priority, final=over, fresh=fresh)

    def _rings(self, scene: Scene, sitter: Sitter, frame: Frame) -> bool:
        """Whether this question is to be announced with sound: once, as its person has chosen.

        In his quiet hours it is not, and may be when they are over: his screen has only been edited.
        """
        key, question = (scene.table, sitter.seat), frame.view.question
        if question is None or sitter.quiet or self._rung.get(key) == question.number:
            return False
        self._rung[key] = question.number
        return sitter.idle > rings_after(sitter.prefs)

    def _notices(self, scene: Scene, sitter: Sitter) -> bool:
        """Whether there is news of this person's time that he is to hear: once each, and not in his quiet hours."""
        key, news = (scene.table, sitter.seat), notice(scene, sitter)
        if sitter.quiet or self._noticed.get(key, "") == news:
            return False
        self._noticed[key] = news
        return bool(news) and sitter.prefs.rings != "never"


def times_of(scene: Scene, seat: Seat | None) -> Times:
    """What the screen of a seat, or the group's, may say about time."""
    zone = next((zones.zone(s.prefs.zone) for s in scene.sitters if s.seat == seat and s.prefs.zone), None)
    return Times(
        {s: Running(t.until, t.bank, t.reminded, t.over) for s, t in scene.timers.items()},
        scene.late,
        frozenset(s.seat for s in scene.sitters if is_away(scene, s)),
        scene.deals_at,
        zone,
    )


def is_away(scene: Scene, sitter: Sitter) -> bool:
    """Whether a computer plays for this person until he is back."""
    return scene.state is not None and sitter.person is not None and sitter.seat in scene.state.table.computers


def notice(scene: Scene, sitter: Sitter) -> str:
    """What there is to be heard of somebody's time, "" if nothing: it runs out, it has run out, a computer plays."""
    timer = scene.timers.get(sitter.seat)
    if is_away(scene, sitter):
        return "away"
    if timer is None:
        return ""
    if timer.over is not None:
        return f"late {timer.number}"
    return f"soon {timer.number}" if timer.reminded else ""


def lobby_of(scene: Scene) -> Lobby:
    """The lobby's ingredients, empty chairs included."""
    by_seat = {s.seat: s for s in scene.sitters}
    chairs = tuple(
        Chair(n, name_of(s, scene.locale), s.person is None, s.ready, s.level) if (s := by_seat.get(n)) else Chair(n)
        for n in range(1, scene.size + 1)
    )
    return Lobby(
        scene.table,
        label(scene, scene.locale),
        scene.locale,
        chairs,
        scene.agreement,
        cancelled=scene.status == "cancelled",
        dealer=scene.state.table.first_dealer if scene.state else scene.dealer,
        note=scene.note,
        seating=scene.seating,
        private=scene.private,
        absent=scene.absent,
    )


def talk_of(scene: Scene) -> Talk:
    """What a talk about the table is shown with."""
    state, spoken = scene.state, scene.talk
    assert state is not None
    assert spoken is not None
    return Talk(
        view(state, None),
        scene.table,
        names_of(scene, scene.locale),
        label(scene, scene.locale),
        scene.locale,
        number=spoken.number,
        petition=spoken.petition,
        seat=spoken.seat,
        newcomer=scene.newcomer,
        agreed=spoken.agreed,
        asked=scene.asked,
        outcome=spoken.outcome,
        who=spoken.who,
        away=scene.away,
        left=scene.left,
        may_join=may_join(state),
        before=state.talk.number,
    )


def names_of(scene: Scene, locale: str) -> dict[Seat, str]:
    """What everybody at a table is called, by seat."""
    return {s.seat: name_of(s, locale) for s in scene.sitters}


def name_of(sitter: Sitter, locale: str) -> str:
    """A person's own name; a computer's in the reader's language."""
    return tr(locale, f"name.computer.{sitter.name}") if sitter.person is None else sitter.name


def label(scene: Scene, locale: str, *, at_home: bool = True) -> str:
    """What a table is called: in its own chat by its number, elsewhere with the chat's name."""
    if at_home or scene.private:
        return tr(locale, "name.table", number=scene.number)
    return tr(locale, "name.table_of", number=scene.number, chat=bare(scene.title))


def first_commitment(scene: Scene) -> str:
    """The hash of the pulka's first deck, as long as it may still have to be said."""
    state = scene.state
    assert state is not None
    if state.table.deals == 0:
        return next_commitment(state) or (deals.commitment(state.deal.deck) if state.deal and state.deal.deck else "")
    for moment in scene.untold:
        closed = moment.phase.last  # type: ignore[union-attr]
        if closed and closed.deal.number == 1 and closed.deal.deck:
            return deals.commitment(closed.deal.deck)
    return ""


def next_commitment(state: State) -> str:
    """The hash of the deck that waits to be cut, "" when there is none."""
    phase = state.phase
    return deals.commitment(phase.deck) if isinstance(phase, Between) and phase.deck else ""
