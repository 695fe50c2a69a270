#include "harness/report/text/attach_text.h"

#include <fmt/format.h>

#include "harness/abi/hresults.h"
#include "harness/report/text/trace_line.h"

namespace gcrucible::report {

std::vector<std::string> attach_texts(const RunReport& run, const Style& style) {
  std::vector<std::string> texts;
  for (const RefusedAttach& each : run.notes.refused_attaches) {
    texts.push_back(
        fmt::format("refused with {}, {}", abi::hresult_text(each.hr), trace_line(run, each.line, style)));
  }
  if (run.notes.awaits_attach) {
    texts.emplace_back(
        "did not happen, or was not answered before the run ended, so the profiler received no callbacks");
  }
  return texts;
}

}  // namespace gcrucible::report
