// The app domains, assemblies and modules of the simulated process, and how far each is loaded.
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
  kStarted,  // told as started: the runtime has no assembly for the module yet
  kLoaded,
  kUnloading,  // its end is being told: everything can be asked still
  kUnloaded,
};

// An assembly and its one module, which .NET has had since it gave up the others.
struct LoadedModule {
  ReusedId id = 0;         // ModuleID; 0 where another module has got it
  ReusedId assembly = 0;   // AssemblyID, likewise
  abi::UINT_PTR base = 0;  // where the file would lie
  std::uint32_t number = 0;
  const metadata::Module* metadata = nullptr;
  bool collectible = false;
  std::atomic<LoadState> state{LoadState::kNot};  // what Info methods go by
  LoadOnce load;
};

// Built before there is a profiler; afterwards only the states change, which any thread may read. Who changes
// one tells the profiler of it, see loading.h.
class Loads final : public metadata::Resolver {
 public:
  // False when the space for ids is used up.
  bool build(metadata::Assemblies& assemblies, IdSpace& ids, std::size_t classes);

  std::size_t module_count() const { return modules_.size(); }
  LoadedModule& module_at(std::size_t number) { return *modules_[number]; }
  // Null for an id that is none, or of nothing whose loading has started, or that was unloaded.
  LoadedModule* module_of(abi::ModuleID id);
  LoadedModule* assembly_of(abi::AssemblyID id);
  // The modules that are loaded, in order of loading; one that is being unloaded is none of them any more.
  std::vector<abi::ModuleID> loaded() const;

  // Where calls of the metadata interfaces are written; any may be null.
  void watch(CodeStore& code, trace::Journal* journal) {
    code_ = &code;
    journal_ = journal;
  }
  metadata::Import* import_of(const std::string& assembly) override;
  void emitted(const metadata::Module& module, std::string_view method, abi::HRESULT hr, abi::mdToken token,
               const std::string& name) override;
  void unanswered(std::string_view what, abi::HRESULT hr) override;
  metadata::Import& import_of(const LoadedModule& module) { return *imports_[module.number]; }

  // Every process has two: the one of what the runtime shares, and the only one in which programs run.
  abi::AppDomainID shared_domain() const { return shared_domain_; }
  abi::AppDomainID domain() const { return domain_; }
  // At the end of a run: a line `overreleased` for each module whose metadata was released too often.
  void tell_released(trace::Journal& journal) const;
  bool domain_made() const { return domain_made_; }
  void domain_made(bool made) { domain_made_ = made; }
  // While the core library and the domains are loaded.
  bool starting() const { return starting_; }
  void starting(bool starting) { starting_ = starting; }

  bool class_loaded(std::uint32_t number) const { return classes_[number]; }
  // True for the first caller, who tells of it. To everybody else the class is loaded from then on: under
  // .NET 10 too another thread gets it while the first is still in ClassLoadStarted.
  bool start_class(std::uint32_t number) { return !classes_[number].exchange(true); }
  void finished(LoadedModule& module);
  // A module leaves, with everything that is loaded from it when it is gone. Who calls tells the profiler.
  void start_unload(LoadedModule& module);
  // A module that is gone leaves its ids, and its assembly's, to one that nothing is loaded of yet.
  static void hand_over(LoadedModule& from, LoadedModule& to) {
    to.id = std::exchange(from.id, ReusedId());
    to.assembly = std::exchange(from.assembly, ReusedId());
  }
  void gone(LoadedModule& module) { module.state = LoadState::kUnloaded; }
  // False for a class of a module that was unloaded: nothing may be asked of its id.
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
