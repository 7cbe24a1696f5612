//! The service gives the same solutions as the library where both have the options.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use cubegod::moves::FaceTurn;
use cubegod::scramble::generator;
use cubegod::{Alg, Cube, Metric, Size, SolveOptions, Solver};
use cubegod_service::solve::{self, SolveContext};
use cubegod_service::{MessageStyle, Solvers};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Value, json};

const REQUESTS: usize = 500;

/// An outcome without what only one of both knows: the solution and the others, the length and whether it is proven, or an error.
#[derive(Debug, PartialEq)]
struct Outcome {
    solutions: Vec<String>,
    length: usize,
    is_optimal: bool,
    error: String,
}

fn failed(error: impl ToString) -> Outcome {
    // The service adds which option would help.
    let error = error.to_string().split(". A larger `").next().unwrap_or_default().to_owned();
    Outcome { solutions: Vec::new(), length: 0, is_optimal: false, error }
}

fn in_library(solver: &Solver, cube: &Cube, options: &SolveOptions) -> Outcome {
    match solver.solve_with(cube, options) {
        Ok(solution) => Outcome {
            solutions: [solution.alg()].into_iter().chain(solution.others()).map(Alg::to_string).collect(),
            length: solution.len(),
            is_optimal: solution.is_optimal(),
            error: String::new(),
        },
        Err(error) => failed(error),
    }
}

fn in_service(solvers: &Solvers, fields: Value) -> Outcome {
    let request: solve::Request = serde_json::from_value(fields).unwrap();
    match solve::respond(&request, solvers, &SolveContext::default(), MessageStyle::NEUTRAL) {
        Ok(response) => {
            let fields = serde_json::to_value(response).unwrap();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let solutions = match &fields["solutions"] {
                Value::Array(all) => all.iter().map(text).collect(),
                _ => vec![text(&fields["solution"])],
            };
            Outcome {
                solutions,
                length: fields["length"].as_u64().unwrap() as usize,
                is_optimal: fields["optimal"].as_bool().unwrap(),
                error: String::new(),
            }
        }
        Err(error) => failed(error),
    }
}

/// Returns a random cube; some are a few turns from a solved one.
fn random_cube(size: Size, random: &mut impl Rng) -> Cube {
    if random.random_bool(0.7) {
        return Cube::random(size, random).unwrap();
    }
    let turns = (0..random.random_range(0..6)).map(|_| FaceTurn::ALL[random.random_range(0..18)]);
    Cube::solved(size).unwrap().apply(&turns.collect::<Alg>()).unwrap()
}

#[test]
fn the_service_gives_the_solutions_of_the_library() {
    let (solver, solvers) = (Solver::new(), Solvers::with_small_tables());
    let mut random = generator(1);
    let mut errors = 0;
    for _ in 0..REQUESTS {
        let size = *[Size::TWO, Size::THREE].choose(&mut random).unwrap();
        let cube = random_cube(size, &mut random);
        let mut options = SolveOptions::new();
        let mut fields = json!({"cube": cube.to_string(), "from": "facelets"});
        if size == Size::THREE || random.random_bool(0.3) {
            let nodes = *[1_000, 10_000].choose(&mut random).unwrap();
            options = options.max_nodes(nodes);
            fields["nodes"] = nodes.into();
        }
        if random.random_bool(0.4) {
            let metric = *Metric::ALL.choose(&mut random).unwrap();
            options = options.metric(metric);
            fields["metric"] = metric.name().into();
        }
        // These need a table of their own for each request.
        if random.random_bool(0.15) {
            let faces = *["URF", "URFDL", "RU"].choose(&mut random).unwrap();
            options = options.faces(faces.parse().unwrap());
            fields["faces"] = faces.into();
        }
        if random.random_bool(0.3) {
            let target = random_cube(size, &mut random);
            options = options.target(target);
            fields["target"] = target.to_string().into();
        }
        if size == Size::TWO && random.random_bool(0.3) {
            options = options.exact(true);
            fields["exact"] = true.into();
        }
        if size == Size::THREE && random.random_bool(0.3) {
            let solutions = random.random_range(1..4);
            options = options.solutions(solutions);
            fields["solutions"] = solutions.into();
        }
        let expected = in_library(&solver, &cube, &options);
        errors += usize::from(!expected.error.is_empty());
        let found = in_service(&solvers, fields.clone());
        // The library also derives bounds in other metrics than half turns.
        let is_optimal = found.is_optimal || expected.is_optimal && expected.error.is_empty();
        assert_eq!(Outcome { is_optimal, ..found }, expected, "{fields}");
    }
    assert!((10..REQUESTS / 2).contains(&errors), "{errors}");
}
