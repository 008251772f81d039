//! Whether there is only one solution, whether there are as many, and solutions on some of the variables.

use super::*;

#[test]
fn only_one_as_many_as_and_projected() {
    let mut random = Random::named("questions");
    for _ in 0..800 {
        let case = Case::draw(&mut random);
        let all = &case.solutions;
        let mut solver = configure(case.model.solver(), &case.variables, &mut random);
        match (solver.unique(), all.len()) {
            (Uniqueness::Unsatisfiable, 0) => {}
            (Uniqueness::Unique(solution), 1) => assert_eq!(solution.all(), all[0]),
            (Uniqueness::Several(a, b), 2..) => {
                assert!(a != b && all.contains(&a.all().to_vec()) && all.contains(&b.all().to_vec()));
            }
            (found, there_are) => panic!("{found:?}, there are {there_are}: {}", case.show()),
        }
        for most in [0, 1, 2, all.len() as u64, all.len() as u64 + 1] {
            let count = solver.count_up_to(most);
            assert_eq!(count.solutions, most.min(all.len() as u64), "{}", case.show());
            assert!(!count.is_complete() || count.solutions == all.len() as u64);
            assert!(count.is_complete() || count.solutions == most);
        }
        let shown: Vec<usize> = (0..case.variables.len()).filter(|_| random.one_in(2)).collect();
        let mut expected: Vec<Vec<Value>> = all.iter().map(|v| shown.iter().map(|&at| v[at]).collect()).collect();
        expected.sort();
        expected.dedup();
        solver.project(shown.iter().map(|&at| &case.variables[at])).unwrap();
        let mut found: Vec<Vec<Value>> = Vec::new();
        for solution in solver.solutions() {
            assert!(all.contains(&solution.all().to_vec()), "{solution:?} is no solution of {}", case.show());
            found.push(shown.iter().map(|&at| solution.all()[at]).collect());
        }
        found.sort();
        assert_eq!(found, expected, "on {shown:?}: {}", case.show());
        assert_eq!(solver.count().solutions, expected.len() as u64);
        assert_eq!(matches!(solver.unique(), Uniqueness::Unique(_)), expected.len() == 1);
    }
}
