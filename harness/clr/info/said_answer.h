// The answer that a scenario writes in place of the real answer to one of its own queries.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "harness/abi/tables/methods.h"
#include "harness/clr/info/said_values.h"
#include "harness/program/overrides.h"
#include "harness/trace/read/value.h"

namespace gcrucible::clr {

// Lives on the querying thread for the duration of the query. Names are resolved when it is made. It changes
// only the trace, never an out parameter.
class SaidAnswer {
 public:
  SaidAnswer(const program::SaidAnswer& said, abi::InfoMethod method, const SaidValues& values);
  SaidAnswer(const SaidAnswer&) = delete;
  SaidAnswer& operator=(const SaidAnswer&) = delete;

  // One query may lead to calls of other methods.
  bool is_for(abi::InfoMethod method) const { return method == method_; }
  abi::HRESULT hr(abi::HRESULT honest) const { return said_->hr.value_or(honest); }
  std::vector<trace::Value> out(std::span<const trace::Value> honest) const;
  // Null if the scenario does not state it.
  const std::vector<trace::Value>* visited() const { return said_->visited ? &visited_ : nullptr; }

 private:
  trace::Value value(const program::Said& said, const SaidValues& values) const;

  const program::SaidAnswer* said_;
  abi::InfoMethod method_;
  std::vector<trace::Value> out_;
  std::vector<trace::Value> visited_;
  std::deque<std::vector<trace::Value>> lists_;  // values point into these
};

}  // namespace gcrucible::clr
