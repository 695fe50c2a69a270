// The files of one case between the driver and a host of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/driver/host/host_process.h"
#include "harness/expected.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

// Temporary files, removed with this object, except a trace that the caller keeps. One thread.
struct CaseFiles {
  std::optional<platform::TemporaryFile> program;
  std::optional<platform::TemporaryFile> control;  // if it cannot be in memory
  std::string control_path;
  std::optional<platform::TemporaryFile> trace;
  std::optional<platform::TemporaryFile> output;
  std::optional<platform::TemporaryFile> error_output;
  std::optional<platform::MappedFile> mapped_control;

  // The error names the file that cannot be created.
  static Expected<CaseFiles> make(const protocol::Case& value, const RunOptions& options);

  protocol::ControlBlock& block() {
    return *reinterpret_cast<protocol::ControlBlock*>(mapped_control->data());
  }
  std::vector<std::string> host_arguments(const std::string& host) const {
    return {host, "--case", program->path(), "--control", control_path, "--trace", trace->path()};
  }
};

}  // namespace gcrucible::driver
