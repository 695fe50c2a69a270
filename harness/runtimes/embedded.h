// The runtime files that are compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace gcrucible::runtimes {

struct EmbeddedFile {
  std::string_view name;  // without its extension
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace gcrucible::runtimes
