// Rules about masks, attaching, detaching, unloading and ending by the profiler.
#include <algorithm>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Stage = Lifecycle::Stage;

struct Asked {
  std::uint32_t low = 0;
  std::optional<std::uint32_t> high;
};

std::optional<Asked> asked_by(const OpenInfo& info) {
  const auto args = info.args.values();
  const bool two = info.method == InfoMethod::kSetEventMask2;
  if (args.size() < (two ? 2u : 1u)) return std::nullopt;
  Asked asked{.low = static_cast<std::uint32_t>(args[0].number), .high = std::nullopt};
  if (two) asked.high = static_cast<std::uint32_t>(args[1].number);
  return asked;
}

void immutable(const OpenInfo& info, const History& history, Ruling& ruling) {
  const auto asked = asked_by(info);
  // Another rule covers attached profilers, which may not set these flags at all.
  const Lifecycle& life = history.lifecycle();
  if (!asked || life.stage() == Stage::kBeginning || life.attached() || !history.masks().known()) return;
  const EventMask now = history.masks().now();
  const std::uint32_t low = (asked->low ^ now.low) & abi::COR_PRF_MONITOR_IMMUTABLE;
  const std::uint32_t high =
      (asked->high.value_or(now.high) ^ now.high) & abi::COR_PRF_HIGH_MONITOR_IMMUTABLE;
  if ((low | high) == 0) return ruling.kept();
  broken(info, ruling,
         fmt::format(
             "The mask is {:#x} and high {:#x}, but {} changes its immutable flags: {:#x} and high {:#x}.",
             now.low, now.high, call_text(info), low, high));
}

bool wants_allocations(std::uint32_t low) {
  return (low & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0;
}
bool has_enabled(std::uint32_t low) {
  return (low & abi::COR_PRF_ENABLE_OBJECT_ALLOCATED) != 0;
}

void enabled_at_start(const Return& returned, const History& history, Ruling& ruling) {
  const std::uint32_t low = history.masks().now().low;
  if (!returned.succeeded() || !wants_allocations(low)) return;
  if (has_enabled(low)) return ruling.kept();
  ruling.broken(finding_at(
      returned, history.collection(),
      fmt::format("Initialize returns with the mask {:#x}, which has COR_PRF_MONITOR_OBJECT_ALLOCATED "
                  "without COR_PRF_ENABLE_OBJECT_ALLOCATED: no allocation is ever reported.",
                  low)));
}

void enabled_later(const OpenInfo& info, const History& history, Ruling& ruling) {
  const auto asked = asked_by(info);
  if (!asked || history.lifecycle().stage() == Stage::kBeginning || !history.masks().known() ||
      history.lifecycle().attached() || !wants_allocations(asked->low)) {
    return;
  }
  if (has_enabled(history.masks().now().low)) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} asks for COR_PRF_MONITOR_OBJECT_ALLOCATED by {:#x}, and Initialize has not set "
                     "COR_PRF_ENABLE_OBJECT_ALLOCATED.",
                     call_text(info), asked->low));
}

void attach_flags(const OpenInfo& info, const History& history, Ruling& ruling) {
  const auto asked = asked_by(info);
  if (!asked || !history.lifecycle().attached()) return;
  const std::uint32_t low = asked->low & ~std::uint32_t{abi::COR_PRF_ALLOWABLE_AFTER_ATTACH};
  const std::uint32_t high =
      asked->high.value_or(0) & ~std::uint32_t{abi::COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH};
  if ((low | high) == 0) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} asks for {:#x} and high {:#x}, which an attached profiler must not set.",
                     call_text(info), low, high));
}

void enumerates(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (!history.lifecycle().attached()) return;
  if (history.lifecycle().completions() != 0) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} is called {}, before ProfilerAttachComplete: loads in the meantime are missed.",
                     call_text(info), place_text(info)));
}

void after_shutdown(const OpenInfo& info, const History& history, Ruling& ruling) {
  const std::uint64_t line = history.lifecycle().shut_down_since();
  if (line == kNoLine || history.in_flight().find(line) != nullptr) return;
  broken(info, ruling,
         fmt::format("{} is called {} on native thread {}, after Shutdown has returned.", call_text(info),
                     place_text(info), info.thread));
}

void shut_down(const Return&, const History&, Ruling& ruling) {
  ruling.kept();
}

void after_detach_request(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (history.lifecycle().stage() != Stage::kDetaching || info.inside != kNoLine) return;
  broken(info, ruling,
         fmt::format("{} is called on native thread {}, and RequestProfilerDetach was accepted in line {}{}.",
                     call_text(info), info.thread, history.lifecycle().detaching_since(),
                     requester(history.lifecycle())));
}

void detached(const Callback&, const History&, Ruling& ruling) {
  ruling.kept();
}

void client_data(const End& end, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.attached() || life.client_data().empty() || life.stage() == Stage::kBeginning) return;
  if (history.header().source != "simulated")
    return ruling.cannot("a real runtime may leave this memory readable");
  if (end.fault != "client-data") {
    if (end.reported) ruling.kept();
    return;
  }
  const std::string what = fmt::format(
      "The process died of memory that held the client's data until InitializeForAttach, in line {}, had "
      "returned.",
      life.begun());
  const InFlight* const around = died_in(end, history);
  ruling.broken(around != nullptr ? finding_at(*around, what)
                                  : Finding{.what = what, .line = end.line, .callback = {}});
}

