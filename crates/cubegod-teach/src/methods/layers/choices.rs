//! The actions for every situation.

use super::action::{Action, Part};

/// Actions that solve a piece or finish a stage, by the number of the situation.
#[derive(Debug)]
pub(super) struct Choices {
    actions: Vec<Vec<Action>>,
    /// Actions up to this many moves longer than the shortest are kept.
    slack: u8,
    /// The number of actions that are kept for each situation.
    max: usize,
}

impl Choices {
    pub(super) fn new(situations: usize, slack: u8, max: usize) -> Choices {
        Choices { actions: vec![Vec::new(); situations], slack, max }
    }

    /// Keeps an action if it is short and no shorter one has the same effect.
    pub(super) fn offer(&mut self, situation: usize, action: &Action) {
        let (slack, max) = (self.slack, self.max);
        let actions = &mut self.actions[situation];
        if actions.first().is_some_and(|shortest| action.length > shortest.length + slack)
            || actions.iter().any(|other| other.effect == action.effect && other.length <= action.length)
        {
            return;
        }
        actions.retain(|other| other.effect != action.effect);
        let at = actions.partition_point(|other| other.length <= action.length);
        actions.insert(at, action.clone());
        let longest = actions[0].length + slack;
        actions.retain(|other| other.length <= longest);
        actions.truncate(max);
    }

    /// Keeps the action of these parts, if they do not cancel.
    pub(super) fn offer_parts(&mut self, parts: Vec<Part>, situation: impl Fn(&Action) -> Option<usize>) {
        if let Some(action) = Action::new(parts)
            && let Some(situation) = situation(&action)
        {
            self.offer(situation, &action);
        }
    }

    /// Returns the actions of a situation, the shortest first.
    pub(super) fn of(&self, situation: usize) -> &[Action] {
        &self.actions[situation]
    }
}
