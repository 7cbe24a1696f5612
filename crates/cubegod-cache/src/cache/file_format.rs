//! The format of a table file: a header of whole pages, then the contents exactly as they are used in memory.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic bytes |
//! | 4 | format version |
//! | 4 | checksum of the rest of the header |
//! | 4 | table version |
//! | 36 | table name, padded with zeros |
//! | 8 | length of the contents |
//! | 4 each | checksum of every block of the contents |
//! | | zeros up to a whole page |
//!
//! Numbers are little-endian. Magic bytes and format version are at the same place in every format version.

use std::fmt;

/// The first bytes of every table file.
const MAGIC: &[u8; 8] = b"cubegod\n";

/// The format version, raised when the format changes.
const FORMAT: u32 = 2;

const CHECKSUM_AT: usize = 12;
const TABLE_VERSION_AT: usize = 16;
const NAME_AT: usize = 20;
const LENGTH_AT: usize = 56;
const CHECKSUMS_AT: usize = 64;

/// The contents begin at a multiple of this, so that they are aligned in a mapped file.
const PAGE: usize = 4096;

/// The number of bytes of contents per checksum.
pub(super) const BLOCK: usize = 4 << 20;

/// A limit for the length of contents, far above that of any table.
const MAX_LENGTH: u64 = 1 << 40;

/// The identity of a table, which its file must match.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TableId {
    /// The name of the table and of its file.
    pub name: &'static str,
    /// The version of the contents; files with another version are rejected.
    pub version: u32,
}

/// Why a table file is rejected.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TableFault {
    /// It was written by another version of this program.
    OtherVersion,
    /// It is corrupt, or not a table file.
    Damaged(String),
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::OtherVersion => f.write_str("of another version"),
            TableFault::Damaged(how) => write!(f, "damaged ({how})"),
        }
    }
}

fn damaged(how: impl Into<String>) -> TableFault {
    TableFault::Damaged(how.into())
}

/// Returns the header of a file.
pub(super) fn header(id: TableId, contents: &[u8]) -> Vec<u8> {
    assert!(id.name.len() <= LENGTH_AT - NAME_AT, "table names are short");
    let mut header = vec![0; header_length(contents.len())];
    let mut put = |place: usize, bytes: &[u8]| header[place..place + bytes.len()].copy_from_slice(bytes);
    put(0, MAGIC);
    put(MAGIC.len(), &FORMAT.to_le_bytes());
    put(TABLE_VERSION_AT, &id.version.to_le_bytes());
    put(NAME_AT, id.name.as_bytes());
    put(LENGTH_AT, &(contents.len() as u64).to_le_bytes());
    for (index, block) in contents.chunks(BLOCK).enumerate() {
        put(CHECKSUMS_AT + 4 * index, &crc32fast::hash(block).to_le_bytes());
    }
    let checksum = crc32fast::hash(&header[TABLE_VERSION_AT..]);
    header[CHECKSUM_AT..TABLE_VERSION_AT].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// A file whose header was checked; its contents may be corrupt.
#[derive(Copy, Clone, Debug)]
pub(super) struct ParsedFile<'a> {
    header: &'a [u8],
    pub(super) contents: &'a [u8],
}

impl ParsedFile<'_> {
    /// Returns whether a block of the contents, or a copy of it, matches its checksum.
    pub(super) fn is_intact(&self, index: usize, block: &[u8]) -> bool {
        read_u32(self.header, CHECKSUMS_AT + 4 * index) == Some(crc32fast::hash(block))
    }

    /// Returns the fault for a corrupt block.
    pub(super) fn damage(&self, index: usize) -> TableFault {
        let first = self.header.len() + index * BLOCK;
        let last = self.header.len() + self.contents.len().min((index + 1) * BLOCK) - 1;
        damaged(format!("somewhere in bytes {first} to {last}"))
    }
}

/// Checks a file and returns its contents.
pub(super) fn contents(id: TableId, file: &[u8]) -> Result<&[u8], TableFault> {
    let parse = parse(id, file)?;
    let blocks: Vec<(usize, &[u8])> = parse.contents.chunks(BLOCK).enumerate().collect();
    let first_bad = |blocks: &[(usize, &[u8])]| {
        blocks.iter().find(|(index, block)| !parse.is_intact(*index, block)).map(|(index, _)| *index)
    };
    // For a few blocks, starting threads takes longer than checking.
    let bad = if blocks.len() < 64 {
        first_bad(&blocks)
    } else {
        let per_thread = blocks.len().div_ceil(crate::threads());
        std::thread::scope(|scope| {
            let checks: Vec<_> =
                blocks.chunks(per_thread).map(|blocks| scope.spawn(|| first_bad(blocks))).collect();
            checks.into_iter().find_map(|check| check.join().unwrap_or(Some(0)))
        })
    };
    bad.map_or(Ok(parse.contents), |index| Err(parse.damage(index)))
}

