//! Cryptarithms: a sum of words in which each letter stands for a digit of its own, as SEND + MORE = MONEY.

use std::collections::BTreeMap;

use crate::{Compare, Model, ModelError, Strength, Sum, Var, all_different, sum};

/// The model of `addends[0] + addends[1] + … = total`: one variable per letter, in alphabetical order. A word of several
/// letters does not begin with 0.
///
/// # Errors
/// [`ModelError::ViewTooWide`] for a word of more than 18 letters.
///
/// ```
/// use bezzel::models::cryptarithm;
///
/// let (model, letters) = cryptarithm(&["SEND", "MORE"], "MONEY")?;
/// let solution = model.solver().solutions().next().unwrap();
/// let digits: String = letters.iter().map(|(letter, &digit)| format!("{letter}{} ", solution[digit])).collect();
/// assert_eq!(digits, "D7 E5 M1 N6 O0 R8 S9 Y2 "); // 9567 + 1085 = 10652
/// # Ok::<(), bezzel::ModelError>(())
/// ```
///
/// The all-different is domain consistent, as there may be as many letters as digits, or more.
pub fn cryptarithm(addends: &[&str], total: &str) -> Result<(Model, BTreeMap<char, Var>), ModelError> {
    let mut model = Model::new();
    let words = || addends.iter().copied().chain([total]);
    let mut letters: BTreeMap<char, Option<Var>> = words().flat_map(str::chars).map(|letter| (letter, None)).collect();
    for digit in letters.values_mut() {
        *digit = Some(model.variable(0..=9)?);
    }
    let letters: BTreeMap<char, Var> = letters.into_iter().filter_map(|(letter, x)| Some((letter, x?))).collect();

    let number = |word: &str| word.chars().fold(sum([0; 0]), |number: Sum, letter| 10 * number + letters[&letter]);
    model.post(all_different(letters.values()).strength(Strength::Domain))?;
    let added = addends.iter().fold(sum([0; 0]), |added: Sum, word| added + number(word));
    model.post(added.equals(number(total)))?;
    for word in words() {
        if let (Some(first), true) = (word.chars().next(), word.chars().nth(1).is_some()) {
            model.post(letters[&first].at_least(1))?;
        }
    }
    Ok((model, letters))
}
