#include "harness/cli/options/run_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "harness/platform/files/executable_path.h"

namespace gcrucible::cli {
namespace {

constexpr double kDefaultTimeout = 30;

// Quotes for a POSIX shell.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string settings(const RunOptions& options) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(shell_word(value));
  };
  for (const std::string& each : options.environment) add("--env", each);
  if (!options.runtime.empty()) {
    const bool file = options.runtime.ends_with(".yaml");
    add("--runtime", file ? platform::absolute_path(options.runtime) : options.runtime);
  }
  if (options.seed) add("--seed", std::to_string(*options.seed));
  if (options.timeout_seconds != kDefaultTimeout)
    add("--timeout", fmt::format("{}", options.timeout_seconds));
  for (const std::string& glob : options.selection.only) add("--only", glob);
  for (const std::string& glob : options.selection.skip) add("--skip", glob);
  if (!options.plant.empty()) add("--plant", options.plant);
  if (options.strict) words.emplace_back("--strict");
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string RunOptions::not_default() const {
  return settings(*this);
}

std::optional<std::uint64_t> read_seed(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t seed = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), seed, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

std::string replay_line(const RunOptions& options, const std::string& scenario, const std::string& profiler,
                        const std::string& clsid) {
  const std::string more = settings(options);
  return shell_word(platform::executable_path()) + " run " + shell_word(scenario) + " --profiler " +
         shell_word(profiler) + " --clsid " + shell_word(clsid) + (more.empty() ? "" : " " + more);
}

}  // namespace gcrucible::cli
