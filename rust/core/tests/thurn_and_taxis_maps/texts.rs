//! Texts and numbers: what is JSON here, and what is an integer (TT-54, TT-99).

use super::{Code, in_map, read, small_map};
use serde_json::json;

/// The small map's text with a value at a key where anything may be.
fn text(extra: &str) -> String {
    let mut map = small_map();
    map["notes"] = json!("here");
    map.to_string().replace("\"here\"", extra)
}

fn lists(depth: usize) -> String {
    text(&("[".repeat(depth) + &"]".repeat(depth)))
}

fn objects(depth: usize) -> String {
    text(&(r#"{"a":"#.repeat(depth) + "0" + &"}".repeat(depth)))
}

/// The errors of a text as `place code`.
fn codes(text: &[u8]) -> Vec<String> {
    let errors = read(text).err().unwrap_or_default();
    errors.into_iter().map(|error| format!("{} {}", error.place, error.code)).collect()
}

const NOTHING: [&str; 0] = [];
const NO_JSON: [&str; 1] = [" E_JSON"];

#[test]
fn what_is_json() {
    // The largest double in full, and the largest number that is nearer to it than to the next power of two.
    let largest = format!("{}", f64::MAX);
    let numbers = ["-0", "1e308", "1.7976931348623157e308", "1.7976931348623158e308", "0e999", "1e-999", "18446744073709551616", &largest];
    for good in numbers.into_iter().chain([r#""\ud83d\ude00""#, r#"{"a": 1, "A": 1, "á": 1, "a\u0301": 1, "": 1, " ": {"a": 1}}"#]) {
        assert_eq!(codes(text(good).as_bytes()), NOTHING, "{good}");
    }
    for good in [lists(126), objects(126), format!(" \n\t\r{}\r\n", text("0"))] {
        assert_eq!(codes(good.as_bytes()), NOTHING, "{good}");
    }
}

#[test]
fn what_is_no_json() {
    let numbers = ["1e309", "-1e309", "1.7976931348623159e308", "01", "-01", "-00", "--0", "- 0", "+1", "1.", ".5", "1e", "0x1", "[1-0]"];
    let words = ["NaN", "Infinity", "-Infinity", "nan", "True", "'a'", "[1,]", "{,}", "[1 2]", "{1: 2}", "// a", "/* a */ 0"];
    let strings = [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\ud83d\u0041""#, r#""\ud83d x""#, r#"{"\udc00": 0}"#, r#""\x41""#];
    let characters = ["\"\t\"", "\"\0\"", "\u{a0}0", "\u{feff}0"];
    for bad in [&numbers[..], &words, &strings, &characters].concat() {
        assert_eq!(codes(text(bad).as_bytes()), NO_JSON, "{bad}");
    }
    for bad in [lists(127), objects(127), text(&"[".repeat(1_000_000)), text(&format!("1{}", "0".repeat(309)))] {
        assert_eq!(codes(bad.as_bytes()), NO_JSON, "{}", &bad[..200]);
    }
    let rest = text("0");
    let [latin, overlong, surrogate] = [&b"\"\xe4\""[..], b"\"\xc0\x80\"", b"\"\xed\xa0\x80\""]
        .map(|bytes| [br#"{"provenance_": "#, bytes, b",", rest.trim_start_matches('{').as_bytes()].concat());
    let mark = [b"\xef\xbb\xbf", rest.as_bytes()].concat();
    let utf16: Vec<u8> = rest.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bad in [&latin[..], &overlong, &surrogate, &mark, &utf16, b"\xff", b"", b" ", b"{", b"{}{}", b"{} x"] {
        assert_eq!(codes(bad), NO_JSON, "{}", String::from_utf8_lossy(bad));
    }
    for top in ["[]", "null", "0", "\"{}\"", "true", &format!("[{rest}]")] {
        assert_eq!(codes(top.as_bytes()), NO_JSON, "{top}");
    }
    assert_eq!(codes(b"{}"), [" E_KEY"]);
}

/// In any object, also where anything may be, and before anything else.
#[test]
fn a_key_given_twice_is_no_json() {
    for (from, to) in [
        (r#""name":"Sieben""#, r#""name":"Sieben","name":"Sieben""#),
        (r#""name":"Sieben""#, r#""name":"Sieben","n\u0061me":"Sieben""#),
        (r#""name":"Sieben""#, r#""":0,"name":0,"":0"#),
        (r#""values":[1]"#, r#""values":[1],"id":"x""#),
        (r#""min_len":3"#, r#""min_len":true,"min_len":3"#),
    ] {
        let whole = text("0");
        assert!(whole.contains(from), "{whole}");
        assert_eq!(codes(whole.replacen(from, to, 1).as_bytes()), NO_JSON, "{to}");
    }
    for twice in [r#"{"a": 1, "a": 1}"#, r#"[[{"": {}, "b": {"é": 0, "\u00e9": 0}}]]"#, r#"{"a": {"b": 0, "c": 1, "b": 2}}"#] {
        assert_eq!(codes(text(twice).as_bytes()), NO_JSON, "{twice}");
    }
    let errors = read(br#"{"a": 1, "a": 2}"#).expect_err("a is there twice");
    assert!(errors[0].message.contains(r#"the key "a" twice"#), "{}", errors[0]);
}

/// How an integer is written counts, and -0 is 0.
#[test]
fn what_is_an_integer() {
    let (wrong, size) = (["copies_per_city_card E_TYPE"], ["copies_per_city_card E_COPIES"]);
    for (written, expected) in [
        ("2", &[][..]),
        ("9", &[]),
        ("0", &size),
        ("-0", &size),
        ("10", &size),
        ("9223372036854775807", &size),
        ("-9223372036854775808", &size),
        ("9223372036854775808", &wrong),
        ("-9223372036854775809", &wrong),
        ("18446744073709551616", &wrong),
        ("2.0", &wrong),
        ("2e0", &wrong),
        ("20E-1", &wrong),
        ("-0.0", &wrong),
        ("-0e0", &wrong),
        ("true", &wrong),
        ("\"2\"", &wrong),
        ("null", &wrong),
    ] {
        let text = text("0").replace(r#""copies_per_city_card":2"#, &format!(r#""copies_per_city_card":{written}"#));
        assert_eq!(codes(text.as_bytes()), expected, "{written}");
    }
}

/// Coordinates may be any number, and keep every digit.
#[test]
fn coordinates_are_doubles() {
    let small = ["0.30000000000000004", "-0", "-0.0", "2.2250738585072011e-308", "5e-324"];
    for written in small.into_iter().chain(["1.7976931348623157e308", "9007199254740993", "18446744073709551616"]) {
        let text = text("0").replace(r#""x":0"#, &format!(r#""x":{written}"#));
        let map = read(text.as_bytes()).unwrap_or_else(|errors| panic!("{written}: {errors:?}"));
        let x: f64 = written.parse().expect("it is a number");
        assert_eq!(map.cities[0].at, Some((x, -0.5)), "{written}");
    }
}

/// Names are the same after NFC, and differ in everything else (TT-54).
#[test]
fn names_are_compared_after_nfc() {
    for (names, is_repetition) in [
        (["é", "e\u{301}"], true),
        (["Å", "\u{212b}"], true),
        (["q\u{307}\u{323}", "q\u{323}\u{307}"], true),
        (["한", "\u{1112}\u{1161}\u{11ab}"], true),
        (["\u{2126}", "Ω"], true),
        (["ﬁ", "fi"], false),
        (["Ulm", "ulm"], false),
        (["Ulm", "Ulm "], false),
        (["ß", "ss"], false),
        (["²", "2"], false),
    ] {
        let mut map = small_map();
        map["bonus_stacks"][1]["id"] = json!(names[0]);
        map["bonus_stacks"][3]["id"] = json!(names[1]);
        let expected: &[&str] = if is_repetition { &["bonus_stacks[3].id E_NAME"] } else { &[] };
        assert_eq!(in_map(&map), expected, "{names:?}");
        // The same of a road's ends: it goes from a city to itself, or to no city.
        let mut map = small_map();
        map["cities"][2]["name"] = json!(names[0]);
        map["roads"][2][0] = json!(names[1]);
        map["roads"][1][0] = json!(names[1]);
        let expected: &[&str] = if is_repetition { &[] } else { &["roads[1][0] E_REF", "roads[2][0] E_REF"] };
        assert_eq!(in_map(&map), expected, "{names:?}");
    }
    // A name stays as it is written; a road that writes it in another form does not change it.
    let map = read(small_map().to_string().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(map.cities[1].name, "Bö");
    let mut turned = small_map();
    turned["cities"][1]["name"] = json!("Bo\u{308}");
    let map = read(turned.to_string().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(map.cities[1].name, "Bo\u{308}");
    assert_eq!(map.to_value()["roads"][0][1], json!("Bo\u{308}"));
    assert_eq!(Code::Name.to_string(), "E_NAME");
}
