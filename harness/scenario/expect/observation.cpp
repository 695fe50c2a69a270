#include "harness/scenario/expect/observation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace gcrucible::scenario {
namespace {

using Kind = Observation::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 3> kWords{
    {{Kind::kOutput, "stdout"}, {Kind::kErrors, "stderr"}, {Kind::kCalls, "calls"}}};
constexpr std::array<std::pair<Kind, std::string_view>, 2> kPrefixes{
    {{Kind::kFile, "file:"}, {Kind::kCommand, "command:"}}};

// True if a file name leads out of the folder in which it is searched.
bool leads_out(std::string_view name) {
  const std::filesystem::path path(name);
  return path.has_root_path() || std::ranges::find(path, "..") != path.end();
}

}  // namespace

Expected<Observation> read_observation(std::string_view words) {
  for (const auto& [kind, word] : kWords) {
    if (words == word) return Observation{.kind = kind, .text = {}};
  }
  for (const auto& [kind, prefix] : kPrefixes) {
    if (kind == Kind::kFile && words.starts_with(prefix) && leads_out(words.substr(prefix.size()))) {
      return failure(
          "the file must be in the case's own folder; use a name without .. and without a leading /");
    }
    if (words == prefix) {
      return failure("a name or a command must follow the colon, as in file:out.txt or command:./report");
    }
    if (words.starts_with(prefix))
      return Observation{.kind = kind, .text = std::string(words.substr(prefix.size()))};
  }
  return failure("write stdout, stderr, calls, file:NAME or command:TEXT");
}

std::string text_of(const Observation& observation) {
  for (const auto& [kind, word] : kWords) {
    if (observation.kind == kind) return std::string(word);
  }
  for (const auto& [kind, prefix] : kPrefixes) {
    if (observation.kind == kind) return std::string(prefix) + observation.text;
  }
  return {};
}

}  // namespace gcrucible::scenario
