//! x
use cubegod::solve::pocket::*;
use cubegod::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for _ in 0..5 {
        let t = cpu();
        let table = PocketTable::half_turns();
        println!("build {:.1} ms {}", 1e3 * (cpu() - t), table.histogram().len());
    }
    let t = cpu();
    let _ = PocketTable::quarter_turns();
    println!("qtm build {:.1}", 1e3 * (cpu() - t));
    let table = PocketTable::half_turns();
    let t = cpu();
    let book = SolutionBook::new(&table);
    println!("book build {:.1}", 1e3 * (cpu() - t));
    let mut r = scramble::generator(1);
    let cubes: Vec<Cube2> = (0..1_000_000).map(|_| Cube2::random(&mut r)).collect();
    for _ in 0..4 {
        let t = cpu();
        let mut n = 0usize;
        for c in &cubes {
            n += table.solve(c).len();
        }
        println!("solve {:.2} M/s mean {}", cubes.len() as f64 / (cpu() - t) / 1e6, n as f64 / 1e6);
        let t = cpu();
        let mut n = 0usize;
        for c in &cubes {
            n += book.solve(c).len();
        }
        println!("book {:.2} M/s mean {}", cubes.len() as f64 / (cpu() - t) / 1e6, n as f64 / 1e6);
        let t = cpu();
        let mut n = 0usize;
        for c in &cubes {
            n += table.distance(c) as usize;
        }
        println!("distance {:.2} M/s mean {}", cubes.len() as f64 / (cpu() - t) / 1e6, n as f64 / 1e6);
    }
}
