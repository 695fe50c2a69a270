// How often a profiler's probe was asked and gave no answer, in a trace or in several.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/abi/hresults.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

struct ProbeTally {
  std::uint64_t asked = 0;       // calls of gcrucible_probe
  std::uint64_t unanswered = 0;  // of them: it returned another value than 0
  // Of those: it returned E_INVALIDARG, or read its question by another layout than gcrucible/probe.h has
  // (harness/host/probe_client.cpp).
  std::uint64_t misread = 0;

  // Nothing can be compared with its tables: it never answered, or its answers are of another layout.
  bool is_mute() const { return asked != 0 && (unanswered == asked || misread != 0); }
  // Half a sentence, if it is mute.
  std::string_view why_mute() const {
    return misread == 0
               ? "gcrucible_probe never answered: it returns a value other than 0"
               : "gcrucible_probe returned E_INVALIDARG, or reads its question by another layout than "
                 "gcrucible/probe.h has, so its answers mean nothing";
  }
  void add(const ProbeTally& other) {
    asked += other.asked;
    unanswered += other.unanswered;
    misread += other.misread;
  }
  friend bool operator==(const ProbeTally&, const ProbeTally&) = default;
};

// Counts in one trace. Questions do not overlap.
class ProbeCount {
 public:
  // Whether the event is a question to the probe or its answer.
  bool take(const trace::Event& event) {
    if (event.kind == trace::EventKind::kProbe) {
      ++tally_.asked;
      open_ = event.n;
      return true;
    }
    if (event.kind != trace::EventKind::kReturn || open_ == trace::kNoLine || event.link != open_)
      return false;
    open_ = trace::kNoLine;
    if (event.hr != abi::S_OK) ++tally_.unanswered;
    if (event.hr == abi::E_INVALIDARG) ++tally_.misread;
    return true;
  }
  const ProbeTally& tally() const { return tally_; }

 private:
  ProbeTally tally_;
  std::uint64_t open_ = trace::kNoLine;
};

}  // namespace gcrucible::rules
