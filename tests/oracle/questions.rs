//! Questions beyond a list of solutions, compared with brute force: the best, the only one, as many as, projected.

use bezzel::*;

use super::problem::Problem;
use super::random::Random;

/// Asks everything once.
pub fn check_questions(problem: &Problem, variables: &[Var], solver: Solver, random: &mut Random) {
    let assignments = problem.assignments();
    let mut solver = solver;
    solver.assume(&problem.literals(variables)).expect("own literals");
    let solver = &mut solver;
    if !variables.is_empty() {
        optimum(problem, &assignments, variables, solver, random);
    }
    let answers = problem.answers(&assignments);
    match (solver.unique(), answers.len()) {
        (Uniqueness::Unsatisfiable, 0) => {}
        (Uniqueness::Unique(solution), 1) => assert_eq!(problem.answer(solution.all()), answers[0]),
        (Uniqueness::Several(a, b), 2..) => {
            let (a, b) = (problem.answer(a.all()), problem.answer(b.all()));
            assert!(a != b && answers.contains(&a) && answers.contains(&b), "{a:?} {b:?}");
        }
        (uniqueness, found) => panic!("{uniqueness:?}, there are {found}"),
    }
    let most = random.below(answers.len() + 3);
    assert_eq!(solver.count_up_to(most as u64).solutions, most.min(answers.len()) as u64);
    assert_eq!(solver.count().solutions, answers.len() as u64, "after counting up to {most}");

    let shown: Vec<Var> = variables.iter().copied().filter(|_| random.one_in(2)).collect();
    let project = |values: &[Value]| -> Vec<Value> { shown.iter().map(|x| values[x.index()]).collect() };
    let mut expected: Vec<Vec<Value>> = assignments.iter().map(|a| project(a)).collect();
    expected.sort();
    expected.dedup();
    solver.project(&shown).expect("own variables");
    let full: Vec<Vec<Value>> = solver.solutions().map(|s| s.all().to_vec()).collect();
    assert!(full.iter().all(|values| assignments.contains(values)), "a completion that is none");
    let mut found: Vec<Vec<Value>> = full.iter().map(|values| project(values)).collect();
    found.sort();
    assert_eq!(found, expected, "projected on {shown:?}");
    assert_eq!(solver.count().solutions, expected.len() as u64, "projected on {shown:?}");
}

/// The improving solutions improve, and the last is the best; before and after, the solver is as good as new.
fn optimum(problem: &Problem, assignments: &[Vec<Value>], variables: &[Var], solver: &mut Solver, random: &mut Random) {
    let x = *random.pick(variables);
    let (scale, minimize) = (*random.pick(&[1, -1, 2, -3]), random.one_in(2));
    let objective = scale * x + 1;
    let value = |values: &[Value]| scale * values[x.index()] + 1;
    let all = assignments.iter().map(|a| value(a));
    let best = if minimize { all.min() } else { all.max() };
    let mut improvements =
        if minimize { solver.minimize(objective) } else { solver.maximize(objective) }.expect("an objective");
    let found: Vec<Vec<Value>> = improvements.by_ref().map(|s| s.all().to_vec()).collect();
    assert_eq!(improvements.outcome(), Outcome::Complete);
    assert_eq!((improvements.best(), best), (best, found.last().map(|values| value(values))), "{objective:?}");
    assert!(found.iter().all(|values| problem.holds(values)));
    let better = |a: &Vec<Value>, b: &Vec<Value>| if minimize { value(a) > value(b) } else { value(a) < value(b) };
    assert!(found.is_sorted_by(better), "{objective:?}: {found:?}");
    assert_eq!(solver.solutions().count(), problem.answers(assignments).len(), "after the optimum");
}
