#include "harness/rules/entities/functions.h"

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void Functions::take(const ModelLine& functions) {
  const Rows ids(trace::find(*functions.event, "ids"));
  for (std::uint64_t i = 0; i < ids.size(); ++i) known_.insert(ids.number(i));
  complete_ = true;
}

void Functions::take(const Callback& callback) {
  constexpr CallSet kCompiled{
      Call::kJITCompilationStarted, Call::kJITCompilationFinished, Call::kJITCachedFunctionSearchFinished,
      Call::kDynamicMethodJITCompilationStarted, Call::kDynamicMethodJITCompilationFinished};
  if (kCompiled.has(callback.call) && callback.function != 0) known_.insert(callback.function);
  constexpr CallSet kStarts{Call::kJITCompilationStarted, Call::kDynamicMethodJITCompilationStarted};
  if (kStarts.has(callback.call)) {
    // Failed compilations stay open.
    constexpr std::size_t kMost = 256;
    std::vector<Compiling>& open = compiling_[callback.thread];
    if (open.size() == kMost) open.erase(open.begin());
    open.push_back({.started = callback.call, .function = callback.function, .line = callback.line});
  } else if (const Compiling* const begun = compiling(callback)) {
    std::vector<Compiling>& open = compiling_[callback.thread];
    open.erase(open.begin() + (begun - open.data()), open.end());
  }
}

const Functions::Compiling* Functions::compiling(const Callback& finished) const {
  const Call started = started_of(finished.call);
  if (started == Call::kOther) return nullptr;
  const auto open = compiling_.find(finished.thread);
  if (open == compiling_.end()) return nullptr;
  for (auto each = open->second.rbegin(); each != open->second.rend(); ++each) {
    if (each->started == started && each->function == finished.function) return &*each;
  }
  return nullptr;
}

const Functions::Compiling* Functions::compiling_on(std::uint32_t thread) const {
  const auto open = compiling_.find(thread);
  return open == compiling_.end() || open->second.empty() ? nullptr : &open->second.back();
}

Call started_of(Call finished) {
  switch (finished) {
    case Call::kJITCompilationFinished:
      return Call::kJITCompilationStarted;
    case Call::kDynamicMethodJITCompilationFinished:
      return Call::kDynamicMethodJITCompilationStarted;
    default:
      return Call::kOther;
  }
}

}  // namespace gcrucible::rules
