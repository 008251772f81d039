//! Puzzles and small plans against published figures: each a plain model, solved to the end.

use std::collections::BTreeMap;

use bezzel::models::graph_colouring::PETERSEN;
use bezzel::models::job_shop::FT06;
use bezzel::models::{
    all_interval, cryptarithm, golomb, graph_colouring, job_shop, langford, magic_square, permutations, zebra,
};
use bezzel::*;

#[track_caller]
fn assert_count(model: &Model, solutions: u64) {
    assert_eq!(model.solver().count(), Count { solutions, outcome: Outcome::Complete });
}

#[track_caller]
fn optimal(optimum: Optimum) -> Solution {
    match optimum {
        Optimum::Optimal(solution) => solution,
        other => panic!("not proved optimal: {other:?}"),
    }
}

/// OEIS A003022.
#[test]
fn golomb_rulers() {
    for (marks, length) in (2..).zip([1, 3, 6, 11, 17, 25, 34]) {
        let (model, places) = golomb(marks).unwrap();
        let best = optimal(model.solver().minimize(places[marks - 1]).unwrap().finish());
        let best = best.values(&places);
        assert_eq!(best[marks - 1], length, "{marks} marks");
        let mut distances: Vec<Value> =
            (0..marks).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| best[j] - best[i]).collect();
        distances.sort_unstable();
        assert!(distances.is_sorted_by(|a, b| a < b) && distances[0] > 0, "{best:?}");
    }
    for marks in 0..=1 {
        assert_count(&golomb(marks).unwrap().0, 1);
    }
}

/// OEIS A036501, rulers of the best length up to reversal.
#[test]
fn golomb_rulers_of_the_best_length() {
    for (marks, length, rulers) in [(2, 1, 1), (3, 3, 1), (4, 6, 1), (5, 11, 2), (6, 17, 4), (7, 25, 5)] {
        let (mut model, places) = golomb(marks).unwrap();
        model.post(places[marks - 1].equals(length)).unwrap();
        assert_count(&model, rulers);
    }
}

/// Fisher & Thompson's 6 by 6 instance.
#[test]
fn job_shop_ft06() {
    let (model, schedule) = job_shop(&FT06).unwrap();
    let mut solver = model.solver().with_branching(schedule.branching());
    let best = optimal(solver.minimize(schedule.makespan).unwrap().finish());
    assert_eq!(best[schedule.makespan], 55);
    // the schedule is one, by itself
    let mut busy: BTreeMap<(usize, Value), usize> = BTreeMap::new();
    for (job, starts) in FT06.iter().zip(&schedule.starts) {
        let mut free = 0;
        for (&(machine, duration), &start) in job.iter().zip(starts) {
            assert!(best[start] >= free);
            free = best[start] + duration;
            for time in best[start]..free {
                assert_eq!(busy.insert((machine, time), machine), None);
            }
        }
        assert!(free <= 55);
    }
}

#[test]
fn all_interval_series() {
    for (n, series) in (2..).zip([2, 4, 4, 8, 24, 32, 40, 120, 296]) {
        assert_count(&all_interval(n).unwrap().0, series);
    }
    assert_count(&all_interval(0).unwrap().0, 1);
    assert_count(&all_interval(1).unwrap().0, 1);
}

/// OEIS A006052, times eight.
#[test]
fn magic_squares_of_order_one_to_three() {
    for (n, squares) in [(0, 1), (1, 1), (2, 0), (3, 8)] {
        assert_count(&magic_square(n).unwrap().0, squares);
    }
}

#[test]
fn magic_squares_of_order_four() {
    let mut solver = magic_square(4).unwrap().0.solver().with_order(VariableOrder::DomWdeg);
    assert_eq!(solver.count(), Count { solutions: 7040, outcome: Outcome::Complete });
}

/// OEIS A176127: rows and their reversals.
#[test]
fn langford_pairs() {
    for (n, rows) in (0..).zip([1, 0, 0, 2, 2, 0, 0, 52, 300]) {
        assert_count(&langford(2, n).unwrap().0, rows);
    }
}

/// OEIS A059107, times two.
#[test]
fn langford_triples() {
    for (n, rows) in [(2, 0), (7, 0), (8, 0), (9, 6)] {
        assert_count(&langford(3, n).unwrap().0, rows);
    }
}

