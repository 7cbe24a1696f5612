//! Those who work on rounds, each on a thread of its own.

use super::node::{Node, Party};
use super::permits::WorkerPermits;
use super::position::Machine;
use super::round::Round;
use super::search::{Gate, Ground, Search};
use super::way::{Way, Work};
use std::sync::Arc;

/// Steps between two looks at whether somebody has found something, and between two at whether to go on: well under a millisecond.
const STRETCH: usize = 16;
const STRETCHES: usize = 32;

/// One who works on rounds: on those of one cube, one after the other, or to help with one of another cube.
///
/// The last nodes of a round leave places free in the ring, and so would the first ones of the next. Those are taken by guests:
/// nodes of another cube that is solved meanwhile. They are given back when there are enough others again.
pub(super) struct Hand<'a> {
    own: Option<Arc<Round>>,
    /// The one that it helps with.
    guest: Option<Arc<Round>>,
    /// Where it finds another one.
    seats: Option<&'a WorkerPermits>,
    search: Search,
}

/// What one who works is told now and then.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Word {
    GoOn,
    /// Leave the rest to others.
    Leave,
    /// All are to go at once.
    Stop,
}

/// Asked now and then whether to go on.
pub(super) type Ask<'a> = &'a dyn Fn(&Round) -> Word;

impl<'a> Hand<'a> {
    /// With so many nodes between asking for memory and reading it, and guests from those who sit there.
    pub(super) fn new(seats: Option<&'a WorkerPermits>, wait: usize) -> Hand<'a> {
        Hand { own: None, guest: None, seats, search: Search::new(Gate::OPEN, wait) }
    }

    /// Works on a round until it is over, or nobody wants more of it.
    pub(super) fn work_on(&mut self, round: &Arc<Round>, ground: Ground<'_>, way: Way, ask: Ask<'_>) {
        self.search.begin(Party::Own, round.gate.clone());
        self.own = Some(Arc::clone(round));
        let _stop = StopInPanic(Arc::clone(round));
        self.work(ground, way, ask);
        // There is something left only where nobody wants it.
        self.search.take_all(Party::Own);
        self.own = None;
    }

    /// Works on a round as long as there is something that nobody else works on, and on what comes of that.
    pub(super) fn help_with(mut self, round: &Arc<Round>, ground: Ground<'_>, way: Way, ask: Ask<'_>) {
        if let Some(node) = round.begin_to_help() {
            self.take_in(Arc::clone(round), node);
            self.work(ground, way, ask);
        }
    }

    fn work(&mut self, ground: Ground<'_>, way: Way, ask: Ask<'_>) {
        loop {
            way.run(Stretches { ground, hand: self });
            self.tell_effort();
            if self.is_over() {
                return;
            }
            let has_nodes = self.has_nodes();
            if self.own.is_some() {
                // Whoever is asked may take their time, which is no concern of other cubes.
                self.leave_guest();
            }
            let Some(round) = self.own.as_ref().or(self.guest.as_ref()) else { return };
            match ask(round) {
                Word::GoOn => {}
                Word::Leave => return,
                // Little is left, and needed to tell which solution is the first.
                Word::Stop if round.is_found() => {}
                Word::Stop => round.stop(),
            }
            if self.own.is_some() && !has_nodes {
                round.wait_for_helpers();
            }
        }
    }

    /// Whether there is nothing more to do here, or nobody wants it.
    fn is_over(&self) -> bool {
        match (&self.own, &self.guest) {
            (Some(own), _) => own.was_stopped() || (self.search.is_done(Party::Own) && own.is_over()),
            (None, Some(guest)) => guest.was_stopped(),
            (None, None) => true,
        }
    }

    /// Leaves out what is behind a solution.
    fn leave_out(&mut self) {
        for (party, round) in [(Party::Own, &self.own), (Party::Guest, &self.guest)] {
            if let Some(solved) = round.as_ref().and_then(|round| round.first_solved()) {
                self.search.retain(party, |node| node.may_be_before(&solved));
            }
        }
    }

    /// Gives guests back that there is no room for, or that nobody wants.
    fn dismiss_guests(&mut self) {
        let is_full = !self.search.has_room(Party::Own) && !self.search.is_in_ring(Party::Guest);
        if self.guest.as_ref().is_some_and(|guest| is_full || guest.was_stopped()) {
            self.leave_guest();
        }
    }

    /// Takes a node so that all places stay taken; whether there is one.
    fn take(&mut self) -> bool {
        if let Some(node) = self.own.as_ref().and_then(|own| own.take()) {
            self.search.add(node, Party::Own);
            return true;
        }
        if !self.search.has_room(Party::Guest) {
            return true;
        }
        if let Some(guest) = &self.guest {
            if let Some(node) = guest.take() {
                self.search.add(node, Party::Guest);
                return true;
            }
            if !self.search.is_done(Party::Guest) {
                return false;
            }
            self.leave_guest();
        }
        let (Some(own), Some(seats)) = (&self.own, self.seats) else { return false };
        let Some((guest, node)) = seats.help_another(own) else { return false };
        self.take_in(guest, node);
        true
    }

    /// Takes the first node of a round that it begins to help with.
    fn take_in(&mut self, guest: Arc<Round>, node: Node) {
        self.search.begin(Party::Guest, guest.gate.clone());
        self.search.add(node, Party::Guest);
        self.guest = Some(guest);
    }

    fn has_nodes(&self) -> bool {
        Party::ALL.into_iter().any(|party| !self.search.is_done(party))
    }

    /// Some steps.
    #[inline(always)]
    fn stretch(&mut self, machine: impl Machine, ground: &Ground<'_>) {
        let mut may_take = true;
        for step in 0..STRETCH {
            // Guests may do until it is time to look for others.
            let wants_more =
                self.search.has_room(Party::Own) && (step == 0 || self.search.has_room(Party::Guest));
            if may_take && wants_more {
                may_take = self.take();
            }
            let Hand { own, guest, search, .. } = self;
            search.step(machine, ground, &mut |node| {
                let round = match node.party {
                    Party::Own => &own,
                    Party::Guest => &guest,
                };
                if let Some(round) = round {
                    round.found(node);
                }
            });
        }
    }

    /// Tells what was looked at.
    fn tell_effort(&mut self) {
        for (party, round) in [(Party::Own, &self.own), (Party::Guest, &self.guest)] {
            if let Some(round) = round {
                round.count(self.search.take_effort(party));
            }
        }
    }

    /// Gives back what is left of what it helps with.
    fn leave_guest(&mut self) {
        self.tell_effort();
        if let Some(guest) = self.guest.take() {
            guest.end_to_help(self.search.take_all(Party::Guest));
        }
    }
}

impl Drop for Hand<'_> {
    fn drop(&mut self) {
        // A node may be lost in a panic, and without it nothing is proven.
        let _stop = self.guest.clone().map(StopInPanic);
        self.leave_guest();
    }
}

/// Stops a round if whoever works on it goes in a panic.
struct StopInPanic(Arc<Round>);

impl Drop for StopInPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// What is done between two looks at whether to go on.
struct Stretches<'a, 'b, 'c> {
    ground: Ground<'a>,
    hand: &'b mut Hand<'c>,
}

impl Work for Stretches<'_, '_, '_> {
    type Result = ();

    #[inline(always)]
    fn with<M: Machine>(self, machine: M) {
        let Stretches { ground, hand } = self;
        for _ in 0..STRETCHES {
            hand.leave_out();
            hand.dismiss_guests();
            if hand.is_over() || !(hand.has_nodes() || hand.take()) {
                return;
            }
            hand.stretch(machine, &ground);
        }
    }
}
