//! Which actions do a job, for every situation.

use super::action::{Action, Part};

/// Actions that bring a piece home, or that end a stage, by a number for what is seen on the cube.
#[derive(Debug)]
pub(super) struct Choices {
    actions: Vec<Vec<Action>>,
    /// So many moves more than the shortest are still worth a thought.
    slack: u8,
    /// So many are kept for each situation.
    most: usize,
}

impl Choices {
    pub(super) fn new(situations: usize, slack: u8, most: usize) -> Choices {
        Choices { actions: vec![Vec::new(); situations], slack, most }
    }

    /// Takes an action if it is short enough, and no shorter one does the same.
    pub(super) fn offer(&mut self, situation: usize, action: &Action) {
        let (slack, most) = (self.slack, self.most);
        let kept = &mut self.actions[situation];
        if kept.first().is_some_and(|shortest| action.length > shortest.length + slack)
            || kept.iter().any(|other| other.effect == action.effect && other.length <= action.length)
        {
            return;
        }
        kept.retain(|other| other.effect != action.effect);
        let at = kept.partition_point(|other| other.length <= action.length);
        kept.insert(at, action.clone());
        let longest = kept[0].length + slack;
        kept.retain(|other| other.length <= longest);
        kept.truncate(most);
    }

    /// The same for parts that may come to nothing.
    pub(super) fn offer_parts(&mut self, parts: Vec<Part>, situation: impl Fn(&Action) -> Option<usize>) {
        if let Some(action) = Action::new(parts)
            && let Some(situation) = situation(&action)
        {
            self.offer(situation, &action);
        }
    }

    /// The shortest first.
    pub(super) fn of(&self, situation: usize) -> &[Action] {
        &self.actions[situation]
    }
}
