#include "harness/rules/entities/loads.h"

#include <algorithm>
#include <utility>

#include "harness/rules/entities/empty_out.h"

namespace gcrucible::rules {
namespace {

using Kind = LoadStep::Kind;
using Phase = LoadStep::Phase;

std::optional<std::uint64_t> found_in(const std::unordered_map<std::uint64_t, std::uint64_t>& map,
                                      std::uint64_t key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t count_in(const std::unordered_map<std::uint64_t, std::uint32_t>& map, std::uint64_t key) {
  const auto found = map.find(key);
  return found == map.end() ? 0 : found->second;
}

}  // namespace

std::optional<LoadStep> load_step(const Callback& callback) {
  if (!kLoadSteps.has(callback.call)) return std::nullopt;
  switch (callback.call) {
    case Call::kAppDomainCreationStarted:
      return LoadStep{Kind::kAppDomain, Phase::kLoadStarted, callback.appdomain};
    case Call::kAppDomainCreationFinished:
      return LoadStep{Kind::kAppDomain, Phase::kLoadFinished, callback.appdomain};
    case Call::kAppDomainShutdownStarted:
      return LoadStep{Kind::kAppDomain, Phase::kUnloadStarted, callback.appdomain};
    case Call::kAppDomainShutdownFinished:
      return LoadStep{Kind::kAppDomain, Phase::kUnloadFinished, callback.appdomain};
    case Call::kAssemblyLoadStarted:
      return LoadStep{Kind::kAssembly, Phase::kLoadStarted, callback.assembly};
    case Call::kAssemblyLoadFinished:
      return LoadStep{Kind::kAssembly, Phase::kLoadFinished, callback.assembly};
    case Call::kAssemblyUnloadStarted:
      return LoadStep{Kind::kAssembly, Phase::kUnloadStarted, callback.assembly};
    case Call::kAssemblyUnloadFinished:
      return LoadStep{Kind::kAssembly, Phase::kUnloadFinished, callback.assembly};
    case Call::kModuleLoadStarted:
      return LoadStep{Kind::kModule, Phase::kLoadStarted, callback.module};
    case Call::kModuleLoadFinished:
      return LoadStep{Kind::kModule, Phase::kLoadFinished, callback.module};
    case Call::kModuleUnloadStarted:
      return LoadStep{Kind::kModule, Phase::kUnloadStarted, callback.module};
    case Call::kModuleUnloadFinished:
      return LoadStep{Kind::kModule, Phase::kUnloadFinished, callback.module};
    case Call::kClassLoadStarted:
      return LoadStep{Kind::kClass, Phase::kLoadStarted, callback.object_class};
    case Call::kClassLoadFinished:
      return LoadStep{Kind::kClass, Phase::kLoadFinished, callback.object_class};
    case Call::kClassUnloadStarted:
      return LoadStep{Kind::kClass, Phase::kUnloadStarted, callback.object_class};
    default:
      return LoadStep{Kind::kClass, Phase::kUnloadFinished, callback.object_class};
  }
}

std::string_view name_of(LoadStep::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames{"Application domain", "Assembly", "Module", "Class"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool Loads::belongs_inside(const Open& open, Call call) {
  constexpr CallSet kOfUnloads{Call::kAssemblyUnloadStarted, Call::kAssemblyUnloadFinished,
                               Call::kModuleUnloadStarted,   Call::kModuleUnloadFinished,
                               Call::kClassUnloadStarted,    Call::kClassUnloadFinished,
                               Call::kFunctionUnloadStarted, Call::kDynamicMethodUnloaded};
  if (open.step.kind == Kind::kAppDomain) return true;
  // A class loads in preemptive mode all the time (dotnet/runtime LoadTypeHandleForTypeKey). Other load
  // callbacks are raised in preemptive mode, which the thread may leave during a suspension.
  const bool loads_class = open.step.kind == Kind::kClass && !open.step.unloads();
  if (!loads_class && (call == Call::kRuntimeThreadSuspended || call == Call::kRuntimeThreadResumed))
    return true;
  if (open.step.unloads()) return kOfUnloads.has(call);
  return open.step.kind != Kind::kClass || call == Call::kClassLoadFinished;
}

void Loads::interrupt(const Callback& callback) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].thread != callback.thread) continue;
    open_[i].interrupted = open_[i].interrupted || !belongs_inside(open_[i], callback.call);
    return;
  }
}

void Loads::take(const Callback& callback) {
  interrupt(callback);
  if (callback.call == Call::kModuleAttachedToAssembly) {
    if (assembly_of_.emplace(callback.module, callback.assembly).second) ++modules_in_[callback.assembly];
    return;
  }
  const auto step = load_step(callback);
  if (!step) return;
  any_ = true;
  Life& life = lives_[static_cast<std::size_t>(step->kind)][step->id];
  if (step->starts()) {
    if (!step->unloads()) begin_life(*step);
    open_.push_back({.step = *step, .line = callback.line, .thread = callback.thread});
    life = step->unloads() ? Life::kUnloading : Life::kLoading;
    class_unloads_ = class_unloads_ || (step->unloads() && step->kind == Kind::kClass);
    return;
  }
  if (const Open* const begun = beginning(*step)) open_.erase(open_.begin() + (begun - open_.data()));
  if (step->phase == Phase::kUnloadFinished) {
    life = Life::kUnloaded;
    leave(*step);
  } else {
    life = callback.status < 0 ? Life::kUnknown : Life::kLoaded;
  }
}

