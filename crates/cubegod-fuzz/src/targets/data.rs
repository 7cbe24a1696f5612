//! Sticker data and expressions: the first line is an expression, the rest is the data.

use crate::{assert_short_line, text};
use cubegod::Size;
use cubegod::data::{self, Expression, Order, Orientation, Readings};
use cubegod::formats::Format;

pub(crate) fn run(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (expression, text) = text.split_once('\n').unwrap_or((text, ""));
    let expression = Expression::new(expression);
    if let Err(error) = &expression {
        assert_short_line(&error.to_string());
    }
    for size in [None, Some(Size::TWO), Some(Size::THREE)] {
        for format in Format::ALL {
            let stickers = match data::read(text, size, format) {
                Ok(stickers) => stickers,
                Err(error) => {
                    assert_short_line(&error.to_string());
                    continue;
                }
            };
            assert!(size.is_none_or(|size| size == stickers.size()));
            let order = Order::of(format);
            let written = order.read_out(&stickers);
            assert_eq!(order.put_on(stickers.size(), &written).as_ref(), Some(&stickers));
            assert!(!format.write_labels(&stickers).contains(|c: char| c.is_control() && c != '\n'));
            if let Ok(expression) = &expression
                && stickers.size() <= Size::THREE
            {
                let readings = Readings::new(stickers.size(), &[Orientation::AS_IT_IS], &[order]);
                let found = expression.matches(&readings, &stickers);
                assert!(found.iter().all(|one| one.reading == written && written.contains(&one.text)));
            }
        }
    }
}
