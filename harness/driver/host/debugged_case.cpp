#include "harness/driver/host/debugged_case.h"

#include "harness/driver/case_files.h"
#include "harness/driver/host/host_start.h"
#include "harness/platform/process/foreground_process.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::driver {

Expected<platform::ProcessEnd> debug_case(const protocol::Case& value, const RunOptions& options,
                                          const std::vector<std::string>& debugger) {
  const platform::Interruption interruption;
  const Expected<CaseFiles> files = CaseFiles::make(value, options);
  if (!files) return failure(files.error());
  std::vector<std::string> words = debugger;
  for (std::string& word : files->host_arguments(host_path_of(options))) words.push_back(std::move(word));
  const auto ended = platform::run_in_foreground(words, environment_of(value, options));
  if (ended) return ended->end;
  return failure(ended.error() + "; install it, or name another by --debugger='COMMAND …'");
}

}  // namespace gcrucible::driver
