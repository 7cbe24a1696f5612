//! The contest judge: every data set has one ruling, and the verdict agrees with the library's turns.

use crate::{MAX_BYTES, assert_short_line};
use cubegod::{Alg, FaceTurn, Size, Stickers};
use cubegod_contest::judge::{Judge, Operation, mixed_faces};

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let mut judge = Judge::new();
    let mut last_set = 0;
    let mut turned: Option<Turned> = None;
    let line_count = data.split(|&byte| byte == b'\n').count() as u64;
    for line in data.split(|&byte| byte == b'\n') {
        let before = judge.stickers();
        let ruling = judge.take(line);
        // Only an operation may move stickers, and it must move them as the library does.
        if let Some(operation) = Operation::read(line)
            && ruling.is_none()
            && judge.stickers() != before
        {
            let turned = turned.get_or_insert_with(|| Turned { start: before.clone(), alg: Vec::new() });
            turned.alg.push(operation.into());
        }
        let Some(ruling) = ruling else { continue };
        assert!((1..=line_count).contains(&ruling.line), "{ruling:?}");
        if let Some(set) = ruling.set {
            assert!(set > last_set && set <= judge.set(), "{ruling:?}");
            last_set = set;
        }
        match ruling.verdict {
            Ok(solved) => {
                let stickers = judge.stickers();
                assert_eq!(solved, stickers.is_uniform());
                assert_eq!(solved, mixed_faces(&stickers).is_empty());
                if let Some(turned) = &turned {
                    assert_eq!(turned.stickers(), stickers);
                }
            }
            Err(flaw) => assert_short_line(&flaw.to_string()),
        }
        turned = None;
    }
    let was_over = judge.is_over();
    let last = judge.finish();
    assert_eq!(last.is_none(), was_over);
    if let Some(flaw) = last.and_then(|ruling| ruling.verdict.err()) {
        assert_short_line(&flaw.to_string());
    }
}

/// The stickers of a data set before the first operation that changed any, and the turns since then.
struct Turned {
    start: Stickers<char>,
    alg: Vec<FaceTurn>,
}

impl Turned {
    fn stickers(&self) -> Stickers<char> {
        let mut stickers = self.start.clone();
        assert_eq!(stickers.size(), Size::THREE);
        let alg: Alg = self.alg.iter().copied().collect();
        stickers.apply(&alg).expect("every cube has the face turns");
        stickers
    }
}
