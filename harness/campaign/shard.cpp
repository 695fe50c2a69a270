#include "harness/campaign/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "harness/platform/process/environment.h"

namespace gcrucible::campaign {
namespace {

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Variables {
  const char* index;
  const char* count;
  const char* first;  // variable with the lowest index; null: use `first_index`
  std::uint32_t first_index;
};
constexpr Variables kKnown[] = {
    {"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", nullptr, 0},
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", nullptr, 0},
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", 0},
    {"JOB_COMPLETION_INDEX", "GCRUCIBLE_SHARDS", nullptr, 0},
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", nullptr, 1},
};

}  // namespace

std::string Shard::text() const {
  return std::to_string(index + 1) + "/" + std::to_string(count);
}

std::optional<Shard> read_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = number(text.substr(0, slash));
  const auto count = number(text.substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count) return std::nullopt;
  return Shard{.index = *index - 1, .count = *count};
}

Expected<FoundShard> shard_of_environment() {
  std::string hint;
  for (const Variables& each : kKnown) {
    const auto index_text = platform::environment_variable(each.index);
    const auto count_text = platform::environment_variable(each.count);
    // GitLab sets a count of one for a job that is not parallel.
    const bool half = count_text ? !index_text && number(*count_text) != 1u : index_text.has_value();
    if (half && hint.empty()) {
      hint = fmt::format(
          "{} is set and {} is not, so this is the whole campaign; set both for a part of it, or --shard 1/1 "
          "for the whole.",
          index_text ? each.index : each.count, index_text ? each.count : each.index);
    }
    if (!index_text || !count_text) continue;
    FoundShard found{
        .shard = std::nullopt, .from = std::string(each.index) + " and " + each.count, .hint = {}};
    std::optional<std::uint32_t> first = each.first_index;
    if (each.first != nullptr) {
      const auto text = platform::environment_variable(each.first);
      first = text ? number(*text) : std::nullopt;
    }
    const auto index = number(*index_text);
    const auto count = number(*count_text);
    const std::uint32_t begin = first.value_or(0);
    if (!index || !count || !first || *index < begin || *index - begin >= *count) {
      return failure(found.from + " are " + *index_text + " and " + *count_text +
                     (first ? std::string(", which names no part")
                            : fmt::format(", and {} does not say where they begin", each.first)) +
                     "; set --shard i/n, or --shard 1/1 for the whole campaign");
    }
    found.shard = Shard{.index = *index - begin, .count = *count};
    return found;
  }
  return FoundShard{.shard = std::nullopt, .from = {}, .hint = std::move(hint)};
}

Expected<void> acknowledge_shard() {
  const auto path = platform::environment_variable("TEST_SHARD_STATUS_FILE");
  if (!path || path->empty()) return {};
  // Append: existing content of the file stays.
  std::ofstream file(*path, std::ios::app);
  std::error_code code;
  if (file) std::filesystem::last_write_time(*path, std::filesystem::file_time_type::clock::now(), code);
  if (file && !code) return {};
  return failure(fmt::format(
      "TEST_SHARD_STATUS_FILE: '{}' cannot be written; name another file, or set --shard i/n", *path));
}

}  // namespace gcrucible::campaign
