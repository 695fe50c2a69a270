// One change at a random place of a recorded trace that a real CLR would not have made.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/rules/damage/recording.h"

namespace gcrucible::tests {

enum class Damage : std::uint8_t {
  kCut,
  kLengthen,
  kShift,
  kDrop,
  kDouble,
  kSwap,
  kMove,
  kZero,              // a number becomes 0
  kNear,              // off by one
  kOthers,            // the value of another call
  kReverse,           // all entries in reverse order
  kEmpty,             // no entries
  kThread,            // on another thread
  kResult,            // an answer gets another HRESULT
  kHeldHere,          // a collection occurs inside the callback, on its thread
  kHeldThere,         // the same on another thread
  kRoundThread,       // a whole collection on another thread
  kRoundClasses,      // all classes of a collection become null
  kRoundRoots,        // a collection loses its roots of one kind
  kRoundUnsuspended,  // a collection loses its suspension
  kRoundJoined,       // a collection shares one suspension with the next one
};
// Damages tried on callbacks (the first ones, and all), and on answers of Info methods.
inline constexpr std::array kEveryDamage{Damage::kCut,
                                         Damage::kLengthen,
                                         Damage::kShift,
                                         Damage::kDrop,
                                         Damage::kDouble,
                                         Damage::kSwap,
                                         Damage::kMove,
                                         Damage::kZero,
                                         Damage::kNear,
                                         Damage::kOthers,
                                         Damage::kReverse,
                                         Damage::kEmpty,
                                         Damage::kThread,
                                         Damage::kHeldHere,
                                         Damage::kHeldThere,
                                         Damage::kRoundThread,
                                         Damage::kRoundClasses,
                                         Damage::kRoundRoots,
                                         Damage::kRoundUnsuspended,
                                         Damage::kRoundJoined};
inline constexpr std::span<const Damage> kDamages{kEveryDamage};
inline constexpr std::span<const Damage> kFirstDamages = kDamages.first<7>();
inline constexpr std::array kAnswerDamages{Damage::kCut,     Damage::kLengthen, Damage::kShift,
                                           Damage::kZero,    Damage::kNear,     Damage::kOthers,
                                           Damage::kReverse, Damage::kEmpty,    Damage::kResult};
std::string_view name_of(Damage damage);

// The same on every machine for one seed, unlike the distributions of <random>.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  // Below `count`, which is not 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool even() { return below(2) == 0; }

 private:
  std::mt19937_64 engine_;
};

// The damage, and its place in the recording.
struct Change {
  std::size_t unit = 0;
  Damage damage = Damage::kCut;
  bool both = false;       // the batch's older call is changed too
  std::string_view field;  // the field with a new value; empty if the call was moved
  std::size_t width = 1;
  std::vector<std::uint64_t> before;  // the value, row by row
  std::vector<std::uint64_t> after;
  std::size_t place = 0;  // the line before which the call now stands, for a swap or move
};

// The lines of a damaged trace with new numbers, and a description of the damage. Holds views into the
// recording, which must outlive it.
class Damaged {
 public:
  // Empty if the damage does not apply to this call: no array to cut, no neighbour to swap with.
  static std::optional<Damaged> of(const Recording& recording, std::size_t unit, Damage damage, Dice& dice);

  // The same for an answer of an Info method.
  static std::optional<Damaged> of_answer(const Recording& recording, std::size_t answer, Damage damage,
                                          Dice& dice);

  const std::vector<trace::Event>& events() const { return events_; }
  const std::string& what() const { return what_; }
  const Change& change() const { return change_; }

 private:
  struct Piece {
    trace::Event event;
    bool copy = false;  // of a repeated call
  };
  explicit Damaged(const Recording& recording);
  bool change_values(const Recording& recording, std::size_t unit, Damage damage, Dice& dice);
  bool put_on_another_thread(const Recording& recording, std::size_t unit, Dice& dice);
  bool change_answer(const Recording& recording, std::size_t answer, Damage damage, Dice& dice);
  bool hold(const Recording& recording, std::size_t unit, bool on_own_thread);
  bool change_round(const Recording& recording, std::size_t unit, Damage damage, Dice& dice);
  bool without_roots_of_a_kind(const Recording& recording, std::size_t begin, std::size_t end, Dice& dice);
  void drop_lines(const std::set<std::size_t>& lines);
  bool place_elsewhere(const Recording& recording, std::size_t unit, Damage damage, Dice& dice);
  void set(std::size_t line, std::string_view key, const trace::Value& value);
  void number_anew();

  std::vector<Piece> pieces_;  // by line of the recording until calls are moved
  std::vector<trace::Event> events_;
  std::deque<std::vector<std::uint64_t>> cells_;  // of changed arrays
  std::deque<std::vector<trace::Field>> fields_;  // of changed lines
  std::deque<std::vector<trace::Value>> lists_;   // of changed answers
  std::string what_;
  Change change_;
};

}  // namespace gcrucible::tests