// The end of an id, according to the callbacks.
struct Gone {
  bool gone = false;
  std::string_view what;
};

Gone unloaded(const OpenInfo& info, const History& history) {
  using Kind = LoadStep::Kind;
  const Taken taken = taken_by(info.method);
  const Kind kind = taken == Taken::kClass      ? Kind::kClass
                    : taken == Taken::kModule   ? Kind::kModule
                    : taken == Taken::kAssembly ? Kind::kAssembly
                                                : Kind::kAppDomain;
  const std::uint64_t id = first_argument(info);
  const Loads& loads = history.loads();
  const Loads::Life life = loads.life(kind, id);
  if (life == Loads::Life::kUnloaded) return {true, name_of(kind)};
  if (life == Loads::Life::kUnloading) {
    for (const Loads::Open& open : loads.open()) {
      if (open.step.kind != kind || open.step.id != id || !open.step.unloads()) continue;
      return {history.in_flight().find(open.line) == nullptr, name_of(kind)};
    }
  }
  // If unloads are not reported, only the model knows.
  const bool reported = life != Loads::Life::kUnknown;
  return {!reported && kind == Kind::kClass && history.types().unloaded(id), name_of(kind)};
}

void unloaded_id(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (first_argument(info) == 0) return;
  const Gone gone = unloaded(info, history);
  if (!gone.gone) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} is called {} with an unloaded id: {} {} no longer exists.", call_text(info),
                     place_text(info), gone.what, id(first_argument(info))));
}

// The sources disagree whether the id is already dead during ThreadDestroyed.
bool is_ending(std::uint64_t thread, const History& history) {
  return std::ranges::any_of(history.in_flight().calls(), [&](const InFlight& call) {
    return call.call == Call::kThreadDestroyed && call.subject == thread && !call.returned;
  });
}

void destroyed_thread(const OpenInfo& info, const History& history, Ruling& ruling) {
  const std::uint64_t thread = first_argument(info);
  const Threads::Life life = history.threads().life(thread);
  if (life == Threads::Life::kUnknown) return;
  if (life == Threads::Life::kCreated) return ruling.kept();
  if (is_ending(thread, history)) return;
  broken(info, ruling,
         fmt::format("{} is called {} with the id of a thread that has ended: ThreadDestroyed of {} has "
                     "returned.",
                     call_text(info), place_text(info), id(thread)));
}

constexpr std::string_view kMask = "a call of SetEventMask after Initialize";

constexpr Binding kBindings[] = {
    {.id = "life/immutable-in-initialize", .occasion = kMask, .infos = kMaskSetters, .opened = immutable},
    {.id = "life/enable-allocations-early",
     .occasion = "a mask with COR_PRF_MONITOR_OBJECT_ALLOCATED",
     .returns = {Call::kInitialize},
     .returned = enabled_at_start,
     .infos = kMaskSetters,
     .opened = enabled_later},
    {.id = "life/attach-flags",
     .occasion = "an attached profiler that sets its mask",
     .infos = kMaskSetters,
     .opened = attach_flags},
    {.id = "life/enumerate-after-attach",
     .occasion = "an attached profiler that enumerates",
     .infos = {InfoMethod::kEnumModules, InfoMethod::kEnumThreads, InfoMethod::kEnumJITedFunctions,
               InfoMethod::kEnumJITedFunctions2},
     .opened = enumerates},
    {.id = "life/nothing-after-shutdown",
     .occasion = "a Shutdown that has returned",
     .returns = {Call::kShutdown},
     .returned = shut_down,
     .infos = InfoSet::all(),
     .opened = after_shutdown},
    {.id = "life/quiet-before-detach",
     .occasion = "a profiler that was detached",
     .calls = {Call::kProfilerDetachSucceeded},
     .entry = detached,
     .infos = InfoSet::all(),
     .opened = after_detach_request},
    {.id = "life/copy-client-data", .occasion = "an attach whose client sends data", .end = client_data},
    {.id = "life/no-unloaded-ids",
     .occasion = "an Info call with the id of a class, module or assembly",
     .infos =
         InfoSet{InfoMethod::kIsArrayClass, InfoMethod::kGetClassIDInfo, InfoMethod::kGetClassIDInfo2,
                 InfoMethod::kGetClassLayout, InfoMethod::kGetBoxClassLayout, InfoMethod::kGetStaticFieldInfo,
                 InfoMethod::kGetModuleInfo, InfoMethod::kGetModuleInfo2, InfoMethod::kGetModuleMetaData,
                 InfoMethod::kGetClassFromToken, InfoMethod::kGetClassFromTokenAndTypeArgs,
                 InfoMethod::kGetFunctionFromToken, InfoMethod::kGetAssemblyInfo,
                 InfoMethod::kGetAppDomainsContainingModule, InfoMethod::kGetAppDomainInfo},
     .opened = unloaded_id},
    {.id = "life/no-ended-threads",
     .occasion = "an Info call with the id of a reported thread",
     .infos =
         InfoSet{InfoMethod::kGetThreadInfo, InfoMethod::kGetHandleFromThread, InfoMethod::kGetThreadContext,
                 InfoMethod::kGetThreadAppDomain, InfoMethod::kDoStackSnapshot},
     .opened = destroyed_thread},
};

}  // namespace

std::span<const Binding> own_life_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
