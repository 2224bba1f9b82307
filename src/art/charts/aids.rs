//! Player aids: everything a player looks up during a game, packed onto pages.

use super::block::ChartBlock;
use super::pages::{self, BlockPage};
use super::{Chart, ChartJob, Of, lists, operations, play, table};

/// The player aids, page by page.
pub fn charts(job: &ChartJob<'_>) -> Vec<Chart> {
    let tighter = job.style.tighter();
    let tight = ChartJob { style: &tighter, ..*job };
    let (pages, job) = match (pages::pack(job.style, blocks(job)), pages::pack(tight.style, blocks(&tight))) {
        (wide, close) if close.len() < wide.len() => (close, &tight),
        (wide, _) => (wide, job),
    };
    let all = pages.len();
    let chart = |(n, page): (usize, BlockPage)| Chart {
        id: format!("aid-{}", n + 1),
        of: Of::Aid,
        title: format!("Player aid {} of {all}", n + 1),
        drawing: pages::draw(job, &page, "Player aid", n + 1, all),
        rooms: Vec::new(),
    };
    pages.into_iter().enumerate().map(chart).collect()
}

/// In the order of their use: the turn, the tables, what is done step by step, what is added up, then rules.
fn blocks(job: &ChartJob<'_>) -> Vec<ChartBlock> {
    let rules = &job.model.rules;
    let mut blocks: Vec<ChartBlock> = play::sequence(job).into_iter().collect();
    blocks.extend(job.model.tables.iter().map(|table| table::block(job, table)));
    blocks.extend(operations::operations(job));
    blocks.extend(play::movement(job));
    blocks.extend(play::stacking(job));
    blocks.extend(play::zones(job));
    blocks.extend(lists::procedures(job));
    blocks.extend(rules.losses.iter().map(|rule| lists::losses(job, rule)));
    blocks.extend(rules.retreats.iter().chain(&rules.advances).map(|rule| lists::retreat(job, rule)));
    blocks.extend(play::supply(job));
    blocks.extend(lists::choices(job));
    blocks.extend(lists::victory(job));
    blocks.extend(lists::rules(job));
    blocks.extend(lists::parameters(job));
    blocks
}
