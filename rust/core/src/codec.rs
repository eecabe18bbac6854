//! Framed bytes: a header that says what they are, a payload, a checksum.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | magic `SPWK` |
//! | 1 | version of the frame, 1 |
//! | 1 | version of the game's payload |
//! | 2 | rules version |
//! | 8 | fingerprint of the component tables |
//! | 2 | length of the title |
//! | n | title: name and options, as in `patchwork(time_track="current", starting_player=0)` |
//! | 2 | length of the payload |
//! | m | payload |
//! | 4 | CRC-32 of all before it |
//!
//! Integers are little-endian. No length is believed before the bytes are there, and nothing is allocated by one.

use crate::error::DecodeError;

const MAGIC: &[u8; 4] = b"SPWK";
const FRAME_VERSION: u8 = 1;
const FIXED: usize = 18;
const CHECKSUM: usize = 4;

/// The part of a frame that is the same for all states of a game; made once a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header(Vec<u8>);

/// What a header says, for those who do not know the game yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderInfo<'a> {
    /// Version of the payload.
    pub payload_version: u8,
    /// Version of the rules.
    pub rules_version: u16,
    /// Fingerprint of the tables.
    pub tables: u64,
    /// Name and options.
    pub title: &'a str,
}

impl Header {
    /// A header. Titles are cut at 65,535 bytes, which none of ours approaches: a table file counts by its fingerprint.
    pub fn new(title: &str, payload_version: u8, rules_version: u16, tables: u64) -> Self {
        let title = &title.as_bytes()[..title.len().min(usize::from(u16::MAX))];
        let mut bytes = Vec::with_capacity(FIXED + title.len());
        bytes.extend_from_slice(MAGIC);
        bytes.push(FRAME_VERSION);
        bytes.push(payload_version);
        bytes.extend_from_slice(&rules_version.to_le_bytes());
        bytes.extend_from_slice(&tables.to_le_bytes());
        bytes.extend_from_slice(&(title.len() as u16).to_le_bytes());
        bytes.extend_from_slice(title);
        Self(bytes)
    }

    /// A whole frame around the payload that `write` appends.
    pub fn frame(&self, payload_size: usize, write: impl FnOnce(&mut Writer)) -> Vec<u8> {
        let mut writer = Writer(Vec::with_capacity(self.0.len() + 2 + payload_size + CHECKSUM));
        writer.0.extend_from_slice(&self.0);
        let length_at = writer.0.len();
        writer.u16(0);
        let start = writer.0.len();
        write(&mut writer);
        let length = (writer.0.len() - start) as u16;
        writer.0[length_at..start].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32fast::hash(&writer.0);
        writer.u32(checksum);
        writer.0
    }

    /// The payload of a frame of this very game.
    ///
    /// # Errors
    /// If the bytes are damaged or of another game, option, table or version; the message says which.
    pub fn open<'a>(&self, data: &'a [u8]) -> Result<Reader<'a>, DecodeError> {
        if let Some(rest) = data.strip_prefix(self.0.as_slice()) {
            return parse_payload(data, rest).map(Reader);
        }
        let (info, _) = parse(data)?;
        let (own, _) = parse_header(&self.0)?;
        Err(DecodeError(if info.title != own.title {
            format!("these bytes are a state of {}, this game is {}", info.title, own.title)
        } else if info.tables != own.tables {
            "these bytes were made with other component tables than this game has".to_owned()
        } else {
            format!(
                "these bytes have rules version {} and payload version {}, this game has {} and {}",
                info.rules_version, info.payload_version, own.rules_version, own.payload_version
            )
        }))
    }
}

fn parse_header(data: &[u8]) -> Result<(HeaderInfo<'_>, &[u8]), DecodeError> {
    let mut reader = Reader(data);
    let magic = reader.bytes(MAGIC.len())?;
    if magic != MAGIC {
        return Err(DecodeError(format!("these bytes are no state: they begin with {magic:02x?}, not with {MAGIC:02x?}")));
    }
    let version = reader.u8()?;
    if version != FRAME_VERSION {
        return Err(DecodeError(format!("frame version {version} is unknown; this package reads version {FRAME_VERSION}")));
    }
    let payload_version = reader.u8()?;
    let rules_version = reader.u16()?;
    let tables = reader.u64()?;
    let title_length = usize::from(reader.u16()?);
    let title = std::str::from_utf8(reader.bytes(title_length)?).map_err(|_| DecodeError("the title is not UTF-8".to_owned()))?;
    Ok((HeaderInfo { payload_version, rules_version, tables, title }, reader.0))
}

