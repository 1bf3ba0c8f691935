"""Measures how many puzzles a second are checked, and the memory that takes: the table in README.md.

    python measure.py [N]

Needs the package, NumPy, rustoku and py-sudoku. Makes N minimal puzzles, by default a million, and has each
program find whether they have one solution. Time is that of the processors, over all threads.
"""

import resource
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path


def texts(folder, count):
    with open(folder / "puzzles.txt") as file:
        return [line.strip() for line in islice(file, count)]


def satdoku_array(folder, count):
    import numpy
    import satdoku

    checked = satdoku.check_many(numpy.load(folder / "puzzles.npy")[:count])
    assert (checked.verdict == "unique").all() and checked.confirmed.all()


def satdoku_texts(folder, count):
    import satdoku

    checked = satdoku.check_many(texts(folder, count))
    assert all(answer.verdict == "unique" for answer in checked)


def satdoku_program(folder, count):
    from satdoku._satdoku import run_program

    files = [str(folder / "puzzles.txt"), "-o", str(folder / "checked.csv")]
    assert run_program(["satdoku", "check", "--format", "csv", *files]) == 0


def rustoku(folder, count):
    import rustoku

    for puzzle in texts(folder, count):
        assert rustoku.count_solutions(puzzle, 2) == 1
        assert rustoku.solve(puzzle)


def py_sudoku(folder, count):
    from sudoku import Sudoku

    for puzzle in texts(folder, count):
        digits = [int(cell) if cell.isdigit() else None for cell in puzzle]
        puzzle = Sudoku(3, board=[digits[start : start + 9] for start in range(0, 81, 9)])
        assert not puzzle.has_multiple_solutions()
        assert puzzle.solve().board


def make(folder, count):
    import numpy
    import satdoku

    made = satdoku.generate_many(-(-count // 10), seed=1)
    made = numpy.stack([numpy.asarray(one.puzzle, numpy.uint8).ravel() for one in made])
    # The digits of each are permuted in ten ways.
    random = numpy.random.default_rng(1)
    names = random.permuted(numpy.tile(numpy.arange(1, 10, dtype=numpy.uint8), (10, 1)), axis=1)
    names = numpy.pad(names, [(0, 0), (1, 0)])
    puzzles = numpy.concatenate([of[made] for of in names])[:count]
    numpy.save(folder / "puzzles.npy", puzzles)
    symbols = numpy.frombuffer(b".123456789", numpy.uint8)[puzzles]
    lines = numpy.pad(symbols, [(0, 0), (0, 1)], constant_values=10)
    (folder / "puzzles.txt").write_bytes(lines.tobytes())


#: The programs, and the part of the puzzles that they can check in a reasonable time.
PROGRAMS = {
    satdoku_program: 1,
    satdoku_array: 1,
    satdoku_texts: 1,
    rustoku: 50,
    py_sudoku: 100_000,
}


def run(name, folder, count):
    """Runs one of the functions in a process of its own. Returns its seconds and its peak memory."""
    call = [sys.executable, __file__, name, folder, str(count)]
    seconds, kilobytes = subprocess.check_output(call, text=True).split()
    return float(seconds), int(kilobytes) // 1000


def main():
    if len(sys.argv) == 4:
        name, folder, count = sys.argv[1:]
        globals()[name](Path(folder), int(count))
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(used.ru_utime + used.ru_stime, used.ru_maxrss)
        return
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        run("make", folder, total)
        for program, part in PROGRAMS.items():
            count = max(1, total // part)
            seconds, peak = run(program.__name__, folder, count)
            each = seconds / count * 1e6
            print(f"{program.__name__:16} {count:9} puzzles  {each:9.1f} µs each  {peak:5} MB", flush=True)


if __name__ == "__main__":
    main()
