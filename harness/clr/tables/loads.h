// The app domains, assemblies and modules of the simulated process, and the load state of each.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/code/code_store.h"
#include "harness/clr/metadata/assemblies.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/tables/id_space.h"
#include "harness/clr/tables/load_once.h"
#include "harness/clr/tables/reused_id.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

enum class LoadState : std::uint8_t {
  kNot,
  kStarted,  // start was reported: the runtime has no assembly for the module yet
  kLoaded,
  kUnloading,  // its end is being reported: Info methods still answer
  kUnloaded,
};

// An assembly and its one module. .NET no longer has assemblies with several modules.
struct LoadedModule {
  ReusedId id = 0;         // ModuleID; 0 after another module got it
  ReusedId assembly = 0;   // AssemblyID; 0 after another module got it
  abi::UINT_PTR base = 0;  // where the file would be mapped
  std::uint32_t number = 0;
  const metadata::Module* metadata = nullptr;
  bool collectible = false;
  std::atomic<LoadState> state{LoadState::kNot};  // Info methods use this state
  LoadOnce load;
};

// Built before a profiler is loaded. Later only the states change, which any thread may read. The function
// that changes a state also notifies the profiler, see loading.h.
class Loads final : public metadata::Resolver {
 public:
  // Returns false if the space for ids is used up.
  bool build(metadata::Assemblies& assemblies, IdSpace& ids, std::size_t classes);

  std::size_t module_count() const { return modules_.size(); }
  LoadedModule& module_at(std::size_t number) { return *modules_[number]; }
  // Null for an unknown id, and if loading has not started or the item was unloaded.
  LoadedModule* module_of(abi::ModuleID id);
  LoadedModule* assembly_of(abi::AssemblyID id);
  // The loaded modules, in order of loading. A module that is being unloaded is not included.
  std::vector<abi::ModuleID> loaded() const;

  // Sets where calls of the metadata interfaces are recorded. `journal` may be null.
  void watch(CodeStore& code, trace::Journal* journal) {
    code_ = &code;
    journal_ = journal;
  }
  metadata::Import* import_of(const std::string& assembly) override;
  void emitted(const metadata::Module& module, std::string_view method, abi::HRESULT hr, abi::mdToken token,
               const std::string& name) override;
  void unanswered(std::string_view what, abi::HRESULT hr) override;
  metadata::Import& import_of(const LoadedModule& module) { return *imports_[module.number]; }

  // Every process has two domains: one for shared code, and the only one in which programs run.
  abi::AppDomainID shared_domain() const { return shared_domain_; }
  abi::AppDomainID domain() const { return domain_; }
  // Call at the end of a run. Writes a line `overreleased` for each module whose metadata was released too
  // often.
  void report_released(trace::Journal& journal) const;
  bool domain_made() const { return domain_made_; }
  void domain_made(bool made) { domain_made_ = made; }
  // True while the core library and the domains are being loaded.
  bool starting() const { return starting_; }
  void starting(bool starting) { starting_ = starting; }

  bool class_loaded(std::uint32_t number) const { return classes_[number]; }
  // Returns true for the first caller, which must report the load. For all other threads the class is loaded
  // from then on. This is the same under .NET 10, even while the first thread is still in ClassLoadStarted.
  bool start_class(std::uint32_t number) { return !classes_[number].exchange(true); }
  void finished(LoadedModule& module);
  // Begins the unload of a module and everything loaded from it. The caller notifies the profiler.
  void start_unload(LoadedModule& module);
  // Passes the ids of an unloaded module and its assembly to a module of which nothing is loaded yet.
  static void hand_over(LoadedModule& from, LoadedModule& to) {
    to.id = std::exchange(from.id, ReusedId());
    to.assembly = std::exchange(from.assembly, ReusedId());
  }
  void gone(LoadedModule& module) { module.state = LoadState::kUnloaded; }
  // False for a class of an unloaded module: Info methods must not accept its id.
  bool there(std::uint32_t module) const {
    return module >= modules_.size() || modules_[module]->state != LoadState::kUnloaded;
  }

 private:
  std::vector<std::unique_ptr<LoadedModule>> modules_;
  std::vector<std::unique_ptr<metadata::Import>> imports_;
  std::unique_ptr<std::atomic<bool>[]> classes_;
  abi::AppDomainID shared_domain_ = 0;
  abi::AppDomainID domain_ = 0;
  std::atomic<bool> domain_made_{false};
  std::atomic<bool> starting_{false};
  CodeStore* code_ = nullptr;
  trace::Journal* journal_ = nullptr;
  mutable std::mutex mutex_;
  std::vector<abi::ModuleID> order_;
};

}  // namespace gcrucible::clr
