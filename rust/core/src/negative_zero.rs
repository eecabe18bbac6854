//! The integer -0 in files of the user's own: it is the integer 0.

use std::borrow::Cow;

/// The text with every integer `-0` as ` 0` (TK-94, TT-99): `serde_json` makes -0.0 of it, and nobody could tell it from a fraction afterwards.
pub(crate) fn without_negative_zeros(text: &[u8]) -> Cow<'_, [u8]> {
    let mut changed = Cow::Borrowed(text);
    let (mut in_string, mut escaped, mut before) = (false, false, b' ');
    for (at, &byte) in text.iter().enumerate() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if byte == b'"' {
            in_string = true;
        } else if byte == b'-' && is_integer_zero(text.get(at + 1..).unwrap_or_default()) && !matches!(before, b'e' | b'E') {
            // A minus after anything but an exponent's mark starts a number, or the text is no JSON with a space in its place either.
            if let Some(sign) = changed.to_mut().get_mut(at) {
                *sign = b' ';
            }
        }
        before = byte;
    }
    changed
}

/// Whether a number starts here that is the single digit 0.
fn is_integer_zero(text: &[u8]) -> bool {
    matches!(text, [b'0', rest @ ..] if !matches!(rest, [b'0'..=b'9' | b'.' | b'e' | b'E', ..]))
}

#[cfg(test)]
mod tests {
    use super::without_negative_zeros;

    #[test]
    fn a_negative_zero_loses_its_sign_where_it_is_a_number() {
        for (text, expected) in [
            ("[-0]", "[ 0]"),
            ("-0", " 0"),
            ("[-0,-0 ,-0\n]", "[ 0, 0 , 0\n]"),
            ("[-0.0, -0e1, -0E1, -00, -01, 1e-0, 1E-0, -1]", "[-0.0, -0e1, -0E1, -00, -01, 1e-0, 1E-0, -1]"),
            (r#"{"-0": "a\"-0", "\\": -0}"#, r#"{"-0": "a\"-0", "\\":  0}"#),
            ("1-0 --0", "1 0 - 0"),
        ] {
            assert_eq!(without_negative_zeros(text.as_bytes()), expected.as_bytes(), "{text}");
        }
    }
}
