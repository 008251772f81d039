//! Latin squares with holes: quasigroup completion near its hardest density (Gomes & Shmoys 2002), drawn from a seed.

#![allow(dead_code, reason = "each user uses a part")]

use bezzel::*;

/// Cells row by row; a hole is `None`.
pub struct Holes {
    pub order: usize,
    pub cells: Vec<Option<Value>>,
}

/// xorshift64*.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize * limit) >> 32
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// A Latin square, by the random walk of Jacobson & Matthews (1996): a square may be *improper*, with one cell that
/// counts two symbols as there and one as missing, and every move shifts the defect until it is gone.
fn square(order: usize, dice: &mut Dice) -> Vec<usize> {
    let at = |row: usize, column: usize, symbol: usize| (row * order + column) * order + symbol;
    let mut cube = vec![0i8; order.pow(3)];
    for cell in 0..order * order {
        cube[cell * order + (cell / order + cell % order) % order] = 1;
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while moves < order.pow(3) || improper.is_some() {
        moves += 1;
        let [r, c, s] = improper.unwrap_or_else(|| {
            loop {
                let cell = [dice.below(order), dice.below(order), dice.below(order)];
                if cube[at(cell[0], cell[1], cell[2])] == 0 {
                    break cell;
                }
            }
        });
        let mut pick = |is_one: &dyn Fn(usize) -> bool| {
            let ones: Vec<usize> = (0..order).filter(|&i| is_one(i)).collect();
            ones[dice.below(ones.len())]
        };
        let row = pick(&|i| cube[at(i, c, s)] == 1);
        let column = pick(&|i| cube[at(r, i, s)] == 1);
        let symbol = pick(&|i| cube[at(r, c, i)] == 1);
        for cell in [at(r, c, s), at(r, column, symbol), at(row, c, symbol), at(row, column, s)] {
            cube[cell] += 1;
        }
        for cell in [at(row, c, s), at(r, column, s), at(r, c, symbol), at(row, column, symbol)] {
            cube[cell] -= 1;
        }
        improper = (cube[at(row, column, symbol)] < 0).then_some([row, column, symbol]);
    }
    (0..order * order).map(|cell| (0..order).find(|s| cube[cell * order + s] == 1).expect("a symbol")).collect()
}

/// A Latin square of which `holes` cells were emptied by chance; so it has a completion.
pub fn holes(order: usize, holes: usize, seed: u64) -> Holes {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut cells: Vec<Option<Value>> = square(order, &mut dice).into_iter().map(|s| Some(s as Value)).collect();
    let mut order_of_emptying: Vec<usize> = (0..order * order).collect();
    dice.shuffle(&mut order_of_emptying);
    for &cell in &order_of_emptying[..holes] {
        cells[cell] = None;
    }
    Holes { order, cells }
}

impl Holes {
    /// One variable a cell; rows and columns all-different.
    pub fn model(&self, strength: Strength) -> Model {
        let mut model = Model::new();
        let n = self.order;
        let domain = |cell: &Option<Value>| cell.map_or((0..n).into(), |symbol| ValueSet::from([symbol]));
        let cells: Vec<Var> = self.cells.iter().map(|cell| model.variable(domain(cell)).expect("a domain")).collect();
        for line in 0..n {
            let row = &cells[line * n..][..n];
            model.post(all_different(row).strength(strength)).expect("a row");
            let column = cells.iter().skip(line).step_by(n);
            model.post(all_different(column).strength(strength)).expect("a column");
        }
        model
    }

    /// Whether the values complete the square.
    pub fn is_completed_by(&self, values: &[Value]) -> bool {
        let n = self.order;
        let distinct = |line: &mut dyn Iterator<Item = usize>| {
            let mut symbols: Vec<Value> = line.map(|cell| values[cell]).collect();
            symbols.sort_unstable();
            symbols == (0..n as Value).collect::<Vec<_>>()
        };
        self.cells.iter().zip(values).all(|(cell, value)| cell.is_none_or(|symbol| symbol == *value))
            && (0..n).all(|i| distinct(&mut (i * n..(i + 1) * n)) && distinct(&mut (i..n * n).step_by(n)))
    }
}
