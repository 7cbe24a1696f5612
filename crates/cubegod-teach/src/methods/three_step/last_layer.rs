//! The last layer: an algorithm that orients the corners, and one that permutes them.

use super::action::{Action, Extent};
use super::algorithm::{Algorithm, AlgorithmVariant};
use super::solution::Stage;
use cubegod::cube::{Corner, Corners};
use cubegod::geometry::Face;
use cubegod::moves::{FaceTurn, Turns};

/// The twists of four corners, and two bits for the piece at each of the four places.
const TWISTS: usize = 27; // the fourth twist is forced
const PERMUTATIONS: usize = 256;

/// The plans for all 648 last layers.
#[derive(Debug)]
pub(super) struct LastLayer {
    yellow_up: Vec<Action>,
    places: Vec<Action>,
    plans: Vec<Plan>,
}

/// The shortest solution of a last layer: at most one action per stage.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) extent: Extent,
    /// The indices of actions.
    yellow_up: Option<u16>,
    places: Option<u16>,
}

impl LastLayer {
    pub(super) fn new() -> LastLayer {
        let yellow_up: Vec<Action> = variants(&Algorithm::YELLOW_UP)
            .flat_map(|variant| (0..4).map(move |adjust| action(adjust, Some(variant), 0)))
            .collect();
        // The corners may be right but for a turn of the layer.
        let turns_alone = (1..4).map(|quarters| action(quarters, None, 0));
        let sides = || (0..4).flat_map(|adjust| (0..4).map(move |finish| (adjust, finish)));
        let swaps = variants(&Algorithm::PLACES)
            .flat_map(|variant| sides().map(move |(adjust, finish)| action(adjust, Some(variant), finish)));
        let places: Vec<Action> = turns_alone.chain(swaps).collect();
        let mut layer = LastLayer { yellow_up, places, plans: vec![Plan::default(); TWISTS * PERMUTATIONS] };
        // The places first: the plans for layers that show more than yellow on top are made of those.
        let (oriented, others): (Vec<Corners>, Vec<Corners>) = layers().partition(is_yellow_up);
        for cube in oriented.iter().filter(|cube| **cube != Corners::SOLVED) {
            layer.plans[index(cube)] = layer.plan_for_places(cube);
        }
        for cube in &others {
            layer.plans[index(cube)] = layer.plan_for_yellow_up(cube);
        }
        layer
    }

    fn plan_for_places(&self, cube: &Corners) -> Plan {
        let ending = self.places.iter().enumerate();
        let ending = ending.filter(|(_, action)| cube.compose(&action.effect) == Corners::SOLVED);
        let (number, action) =
            ending.min_by_key(|(_, action)| action.extent.length).expect("two swaps make every permutation");
        Plan { extent: action.extent, yellow_up: None, places: Some(number as u16) }
    }

    fn plan_for_yellow_up(&self, cube: &Corners) -> Plan {
        let plans = self.yellow_up.iter().enumerate().filter_map(|(number, action)| {
            let after = cube.compose(&action.effect);
            let rest = is_yellow_up(&after).then(|| self.plan(&after))?;
            Some(Plan { extent: action.extent.then(rest.extent), yellow_up: Some(number as u16), ..*rest })
        });
        plans.min_by_key(|plan| plan.extent.length).expect("there is an algorithm for all twists")
    }

    /// Returns the plan for a cube whose white layer is done and whose pieces are named by where they belong.
    #[inline]
    pub(super) fn plan(&self, cube: &Corners) -> &Plan {
        &self.plans[index(cube)]
    }

    /// Returns the actions of a plan.
    pub(super) fn steps<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = (Stage, &'a Action)> {
        let yellow_up = plan.yellow_up.map(|number| (Stage::YellowUp, &self.yellow_up[usize::from(number)]));
        let places = plan.places.map(|number| (Stage::LastLayer, &self.places[usize::from(number)]));
        yellow_up.into_iter().chain(places)
    }
}

/// Returns all variants of these algorithms.
fn variants(algorithms: &'static [Algorithm]) -> impl Iterator<Item = AlgorithmVariant> {
    algorithms.iter().flat_map(|&algorithm| AlgorithmVariant::all(algorithm))
}

/// Creates the action of an algorithm between turns of the top layer.
fn action(adjust: i64, variant: Option<AlgorithmVariant>, finish: i64) -> Action {
    let [adjust, finish] = [adjust, finish].map(Turns::from_quarters);
    let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
    let algorithm = variant.map(AlgorithmVariant::turns).unwrap_or_default();
    let turns = top(adjust).into_iter().chain(algorithm).chain(top(finish)).collect();
    Action { adjust, variant, finish, ..Action::new(turns) }
}

/// Returns all 648 cubes whose white layer is done.
fn layers() -> impl Iterator<Item = Corners> {
    let arrangements = (0..PERMUTATIONS).map(|number| [0, 2, 4, 6].map(|bits| number >> bits & 3));
    let permutations =
        arrangements.filter(|pieces| pieces.iter().fold(0, |set, piece| set | 1 << piece) == 15);
    permutations.flat_map(|permutation| {
        (0..TWISTS as u8).map(move |twist| {
            let [a, b, c] = [twist % 3, twist / 3 % 3, twist / 9];
            let (mut pieces, mut twists) = (Corner::ALL, [0; 8]);
            twists[..4].copy_from_slice(&[a, b, c, (9 - a - b - c) % 3]);
            permutation.iter().enumerate().for_each(|(place, &piece)| pieces[place] = Corner::ALL[piece]);
            Corners::new(pieces, twists).expect("a permutation of four corners")
        })
    })
}

fn is_yellow_up(cube: &Corners) -> bool {
    cube.codes()[..4].iter().all(|code| code >> 3 == 0)
}

#[inline]
fn index(cube: &Corners) -> usize {
    let [a, b, c, d, ..] = cube.codes();
    let twist = (a >> 3) + 3 * (b >> 3) + 9 * (c >> 3);
    let permutation = (a & 3) | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6;
    usize::from(twist) * PERMUTATIONS + usize::from(permutation)
}
