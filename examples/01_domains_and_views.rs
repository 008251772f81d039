//! Domains and views: what a variable may be, and what constraints are written over.
//!
//! A variable has a domain, a finite set of integers; a range of a billion values costs no more memory than one of
//! nine. A view, such as `2 * x + 1`, is another way to look at a variable: it stands wherever a variable may stand, and
//! costs no variable of its own. What is wrong with a model is an error before any search.
//!
//! ```text
//! cargo run --example 01_domains_and_views
//! ```

use bezzel::*;

fn main() -> Result<(), ModelError> {
    println!("Domains are ranges, arrays, vectors, or what an iterator collects into a ValueSet:");
    let mut model = Model::new();
    let digit = model.variable(0..=9)?;
    let coin = model.variable([1, 2, 5, 10, 20, 50])?;
    let square = model.variable((1..=7).map(|root| root * root).collect::<ValueSet>())?;
    let wide = model.variable(-1_000_000_000..=1_000_000_000)?;
    for (name, x) in [("digit", digit), ("coin", coin), ("square", square), ("wide", wide)] {
        println!("  {name:<6} {:>10} values: {}", model.domain(x).len(), model.domain(x));
    }

    println!("\nViews, made by operators: coin + digit - square = 0, 1000 * square - wide = 1, and digit >= 7:");
    model.post(sum([coin.view(), digit.view(), -square]).equals(0))?;
    model.post(sum([1000 * square, -wide]).equals(1))?;
    model.post(sum([digit]).at_least(7))?;
    for solution in model.solver().solutions() {
        let [d, c, s, w] = [digit, coin, square, wide].map(|x| solution[x]);
        println!("  {c} + {d} = {s}, wide = {w}, its double plus one = {}", solution.value(2 * wide + 1));
    }

    println!("\nThree numbers of 0..=10^9, all different, with the sum 3:");
    let mut model = Model::new();
    let numbers = model.variables(3, 0..=1_000_000_000)?;
    model.post(all_different(&numbers))?;
    model.post(sum(&numbers).equals(3))?;
    for solution in model.solver().solutions() {
        println!("  {:?}", solution.values(&numbers));
    }

    println!("\nWhat is wrong with a model is told where it is written:");
    let mut other = Model::new();
    let x = other.variable(0..=9)?;
    for error in [
        model.variable(5..5).err(),
        model.variable(0..=i64::MAX).err(),
        model.post(not_equal(x, 3)).err(),
        other.post(not_equal(x * i64::MAX, 3)).err(),
        other.post(table([x, x], [[1, 2, 3]])).err(),
    ] {
        println!("  {}", error.expect("each of these is refused"));
    }
    Ok(())
}
