#include "harness/cli/commands/refusal.h"

#include <fmt/format.h>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {

int refuse(std::string_view command, const std::string& problem) {
  complain(fmt::format("gcrucible {}: {}\n", command, problem));
  return kBadArguments;
}

int refuse_with_help(std::string_view command, const std::string& problem) {
  return refuse(command, fmt::format("{}\nTry gcrucible {} --help.", problem, command));
}

}  // namespace gcrucible::cli
