// "-" in place of an input file: standard input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"
#include "harness/platform/files/temporary_file.h"

namespace gcrucible::cli {

inline constexpr std::string_view kStandardInput = "-";
// In messages and reports.
inline constexpr const char* kStandardInputName = "<stdin>";

// The absolute path of an input file, or kStandardInputName.
std::string subject_of(const std::string& file);

// Fails if "-" occurs twice: standard input can be read once.
Expected<void> check_standard_input(const std::vector<std::string>& files);

// All of standard input, for files written by hand. The first call reads it. Any thread.
const Expected<std::string>& standard_input();

// A copy of standard input, for files of any size. If the user stops the command meanwhile, the copy is not
// whole.
Expected<platform::TemporaryFile> copy_standard_input();

}  // namespace gcrucible::cli
