//! Completes a cube with hidden stickers.

use cubegod::{Cube, CubeError, Facelet, Solver, View};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The last face is hidden; the others determine it.
    let cube: Cube = "DBFRDULUUFFBLDDBLRBU????".parse()?;
    println!("hidden stickers found: {cube}");
    assert_eq!(cube.to_string(), "DBFRDULUUFFBLDDBLRBURFLR");
    println!("solution: {}", Solver::new().solve(&cube)?);

    // Two adjacent faces are hidden: several cubes fit.
    let text = "DBFRDULUUFFBLDDB????????";
    let view: View = text.parse()?;
    println!("{} cubes fit {text}", view.count());
    assert_eq!(text.parse::<Cube>(), Err(CubeError::Ambiguous { count: view.count() }));

    // The sticker whose colour leaves the fewest cubes on average.
    let completions = view.complete()?;
    let question = view.next_question(&completions).ok_or("several cubes fit")?;
    println!("look at {} next", Facelet::of_index(view.size(), question.sticker));
    assert!(completions.iter().any(|stickers| Cube::try_from(&stickers) == Ok(cube)));
    Ok(())
}
