#include "harness/cli/text/other_finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/shown_causes.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {
namespace {

struct Row {
  std::string_view word;
  std::string_view means;
  std::string_view advice;
  std::string_view section;  // in docs/campaigns.md
};
constexpr std::string_view kFindings = "What counts as a finding";
constexpr std::array<Row, rules::kOtherFindings.size()> kRows{{
    {"crash",
     "A signal ended the process while the profiler was loaded. In brackets stand the signal and the "
     "callback "
     "that it came in; \"no callback\" may be a thread of the profiler's own, or its end.",
     "The native stack names the code. Play the finding's scenario under a debugger: gcrucible run "
     "--debugger "
     "FILE.yaml",
     kFindings},
    {"exit",
     "The profiler ended the process, by exit, _exit or the like, with whatever status, also while the "
     "process "
     "ends anyway. A sanitizer that has found something does so, too: its report stands above the finding.",
     "Return an HRESULT that says it failed, and let the program live.", kFindings},
    {"exception",
     "An exception left a callback, or another function that the runtime calls. The runtime takes none.",
     "Catch it where it is thrown, or at the end of each callback, and return an HRESULT.", kFindings},
    {"hang",
     "The profiler did not come on for as long as --timeout, in the callback in brackets or behind all of "
     "them; or threads wait for each other's locks for ever, which is told at once with who waits for what.",
     "Look at the threads under a debugger: gcrucible run --debugger FILE.yaml. Where it is only slow, give "
     "--timeout more seconds.",
     "How long"},
    {"closed-files", "It closed file descriptors of the process that are not its own.",
     "Close what you have opened, once: a number that was closed belongs to who opens the next file.",
     kFindings},
    {"written-files", "It wrote into files of the process that are not its own, or cut them.",
     "Write into descriptors that you have opened, and into none that you have closed.", kFindings},
    {"written-memory",
     "It wrote into memory that is not its own: what the harness keeps of the run, as the trace, is not what "
     "stood there before. In a real process that memory is the runtime's or the program's.",
     "Look for a stale pointer, a buffer that is too short, or a length in bytes that counts characters. A "
     "sanitizer or valgrind names the place.",
     kFindings},
    {"left-processes",
     "Processes that it had started were running when the profiled process had ended, also in groups and "
     "sessions of their own. gcrucible has ended them.",
     "End them in Shutdown, or start them so that they end with their parent (PR_SET_PDEATHSIG).", kFindings},
    {rules::kProcessState,
     "It changed what belongs to the process and not to a profiler; in brackets stands what: a signal's "
     "handler that .NET depends on, the current folder, the environment, or the processor's state behind a "
     "callback.",
     "Leave it alone, or put it back before the callback returns. A handler of signals calls the one that "
     "was "
     "there before. Variables for the runtime are set with ICorProfilerInfo11::SetEnvironmentVariable.",
     kFindings},
    {rules::kGuardedArray,
     "It wrote into an array that a callback lends it. The arrays are the runtime's, which goes on with "
     "them.",
     "Copy what you change. Nothing beyond the number of entries is yours either.", kFindings},
    {rules::kObjectMemory,
     "It wrote into an object of the garbage-collected heap, whose fields, header and method table are the "
     "program's and the runtime's.",
     "Read objects only, and only while their ObjectID is valid.", kFindings},
    {rules::kReferences,
     "What Info hands out with a reference was not released as often as it was handed out: two or more "
     "enumerators of the method in brackets were there at the end, or an interface was released more often.",
     "Release each enumerator and each IMetaDataImport once.", kFindings},
    {rules::kReplayDiffers,
     "What --observe names came out otherwise when the same program was told plainly: one history, told in "
     "two "
     "ways, gives two results.",
     "See what is special in the telling of the finding's scenario (its `report:`), such as an empty call or "
     "one range in two calls, and whether the profiler takes that for something else.",
     "Two presentations of one program"},
}};
// Every finding kind has an explanation.
static_assert(std::ranges::all_of(rules::kOtherFindings, [](const rules::OtherFinding& each) {
  return std::ranges::find(kRows, each.word, &Row::word) != kRows.end();
}));

}  // namespace

std::string other_finding_text(std::string_view title, const report::Style& style) {
  constexpr std::size_t kIndent = 13;
  const campaign::Cause cause = cause_of(std::string(title));
  const auto* const row = std::ranges::find(kRows, cause.rule, &Row::word);
  if (row == kRows.end()) return {};
  return cause.rule + "\n" + report::field(style, "  finding", kIndent, sentence_of(cause)) +
         report::field(style, "  means", kIndent, row->means) +
         report::field(style, "  do", kIndent, row->advice) +
         report::field(style, "  see", kIndent,
                       fmt::format("docs/campaigns.md, \"{}\"; \"Living with a finding\" for --suppress",
                                   row->section));
}

}  // namespace gcrucible::cli
