// The program that is being shrunk, and the trials of smaller programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/campaign/shrink/shrinker.h"
#include "harness/program/code/codec.h"
#include "harness/program/editing.h"
#include "harness/program/validate/validate.h"

namespace gcrucible::campaign {

class Attempts {
 public:
  Attempts(program::Program program, const TypePool& pool, const Shows& shows, std::uint32_t most,
           Writable writable = {}, SwitchesOf switches = {})
      : program_(std::move(program)),
        pool_(&pool),
        shows_(&shows),
        most_(most),
        writable_(std::move(writable)),
        switches_(std::move(switches)),
        is_writable_(writable_ && writable_(program_)) {
    tried_.insert(key(program_));
  }

  const program::Program& program() const { return program_; }
  const TypePool& pool() const { return *pool_; }
  std::uint32_t trials() const { return trials_; }
  bool used_up() const { return trials_ >= most_; }
  // The trials are only listed, all as failures; another program chooses between them.
  void only_list() { only_lists_ = true; }
  bool only_lists() const { return only_lists_; }
  // The switches of that step, if known.
  std::optional<std::vector<program::Switch>> switches_of(std::size_t place) {
    if (!switches_ || used_up()) return std::nullopt;
    ++trials_;
    return switches_(program_, place);
  }

  // Applies `edit` to a copy. Keeps the copy if it is new, valid and still shows the fault; otherwise returns
  // false.
  template <typename Edit>
  bool edit(Edit&& edit) {
    program::Program changed = program_;
    edit(changed);
    return take(std::move(changed));
  }
  // The same for step `place` if its action has the given kind; false if not.
  template <typename Kind, typename Edit>
  bool edit_step(std::size_t place, Edit&& edit) {
    if (place >= program_.steps.size() || !std::holds_alternative<Kind>(program_.steps[place].action))
      return false;
    return this->edit([&](program::Program& changed) { edit(std::get<Kind>(changed.steps[place].action)); });
  }
  bool make_one_object(std::size_t place) { return take(program::with_one_object(program_, place)); }
  bool keep_steps(const std::vector<bool>& kept) { return take(program::with_steps(program_, kept)); }

 private:
  bool take(program::Program changed);
  static std::string key(const program::Program& program) {
    const std::vector<std::byte> bytes = program::encode(program);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  program::Program program_;
  const TypePool* pool_;
  const Shows* shows_;
  std::uint32_t most_;
  Writable writable_;
  SwitchesOf switches_;
  bool only_lists_ = false;
  bool is_writable_;  // whether `program_` is writable; false if not required
  std::uint32_t trials_ = 0;
  std::unordered_set<std::string> tried_;  // never tried again, so that rounds end
};

// The smallest number from `least` on that `keeps` accepts, found by bisection with about log2 n trials.
// Returns `now`, which is already accepted, if no smaller number is accepted.
template <typename Keeps>
std::uint64_t smallest_kept(std::uint64_t least, std::uint64_t now, Keeps&& keeps) {
  while (least < now) {
    const std::uint64_t middle = least + (now - least) / 2;
    if (keeps(middle)) {
      now = middle;
    } else {
      least = middle + 1;
    }
  }
  return now;
}

// Reduces the number `now` as far as `keeps` accepts, down to `least`; true if it became smaller.
template <typename Keeps>
bool reduce(const Attempts& attempts, std::uint64_t least, std::uint64_t now, Keeps&& keeps) {
  // Whoever chooses from a list gets large steps first, and otherwise would reduce the number by one at a
  // time.
  if (attempts.only_lists()) {
    for (std::uint64_t step = now > least ? now - least : 0; step > 1; step /= 2) keeps(now - step);
  }
  // In most rounds the number is minimal already; one play shows this.
  if (now <= least || !keeps(now - 1)) return false;
  smallest_kept(least, now - 1, keeps);
  return true;
}

// Number of one-digit keys that are tried instead of a key of twenty digits.
inline constexpr std::uint64_t kShortKeys = 4;

// The step that catches what the throw in step `place` throws: the first catch of its thread that no later
// throw takes.
std::optional<std::size_t> catch_of(const program::Program& program, std::size_t place);

// One round of each kind; true if the program became smaller.
bool drop_steps(Attempts& attempts);
bool simplify_setup(Attempts& attempts, const program::RuntimeProfile* plainer);
bool simplify_steps(Attempts& attempts);
// Replaces several related steps by one simpler step.
bool replace_steps(Attempts& attempts);
// Replaces the random key of a step's liberties by explicit settings, or else by a shorter key.
bool plainer_liberties(Attempts& attempts, std::size_t place);
// Joins consecutive similar allocations.
bool join_allocations(Attempts& attempts);
// Simplifies the allocation at `place`; part of simplify_steps.
bool plainer_allocation(Attempts& attempts, std::size_t place);
bool simplify_collections(Attempts& attempts);
// Simplifies suspensions, including those of collections.
bool simplify_suspensions(Attempts& attempts);
// For server GC: fewer heaps and simpler schedules of their threads.
bool simplify_heaps(Attempts& attempts);
// Fewer concurrent threads of the program, and simpler schedules.
bool simplify_together(Attempts& attempts);
// For the schedule of a collection or of concurrent threads: fewer switches and a simpler kind. False if the
// step has no schedule.
bool plainer_schedule(Attempts& attempts, std::size_t place);

}  // namespace gcrucible::campaign
