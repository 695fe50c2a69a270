#include "harness/clr/tables/loads.h"

#include <array>

#include "harness/clr/info/gap.h"

namespace gcrucible::clr {

bool Loads::build(metadata::Assemblies& assemblies, IdSpace& ids, std::size_t classes) {
  constexpr std::size_t kIdSize = 64;
  shared_domain_ = ids.take_id(kIdSize);
  domain_ = ids.take_id(kIdSize);
  bool whole = shared_domain_ != 0 && domain_ != 0;
  for (metadata::Module& metadata : assemblies.modules) {
    auto module = std::make_unique<LoadedModule>();
    module->number = static_cast<std::uint32_t>(modules_.size());
    module->metadata = &metadata;
    module->id = ids.take_id(kIdSize);
    module->assembly = ids.take_id(kIdSize);
    module->base = ids.take_id(kIdSize);
    whole = whole && module->base != 0;
    modules_.push_back(std::move(module));
    imports_.push_back(std::make_unique<metadata::Import>(metadata, *this));
  }
  classes_ = std::make_unique<std::atomic<bool>[]>(classes);
  return whole;
}

void Loads::report_released(trace::Journal& journal) const {
  for (const auto& import : imports_) {
    if (import->released_too_often() == 0) continue;
    journal.model("overreleased",
                  std::array{trace::Field{"interface", trace::text("IMetaDataImport")},
                             trace::Field{"module", trace::text(import->module().name)},
                             trace::Field{"count", trace::number(import->released_too_often())}});
  }
}

namespace {

bool can_be_asked(const LoadedModule& module) {
  return module.state != LoadState::kNot && module.state != LoadState::kUnloaded;
}

}  // namespace

LoadedModule* Loads::module_of(abi::ModuleID id) {
  for (const auto& module : modules_) {
    if (module->id == id && can_be_asked(*module)) return module.get();
  }
  return nullptr;
}

LoadedModule* Loads::assembly_of(abi::AssemblyID id) {
  for (const auto& module : modules_) {
    if (module->assembly == id && can_be_asked(*module)) return module.get();
  }
  return nullptr;
}

metadata::Import* Loads::import_of(const std::string& assembly) {
  for (const auto& module : modules_) {
    if (module->metadata->assembly == assembly) return imports_[module->number].get();
  }
  return nullptr;
}

void Loads::emitted(const metadata::Module& module, std::string_view method, abi::HRESULT hr,
                    abi::mdToken token, const std::string& name) {
  if (code_ != nullptr) code_->count_stored(method.substr(0, method.find(':')));
  if (journal_ == nullptr) return;
  journal_->model("emitted",
                  std::array{trace::Field{"module", trace::text(module.name)},
                             trace::Field{"method", trace::text(method)},
                             trace::Field{"hr", trace::number(static_cast<std::uint32_t>(hr))},
                             trace::Field{"token", trace::number(token)},
                             trace::Field{"name", name.empty() ? trace::null() : trace::text(name)}});
}

void Loads::unanswered(std::string_view what, abi::HRESULT hr) {
  if (code_ != nullptr) code_->count_unanswered(what);
  if (journal_ != nullptr) write_gap(*journal_, what, hr);
}

void Loads::finished(LoadedModule& module) {
  module.state = LoadState::kLoaded;
  const std::scoped_lock lock(mutex_);
  order_.push_back(module.id);
}

void Loads::start_unload(LoadedModule& module) {
  module.state = LoadState::kUnloading;
  const std::scoped_lock lock(mutex_);
  std::erase(order_, module.id);
}

std::vector<abi::ModuleID> Loads::loaded() const {
  const std::scoped_lock lock(mutex_);
  return order_;
}

}  // namespace gcrucible::clr
