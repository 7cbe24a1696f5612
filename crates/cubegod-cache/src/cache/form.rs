//! The form of a table file: a header of whole pages, then the contents just as they are used.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the mark of all table files |
//! | 4 | the version of this form |
//! | 4 | the checksum of the rest of the header |
//! | 4 | the version of the table |
//! | 36 | the name of the table, then zeros |
//! | 8 | the length of the contents |
//! | 4 each | the checksum of every block of the contents |
//! | | zeros up to a whole page |
//!
//! Numbers are little-endian. The mark and the version of the form were there in every version.

use std::fmt;

/// The first bytes of every table file.
const MARK: &[u8; 8] = b"cubegod\n";

/// Raised when what is described above changes.
const FORM: u32 = 2;

const CHECKSUM_AT: usize = 12;
const TABLE_VERSION_AT: usize = 16;
const NAME_AT: usize = 20;
const LENGTH_AT: usize = 56;
const CHECKSUMS_AT: usize = 64;

/// The contents begin at such a multiple, so that what is in them lies in memory as it does in the file.
const PAGE: usize = 4096;

/// As much of the contents as has a checksum of its own.
pub(super) const BLOCK: usize = 4 << 20;

/// Far more than any table has.
const LONGEST: u64 = 1 << 40;

/// What a file must hold to be taken.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Label {
    /// The name of the table and of its file.
    pub name: &'static str,
    /// Raised whenever the contents of the table change, so that files of older versions are not taken.
    pub version: u32,
}

/// Why a file is not taken.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Flaw {
    /// Written by another version of this program.
    OtherVersion,
    /// Not what was written, or nothing that was ever written here.
    Damaged(String),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::OtherVersion => f.write_str("of another version"),
            Flaw::Damaged(how) => write!(f, "damaged ({how})"),
        }
    }
}

fn damaged(how: impl Into<String>) -> Flaw {
    Flaw::Damaged(how.into())
}

/// What comes before the contents in a file.
pub(super) fn header(label: Label, contents: &[u8]) -> Vec<u8> {
    assert!(label.name.len() <= LENGTH_AT - NAME_AT, "the name of a table is short");
    let mut header = vec![0; header_length(contents.len())];
    let mut put = |place: usize, bytes: &[u8]| header[place..place + bytes.len()].copy_from_slice(bytes);
    put(0, MARK);
    put(MARK.len(), &FORM.to_le_bytes());
    put(TABLE_VERSION_AT, &label.version.to_le_bytes());
    put(NAME_AT, label.name.as_bytes());
    put(LENGTH_AT, &(contents.len() as u64).to_le_bytes());
    for (index, block) in contents.chunks(BLOCK).enumerate() {
        put(CHECKSUMS_AT + 4 * index, &crc32fast::hash(block).to_le_bytes());
    }
    let checksum = crc32fast::hash(&header[TABLE_VERSION_AT..]);
    header[CHECKSUM_AT..TABLE_VERSION_AT].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// A file whose header was checked, but not yet its contents.
#[derive(Copy, Clone, Debug)]
pub(super) struct Layout<'a> {
    header: &'a [u8],
    pub(super) contents: &'a [u8],
}

impl Layout<'_> {
    /// Whether a block of the contents, or a copy of it, is what was written.
    pub(super) fn is_sound(&self, index: usize, block: &[u8]) -> bool {
        number(self.header, CHECKSUMS_AT + 4 * index) == Some(crc32fast::hash(block))
    }

    /// That a block is not what was written.
    pub(super) fn damage(&self, index: usize) -> Flaw {
        let first = self.header.len() + index * BLOCK;
        let last = self.header.len() + self.contents.len().min((index + 1) * BLOCK) - 1;
        damaged(format!("somewhere in bytes {first} to {last}"))
    }
}

/// The contents of a whole file, once everything was checked.
pub(super) fn contents(label: Label, file: &[u8]) -> Result<&[u8], Flaw> {
    let layout = layout(label, file)?;
    let blocks: Vec<(usize, &[u8])> = layout.contents.chunks(BLOCK).enumerate().collect();
    let first_bad = |blocks: &[(usize, &[u8])]| {
        blocks.iter().find(|(index, block)| !layout.is_sound(*index, block)).map(|(index, _)| *index)
    };
    // A few blocks are checked sooner than threads are there.
    let bad = if blocks.len() < 64 {
        first_bad(&blocks)
    } else {
        let share = blocks.len().div_ceil(crate::threads());
        std::thread::scope(|scope| {
            let checks: Vec<_> = blocks.chunks(share).map(|share| scope.spawn(|| first_bad(share))).collect();
            checks.into_iter().find_map(|check| check.join().unwrap_or(Some(0)))
        })
    };
    bad.map_or(Ok(layout.contents), |index| Err(layout.damage(index)))
}

