//! Dungeon Petz.

pub mod tables;
