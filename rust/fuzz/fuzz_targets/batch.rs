//! Batches: saved bytes from anywhere are refused and change nothing, or are taken up whole and played on; actions from anywhere likewise.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spielwerk::batch::{Autoreset, Batch, Learner, Observations, Reward, Rows, Settings};
use spielwerk::{Game, with_game};
use spielwerk_fuzz::Input;
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.game();
    with_game!(any, game => run(game, &mut input));
});

/// The arrays of a batch.
#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    obs: Vec<u8>,
    final_obs: Vec<u8>,
    packed: Vec<u8>,
    player: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    scores: Vec<f32>,
    episode: Vec<i64>,
    decisions: Vec<u32>,
}

impl Arrays {
    fn new<G: Game>(game: &G, settings: &Settings) -> Self {
        let (envs, seats, obs) = (settings.num_envs, game.num_players(), game.observation_spec().size());
        let has_final = settings.autoreset == Autoreset::SameStep;
        let packed = if settings.has_masks { game.num_actions().div_ceil(8) } else { 0 };
        Self {
            obs: vec![0; envs * obs],
            final_obs: vec![0; if has_final { envs * obs } else { 0 }],
            packed: vec![0; envs * packed],
            player: vec![0; envs],
            rewards: vec![0.0; envs * seats],
            terminated: vec![0; envs],
            truncated: vec![0; envs],
            scores: vec![0.0; envs * seats],
            episode: vec![0; envs],
            decisions: vec![0; envs],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            obs: Observations::Bytes(&mut self.obs),
            final_obs: if self.final_obs.is_empty() { Observations::None } else { Observations::Bytes(&mut self.final_obs) },
            action_mask: &mut [],
            action_mask_packed: &mut self.packed,
            current_player: &mut self.player,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            scores: &mut self.scores,
            episode_id: &mut self.episode,
            num_decisions: &mut self.decisions,
        }
    }
}

fn settings<G: Game>(game: &G, input: &mut Input<'_>) -> Settings {
    let choice = input.byte();
    let reward = Reward::ALL[usize::from(choice >> 4) % Reward::ALL.len()];
    Settings {
        num_envs: 1 + usize::from(choice & 1),
        seed: u64::from(input.byte()),
        threads: Some(1),
        autoreset: Autoreset::from_name(Autoreset::NAMES[usize::from(choice >> 1) % 3]).expect("the name is from the list"),
        reward: Reward::named(reward.name(), game.num_players()).unwrap_or(Reward::Win),
        skip_forced: choice & 8 != 0,
        learner: learner(game, input),
        has_masks: choice & 4 == 0,
    }
}

fn learner<G: Game>(game: &G, input: &mut Input<'_>) -> Option<Learner> {
    let choice = input.byte();
    let mut learner = Learner::new(0);
    for seat in 1..game.num_players() {
        let (name, _) = G::POLICIES[usize::from(choice >> 2) % G::POLICIES.len()];
        learner.play(game, seat, name).expect("seat and policy are there");
    }
    (choice.is_multiple_of(4) && learner.decides(game)).then_some(learner)
}

fn run<G: Game>(game: &Arc<G>, input: &mut Input<'_>) {
    let settings = settings(&**game, input);
    let mut batch = Batch::new(Arc::clone(game), settings).expect("there is memory for two envs");
    let mut arrays = Arrays::new(&**game, &settings);
    batch.reset(Some(settings.seed), None, arrays.rows()).expect("the rows fit");
    batch.step_random(1 + u32::from(input.byte()), arrays.rows()).expect("the rows fit");
    let good = batch.save(&arrays.rows()).expect("the rows fit");
    let given = match input.byte() % 4 {
        0 => input.0.to_vec(),
        1 => good.clone(),
        _ => altered(&good, input),
    };
    let before = arrays.clone();
    match batch.load(&given, arrays.rows()) {
        Ok(()) => assert!(batch.save(&arrays.rows()).as_deref() == Ok(&given), "what was taken up is what is saved"),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // Rewards in hostile bytes may be no numbers, which equal nothing: here nothing may have come in.
            assert_eq!(arrays, before);
            assert!(batch.save(&arrays.rows()).as_deref() == Ok(&good), "a refusal changes nothing");
        }
    }
    let stands = batch.save(&arrays.rows()).expect("the rows fit");
    let actions: Vec<u16> = (0..settings.num_envs).map(|_| input.word()).collect();
    if batch.step(&actions, None, arrays.rows()).is_err() {
        assert!(batch.save(&arrays.rows()).as_deref() == Ok(&stands), "a refusal moves nothing");
    }
    batch.step_random(3, arrays.rows()).expect("the rows fit");
    batch.reset(None, Some(&vec![true; settings.num_envs]), arrays.rows()).expect("the rows fit");
    batch.step_random(40, arrays.rows()).expect("the rows fit");
    for env in 0..settings.num_envs {
        assert_eq!(game.check(batch.state(env).expect("the env exists")), []);
    }
}

/// Some bytes are altered, and the checksum is put right.
fn altered(good: &[u8], input: &mut Input<'_>) -> Vec<u8> {
    let mut content = good[..good.len() - 4].to_vec();
    for _ in 0..1 + input.byte() % 8 {
        let place = usize::from(input.word()) % content.len();
        content[place] = input.byte();
    }
    if input.byte().is_multiple_of(16) {
        content.truncate(usize::from(input.word()) % content.len());
    }
    let checksum = crc32fast::hash(&content);
    content.extend(checksum.to_le_bytes());
    content
}
