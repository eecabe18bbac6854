//! Perft and other exact counts of Patchwork.
