// The answer that a scenario puts in place of what an Info method answered to a question of its own.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "harness/abi/methods.h"
#include "harness/clr/info/said_values.h"
#include "harness/program/overrides.h"
#include "harness/trace/read/value.h"

namespace gcrucible::clr {

// On the thread that asks, as long as it asks. Names are what they are when it is made. Only the trace is
// told: no out parameter of anybody is changed.
class SaidAnswer {
 public:
  SaidAnswer(const program::SaidAnswer& said, abi::InfoMethod method, const SaidValues& values);
  SaidAnswer(const SaidAnswer&) = delete;
  SaidAnswer& operator=(const SaidAnswer&) = delete;

  // One question may lead to calls of other methods.
  bool is_for(abi::InfoMethod method) const { return method == method_; }
  abi::HRESULT hr(abi::HRESULT honest) const { return said_->hr.value_or(honest); }
  std::vector<trace::Value> out(std::span<const trace::Value> honest) const;
  // Null where the scenario says nothing of it.
  const std::vector<trace::Value>* visited() const { return said_->visited ? &visited_ : nullptr; }

 private:
  trace::Value value(const program::Said& said, const SaidValues& values) const;

  const program::SaidAnswer* said_;
  abi::InfoMethod method_;
  std::vector<trace::Value> out_;
  std::vector<trace::Value> visited_;
  std::deque<std::vector<trace::Value>> lists_;  // which values point into
};

}  // namespace gcrucible::clr
