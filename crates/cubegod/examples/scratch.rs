//! x
use cubegod::moves::FaceSet;
use cubegod::solve::pocket::*;
use cubegod::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for _ in 0..3 {
        let t = cpu();
        let table = PocketTable::half_turns();
        println!("build {:.1} ms {}", 1e3 * (cpu() - t), table.histogram().len());
    }
    let table = PocketTable::half_turns();
    let mut r = scramble::generator(1);
    let cubes: Vec<Cube2> = (0..1_000_000).map(|_| Cube2::random(&mut r)).collect();
    let mut sols = vec![Solution::EMPTY; cubes.len()];
    for _ in 0..3 {
        let t = cpu();
        table.solve_many(&cubes, &mut sols);
        println!(
            "many {:.2} M/s mean {}",
            cubes.len() as f64 / (cpu() - t) / 1e6,
            sols.iter().map(|s| s.len()).sum::<usize>() as f64 / 1e6
        );
        let t = cpu();
        let mut n = 0;
        for c in &cubes {
            n += table.solve(c).len();
        }
        println!("solve {:.2} M/s mean {}", cubes.len() as f64 / (cpu() - t) / 1e6, n as f64 / 1e6);
        let t = cpu();
        let mut n = 0;
        for c in &cubes[..200000] {
            n += table.solve_exact(c).len();
        }
        println!("exact {:.3} M/s mean {}", 0.2 / (cpu() - t), n as f64 / 2e5);
    }
    for f in ["UDLR", "UDLRF", "UDR"] {
        let s = PocketSolver::new(&table, Goal { exact: true, faces: f.parse::<FaceSet>().unwrap() });
        let a = PocketSolver::new(&table, Goal { exact: false, faces: f.parse::<FaceSet>().unwrap() });
        for (name, s) in [("exact", s), ("any", a)] {
            let t = cpu();
            let mut max = 0;
            let mut n = 0;
            let mut worst = 0f64;
            for c in &cubes[..20] {
                let t = cpu();
                let l = s.solve(c).unwrap().len();
                n += l;
                max = max.max(l);
                worst = worst.max(cpu() - t);
            }
            println!(
                "{f} {name}: mean {} max {max} {:.1} ms each, worst {:.1}",
                n as f64 / 20.0,
                1e3 * (cpu() - t) / 20.0,
                worst * 1e3
            );
        }
    }
}
