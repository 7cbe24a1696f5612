//! Solutions that are longer than was asked for.

/// A length that was asked for, where the solution is longer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Missed {
    /// The most moves that it should have had.
    pub most: usize,
    /// Whether there is none that short, rather than that none was found in time.
    pub is_proven: bool,
}

impl Missed {
    /// What is missed by a solution of so many moves, which may be a shortest one.
    pub fn of(most: Option<usize>, moves: usize, is_shortest: bool) -> Option<Missed> {
        let most = most.filter(|&most| moves > most)?;
        Some(Missed { most, is_proven: is_shortest })
    }

    /// For people.
    pub fn words(self) -> String {
        let Missed { most, is_proven } = self;
        let moves = if most == 1 { "move" } else { "moves" };
        match is_proven {
            true => format!("there is no solution of at most {most} {moves}"),
            false => format!("no solution of at most {most} {moves} was found in time"),
        }
    }
}
