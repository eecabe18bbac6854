//! Spielwerk for Python: a thin skin over the core, without any rule of its own. `python/spielwerk/_native.pyi` is its reference.

// Most comments here become Python docstrings, which have their own marks.
#![allow(clippy::doc_markdown)]
// Python hands over what it owns, and PyO3 wants it by value.
#![allow(clippy::needless_pass_by_value)]
// A Python signature is read where it stands.
#![allow(clippy::type_complexity)]

mod arguments;
mod batch;
mod dungeon_petz;
mod errors;
mod files;
mod game;
mod patchwork;
mod rng;
mod simulate;
mod spec;
mod state;
mod thurn_and_taxis;
mod trek12;
mod value;

use pyo3::prelude::*;

/// `State.current_player` where chance decides.
const CHANCE: i8 = -1;
/// `State.current_player` after the end.
const TERMINAL: i8 = -4;

/// The profile that this library was compiled in.
const fn build_profile() -> &'static str {
    match (cfg!(debug_assertions), option_env!("SPIELWERK_OPTIMISED")) {
        (false, _) => "release",
        (true, Some(_)) => "checked",
        (true, None) => "debug",
    }
}

/// The compiled part of Spielwerk: rules, states, generator and simulation in Rust.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::{BatchEnv, restore_batch};
    #[pymodule_export]
    use crate::dungeon_petz::{
        dungeon_petz_awards, dungeon_petz_exhibition_score, dungeon_petz_final_shows, dungeon_petz_match, dungeon_petz_needs_outcome,
        dungeon_petz_tables, dungeon_petz_validate,
    };
    #[pymodule_export]
    use crate::game::{Game, build_info, game_info, game_names, load, restore_game};
    #[pymodule_export]
    use crate::patchwork::{patchwork_has_7x7, patchwork_placements, patchwork_score};
    #[pymodule_export]
    use crate::rng::Rng;
    #[pymodule_export]
    use crate::state::{DungeonPetzState, PatchworkState, State, ThurnAndTaxisState, Trek12State};
    #[pymodule_export]
    use crate::thurn_and_taxis::{
        thurn_and_taxis_extensions, thurn_and_taxis_house_options, thurn_and_taxis_maps, thurn_and_taxis_score, thurn_and_taxis_tiles,
        thurn_and_taxis_validate,
    };
    #[pymodule_export]
    use crate::trek12::{
        trek12_areas, trek12_assumed_links, trek12_boards, trek12_candidates, trek12_compatibility, trek12_isolated, trek12_open_circles,
        trek12_ropes, trek12_score, trek12_sheet, trek12_validate, trek12_value,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("build_profile", crate::build_profile())?;
        module.add("CHANCE", crate::CHANCE)?;
        module.add("TERMINAL", crate::TERMINAL)
    }
}
