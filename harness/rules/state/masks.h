// The event mask over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/event_mask.h"

namespace gcrucible::rules {

// A mask takes effect at some moment between the entry and the return of SetEventMask. Of calls that overlap,
// either may take effect last, so that several masks may be in effect until a later call or answer decides. A
// thread of a real CLR that has looked at the mask before a call may still enter its callback later; see
// permitted_for().
class Masks {
 public:
  void start(EventMask mask);
  // `one_word`: requested by SetEventMask, which has no high word. `line` is the line of the call.
  void asked(EventMask mask, bool one_word, std::uint64_t line);
  // `line` is the line of the call, `return_line` the line of its return.
  void answered(bool succeeded, std::uint64_t line, std::uint64_t return_line);
  // GetEventMask or GetEventMask2 has answered. Decides between the masks that may be in effect.
  void read(std::uint64_t line, std::uint32_t low, std::optional<std::uint32_t> high);
  // A callback that any of these flags enables is raised by a thread that has looked at the mask after that
  // line. Decides likewise.
  void observed(EventMask flags, std::uint64_t line);

  bool known() const { return known_; }
  // A call has set the mask since the start. Before, the mask is the one in the trace's header, which is
  // the mask at the end of Initialize.
  bool set() const { return set_; }
  // The last call that succeeded was SetEventMask.
  bool by_one_word() const { return by_one_word_; }
  // The mask of the last call that has succeeded.
  EventMask now() const { return now_; }
  // Every bit that threads may observe as set.
  EventMask permitted() const;
  // Every bit that a thread of a real CLR may have observed as set since its line `last`.
  EventMask permitted_for(std::uint64_t last) const;
  // Every bit that has been requested since the start.
  EventMask ever() const { return ever_; }
  // Every bit that threads must observe as set.
  EventMask required() const;
  // The bits that threads may observe either way.
  EventMask uncertain() const { return permitted() - required(); }
  // Whether a call that was entered in that line and returns now may answer these words.
  bool may_be_read(std::uint64_t line, std::uint32_t low, std::optional<std::uint32_t> high) const;

 private:
  // No thread stays between its look at the mask and its callback for as many changes.
  static constexpr std::size_t kMostPast = 64;
  // More threads than set the mask at once. Only a damaged trace exceeds the limit.
  static constexpr std::size_t kMostValues = 64;
  // A mask that may be in effect.
  struct Value {
    EventMask mask = {};
    bool one_word = false;
    std::uint64_t line = 0;               // of the call
    std::uint64_t return_line = kNoLine;  // kNoLine until the call returns
    bool open() const { return return_line == kNoLine; }
  };
  // A mask that was in effect at most until that line.
  struct Past {
    EventMask mask;
    std::uint64_t until = 0;
  };
  void leave(const Value& value, std::uint64_t until);
  // Every call has returned before that line: this word of the mask in effect is one that `fits` accepts.
  // Calls that overlap write the two words in any order.
  template <typename Fits>
  void decide(std::uint64_t line, std::uint32_t EventMask::*word, const Fits& fits);

  bool known_ = false;
  bool set_ = false;
  bool by_one_word_ = false;
  EventMask now_;
  EventMask ever_;
  // The call of at least one has returned.
  std::vector<Value> values_ = std::vector<Value>(1, Value{.return_line = 0});
  std::vector<Past> past_;
};

}  // namespace gcrucible::rules
