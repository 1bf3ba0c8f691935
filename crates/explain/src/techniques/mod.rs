//! The techniques of players. `recognise` finds the [`Pattern`](pattern::Pattern) of a step, and
//! [`Technique`](technique::Technique) is its name.

mod als;
mod chain;
mod drawn_technique;
mod fish;
pub(super) mod pattern;
pub(super) mod recognise;
mod sue_de_coq;
pub(super) mod technique;
mod wing;
