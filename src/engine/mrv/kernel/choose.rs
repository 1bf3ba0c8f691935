//! The choice of a guess: minimum remaining values, and among equals the cell whose digits have the
//! most other places around it.

use super::position::{BandCandidate, BandPosition, Bands, bits};
use super::tables::PEERS;

/// The number of cells with two digits to compare. Relative to comparing all, twelve take 1 % more
/// guesses on the hardest puzzles, eight 5 %, and one almost twice as many. Eight and twelve take
/// the same time: comparing is a fifth of all work.
const MOST_COMPARED: usize = 12;

/// With so few open cells the first one is as good as any, which saves about a tenth of the time if
/// many solutions are counted.
const FEW_CELLS: u32 = 20;

/// The additional weight of a place in another cell with two digits, because the guess fixes that
/// cell. With 3, the hardest puzzles take 69 guesses each, with 0 they take 82, and with the first
/// cell instead of the best 132.
const WORTH_OF_PAIR: u32 = 3;

impl BandPosition {
    /// Returns a candidate of a cell with the fewest digits. `two` and `three` are the cells with
    /// two digits, and those with three or more.
    pub(super) fn choose(&self, two: &Bands, three: &Bands) -> BandCandidate {
        let cells = (0..3).flat_map(|band| bits(two[band]).map(move |bit| (band, bit)));
        let best = if self.count_open() <= FEW_CELLS {
            (0..3)
                .find(|band| two[*band] != 0)
                .map(|band| (band, two[band].trailing_zeros()))
        } else {
            cells
                .take(MOST_COMPARED)
                .max_by_key(|(band, bit)| self.score(*band, *bit, two))
        };
        let (band, bit) = best.unwrap_or_else(|| self.narrowest(three));
        BandCandidate {
            digit: self.digits_at(band, bit).trailing_zeros() as usize,
            band,
            bit,
        }
    }

    /// Estimates how much the two guesses in a cell with two digits remove.
    #[inline(always)]
    fn score(&self, band: usize, bit: u32, two: &Bands) -> u32 {
        let (next, last) = ((band + 1) % 3, (band + 2) % 3);
        let column = bit / 3 * 3;
        // The cells in its row, box and column. One of them does not fit into 32 bits.
        let peers = |cells: &Bands| {
            u64::from(
                (cells[band] & PEERS[bit as usize])
                    | (cells[next] >> column & 0o7) << 27
                    | cells[last] >> column << 30,
            )
        };
        let digits = self.digits_at(band, bit);
        let (one, other) = (digits.trailing_zeros(), digits.ilog2());
        let places = peers(&self.places[one as usize]) | peers(&self.places[other as usize]) << 32;
        let pairs = peers(two);
        places.count_ones() + WORTH_OF_PAIR * (places & (pairs | pairs << 32)).count_ones()
    }

    /// Returns the first cell with the fewest digits.
    #[cold]
    fn narrowest(&self, open: &Bands) -> (usize, u32) {
        let cells = (0..3).flat_map(|band| bits(open[band]).map(move |bit| (band, bit)));
        let fewest = cells.min_by_key(|(band, bit)| self.digits_at(*band, *bit).count_ones());
        fewest.expect("a cell is open as long as the position is")
    }
}
