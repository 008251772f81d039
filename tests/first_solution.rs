//! One placement of queens by `solve()`: how many values it tries, whatever the order of the rows and the names of the
//! columns.
//!
//! Every board of the promise, and the greatest number of values for each size that was tried:
//!
//! ```text
//! cargo test --release --test first_solution -- --ignored --nocapture
//! ```

use bezzel::models::nqueens;
use bezzel::*;

/// Values tried for each variable, restarts and forced ones included.
const MOST: f64 = 20.0;
const SEEDS: std::ops::Range<u64> = 0..5;

/// A board whose rows are declared in another order and whose columns have other names.
struct Board {
    /// The row of each variable.
    rows: Vec<Value>,
    /// The column that each value stands for, and the value of each column.
    column: Vec<Value>,
    name: Vec<Value>,
}

impl Board {
    fn new(n: usize, seed: u64) -> Board {
        let mut random = (seed << 32) + n as u64;
        let (rows, name) = (shuffled(n, &mut random), shuffled(n, &mut random));
        let mut column = vec![0; n];
        for (at, &value) in name.iter().enumerate() {
            column[value as usize] = at as Value;
        }
        Board { rows, column, name }
    }

    fn n(&self) -> Value {
        self.rows.len() as Value
    }

    /// The columns in the order of the rows, from those in the order of declaration.
    fn by_row(&self, columns: impl Iterator<Item = Value>) -> Vec<Value> {
        let mut by_row = vec![0; self.rows.len()];
        self.rows.iter().zip(columns).for_each(|(&row, column)| by_row[row as usize] = column);
        by_row
    }

    /// The same from their names.
    fn by_name(&self, names: Vec<Value>) -> Vec<Value> {
        self.by_row(names.into_iter().map(|name| self.column[name as usize]))
    }
}

fn shuffled(n: usize, random: &mut u64) -> Vec<Value> {
    let mut list: Vec<Value> = (0..n as Value).collect();
    for last in (1..n).rev() {
        // Knuth's linear congruential generator
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        list.swap(last, ((*random >> 33) % (last as u64 + 1)) as usize);
    }
    list
}

/// A model, its variables, and the columns in the order of the rows that values of these stand for.
type Meaning<'a> = (Model, Vec<Var>, Box<dyn Fn(Vec<Value>) -> Vec<Value> + 'a>);

/// As the library's own model has it.
fn as_modelled(board: &Board) -> Meaning<'_> {
    let (model, queens) = nqueens(board.rows.len()).unwrap();
    (model, queens, Box::new(|values| values))
}

/// The rows in another order, and the columns counted downwards from 0 on the other side.
fn mirrored(board: &Board) -> Meaning<'_> {
    let mut model = Model::new();
    let queens = model.variables(board.rows.len(), 1 - board.n()..=0).unwrap();
    let with_rows = || queens.iter().zip(board.rows.iter().copied());
    model.post(all_different(with_rows().map(|(&queen, row)| -queen + row))).unwrap();
    model.post(all_different(queens.iter().map(|&queen| -queen))).unwrap();
    model.post(all_different(with_rows().map(|(&queen, row)| -queen - row))).unwrap();
    (model, queens, Box::new(|values| board.by_row(values.into_iter().map(|value| -value))))
}

/// Which pairs of values are forbidden to each pair of rows.
fn tables(board: &Board) -> Meaning<'_> {
    let mut model = Model::new();
    let queens = model.variables(board.rows.len(), 0..board.rows.len()).unwrap();
    for (i, &queen) in queens.iter().enumerate() {
        for (j, &other) in queens.iter().enumerate().take(i) {
            let distance = board.rows[i] - board.rows[j];
            let attacked = (0..board.n()).flat_map(|column| {
                let on_board = move |other: &Value| (0..board.n()).contains(other);
                let of_other = [column, column + distance, column - distance].into_iter().filter(on_board);
                of_other.map(move |other| [board.name[column as usize], board.name[other as usize]])
            });
            model.post(forbidden([queen, other], attacked)).unwrap();
        }
    }
    (model, queens, Box::new(|names| board.by_name(names)))
}

/// The column of each value by `element`: a helper for each queen.
fn elements(board: &Board) -> Meaning<'_> {
    let mut model = Model::new();
    let queens = model.variables(board.rows.len(), 0..board.rows.len()).unwrap();
    let columns: Vec<Var> =
        queens.iter().map(|&queen| model.define(element(board.column.iter().copied(), queen)).unwrap()).collect();
    let with_rows = || columns.iter().zip(board.rows.iter().copied());
    model.post(all_different(&columns)).unwrap();
    model.post(all_different(with_rows().map(|(&column, row)| column - row))).unwrap();
    model.post(all_different(with_rows().map(|(&column, row)| column + row))).unwrap();
    (model, queens, Box::new(|names| board.by_name(names)))
}

/// One constraint from outside the library, of which nothing is known but that it removes values.
fn own_constraint(board: &Board) -> Meaning<'_> {
    let mut model = Model::new();
    let queens = model.variables(board.rows.len(), 0..board.rows.len()).unwrap();
    let Board { rows, column, name } = board;
    let views = queens.iter().map(|queen| queen.view()).collect();
    let copy = Board { rows: rows.clone(), column: column.clone(), name: name.clone() };
    model.post(NoAttack { views, board: copy }).unwrap();
    (model, queens, Box::new(|names| board.by_name(names)))
}

