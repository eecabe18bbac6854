//! Places in a JSON value.

use serde_json::Value;

/// Every value in a value, itself first: its JSON pointer and its path in the words of TK-89, TT-94 and DP-172.
pub(crate) fn pointers(value: &Value) -> Vec<(String, String)> {
    let mut places = Vec::new();
    walk(value, "", "", &mut places);
    places
}

fn walk(value: &Value, pointer: &str, path: &str, places: &mut Vec<(String, String)>) {
    places.push((pointer.to_owned(), path.to_owned()));
    match value {
        Value::Array(list) => {
            for (k, item) in list.iter().enumerate() {
                walk(item, &format!("{pointer}/{k}"), &format!("{path}[{k}]"), places);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                let dot = if path.is_empty() { "" } else { "." };
                walk(item, &format!("{pointer}/{escaped}"), &format!("{path}{dot}{key}"), places);
            }
        }
        _ => {}
    }
}

/// The value at a pointer that exists.
pub(crate) fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"))
}

/// Replaces, adds or removes the value at a pointer whose parent exists; `-` is the place after a list's last item.
pub(crate) fn set(value: &mut Value, pointer: &str, new: Option<Value>) {
    let Some((parent, last)) = pointer.rsplit_once('/') else {
        *value = new.expect("the whole is not removed");
        return;
    };
    match (value.pointer_mut(parent), new) {
        (Some(Value::Object(map)), Some(new)) => {
            map.insert(last.replace("~1", "/").replace("~0", "~"), new);
        }
        (Some(Value::Object(map)), None) => {
            map.shift_remove(&last.replace("~1", "/").replace("~0", "~"));
        }
        (Some(Value::Array(list)), Some(new)) if last == "-" => list.push(new),
        (Some(Value::Array(list)), Some(new)) => {
            let k: usize = last.parse().expect("a list has positions");
            list[k] = new;
        }
        (Some(Value::Array(list)), None) => {
            list.remove(last.parse().expect("a list has positions"));
        }
        (parent, _) => panic!("{pointer} has the parent {parent:?}"),
    }
}
