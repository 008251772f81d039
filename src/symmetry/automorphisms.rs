//! Generators of the automorphism group of a conflict graph, by individualisation and refinement (McKay 1981).

use super::partition::{GaveUp, Graph, Partition, Work};

/// A permutation of the vertices: for each position of the block its image.
pub(crate) type Permutation = Box<[u32]>;

/// One level of the first path: a partition, and the vertex that is individualised in it.
struct Level {
    partition: Partition,
    /// Where the cell begins that the vertex is taken from.
    target: u32,
    vertex: u32,
    /// The trace of the refinement that follows.
    trace: u64,
}

/// Which vertices the automorphisms found so far map to one another (union-find).
pub(super) struct Orbits(Vec<u32>);

impl Orbits {
    pub(super) fn new(positions: usize) -> Orbits {
        Orbits((0..positions as u32).collect())
    }

    /// The first vertex of an orbit.
    pub(super) fn first(&self, mut vertex: u32) -> u32 {
        while self.0[vertex as usize] != vertex {
            vertex = self.0[vertex as usize];
        }
        vertex
    }

    pub(super) fn join(&mut self, generator: &Permutation) {
        for (v, &w) in (0..).zip(generator) {
            let (a, b) = (self.first(v), self.first(w));
            self.0[a.max(b) as usize] = a.min(b);
        }
    }
}

/// Looks for generators of the group of automorphisms that map each cell of `partition` to itself; of those that fix all
/// vertices in cells that begin before `within`, none is looked for. What was found before the work limit was reached is
/// pushed to `found`.
///
/// The first path individualises one vertex after the other until all cells have one vertex. Then, from its end to its
/// beginning, search looks at each level for automorphisms that fix the vertices individualised before, and map the
/// level's own vertex to another one of its cell: so together they generate the whole group.
pub(super) fn find_generators(
    graph: &Graph,
    mut partition: Partition,
    within: u32,
    work: &mut Work,
    found: &mut Vec<Permutation>,
) -> Result<(), GaveUp> {
    let mut levels: Vec<Level> = Vec::new();
    while let Some(target) = partition.first_cell_of_several() {
        work.take(graph.rows.words * 64)?;
        let vertex = partition.cell(target)[0];
        let mut next = partition.clone();
        let trace = next.individualise(graph, vertex, work)?;
        levels.push(Level { partition, target, vertex, trace });
        partition = next;
    }
    let mut orbits = Orbits::new(graph.rows.words * 64);
    for at in (0..levels.len()).rev().filter(|&at| levels[at].target < within) {
        let level = &levels[at];
        let mut refused: Vec<u32> = Vec::new();
        for &image in level.partition.cell(level.target) {
            let orbit = orbits.first(image);
            if orbit == orbits.first(level.vertex) || refused.iter().any(|&v| orbits.first(v) == orbit) {
                continue;
            }
            match find_automorphism(graph, &levels, at, &partition, image, work)? {
                Some(generator) => {
                    orbits.join(&generator);
                    found.push(generator);
                }
                None => refused.push(image),
            }
        }
    }
    Ok(())
}

/// An automorphism that fixes the vertices of the path in front of level `first`, and maps that level's to `image`.
fn find_automorphism(
    graph: &Graph,
    levels: &[Level],
    first: usize,
    last: &Partition,
    image: u32,
    work: &mut Work,
) -> Result<Option<Permutation>, GaveUp> {
    // partitions like those of the path, each with the vertices of its target cell that are still to be tried
    let mut stack: Vec<(Partition, Vec<u32>)> = vec![(levels[first].partition.clone(), vec![image])];
    while let Some((partition, untried)) = stack.last_mut() {
        let Some(vertex) = untried.pop() else {
            stack.pop();
            continue;
        };
        work.take(graph.rows.words * 64)?;
        let mut next = partition.clone();
        let at = first + stack.len() - 1;
        if next.individualise(graph, vertex, work)? != levels[at].trace {
            continue;
        }
        let like = levels.get(at + 1).map_or(last, |level| &level.partition);
        if !next.starts().eq(like.starts()) {
            continue;
        }
        if let Some(generator) = matching(graph, like, &next, work)? {
            return Ok(Some(generator));
        }
        if let Some(level) = levels.get(at + 1) {
            let mut untried: Vec<u32> = next.cell(level.target).iter().rev().copied().collect();
            if let Some(same) = untried.iter().position(|&v| v == level.vertex) {
                let same = untried.remove(same);
                untried.push(same);
            }
            stack.push((next, untried));
        }
    }
    Ok(None)
}

/// The permutation that maps cell to cell, and as many vertices as possible to themselves, if it is an automorphism.
fn matching(graph: &Graph, from: &Partition, to: &Partition, work: &mut Work) -> Result<Option<Permutation>, GaveUp> {
    work.take(graph.rows.words * 64)?;
    let mut image: Permutation = (0..graph.rows.words as u32 * 64).collect();
    let mut moved: Vec<u32> = Vec::new();
    for start in from.starts() {
        let leaving = from.cell(start).iter().filter(|&&v| to.cell_of(v) != start);
        let entering = to.cell(start).iter().filter(|&&v| from.cell_of(v) != start);
        for (&v, &w) in leaving.zip(entering) {
            image[v as usize] = w;
            moved.push(v);
        }
    }
    Ok(graph.is_automorphism(&image, &moved, work)?.then_some(image))
}