/// Where everything is in a file, once the header was checked.
pub(super) fn layout(label: Label, file: &[u8]) -> Result<Layout<'_>, Flaw> {
    if !file.starts_with(MARK) {
        return Err(damaged(if file.is_empty() { "it is empty" } else { "it is no table file" }));
    }
    let form = number(file, MARK.len()).ok_or_else(|| damaged("it is cut off"))?;
    if form != FORM {
        return Err(Flaw::OtherVersion);
    }
    let length = file.get(LENGTH_AT..CHECKSUMS_AT).ok_or_else(|| damaged("it is cut off"))?;
    let length = u64::from_le_bytes(length.try_into().map_err(|_| damaged("it is cut off"))?);
    // Longer ones were never written; so the sums below are small.
    let length = Some(length).filter(|&length| length <= LONGEST).and_then(|length| length.try_into().ok());
    let length: usize = length.ok_or_else(|| damaged("its header is wrong"))?;
    let start = header_length(length);
    let header = file.get(..start).ok_or_else(|| damaged("it is cut off"))?;
    if number(header, CHECKSUM_AT) != Some(crc32fast::hash(&header[TABLE_VERSION_AT..])) {
        return Err(damaged("its header is wrong"));
    }
    let name = &header[NAME_AT..LENGTH_AT];
    let name = &name[..name.iter().position(|&byte| byte == 0).unwrap_or(name.len())];
    if name != label.name.as_bytes() {
        return Err(damaged(format!("it is the table {}", String::from_utf8_lossy(name))));
    }
    if number(header, TABLE_VERSION_AT) != Some(label.version) {
        return Err(Flaw::OtherVersion);
    }
    let contents = &file[start..];
    if contents.len() != length {
        let expected = (start as u64).saturating_add(length as u64);
        return Err(damaged(format!("it has {} bytes instead of {expected}", file.len())));
    }
    Ok(Layout { header, contents })
}

pub(super) fn header_length(contents: usize) -> usize {
    (CHECKSUMS_AT + 4 * contents.div_ceil(BLOCK)).next_multiple_of(PAGE)
}

fn number(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..place + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SOME: Label = Label { name: "some", version: 3 };

    fn file(label: Label, contents: &[u8]) -> Vec<u8> {
        [&header(label, contents)[..], contents].concat()
    }

    #[test]
    fn what_was_put_in_comes_out() {
        for length in [0, 1, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let table: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            assert_eq!(contents(SOME, &file(SOME, &table)), Ok(&table[..]), "{length} bytes");
        }
    }

    #[test]
    fn more_blocks_than_fit_a_page_of_checksums_make_the_header_longer() {
        assert_eq!(header_length(0), PAGE);
        let most = (PAGE - CHECKSUMS_AT) / 4 * BLOCK;
        assert_eq!((header_length(most), header_length(most + 1)), (PAGE, 2 * PAGE));
    }

    #[test]
    fn a_change_anywhere_is_noticed() {
        let table = vec![7; BLOCK + 1000];
        let whole = file(SOME, &table);
        let places = [0, 7, 12, 16, 20, 23, 55, 56, 60, 63, 64, 68, 72, 4000, 4095, 4096, 5000];
        for place in places.into_iter().chain([PAGE + BLOCK - 1, PAGE + BLOCK, whole.len() - 1]) {
            for bit in [1, 128] {
                let mut other = whole.clone();
                other[place] ^= bit;
                assert!(matches!(contents(SOME, &other), Err(Flaw::Damaged(_))), "byte {place}");
            }
        }
        let mut other = whole.clone();
        other[8] ^= 1;
        assert_eq!(contents(SOME, &other), Err(Flaw::OtherVersion));
    }

    #[test]
    fn where_the_damage_is_is_told() {
        let mut file = file(SOME, &vec![7; BLOCK + 1000]);
        *file.last_mut().unwrap() = 8;
        let flaw = contents(SOME, &file).unwrap_err();
        assert_eq!(flaw.to_string(), "damaged (somewhere in bytes 4198400 to 4199399)");
    }

    #[test]
    fn a_shorter_or_longer_file_is_noticed() {
        let whole = file(SOME, &[7; 1000]);
        for length in [0, 1, 8, 11, 12, 55, 63, 64, 4095, 4096, 4097, whole.len() - 1] {
            assert!(matches!(contents(SOME, &whole[..length]), Err(Flaw::Damaged(_))), "{length} bytes");
        }
        let flaw = contents(SOME, &[&whole[..], &[0]].concat()).unwrap_err();
        assert_eq!(flaw, damaged("it has 5097 bytes instead of 5096"));
    }

    #[test]
    fn a_length_beyond_all_memory_does_no_harm() {
        let mut file = file(SOME, &[7; 1000]);
        for length in [u64::MAX, u64::MAX / 2, 1 << 40, 5097] {
            file[LENGTH_AT..CHECKSUMS_AT].copy_from_slice(&length.to_le_bytes());
            assert!(matches!(contents(SOME, &file), Err(Flaw::Damaged(_))), "{length}");
        }
    }

    #[test]
    fn other_tables_and_other_versions_are_not_taken() {
        let table = file(SOME, &[7; 1000]);
        let other = Label { name: "other", ..SOME };
        assert_eq!(contents(other, &table), Err(damaged("it is the table some")));
        assert_eq!(contents(Label { version: 4, ..SOME }, &table), Err(Flaw::OtherVersion));
        let first_form = [&MARK[..], &1u32.to_le_bytes(), &[0; 1004]].concat();
        assert_eq!(contents(SOME, &first_form), Err(Flaw::OtherVersion));
        assert_eq!(contents(SOME, b"hello"), Err(damaged("it is no table file")));
    }

    proptest! {
        #[test]
        fn whatever_is_in_a_file_it_is_refused_or_whole(
            bytes in prop::collection::vec(any::<u8>(), 0..200), place in 0..5200usize, length in 0..6000usize,
        ) {
            let mut file = file(SOME, &[7; 1000]);
            file.truncate(length);
            let place = place.min(file.len());
            let end = (place + bytes.len()).min(file.len());
            file[place..end].copy_from_slice(&bytes[..end - place]);
            if let Ok(contents) = contents(SOME, &file) {
                prop_assert_eq!(contents, &[7; 1000][..]);
            }
        }
    }
}
