//! The techniques of players, recognised by the pattern of a step. `classify` tries them in order.

pub(super) mod als;
pub(super) mod chain;
pub(super) mod classify;
mod drawn_technique;
pub(super) mod fish;
pub(super) mod sue_de_coq;
pub(super) mod technique;
pub(super) mod wing;
