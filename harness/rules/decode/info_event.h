// An Info call and its answer, made by the profiler or by a query of a scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/info_method.h"
#include "harness/rules/decode/rows.h"
#include "harness/rules/decode/value_copies.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

// An Info call that was entered and has not returned.
struct OpenInfo {
  std::uint64_t line = 0;
  InfoMethod method = kOtherInfo;
  std::string name;  // only for enumerators and unknown methods
  std::uint32_t thread = 0;
  std::uint64_t inside = kNoLine;  // line of the surrounding callback
  Call inside_call = Call::kOther;
  ValueCopies args;
  std::uint64_t null_outs = 0;   // bit i: the i-th out pointer was null, if recorded
  std::uint32_t collection = 0;  // in which it was entered; 0 for none
  bool returned = false;
};

// Built at the return of the call, or for an `answer` line. Its views are valid only during the check.
struct InfoEvent {
  InfoMethod method = kOtherInfo;
  std::string_view name;
  std::uint32_t thread = 0;
  std::uint64_t inside = kNoLine;   // line of the surrounding callback, or kNoLine
  Call inside_call = Call::kOther;  // that callback; kOther also if unknown
  std::uint64_t line = 0;           // of the entry; for an answer the model line
  std::uint64_t return_line = 0;
  std::optional<std::uint64_t> asked;  // number of the scenario's query; none for the profiler's call
  std::span<const trace::Value> args;  // [in] parameters in signature order; empty if not recorded
  std::span<const trace::Value> outs;  // [out] parameters likewise; null if not written
  std::uint64_t null_outs = 0;
  std::int32_t hr = 0;
  const trace::Event* event = nullptr;  // the return, for keys of a few methods: "visited", "stopped"

  bool succeeded() const { return hr >= 0; }
  // The argument as a number or id; empty if absent, null or of another kind.
  std::optional<std::uint64_t> arg(std::size_t i) const { return number_at(args, i); }
  std::optional<std::uint64_t> out(std::size_t i) const { return number_at(outs, i); }
  // The profiler passed a pointer for the value, so that there must be one.
  bool wants_out(std::size_t i) const { return i < outs.size() && (null_outs >> i & 1) == 0; }
  // The rows of an array; none if absent or null.
  Rows out_rows(std::size_t i) const { return Rows(i < outs.size() ? &outs[i] : nullptr); }
  Rows arg_rows(std::size_t i) const { return Rows(i < args.size() ? &args[i] : nullptr); }

 private:
  static std::optional<std::uint64_t> number_at(std::span<const trace::Value> values, std::size_t i) {
    using Kind = trace::Value::Kind;
    if (i >= values.size()) return std::nullopt;
    const Kind kind = values[i].kind;
    const bool is_number =
        kind == Kind::kNumber || kind == Kind::kId || kind == Kind::kSigned || kind == Kind::kBool;
    return is_number ? std::optional(values[i].number) : std::nullopt;
  }
};

}  // namespace gcrucible::rules
