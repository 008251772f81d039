"""A peer in Python: `peer.py constraint` is python-constraint2, `peer.py cp-sat` is OR-Tools CP-SAT.

It writes `ready VERSION` or `skipped REASON`, then answers each line `JOB RUNS QUESTION...` of standard input with the
seconds of all runs and the number of solutions of each question. The model is built anew in every run, and every value
of every solution is read.
"""

import sys
import time
from importlib import metadata
from itertools import islice

ENOUGH = 2  # solutions of a puzzle

UNITS = [
    unit
    for i in range(9)
    for unit in (
        [9 * i + j for j in range(9)],
        [9 * j + i for j in range(9)],
        [27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)],
    )
]


class Constraint:
    """python-constraint2 with its default solver."""

    package = "python-constraint2"

    def __init__(self):
        import constraint

        self.lib = constraint

    def queens(self, n):
        problem = self.all_different(n)
        for i in range(n):
            for j in range(i + 1, n):
                problem.addConstraint(lambda a, b, distance=j - i: abs(a - b) != distance, (i, j))
        return read(problem.getSolutions())

    def permutations(self, n):
        return read(self.all_different(n).getSolutions())

    def sudoku(self, puzzle):
        problem = self.lib.Problem()
        for cell, clue in enumerate(puzzle):
            problem.addVariable(cell, list(range(1, 10)) if clue == "." else [int(clue)])
        for unit in UNITS:
            problem.addConstraint(self.lib.AllDifferentConstraint(), unit)
        return read(islice(problem.getSolutionIter(), ENOUGH))

    def all_different(self, n):
        problem = self.lib.Problem()
        problem.addVariables(list(range(n)), list(range(n)))
        problem.addConstraint(self.lib.AllDifferentConstraint())
        return problem


def read(solutions):
    """Reads solutions, and returns how many there are."""
    found = 0
    for solution in solutions:
        sum(solution.values())
        found += 1
    return found


class CpSat:
    """OR-Tools CP-SAT with one worker, which hands every solution to a callback."""

    package = "ortools"

    def __init__(self):
        from ortools.sat.python import cp_model

        class Reader(cp_model.CpSolverSolutionCallback):
            def __init__(self, variables, most):
                super().__init__()
                self.variables, self.most, self.found = variables, most, 0

            def on_solution_callback(self):
                sum(self.value(variable) for variable in self.variables)
                self.found += 1
                if self.found == self.most:
                    self.stop_search()

        self.lib, self.reader = cp_model, Reader

    def queens(self, n):
        model, queens = self.all_different(n)
        model.add_all_different(queen + row for row, queen in enumerate(queens))
        model.add_all_different(queen - row for row, queen in enumerate(queens))
        return self.read(model, queens)

    def permutations(self, n):
        return self.read(*self.all_different(n))

    def sudoku(self, puzzle):
        model = self.lib.CpModel()
        bounds = [(1, 9) if clue == "." else (int(clue), int(clue)) for clue in puzzle]
        cells = [model.new_int_var(least, greatest, "") for least, greatest in bounds]
        for unit in UNITS:
            model.add_all_different(cells[cell] for cell in unit)
        return self.read(model, cells, ENOUGH)

    def all_different(self, n):
        model = self.lib.CpModel()
        variables = [model.new_int_var(0, n - 1, "") for _ in range(n)]
        model.add_all_different(variables)
        return model, variables

    def read(self, model, variables, most=None):
        solver = self.lib.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        reader = self.reader(variables, most)
        solver.solve(model, reader)
        return reader.found


SOLVERS = {"constraint": Constraint, "cp-sat": CpSat}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in SOLVERS:
        sys.exit(f"usage: peer.py {'|'.join(SOLVERS)}")
    kind = SOLVERS[sys.argv[1]]
    try:
        solver = kind()
        version = metadata.version(kind.package)
    except ImportError as error:
        print(f"skipped not installed: {error} (pip install -r python/requirements.txt)", flush=True)
        return
    print(f"ready {version}", flush=True)
    for line in sys.stdin:
        job, runs, *questions = line.split()
        if job != "sudoku":
            questions = [int(question) for question in questions]
        solve = getattr(solver, job)
        start = time.perf_counter()
        for _ in range(int(runs)):
            found = [solve(question) for question in questions]
        seconds = time.perf_counter() - start
        print(f"{seconds:.9f}", *found, flush=True)


main()
