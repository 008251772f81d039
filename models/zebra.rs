//! The zebra puzzle: five houses in a row, fifteen clues, and the question who drinks water and who owns the zebra.

use crate::{Compare, Logic, Model, ModelError, Var, all_different};

/// Where everything is: the house of each colour, person, animal, drink and brand, from 0 on the left to 4.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Houses {
    pub red: Var,
    pub green: Var,
    pub ivory: Var,
    pub yellow: Var,
    pub blue: Var,
    pub english: Var,
    pub spanish: Var,
    pub ukrainian: Var,
    pub norwegian: Var,
    pub japanese: Var,
    pub dog: Var,
    pub snails: Var,
    pub fox: Var,
    pub horse: Var,
    pub zebra: Var,
    pub coffee: Var,
    pub tea: Var,
    pub milk: Var,
    pub juice: Var,
    pub water: Var,
    pub old_gold: Var,
    pub kools: Var,
    pub chesterfields: Var,
    pub lucky_strike: Var,
    pub parliaments: Var,
}

/// The model as Life International printed it in 1962. It has one solution.
///
/// # Errors
/// None: the model is always the same.
///
/// ```
/// use bezzel::models::zebra;
///
/// let (model, house) = zebra()?;
/// let solution = model.solver().solutions().next().unwrap();
/// assert_eq!(solution[house.water], solution[house.norwegian]);
/// assert_eq!(solution[house.zebra], solution[house.japanese]);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
pub fn zebra() -> Result<(Model, Houses), ModelError> {
    let mut model = Model::new();
    let mut five = || -> Result<[Var; 5], ModelError> {
        let mut values = [model.variable(0..5)?; 5];
        for value in &mut values[1..] {
            *value = model.variable(0..5)?;
        }
        model.post(all_different(values))?;
        Ok(values)
    };
    let [red, green, ivory, yellow, blue] = five()?;
    let [english, spanish, ukrainian, norwegian, japanese] = five()?;
    let [dog, snails, fox, horse, zebra] = five()?;
    let [coffee, tea, milk, juice, water] = five()?;
    let [old_gold, kools, chesterfields, lucky_strike, parliaments] = five()?;

    let next_to = |a: Var, b: Var| (a - b).equals(1).or((b - a).equals(1));
    model.post(english.equals(red))?;
    model.post(spanish.equals(dog))?;
    model.post(coffee.equals(green))?;
    model.post(ukrainian.equals(tea))?;
    model.post(green.equals(ivory + 1))?;
    model.post(old_gold.equals(snails))?;
    model.post(kools.equals(yellow))?;
    model.post(milk.equals(2))?;
    model.post(norwegian.equals(0))?;
    model.post(next_to(chesterfields, fox))?;
    model.post(next_to(kools, horse))?;
    model.post(lucky_strike.equals(juice))?;
    model.post(japanese.equals(parliaments))?;
    model.post(next_to(norwegian, blue))?;
    let houses = Houses {
        red,
        green,
        ivory,
        yellow,
        blue,
        english,
        spanish,
        ukrainian,
        norwegian,
        japanese,
        dog,
        snails,
        fox,
        horse,
        zebra,
        coffee,
        tea,
        milk,
        juice,
        water,
        old_gold,
        kools,
        chesterfields,
        lucky_strike,
        parliaments,
    };
    Ok((model, houses))
}
