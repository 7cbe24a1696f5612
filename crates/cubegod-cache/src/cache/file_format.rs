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

use cubegod::parallel::available_threads;
use std::fmt;
use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

/// The first bytes of every table file.
const MAGIC: &[u8; 8] = b"cubegod\n";

/// The format version, raised when the format changes.
const FORMAT: u32 = 2;

const CHECKSUM_AT: usize = 12;
const TABLE_VERSION_AT: usize = 16;
const NAME_AT: usize = 20;
const LENGTH_AT: usize = 56;
const CHECKSUMS_AT: usize = 64;

/// The contents begin at a multiple of this.
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

/// The error for a table file that is rejected.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TableFault {
    /// It was written by another version of this program.
    OtherVersion,
    /// It is corrupt, or not a table file.
    Damaged(Damage),
}

/// How a table file is damaged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Damage {
    /// It has no bytes.
    Empty,
    /// It is not a table file.
    NotATable,
    /// It ends too early.
    Truncated,
    /// Its header is corrupt.
    Header,
    /// It is another table.
    OtherTable(String),
    /// It has the wrong length.
    Length {
        /// Its length in bytes.
        found: u64,
        /// The length according to its header.
        expected: u64,
    },
    /// These bytes do not match their checksum.
    Bytes {
        /// The first byte.
        first: u64,
        /// The last byte.
        last: u64,
    },
    /// Its contents do not have the structure of the table.
    Structure,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::OtherVersion => f.write_str("of another version"),
            TableFault::Damaged(damage) => write!(f, "damaged ({damage})"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Empty => f.write_str("it is empty"),
            Damage::NotATable => f.write_str("it is not a table file"),
            Damage::Truncated => f.write_str("it is truncated"),
            Damage::Header => f.write_str("its header is corrupt"),
            Damage::OtherTable(name) => write!(f, "it is the table {name}"),
            Damage::Length { found, expected } => write!(f, "it has {found} bytes instead of {expected}"),
            Damage::Bytes { first, last } => write!(f, "somewhere in bytes {first} to {last}"),
            Damage::Structure => f.write_str("its contents have the wrong structure"),
        }
    }
}

/// The error for a table file that cannot be read.
#[derive(Debug)]
pub(super) enum ReadError {
    /// The file is rejected.
    Rejected(TableFault),
    /// The system cannot read it.
    Io(io::Error),
    /// There is not enough memory for this many bytes.
    NoMemory(u64),
}

impl From<Damage> for ReadError {
    fn from(damage: Damage) -> ReadError {
        ReadError::Rejected(TableFault::Damaged(damage))
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Damage::Truncated.into(),
            _ => ReadError::Io(error),
        }
    }
}

/// Bytes that are read by position: a file, or memory in tests.
pub(super) trait Bytes: Sync {
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer from a position on.
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()>;
}

impl Bytes for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, position)
    }

    #[cfg(not(unix))]
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        // Threads share the position of a file.
        static READING: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _reading = READING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut file = self;
        file.seek(SeekFrom::Start(position))?;
        file.read_exact(buffer)
    }
}

