//! Boards of queens in many formulations: the rows declared in any order, the columns under other names.

mod placement;

use bezzel::models::nqueens;
use bezzel::*;
use placement::is_placement;

/// Values tried for each variable, restarts and forced ones included.
pub const MOST: f64 = 20.0;
pub const SEEDS: std::ops::Range<u64> = 0..5;

/// A board whose rows are declared in another order and whose columns have other names.
pub struct Board {
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
pub type Meaning<'a> = (Model, Vec<Var>, Box<dyn Fn(Vec<Value>) -> Vec<Value> + 'a>);

pub type Formulation = fn(&Board) -> Meaning;

/// As the library's own model has it.
pub fn as_modelled(board: &Board) -> Meaning<'_> {
    let (model, queens) = nqueens(board.rows.len()).unwrap();
    (model, queens, Box::new(|values| values))
}

/// The rows in another order, and the columns counted downwards from 0 on the other side.
pub fn mirrored(board: &Board) -> Meaning<'_> {
    let mut model = Model::new();
    let queens = model.variables(board.rows.len(), 1 - board.n()..=0).unwrap();
    let with_rows = || queens.iter().zip(board.rows.iter().copied());
    model.post(all_different(with_rows().map(|(&queen, row)| -queen + row))).unwrap();
    model.post(all_different(queens.iter().map(|&queen| -queen))).unwrap();
    model.post(all_different(with_rows().map(|(&queen, row)| -queen - row))).unwrap();
    (model, queens, Box::new(|values| board.by_row(values.into_iter().map(|value| -value))))
}

/// Which pairs of values are forbidden to each pair of rows.
pub fn tables(board: &Board) -> Meaning<'_> {
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
pub fn elements(board: &Board) -> Meaning<'_> {
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
pub fn own_constraint(board: &Board) -> Meaning<'_> {
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

/// Values tried until `solve()` has a placement, restarts and forced ones included, for each variable of the model:
/// `element` adds one to each queen, which is fixed, too.
pub fn tried(n: usize, seed: u64, formulation: Formulation) -> f64 {
    let board = Board::new(n, seed);
    let (model, queens, by_row) = formulation(&board);
    let mut solver = model.solver().with_seed(seed);
    let solution = solver.solve().solution().unwrap_or_else(|| panic!("{n} queens, seed {seed}: none found"));
    let columns = by_row(solution.values(&queens));
    assert!(is_placement(&columns), "{columns:?}");
    let Statistics { nodes, forced, .. } = solver.statistics();
    (nodes + forced) as f64 / solution.all().len() as f64
}