/// What a frame says of itself, and its payload.
///
/// # Errors
/// If the bytes are no whole frame or their checksum differs.
pub fn parse(data: &[u8]) -> Result<(HeaderInfo<'_>, &[u8]), DecodeError> {
    let (info, rest) = parse_header(data)?;
    Ok((info, parse_payload(data, rest)?))
}

/// The payload in `rest`, which ends `data`, if the checksum of all is right.
fn parse_payload<'a>(data: &[u8], rest: &'a [u8]) -> Result<&'a [u8], DecodeError> {
    let mut reader = Reader(rest);
    let length = usize::from(reader.u16()?);
    let payload = reader.bytes(length)?;
    let stored = reader.u32()?;
    if !reader.0.is_empty() {
        return Err(DecodeError(format!("{} bytes too many after the checksum", reader.0.len())));
    }
    let computed = crc32fast::hash(data.get(..data.len() - CHECKSUM).unwrap_or_default());
    if stored != computed {
        return Err(DecodeError(format!("checksum {stored:08x} differs from the content's {computed:08x}: the bytes were altered")));
    }
    Ok(payload)
}

/// Appends a payload.
#[derive(Debug)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Two bytes.
    pub fn u16(&mut self, value: u16) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Four bytes.
    pub fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, values: &[u8]) {
        self.0.extend_from_slice(values);
    }
}

/// Reads a payload; every read fails at the end instead of passing it.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads these bytes.
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If fewer are left; so with all readers below.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let Some((head, tail)) = self.0.split_at_checked(count) else {
            return Err(DecodeError(format!("the bytes end too early: {count} more were due, {} are left", self.0.len())));
        };
        self.0 = tail;
        Ok(head)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// If fewer are left.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    /// One byte.
    ///
    /// # Errors
    /// At the end.
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Two bytes.
    ///
    /// # Errors
    /// At the end.
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Four bytes.
    ///
    /// # Errors
    /// At the end.
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Eight bytes.
    ///
    /// # Errors
    /// At the end.
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Sixteen bytes.
    ///
    /// # Errors
    /// At the end.
    pub fn u128(&mut self) -> Result<u128, DecodeError> {
        Ok(u128::from_le_bytes(self.array()?))
    }

    /// That nothing is left over.
    ///
    /// # Errors
    /// If something is.
    pub fn finish(&self) -> Result<(), DecodeError> {
        if self.0.is_empty() { Ok(()) } else { Err(DecodeError(format!("{} bytes of the payload are left over", self.0.len()))) }
    }
}

/// A fingerprint of texts for [`Header::new`]: 64-bit FNV-1a, which tells tables apart and promises nothing against an adversary.
pub fn fingerprint(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn header() -> Header {
        Header::new("game(option=1)", 3, 7, 99)
    }

    fn frame() -> Vec<u8> {
        header().frame(6, |w| {
            w.u8(1);
            w.u16(0x0302);
            w.bytes(&[4, 5, 6]);
        })
    }

    #[test]
    fn a_frame_opens_to_its_payload() {
        let bytes = frame();
        let mut reader = header().open(&bytes).expect("the frame is whole");
        assert_eq!(reader.u8(), Ok(1));
        assert!(reader.finish().is_err());
        assert_eq!(reader.u16(), Ok(0x0302));
        assert_eq!(reader.bytes(3), Ok(&[4, 5, 6][..]));
        assert_eq!(reader.finish(), Ok(()));
        assert!(reader.u8().is_err());
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_refused() {
        let bytes = frame();
        for end in 0..bytes.len() {
            assert!(header().open(&bytes[..end]).is_err(), "cut at {end}");
        }
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(header().open(&damaged).is_err(), "bit {bit}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(header().open(&longer).is_err());
    }

    #[test]
    fn other_games_options_tables_and_versions_are_named() {
        let refused = |other: &Header| header().open(&other.frame(0, |_| ())).expect_err("another header").0;
        assert!(refused(&Header::new("game(option=2)", 3, 7, 99)).contains("a state of game(option=2), this game is game(option=1)"));
        assert!(refused(&Header::new("game(option=1)", 3, 7, 98)).contains("tables"));
        assert!(refused(&Header::new("game(option=1)", 3, 8, 99)).contains("rules version 8"));
        assert!(refused(&Header::new("game(option=1)", 4, 7, 99)).contains("payload version 4"));
    }

    proptest! {
        #[test]
        fn hostile_bytes_never_panic(data: Vec<u8>) {
            prop_assert!(parse(&data).is_err());
            let mut begun = header().0;
            begun.extend_from_slice(&data);
            let _ = header().open(&begun);
        }
    }
}