/// Returns the header of a file whose blocks have these checksums.
pub(super) fn header(id: TableId, length: usize, checksums: impl Iterator<Item = u32>) -> Vec<u8> {
    assert!(id.name.len() <= LENGTH_AT - NAME_AT, "table names are short");
    let mut header = vec![0; header_length(length)];
    let mut put = |offset: usize, bytes: &[u8]| header[offset..offset + bytes.len()].copy_from_slice(bytes);
    put(0, MAGIC);
    put(MAGIC.len(), &FORMAT.to_le_bytes());
    put(TABLE_VERSION_AT, &id.version.to_le_bytes());
    put(NAME_AT, id.name.as_bytes());
    put(LENGTH_AT, &(length as u64).to_le_bytes());
    for (index, checksum) in checksums.enumerate() {
        put(CHECKSUMS_AT + 4 * index, &checksum.to_le_bytes());
    }
    let checksum = crc32fast::hash(&header[TABLE_VERSION_AT..]);
    header[CHECKSUM_AT..TABLE_VERSION_AT].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Returns the checksums of contents in memory.
pub(super) fn checksums(contents: &[u8]) -> impl Iterator<Item = u32> {
    contents.chunks(BLOCK).map(crc32fast::hash)
}

/// A checked header.
#[derive(Debug)]
pub(super) struct Header {
    bytes: Vec<u8>,
    /// The length of the contents.
    pub(super) length: usize,
}

impl Header {
    /// Reads and checks the header of a file, and the length of the file.
    pub(super) fn read(id: TableId, file: &impl Bytes) -> Result<Header, ReadError> {
        let file_length = file.length()?;
        let mut start = [0; CHECKSUMS_AT];
        let start = &mut start[..file_length.min(CHECKSUMS_AT as u64) as usize];
        file.read_at(start, 0)?;
        if !start.starts_with(MAGIC) {
            return Err(if start.is_empty() { Damage::Empty } else { Damage::NotATable }.into());
        }
        let other_version = || Err(ReadError::Rejected(TableFault::OtherVersion));
        let format_version = read_u32(start, MAGIC.len()).ok_or(Damage::Truncated)?;
        if format_version != FORMAT {
            return other_version();
        }
        let length = start.get(LENGTH_AT..CHECKSUMS_AT).ok_or(Damage::Truncated)?;
        let length = u64::from_le_bytes(length.try_into().map_err(|_| Damage::Truncated)?);
        // With this limit the sums below cannot overflow.
        let length =
            Some(length).filter(|&length| length <= MAX_LENGTH).and_then(|length| length.try_into().ok());
        let length: usize = length.ok_or(Damage::Header)?;
        let header_length = header_length(length);
        if file_length < header_length as u64 {
            return Err(Damage::Truncated.into());
        }
        let mut bytes = vec![0; header_length];
        file.read_at(&mut bytes, 0)?;
        if read_u32(&bytes, CHECKSUM_AT) != Some(crc32fast::hash(&bytes[TABLE_VERSION_AT..])) {
            return Err(Damage::Header.into());
        }
        let name = &bytes[NAME_AT..LENGTH_AT];
        let name = &name[..name.iter().position(|&byte| byte == 0).unwrap_or(name.len())];
        if name != id.name.as_bytes() {
            return Err(Damage::OtherTable(String::from_utf8_lossy(name).into_owned()).into());
        }
        if read_u32(&bytes, TABLE_VERSION_AT) != Some(id.version) {
            return other_version();
        }
        let expected = header_length as u64 + length as u64;
        if file_length != expected {
            return Err(Damage::Length { found: file_length, expected }.into());
        }
        Ok(Header { bytes, length })
    }

    /// Reads consecutive blocks of the contents, from the block with index `first` on, and checks them; all threads work.
    pub(super) fn read_blocks(
        &self,
        file: &impl Bytes,
        first: usize,
        contents: &mut [u8],
    ) -> Result<(), ReadError> {
        let threads = available_threads().min(contents.len().div_ceil(BLOCK)).max(1);
        let blocks = Mutex::new(contents.chunks_mut(BLOCK).enumerate());
        let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let read = || {
            while let Some((index, block)) = next() {
                let start = self.bytes.len() + (first + index) * BLOCK;
                file.read_at(block, start as u64)?;
                if read_u32(&self.bytes, CHECKSUMS_AT + 4 * (first + index)) != Some(crc32fast::hash(block)) {
                    let (first, last) = (start as u64, (start + block.len() - 1) as u64);
                    return Err(Damage::Bytes { first, last }.into());
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(read)).collect();
            let mut result = read();
            for other in others {
                let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                // The order of threads is arbitrary, but one bad block is as good as another.
                result = result.and(other);
            }
            result
        })
    }
}

pub(super) fn header_length(contents: usize) -> usize {
    (CHECKSUMS_AT + 4 * contents.div_ceil(BLOCK)).next_multiple_of(PAGE)
}

fn read_u32(bytes: &[u8], offset: usize) -> Option<u32> {
    let bytes = bytes.get(offset..offset + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEST_TABLE: TableId = TableId { name: "some", version: 3 };

    impl Bytes for &[u8] {
        fn length(&self) -> io::Result<u64> {
            Ok(self.len() as u64)
        }

        fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()> {
            let end = position as usize + buffer.len();
            buffer.copy_from_slice(self.get(position as usize..end).ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    fn file(id: TableId, contents: &[u8]) -> Vec<u8> {
        [&header(id, contents.len(), checksums(contents))[..], contents].concat()
    }

    fn contents(id: TableId, file: &[u8]) -> Result<Vec<u8>, TableFault> {
        let read = || {
            let header = Header::read(id, &file)?;
            let mut contents = vec![0; header.length];
            header.read_blocks(&file, 0, &mut contents)?;
            Ok(contents)
        };
        read().map_err(|error: ReadError| match error {
            ReadError::Rejected(fault) => fault,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn contents_survive_a_round_trip() {
        for length in [0, 1, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let table: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            assert_eq!(contents(TEST_TABLE, &file(TEST_TABLE, &table)), Ok(table), "{length} bytes");
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
        let offsets = [0, 7, 12, 16, 20, 23, 55, 56, 60, 63, 64, 68, 72, 4000, 4095, 4096, 5000];
        for offset in offsets.into_iter().chain([PAGE + BLOCK - 1, PAGE + BLOCK, whole.len() - 1]) {
            for bit in [1, 128] {
                let mut other = whole.clone();
                other[offset] ^= bit;
                assert!(matches!(contents(TEST_TABLE, &other), Err(TableFault::Damaged(_))), "byte {offset}");
            }
        }
        let mut other = whole.clone();
        other[8] ^= 1;
        assert_eq!(contents(TEST_TABLE, &other), Err(TableFault::OtherVersion));
    }

    #[test]
    fn damage_is_reported_with_its_position() {
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
        assert_eq!(fault, TableFault::Damaged(Damage::Length { found: 5097, expected: 5096 }));
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
        assert_eq!(contents(other, &table), Err(TableFault::Damaged(Damage::OtherTable("some".into()))));
        assert_eq!(contents(TableId { version: 4, ..TEST_TABLE }, &table), Err(TableFault::OtherVersion));
        let first_format = [&MAGIC[..], &1u32.to_le_bytes(), &[0; 1004]].concat();
        assert_eq!(contents(TEST_TABLE, &first_format), Err(TableFault::OtherVersion));
        assert_eq!(contents(TEST_TABLE, b"hello"), Err(TableFault::Damaged(Damage::NotATable)));
    }

    proptest! {
        #[test]
        fn any_file_is_rejected_or_has_the_right_contents(
            bytes in prop::collection::vec(any::<u8>(), 0..200), offset in 0..5200usize, length in 0..6000usize,
        ) {
            let mut file = file(TEST_TABLE, &[7; 1000]);
            file.truncate(length);
            let offset = offset.min(file.len());
            let end = (offset + bytes.len()).min(file.len());
            file[offset..end].copy_from_slice(&bytes[..end - offset]);
            if let Ok(contents) = contents(TEST_TABLE, &file) {
                prop_assert_eq!(contents, [7; 1000]);
            }
        }
    }
}
