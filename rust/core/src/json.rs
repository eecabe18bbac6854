//! JSON in which no object has a key twice: files of the user's own (TT-54, TT-99, DP-172).

use crate::negative_zero::without_negative_zeros;
use crate::value::{cut, kind};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// The object that a text is, or what is wrong with the text.
pub(crate) fn object(text: &[u8]) -> Result<Value, String> {
    let text = without_negative_zeros(text);
    let mut deserializer = serde_json::Deserializer::from_slice(&text);
    let value = Unique.deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    match value {
        Ok(value) if value.is_object() => Ok(value),
        Ok(other) => Err(format!("{} where an object belongs", kind(&other))),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a value; `serde_json` alone would take the last one of two equal keys.
struct Unique;

impl<'de> DeserializeSeed<'de> for Unique {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {:?} twice in one object", cut(&key))));
            }
            map.insert(key, entries.next_value_seed(Self)?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::object;
    use serde_json::{Value, json};

    #[test]
    fn what_is_read_is_what_serde_json_reads() {
        let text = r#"{"a": [null, true, false, 0, -1, 18446744073709551615, 0.5, -2e3, "", "\u00e9\n"], "": {"b": {}, "a": []}, "b": -0}"#;
        let expected: Value = serde_json::from_str(&text.replace("-0", "0")).unwrap();
        assert_eq!(object(text.as_bytes()), Ok(expected));
        assert_eq!(object(b"{}"), Ok(json!({})));
    }

    #[test]
    fn a_key_is_given_once() {
        for (text, column) in [(r#"{"a": 1, "a": 1}"#, 12), (r#"{"b": [{"a": {}, "\u0061": 0}]}"#, 25), (r#"{"": {"": 0}, "": 0}"#, 16)] {
            let error = object(text.as_bytes()).unwrap_err();
            assert!(error.contains("twice in one object") && error.ends_with(&format!("column {column}")), "{error}");
        }
        assert_eq!(object(b"[{}]").unwrap_err(), "a list where an object belongs");
    }
}