/// Checks the header of a file.
pub(super) fn parse(id: TableId, file: &[u8]) -> Result<ParsedFile<'_>, TableFault> {
    if !file.starts_with(MAGIC) {
        return Err(damaged(if file.is_empty() { "it is empty" } else { "it is not a table file" }));
    }
    let format_version = read_u32(file, MAGIC.len()).ok_or_else(|| damaged("it is truncated"))?;
    if format_version != FORMAT {
        return Err(TableFault::OtherVersion);
    }
    let length = file.get(LENGTH_AT..CHECKSUMS_AT).ok_or_else(|| damaged("it is truncated"))?;
    let length = u64::from_le_bytes(length.try_into().map_err(|_| damaged("it is truncated"))?);
    // With this limit the sums below cannot overflow.
    let length =
        Some(length).filter(|&length| length <= MAX_LENGTH).and_then(|length| length.try_into().ok());
    let length: usize = length.ok_or_else(|| damaged("its header is corrupt"))?;
    let start = header_length(length);
    let header = file.get(..start).ok_or_else(|| damaged("it is truncated"))?;
    if read_u32(header, CHECKSUM_AT) != Some(crc32fast::hash(&header[TABLE_VERSION_AT..])) {
        return Err(damaged("its header is corrupt"));
    }
    let name = &header[NAME_AT..LENGTH_AT];
    let name = &name[..name.iter().position(|&byte| byte == 0).unwrap_or(name.len())];
    if name != id.name.as_bytes() {
        return Err(damaged(format!("it is the table {}", String::from_utf8_lossy(name))));
    }
    if read_u32(header, TABLE_VERSION_AT) != Some(id.version) {
        return Err(TableFault::OtherVersion);
    }
    let contents = &file[start..];
    if contents.len() != length {
        let expected = (start as u64).saturating_add(length as u64);
        return Err(damaged(format!("it has {} bytes instead of {expected}", file.len())));
    }
    Ok(ParsedFile { header, contents })
}

pub(super) fn header_length(contents: usize) -> usize {
    (CHECKSUMS_AT + 4 * contents.div_ceil(BLOCK)).next_multiple_of(PAGE)
}

fn read_u32(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..place + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEST_TABLE: TableId = TableId { name: "some", version: 3 };

    fn file(id: TableId, contents: &[u8]) -> Vec<u8> {
        [&header(id, contents)[..], contents].concat()
    }

    #[test]
    fn contents_survive_a_round_trip() {
        for length in [0, 1, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let table: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            assert_eq!(contents(TEST_TABLE, &file(TEST_TABLE, &table)), Ok(&table[..]), "{length} bytes");
        }
    }

    #[test]
    fn the_header_grows_with_the_number_of_checksums() {
        assert_eq!(header_length(0), PAGE);
        let most = (PAGE - CHECKSUMS_AT) / 4 * BLOCK;
        assert_eq!((header_length(most), header_length(most + 1)), (PAGE, 2 * PAGE));
    }

    #[test]
    fn a_change_of_any_byte_is_detected() {
        let table = vec![7; BLOCK + 1000];
        let whole = file(TEST_TABLE, &table);
        let places = [0, 7, 12, 16, 20, 23, 55, 56, 60, 63, 64, 68, 72, 4000, 4095, 4096, 5000];
        for place in places.into_iter().chain([PAGE + BLOCK - 1, PAGE + BLOCK, whole.len() - 1]) {
            for bit in [1, 128] {
                let mut other = whole.clone();
                other[place] ^= bit;
                assert!(matches!(contents(TEST_TABLE, &other), Err(TableFault::Damaged(_))), "byte {place}");
            }
        }
        let mut other = whole.clone();
        other[8] ^= 1;
        assert_eq!(contents(TEST_TABLE, &other), Err(TableFault::OtherVersion));
    }

    #[test]
    fn damage_is_reported_with_its_place() {
        let mut file = file(TEST_TABLE, &vec![7; BLOCK + 1000]);
        *file.last_mut().unwrap() = 8;
        let fault = contents(TEST_TABLE, &file).unwrap_err();
        assert_eq!(fault.to_string(), "damaged (somewhere in bytes 4198400 to 4199399)");
    }

    #[test]
    fn a_shorter_or_longer_file_is_rejected() {
        let whole = file(TEST_TABLE, &[7; 1000]);
        for length in [0, 1, 8, 11, 12, 55, 63, 64, 4095, 4096, 4097, whole.len() - 1] {
            assert!(
                matches!(contents(TEST_TABLE, &whole[..length]), Err(TableFault::Damaged(_))),
                "{length} bytes"
            );
        }
        let fault = contents(TEST_TABLE, &[&whole[..], &[0]].concat()).unwrap_err();
        assert_eq!(fault, damaged("it has 5097 bytes instead of 5096"));
    }

    #[test]
    fn a_huge_length_in_the_header_is_rejected() {
        let mut file = file(TEST_TABLE, &[7; 1000]);
        for length in [u64::MAX, u64::MAX / 2, 1 << 40, 5097] {
            file[LENGTH_AT..CHECKSUMS_AT].copy_from_slice(&length.to_le_bytes());
            assert!(matches!(contents(TEST_TABLE, &file), Err(TableFault::Damaged(_))), "{length}");
        }
    }

    #[test]
    fn other_tables_and_other_versions_are_rejected() {
        let table = file(TEST_TABLE, &[7; 1000]);
        let other = TableId { name: "other", ..TEST_TABLE };
        assert_eq!(contents(other, &table), Err(damaged("it is the table some")));
        assert_eq!(contents(TableId { version: 4, ..TEST_TABLE }, &table), Err(TableFault::OtherVersion));
        let first_format = [&MAGIC[..], &1u32.to_le_bytes(), &[0; 1004]].concat();
        assert_eq!(contents(TEST_TABLE, &first_format), Err(TableFault::OtherVersion));
        assert_eq!(contents(TEST_TABLE, b"hello"), Err(damaged("it is not a table file")));
    }

    proptest! {
        #[test]
        fn any_file_is_rejected_or_has_the_right_contents(
            bytes in prop::collection::vec(any::<u8>(), 0..200), place in 0..5200usize, length in 0..6000usize,
        ) {
            let mut file = file(TEST_TABLE, &[7; 1000]);
            file.truncate(length);
            let place = place.min(file.len());
            let end = (place + bytes.len()).min(file.len());
            file[place..end].copy_from_slice(&bytes[..end - place]);
            if let Ok(contents) = contents(TEST_TABLE, &file) {
                prop_assert_eq!(contents, &[7; 1000][..]);
            }
        }
    }
}
