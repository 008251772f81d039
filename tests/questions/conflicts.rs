//! Minimal conflicts.

use super::*;

/// A conflict has no solution, and without any one of its constraints it has one.
#[test]
fn conflicts_are_conflicts_and_minimal() {
    let mut random = Random::named("conflicts");
    let mut sizes = [0; 8];
    for _ in 0..1500 {
        let count = 2 + random.below(3);
        let domains: Vec<Vec<Value>> =
            (0..count).map(|_| (random.between(-2..=1)..).take(1 + random.below(4)).collect()).collect();
        let mut model = Model::new();
        let variables: Vec<Var> = domains.iter().map(|domain| model.variable(domain.clone()).unwrap()).collect();
        let rules: Vec<(Rule, bool)> =
            (0..3 + random.below(5)).map(|_| (Rule::draw(count, &mut random), !random.one_in(6))).collect();
        for (at, (rule, labelled)) in rules.iter().enumerate() {
            let posted = model.post(rule.constraint(&variables)).unwrap();
            if *labelled {
                posted.label(&at.to_string()).unwrap();
            }
        }
        let all = assignments(&domains);
        let satisfiable = |chosen: &dyn Fn(usize) -> bool| {
            let kept: Vec<&Rule> = rules
                .iter()
                .enumerate()
                .filter(|(at, (_, labelled))| !labelled || chosen(*at))
                .map(|(_, r)| &r.0)
                .collect();
            all.iter().any(|v| kept.iter().all(|rule| rule.holds(v)))
        };
        let show = || format!("{domains:?} {rules:?}");
        match model.minimal_conflict(|solver| solver) {
            Why::Satisfiable => assert!(satisfiable(&|_| true), "{}", show()),
            Why::Conflict(labels) => {
                let core: Vec<usize> = labels.iter().map(|label| label.parse().unwrap()).collect();
                assert!(core.is_sorted_by(|a, b| a < b), "in the order of posting: {labels:?}");
                assert!(!satisfiable(&|at| core.contains(&at)), "{labels:?} has a solution: {}", show());
                for left_out in &core {
                    assert!(satisfiable(&|at| at != *left_out && core.contains(&at)), "{labels:?}: {}", show());
                }
                sizes[core.len()] += 1;
            }
            Why::Stopped(reason) => panic!("{reason} without a limit"),
        }
    }
    assert!(sizes[..5].iter().all(|&conflicts| conflicts > 0), "conflicts by size: {sizes:?}");
}
