// The parts of the audit. Each part checks one aspect of a collection and adds findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/audit/audit.h"
#include "sim/audit/reachability.h"

namespace gcrucible::sim {

// Collects the findings of one part. Keeps the first twenty only, because one lost object can break every
// field.
class Findings {
 public:
  void add(std::string what) {
    if (++count_ <= kMost) list_.push_back({std::move(what)});
  }
  void append_to(std::vector<AuditFinding>& all) const;

 private:
  static constexpr std::size_t kMost = 20;
  std::vector<AuditFinding> list_;
  std::size_t count_ = 0;
};

struct AuditCase {
  const HeapSnapshot& before;
  const Heap& after;
  const Collection& collection;
  const Reachability& expected;
};

// Which objects died; the live bits and the counts of the plan.
void audit_deaths(const AuditCase& scene, Findings& findings);
// Ranges, lists and gaps are well formed, and every live object is in the right place.
void audit_ranges(const AuditCase& scene, Findings& findings);
// Condemned generations, modes, objects that moved but must not move, promotion and demotion.
void audit_generations(const AuditCase& scene, Findings& findings);
// By range: the generation of pinned objects that stay in their region after a compacting collection with
// promotion.
std::vector<Generation> expected_of_regions(const AuditCase& scene);
// Plugs cover the survivors exactly, and each survivor is at its plug's destination.
void audit_plugs(const AuditCase& scene, Findings& findings);
void audit_handles(const AuditCase& scene, Findings& findings);
void audit_finalization(const AuditCase& scene, Findings& findings);
// Reference fields hold the new addresses, and no other byte has changed.
void audit_bytes(const AuditCase& scene, Findings& findings);

// Example: "object 12 at 0x40".
std::string named(ObjectIndex object, Address address);
std::string hex(Address address);
std::string_view name_of(Generation generation);

}  // namespace gcrucible::sim
