//! Cutting cliques into strips.

use crate::forward_checking::Strip;
use crate::store::{Form, Line, Place, Wide};
use crate::variable::View;

/// Cuts a clique into strips.
pub(super) fn cut(members: &[View], places: &[Place], wides: &[Wide]) -> Vec<Strip> {
    let line = |view: &View| match places[view.var.index()] {
        Place { form: Form::Wide(wide), base, .. } if view.scale.abs() == 1 => {
            let bit = -view.scale * view.offset - base;
            Some((Line { wide, members: 1, bit, step: 0 }, view.scale))
        }
        _ => None,
    };
    let mut strips: Vec<Strip> = Vec::new();
    for (first, view) in members.iter().enumerate() {
        let next = line(view);
        let goes_on = match (strips.last_mut(), next) {
            (Some(Strip { line: Some((line, scale)), .. }), Some((next, its_scale))) => {
                *scale == its_scale && extend(line, next, wides)
            }
            (Some(strip), None) => strip.line.is_none(),
            _ => false,
        };
        match strips.last_mut().filter(|_| goes_on) {
            Some(strip) => strip.count += 1,
            None => strips.push(Strip { first, count: 1, line: next }),
        }
    }
    strips
}

/// Takes the value of the next domain into the line, if that lies beside the last (no more than 64 do) and goes on in the
/// same way.
fn extend(line: &mut Line, next: Line, wides: &[Wide]) -> bool {
    let count = line.members.count_ones();
    let step = if count == 1 { next.bit.wrapping_sub(line.bit) } else { line.step };
    let [first, last] = [line.wide, next.wide].map(|wide| wides[wide as usize]);
    let beside = next.wide == line.wide + count && last.first == first.first + count && last.stride == first.stride;
    let goes_on = beside && next.bit == Line { step, ..*line }.bit_of(count);
    if goes_on {
        (line.members, line.step) = (line.members << 1 | 1, step);
    }
    goes_on
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::*;

    /// A variable's values, and the view of it that has to differ: scale and offset.
    type Member = (std::ops::Range<Value>, Value, Value);

    /// Members without order, and along a row or a diagonal, however steep, with few exceptions.
    fn members() -> impl Strategy<Value = Vec<Member>> {
        let free = (-90..90i64, 65..200i64, prop::sample::select(vec![1, -1, 2]), -90..90i64)
            .prop_map(|(low, span, scale, offset)| (low..low + span, scale, offset));
        let steps = prop_oneof![-2..=2i64, prop::sample::select(vec![20, -70, VALUE_LIMIT / 150, -VALUE_LIMIT / 150])];
        let line = (1..150usize, 65..200i64, prop::sample::select(vec![1, -1]), steps);
        let line = line.prop_map(|(count, span, scale, step)| {
            (0..count as Value).map(|at| (0..span, scale, at * step)).collect::<Vec<Member>>()
        });
        let exceptions = prop::collection::vec((any::<prop::sample::Index>(), free.clone()), 0..4);
        let broken = (line, exceptions).prop_map(|(mut line, exceptions)| {
            for (at, member) in exceptions {
                *at.get_mut(&mut line) = member;
            }
            line
        });
        prop_oneof![prop::collection::vec(free, 1..20), broken]
    }

    proptest! {
        /// Whatever the strips are, a walk removes the image from every other member, and undo brings it back.
        #[test]
        fn strips_are_walked_as_members_are(
            members in members(),
            decisions in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..12),
        ) {
            let mut model = Model::new();
            let variables: Vec<Var> =
                members.iter().map(|(values, ..)| model.variable(values.clone()).unwrap()).collect();
            let views: Vec<View> =
                members.iter().zip(&variables).map(|((_, scale, offset), &x)| *scale * x + *offset).collect();
            model.post(all_different(views.iter().copied())).unwrap();
            let program = model.compile().0;
            let mut store = program.trailed().store.clone();
            let domains = |store: &Store| variables.iter().map(|&x| x.values(store).collect()).collect::<Vec<Vec<Value>>>();
            let mut levels = Vec::new();
            for (variable, value) in decisions {
                let before = domains(&store);
                let at = variable.index(variables.len());
                store.push_level();
                let value = before[at][value.index(before[at].len())];
                store.fix(variables[at], value).unwrap();
                let image = views[at].image(value);
                store.close(at);
                let result = program.propagate_conflicts(&mut store, at as u32);
                let mut expected = before.clone();
                for (y, values) in expected.iter_mut().enumerate() {
                    values.retain(|&v| if y == at { v == value } else { views[y].image(v) != image });
                }
                let wiped = expected.iter().any(Vec::is_empty);
                prop_assert_eq!(result.is_err(), wiped);
                if wiped {
                    store.pop_level();
                    prop_assert_eq!(domains(&store), before);
                    break;
                }
                prop_assert_eq!(domains(&store), expected);
                levels.push(before);
            }
            for before in levels.into_iter().rev() {
                store.pop_level();
                prop_assert_eq!(domains(&store), before);
            }
        }
    }
}
