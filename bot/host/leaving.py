"""People leave a table and others come: nobody can hold the rest to ransom, and nothing is done to a seat without
everybody's consent (PRODUCT.md, 9).

What the others are to agree to is a petition: another person or a computer player in the seat of somebody who is away,
a fourth who joins three, the end of a pulka that somebody keeps waiting. It is open in a talk, one message of the chat;
an offer of the game (a pause, the end by consent) is spoken of there too. What has been agreed becomes an action of the
chair. Whoever is away is not waited for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.game import rules
from bot.game.actions import Action, Seat
from bot.game.chair import may_join
from bot.game.events import Event
from bot.game.proposals import ANSWERS, PROPOSALS, Chair
from bot.game.state import Ended
from bot.host.absence import away, consenting, offer_first, petition
from bot.host.arranging import COMPUTERS, LEVEL
from bot.host.chats import Person
from bot.host.press import Presses
from bot.host.refusals import (
    AlreadySeated,
    LastOne,
    NobodyAway,
    NotAway,
    NotSeated,
    NotYours,
    Petitioned,
    Stale,
    StartFirst,
    TableOver,
    WhileDealt,
)
from bot.host.sitting import Clock, Sitting, read_sitting
from bot.storage import Database, clocks, inbox, people, tables, talks
from bot.storage.talks import Talk

WORDS = frozenset(
    {
        *("talk", "shut", "offer", "agree", "object", "withdraw", "go", "return"),
        *("takeover", "robot", "join", "end", "ingroup", "inprivate"),
    }
)
"""First words of the presses that are dealt with here."""
WHERE = {"ingroup": "in_group", "inprivate": "in_private"}
"""The petitions about where hands are played: in private chats alone, or also from messages of the group that one
person sees."""
WITHOUT_THEM = {"pause": Chair(0, "pause"), "resume": Chair(0, "resume"), "finish": Chair(0, "end")}
"""What becomes of an offer when everybody who is there has agreed and the others are away."""


class Leaving:
    """Callers hold the sitting's lock. Refusals are raised; then nothing has changed."""

    def __init__(self, db: Database, presses: Presses, now: Clock) -> None:
        self._db, self._presses, self._now = db, presses, now

    async def press(self, sitting: Sitting, person: Person, word: str, update_id: int | None, *, admin: bool) -> None:
        """A press of `word` about a table that plays.

        Words: talk (opens one), shut; offer-<what>-<number>, agree-<number>, object-<number>, withdraw-<number> (a
        petition's number begins with p); go, return; takeover-<seat>, robot-<seat>, join; ingroup, inprivate; end.
        """
        state = sitting.state
        if state is None:
            raise Stale()
        if isinstance(state.phase, Ended):
            raise TableOver()
        head, _, tail = word.partition("-")
        match head:
            case "talk":
                await self._stored(sitting, update_id, lambda conn: talks.opened(conn, sitting.table))
            case "shut":
                self._own(sitting, person)
                if petition(sitting) or state.offer is not None:
                    raise Petitioned()
                await self._end_talk(sitting, "shut", "", update_id)
            case "offer" | "agree" | "object" | "withdraw":
                if head != "offer" and tail.startswith("p"):
                    await self._vote(sitting, person, head, tail, update_id, admin=admin)
                else:
                    await self._answer(sitting, person, head, tail, update_id)
            case "go":
                await self._leave(sitting, self._own(sitting, person), update_id)
            case "return":
                await self.back(sitting, self._own(sitting, person), update_id)
            case "takeover":
                await self._newcomer(sitting, person, "replace", _seat(tail), update_id)
            case "join":
                if not may_join(state):
                    raise WhileDealt()
                await self._newcomer(sitting, person, "join", state.table.players + 1, update_id)
            case "robot":
                self._own(sitting, person)
                if _seat(tail) not in away(sitting, self._now()):
                    raise NotAway()
                await self._ask(sitting, Talk(0, "computer", _seat(tail)), person, update_id)
            case "ingroup" | "inprivate":
                self._own(sitting, person)
                if sitting.in_group == (head == "ingroup"):
                    raise Stale()
                await self._ask(sitting, Talk(0, WHERE[head]), person, update_id)
            case "end":
                await self._end(sitting, person, update_id, admin=admin)

    async def left_the_group(self, sitting: Sitting, person: int) -> None:
        """Somebody who sits here has left the chat, or was sent away."""
        seat = sitting.seat_of(person)
        if seat is not None and sitting.state is not None and not isinstance(sitting.state.phase, Ended):
            await self._leave(sitting, seat, None)

    async def _answer(self, sitting: Sitting, person: Person, head: str, tail: str, update_id: int | None) -> None:
        """Somebody makes an offer of the game, or answers one."""
        seat, state = self._own(sitting, person), sitting.state
        assert state is not None
        what, _, number = tail.rpartition("-")
        if head == "offer" and what not in PROPOSALS:
            raise Stale()
        action: Action = PROPOSALS[what](seat) if head == "offer" else ANSWERS[head](seat)
        if number != str(rules.number(state, action)):
            raise Stale()
        if petition(sitting):
            raise Petitioned()
        kind = what or (state.offer.kind if state.offer else "")
        after = rules.apply(state, action).state.offer
        actions, outcome = [action], {"object": "objected", "withdraw": "withdrawn"}.get(head)
        if outcome is None and after is None:
            outcome = kind
        elif after is not None and kind in WITHOUT_THEM and set(after.waiting) <= away(sitting, self._now()):
            actions, outcome = [action, WITHOUT_THEM[kind]], kind
        said = replace(self._talk(sitting), outcome=outcome, who=person.first_name if outcome else "")
        await self._committed(sitting, actions, seat, said, update_id)

    async def _vote(
        self, sitting: Sitting, person: Person, head: str, tail: str, update_id: int | None, *, admin: bool
    ) -> None:
        """An answer to a petition. An administrator who agrees to the end of a pulka ends it."""
        talk, seat = petition(sitting), sitting.seat_of(person.id)
        if talk is None or tail != f"p{talk.number}" or head not in ("agree", "object"):
            raise Stale()
        if admin and head == "agree" and talk.petition == "end":
            said = replace(talk, outcome="end_admin", who=person.first_name)
            await self._committed(sitting, [Chair(0, "end")], None, said, update_id)
        elif seat is None or (head == "agree" and seat in talk.agreed):
            raise NotYours() if talk.petition == "end" else NotSeated()
        elif head == "object":
            await self._end_talk(sitting, "objected", person.first_name, update_id)
        else:
            await self._ask(sitting, replace(talk, agreed=(*talk.agreed, seat)), person, update_id)

    async def _newcomer(self, sitting: Sitting, person: Person, kind: str, seat: Seat, update_id: int | None) -> None:
        """Somebody who does not sit here wants a seat: one that is as good as empty, or a fourth."""
        if sitting.seat_of(person.id) is not None:
            raise AlreadySeated()
        if person.private != "open":
            raise StartFirst(payload="table")
        assert sitting.state is not None
        free = away(sitting, self._now()) | sitting.state.table.computers
        if kind == "replace" and seat not in free:
            raise NotAway()
        await self._ask(sitting, Talk(0, kind, seat, person.id), person, update_id)

    async def _ask(self, sitting: Sitting, wanted: Talk, person: Person, update_id: int | None) -> None:
        """Open a petition, or note who agrees to it; when nobody is left to ask it is done."""
        open_one = petition(sitting)
        if open_one is not None and wanted.number != open_one.number:
            raise Petitioned()
        if offer_first(sitting, self._now()):
            raise Petitioned()
        talk = replace(wanted, number=self._talk(sitting).number)
        own = sitting.seat_of(person.id)
        if own is not None and own not in talk.agreed:
            talk = replace(talk, agreed=(*talk.agreed, own))
        if set(consenting(sitting, talk, self._now())) <= set(talk.agreed):
            await self._carry_out(sitting, talk, person, update_id)
        else:
            await self._stored(sitting, update_id, lambda conn: talks.save(conn, sitting.table, talk))

    async def _carry_out(self, sitting: Sitting, talk: Talk, person: Person, update_id: int | None) -> None:
        seat = talk.seat
        if talk.petition in WHERE.values():
            agreed = replace(talk, outcome=talk.petition, who=person.first_name)

            def move(conn: sqlite3.Connection) -> None:
                tables.set_in_group(conn, sitting.table, talk.petition == "in_group")
                talks.save(conn, sitting.table, agreed)

            await self._stored(sitting, update_id, move)
            return
        holder = next((s.name for s in sitting.sitters if s.seat == seat), "")
        computer = next((n for n in COMPUTERS if n not in {s.name for s in sitting.sitters}), COMPUTERS[0])
        said = replace(talk, outcome=talk.petition, who=await self._newcomers_name(talk) or person.first_name)

        def store(conn: sqlite3.Connection) -> None:
            if talk.petition == "replace":
                talks.hand_over(conn, sitting.table, seat, name=holder, person=talk.person)
            elif talk.petition == "computer":
                talks.hand_over(conn, sitting.table, seat, name=holder, computer=computer, level=LEVEL)
            elif talk.petition == "join":
                talks.join(conn, sitting.table, seat, talk.person or 0)
            if talk.petition in ("replace", "computer"):
                clocks.forget(conn, sitting.table, seat)

        actions = {
            "replace": [Chair(0, "replace", seat)],
            "computer": [Chair(0, "replace", seat), Chair(0, "computer", seat)],
            "join": [Chair(0, "join", seat)],
            "end": [Chair(0, "end")],
        }[talk.petition]
        await self._committed(sitting, actions, None, said, update_id, store)

    async def _end(self, sitting: Sitting, person: Person, update_id: int | None, *, admin: bool) -> None:
        """To end a pulka that somebody keeps waiting, or as an administrator: asked once more, whoever it is."""
        seat = sitting.seat_of(person.id)
        if seat is None and not admin:
            raise NotYours()
        gone = away(sitting, self._now()) - {seat}
        others = {s.seat for s in sitting.sitters if s.person is not None} - {seat}
        if not admin and others and not gone:
            raise NobodyAway()
        if petition(sitting) or offer_first(sitting, self._now()):
            raise Petitioned()
        alone = not others - gone
        agreed = () if seat is None or alone else (seat,)
        talk = Talk(self._talk(sitting).number, "end", agreed=agreed)
        await self._stored(sitting, update_id, lambda conn: talks.save(conn, sitting.table, talk))

    async def _leave(self, sitting: Sitting, seat: Seat, update_id: int | None) -> None:
        """His seat is free for others; when nobody is left the pulka ends as it stands."""
        at = self._now()

        def store(conn: sqlite3.Connection) -> None:
            talks.set_left(conn, sitting.table, seat, at)

        if all(s.seat in sitting.left | {seat} for s in sitting.sitters if s.person is not None):
            if update_id is not None and not sitting.left and len(sitting.sitters) > 1:
                raise LastOne()
            talk = replace(self._talk(sitting), petition="", outcome="empty")
            await self._committed(sitting, [Chair(0, "end")], None, talk, update_id, store)
            return

        def open_talk(conn: sqlite3.Connection) -> None:
            store(conn)
            talks.opened(conn, sitting.table)

        await self._stored(sitting, update_id, open_talk)

    async def back(self, sitting: Sitting, seat: Seat, update_id: int | None = None) -> None:
        """Who has left and still has his seat is there again; a petition about it falls."""
        name = next(s.name for s in sitting.sitters if s.seat == seat)
        talk = petition(sitting)

        def store(conn: sqlite3.Connection) -> None:
            talks.set_left(conn, sitting.table, seat, None)
            clocks.heard(conn, sitting.table, seat, self._now())
            if talk is not None and (talk.seat == seat or talk.petition == "end"):
                talks.save(conn, sitting.table, replace(talk, outcome="back", who=name))

        await self._stored(sitting, update_id, store)

    def _own(self, sitting: Sitting, person: Person) -> Seat:
        seat = sitting.seat_of(person.id)
        if seat is None:
            raise NotSeated()
        return seat

    def _talk(self, sitting: Sitting) -> Talk:
        """The talk that is open, or the next one."""
        known = sitting.talk
        if known is not None and known.outcome is None:
            return known
        return Talk(known.number + 1 if known else 1)

    async def _newcomers_name(self, talk: Talk) -> str:
        if talk.person is None:
            return ""
        return await self._db.ask(_name, talk.person)

    async def _end_talk(self, sitting: Sitting, outcome: str, who: str, update_id: int | None) -> None:
        talk = replace(self._talk(sitting), outcome=outcome, who=who)
        await self._stored(sitting, update_id, lambda conn: talks.save(conn, sitting.table, talk))

    async def _stored(
        self, sitting: Sitting, update_id: int | None, work: Callable[[sqlite3.Connection], object]
    ) -> None:
        """What changes no card: stored, and then the table is as the database has it."""

        def store(conn: sqlite3.Connection) -> Sitting:
            work(conn)
            if update_id is not None:
                inbox.done(conn, update_id, at=self._now())
            return read_sitting(conn, sitting.table)

        renew(sitting, await self._db.write(store))

    async def _committed(
        self,
        sitting: Sitting,
        actions: Sequence[Action],
        seat: Seat | None,
        talk: Talk,
        update_id: int | None,
        store: Callable[[sqlite3.Connection], None] = lambda conn: None,
    ) -> None:
        """Actions about the table, what they change of the seats, and how the talk stands, in one transaction."""
        state = sitting.state
        assert state is not None
        events: list[Event] = []
        for action in actions:
            step = rules.apply(state, action)
            state, events = step.state, [*events, *step.events]

        def first(conn: sqlite3.Connection) -> None:
            store(conn)
            talks.save(conn, sitting.table, talk)

        taken = [(action, seat) for action in actions]
        await self._presses.commit(sitting, taken, state, events, update_id, by=seat, first=first)
        kept = sitting.state
        renew(sitting, await self._db.ask(read_sitting, sitting.table))
        sitting.state = kept


def renew(sitting: Sitting, fresh: Sitting) -> None:
    """Who sits there, who has left and what is talked of, as the database has it."""
    for name in ("size", "sitters", "times", "talk", "newcomer", "left", "leavers", "active", "in_group"):
        setattr(sitting, name, getattr(fresh, name))


def _name(conn: sqlite3.Connection, person: int) -> str:
    return people.get(conn, person).first_name


def _seat(tail: str) -> Seat:
    return int(tail) if tail in ("1", "2", "3", "4") else 0
