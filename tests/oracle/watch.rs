//! Observers that check a search while it runs.

use std::sync::Arc;

use bezzel::*;

use super::problem::{Claim, Part, Problem, Setting, clip, each_tuple, remove};

/// Never called: `ON` is false.
pub struct Deaf;

impl Observer for Deaf {
    const ON: bool = false;
    fn event(&mut self, _: Event<'_>) {
        panic!("an observer that is off was called");
    }
}

/// Checks every node: nothing is removed that a solution below the decisions needs, what a constraint claims to remove
/// is gone, and explanations explain.
pub struct Watch {
    problem: Arc<Problem>,
    variables: Vec<Var>,
    mode: Propagation,
    /// All assignments that satisfy everything.
    assignments: Arc<Vec<Vec<Value>>>,
    /// The constraints of the problem, once more, to be asked what the domains settle.
    constraints: Vec<Arc<dyn Constraint>>,
    decisions: Vec<Literal>,
    log: Vec<Removal>,
    /// The nodes that were checked.
    pub fixpoints: usize,
    pub solutions: u64,
}

/// Products of domains beyond this are not searched for a support.
const LARGEST_PRODUCT: usize = 3_000;

impl Watch {
    pub fn new(
        problem: Arc<Problem>,
        variables: &[Var],
        mode: Propagation,
        assignments: Arc<Vec<Vec<Value>>>,
    ) -> Watch {
        let build = |part: &Part| (part.kind.build)(&part.terms.iter().map(|t| t.view(variables)).collect::<Vec<_>>());
        let constraints = problem.parts.iter().map(build).collect();
        let variables = variables.to_vec();
        Watch {
            problem,
            variables,
            mode,
            assignments,
            constraints,
            decisions: vec![],
            log: vec![],
            fixpoints: 0,
            solutions: 0,
        }
    }

    /// The solutions below the current node.
    fn below(&self) -> impl Iterator<Item = &Vec<Value>> {
        let agrees = |a: &&Vec<Value>| self.decisions.iter().all(|d| Literal::holds(*d, a[d.variable.index()]));
        self.assignments.iter().filter(agrees)
    }

    fn removed(&mut self, removal: Removal, index: usize, reasons: &[usize]) {
        let x = removal.variable.index();
        let lost = |value: Value| (removal.low..=removal.high).contains(&value);
        if let Some(solution) = self.below().find(|solution| lost(solution[x])) {
            panic!("{removal:?} loses {solution:?} below {:?} in {:?}", self.decisions, self.problem);
        }
        self.log.truncate(index);
        assert_eq!(self.log.len(), index, "the log has a gap");
        assert!(reasons.iter().all(|&reason| reason < index), "{removal:?} is explained by the future: {reasons:?}");
        if let Cause::Constraint(constraint) = removal.cause {
            self.explained(removal, &self.problem.parts[constraint.index()], reasons);
        }
        self.log.push(removal);
    }

    /// Without what the reasons removed, no tuple of the constraint may have a value that was lost.
    fn explained(&self, removal: Removal, part: &Part, reasons: &[usize]) {
        let x = removal.variable.index();
        let mut domains = self.problem.domains.clone();
        let lose = |domain: &mut ValueSet, r: &Removal| remove(domain, r.low, r.high);
        let mut lost = domains[x].clone();
        clip(&mut lost, removal.low, removal.high);
        self.log.iter().filter(|r| r.variable.index() == x).for_each(|r| lose(&mut lost, r));
        reasons.iter().map(|&at| &self.log[at]).for_each(|r| lose(&mut domains[r.variable.index()], r));
        domains[x] = lost;
        if let Some(tuple) = supports(part, &domains).find(|_| true) {
            let reasons: Vec<_> = reasons.iter().map(|&at| self.log[at]).collect();
            panic!("{removal:?} does not follow from {reasons:?}: {tuple:?}, in {:?}", self.problem);
        }
    }

    fn fixpoint(&mut self, depth: usize, store: &Store) {
        self.fixpoints += 1;
        assert_eq!(depth, self.decisions.len());
        let kept = |solution: &&Vec<Value>| self.variables.iter().zip(*solution).all(|(x, &v)| x.contains(store, v));
        if let Some(solution) = self.below().find(|solution| !kept(solution)) {
            panic!("{solution:?} was lost below {:?} in {:?}", self.decisions, self.problem);
        }
        let domains: Vec<ValueSet> = self.variables.iter().map(|x| live(*x, store)).collect();
        for (part, constraint) in self.problem.parts.iter().zip(&self.constraints) {
            self.settled(part, constraint.decided(store), &domains);
            if let Some(negation) = constraint.negation() {
                self.settled(part, negation.decided(store).map(|holds| !holds), &domains);
            }
        }
        if matches!(self.mode, Propagation::Backtracking | Propagation::ForwardChecking) {
            return;
        }
        self.problem.parts.iter().for_each(|part| self.claimed(part, &domains));
    }

