//! draft measurement
use std::sync::Arc;
use super::position::*; use super::network::*; use super::small::*; use super::deepening::*; use super::refutation::*;
use crate::board::*;
use cpu_time::ThreadTime as Instant;
/// stats
#[derive(Default)]
pub struct Stats { pub sizes: std::collections::BTreeMap<usize,u64>, pub level_time: std::collections::BTreeMap<usize,(f64,u64,u64)>, pub unproved: u64, pub unsizes: std::collections::BTreeMap<(usize,usize),u64>, pub stuck: u64 }
/// t
pub struct T(Arc<Tables>);
impl T { 
/// new
pub fn new(l: Arc<Layout>) -> T { T(Arc::new(Tables::new(l))) } }
fn level<const W: usize>(state: &State, solution: &Grid, st: &mut Stats, limit: u64) -> Option<Found> {
    let net = Network::<W>::new(state);
    let t = Instant::now();
    let p = pairs(&net);
    let e = st.level_time.entry(2).or_default(); e.0 += t.elapsed().as_secs_f64(); e.1 += 1;
    if let Some(f) = p.into_iter().next() { return Some(f); }
    let guide: Set<W> = (0..net.candidates.len()).filter(|n| { let c = state.tables.candidate(net.candidates[*n]); solution.get(c.cell)==Some(c.digit)}).collect();
    let targets = net.all().without(&guide);
    let mut d = Deepening::new(&net, guide);
    let mut best: Option<Vec<u16>> = None;
    let mut r = Refuter::new(&net);
    let mut proven = 2;
    for size in 3..=12 {
        if size == 4 {
            let t = Instant::now();
            for splits in 1..=8 {
                for c in targets.iter() {
                    let f = if splits == 1 { r.refute(c, 0, 1000) } else { r.refute(c, splits, 20000) };
                    if let Some(f) = f { if best.as_ref().is_none_or(|b| b.len() > f.len()) { best = Some(f); } }
                }
                if best.is_some() { let e = st.level_time.entry(100+splits).or_default(); e.0 += t.elapsed().as_secs_f64(); e.1 += 1; e.2 += r.work(); break; }
            }
        }
        if best.as_ref().is_some_and(|b| b.len() <= size) { let f = best.unwrap(); return Found::of_facts(&net, &f); }
        let t = Instant::now();
        let w0 = d.work();
        let l = d.level(&targets, size, limit);
        let e = st.level_time.entry(size).or_default(); e.0 += t.elapsed().as_secs_f64(); e.1 += 1; e.2 += d.work()-w0;
        match l {
            Level::Complete(f) => if let Some(f) = f.first() { return Found::of_facts(&net, f); }
            Level::OutOfWork(f) => { st.unproved += 1; if let Some(f)=f.first() { best = Some(f.clone()); } break; }
        }
        proven = size;
    }
    let best = best?;
    *st.unsizes.entry((best.len(), proven + 1)).or_default() += 1;
    Found::of_facts(&net, &best)
}
/// run
pub fn run(t: &T, puzzle: &Puzzle, solution: &Grid, st: &mut Stats, limit: u64) -> bool {
    let mut s = State::new(t.0.clone(), puzzle);
    while s.open_cells > 0 {
        let f = match single(&s) { Some(f) => f, None => match locked(&s).into_iter().next() { Some(f) => f, None => {
            let w = words_needed(&s);
            let f = if w <= 4 { level::<4>(&s, solution, st, limit) } else if w <= 8 { level::<8>(&s, solution, st, limit) } else { level::<16>(&s, solution, st, limit) };
            match f { Some(f) => f, None => { st.stuck += 1; return false; } }
        }}};
        *st.sizes.entry(f.facts.len()).or_default() += 1;
        for e in f.eliminates { let c = s.tables.candidate(e); assert!(solution.get(c.cell)!=Some(c.digit)); s.remove(e); }
        for p in f.places { let c = s.tables.candidate(p); assert!(solution.get(c.cell)==Some(c.digit)); s.place(p); }
    }
    true
}