struct NoAttack {
    views: Vec<View>,
    board: Board,
}

impl Constraint for NoAttack {
    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        is_placement(&self.board.by_name(self.views.iter().map(|view| assignment.value(view)).collect()))
    }

    fn post(&self, poster: &mut Poster) {
        self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Fixed));
        poster.memory(&vec![0; self.views.len()]); // whose value has been followed
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Board { rows, column, name } = &self.board;
        for (i, view) in self.views.iter().enumerate() {
            let Some(value) = view.value(store).filter(|_| store.memory(i) == 0) else { continue };
            store.set_memory(i, 1);
            for (j, other) in self.views.iter().enumerate() {
                let (at, distance) = (column[value as usize], rows[j] - rows[i]);
                for attacked in [at, at + distance, at - distance] {
                    if i != j && store.memory(j) == 0 && (0..self.board.n()).contains(&attacked) {
                        other.remove(store, name[attacked as usize])?;
                    }
                }
            }
        }
        Ok(Status::Again)
    }
}

fn is_placement(columns: &[Value]) -> bool {
    let n = columns.len();
    let mut taken = vec![[false; 3]; 2 * n];
    columns.iter().enumerate().all(|(row, &column)| {
        let at = [column as usize, column as usize + row, column as usize + n - row];
        (0..3).all(|line| !std::mem::replace(&mut taken[at[line]][line], true))
    })
}

/// Values tried for each variable until `solve()` has a placement.
fn tried(n: usize, seed: u64, formulation: fn(&Board) -> Meaning) -> f64 {
    let board = Board::new(n, seed);
    let (model, queens, by_row) = formulation(&board);
    let mut solver = model.solver().with_seed(seed);
    let solution = solver.solve().solution().unwrap_or_else(|| panic!("{n} queens, seed {seed}: none found"));
    let columns = by_row(solution.values(&queens));
    assert!(is_placement(&columns), "{columns:?}");
    let Statistics { nodes, forced, .. } = solver.statistics();
    (nodes + forced) as f64 / n as f64
}

fn check(sizes: impl IntoIterator<Item = usize>, formulation: fn(&Board) -> Meaning) {
    for n in sizes {
        for seed in SEEDS {
            let tried = tried(n, seed, formulation);
            assert!(tried <= MOST, "{n} queens, seed {seed}: {tried:.1} n values");
        }
    }
}

fn some_sizes(largest: usize) -> impl Iterator<Item = usize> {
    (4..=20).chain([23, 28, 32, 33, 37, 46, 64, 65, 71, 80, 101, 150]).take_while(move |&n| n <= largest)
}

#[test]
fn rows_in_order() {
    check(some_sizes(150), as_modelled);
}

#[test]
fn rows_shuffled_and_columns_mirrored() {
    check(some_sizes(150), mirrored);
}

#[test]
fn columns_relabelled_by_tables() {
    check(some_sizes(23), tables);
}

#[test]
fn columns_relabelled_by_a_constraint_of_ones_own() {
    check(some_sizes(101), own_constraint);
}

/// A helper for each queen is fixed, too, so that there are twice as many values.
#[test]
fn columns_relabelled_by_elements() {
    for n in some_sizes(20) {
        for seed in SEEDS {
            let tried = tried(n, seed, elements) / 2.0;
            assert!(tried <= MOST, "{n} queens, seed {seed}: {tried:.1} values for each of 2 n variables");
        }
    }
}

/// The same seed gives the same placement after as many values.
#[test]
fn deterministic_by_seed() {
    let solve = |n: usize, seed: u64| {
        let (model, queens) = nqueens(n).unwrap();
        let mut solver = model.solver().with_seed(seed);
        let found = solver.solve().solution().unwrap().values(&queens);
        assert_eq!(solver.solve().solution().unwrap().values(&queens), found, "the same solver once more");
        (found, solver.statistics())
    };
    for n in [12, 37, 110] {
        assert_eq!(solve(n, 1), solve(n, 1));
        assert_ne!(solve(n, 1).0, solve(n, 2).0, "n = {n} needs no restart: take another");
    }
}

#[test]
#[ignore = "takes an hour; see the top of this file"]
fn every_size_up_to_a_thousand_and_some_beyond() {
    let report = |what: &str, sizes: &mut dyn Iterator<Item = usize>, formulation: fn(&Board) -> Meaning| {
        let mut worst = vec![(0.0, 0); SEEDS.end as usize];
        for n in sizes {
            for seed in SEEDS {
                let tried = tried(n, seed, formulation);
                if tried > MOST {
                    println!("MISS {what}, {n} queens, seed {seed}: {tried:.2}");
                }
                let of_seed = &mut worst[seed as usize];
                *of_seed = if tried > of_seed.0 { (tried, n) } else { *of_seed };
            }
        }
        println!("{what}: at most (values for each variable, size), by seed: {worst:.2?}");
        assert!(worst.iter().all(|&(tried, _)| tried <= MOST), "{what}");
    };
    let large = [2_000, 5_000, 10_000];
    report("tables", &mut (4..=100), tables);
    report("rows in order", &mut (4..=1_000).chain(large), as_modelled);
    report("rows shuffled, columns mirrored", &mut (4..=1_000).chain(large), mirrored);
    report("a constraint of one's own", &mut (4..=1_000).chain(large), own_constraint);
}
