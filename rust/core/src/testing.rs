//! The test kit that every game goes through.