    /// Where a constraint says that the domains settle it, no tuple of them tells otherwise.
    fn settled(&self, part: &Part, decided: Option<bool>, domains: &[ValueSet]) {
        let Some(holds) = decided else { return };
        let other = tuples(part, domains, !holds).next();
        assert_eq!(other, None, "{} is not settled as {holds} by {domains:?} in {:?}", part.kind.name, self.problem);
    }

    fn claimed(&self, part: &Part, domains: &[ValueSet]) {
        let span = |d: &ValueSet| d.max().unwrap() - d.min().unwrap();
        let lanes = self.problem.domains.iter().all(|d| span(d) < 64);
        let mut scope: Vec<usize> = part.terms.iter().filter_map(|t| t.variable).collect();
        scope.sort_unstable();
        scope.dedup();
        let open = scope.iter().filter(|&&x| !domains[x].is_fixed()).count();
        let claim = (part.kind.claim)(&Setting { terms: &part.terms, mode: self.mode, lanes });
        if (claim == Claim::ForwardChecking && open > 1) || (claim == Claim::Sound && open > 0) {
            return;
        }
        let hulls: Vec<ValueSet> = domains.iter().map(|d| (d.min().unwrap()..=d.max().unwrap()).into()).collect();
        for &x in &scope {
            let (others, values) = match claim {
                Claim::Bounds => (&hulls, ValueSet::from([domains[x].min().unwrap(), domains[x].max().unwrap()])),
                _ => (&domains.to_vec(), domains[x].clone()),
            };
            if values.len() as usize > LARGEST_PRODUCT {
                continue;
            }
            for value in values.iter() {
                let mut within = others.clone();
                within[x] = ValueSet::from([value]);
                let product = scope.iter().fold(1u64, |product, &y| product.saturating_mul(within[y].len()));
                if product as usize <= LARGEST_PRODUCT && supports(part, &within).next().is_none() {
                    let state: Vec<_> = domains.iter().map(ToString::to_string).collect();
                    panic!(
                        "{claim:?}: x{x} = {value} has no support in {}, {state:?}, {:?}",
                        part.kind.name, self.problem
                    );
                }
            }
        }
    }
}

/// A tuple of a constraint within the domains, other variables left out; none if there are too many to look at.
fn supports(part: &Part, domains: &[ValueSet]) -> impl Iterator<Item = Vec<Value>> {
    tuples(part, domains, true)
}

/// A tuple for which the relation is `holds`.
fn tuples(part: &Part, domains: &[ValueSet], holds: bool) -> impl Iterator<Item = Vec<Value>> {
    let used = |x: usize| part.terms.iter().any(|t| t.variable == Some(x));
    let columns: Option<Vec<Vec<Value>>> =
        (domains.iter().enumerate()).map(|(x, domain)| if used(x) { column(domain) } else { Some(vec![0]) }).collect();
    let columns = columns.unwrap_or_else(|| vec![vec![]]);
    let product: usize = columns.iter().map(Vec::len).product();
    let mut found = None;
    if product <= LARGEST_PRODUCT * 4 {
        each_tuple(&columns, |tuple| {
            found = (part.holds(tuple) == holds).then(|| tuple.to_vec());
            found.is_none()
        });
    }
    found.into_iter()
}

fn column(domain: &ValueSet) -> Option<Vec<Value>> {
    (domain.len() as usize <= LARGEST_PRODUCT * 4).then(|| domain.iter().collect())
}

fn live(x: Var, store: &Store) -> ValueSet {
    let domain = store.domain(x);
    let (min, max) = (domain.min().unwrap(), domain.max().unwrap());
    assert_eq!((min, max, domain.len()), (x.min(store), x.max(store), x.len(store)));
    if max as i128 - min as i128 + 1 == i128::from(domain.len()) { (min..=max).into() } else { domain.iter().collect() }
}

impl Observer for Watch {
    const REASONS: bool = true;

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start => (self.decisions.clear(), self.log.clear()).0,
            Event::Decide { depth, literal } => {
                self.decisions.truncate(depth - 1);
                self.decisions.push(literal);
                assert_eq!(self.decisions.len(), depth);
            }
            Event::Removed { removal, index, reasons } => self.removed(removal, index, reasons),
            Event::Fixpoint { depth, store } => self.fixpoint(depth, store),
            Event::Failure { depth } => {
                assert_eq!(depth, self.decisions.len());
                let lost = self.below().next();
                assert_eq!(lost, None, "failed below {:?} in {:?}", self.decisions, self.problem);
            }
            Event::Solution { number, values } => {
                self.solutions += 1;
                assert!(number >= 1 && self.problem.holds(values), "{values:?} in {:?}", self.problem);
            }
            Event::Backtrack { depth } => self.decisions.truncate(depth),
            _ => {}
        }
    }
}
