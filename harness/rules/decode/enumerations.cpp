#include "harness/rules/decode/enumerations.h"

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void Enumerations::take(const Callback& callback) {
  switch (callback.call) {
    case Call::kInitializeForAttach:
      *this = Enumerations();
      break;
    case Call::kProfilerAttachComplete:
      complete_ = true;
      break;
    case Call::kThreadCreated:
      of(Kind::kThread).ids.insert(callback.thread_id);
      break;
    case Call::kModuleLoadStarted:
    case Call::kModuleLoadFinished:
      of(Kind::kModule).ids.insert(callback.module);
      break;
    default:
      break;
  }
}

void Enumerations::take(const InfoEvent& info) {
  if (!info.succeeded()) return;
  if (info.method == InfoMethod::kSetEventMask || info.method == InfoMethod::kSetEventMask2) {
    for (Ids& each : ids_) each.listed = false;
    return;
  }
  const bool modules = info.method == InfoMethod::kEnumModules;
  if (!complete_ || (!modules && info.method != InfoMethod::kEnumThreads)) return;
  const trace::Value* const visited = trace::find(*info.event, "visited");
  if (visited == nullptr) return;
  Ids& ids = of(modules ? Kind::kModule : Kind::kThread);
  const Rows rows(visited);
  for (std::uint64_t i = 0; i < rows.size(); ++i) ids.ids.insert(rows.number(i));
  ids.listed = true;
}

}  // namespace gcrucible::rules
