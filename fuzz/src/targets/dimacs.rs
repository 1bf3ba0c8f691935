//! DIMACS CNF: reading any text does not depend on the sizes of its pieces, and a written formula
//! is read back. The comments of this library are read too.

use arbitrary::{Result, Unstructured};
use std::io::BufReader;

use satdoku::sat::{ExportedFormula, Formula, write_cnf};

pub(crate) fn check(bytes: Unstructured) -> Result<()> {
    let data = bytes.take_rest();
    let read = |piece| {
        let formula = Formula::read(BufReader::with_capacity(piece, data));
        formula.map_err(|error| error.to_string())
    };
    let result = read(1 << 12);
    assert_eq!(read(1), result);
    let Ok(formula) = result else {
        return Ok(());
    };
    let mut text = Vec::new();
    write_cnf(formula.variables, &formula.cnf, &mut text).expect("memory takes it");
    let again = Formula::read(&text[..]).expect("what was written can be read");
    assert_eq!(
        (again.variables, &again.cnf),
        (formula.variables, &formula.cnf)
    );
    if let Ok(found) = ExportedFormula::read(&formula) {
        assert_eq!(found.translation().map().variables(), formula.variables);
    }
    Ok(())
}
