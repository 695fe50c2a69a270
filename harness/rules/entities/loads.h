// Application domains, assemblies, modules and classes, from the load and unload callbacks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// A load or unload callback as a step in the life of one id.
struct LoadStep {
  enum class Kind : std::uint8_t { kAppDomain, kAssembly, kModule, kClass };
  enum class Phase : std::uint8_t { kLoadStarted, kLoadFinished, kUnloadStarted, kUnloadFinished };
  Kind kind = Kind::kAppDomain;
  Phase phase = Phase::kLoadStarted;
  std::uint64_t id = 0;

  bool starts() const { return phase == Phase::kLoadStarted || phase == Phase::kUnloadStarted; }
  bool unloads() const { return phase == Phase::kUnloadStarted || phase == Phase::kUnloadFinished; }
};
// Empty for other callbacks.
std::optional<LoadStep> load_step(const Callback& callback);
std::string_view name_of(LoadStep::Kind kind);

inline constexpr CallSet kLoadSteps{
    Call::kAppDomainCreationStarted,  Call::kAppDomainCreationFinished, Call::kAppDomainShutdownStarted,
    Call::kAppDomainShutdownFinished, Call::kAssemblyLoadStarted,       Call::kAssemblyLoadFinished,
    Call::kAssemblyUnloadStarted,     Call::kAssemblyUnloadFinished,    Call::kModuleLoadStarted,
    Call::kModuleLoadFinished,        Call::kModuleUnloadStarted,       Call::kModuleUnloadFinished,
    Call::kClassLoadStarted,          Call::kClassLoadFinished,         Call::kClassUnloadStarted,
    Call::kClassUnloadFinished};

// Memory grows with the number of loaded entities.
class Loads {
 public:
  enum class Life : std::uint8_t { kUnknown, kLoading, kLoaded, kUnloading, kUnloaded };
  struct Open {
    LoadStep step;
    std::uint64_t line = 0;
    std::uint32_t thread = 0;
    bool interrupted = false;  // by a callback that does not belong inside
  };

  void take(const Callback& callback);
  // Whether the callback may come between the two callbacks of a class load or of an unload.
  static bool belongs_inside(const Open& open, Call call);
  // Module and token of a class, followed by its type arguments where known.
  using Identity = std::vector<std::uint64_t>;
  // An Info method's answer for a class; `whole` if it includes the type arguments.
  void class_is(std::uint64_t type, Identity identity, bool whole);
  // Ids of a kind are no longer reported, or only from now on.
  void forget(LoadStep::Kind kind);

  Life life(LoadStep::Kind kind, std::uint64_t id) const;
  // Loads and unloads that have begun and not ended, in the order of their beginnings. innermost() is the
  // last one of a thread.
  const std::vector<Open>& open() const { return open_; }
  const Open* innermost(std::uint32_t thread) const;
  // The beginning that belongs to this Finished, on any thread.
  const Open* beginning(const LoadStep& finished) const;
  // Null where ModuleAttachedToAssembly has not come for the module.
  std::optional<std::uint64_t> assembly_of(std::uint64_t module) const;
  // Number of modules of the assembly that are not unloaded.
  std::uint32_t modules_in(std::uint64_t assembly) const;
  // Number of known classes of the module that are not unloaded.
  std::uint32_t classes_in(std::uint64_t module) const;
  std::optional<std::uint64_t> module_of(std::uint64_t type) const;
  // As last answered. Empty for a class that was never queried or was unloaded since.
  Identity identity(std::uint64_t type) const;
  // The class with that identity, including type arguments; 0 if unknown.
  std::uint64_t class_with(const Identity& identity) const;
  bool any() const { return any_; }
  bool any_class() const { return !lives_[3].empty(); }
  bool any_class_unloads() const { return class_unloads_; }

 private:
  using Lives = std::unordered_map<std::uint64_t, Life>;
  using Parents = std::unordered_map<std::uint64_t, std::uint64_t>;
  void leave(const LoadStep& step);
  // Forgets the previous owner of the id, whose end was not reported.
  void begin_life(const LoadStep& step);
  void forget_class(std::uint64_t type);
  void interrupt(const Callback& callback);

  std::array<Lives, 4> lives_;  // by Kind
  std::vector<Open> open_;
  Parents assembly_of_;
  Parents module_of_;
  std::unordered_map<std::uint64_t, std::uint32_t> modules_in_;
  std::unordered_map<std::uint64_t, std::uint32_t> classes_in_;
  std::unordered_map<std::uint64_t, Identity> identities_;
  std::map<Identity, std::uint64_t> by_identity_;
  bool any_ = false;
  bool class_unloads_ = false;
};

// The answer of GetClassIDInfo or GetClassIDInfo2. `parts` is empty for other methods or a failed call.
struct ReportedIdentity {
  Loads::Identity parts;
  bool whole = false;
};
ReportedIdentity identity_in(const InfoEvent& info);

}  // namespace gcrucible::rules
