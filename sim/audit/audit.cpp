#include "sim/audit/audit.h"

#include "sim/audit/parts.h"

namespace gcrucible::sim {

std::string hex(Address address) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[address % 16]);
    address /= 16;
  } while (address != 0);
  return "0x" + text;
}

std::string named(ObjectIndex object, Address address) {
  return "object " + std::to_string(object) + " at " + hex(address);
}

std::string_view name_of(Generation generation) {
  constexpr PerGeneration<std::string_view> kNames{"generation 0", "generation 1", "generation 2",
                                                   "the LOH",      "the POH",      "frozen memory"};
  return kNames[index_of(generation)];
}

void Findings::append_to(std::vector<AuditFinding>& all) const {
  all.insert(all.end(), list_.begin(), list_.end());
  if (count_ > kMost) all.push_back({"and " + std::to_string(count_ - kMost) + " more of this kind"});
}

std::vector<AuditFinding> Audit::check(const Heap& heap, const Collection& collection) const {
  const Reachability expected = expect_reachability(heap, before_, collection.request);
  const AuditCase scene{before_, heap, collection, expected};
  std::vector<AuditFinding> all;
  for (const auto part : {audit_deaths, audit_ranges, audit_generations, audit_plugs, audit_handles,
                          audit_finalization, audit_bytes}) {
    Findings findings;
    part(scene, findings);
    findings.append_to(all);
  }
  return all;
}

}  // namespace gcrucible::sim
