//! Graph colouring: a colour for each node, a different one at both ends of each edge.

use crate::{Model, ModelError, Var, not_equal};

/// The model: one variable per node, whose values are the colours `0..colours`.
///
/// # Errors
/// [`ModelError::EmptyDomain`] for nodes without a colour; [`ModelError::DomainTooWide`] for more than 2^62 colours,
/// [`ModelError::TooLarge`] for 2^32 nodes or more.
///
/// ```
/// use bezzel::models::{graph_colouring, graph_colouring::AUSTRALIA};
///
/// let (model, _) = graph_colouring(7, &AUSTRALIA, 3)?;
/// assert_eq!(model.solver().count().solutions, 18);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
///
/// # Panics
/// When an edge names a node beyond `nodes`.
pub fn graph_colouring(
    nodes: usize,
    edges: &[(usize, usize)],
    colours: usize,
) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let colour = model.variables(nodes, 0..colours)?;
    for &(a, b) in edges {
        model.post(not_equal(colour[a], colour[b]))?;
    }
    Ok((model, colour))
}

/// The borders of Western Australia (0), Northern Territory (1), South Australia (2), Queensland (3), New South Wales
/// (4), Victoria (5); Tasmania (6) has none.
pub const AUSTRALIA: [(usize, usize); 9] = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];

/// The Petersen graph: a pentagon (0 to 4), a pentagram (5 to 9), and the edges between them.
pub const PETERSEN: [(usize, usize); 15] = [
    (0, 1),
    (1, 2),
    (2, 3),
    (3, 4),
    (4, 0),
    (5, 7),
    (7, 9),
    (9, 6),
    (6, 8),
    (8, 5),
    (0, 5),
    (1, 6),
    (2, 7),
    (3, 8),
    (4, 9),
];
