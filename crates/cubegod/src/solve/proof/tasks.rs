//! The tasks of a proof: the positions after the first turns.

use super::bound::Axes;
use super::depth_first::{Position, turns_from};
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{FaceTurn, Metric};
use crate::solve::two_phase::Phase1;
use std::collections::HashSet;

/// The number of turns before the work is split: 3240 tasks for most cubes.
const FIRST_TURNS: usize = 3;

/// A task with at most this many moves left takes milliseconds and is not split.
const SMALL_TASK: u8 = 11;

/// A subtree of the search.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The turns that lead to the position.
    pub(super) turns: Vec<FaceTurn>,
    pub(super) position: Position,
}

/// Splits the search for solutions of `moves` moves into tasks, which together cover all of it.
pub(super) fn tasks(phase1: &impl Phase1, axes: &Axes, cube: &Cube3, moves: u8, metric: Metric) -> Vec<Task> {
    let start =
        Position { cube: *cube, phase1_states: axes.phase1_states(phase1, cube), left: moves, last: None };
    let mut tasks = vec![Task { turns: Vec::new(), position: start }];
    for _ in 0..FIRST_TURNS {
        tasks = tasks.into_iter().flat_map(|task| split(phase1, axes, task, metric)).collect();
    }
    if is_symmetric(cube) { without_images(tasks) } else { tasks }
}

/// Splits a task by its next turn, unless few moves are left.
fn split(phase1: &impl Phase1, axes: &Axes, task: Task, metric: Metric) -> Vec<Task> {
    let here = &task.position;
    if here.left <= SMALL_TASK {
        return vec![task];
    }
    let after = |(turn, left): (FaceTurn, u8)| {
        let cube = here.cube.apply_turn(turn);
        let position =
            Position { cube, phase1_states: axes.phase1_states(phase1, &cube), left, last: Some(turn) };
        Task { turns: task.turns.iter().copied().chain([turn]).collect(), position }
    };
    turns_from(here, metric).map(after).collect()
}

/// Returns the images of a cube and of its inverse under all symmetries; the first one is the cube itself.
fn images(cube: &Cube3) -> impl Iterator<Item = Cube3> {
    let (cube, inverse) = (*cube, cube.inverse());
    Symmetry::ALL
        .into_iter()
        .flat_map(move |symmetry| [cube.conjugated_by(symmetry), inverse.conjugated_by(symmetry)])
}

/// Returns whether some first turns of a cube are equivalent. A symmetry that maps the cube to its inverse does not count: it
/// relates first turns to last turns.
fn is_symmetric(cube: &Cube3) -> bool {
    Symmetry::ALL.into_iter().filter(|&symmetry| cube.conjugated_by(symmetry) == *cube).count() > 1
}

/// Keeps one task of each class of images with the same number of moves left.
///
/// All images of a cube need the same number of moves. But any face may be turned next, because the removed images were reached by
/// other turns.
fn without_images(tasks: Vec<Task>) -> Vec<Task> {
    let key = |cube: Cube3| (cube.corners().codes(), cube.edges().codes());
    let mut seen = HashSet::new();
    let is_new = |Task { position: Position { cube, left, .. }, .. }: &Task| {
        seen.insert((images(cube).map(key).min(), *left))
    };
    let without_last = |task: Task| Task { position: Position { last: None, ..task.position }, ..task };
    tasks.into_iter().filter(is_new).map(without_last).collect()
}
