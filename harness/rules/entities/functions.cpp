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
}

}  // namespace gcrucible::rules