void Loads::leave(const LoadStep& step) {
  if (step.kind == Kind::kModule) {
    if (const auto assembly = assembly_of(step.id)) {
      if (std::uint32_t& count = modules_in_[*assembly]; count != 0) --count;
    }
    assembly_of_.erase(step.id);
  } else if (step.kind == Kind::kClass) {
    forget_class(step.id);
  }
}

void Loads::begin_life(const LoadStep& step) {
  if (step.kind == Kind::kAssembly) {
    modules_in_.erase(step.id);
  } else if (step.kind == Kind::kModule) {
    assembly_of_.erase(step.id);
    classes_in_.erase(step.id);
  } else if (step.kind == Kind::kClass) {
    forget_class(step.id);
  }
}

void Loads::forget_class(std::uint64_t type) {
  if (const auto module = module_of(type)) {
    if (const auto count = classes_in_.find(*module); count != classes_in_.end() && count->second != 0)
      --count->second;
  }
  module_of_.erase(type);
  const auto asked = identities_.find(type);
  if (asked == identities_.end()) return;
  identities_.erase(asked);
  std::erase_if(by_identity_, [&](const auto& each) { return each.second == type; });
}

void Loads::forget(LoadStep::Kind kind) {
  empty_out(lives_[static_cast<std::size_t>(kind)]);
  std::erase_if(open_, [&](const Open& each) { return each.step.kind == kind; });
  if (kind == Kind::kAssembly || kind == Kind::kModule) {
    empty_out(assembly_of_);
    empty_out(modules_in_);
  }
  if (kind == Kind::kClass || kind == Kind::kModule) {
    empty_out(module_of_);
    empty_out(classes_in_);
    empty_out(identities_);
    by_identity_.clear();
  }
}

void Loads::class_is(std::uint64_t type, Identity identity, bool whole) {
  // .NET still answers for an unloaded class until its module is gone. Such an answer does not load the
  // class.
  if (life(Kind::kClass, type) == Life::kUnloaded) return;
  // Classes without callbacks are not reported when their module is unloaded.
  if (life(Kind::kClass, type) != Life::kUnknown && module_of_.emplace(type, identity[0]).second) {
    ++classes_in_[identity[0]];
  }
  if (whole) by_identity_.emplace(identity, type);
  identities_[type] = std::move(identity);
}

ReportedIdentity identity_in(const InfoEvent& info) {
  const bool with_types = info.method == InfoMethod::kGetClassIDInfo2;
  const std::uint64_t module = info.out(0).value_or(0), token = info.out(1).value_or(0);
  if ((!with_types && info.method != InfoMethod::kGetClassIDInfo) || !info.succeeded() || module == 0 ||
      token == 0) {
    return {};
  }
  ReportedIdentity reported{.parts = {module, token}};
  if (!with_types) return reported;
  const Rows types = info.out_rows(4);
  for (std::uint64_t i = 0; i < types.size(); ++i) reported.parts.push_back(types.number(i));
  reported.whole = info.out(3) == types.size();
  return reported;
}

Loads::Identity Loads::identity(std::uint64_t type) const {
  const auto found = identities_.find(type);
  return found == identities_.end() ? Identity() : found->second;
}

std::uint64_t Loads::class_with(const Identity& identity) const {
  const auto found = by_identity_.find(identity);
  return found == by_identity_.end() ? 0 : found->second;
}

Loads::Life Loads::life(LoadStep::Kind kind, std::uint64_t id) const {
  const Lives& lives = lives_[static_cast<std::size_t>(kind)];
  const auto found = lives.find(id);
  return found == lives.end() ? Life::kUnknown : found->second;
}

const Loads::Open* Loads::innermost(std::uint32_t thread) const {
  const auto found =
      std::find_if(open_.rbegin(), open_.rend(), [&](const Open& each) { return each.thread == thread; });
  return found == open_.rend() ? nullptr : &*found;
}

const Loads::Open* Loads::beginning(const LoadStep& finished) const {
  const auto found = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& each) {
    return each.step.kind == finished.kind && each.step.id == finished.id &&
           each.step.unloads() == finished.unloads();
  });
  return found == open_.rend() ? nullptr : &*found;
}

std::optional<std::uint64_t> Loads::assembly_of(std::uint64_t module) const {
  return found_in(assembly_of_, module);
}
std::optional<std::uint64_t> Loads::module_of(std::uint64_t type) const {
  return found_in(module_of_, type);
}
std::uint32_t Loads::modules_in(std::uint64_t assembly) const {
  return count_in(modules_in_, assembly);
}
std::uint32_t Loads::classes_in(std::uint64_t module) const {
  return count_in(classes_in_, module);
}

}  // namespace gcrucible::rules