#[test]
fn cryptarithms() {
    let send = [("SEND", 9567), ("MORE", 1085), ("MONEY", 10652)];
    let donald = [("DONALD", 526485), ("GERALD", 197485), ("ROBERT", 723970)];
    for words in [send, donald] {
        let [(first, _), (second, _), (total, _)] = words;
        let (model, letters) = cryptarithm(&[first, second], total).unwrap();
        let Uniqueness::Unique(solution) = model.solver().unique() else { panic!("{first} + {second}: not unique") };
        for (word, number) in words {
            assert_eq!(word.chars().fold(0, |n, letter| 10 * n + solution[letters[&letter]]), number);
        }
    }
    // more letters than digits; a word too long; no word at all
    assert_count(&cryptarithm(&["ABCDEFGHIJK"], "ABCDEFGHIJK").unwrap().0, 0);
    let Err(error) = cryptarithm(&["ABCDEFGHIJABCDEFGHIJ"], "A") else { panic!("no error") };
    assert!(matches!(error, ModelError::ViewTooWide { .. }), "{error}");
    assert_count(&cryptarithm(&[], "").unwrap().0, 1);
}

#[test]
fn zebra_has_one_solution() {
    let (model, house) = zebra().unwrap();
    let Uniqueness::Unique(solution) = model.solver().unique() else { panic!("not unique") };
    assert_eq!(solution[house.zebra], solution[house.japanese]);
    assert_eq!(solution[house.water], solution[house.norwegian]);
    assert_eq!(solution.values([house.yellow, house.blue, house.red, house.ivory, house.green]), [0, 1, 2, 3, 4]);
}

/// Chromatic polynomials.
#[test]
fn colourings_of_graphs() {
    assert_count(&graph_colouring(10, &PETERSEN, 3).unwrap().0, 120);
    let pentagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    assert_count(&graph_colouring(5, &pentagon, 3).unwrap().0, 30);
    assert_count(&graph_colouring(5, &pentagon, 4).unwrap().0, 240);
    assert_count(&graph_colouring(2, &[(1, 1)], 4).unwrap().0, 0);
}

/// CSPLib 049: the numbers from 1 to `n` in two halves of equal length, sum and sum of squares.
#[test]
fn number_partitioning() {
    for (n, partitions) in [(8, 1), (12, 1), (16, 7)] {
        let mut model = Model::new();
        let half = model.variables(n as usize, 0..=1).unwrap();
        let numbers = || (1..=n).zip(&half);
        model.post(sum(&half).equals(n / 2)).unwrap();
        model.post(sum(numbers().map(|(i, &x)| i * x)).equals(n * (n + 1) / 4)).unwrap();
        model.post(sum(numbers().map(|(i, &x)| i * i * x)).equals(n * (n + 1) * (2 * n + 1) / 12)).unwrap();
        model.post(half[0].equals(0)).unwrap();
        assert_count(&model, partitions);
    }
}

/// CSPLib 015: `1..=n` in three boxes, none of which holds `x`, `y` and `x + y`.
#[test]
fn schurs_lemma() {
    for (n, fillings) in (1..).zip([3, 6, 18, 30, 66, 120, 258, 288, 546, 300, 186, 114, 18, 0]) {
        let mut model = Model::new();
        let boxes = model.variables(n, 0..3).unwrap();
        for x in 1..=n {
            for y in x..=n - x {
                let three = [boxes[x - 1], boxes[y - 1], boxes[x + y - 1]];
                model.post(all_equal(three).not()).unwrap();
            }
        }
        assert_count(&model, fillings);
    }
}

/// CSPLib 019: how often each number from 0 occurs is what stands at its place.
#[test]
fn magic_sequences() {
    for (n, sequences) in (1..).zip([0, 0, 0, 2, 1, 0, 1, 1, 1, 1]) {
        let mut model = Model::new();
        let x = model.variables(n, 0..n).unwrap();
        for (value, &times) in (0..).zip(&x) {
            model.post(count(&x, value).equals(times)).unwrap();
        }
        assert_count(&model, sequences);
    }
}

/// CSPLib 017: the edges of a complete graph in two colours without a triangle of one colour.
#[test]
fn ramsey() {
    for (nodes, colourings) in [(3, 6), (4, 18), (5, 12), (6, 0)] {
        let mut model = Model::new();
        let edges = model.variables(nodes * (nodes - 1) / 2, 0..=1).unwrap();
        let edge = |a: usize, b: usize| edges[b * (b - 1) / 2 + a];
        for c in 2..nodes {
            for (a, b) in (1..c).flat_map(|b| (0..b).map(move |a| (a, b))) {
                model.post(all_equal([edge(a, b), edge(a, c), edge(b, c)]).not()).unwrap();
            }
        }
        assert_count(&model, colourings);
    }
}

/// CSPLib 076, OEIS A008404: permutations whose differences at each distance are all different.
#[test]
fn costas_arrays() {
    for (n, arrays) in (1..).zip([1, 2, 4, 12, 40, 116, 200]) {
        let (mut model, places) = permutations(n).unwrap();
        for distance in 1..n {
            let differences: Vec<Var> =
                (distance..n).map(|i| model.define(places[i] - places[i - distance]).unwrap()).collect();
            model.post(all_different(differences)).unwrap();
        }
        assert_count(&model, arrays);
    }
}
