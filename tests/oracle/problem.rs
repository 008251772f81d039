//! A model as the oracle sees it: domains, and relations as closures over terms; with brute force.

use std::fmt;
use std::sync::Arc;

use bezzel::*;

/// `scale * variable + offset`; without a variable the constant `offset`.
#[derive(Clone, Copy)]
pub struct Term {
    pub variable: Option<usize>,
    pub scale: i64,
    pub offset: i64,
}

impl Term {
    pub fn plain(variable: usize) -> Term {
        Term { variable: Some(variable), scale: 1, offset: 0 }
    }

    pub fn constant(value: Value) -> Term {
        Term { variable: None, scale: 0, offset: value }
    }

    pub fn image(self, value: Value) -> Value {
        self.scale * value + self.offset
    }

    pub fn value(self, assignment: &[Value]) -> Value {
        self.image(self.variable.map_or(0, |x| assignment[x]))
    }

    pub fn view(self, variables: &[Var]) -> View {
        self.variable.map_or(self.offset.into(), |x| self.scale * variables[x] + self.offset)
    }
}

/// What a constraint claims to have removed when propagation has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Nothing, before all is fixed.
    Sound,
    /// With at most one variable open, each of its values is part of a tuple.
    ForwardChecking,
    /// Each smallest and largest value is part of a tuple, the others being anywhere between their bounds.
    Bounds,
    /// Each value is part of a tuple.
    Domain,
}

/// What a claim may depend on.
pub struct Setting<'a> {
    pub terms: &'a [Term],
    pub mode: Propagation,
    /// Every domain spans at most 64 values.
    pub lanes: bool,
}

impl Setting<'_> {
    /// No variable occurs twice.
    pub fn distinct(&self) -> bool {
        let mut variables: Vec<usize> = self.terms.iter().filter_map(|t| t.variable).collect();
        let occurrences = variables.len();
        variables.sort_unstable();
        variables.dedup();
        variables.len() == occurrences
    }

    /// Every scale is 1 or -1.
    pub fn unit(&self) -> bool {
        self.terms.iter().all(|t| t.scale.abs() <= 1)
    }
}

type Holds = Arc<dyn Fn(&[Value]) -> bool + Send + Sync>;
type Post = Arc<dyn Fn(&mut Model, &[View]) -> Result<(), ModelError> + Send + Sync>;
type Build = Arc<dyn Fn(&[View]) -> Arc<dyn Constraint> + Send + Sync>;
type Claims = Arc<dyn Fn(&Setting) -> Claim + Send + Sync>;

/// A constraint beside an independent statement of what it means.
#[derive(Clone)]
pub struct Kind {
    pub name: String,
    pub holds: Holds,
    post: Post,
    post_relation: Post,
    /// The constraint itself, to be asked or to be made a part of another.
    pub build: Build,
    pub claim: Claims,
}

impl Kind {
    /// `holds` is the meaning, on the values of the arguments; `build` makes the constraint over them.
    pub fn new<C: Constraint>(
        name: impl Into<String>,
        holds: impl Fn(&[Value]) -> bool + Send + Sync + 'static,
        build: impl Fn(&[View]) -> C + Send + Sync + 'static,
    ) -> Kind {
        let build = Arc::new(build);
        let (build_relation, build_part) = (build.clone(), build.clone());
        Kind {
            name: name.into(),
            holds: Arc::new(holds),
            post: Arc::new(move |model, views| model.post(build(views)).map(|_| ())),
            post_relation: Arc::new(move |model, views| model.post(RelationOnly(build_relation(views))).map(|_| ())),
            build: Arc::new(move |views| build_part(views).boxed()),
            claim: Arc::new(|_| Claim::ForwardChecking),
        }
    }

    /// States what the constraint claims to remove; the default is forward checking.
    pub fn claims(self, claim: impl Fn(&Setting) -> Claim + Send + Sync + 'static) -> Kind {
        Kind { claim: Arc::new(claim), ..self }
    }
}

/// A constraint reduced to its scope and relation: gets the engine's own forward checking.
struct RelationOnly<C>(C);

impl<C: Constraint> Constraint for RelationOnly<C> {
    fn scope(&self) -> Vec<View> {
        self.0.scope()
    }
    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.holds(assignment)
    }
}

/// One constraint of a problem.
#[derive(Clone)]
pub struct Part {
    pub kind: Kind,
    pub terms: Vec<Term>,
}

impl Part {
    pub fn holds(&self, assignment: &[Value]) -> bool {
        let values: Vec<Value> = self.terms.iter().map(|term| term.value(assignment)).collect();
        (self.kind.holds)(&values)
    }
}

/// Domains, constraints over them, and assumptions.
#[derive(Clone)]
pub struct Problem {
    pub domains: Vec<ValueSet>,
    /// The variables that are no part of an answer.
    pub helpers: Vec<bool>,
    pub parts: Vec<Part>,
    pub assumptions: Vec<(usize, Relation, Value)>,
}

