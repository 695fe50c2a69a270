// A call of an Info method and its answer, whether the profiler asked or a scenario's question.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/info_method.h"
#include "harness/rules/decode/kept_values.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

// An Info call that was entered and has not returned.
struct OpenInfo {
  std::uint64_t line = 0;
  InfoMethod method = kOtherInfo;
  std::string name;  // only of enumerators and unknown methods
  std::uint32_t thread = 0;
  std::uint64_t inside = kNoLine;  // line of the callback around it
  Call inside_call = Call::kOther;
  KeptValues args;
  std::uint64_t null_outs = 0;   // bit i: the i-th out pointer was null, where the trace says so
  std::uint32_t collection = 0;  // in which it was entered; 0: in none
  bool returned = false;
};

// Made at the return of the call, or of an `answer` line; everything in it dies with the check.
struct InfoEvent {
  InfoMethod method = kOtherInfo;
  std::string_view name;
  std::uint32_t thread = 0;
  std::uint64_t inside = kNoLine;   // line of the callback around it; kNoLine outside of callbacks
  Call inside_call = Call::kOther;  // what that is; kOther also where the trace does not tell
  std::uint64_t line = 0;           // of the entry; of an answer the model line
  std::uint64_t return_line = 0;
  std::optional<std::uint64_t> asked;  // number of the scenario's question; none for the profiler's own call
  std::span<const trace::Value> args;  // [in] parameters in the order of the signature; empty where not told
  std::span<const trace::Value> outs;  // [out] parameters likewise; null where nothing was written
  std::uint64_t null_outs = 0;
  std::int32_t hr = 0;
  const trace::Event* event = nullptr;  // the return, for keys of a few methods: "visited", "stopped"

  bool succeeded() const { return hr >= 0; }
  // As a number or id; none where it is absent, null or something else.
  std::optional<std::uint64_t> arg(std::size_t i) const { return number_at(args, i); }
  std::optional<std::uint64_t> out(std::size_t i) const { return number_at(outs, i); }
  // An array; no rows where it is absent or null.
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
