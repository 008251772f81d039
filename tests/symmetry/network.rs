//! Random binary networks, and their symmetries by brute force; nothing here uses the library but to build a model.

use std::collections::BTreeSet;

use bezzel::*;

/// A reproducible source of chance (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        (0..list.len()).for_each(|at| list.swap(at, self.below(at + 1)));
    }
}

pub type Vertex = (usize, Value);

/// Variables with domains, and pairs of values of different variables that are in conflict, both ways round.
pub struct Network {
    pub domains: Vec<Vec<Value>>,
    pub conflicts: BTreeSet<(Vertex, Vertex)>,
}

impl Network {
    /// A network of `variables` variables, all with `size` values or each with at most as many.
    pub fn draw(random: &mut Random, variables: usize, size: usize, uniform: bool) -> Network {
        let mut domains = Vec::new();
        for _ in 0..variables {
            let mut values: Vec<Value> = (-3..6).collect();
            random.shuffle(&mut values);
            values.truncate(if uniform { size } else { 1 + random.below(size) });
            values.sort_unstable();
            domains.push(values);
        }
        let mut network = Network { domains, conflicts: BTreeSet::new() };
        let vertices = network.vertices();
        let density = random.below(6);
        for &v in &vertices {
            for &w in vertices.iter().filter(|w| w.0 > v.0) {
                if random.below(10) < density {
                    network.conflicts.extend([(v, w), (w, v)]);
                }
            }
        }
        network
    }

    /// Adds conflicts until the map is a symmetry.
    pub fn plant(&mut self, image: &impl Fn(Vertex) -> Vertex) {
        let mut waiting: Vec<(Vertex, Vertex)> = self.conflicts.iter().copied().collect();
        while let Some((v, w)) = waiting.pop() {
            let edge = (image(v), image(w));
            if self.conflicts.insert(edge) {
                waiting.push(edge);
            }
        }
    }

    /// A map of chance from variables to variables, and from their values to values; for a uniform network.
    pub fn draw_map(&self, random: &mut Random) -> impl Fn(Vertex) -> Vertex + use<> {
        let mut variables: Vec<usize> = (0..self.domains.len()).collect();
        match random.below(3) {
            0 => {}
            1 => variables.swap(0, random.below(self.domains.len())),
            _ => random.shuffle(&mut variables),
        }
        let mut images = self.domains.clone();
        for (x, images) in images.iter_mut().enumerate() {
            images.clone_from(&self.domains[variables[x]]);
            match random.below(3) {
                0 => {}
                1 => images.rotate_left(1),
                _ => random.shuffle(images),
            }
        }
        let domains = self.domains.clone();
        move |(x, value)| {
            let at = domains[x].iter().position(|&v| v == value).unwrap();
            (variables[x], images[x][at])
        }
    }

    pub fn model(&self) -> Model {
        let mut model = Model::new();
        let variables: Vec<Var> = self.domains.iter().map(|d| model.variable(d.clone()).unwrap()).collect();
        for x in 0..variables.len() {
            for y in 0..x {
                let pairs: BTreeSet<(Value, Value)> =
                    self.conflicts.iter().filter(|(v, w)| (v.0, w.0) == (x, y)).map(|(v, w)| (v.1, w.1)).collect();
                if !pairs.is_empty() {
                    let allowed = move |v: &[Value]| !pairs.contains(&(v[0], v[1]));
                    model.post(predicate([variables[x], variables[y]], allowed)).unwrap();
                }
            }
        }
        model
    }

    pub fn vertices(&self) -> Vec<Vertex> {
        self.domains.iter().enumerate().flat_map(|(x, domain)| domain.iter().map(move |&value| (x, value))).collect()
    }

    fn in_conflict(&self, v: Vertex, w: Vertex) -> bool {
        v != w && (v.0 == w.0 || self.conflicts.contains(&(v, w)))
    }

    /// All solutions in lexicographic order.
    pub fn solutions(&self) -> Vec<Vec<Value>> {
        let mut found: Vec<Vec<Value>> = vec![Vec::new()];
        for (y, domain) in self.domains.iter().enumerate() {
            let fits = |values: &[Value], u| values.iter().enumerate().all(|(x, &v)| !self.in_conflict((x, v), (y, u)));
            found = found
                .iter()
                .flat_map(|values| {
                    let free = domain.iter().filter(|&&u| fits(values, u));
                    free.map(|&u| values.iter().copied().chain([u]).collect()).collect::<Vec<_>>()
                })
                .collect();
        }
        found
    }

    /// All automorphisms, each as the images of the vertices.
    pub fn automorphisms(&self) -> BTreeSet<Vec<Vertex>> {
        let vertices = self.vertices();
        let edges: Vec<Vec<bool>> =
            vertices.iter().map(|&v| vertices.iter().map(|&w| self.in_conflict(v, w)).collect()).collect();
        let degree = |v: usize| edges[v].iter().filter(|&&edge| edge).count();
        let mut found: Vec<Vec<usize>> = vec![Vec::new()];
        for v in 0..vertices.len() {
            let mut longer = Vec::new();
            for images in &found {
                for w in (0..vertices.len()).filter(|&w| degree(w) == degree(v) && !images.contains(&w)) {
                    if (0..v).all(|i| edges[i][v] == edges[images[i]][w]) {
                        longer.push(images.iter().copied().chain([w]).collect());
                    }
                }
            }
            found = longer;
        }
        found.into_iter().map(|images| images.into_iter().map(|v| vertices[v]).collect()).collect()
    }
}

/// What a solution becomes under a map.
pub fn image_of(values: &[Value], image: impl Fn(Vertex) -> Vertex) -> Vec<Value> {
    let mut images: Vec<Vertex> = values.iter().copied().enumerate().map(image).collect();
    images.sort_unstable();
    images.into_iter().map(|(_, value)| value).collect()
}

/// All that generators generate, as the images of the vertices.
pub fn group(vertices: &[Vertex], generators: &[Symmetry], variables: &[Var]) -> BTreeSet<Vec<Vertex>> {
    let image = |generator: &Symmetry, &(x, value): &Vertex| generator.image(variables[x], value);
    let at = |(y, value)| vertices.iter().position(|&(x, v)| (variables[x], v) == (y, value)).unwrap();
    let generators: Vec<Vec<usize>> =
        generators.iter().map(|g| vertices.iter().map(|v| at(image(g, v))).collect()).collect();
    let identity: Vec<usize> = (0..vertices.len()).collect();
    let mut found = BTreeSet::from([identity.clone()]);
    let mut waiting = vec![identity];
    while let Some(images) = waiting.pop() {
        for generator in &generators {
            let next: Vec<usize> = images.iter().map(|&v| generator[v]).collect();
            if found.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    found.into_iter().map(|images| images.into_iter().map(|v| vertices[v]).collect()).collect()
}