impl Problem {
    pub fn new(domains: Vec<ValueSet>) -> Problem {
        let helpers = vec![false; domains.len()];
        Problem { domains, helpers, parts: Vec::new(), assumptions: Vec::new() }
    }

    pub fn post(mut self, kind: Kind, terms: Vec<Term>) -> Problem {
        self.parts.push(Part { kind, terms });
        self
    }

    /// The model, with the constraints as they are or reduced to their relations.
    pub fn model(&self, relations_only: bool) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let declare = |(domain, &helper): (&ValueSet, &bool)| {
            let declared = if helper { model.helper(domain.clone()) } else { model.variable(domain.clone()) };
            declared.expect("a domain")
        };
        let variables: Vec<Var> = self.domains.iter().zip(&self.helpers).map(declare).collect();
        for Part { kind, terms } in &self.parts {
            let views: Vec<View> = terms.iter().map(|term| term.view(&variables)).collect();
            let post = if relations_only { &kind.post_relation } else { &kind.post };
            post(&mut model, &views).expect("a constraint");
        }
        (model, variables)
    }

    pub fn literals(&self, variables: &[Var]) -> Vec<Literal> {
        let literal = |&(x, relation, value)| Literal { variable: variables[x], relation, value };
        self.assumptions.iter().map(literal).collect()
    }

    /// The values that the assumptions leave each variable.
    pub fn candidates(&self) -> Vec<Vec<Value>> {
        let mut domains = self.domains.clone();
        for &(x, relation, value) in &self.assumptions {
            let domain = &mut domains[x];
            match relation {
                Relation::Equal => clip(domain, value, value),
                Relation::NotEqual => remove(domain, value, value),
                Relation::AtMost => clip(domain, Value::MIN, value),
                Relation::Greater => clip(domain, value + 1, Value::MAX),
            }
        }
        domains.iter().map(|domain| domain.iter().collect()).collect()
    }

    pub fn holds(&self, assignment: &[Value]) -> bool {
        self.parts.iter().all(|part| part.holds(assignment))
    }

    /// All assignments that satisfy everything, in lexicographic order.
    pub fn assignments(&self) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        each_tuple(&self.candidates(), |tuple| {
            if self.holds(tuple) {
                found.push(tuple.to_vec());
            }
            true
        });
        found
    }

    /// What differs between two answers: the values that are not of helpers.
    pub fn answer(&self, assignment: &[Value]) -> Vec<Value> {
        assignment.iter().zip(&self.helpers).filter(|(_, helper)| !**helper).map(|(value, _)| *value).collect()
    }

    /// The answers among all assignments, sorted, each once.
    pub fn answers(&self, assignments: &[Vec<Value>]) -> Vec<Vec<Value>> {
        let mut answers: Vec<_> = assignments.iter().map(|a| self.answer(a)).collect();
        answers.sort();
        answers.dedup();
        answers
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (x, (domain, helper)) in self.domains.iter().zip(&self.helpers).enumerate() {
            write!(f, "\n  {}{x} in {domain}", if *helper { "h" } else { "x" })?;
        }
        for part in &self.parts {
            let term = |t: &Term| match t.variable {
                Some(x) => format!("{}*x{x}{:+}", t.scale, t.offset),
                None => t.offset.to_string(),
            };
            write!(f, "\n  {} over {:?}", part.kind.name, part.terms.iter().map(term).collect::<Vec<_>>())?;
        }
        self.assumptions.iter().try_for_each(|(x, relation, value)| write!(f, "\n  assume x{x} {relation} {value}"))
    }
}

/// Calls `visit` with every tuple of the product, in lexicographic order, until it returns false.
pub fn each_tuple(columns: &[Vec<Value>], mut visit: impl FnMut(&[Value]) -> bool) {
    if columns.iter().any(Vec::is_empty) {
        return;
    }
    let mut at = vec![0; columns.len()];
    let mut tuple: Vec<Value> = columns.iter().map(|column| column[0]).collect();
    while visit(&tuple) {
        let Some(x) = (0..columns.len()).rev().find(|&x| at[x] + 1 < columns[x].len()) else { return };
        at[x] += 1;
        at[x + 1..].fill(0);
        for y in x..columns.len() {
            tuple[y] = columns[y][at[y]];
        }
    }
}

/// Removes what lies in `low..=high`.
pub fn remove(domain: &mut ValueSet, low: Value, high: Value) {
    domain.remove_range(low, high, |_, _| ());
}

/// Keeps what lies in `low..=high`.
pub fn clip(domain: &mut ValueSet, low: Value, high: Value) {
    if low > Value::MIN {
        remove(domain, Value::MIN, low - 1);
    }
    if high < Value::MAX {
        remove(domain, high + 1, Value::MAX);
    }
}
