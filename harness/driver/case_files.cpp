#include "harness/driver/case_files.h"

#include <new>
#include <utility>

namespace gcrucible::driver {
namespace {

using platform::TemporaryFile;
using protocol::ControlBlock;

// In memory, because the driver reads the block while the case runs. A profiler that truncates a file on disk
// would make the driver fault.
Expected<void> make_control(CaseFiles& files) {
  Expected<platform::MappedFile> mapped = platform::MappedFile::in_memory("control", sizeof(ControlBlock));
  if (mapped) {
    mapped->keep_whole();
    files.control_path = mapped->path_for_others();
  }
  if (files.control_path.empty()) {
    Expected<TemporaryFile> made = TemporaryFile::in_temporary_folder("control");
    if (!made) return failure(std::move(made.error()));
    files.control = std::move(*made);
    files.control_path = files.control->path();
    mapped = platform::MappedFile::create(files.control_path, sizeof(ControlBlock));
    if (!mapped) return failure(std::move(mapped.error()));
  }
  files.mapped_control = std::move(*mapped);
  return {};
}

}  // namespace

Expected<CaseFiles> CaseFiles::make(const protocol::Case& value, const RunOptions& options) {
  Expected<TemporaryFile> made[] = {
      TemporaryFile::in_temporary_folder("case"), TemporaryFile::in_temporary_folder("stdout"),
      TemporaryFile::in_temporary_folder("stderr"),
      options.trace_path.empty() ? TemporaryFile::in_temporary_folder("trace.jsonl")
                                 : TemporaryFile::beside(options.trace_path)};
  for (Expected<TemporaryFile>& each : made) {
    if (!each) return failure(std::move(each.error()));
  }
  CaseFiles files;
  files.program = std::move(*made[0]);
  files.output = std::move(*made[1]);
  files.error_output = std::move(*made[2]);
  files.trace = std::move(*made[3]);

  const std::vector<std::byte> bytes = protocol::encode(value);
  if (auto written = files.program->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                          files.program->path());
      !written)
    return failure(written.error() + platform::kOtherPlace);
  if (auto control = make_control(files); !control) return failure(std::move(control.error()));
  new (files.mapped_control->data()) ControlBlock;
  return files;
}

}  // namespace gcrucible::driver
