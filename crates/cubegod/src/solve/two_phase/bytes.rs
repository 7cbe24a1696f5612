//! Serialization of tables: sections, each after its length.

use crate::solve::prefetch::prefetch;
use std::borrow::Cow;

/// The alignment of sections, so that no entry crosses a cache line.
const ALIGNMENT: usize = 64;

/// Writes sections one after the other.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn put<const N: usize>(&mut self, entries: impl ExactSizeIterator<Item = [u8; N]>) {
        self.begin(entries.len() * N);
        entries.for_each(|entry| self.0.extend_from_slice(&entry));
    }

    pub(super) fn put_bytes(&mut self, bytes: &[u8]) {
        self.begin(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn begin(&mut self, length: usize) {
        let start = (self.0.len() + size_of::<u64>()).next_multiple_of(ALIGNMENT);
        self.0.reserve(start - self.0.len() + length);
        self.0.resize(start - size_of::<u64>(), 0);
        self.0.extend_from_slice(&(length as u64).to_le_bytes());
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads sections, and checks every length.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, offset: 0 }
    }

    pub(super) fn take_bytes(&mut self) -> Option<&'a [u8]> {
        let start = self.offset.checked_add(size_of::<u64>())?.checked_next_multiple_of(ALIGNMENT)?;
        let length = self.bytes.get(start - size_of::<u64>()..start)?.try_into().ok()?;
        let end = start.checked_add(usize::try_from(u64::from_le_bytes(length)).ok()?)?;
        self.offset = end;
        self.bytes.get(start..end)
    }

    /// Reads a section of this many entries.
    pub(super) fn take<const N: usize, T>(
        &mut self,
        count: usize,
        entry: impl Fn([u8; N]) -> T,
    ) -> Option<Vec<T>> {
        let (entries, rest) = self.take_bytes()?.as_chunks::<N>();
        (rest.is_empty() && entries.len() == count)
            .then(|| entries.iter().map(|&bytes| entry(bytes)).collect())
    }

    /// Reads a section of rows of equal length.
    pub(super) fn take_rows<const ROW: usize, const N: usize, T: Copy>(
        &mut self,
        rows: usize,
        entry: impl Fn([u8; N]) -> T,
    ) -> Option<Vec<[T; ROW]>> {
        let entries = self.take(rows * ROW, entry)?;
        let (rows, _) = entries.as_chunks::<ROW>();
        Some(rows.to_vec())
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.offset == self.bytes.len()
    }
}

/// Numbers below 16, two per byte.
#[derive(Clone, Debug)]
pub(super) struct Nibbles<'a>(Cow<'a, [u8]>);

impl<'a> Nibbles<'a> {
    /// Packs numbers; those above 15 become 15.
    pub(super) fn new(numbers: &[u8]) -> Nibbles<'static> {
        let pair = |two: &[u8]| two[0].min(15) | two.get(1).map_or(0, |&second| second.min(15)) << 4;
        Nibbles(numbers.chunks(2).map(pair).collect())
    }

    /// Borrows the bytes of `count` numbers; `None` if the length is wrong.
    pub(super) fn from_bytes(bytes: &'a [u8], count: usize) -> Option<Nibbles<'a>> {
        (bytes.len() == count.div_ceil(2)).then_some(Nibbles(Cow::Borrowed(bytes)))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u8 {
        self.0[index / 2] >> (index % 2 * 4) & 15
    }

    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        prefetch(&self.0, index / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_round_trip_and_wrong_lengths_are_rejected() {
        let mut writer = Writer::default();
        writer.put([1u16, 2, 3].into_iter().map(u16::to_le_bytes));
        writer.put_bytes(b"some bytes");
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.take(3, u16::from_le_bytes), Some(vec![1, 2, 3]));
        assert_eq!(reader.take_bytes(), Some(&b"some bytes"[..]));
        assert!(reader.is_at_end());
        assert_eq!(reader.take_bytes(), None);
        assert_eq!(Reader::new(&bytes).take(4, u16::from_le_bytes), None);
        for length in 0..bytes.len() {
            let mut reader = Reader::new(&bytes[..length]);
            let whole = reader.take(3, u16::from_le_bytes).and_then(|_| reader.take_bytes());
            assert_eq!(whole, None, "{length} bytes");
        }
        let mut longer = bytes.clone();
        longer[ALIGNMENT - 1] = 0xFF; // the highest byte of a length
        assert_eq!(Reader::new(&longer).take_bytes(), None);
    }

    #[test]
    fn nibbles_store_small_numbers() {
        let nibbles = Nibbles::new(&[3, 15, 0, 99, 7]);
        assert_eq!([0, 1, 2, 3, 4].map(|index| nibbles.get(index)), [3, 15, 0, 15, 7]);
    }
}
