// The part that is the same on every system: the text of a finding.
#include "harness/platform/files/guarded_files.h"

#include <algorithm>
#include <string_view>

namespace gcrucible::platform {
namespace {

constexpr std::size_t kNamed = 8;

std::string numbers(const std::vector<int>& all) {
  std::string text = all.size() == 1 ? "descriptor " : "descriptors ";
  const std::size_t named = std::min(all.size(), kNamed);
  for (std::size_t i = 0; i < named; ++i) {
    if (i != 0) text += i + 1 == all.size() ? " and " : ", ";
    text += std::to_string(all[i]);
  }
  return named == all.size() ? text : text + " and " + std::to_string(all.size() - named) + " more";
}

// One line, whatever the bytes are.
std::string printable(std::string_view bytes) {
  std::string text;
  for (const char each : bytes) {
    const bool plain = each >= ' ' && each <= '~' && each != '"';
    text += plain ? each : '.';
  }
  return '"' + text + '"';
}

}  // namespace

std::string GuardedFiles::Touched::text() const {
  std::string text;
  const auto next = [&text](const std::string& what) { text += (text.empty() ? "" : ", and ") + what; };
  if (!closed.empty()) next("closed " + numbers(closed));
  if (!cut.empty()) next("cut the files of " + numbers(cut) + " to nothing");
  if (written.empty()) return text;
  std::vector<int> into;
  std::size_t bytes = 0;
  for (const Written& each : written) {
    into.push_back(each.number);
    bytes += each.bytes;
  }
  next("wrote " + std::to_string(bytes) + (bytes == 1 ? " byte into " : " bytes into ") + numbers(into) +
       " (" + printable(written.front().beginning) + ")");
  return text;
}

}  // namespace gcrucible::platform
