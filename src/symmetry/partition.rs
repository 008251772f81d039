//! Ordered partitions of the vertices of a conflict graph, and colour refinement.

use std::collections::VecDeque;

use crate::forward_checking::{NO_VARIABLE, Rows};

/// The work limit was reached.
#[derive(Debug)]
pub(super) struct GaveUp;

/// Counts steps (words looked at) up to a limit, so that detection ends at the same place in every run.
pub(super) struct Work {
    left: u64,
}

impl Work {
    pub(super) fn new(limit: u64) -> Work {
        Work { left: limit }
    }

    pub(super) fn take(&mut self, steps: usize) -> Result<(), GaveUp> {
        self.left = self.left.checked_sub(steps as u64).ok_or(GaveUp)?;
        Ok(())
    }
}

/// The conflict graph of a network: its vertices are the values that are left, each the position of its bit in the block.
pub(super) struct Graph<'a> {
    pub rows: &'a Rows,
    /// In ascending order, and as a bit set.
    pub vertices: Vec<u32>,
    block: Vec<u64>,
}

impl<'a> Graph<'a> {
    /// The graph of the values in a block, dual lanes left out.
    pub(super) fn new(rows: &'a Rows, block: &[u64]) -> Graph<'a> {
        let lanes = rows.lane_of.iter().filter(|&&lane| lane != NO_VARIABLE);
        let bits = lanes.flat_map(|&lane| (0..rows.width).map(move |bit| rows.first_bit(lane as usize) + bit));
        let mut only = vec![0; rows.words];
        let mut vertices: Vec<u32> = bits.filter(|&bit| block[bit as usize / 64] >> (bit % 64) & 1 == 1).collect();
        vertices.sort_unstable();
        vertices.iter().for_each(|&v| only[v as usize / 64] |= 1 << (v % 64));
        Graph { rows, vertices, block: only }
    }

    /// Whether a permutation of the vertices that moves only these maps every edge to an edge, and so is an automorphism:
    /// edges between vertices that stay where they are need no look.
    pub(super) fn is_automorphism(&self, image: &[u32], moved: &[u32], work: &mut Work) -> Result<bool, GaveUp> {
        for &v in moved {
            work.take(self.vertices.len() / 2)?;
            let row = self.rows.row(image[v as usize] as usize);
            for (i, (keep, root)) in (0..).zip(self.rows.row(v as usize).iter().zip(&self.block)) {
                let mut conflicts = root & !keep;
                while conflicts != 0 {
                    let w = image[(i * 64 + conflicts.trailing_zeros()) as usize];
                    conflicts &= conflicts - 1;
                    if row[w as usize / 64] >> (w % 64) & 1 == 1 {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// A partition of the vertices into cells that have an order, each kept in ascending order of its vertices.
#[derive(Clone)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    elements: Vec<u32>,
    /// For each vertex, where its cell begins in `elements`.
    cell_of: Vec<u32>,
    /// Where a cell begins, its length.
    lengths: Vec<u32>,
    cells: usize,
}

impl Partition {
    /// The partition into cells of one colour each, in the order of the colours, refined.
    pub(super) fn new(graph: &Graph, colour: impl Fn(u32) -> u32, work: &mut Work) -> Result<Partition, GaveUp> {
        let mut elements = graph.vertices.clone();
        elements.sort_by_key(|&v| colour(v));
        let lengths: Vec<usize> = elements.chunk_by(|&v, &w| colour(v) == colour(w)).map(<[_]>::len).collect();
        let mut partition = Partition {
            cell_of: vec![0; graph.rows.words * 64],
            lengths: vec![0; elements.len()],
            elements,
            cells: lengths.len(),
        };
        let (mut splitters, mut start) = (VecDeque::new(), 0);
        for length in lengths {
            partition.make_cell(start, length);
            splitters.push_back(start as u32);
            start += length;
        }
        partition.refine(graph, splitters, work)?;
        Ok(partition)
    }

    pub(super) fn cell_of(&self, vertex: u32) -> u32 {
        self.cell_of[vertex as usize]
    }

    pub(super) fn cell(&self, start: u32) -> &[u32] {
        &self.elements[start as usize..][..self.lengths[start as usize] as usize]
    }

    /// Where the first cell of several vertices begins.
    pub(super) fn first_cell_of_several(&self) -> Option<u32> {
        self.starts().find(|&start| self.lengths[start as usize] > 1)
    }

    /// Where the cells begin.
    pub(super) fn starts(&self) -> impl Iterator<Item = u32> + '_ {
        let next = |&start: &u32| self.lengths.get(start as usize).map(|length| start + length);
        std::iter::successors(Some(0), next).take_while(|&start| (start as usize) < self.elements.len())
    }

    fn make_cell(&mut self, start: usize, length: usize) {
        self.lengths[start] = length as u32;
        for &v in &self.elements[start..start + length] {
            self.cell_of[v as usize] = start as u32;
        }
    }

    /// Makes a vertex a cell of its own, in front of the rest of its cell, and refines. Partitions that an automorphism
    /// maps to one another have the same trace.
    pub(super) fn individualise(&mut self, graph: &Graph, vertex: u32, work: &mut Work) -> Result<u64, GaveUp> {
        let start = self.cell_of(vertex);
        let length = self.lengths[start as usize] as usize;
        let cell = &mut self.elements[start as usize..][..length];
        let at = cell.partition_point(|&v| v < vertex);
        cell[..=at].rotate_right(1);
        self.make_cell(start as usize, 1);
        if length > 1 {
            self.make_cell(start as usize + 1, length - 1);
            self.cells += 1;
        }
        self.refine(graph, VecDeque::from([start]), work)
    }

    /// Splits cells until any two vertices of a cell have equally many conflicts with each cell (the coarsest equitable
    /// refinement). Gives a trace of what happened, which does not depend on the names of the vertices.
    fn refine(&mut self, graph: &Graph, mut splitters: VecDeque<u32>, work: &mut Work) -> Result<u64, GaveUp> {
        let mut trace = 0u64;
        let mut note = |what: usize| {
            trace = (trace.rotate_left(5) ^ what as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        };
        let mut splitter = vec![0u64; graph.rows.words];
        let mut counted: Vec<(u32, u32)> = Vec::new();
        let mut waiting = vec![false; self.elements.len()];
        splitters.iter().for_each(|&start| waiting[start as usize] = true);
        while let Some(by) = splitters.pop_front().filter(|_| self.cells < self.elements.len()) {
            waiting[by as usize] = false;
            splitter.fill(0);
            self.cell(by).iter().for_each(|&v| splitter[v as usize / 64] |= 1 << (v % 64));
            let alone = self.lengths[by as usize] == 1;
            let from = splitter.iter().position(|&word| word != 0).unwrap_or(0);
            let to = splitter.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
            let mut start = 0;
            while start < self.elements.len() {
                let length = self.lengths[start] as usize;
                let cell = start..start + length;
                start += length;
                if length == 1 {
                    continue;
                }
                work.take(length * (to - from))?;
                let count = |&v: &u32| {
                    let words = graph.rows.row(v as usize)[from..to].iter().zip(&splitter[from..to]);
                    let conflicts = words.map(|(row, splitter)| !row & splitter);
                    let count = if alone {
                        conflicts.map(|c| u32::from(c != 0)).sum()
                    } else {
                        conflicts.map(u64::count_ones).sum()
                    };
                    (count, v)
                };
                counted.clear();
                counted.extend(self.elements[cell.clone()].iter().map(count));
                if counted.iter().all(|&(count, _)| count == counted[0].0) {
                    continue;
                }
                work.take(4 * length)?;
                counted.sort_unstable();
                let mut at = cell.start;
                let was_waiting = waiting[at];
                let mut largest = (0, 0);
                for group in counted.chunk_by(|a, b| a.0 == b.0) {
                    for (element, &(_, v)) in self.elements[at..].iter_mut().zip(group) {
                        *element = v;
                    }
                    self.make_cell(at, group.len());
                    note(at);
                    note(group[0].0 as usize);
                    if group.len() > largest.0 {
                        largest = (group.len(), at);
                    }
                    self.cells += usize::from(at > cell.start);
                    at += group.len();
                }
                // what one part of a cell tells follows from the cell and the other parts
                let mut at = cell.start;
                while at < cell.end {
                    if !waiting[at] && (was_waiting || at != largest.1) {
                        waiting[at] = true;
                        splitters.push_back(at as u32);
                    }
                    at += self.lengths[at] as usize;
                }
            }
        }
        note(self.cells);
        Ok(trace)
    }
}
