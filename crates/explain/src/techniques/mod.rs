//! The techniques of players. `recognise` finds the [`Pattern`](pattern::Pattern) of a step, and
//! [`Technique`](technique::Technique) is its name.

pub(super) mod chain;
mod fish;
pub(super) mod pattern;
pub(super) mod recognise;
pub(super) mod technique;
mod wing;
