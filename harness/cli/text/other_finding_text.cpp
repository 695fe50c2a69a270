#include "harness/cli/text/other_finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/shown_causes.h"
#include "harness/cli/text/head_columns.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {
namespace {

struct Row {
  std::string_view word;
  std::string_view means;
  std::string_view advice;
  std::string_view section;  // in docs/reference/campaigns.md
};
constexpr std::string_view kFindings = "What counts as a finding";
constexpr std::array<Row, rules::kOtherFindings.size()> kRows{{
    {"crash",
     "A signal ended the process while the profiler was loaded. The brackets name the signal and the "
     "callback in which it came. \"no callback\" can be a thread of the profiler's own, or the end of the "
     "process.",
     "The native stack names the code. Run the finding's scenario under a debugger: gcrucible run --debugger "
     "FILE.yaml. If the profiler has hand-written tables of methods, compare slots and widths with gcrucible "
     "explain METHOD.",
     kFindings},
    {"exit",
     "The profiler ended the process, by exit, _exit or the like, with whatever status, also while the "
     "process ends anyway. A sanitizer that finds an error does so, too: its report is printed above the "
     "finding.",
     "Return an HRESULT that says it failed, and let the program live.", kFindings},
    {"exception",
     "An exception left a callback, or another function that the runtime calls. The runtime does not catch "
     "it.",
     "Catch it where it is thrown, or at the end of each callback, and return an HRESULT.", kFindings},
    {"hang",
     "The profiler made no progress for the time of --timeout, in the callback in brackets or after all "
     "callbacks. Or threads wait for each other's locks for ever. This deadlock is reported at once, with "
     "the lock that each thread waits for.",
     "Look at the threads under a debugger: gcrucible run --debugger FILE.yaml. If the profiler is only "
     "slow, raise --timeout.",
     "How long"},
    {"closed-files", "It closed file descriptors of the process that are not its own.",
     "Close each descriptor that you have opened once. A closed number is reused for the next file that "
     "anyone opens.",
     kFindings},
    {"written-files", "It wrote into files of the process that are not its own, or cut them.",
     "Write into descriptors that you have opened, and into none that you have closed.", kFindings},
    {"written-memory",
     "It wrote into memory that is not its own: the harness's data of the run, such as the trace, has "
     "changed. In a real process, that memory belongs to the runtime or the program.",
     "Look for a stale pointer, a buffer that is too short, or a length in bytes that counts characters. A "
     "sanitizer or valgrind names the place.",
     kFindings},
    {"left-processes",
     "Processes that it started were still running after the profiled process ended, possibly in groups or "
     "sessions of their own. gcrucible has ended them.",
     "End them in Shutdown, or start them so that they end with their parent (PR_SET_PDEATHSIG).", kFindings},
    {rules::kProcessState,
     "It changed state that belongs to the process and not to a profiler. The brackets name the state: a "
     "signal's handler that .NET depends on, the current folder, the environment, or the processor's state "
     "after a callback.",
     "Leave it alone, or put it back before the callback returns. A handler of signals calls the one that "
     "was there before. Variables for the runtime are set with ICorProfilerInfo11::SetEnvironmentVariable.",
     kFindings},
    {rules::kGuardedArray,
     "It wrote into an array that was passed to a callback. The array belongs to the runtime, which goes on "
     "with them.",
     "Copy the array before you change it. The memory after its entries is not yours either.", kFindings},
    {rules::kObjectMemory,
     "It wrote into an object of the garbage-collected heap, whose fields, header and method table are the "
     "program's and the runtime's.",
     "Read objects only, and only while their ObjectID is valid.", kFindings},
    {rules::kUnbalancedReferences,
     "Something that Info returned with a reference was not released exactly once. Two or more enumerators "
     "of the method in brackets were left at the end, or an interface was released too often.",
     "Release each enumerator and each IMetaDataImport once.", kFindings},
    {rules::kPresentation,
     "A presentation is the way in which a runtime reports one history of the heap: calls, ranges and order. "
     "The profiler called or printed something else when the same program was reported plainly: one "
     "history, reported in two ways, gave two results. The brackets have what was compared: `calls`, or what "
     "--observe names.",
     "Play the finding with `gcrucible run FILE -v`. Look for something unusual in its report, such as "
     "several calls for one collection, an empty call or one range in two calls. Check whether the profiler "
     "misinterprets it.",
     "Two presentations of one program"},
}};
// Every finding kind has an explanation.
static_assert(std::ranges::all_of(rules::kOtherFindings, [](const rules::OtherFinding& each) {
  return std::ranges::find(kRows, each.word, &Row::word) != kRows.end();
}));

}  // namespace

std::string other_finding_text(std::string_view title, const report::Style& style) {
  campaign::Cause cause = cause_of(std::string(title));
  cause.rule = rules::current_word(cause.rule);
  const auto* const row = std::ranges::find(kRows, cause.rule, &Row::word);
  if (row == kRows.end()) return {};
  return cause.rule + "\n" + report::field(style, "  finding", kHeadColumns, sentence_of(cause)) +
         report::field(style, "  means", kHeadColumns, row->means) +
         report::field(style, "  do", kHeadColumns, row->advice) +
         report::field(
             style, "  see", kHeadColumns,
             fmt::format("docs/reference/campaigns.md, \"{}\"; \"Living with a finding\" for --suppress",
                         row->section));
}

}  // namespace gcrucible::cli
