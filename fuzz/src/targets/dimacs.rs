//! DIMACS CNF: a formula that was read survives being written, and the comments of an exported one are as true
//! as its header.

use arbitrary::{Result, Unstructured};

use satdoku::sat::{Cnf, ExportedFormula, write_cnf};

pub(crate) fn check(bytes: Unstructured) -> Result<()> {
    let data = bytes.take_rest();
    if let Ok(cnf) = Cnf::read(&String::from_utf8_lossy(data)) {
        let mut text = Vec::new();
        write_cnf(cnf.variables(), &cnf, &mut text).expect("memory takes it");
        let again = Cnf::read(&String::from_utf8_lossy(&text));
        assert_eq!(again.expect("what was written can be read"), cnf);
    }
    if let Ok(found) = ExportedFormula::read(data) {
        assert_eq!(found.translation().puzzle(), &found.puzzle);
    }
    Ok(())
}
