//! A SAT solver that needs nothing installed: this test program, run again for one formula.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::exit;

use satdoku::sat::{ClauseSink, Cnf, Solver, SolverAnswer, Variable, Varisat};

/// The variable that names the formula to solve.
const FORMULA: &str = "SATDOKU_TEST_FORMULA";

/// Returns a shell command that solves the DIMACS file in `$1`. The test program prints messages of its
/// own, so the answer takes another way.
pub fn script() -> String {
    let program = env::current_exe().unwrap();
    let test = concat!(module_path!(), "::solves_a_formula");
    let (_, test) = test.split_once("::").unwrap();
    format!(
        "{FORMULA}=\"$1\" exec {} --exact {test} 3>&1 >/dev/null",
        program.display()
    )
}

/// Returns the solver for `--solver`.
pub fn command() -> String {
    format!("sh -c '{}' -", script())
}

/// Solves the formula that [`script`] names, with the output of the SAT competitions.
#[test]
fn solves_a_formula() {
    let Some(file) = env::var_os(FORMULA) else {
        return;
    };
    let cnf = Cnf::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut solver = Varisat::default();
    for clause in cnf.clauses() {
        let Ok(()) = solver.clause(clause);
    }
    let (text, code) = match solver.solve().unwrap() {
        SolverAnswer::Satisfiable(model) => {
            let variables = (0..cnf.variables()).map(Variable::from_index);
            let literals = variables.map(|variable| match model.is_true(variable) {
                true => variable.positive(),
                false => variable.negative(),
            });
            let words: Vec<String> = literals.map(|literal| literal.to_string()).collect();
            (format!("s SATISFIABLE\nv {} 0\n", words.join(" ")), 10)
        }
        SolverAnswer::Unsatisfiable(_) => ("s UNSATISFIABLE\n".to_string(), 20),
        SolverAnswer::Unknown(_) => ("s UNKNOWN\n".to_string(), 0),
    };
    let mut output = OpenOptions::new().write(true).open("/dev/fd/3").unwrap();
    output.write_all(text.as_bytes()).unwrap();
    exit(code);
}
