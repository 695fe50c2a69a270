#include "harness/cli/options/debugger.h"

#include <sstream>
#include <vector>

#include "harness/cli/text/terminal.h"
#include "harness/driver/host/debugged_case.h"

namespace gcrucible::cli {

Expected<void> debug(const protocol::Case& value, const driver::RunOptions& run,
                     const std::string& debugger) {
  std::vector<std::string> words;
  std::istringstream text(debugger);
  for (std::string word; text >> word;) words.push_back(word);
  if (words.empty())
    return failure("--debugger names no command; remove its value to use " + std::string(kUsualDebugger));
  say("under the debugger: " + debugger +
      "\n"
      "The profiler is loaded when the program runs. Until then, a breakpoint in it is pending.\n");
  auto debugged = driver::debug_case(value, run, words);
  if (!debugged) return failure(std::move(debugged.error()));
  say("Nothing is judged and no trace is kept under a debugger.\n");
  return {};
}

}  // namespace gcrucible::cli
