//! Observations: a flat vector of bytes whose fields are named once, in a specification.
//!
//! An observation is what one seat may know of a position, all of it and nothing else: two positions have the same observation exactly if
//! that seat cannot tell them apart. Seats in it are relative to the seat that observes, which comes first.

/// The type of every entry, as numpy calls it.
pub const DTYPE: &str = "uint8";

/// One field of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Where it begins in the vector.
    pub offset: usize,
    /// Its shape; its length is the product.
    pub shape: Vec<usize>,
    /// Smallest value.
    pub low: u8,
    /// Largest value.
    pub high: u8,
    /// What its entries mean, with units and the order of its axes. Where one of these are seats, it says "observer first".
    pub meaning: &'static str,
}

impl Field {
    /// Number of entries.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// All fields of a game's observation, in order, without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservationSpec {
    fields: Vec<Field>,
    size: usize,
}

impl ObservationSpec {
    /// Adds a field behind the last one.
    #[must_use]
    pub fn with(mut self, name: &'static str, shape: &[usize], high: u8, meaning: &'static str) -> Self {
        let field = Field { name, offset: self.size, shape: shape.to_vec(), low: 0, high, meaning };
        self.size += field.size();
        self.fields.push(field);
        self
    }

    /// The fields in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Length of the vector.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The vector as text, a line a field: equal texts exactly where the vectors are equal.
    pub fn describe(&self, values: &[u8]) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for field in &self.fields {
            let entries = values.get(field.offset..field.offset + field.size()).unwrap_or(&[]);
            let row = field.shape.last().copied().unwrap_or(1).max(1);
            let _ = write!(text, "{}:", field.name);
            for (index, entry) in entries.iter().enumerate() {
                let _ = write!(text, "{}{entry}", if index > 0 && index % row == 0 { " | " } else { " " });
            }
            text.push('\n');
        }
        text
    }
}

/// Writes the fields one after another.
#[derive(Debug)]
pub struct ObservationWriter<'a> {
    rest: &'a mut [u8],
}

impl<'a> ObservationWriter<'a> {
    /// Writes into `out`, which is as long as the specification says.
    pub fn new(out: &'a mut [u8]) -> Self {
        Self { rest: out }
    }

    /// The next `size` entries, zeroed.
    pub fn field(&mut self, size: usize) -> &mut [u8] {
        let (head, tail) = std::mem::take(&mut self.rest).split_at_mut(size);
        self.rest = tail;
        head.fill(0);
        head
    }

    /// A number of two bytes, the low one first.
    pub fn wide(&mut self, value: u16) {
        self.field(2).copy_from_slice(&value.to_le_bytes());
    }

    /// A number of four bytes, the lowest first.
    pub fn long(&mut self, value: u32) {
        self.field(4).copy_from_slice(&value.to_le_bytes());
    }

    /// One entry.
    pub fn put(&mut self, value: u8) {
        self.field(1)[0] = value;
    }

    /// `size` entries of which the one at `index` is 1; all 0 if there is none.
    pub fn one_hot(&mut self, size: usize, index: Option<usize>) {
        let entries = self.field(size);
        if let Some(entry) = index.and_then(|i| entries.get_mut(i)) {
            *entry = 1;
        }
    }

    /// How many entries are not written yet.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }
}
