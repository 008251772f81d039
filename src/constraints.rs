//! The constraints: one a file, each with its relation, its idea and the source of that.
//!
//! | constraint | relation |
//! | --- | --- |
//! | [`all_different`] | pairwise different, at one [`Strength`] of four |
//! | [`all_different_except`] | pairwise different, except a value |
//! | [`all_equal`] | one value |
//! | [`not_equal`] | `x != y` |
//! | [`Linear`] | sums compared: `=`, `!=`, `<=`, `<`, `>=`, `>`; made by [`Compare`](crate::Compare) |
//! | [`product`], [`quotient`], [`remainder`] | `x * y * z`, `x / y` rounded toward zero, and what it leaves |
//! | [`absolute`], [`distance`], [`square`] | the value without its sign, that of a difference, `x * x` |
//! | [`minimum`], [`maximum`] | the smallest and the largest value |
//! | [`element`] | the entry of an array at an index |
//! | [`any_of`], [`all_of`], [`Logic`] | formulas of constraints: and, or, not, implication, equivalence, reification |
//! | [`table`], [`forbidden`] | one of the rows, none of the rows |
//! | [`count`], [`global_cardinality`] | how often a value occurs, how often several do |
//! | [`increasing`], [`strictly_increasing`] | each at most, or less than, the next |
//! | [`lex_less`], [`lex_at_most`] | one list before another in the order of dictionaries |
//! | [`inverse`] | `f[i] = j` exactly if `g[j] = i` |
//! | [`circuit`] | a round trip through all places |
//! | [`member`] | in a set |
//! | [`predicate`] | any closure over the values |
//!
//! How much each infers, and where the idea is from; the page of each says it exactly, with the title of the source.
//! *Domain* consistency keeps exactly the values that are part of a solution of the constraint. *Bounds* consistency
//! says so of the smallest and the largest value, the others being anywhere between their bounds: integers for
//! bounds(Z), rational numbers for bounds(R). *Forward checking* waits until one variable is open. A variable that
//! occurs twice, a scaled view or thousands of values may lower the level.
//!
//! | constraint | inferred | source |
//! | --- | --- | --- |
//! | [`all_different`] | forward checking; hidden singles, bounds(Z) or domain | see [`Strength`] |
//! | [`all_different_except`] | forward checking | |
//! | [`all_equal`], [`not_equal`], [`member`] | domain | |
//! | `<=`, `<`, `>=`, `>`, `!=` of sums | domain | |
//! | `=` of sums | bounds(R); bounds(Z) if all coefficients are 1 or -1 | Harvey & Schimpf 2002 |
//! | [`product`], [`quotient`], [`remainder`] | bounds from bounds, less than bounds(Z) | Apt & Zoeteweij 2007 |
//! | [`absolute`], [`square`] | domain | |
//! | [`distance`] | bounds(Z) | Apt & Zoeteweij 2007 |
//! | [`minimum`], [`maximum`] | bounds(Z) | Beldiceanu 2001 |
//! | [`element`] | domain | Gent, Jefferson & Miguel 2006 |
//! | [`any_of`], [`all_of`], [`Logic`] | what the last part that is not settled infers | Lhomme 2004 |
//! | [`table`] | domain; pairs by forward checking | Demeulenaere et al. 2016 |
//! | [`forbidden`] | domain; pairs by forward checking | Verhaeghe, Lecoutre & Schaus 2017 |
//! | [`count`] | domain | Beldiceanu & Contejean 1994 |
//! | [`global_cardinality`] | each count by itself, and the sum of the counts | see Régin 1996 for more |
//! | [`increasing`], [`strictly_increasing`] | domain | |
//! | [`lex_less`], [`lex_at_most`] | domain | Frisch et al. 2002 |
//! | [`inverse`] | a value goes with the one beside it in the other list | Smith 2000 |
//! | [`circuit`] | forward checking, and no chain closes early | Caseau & Laburthe 1997 |
//! | [`predicate`] | forward checking | Haralick & Elliott 1980 |
//!
//! From `product` to `element` each is a [`Function`], and so is `count`: its `equals` makes a constraint, and
//! [`Model::define`](crate::Model::define) gives its value to a variable. A constraint whose function is undefined (a
//! division by zero, an index outside the array) is false.

mod absolute;
mod all_different;
mod all_equal;
mod circuit;
mod count;
mod distance;
mod element;
mod function;
mod global_cardinality;
mod increasing;
mod inverse;
mod lex;
mod linear;
mod logic;
mod member;
mod minimum;
mod not_equal;
mod predicate;
mod product;
mod quotient;
mod remainder;
mod square;
mod table;

pub use absolute::{Absolute, absolute};
pub use all_different::{AllDifferent, AllDifferentExcept, Strength, all_different, all_different_except};
pub use all_equal::{AllEqual, all_equal};
pub use circuit::{Circuit, circuit};
pub use count::{Counted, Occurrences, count};
pub use distance::{Distance, distance};
pub use element::{Element, element};
pub use function::{Equation, Function, Range};
pub use global_cardinality::{GlobalCardinality, global_cardinality};
pub use increasing::{Increasing, increasing, strictly_increasing};
pub use inverse::{Inverse, inverse};
pub use lex::{Lex, lex_at_most, lex_less};
pub use linear::Linear;
pub use logic::{AllOf, AnyOf, Iff, Logic, Not, all_of, any_of};
pub use member::{Member, member};
pub use minimum::{Maximum, Minimum, maximum, minimum};
pub use not_equal::{NotEqual, not_equal};
pub use predicate::{Predicate, predicate};
pub use product::{Product, product};
pub use quotient::{Quotient, quotient};
pub use remainder::{Remainder, remainder};
pub use square::{Square, square};
pub use table::{Forbidden, Table, forbidden, table};

use crate::variable::View;

/// The views of a scope, whatever they were written as.
pub(crate) fn views(scope: impl IntoIterator<Item: Into<View>>) -> Vec<View> {
    scope.into_iter().map(Into::into).collect()
}

/// Whether a variable stands behind two of the views.
pub(crate) fn repeats_a_variable(views: &[View]) -> bool {
    let mut variables: Vec<usize> = Vec::with_capacity(views.len());
    variables.extend(views.iter().filter_map(|view| view.variable()).map(|x| x.index()));
    variables.sort_unstable();
    variables.windows(2).any(|pair| pair[0] == pair[1])
}
