// The program that is being shrunk, and the trying of smaller ones.
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
  // Of that step, if they are known.
  std::optional<std::vector<program::Switch>> switches_of(std::size_t place) {
    if (!switches_ || used_up()) return std::nullopt;
    ++trials_;
    return switches_(program_, place);
  }

  // Keeps what `edit` makes of a copy if that is another program, valid, and shows it too. False otherwise.
  template <typename Edit>
  bool edit(Edit&& edit) {
    program::Program changed = program_;
    edit(changed);
    return take(std::move(changed));
  }
  // The same of step `place`, as an action of the given kind; false where it is another.
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
  bool is_writable_;  // `program_`, where somebody asks
  std::uint32_t trials_ = 0;
  std::unordered_set<std::string> tried_;  // nothing is tried twice, so that rounds come to an end
};

// The smallest number from `least` on that `keeps` takes, as far as halving finds it: of n numbers about
// log2 n are tried. `now`, which is kept already, where there is no smaller one.
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

// So many keys of a digit are tried for one of twenty.
inline constexpr std::uint64_t kShortKeys = 4;

// One round of each; true if it made the program smaller.
bool drop_steps(Attempts& attempts);
bool simplify_setup(Attempts& attempts, const program::RuntimeProfile* plainer);
bool simplify_steps(Attempts& attempts);
// One plain step for several that go together.
bool replace_steps(Attempts& attempts);
// What the key of a step's liberties brings said by words of its own; else a shorter key.
bool plainer_liberties(Attempts& attempts, std::size_t place);
// One allocation where many alike follow each other.
bool join_allocations(Attempts& attempts);
// Of the allocation at `place`, as a part of simplify_steps.
bool plainer_allocation(Attempts& attempts, std::size_t place);
bool simplify_collections(Attempts& attempts);
// How suspensions go, those of collections too.
bool simplify_suspensions(Attempts& attempts);
// Of server GC: heaps, and how their threads take turns.
bool simplify_heaps(Attempts& attempts);
// Fewer threads of the program at work at once, and plainer turns of theirs.
bool simplify_together(Attempts& attempts);
// Of the schedule of a collection, or of threads of the program: fewer switches, and a plainer kind. False
// where there is none.
bool plainer_schedule(Attempts& attempts, std::size_t place);

}  // namespace gcrucible::campaign
