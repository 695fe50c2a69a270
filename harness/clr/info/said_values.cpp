#include "harness/clr/info/said_values.h"

namespace gcrucible::clr {

std::uint64_t SaidValues::at(const program::Said& said, std::uint64_t honest) const {
  using Kind = program::Said::Kind;
  const std::uint64_t number = said.number;
  switch (said.kind) {
    case Kind::kNumber:
    case Kind::kFlag:
      return number;
    case Kind::kChange:
      return honest + number;
    case Kind::kObject:
      return number < clr_->engine().object_count()
                 ? clr_->engine().address_of(static_cast<sim::ObjectIndex>(number))
                 : 0;
    case Kind::kType:
      return number < clr_->classes().all().size()
                 ? std::uint64_t{clr_->classes().at(static_cast<sim::TypeIndex>(number)).id}
                 : 0;
    case Kind::kHandle:
      return handles_ != nullptr && number < handles_->size() ? (*handles_)[number] : 0;
    case Kind::kThread:
      return clr_->threads().at(static_cast<std::uint32_t>(number)).id;
    case Kind::kFunction:
      return number < clr_->functions().all().size() ? clr_->functions().all()[number].id : 0;
    case Kind::kModule:
      return module(said, false);
    case Kind::kAssembly:
      return module(said, true);
    case Kind::kDomain:
      return number == 0 ? clr_->loads().shared_domain() : clr_->loads().domain();
    case Kind::kSame:
      return honest;
    case Kind::kText:
    case Kind::kNull:
      break;
  }
  return 0;
}

std::uint64_t SaidValues::module(const program::Said& said, bool assembly) const {
  Loads& loads = clr_->loads();
  for (std::size_t i = 0; i < loads.module_count(); ++i) {
    const LoadedModule& module = loads.module_at(i);
    if (module.metadata->assembly == said.text) return assembly ? module.assembly : module.id;
  }
  return 0;
}

}  // namespace gcrucible::clr
