//! Texts and numbers: what is JSON here, and what is an integer (TK-90, TK-94).

use super::read;
use spielwerk::trek12::tables::board_file::{Code, SCHEMA};

/// A small valid file with a value at a key that nobody looks at.
fn text(extra: &str) -> String {
    let limits = r#"{"min": 1, "max": 1, "diff": 0, "sum": 0, "prod": 0}"#;
    let circles = r#"[{"id": 0, "max": 6}, {"id": 1, "max": 12}]"#;
    let board = format!(r#"{{"id": "a", "circles": {circles}, "edges": [[0, 1]], "tables": [{{"zone": "all", "limits": {limits}}}]}}"#);
    format!(r#"{{"schema": "{SCHEMA}", "extra": {extra}, "boards": [{board}]}}"#)
}

fn lists(depth: usize) -> String {
    text(&("[".repeat(depth) + &"]".repeat(depth)))
}

fn objects(depth: usize) -> String {
    text(&(r#"{"a":"#.repeat(depth) + "0" + &"}".repeat(depth)))
}

/// The first error's code.
fn code(text: &[u8]) -> Option<Code> {
    read(text).err().and_then(|errors| errors.first().map(|error| error.code))
}

#[test]
fn what_is_json() {
    // The largest double in full, and the largest number that is nearer to it than to the next power of two.
    let largest = format!("{}", f64::MAX);
    let numbers = ["-0", "1e308", "1.7976931348623157e308", "1.7976931348623158e308", "0e999", "1e-999", "18446744073709551616", &largest];
    for good in numbers.into_iter().chain([r#""\ud83d\ude00""#, r#"{"a": 1, "a": 2}"#]) {
        assert_eq!(code(text(good).as_bytes()), None, "{good}");
    }
    for good in [lists(126), objects(126), format!(" \n\t\r{}\r\n", text("0"))] {
        assert_eq!(code(good.as_bytes()), None, "{good}");
    }
}

#[test]
fn what_is_no_json() {
    let numbers = ["1e309", "-1e309", "1.7976931348623159e308", "01", "-01", "-00", "--0", "- 0", "+1", "1.", ".5", "1e", "0x1", "[1-0]"];
    let words = ["NaN", "Infinity", "-Infinity", "nan", "True", "'a'", "[1,]", "{,}", "[1 2]", "{1: 2}", "// a", "/* a */ 0"];
    let strings = [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\ud83d\u0041""#, r#""\ud83d x""#, r#"{"\udc00": 0}"#, r#""\x41""#];
    let characters = ["\"\t\"", "\"\0\"", "\u{a0}0", "\u{feff}0"];
    for bad in [&numbers[..], &words, &strings, &characters].concat() {
        assert_eq!(code(text(bad).as_bytes()), Some(Code::BadJson), "{bad}");
    }
    for bad in [lists(127), objects(127), text(&"[".repeat(1_000_000)), text(&format!("1{}", "0".repeat(309)))] {
        assert_eq!(code(bad.as_bytes()), Some(Code::BadJson), "{}", &bad[..200]);
    }
    let [latin, overlong, surrogate] = [&b"\"\xe4\""[..], b"\"\xc0\x80\"", b"\"\xed\xa0\x80\""]
        .map(|bytes| [br#"{"a": "#, bytes, b",", text("0").trim_start_matches('{').as_bytes()].concat());
    let mark = [b"\xef\xbb\xbf", text("0").as_bytes()].concat();
    let utf16: Vec<u8> = text("0").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bad in [&latin[..], &overlong, &surrogate, &mark, &utf16, b"\xff"] {
        assert_eq!(code(bad), Some(Code::BadJson), "{}", String::from_utf8_lossy(bad));
    }
    let good = [br#"{"a": ""#, "é".as_bytes(), b"\",", text("0").trim_start_matches('{').as_bytes()].concat();
    assert_eq!(code(&good), None);
}

#[test]
fn of_a_key_given_twice_the_last_one_counts() {
    for (from, to, expected) in [
        (r#""id": "a""#, r#""id": 7, "id": "a""#, None),
        (r#""id": "a""#, r#""id": "a", "id": 7"#, Some(Code::WrongType)),
        (r#""max": 6"#, r#""max": 5, "\u006dax": 6"#, None),
        (r#""max": 6"#, r#""max": 6, "max": 5"#, Some(Code::BadMax)),
    ] {
        assert_eq!(code(text("0").replace(from, to).as_bytes()), expected, "{to}");
    }
}

/// How an integer is written counts, and -0 is 0.
#[test]
fn what_is_an_integer() {
    for (written, expected) in [
        ("-0", None),
        ("0", None),
        ("0.0", Some(Code::WrongType)),
        ("-0.0", Some(Code::WrongType)),
        ("-0e0", Some(Code::WrongType)),
        ("0E1", Some(Code::WrongType)),
        ("9223372036854775807", Some(Code::CircleIds)),
        ("9223372036854775808", Some(Code::WrongType)),
        ("-9223372036854775808", Some(Code::CircleIds)),
        ("-9223372036854775809", Some(Code::WrongType)),
        ("18446744073709551616", Some(Code::WrongType)),
        ("true", Some(Code::WrongType)),
        ("\"0\"", Some(Code::WrongType)),
    ] {
        let text = text("0").replace(r#""id": 0"#, &format!(r#""id": {written}"#));
        assert_eq!(code(text.as_bytes()), expected, "{written}");
    }
}

/// Coordinates may be any number, and keep every digit.
#[test]
fn coordinates_are_doubles() {
    let small = ["0.30000000000000004", "-0", "-0.0", "2.2250738585072011e-308", "5e-324"];
    for written in small.into_iter().chain(["1.7976931348623157e308", "9007199254740993", "18446744073709551616"]) {
        let text = text("0").replace(r#""id": 0"#, &format!(r#""id": 0, "x": {written}, "y": 0"#));
        let boards = read(text.as_bytes()).unwrap_or_else(|errors| panic!("{written}: {errors:?}"));
        let x: f64 = written.parse().expect("it is a number");
        assert_eq!(boards[0].circles[0].at, Some((x, 0.0)), "{written}");
    }
}
