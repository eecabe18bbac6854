//! Options that are files: the core takes their text, a caller gives a path.

use crate::errors;
use crate::game::bytes_of;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use spielwerk::{AnyGame, OptionError, OptionValue};

/// No file of a game is larger by far; a device or a film given by mistake ends here instead of in the memory. A match that is saved has the
/// text in it, up to three times as long in JSON, and must stay small enough to be read again.
pub(crate) const MAX_BYTES: usize = 2 << 20;

/// Signs of a path that are shown.
const LONGEST_NAME: usize = 300;

/// Whether a path is followed. What was stored has the text itself: a path in it would be somebody else's, who wants to see if it is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paths {
    Read,
    Refused,
}

/// The text of a file option. `None` for what is neither text nor path.
///
/// # Errors
/// As [`content`], and what the game says of bytes that are no text.
pub(crate) fn from_python(game: &str, option: &str, object: &Bound<'_, PyAny>, paths: Paths) -> PyResult<Option<OptionValue>> {
    let what = format!("option {option} of {game}");
    if paths == Paths::Refused && !object.is_none() && !object.cast::<PyString>().is_ok_and(is_text) {
        return Err(errors::option(object.py(), OptionError(format!("{what}: what is stored has the text of a file, not its name"))));
    }
    let Some(bytes) = content(&what, object)? else { return Ok(None) };
    AnyGame::file_text(game, bytes).map(|text| Some(OptionValue::Text(text))).map_err(|error| errors::option(object.py(), error))
}

/// The bytes of a file: read from a path, or of the text itself, which is given where the first sign that is not blank is `{`.
///
/// # Errors
/// `OptionError` for a file that cannot be read or is too large; it names the file.
pub(crate) fn content(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let fail = |message: String| errors::option(object.py(), OptionError(format!("{what}: {message}")));
    if let Ok(text) = object.cast::<PyString>()
        && is_text(text)
    {
        let bytes = text_bytes(text)?;
        return if bytes.len() > MAX_BYTES { Err(fail(too_large("the text"))) } else { Ok(Some(bytes)) };
    }
    if object.cast::<PyString>().is_err() && !object.hasattr("__fspath__")? {
        return Ok(None);
    }
    let (bytes, shown) = read(object, fail)?;
    if bytes.len() > MAX_BYTES { Err(fail(too_large(&shown))) } else { Ok(Some(bytes)) }
}

/// The bytes of a file that is asked about: from a path, a text or bytes. `what` names it without an article.
///
/// # Errors
/// As [`content`], and `TypeError` for anything else.
pub(crate) fn source(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Some(bytes) = content(what, object)? {
        return Ok(bytes);
    }
    if !(object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>() || object.is_instance_of::<PyMemoryView>()) {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a {what} is a path, its text or its bytes, not {kind}")));
    }
    let bytes = match object.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => bytes_of(object)?.to_vec(),
    };
    if bytes.len() > MAX_BYTES {
        return Err(errors::option(object.py(), OptionError(format!("{what}: {}", too_large("it")))));
    }
    Ok(bytes)
}

/// At most one byte more than is accepted, and the path as text. Python reads, so that Ctrl-C ends it also where nothing comes.
fn read(path: &Bound<'_, PyAny>, fail: impl Fn(String) -> PyErr) -> PyResult<(Vec<u8>, String)> {
    let py = path.py();
    // A path may also give itself as bytes.
    let path = py.import("os")?.call_method1("fsdecode", (path,))?.cast_into::<PyString>()?;
    let shown: String = path.to_string_lossy().chars().take(LONGEST_NAME).collect();
    let shown = format!("{shown:?}");
    let bytes = py.import("io")?.call_method1("open", (&path, "rb")).and_then(|file| {
        let bytes = file.call_method1("read", (MAX_BYTES + 1,));
        file.call_method0("close")?;
        bytes?.extract::<Vec<u8>>()
    });
    match bytes {
        Ok(bytes) => Ok((bytes, shown)),
        Err(error) if error.is_instance_of::<PyOSError>(py) || error.is_instance_of::<PyValueError>(py) => {
            // Without the path, which stands before it; an error about the path itself has no such text.
            let reason = error.value(py).getattr("strerror").ok().filter(|reason| !reason.is_none());
            let reason = reason.map_or_else(|| error.value(py).to_string(), |reason| reason.to_string());
            Err(fail(format!("{shown} cannot be read: {reason}")))
        }
        Err(error) => Err(error),
    }
}

/// What is said of a file, or of bytes, that are too many.
pub(crate) fn too_large(shown: &str) -> String {
    format!("{shown} has more than {} MB", MAX_BYTES >> 20)
}

/// Whether a string is a file's content and no path.
fn is_text(text: &Bound<'_, PyString>) -> bool {
    text.to_string_lossy().trim_start().starts_with('{')
}

/// UTF-8, and for a string that has none, half a surrogate pair in it, what no reader takes for UTF-8 either.
fn text_bytes(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    if let Ok(text) = text.to_str() {
        return Ok(text.as_bytes().to_vec());
    }
    text.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()
}
