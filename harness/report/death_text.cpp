#include "harness/report/death_text.h"

namespace gcrucible::report {

std::string captured(const Style& style, std::string_view head, const std::string& output) {
  if (output.empty()) return {};
  std::string text = "\n" + paint(style, Ink::kBold, head) + "\n";
  std::string safe = printable(output);
  if (safe.back() == '\n') safe.pop_back();
  std::size_t begin = 0;
  while (begin <= safe.size()) {
    const std::size_t end = std::min(safe.find('\n', begin), safe.size());
    text += "  " + paint(style, Ink::kDim, style.utf8 ? "│ " : "| ") + safe.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

std::string death_text(const RunReport& run, const Style& style) {
  if (run.died.empty()) return {};
  const std::string_view what =
      run.touched_files == "closed" ? "THE PROFILER CLOSED FILE DESCRIPTORS OF THE PROCESS: "
      : !run.touched_files.empty()  ? "THE PROFILER WROTE INTO FILE DESCRIPTORS OF THE PROCESS: "
      : run.runtime == "coreclr" && run.result == Result::kHung ? "THE PLAYER DID NOT END: "
      : run.runtime == "coreclr"                                ? "THE PLAYER DIED: "
      : run.own_question                                        ? "A QUESTION OF THE SCENARIO'S HUNG: "
      : run.result == Result::kHung                             ? "THE PROFILER HUNG: "
                                                                : "THE PROFILER DIED: ";
  const std::string headline = std::string(what) + printable(run.how.empty() ? run.died : run.how);
  std::string text = "\n" + field(style, "", 0, headline, Ink::kPlain, Ink::kBad);
  if (!run.death.empty()) text += field(style, "", 2, printable(run.death));
  if (!run.native_stack.empty()) text += captured(style, "native stack", run.native_stack);
  return text + paint(style, Ink::kDim, "  replay   ") + run.replay + "\n";
}

}  // namespace gcrucible::report
