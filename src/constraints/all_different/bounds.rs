//! Bounds consistency: Hall intervals, by a union-find over the bounds of the domains (López-Ortiz, Quimper, Tromp & van
//! Beek, "A fast and simple algorithm for bounds consistency of the alldifferent constraint", IJCAI 2003).
//!
//! A Hall interval has as many values as there are views whose domains lie inside; whoever else begins inside has to
//! begin behind it. The bounds of all domains, sorted, cut the line into pieces; `spare` says how many values of a piece
//! are left, `tree` leads from a piece to the next one with something left, `hall` from a bound to the end of the Hall
//! interval around it. Views are added by ascending maximum; each takes a value from the first piece that has one.

use crate::constraint::Status;
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// One domain as an interval.
#[derive(Clone, Copy, Default)]
struct Interval {
    low: Value,
    /// Behind the largest value.
    end: Value,
    /// Where `low` and `end` stand among the bounds.
    low_rank: usize,
    end_rank: usize,
}

/// Room for a run, kept from one to the next.
#[derive(Default)]
struct Intervals {
    intervals: Vec<Interval>,
    by_low: Vec<u32>,
    by_end: Vec<u32>,
    /// All `low` and `end`, ascending, with one more on both sides.
    bounds: Vec<Value>,
    tree: Vec<usize>,
    hall: Vec<usize>,
    spare: Vec<Value>,
}

pub(super) fn propagate(views: &[View], store: &mut Store) -> Result<Status, Conflict> {
    let mut intervals = store.take_scratch::<Intervals>();
    let result = intervals.filter(views, store);
    store.keep_scratch(intervals);
    result
}

/// Follows links upwards as far as they go.
fn climb(links: &[usize], mut at: usize) -> usize {
    while links[at] > at {
        at = links[at];
    }
    at
}

/// Follows links downwards as far as they go.
fn sink(links: &[usize], mut at: usize) -> usize {
    while links[at] < at {
        at = links[at];
    }
    at
}

/// Lets every link on the way from `from` to `end` lead to `to`.
fn shorten(links: &mut [usize], from: usize, end: usize, to: usize) {
    let mut at = from;
    while at != end {
        at = std::mem::replace(&mut links[at], to);
    }
}

impl Intervals {
    fn filter(&mut self, views: &[View], store: &mut Store) -> Result<Status, Conflict> {
        self.intervals.clear();
        self.intervals.extend(views.iter().map(|view| Interval {
            low: view.min(store),
            end: view.max(store) + 1,
            ..Interval::default()
        }));
        self.sort();
        self.raise()?;
        self.lower()?;
        let mut status = Status::AtFixpoint;
        for (view, interval) in views.iter().zip(&self.intervals) {
            let (low, high) = (interval.low, interval.end - 1);
            if view.min(store) < low || view.max(store) > high {
                view.remove_below(store, low)?;
                view.remove_above(store, high)?;
                if view.min(store) > low || view.max(store) < high {
                    status = Status::Again; // a gap took a bound further than asked for
                }
            }
        }
        Ok(status)
    }

    /// Sorts the bounds and ranks the intervals among them.
    fn sort(&mut self) {
        let Intervals { intervals, by_low, by_end, bounds, .. } = self;
        let count = intervals.len();
        for order in [&mut *by_low, &mut *by_end] {
            if order.len() != count {
                *order = (0..count as u32).collect();
            }
        }
        // the orders of the last run are nearly right
        by_low.sort_by_key(|&i| intervals[i as usize].low);
        by_end.sort_by_key(|&i| intervals[i as usize].end);
        bounds.clear();
        bounds.push(intervals[by_low[0] as usize].low - 2);
        let add = |bounds: &mut Vec<Value>, bound: Value| {
            if bounds.last() != Some(&bound) {
                bounds.push(bound);
            }
            bounds.len() - 1
        };
        let mut lows = by_low.iter().peekable();
        for &i in &*by_end {
            let end = intervals[i as usize].end;
            while let Some(&j) = lows.next_if(|&&j| intervals[j as usize].low <= end) {
                let low = intervals[j as usize].low;
                intervals[j as usize].low_rank = add(bounds, low);
            }
            intervals[i as usize].end_rank = add(bounds, end);
        }
        let last = bounds[bounds.len() - 1];
        bounds.push(last + 2);
    }

    /// Raises the lower bounds.
    fn raise(&mut self) -> Result<(), Conflict> {
        let Intervals { intervals, by_end, bounds, tree, hall, spare, .. } = self;
        for links in [&mut *tree, &mut *hall] {
            links.clear();
            links.extend((0..bounds.len()).map(|i| i.saturating_sub(1)));
        }
        spare.clear();
        spare.extend((0..bounds.len()).map(|i| bounds[i] - bounds[i.saturating_sub(1)]));
        for &i in &*by_end {
            let Interval { low_rank: x, end_rank: y, .. } = intervals[i as usize];
            let mut z = climb(tree, x + 1);
            let j = tree[z];
            spare[z] -= 1;
            if spare[z] == 0 {
                tree[z] = z + 1;
                z = climb(tree, z + 1);
                tree[z] = j;
            }
            shorten(tree, x + 1, z, z);
            let inside = bounds[z].saturating_sub(bounds[y]);
            if spare[z] < inside {
                return Err(Conflict);
            }
            if hall[x] > x {
                let w = climb(hall, hall[x]);
                intervals[i as usize].low = bounds[w];
                shorten(hall, x, w, w);
            }
            if spare[z] == inside {
                let from = hall[y];
                shorten(hall, from, j - 1, y);
                hall[y] = j - 1;
            }
        }
        Ok(())
    }

    /// Lowers the upper bounds: the same in the mirror.
    fn lower(&mut self) -> Result<(), Conflict> {
        let Intervals { intervals, by_low, bounds, tree, hall, spare, .. } = self;
        let last = bounds.len() - 1;
        for links in [&mut *tree, &mut *hall] {
            links.clear();
            links.extend((0..=last).map(|i| last.min(i + 1)));
        }
        spare.clear();
        spare.extend((0..=last).map(|i| bounds[last.min(i + 1)] - bounds[i]));
        for &i in by_low.iter().rev() {
            let Interval { low_rank: y, end_rank: x, .. } = intervals[i as usize];
            let mut z = sink(tree, x - 1);
            let j = tree[z];
            spare[z] -= 1;
            if spare[z] == 0 {
                tree[z] = z - 1;
                z = sink(tree, z - 1);
                tree[z] = j;
            }
            shorten(tree, x - 1, z, z);
            let inside = bounds[y].saturating_sub(bounds[z]);
            if spare[z] < inside {
                return Err(Conflict);
            }
            if hall[x] < x {
                let w = sink(hall, hall[x]);
                intervals[i as usize].end = bounds[w];
                shorten(hall, x, w, w);
            }
            if spare[z] == inside {
                let from = hall[y];
                shorten(hall, from, j + 1, y);
                hall[y] = j + 1;
            }
        }
        Ok(())
    }
}
