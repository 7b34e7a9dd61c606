"""From a table as it stands to what its screens are drawn from: what people are called, what there is to say of time,
what is asked, what the lobby and a talk are shown with."""

from __future__ import annotations

from bot import zones
from bot.game import deal as deals
from bot.game.actions import Seat
from bot.game.chair import may_join
from bot.game.state import Between, State
from bot.game.view import View, view
from bot.host.scene import Scene, Sitter
from bot.screens.frame import Chair, Lobby, Running, Times
from bot.screens.talk import Talk
from bot.screens.words import bare
from bot.texts import tr


def newest_question(seen: View) -> int:
    """The number of what a seat was asked last, offers of others included; 0 when it is asked nothing."""
    return max(q.number if q is not None else 0 for q in (seen.question, seen.offered))


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
        in_group=scene.in_group,
        closed=scene.closed,
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
