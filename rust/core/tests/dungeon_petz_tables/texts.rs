//! Texts and numbers: what is JSON here, and what is a whole number (DP-172).

use super::shipped_text;
use spielwerk::dungeon_petz::tables::tables_file::{Code, read};

/// The shipped file with a value at a key that nobody looks at.
fn text(extra: &str) -> String {
    format!("{{\"extra\": {extra}, {}", shipped_text().trim_start().trim_start_matches('{'))
}

/// The errors' codes.
fn codes(text: &[u8]) -> Vec<Code> {
    read(text).err().unwrap_or_default().into_iter().map(|error| error.code).collect()
}

#[test]
fn what_is_json() {
    let lists = "[".repeat(126) + &"]".repeat(126);
    for good in ["-0", "1e308", "18446744073709551616", r#""\ud83d\ude00""#, &lists] {
        assert_eq!(codes(text(good).as_bytes()), [], "{good}");
    }
    let deep = "[".repeat(127) + &"]".repeat(127);
    let deepest = "[".repeat(1_000_000);
    for bad in ["NaN", "Infinity", "1e309", "01", "+1", "[1,]", r#""\ud83d""#, "\"\t\"", "'a'", r#"{"a": 1, "\u0061": 2}"#, &deep, &deepest]
    {
        let errors = read(text(bad).as_bytes()).expect_err("it is no JSON");
        assert_eq!(errors.iter().map(|error| (error.code, error.place.as_str())).collect::<Vec<_>>(), [(Code::Json, "")]);
        assert!(errors[0].message.len() < 400, "{}", errors[0]);
    }
    let mark = [b"\xef\xbb\xbf", text("0").as_bytes()].concat();
    for bad in [&mark[..], b"", b"null", b"[]", b"\"x\"", b"\xff", br#"{"decks": 1, "decks": 1}"#] {
        assert_eq!(codes(bad), [Code::Json], "{}", String::from_utf8_lossy(bad));
    }
}

/// How a number is written counts, and -0 is 0.
#[test]
fn what_is_a_whole_number() {
    for (written, expected) in [
        ("-0", None),
        ("0", None),
        ("0.0", Some(Code::Type)),
        ("-0.0", Some(Code::Type)),
        ("0e0", Some(Code::Type)),
        ("9223372036854775807", Some(Code::Range)),
        ("9223372036854775808", Some(Code::Type)),
        ("1000000000000000000000000", Some(Code::Type)),
        ("-9223372036854775808", Some(Code::Range)),
    ] {
        let text = shipped_text().replacen("\"antimagic\": 0", &format!("\"antimagic\": {written}"), 1);
        assert_eq!(codes(text.as_bytes()), Vec::from_iter(expected), "{written}");
    }
}

/// a long list is read to its end.
#[test]
fn a_long_list_gives_all_its_errors() {
    let mut file = super::shipped_file();
    file["pets"] = vec![0; 100_000].into();
    let errors = super::errors(&file);
    assert_eq!(errors.len(), 100_001);
    assert_eq!(errors.last().map(|error| error.place.as_str()), Some("pets[99999]"));
}
