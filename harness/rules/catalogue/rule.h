// One rule of the catalogue, and the catalogue. The rows come from catalogue.yaml and the files that it
// lists, made into a table by the build.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::rules {

// What backs a rule: documentation, what real runtimes were seen to do, or a conclusion from documented
// statements.
enum class Evidence : std::uint8_t { kDocumented, kObserved, kInferred };
enum class Breaker : std::uint8_t { kRuntime, kProfiler };

// What a trace must hold for a rule to be judged.
enum class Need : std::uint8_t {
  kRanges,      // Moved or Surviving reports
  kReferences,  // a complete round of ObjectReferences
  kRoots,
  kBounds,    // generations of addresses: model lines, or GetGenerationBounds asked in Started and Finished
  kModel,     // what the simulated CLR knows
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
  kFaults,       // memory that is not there when it is read
  kStacks,
  kSchedule,
  kLocks,
  kTime,
  kProbe,    // the harness calls the profiler beside the callbacks
  kObserve,  // what the profiler put out
  kImports,  // what the library takes from others
};
inline constexpr std::size_t kNeedCount = 23;

// What the source says with the rule. The statement of a permission gives the edge of what is permitted.
enum class RuleKind : std::uint8_t { kDemand, kPermission, kAdvice };

// How much of a rule can be judged.
enum class Judged : std::uint8_t {
  kFully,
  kLimit,     // of a permission its edge
  kExercise,  // nothing can break it; a run can show it
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
  std::string_view reason;  // why it cannot be broken, or not be judged; empty where it can
  std::span<const Need> needs;
  std::string_view cause;                  // what usually causes a break
  std::span<const std::string_view> only;  // runtimes for which it is a rule; empty: all
  std::span<const RuntimeNote> except;     // runtimes that are excused, with the reason
  std::span<const RuntimeNote> leeway;     // runtimes for which less is demanded, with what they may do
  std::span<const RuntimeNote> harmless;   // runtimes in which some breaks of it do no harm, with which ones
  std::span<const RuntimeNumber> numbers;  // what the rule counts to, by runtime
  std::string_view unbroken;  // why no scenario of fixtures/scenarios breaks it; empty where one does
  std::string_view unkept;    // the same of keeping it
  // Name of a small scenario that keeps it as it is, under the recorder or, where `under` says so, under that
  // other profiler of fixtures/profilers; empty where there is none.
  std::string_view smallest;
  std::string_view under;
  std::string_view unshown;  // why there is none, where neither `unkept` nor `fault` tells
  // Of checked rules of the runtime: what evidence the recordings in fixtures/traces lack; empty where one of
  // them is judged by the rule.
  std::string_view unrecorded;
  // Of rules that a profiler can break: the mistake of fixtures/profilers/faulty that breaks it, and the
  // options of `gcrucible test` with which that is found; empty where there is none.
  std::string_view fault;
  std::string_view fault_options;
  std::string_view wrong;  // code of a profiler that breaks it, or takes a rule of the runtime's for another
  std::string_view right;  // and of one that keeps it, or relies on no more than it says
};

// In the order in which catalogue.yaml lists the files. Lives as long as the program.
std::span<const Rule> catalogue();

// Null where no rule has that id.
const Rule* find_rule(std::string_view id);

// Shell globs with * and ?; `*` passes over `/` too, so that `moved*` selects the family.
bool matches(std::string_view glob, std::string_view id);
std::vector<const Rule*> select(std::string_view glob);
// Up to `most` ids that differ least from `name`, best first, for "did you mean".
std::vector<std::string_view> nearest(std::string_view name, std::size_t most = 3);

// Why the rule does not hold for this runtime; empty where it does.
std::string_view excuse(const Rule& rule, std::string_view runtime);
// What the runtime may do although the rule forbids it to others; empty where it may not.
std::string_view leeway(const Rule& rule, std::string_view runtime);
inline bool has_leeway(const Rule& rule, std::string_view runtime) {
  return !leeway(rule, runtime).empty();
}
// For the text of a finding that is such a break: a sentence for each runtime, and how to leave the rule out.
std::string harmless_text(const Rule& rule);
std::optional<std::uint64_t> number_for(const Rule& rule, std::string_view runtime);

// "GC-BRK-008, GC-MOVE-007"
std::string rows_text(const Rule& rule);
std::string_view name_of(Evidence evidence);
std::string_view name_of(Breaker breaker);
std::string_view name_of(Need need);

}  // namespace gcrucible::rules
