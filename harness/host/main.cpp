// gcrucible-host: runs one case with one profiler. The driver starts it and passes the location of the case.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "harness/host/memory_share.h"
#include "harness/host/serving.h"
#include "harness/host/session.h"
#include "harness/platform/crash/crash_report.h"
#include "harness/platform/files/failed_writes.h"
#include "harness/platform/files/guarded_files.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/process/forks.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace {

struct Arguments {
  std::string case_path;
  std::string control_path;
  std::string trace_path;
};

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--case") == 0) {
      arguments.case_path = argv[i + 1];
    } else if (std::strcmp(argv[i], "--control") == 0) {
      arguments.control_path = argv[i + 1];
    } else if (std::strcmp(argv[i], "--trace") == 0) {
      arguments.trace_path = argv[i + 1];
    } else {
      return std::nullopt;
    }
  }
  if (argc != 7) return std::nullopt;
  return arguments;
}

std::optional<std::vector<std::byte>> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(bytes, bytes + text.size());
}

}  // namespace

int main(int argc, char** argv) {
  // A trace that exceeds the file size limit is not a crash of the profiler: the write fails and is reported.
  gcrucible::platform::outlive_file_limit();
  gcrucible::platform::watch_forks();
  using gcrucible::protocol::ControlBlock;
  // Output that a profiler printed before it died or hung must not be lost in a buffer. Only streams of a
  // profiler's own C library cannot be reached.
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::setvbuf(stderr, nullptr, _IONBF, 0);
  if (argc == 2 && std::strcmp(argv[1], "--serve") == 0) return gcrucible::host::serve();
  const std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    std::fputs("gcrucible-host is started by gcrucible: --case FILE --control FILE --trace FILE\n", stderr);
    return 2;
  }
  auto control_file = gcrucible::platform::MappedFile::open(arguments->control_path);
  if (!control_file || control_file->size() < sizeof(ControlBlock)) {
    std::fprintf(stderr, "gcrucible-host: cannot use the control block: %s\n",
                 control_file ? "" : control_file.error().c_str());
    return 2;
  }
  auto& control = *reinterpret_cast<ControlBlock*>(control_file->data());
  if (control.magic != ControlBlock::kMagic) {
    std::fputs("gcrucible-host: the control block is of another version\n", stderr);
    return 2;
  }
  control_file->let_go();
  gcrucible::platform::install_crash_report({.message = control.message, .stack = control.native_stack});
  const auto bytes = read(arguments->case_path);
  if (!bytes) return gcrucible::host::refuse(control, "cannot read the case " + arguments->case_path);
  const gcrucible::Expected<gcrucible::protocol::Case> decoded = gcrucible::protocol::decode_case(*bytes);
  if (!decoded) return gcrucible::host::refuse(control, "the case is broken: " + decoded.error());
  gcrucible::platform::end_first_without_memory();
  gcrucible::host::limit_memory_to(*decoded);
  gcrucible::platform::GuardedFiles files;
  return gcrucible::host::run_session(
      *decoded, control,
      [&] { return gcrucible::platform::MappedLog::create(arguments->trace_path, control.trace_bytes); },
      files);
}
