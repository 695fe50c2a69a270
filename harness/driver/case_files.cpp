#include "harness/driver/case_files.h"

#include <new>
#include <utility>

namespace gcrucible::driver {
namespace {

using platform::TemporaryFile;
using protocol::ControlBlock;

bool take(std::optional<TemporaryFile>& file, TemporaryFile::Made made, std::string& error) {
  file = std::move(made.file);
  if (!file) error = std::move(made.error);
  return file.has_value();
}

// In memory, because the driver reads the block while the case runs. A profiler that truncates a file on disk
// would make the driver fault.
void make_control(CaseFiles& files) {
  platform::MappedFile::Opened mapped = platform::MappedFile::in_memory("control", sizeof(ControlBlock));
  if (mapped.file) {
    mapped.file->keep_whole();
    files.control_path = mapped.file->path_for_others();
  }
  if (files.control_path.empty()) {
    if (!take(files.control, TemporaryFile::in_temporary_folder("control"), files.error)) return;
    files.control_path = files.control->path();
    mapped = platform::MappedFile::create(files.control_path, sizeof(ControlBlock));
    files.error = std::move(mapped.error);
  }
  files.mapped_control = std::move(mapped.file);
}

}  // namespace

CaseFiles CaseFiles::make(const protocol::Case& value, const RunOptions& options) {
  CaseFiles files;
  const bool made = take(files.program, TemporaryFile::in_temporary_folder("case"), files.error) &&
                    take(files.output, TemporaryFile::in_temporary_folder("stdout"), files.error) &&
                    take(files.error_output, TemporaryFile::in_temporary_folder("stderr"), files.error) &&
                    take(files.trace,
                         options.trace_path.empty() ? TemporaryFile::in_temporary_folder("trace.jsonl")
                                                    : TemporaryFile::beside(options.trace_path),
                         files.error);
  if (!made) return files;

  const std::vector<std::byte> bytes = protocol::encode(value);
  files.error = files.program->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                     files.program->path());
  if (!files.error.empty()) return files;
  make_control(files);
  if (files.mapped_control) new (files.mapped_control->data()) ControlBlock;
  return files;
}

}  // namespace gcrucible::driver
