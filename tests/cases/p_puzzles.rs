//! Puzzles: a map to colour, buttons to press, cages with a product.

use super::*;

/// jsboige/CoursIA #11805: the map of Australia has 18 colourings, not one.
#[test]
fn p01_map_of_australia() {
    let (mut model, [wa, nt, sa, q, nsw, v, _tasmania]) = same(0..3);
    for (a, b) in [(wa, nt), (wa, sa), (nt, sa), (nt, q), (sa, q), (sa, nsw), (sa, v), (q, nsw), (nsw, v)] {
        model.post(not_equal(a, b)).unwrap();
    }
    assert_eq!(number(&model), 18);
    let mut solver = model.solver();
    solver.assume(&[Literal::equal(wa, 0)]).unwrap();
    assert_eq!(solver.count().solutions, 6);
}

/// blog.suurtech.com/advent-of-code-2025-day-10; elixirforum.com/t/73612; lemmy.one/post/32751149: the fewest presses of
/// buttons that raise counters to given numbers.
#[test]
fn p03_fewest_presses() {
    let buttons: [&[usize]; 6] = [&[3], &[1, 3], &[2], &[2, 3], &[0, 2], &[0, 1]];
    let targets = [3, 5, 4, 7];
    let (mut model, presses) = over(buttons.map(|button| {
        let most = button.iter().map(|&counter| targets[counter]).min().unwrap();
        ValueSet::from(0..=most)
    }));
    for (counter, &target) in targets.iter().enumerate() {
        let raised = buttons.iter().zip(&presses).filter(|(button, _)| button.contains(&counter)).map(|(_, x)| x);
        model.post(sum(raised).equals(target)).unwrap();
    }
    assert_eq!(number(&model), 14);
    let total = model.define(sum(presses)).unwrap();
    let mut solver = model.solver();
    assert_eq!(solver.count().solutions, 14);
    assert_eq!(optimal(solver.minimize(total).unwrap().finish())[total], 10);
    solver.assume(&[Literal::equal(total, 10)]).unwrap();
    assert_eq!(solver.count().solutions, 4);
}

/// eomahony/Numberjack #42: a Latin square with products over cages.
#[test]
fn p05_product_cages() {
    let mut model = Model::new();
    let cells = model.variables(16, 1..=4).unwrap();
    let at = |row: usize, column: usize| cells[4 * row + column];
    for i in 0..4 {
        model.post(all_different((0..4).map(|j| at(i, j)))).unwrap();
        model.post(all_different((0..4).map(|j| at(j, i)))).unwrap();
    }
    let cages: [(&[(usize, usize)], Value); 6] = [
        (&[(0, 0), (0, 1), (1, 0)], 24),
        (&[(0, 2), (0, 3), (1, 3)], 2),
        (&[(1, 1), (1, 2), (2, 1)], 24),
        (&[(2, 0), (3, 0), (3, 1)], 3),
        (&[(2, 2), (2, 3)], 12),
        (&[(3, 2), (3, 3)], 8),
    ];
    for (cage, total) in cages {
        model.post(product(cage.iter().map(|&(row, column)| at(row, column))).equals(total)).unwrap();
    }
    assert_eq!(answers(&model), [[4, 3, 1, 2, 2, 4, 3, 1, 1, 2, 4, 3, 3, 1, 2, 4]]);
}
