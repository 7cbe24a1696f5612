//! Every shortest solution written out in 32 bits, so that a solution is one read of memory.

use super::coordinates::{PATTERNS, Pattern, TURNS, TWISTS};
use super::solution::Solution;
use super::table::PocketTable;
use crate::cube::Cube2;

/// A shortest solution of each of the 3,674,160 patterns: 14.7 MB that answer faster than walking through the table.
///
/// A solution is a number whose digits are its turns. The first digit counts in tens: 1 to 9 for the turns of U, R and F.
/// Those after it count in sevens: 1 to 6 for the turns of the two other faces. A digit 0 is the end. Eleven turns fit
/// because 10 · 7¹⁰ < 2³².
#[derive(Clone, Debug)]
pub struct SolutionBook<'table> {
    table: &'table PocketTable,
    codes: Vec<u32>,
}

const FIRST: u32 = 10;
const NEXT: u32 = 7;

/// The digit of a turn that follows another: the two other faces in order, three turns each.
const DIGIT_AFTER: [[u8; TURNS]; TURNS] = {
    let mut digits = [[0; TURNS]; TURNS];
    let mut before = 0;
    while before < TURNS {
        let mut turn = 0;
        let mut digit = 1;
        while turn < TURNS {
            if turn / 3 != before / 3 {
                digits[before][turn] = digit;
                digit += 1;
            }
            turn += 1;
        }
        before += 1;
    }
    digits
};

/// The turn that a digit means after a turn of this face; digit 0 is never asked for.
const TURN_AFTER: [[u8; NEXT as usize]; 3] = {
    let mut turns = [[0; NEXT as usize]; 3];
    let mut before = 0;
    while before < TURNS {
        let mut turn = 0;
        while turn < TURNS {
            if turn / 3 != before / 3 {
                turns[before / 3][DIGIT_AFTER[before][turn] as usize] = turn as u8;
            }
            turn += 1;
        }
        before += 3;
    }
    turns
};

impl<'table> SolutionBook<'table> {
    /// Writes out all solutions of a table for the half-turn metric.
    pub fn new(table: &'table PocketTable) -> SolutionBook<'table> {
        assert!(!table.counts_quarter_turns(), "solutions of up to 14 turns do not fit");
        let mut codes = vec![0u32; PATTERNS];
        // By distance, so that the solution of the next pattern is there already.
        for distance in 1..=11 {
            for permutation in 0..PATTERNS / TWISTS {
                for twist in 0..TWISTS {
                    let pattern = Pattern { permutation: permutation as u16, twist: twist as u16 };
                    if table.distance_of(pattern) == distance {
                        let turn = table.closer(pattern).expect("only the solved pattern has no turn");
                        let rest = codes[table.moves.turned(pattern, turn).index()];
                        codes[pattern.index()] = prefixed(turn, rest);
                    }
                }
            }
        }
        SolutionBook { table, codes }
    }

    /// A shortest solution to a cube with every face of one colour.
    #[inline]
    pub fn solve(&self, cube: &Cube2) -> Solution {
        let (pattern, hold) = self.table.holds.split(cube);
        let mut code = self.codes[pattern.index()];
        let mut solution = Solution::EMPTY;
        if code == 0 {
            return solution;
        }
        let mut turn = (code % FIRST - 1) as usize;
        solution.push(hold.near(turn));
        code /= FIRST;
        while code != 0 {
            turn = TURN_AFTER[turn / 3][(code % NEXT) as usize] as usize;
            solution.push(hold.near(turn));
            code /= NEXT;
        }
        solution
    }
}

/// The code of a turn followed by the turns of another code.
fn prefixed(turn: usize, rest: u32) -> u32 {
    let digit = match rest {
        0 => 0,
        _ => u32::from(DIGIT_AFTER[turn][(rest % FIRST - 1) as usize]),
    };
    turn as u32 + 1 + FIRST * (digit + NEXT * (rest / FIRST))
}
