#include "harness/cli/files/standard_input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/standard_input.h"
#include "harness/yaml/parse.h"

namespace gcrucible::cli {

std::string subject_of(const std::string& file) {
  return file == kStandardInput ? kStandardInputName : platform::absolute_path(file);
}

Expected<void> check_standard_input(const std::vector<std::string>& files) {
  if (std::ranges::count(files, kStandardInput) < 2) return {};
  return failure("- is standard input, which can be read once; for a file named -, write ./-");
}

const Expected<std::string>& standard_input() {
  static const Expected<std::string> input = [] {
    std::string text;
    // The parser refuses larger files.
    const Expected<void> read = platform::read_standard_input([&](std::string_view bytes) {
      text += bytes;
      return text.size() <= yaml::kLargestFile;
    });
    return read ? Expected<std::string>(std::move(text)) : failure(read.error());
  }();
  return input;
}

Expected<platform::TemporaryFile> copy_standard_input() {
  Expected<platform::TemporaryFile> made = platform::TemporaryFile::in_temporary_folder("stdin");
  if (!made) return made;
  std::ofstream out(made->path(), std::ios::binary);
  errno = 0;
  const Expected<void> read = platform::read_standard_input([&](std::string_view bytes) {
    return static_cast<bool>(out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())));
  });
  if (!read) return failure(read.error());
  if (!out.flush())
    return failure("the copy of standard input, " + made->path() + ": " + std::strerror(errno) +
                   platform::kOtherPlace);
  return made;
}

}  // namespace gcrucible::cli
