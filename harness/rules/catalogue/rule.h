// One rule, and the catalogue of all rules. The build converts catalogue.yaml and the files that it lists
// into a table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::rules {

// The evidence for a rule: documentation, observation of real runtimes, or a conclusion from documented
// statements.
enum class Evidence : std::uint8_t { kDocumented, kObserved, kInferred };
enum class Breaker : std::uint8_t { kRuntime, kProfiler };

// What a trace must contain so that a rule can be judged.
enum class Need : std::uint8_t {
  kRanges,      // Moved or Surviving reports
  kReferences,  // a complete round of ObjectReferences
  kRoots,
  kBounds,    // generations of addresses: model lines, or GetGenerationBounds called in Started and Finished
  kModel,     // the simulated CLR's own data
  kMasks,     // the event mask
  kSuspends,  // suspension callbacks
  kInfo,      // Info calls and their answers
  kAllocations,
  kHandles,
  kThreads,
  kLoads,      // load and unload callbacks
  kLifecycle,  // Initialize, attach, detach, Shutdown
  kInterfaces,
  kEnvironment,  // how the runtime was configured
  kFaults,       // accesses to unmapped memory
  kStacks,
  kSchedule,
  kLocks,
  kTime,
  kProbe,    // calls of the harness to the profiler in addition to callbacks
  kObserve,  // the profiler's output
  kImports,  // the imports of the library
};
inline constexpr std::size_t kNeedCount = 23;

// The kind of the source's statement. For a permission, the statement gives the limit of what is permitted.
enum class RuleKind : std::uint8_t { kDemand, kPermission, kAdvice };

// How much of a rule can be judged.
enum class Judged : std::uint8_t {
  kFully,
  kLimit,     // only the limit of a permission
  kExercise,  // cannot be violated; a run can show it
  kNot,
};

struct RuntimeNote {
  std::string_view runtime;
  std::string_view why;
};

struct RuntimeNumber {
  std::string_view runtime;
  std::uint64_t number;
};

struct Rule {
  std::string_view id;
  std::string_view section;  // title of its part of the catalogue
  std::string_view statement;
  std::span<const std::string_view> rows;  // in rules.md of the project's reference notes; at least one
  std::string_view source;                 // the document and its section
  Evidence evidence;
  std::string_view versions;
  Breaker breaker;
  RuleKind kind;
  Judged judged;
  std::string_view reason;  // why it cannot be violated or judged; empty if it can
  std::span<const Need> needs;
  std::string_view cause;                  // the usual cause of a violation
  std::span<const std::string_view> only;  // runtimes to which it applies; empty: all
  std::span<const RuntimeNote> except;     // exempt runtimes, with the reason
  std::span<const RuntimeNote> leeway;     // runtimes with weaker demands, with what they may do
  std::span<const RuntimeNote> harmless;   // runtimes in which some violations do no harm, and which ones
  std::span<const RuntimeNumber> numbers;  // the number that the rule uses, by runtime
  std::string_view unbroken;  // why no scenario of fixtures/scenarios violates it; empty if one does
  // Name of the scenario in fixtures/scenarios that violates it and little else; empty if none does.
  std::string_view broken_in;
  std::string_view unkept;  // why no scenario keeps it; empty if one does
  // Name of a small scenario that keeps it without changes, or empty. The profiler is the recorder, or
  // `under` of fixtures/profilers if set.
  std::string_view smallest;
  std::string_view under;
  std::string_view unshown;  // why there is none, if neither `unkept` nor `fault` is set
  // For checked rules of the runtime: the evidence that the recordings in fixtures/traces lack. Empty if
  // the rule judges one of them.
  std::string_view unrecorded;
  // For rules that a profiler can violate: the fault in fixtures/profilers/faulty that violates it, and the
  // options of `gcrucible test` that find the fault. Empty if there is none.
  std::string_view fault;
  std::string_view fault_options;
  std::string_view wrong;  // profiler code that violates it, or misunderstands a rule of the runtime
  std::string_view right;  // profiler code that keeps it, or relies only on the statement
};

// In the order of the files in catalogue.yaml. Valid for the whole life of the program.
std::span<const Rule> catalogue();

// The ids of all rules, in the same order.
std::vector<std::string> rule_ids();

// Null if no rule has that id.
const Rule* find_rule(std::string_view id);

// Shell globs with * and ?. `*` also matches `/`, so that `moved*` selects the family.
bool matches(std::string_view glob, std::string_view id);
std::vector<const Rule*> select(std::string_view glob);
// Up to `most` ids that differ least from `name`, best first. Used for "did you mean".
std::vector<std::string_view> nearest(std::string_view name, std::size_t most = 3);

// Why the rule does not apply to this runtime; empty if it does.
std::string_view excuse(const Rule& rule, std::string_view runtime);
// What the runtime may do although the rule forbids it to others; empty if nothing.
std::string_view leeway(const Rule& rule, std::string_view runtime);
inline bool has_leeway(const Rule& rule, std::string_view runtime) {
  return !leeway(rule, runtime).empty();
}
// For the text of a finding with such a violation: one sentence per runtime, and how to skip the rule.
std::string harmless_text(const Rule& rule);
std::optional<std::uint64_t> number_for(const Rule& rule, std::string_view runtime);

// "GC-BRK-008, GC-MOVE-007"
std::string rows_text(const Rule& rule);
std::string_view name_of(Evidence evidence);
std::string_view name_of(Breaker breaker);
std::string_view name_of(Need need);

}  // namespace gcrucible::rules
