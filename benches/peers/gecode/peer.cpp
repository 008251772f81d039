// A peer in C++: Gecode, one thread, the variable with the smallest domain first and its values in ascending order.
//
// peer val|dom: the level of propagation, IPL_VAL or IPL_DOM. It writes `ready VERSION`, then answers each line
// `JOB RUNS QUESTION...` of standard input with the seconds of all runs and the number of solutions of each question.
// The model is built anew in every run, and every value of every solution is read.
//
// g++ -std=c++17 -O3 -DNDEBUG peer.cpp -lgecodesearch -lgecodeint -lgecodekernel -lgecodesupport

#include <gecode/int.hh>
#include <gecode/search.hh>

#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace Gecode;

namespace {

// Solutions that are asked for.
constexpr unsigned long all = 0;
constexpr unsigned long enough = 2;

class Problem : public Space {
 public:
  IntVarArray variables;

  Problem(int count, int least, int greatest) : variables(*this, count, least, greatest) {}
  Problem(Problem& other) : Space(other) { variables.update(*this, other.variables); }
  Space* copy() override { return new Problem(*this); }

  void all_different(const IntVarArgs& unit, IntPropLevel level) { distinct(*this, unit, level); }

  // Every variable with a multiple of its number added is different.
  void all_different(int slope, IntPropLevel level) {
    IntArgs offsets(variables.size());
    for (int i = 0; i < variables.size(); i++) offsets[i] = slope * i;
    distinct(*this, offsets, variables, level);
  }

  void smallest_domain_first() { branch(*this, variables, INT_VAR_SIZE_MIN(), INT_VAL_MIN()); }
};

volatile long read_values;

// Reads up to `most` solutions, and returns how many there are.
unsigned long read(Problem* problem, unsigned long most) {
  problem->smallest_domain_first();
  Search::Options options;
  options.threads = 1;
  DFS<Problem> search(problem, options);
  delete problem;
  unsigned long found = 0;
  while (Problem* solution = search.next()) {
    long sum = 0;
    for (const IntVar& variable : solution->variables) sum += variable.val();
    read_values = sum;
    delete solution;
    if (++found == most) break;
  }
  return found;
}

unsigned long queens(int n, IntPropLevel level) {
  auto* problem = new Problem(n, 0, n - 1);
  problem->all_different(problem->variables, level);
  problem->all_different(1, level);
  problem->all_different(-1, level);
  return read(problem, all);
}

unsigned long permutations(int n, IntPropLevel level) {
  auto* problem = new Problem(n, 0, n - 1);
  problem->all_different(problem->variables, level);
  return read(problem, all);
}

unsigned long sudoku(const std::string& puzzle, IntPropLevel level) {
  auto* problem = new Problem(81, 1, 9);
  for (int cell = 0; cell < 81; cell++) {
    if (puzzle[cell] != '.') rel(*problem, problem->variables[cell], IRT_EQ, puzzle[cell] - '0');
  }
  for (int i = 0; i < 9; i++) {
    IntVarArgs row(9), column(9), box(9);
    for (int j = 0; j < 9; j++) {
      row[j] = problem->variables[9 * i + j];
      column[j] = problem->variables[9 * j + i];
      box[j] = problem->variables[27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3];
    }
    problem->all_different(row, level);
    problem->all_different(column, level);
    problem->all_different(box, level);
  }
  return read(problem, enough);
}

unsigned long solve(const std::string& job, const std::string& question, IntPropLevel level) {
  if (job == "queens") return queens(std::stoi(question), level);
  if (job == "permutations") return permutations(std::stoi(question), level);
  return sudoku(question, level);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc == 2 ? argv[1] : "";
  if (name != "val" && name != "dom") {
    std::cerr << "usage: peer val|dom\n";
    return 2;
  }
  const IntPropLevel level = name == "dom" ? IPL_DOM : IPL_VAL;
  std::cout << "ready " << GECODE_VERSION << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string job;
    long runs = 0;
    words >> job >> runs;
    std::vector<std::string> questions;
    for (std::string question; words >> question;) questions.push_back(question);
    std::vector<unsigned long> found(questions.size());
    const auto start = std::chrono::steady_clock::now();
    for (long run = 0; run < runs; run++) {
      for (std::size_t i = 0; i < questions.size(); i++) found[i] = solve(job, questions[i], level);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << std::fixed << seconds.count();
    for (unsigned long solutions : found) std::cout << ' ' << solutions;
    std::cout << std::endl;
  }
}
