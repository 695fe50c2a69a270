#include "harness/yaml/known_file.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace gcrucible::yaml {
namespace {

using Keys = std::set<std::string_view>;

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

// Of "key: value"; empty for other lines.
std::string_view key_in(std::string_view line) {
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_");
  return end == line.npos || end == 0 || line[end] != ':' ? std::string_view() : line.substr(0, end);
}

// The keys of the map that the file is, or of the first map in the list that it is.
struct Top {
  bool list = false;
  Keys keys;
};

Top top_of(std::string_view text) {
  Top top;
  bool begun = false;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (line.empty() || line.front() == '#' || line.starts_with("---")) continue;
    const bool item = line.starts_with("- ");
    if (!begun) top.list = item;
    if (begun && top.list && item) break;
    begun = true;
    if (top.list) {
      if (!item && !line.starts_with("  ")) break;
      line.remove_prefix(2);
    }
    if (const std::string_view key = key_in(line); !key.empty()) top.keys.insert(key);
  }
  return top;
}

bool has_all(const Keys& keys, std::initializer_list<std::string_view> wanted) {
  return std::ranges::all_of(wanted, [&](std::string_view each) { return keys.contains(each); });
}

bool has_any(const Keys& keys, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(wanted, [&](std::string_view each) { return keys.contains(each); });
}

KnownFile known_json(std::string_view text) {
  constexpr std::size_t kBeginning = 4096;
  const std::string_view beginning = text.substr(0, kBeginning);
  if (beginning.find("\"gcrucible_trace\"") != beginning.npos) return KnownFile::kTrace;
  if (beginning.find("\"gcrucible_campaign\"") != beginning.npos) return KnownFile::kResult;
  return KnownFile::kUnknown;
}

}  // namespace

KnownFile known_file(std::string_view text) {
  if (text.starts_with("{")) return known_json(text);
  const auto [list, keys] = top_of(text);
  // A list without entries has only its explanation.
  if (keys.empty() && text.starts_with("# Mutants ")) return KnownFile::kMutants;
  if (list) {
    if (has_all(keys, {"file", "line", "changes"})) return KnownFile::kMutants;
    const bool rules = has_all(keys, {"id", "statement"}) || has_all(keys, {"title", "file"}) ||
                       has_all(keys, {"rules", "wrong"});
    return rules ? KnownFile::kCatalogue : KnownFile::kUnknown;
  }
  if (has_any(keys, {"scenario", "steps"})) return KnownFile::kScenario;
  if (has_all(keys, {"rule", "fault"})) return KnownFile::kFault;
  const bool runtime = has_any(keys, {"information", "interfaces", "methods", "leaves-outs"});
  return runtime && keys.contains("runtime") ? KnownFile::kRuntime : KnownFile::kUnknown;
}

std::string_view name_of(KnownFile kind) {
  switch (kind) {
    case KnownFile::kUnknown:
      return {};
    case KnownFile::kScenario:
      return "a scenario";
    case KnownFile::kRuntime:
      return "a runtime file";
    case KnownFile::kCatalogue:
      return "a file of the catalogue of rules";
    case KnownFile::kFault:
      return "a fault of the faulty profiler";
    case KnownFile::kMutants:
      return "a list of mutants that no test kills";
    case KnownFile::kTrace:
      return "a trace";
    case KnownFile::kResult:
      return "the result of a campaign";
  }
  return {};
}

std::string_view use_of(KnownFile kind) {
  switch (kind) {
    case KnownFile::kUnknown:
      return {};
    case KnownFile::kScenario:
      return "gcrucible run FILE plays it";
    case KnownFile::kRuntime:
      return "gcrucible run SCENARIO --runtime FILE plays a scenario with it";
    case KnownFile::kCatalogue:
      return "gcrucible explain RULE shows a rule and its scenarios";
    case KnownFile::kFault:
      return "gcrucible explain RULE shows the command that runs it";
    case KnownFile::kMutants:
      return "scripts/mutants reads it";
    case KnownFile::kTrace:
      return "gcrucible check FILE judges it";
    case KnownFile::kResult:
      return "gcrucible merge FILE... joins such results";
  }
  return {};
}

}  // namespace gcrucible::yaml
