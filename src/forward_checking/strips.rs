//! Walking a clique over many wide domains, 64 members at a time.
//!
//! The wide domains of a clique lie side by side, in the order of its members. A *strip* is a piece of the clique in which
//! the bit that stands for an image moves by the same step from each member to the next, as along a column or a diagonal of
//! a board: which of its members lose the image is one word.

use crate::domain::Value;
use crate::store::{Conflict, Form, Line, Store};
use crate::variable::{Variable, View};

/// Members of a clique, one after the other.
#[derive(Debug)]
pub(crate) struct Strip {
    pub first: usize,
    pub count: usize,
    /// The bits that stand for the image 0, and by how much they move with the image; without, members are walked one by one.
    pub line: Option<(Line, Value)>,
}

impl Strip {
    /// Removes `image` from the members but `x`.
    pub(crate) fn remove(&self, members: &[View], image: Value, x: u32, store: &mut Store) -> Result<(), Conflict> {
        let members = &members[self.first..][..self.count];
        let Some((line, scale)) = self.line else {
            for view in members {
                if view.var.index != x && store.is_open(view.var.index()) {
                    view.remove(store, image)?;
                }
            }
            return Ok(());
        };
        let mut line = store.present(Line { bit: line.bit + scale * image, ..line });
        if let Form::Wide(own) = store.places[x as usize].form
            && let ahead @ 0..64 = own.wrapping_sub(line.wide)
        {
            line.members &= !(1 << ahead);
        }
        store.clear_line(line, |member| members[member as usize].var)
    }
}
